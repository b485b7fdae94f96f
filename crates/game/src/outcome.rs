//! How games end.

use crate::{MAX_SEATS, Seat, Seats};

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

/// Turns after which a game for so many seats is stopped, undecided. A game for one may never end
/// by itself: its player may wait for ever, and so may the rules.
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

    /// The outcome of a game that one of so many seats has won, and all others have lost.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`].
    #[must_use]
    pub fn won_by(winner: Seat, seats: u8) -> Self {
        let mut standings = [Standing { place: 2, score: 0 }; MAX_SEATS];
        standings[winner.index()] = Standing { place: 1, score: 1 };
        Self::new(&standings[..usize::from(seats)])
    }

    /// The outcome of a game that was stopped: nobody has won it.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`].
    #[must_use]
    pub fn undecided(seats: u8) -> Self {
        Self::new(&[Standing { place: 2, score: 0 }; MAX_SEATS][..usize::from(seats)])
    }

    /// The outcome of a match in which these seats are out: they come after all others, and none of
    /// them is first.
    ///
    /// Among themselves, those who are in and those who are out keep the order that the rules gave
    /// them. Scores stay.
    #[must_use]
    pub fn adjudicated(&self, out: Seats) -> Self {
        let rank = |seat: Seat| (out.has(seat), self.of(seat).place);
        let seats = || (0..self.seats).map(Seat);
        let mut placed = *self;
        for seat in seats().filter(|_| !out.is_empty()) {
            let better = seats().filter(|other| rank(*other) < rank(seat)).count() as u8;
            let least = if out.has(seat) { 2 } else { 1 };
            // A game for one can be lost by somebody who is in, and nobody is better.
            let lost = if self.seats == 1 { self.of(seat).place } else { 1 };
            placed.standings[seat.index()].place = (better + 1).max(least).max(lost);
        }
        placed
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn adjudicated(places: &[u8], out: &[u8]) -> Vec<u8> {
        let standings: Vec<Standing> =
            places.iter().map(|place| Standing { place: *place, score: 7 }).collect();
        let out = out.iter().fold(Seats::NONE, |all, seat| all.with(Seat(*seat)));
        let outcome = Outcome::new(&standings).adjudicated(out);
        assert!(outcome.standings().iter().all(|standing| standing.score == 7));
        outcome.standings().iter().map(|standing| standing.place).collect()
    }

    #[test]
    fn who_is_out_comes_after_who_is_in() {
        assert_eq!(adjudicated(&[1, 2], &[]), [1, 2]);
        assert_eq!(adjudicated(&[1, 2], &[0]), [2, 1]);
        assert_eq!(adjudicated(&[1, 2], &[1]), [1, 2]);
        assert_eq!(adjudicated(&[1, 1], &[1]), [1, 2]);
        assert_eq!(adjudicated(&[3, 1, 4, 2], &[1, 3]), [1, 3, 2, 4]);
        assert_eq!(adjudicated(&[1, 1, 3, 3], &[0]), [4, 1, 2, 2]);
    }

    #[test]
    fn nobody_is_first_who_is_out() {
        assert_eq!(adjudicated(&[1], &[0]), [2]);
        assert_eq!(adjudicated(&[2], &[0]), [2]);
        assert_eq!(adjudicated(&[2], &[]), [2]);
        assert_eq!(adjudicated(&[1, 2], &[0, 1]), [2, 2]);
        assert_eq!(adjudicated(&[1, 1, 3, 4], &[0, 1, 2, 3]), [2, 2, 3, 4]);
    }
}
