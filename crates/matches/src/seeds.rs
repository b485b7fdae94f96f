//! Seeds: one for every game of a series, one for every bot in it.
//!
//! A game's seed is a hash of the series' seed and the game's number, so that nobody who learns one can guess another.

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
