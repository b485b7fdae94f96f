//! Blocks, to be played and played, and what a played one says.

use matches::GameReport;
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use std::hash::{DefaultHasher, Hash, Hasher};
use tournament::comparison::BlockScores;
use tournament::rating::GamePlaces;
use tournament::seating::{self, Seating};

/// Which block it is: the round, the pairing in the round, and the number among the pairing's
/// blocks. All count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BlockKey {
    /// The round.
    pub round: u32,
    /// The pairing.
    pub pairing: u32,
    /// The number.
    pub number: u32,
}

/// A block to be played: one map and one seed, once in each seating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Which one it is.
    pub key: BlockKey,
    /// The map, by its place.
    pub map: usize,
    /// The seed of all its games.
    pub seed: u64,
    /// Who plays, by their places among the entrants.
    pub members: Vec<usize>,
    /// For each game and seat, which of the members sits there.
    pub seatings: Vec<Seating>,
}

/// A block whose games are all over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedBlock {
    /// Which one it is.
    pub key: BlockKey,
    /// The map, by its place.
    pub map: usize,
    /// Who played.
    pub members: Vec<usize>,
    /// The games, in the order of the seatings.
    pub games: Vec<PlayedGame>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Turns.
    pub turns: u32,
    /// The hash of the state in which it ended.
    pub digest: u64,
    /// The seats, in order.
    pub seats: Vec<PlayedSeat>,
}

/// A seat of a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct PlayedSeat {
    /// Who sat there, by place among the entrants.
    pub entrant: usize,
    /// The place, from 1.
    pub place: u8,
    /// The game's own score.
    pub score: i64,
    /// Whether it was put out.
    pub out: bool,
    /// Units lost, in games that count it.
    pub lost: u32,
}

/// The seatings of a block of so many members in a game of so many seats.
///
/// In a game for one everybody plays alone; two in a game for many share the seats; otherwise
/// everybody takes every seat once, or all orders are played.
#[must_use]
pub fn seatings(seats: usize, members: usize, all_orders: bool) -> Vec<Seating> {
    match (seats, members) {
        (1, members) => (0..members).map(|member| vec![member]).collect(),
        (seats, 2) if seats > 2 => seating::two_teams(seats),
        (seats, _) if all_orders => seating::balanced(seats, usize::MAX),
        (seats, _) => seating::rotations(seats),
    }
}

impl PlayedGame {
    /// What is kept of a game that was just played.
    #[must_use]
    pub fn of(report: &GameReport) -> Self {
        let seats = report.seats.iter().zip(&report.outcome).enumerate();
        let seats = seats.map(|(at, (seat, standing))| PlayedSeat {
            entrant: seat.bot as usize,
            place: standing.place,
            score: standing.score,
            out: seat.out,
            lost: report.units_lost.get(at).copied().unwrap_or_default(),
        });
        Self { turns: report.turns, digest: report.digest.0, seats: seats.collect() }
    }

    /// How good the only player of a game for one was; the smaller the better: won in few turns,
    /// drawn, lost after many. Of equals, who lost fewer units.
    fn solo_rank(&self) -> (u8, Reverse<u32>, u32) {
        let Some(seat) = self.seats.first() else { return (3, Reverse(0), 0) };
        let (class, turns) = match (seat.place, seat.score) {
            _ if seat.out => (3, Reverse(self.turns)),
            (1, 1..) => (0, Reverse(u32::MAX - self.turns)),
            (1, _) => (1, Reverse(self.turns)),
            _ => (2, Reverse(self.turns)),
        };
        (class, turns, seat.lost)
    }
}

/// Half points of some comparisons: 2 for each that was won, 1 for each that was a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HalfPoints {
    /// Half points of the first.
    pub won: u32,
    /// How many comparisons there were.
    pub comparisons: u32,
}

impl HalfPoints {
    fn add(&mut self, ordering: Ordering) {
        self.comparisons += 1;
        self.won += match ordering {
            Ordering::Less => 2,
            Ordering::Equal => 1,
            Ordering::Greater => 0,
        };
    }

    /// The sum of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { won: self.won + other.won, comparisons: self.comparisons + other.comparisons }
    }

    /// The share that was won, from 0 to 1; none without comparisons.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.comparisons > 0).then(|| f64::from(self.won) / f64::from(2 * self.comparisons))
    }
}

impl PlayedBlock {
    /// How the first did against the second: every seat of one is compared with every seat of the
    /// other, in each game.
    ///
    /// In a game for one their games are compared: won or not, then turns, then units lost.
    #[must_use]
    pub fn between(&self, one: usize, two: usize) -> HalfPoints {
        let mut points = HalfPoints::default();
        if self.is_solo() {
            let of = |who: usize| self.games.iter().filter(move |game| game.seats[0].entrant == who);
            for (first, second) in of(one).flat_map(|first| of(two).map(move |second| (first, second))) {
                points.add(first.solo_rank().cmp(&second.solo_rank()));
            }
            return points;
        }
        for game in &self.games {
            let of = |who: usize| game.seats.iter().filter(move |seat| seat.entrant == who);
            for (first, second) in of(one).flat_map(|first| of(two).map(move |second| (first, second))) {
                points.add(first.place.cmp(&second.place));
            }
        }
        points
    }

