//! Seeds: one for every game of a series, one for every bot in it.
//!
//! A game's seed is a hash of the series' seed and the game's number, so that nobody who learns one
//! can guess another.

use game::replay::Hex;

/// Where the seeds of a series' games come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeriesSeed {
    /// Each is a hash of this one and the game's number.
    Master(u64),
    /// This is the seed of the only game itself, as its replay shows it.
    OfGame(u64),
}

impl SeriesSeed {
    /// The seed of a game, counted from 1.
    #[must_use]
    pub fn of_game(self, game: u32) -> u64 {
        match self {
            Self::OfGame(seed) if game == 1 => seed,
            Self::OfGame(seed) | Self::Master(seed) => of_game(seed, game - 1),
        }
    }

    /// As it is written down.
    #[must_use]
    pub const fn written(self) -> Hex {
        let (Self::Master(seed) | Self::OfGame(seed)) = self;
        Hex(seed)
    }
}

/// The seed of a game, counted from 0.
#[must_use]
pub fn of_game(series: u64, number: u32) -> u64 {
    derive("sandtable 2026 seed of a game", series, number)
}

/// The seed of a built-in bot in a seat.
#[must_use]
pub fn of_bot(game: u64, seat: u8) -> u64 {
    derive("sandtable 2026 seed of a bot", game, seat.into())
}

fn derive(purpose: &str, seed: u64, number: u32) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key(purpose);
    hasher.update(&seed.to_le_bytes());
    hasher.update(&number.to_le_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn seeds_never_change() {
        // Recorded series are played again from their seed.
        let seeds = [super::of_game(1, 0), super::of_game(1, 1), super::of_game(2, 0), super::of_bot(1, 0)];
        let distinct: std::collections::BTreeSet<_> = seeds.into_iter().collect();
        assert_eq!(distinct.len(), 4);
        assert_eq!(seeds[0], 16_271_045_048_718_035_364);
    }
}
