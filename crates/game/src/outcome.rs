//! How games end.

use crate::{MAX_SEATS, Seat};

/// How one seat fared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
pub struct Standing {
    /// 1 is best; tied seats share a place. In a game for one against fixed rules the rules take
    /// part: 1 is won (or drawn), 2 is lost.
    pub place: u8,
    /// The game's own score. In a game for one: 1 won, 0 drawn, -1 lost.
    pub score: i64,
}

/// Turns after which a game for so many seats is stopped, undecided. A game for one may never end by itself: its player may wait for
/// ever, and so may the rules.
#[must_use]
pub const fn most_turns(seats: u8) -> u32 {
    if seats == 1 { 1000 } else { u32::MAX }
}

/// How a game ended, for every seat. Ties are kept as ties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    seats: u8,
    standings: [Standing; MAX_SEATS],
}

impl Outcome {
    /// The outcome with one standing a seat, in the order of the seats.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`].
    #[must_use]
    pub fn new(standings: &[Standing]) -> Self {
        let mut all = [Standing::default(); MAX_SEATS];
        all[..standings.len()].copy_from_slice(standings);
        Self { seats: standings.len() as u8, standings: all }
    }

    /// The outcome of a game for one.
    #[must_use]
    pub fn solo(score: i64) -> Self {
        Self::new(&[Standing { place: if score < 0 { 2 } else { 1 }, score }])
    }

    /// The outcome of a game that was stopped: nobody has won it.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`].
    #[must_use]
    pub fn undecided(seats: u8) -> Self {
        Self::new(&[Standing { place: 2, score: 0 }; MAX_SEATS][..usize::from(seats)])
    }

    /// The standings, in the order of the seats.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.standings[..usize::from(self.seats)]
    }

    /// The standing of one seat.
    ///
    /// # Panics
    /// If the game has no such seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Standing {
        self.standings()[seat.index()]
    }
}