    /// Adds a block between two to their scores.
    pub fn add_to(&self, scores: &mut Option<BlockScores>, one: usize, two: usize) {
        let points = self.between(one, two);
        let games = if self.is_solo() { 1 } else { self.games.len() as u32 };
        if points.comparisons > 0 {
            let parts = 2 * points.comparisons / games;
            scores.get_or_insert_with(|| BlockScores::new(games, parts)).add(points.won);
        }
    }

    /// What ratings are computed from. In a game for one every two members are a game.
    #[must_use]
    pub fn places(&self, block: u32) -> Vec<GamePlaces> {
        if !self.is_solo() {
            let places = |game: &PlayedGame| GamePlaces {
                block,
                places: game.seats.iter().map(|seat| (seat.entrant, seat.place)).collect(),
            };
            return self.games.iter().map(places).collect();
        }
        let pairs =
            (0..self.games.len()).flat_map(|one| (one + 1..self.games.len()).map(move |two| (one, two)));
        pairs
            .map(|(one, two)| (&self.games[one], &self.games[two]))
            .filter(|(one, two)| one.seats[0].entrant != two.seats[0].entrant)
            .map(|(one, two)| {
                let (first, second) = match one.solo_rank().cmp(&two.solo_rank()) {
                    Ordering::Less => (1, 2),
                    Ordering::Equal => (1, 1),
                    Ordering::Greater => (2, 1),
                };
                GamePlaces {
                    block,
                    places: vec![(one.seats[0].entrant, first), (two.seats[0].entrant, second)],
                }
            })
            .collect()
    }

    /// The same for blocks that are the same games again: the same map, the same seats, the same
    /// ends.
    #[must_use]
    pub fn signature(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.map, &self.members, &self.games).hash(&mut hasher);
        hasher.finish()
    }

    fn is_solo(&self) -> bool {
        self.games.iter().all(|game| game.seats.len() == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(games: &[&[(usize, u8)]]) -> PlayedBlock {
        let seat = |(entrant, place): &(usize, u8)| PlayedSeat {
            entrant: *entrant,
            place: *place,
            score: 0,
            out: false,
            lost: 0,
        };
        let games = games
            .iter()
            .map(|seats| PlayedGame { turns: 5, digest: 0, seats: seats.iter().map(seat).collect() })
            .collect();
        PlayedBlock { key: BlockKey { round: 0, pairing: 0, number: 0 }, map: 0, members: vec![0, 1], games }
    }

    #[test]
    fn seats_are_compared_pair_by_pair() {
        let two = block(&[&[(0, 1), (1, 2)], &[(1, 1), (0, 1)]]);
        assert_eq!(two.between(0, 1), HalfPoints { won: 3, comparisons: 2 });
        assert_eq!(two.between(1, 0), HalfPoints { won: 1, comparisons: 2 });
        let four = block(&[&[(0, 1), (1, 2), (0, 3), (1, 4)]]);
        assert_eq!(four.between(0, 1), HalfPoints { won: 6, comparisons: 4 });
        let mut scores = None;
        four.add_to(&mut scores, 0, 1);
        assert_eq!(scores.unwrap().scores().collect::<Vec<_>>(), [(0.75, 1)]);
    }

    #[test]
    fn alone_it_counts_who_won_how_soon_and_at_what_cost() {
        let costly = |entrant: usize, place: u8, score: i64, turns: u32, lost: u32| PlayedGame {
            turns,
            digest: 0,
            seats: vec![PlayedSeat { entrant, place, score, out: false, lost }],
        };
        let game = |entrant, place, score, turns| costly(entrant, place, score, turns, 0);
        let solo = PlayedBlock {
            games: vec![game(0, 1, 1, 7), game(1, 1, 1, 9), game(2, 2, -1, 3), game(3, 2, -1, 8)],
            ..block(&[])
        };
        assert_eq!(solo.between(0, 1).won, 2, "sooner");
        assert_eq!(solo.between(1, 2).won, 2, "won");
        assert_eq!(solo.between(2, 3).won, 0, "held out longer");
        assert_eq!(solo.places(0).len(), 6);
        let close = PlayedBlock {
            games: vec![
                costly(0, 1, 1, 7, 2),
                costly(1, 1, 1, 7, 1),
                costly(2, 1, 1, 7, 1),
                costly(3, 1, 1, 8, 0),
            ],
            ..block(&[])
        };
        assert_eq!(close.between(1, 0).won, 2, "fewer units lost");
        assert_eq!(close.between(1, 2).won, 1, "nothing between them");
        assert_eq!(close.between(3, 0).won, 0, "turns come before units");
    }

    #[test]
    fn blocks_have_seatings_for_every_game() {
        assert_eq!(seatings(1, 2, false), [[0], [1]]);
        assert_eq!(seatings(2, 2, false), [[0, 1], [1, 0]]);
        assert_eq!(seatings(4, 2, false).len(), 6);
        assert_eq!((seatings(4, 4, false).len(), seatings(4, 4, true).len()), (4, 24));
    }
}
