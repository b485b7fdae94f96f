//! Scores and ranks.

use crate::kinds::{Class, PLAYERS, ROUNDS};
use crate::profile::{RankOfTheOut, Score};
use crate::state::{PlayerRecord, State};
use core::cmp::Ordering;
use game::{Outcome, Seat, Standing};

const POINTS_A_LEVEL: i32 = 10;
const POINTS_A_CORPS: i32 = 4;
const POINTS_A_DEED: i32 = 5;

impl<const SIDE: usize> State<SIDE> {
    /// A player's score. For one that is out: the round it went out in, less 300.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub fn score(&self, seat: Seat) -> i32 {
        match (self.record(seat).out, self.rules.score) {
            (Some(out), _) => i32::from(out.round) - i32::from(ROUNDS),
            (None, Score::Cells) => i32::from(self.cell_count(seat)),
            (None, Score::Points) => self.points(seat),
        }
    }

    fn points(&self, seat: Seat) -> i32 {
        let own = self.towers().iter().filter(|tower| tower.owner == seat);
        let levels: i32 = own.map(|tower| i32::from(tower.level)).sum();
        let corps = self.corps_count(seat, Class::Fighter) + self.corps_count(seat, Class::Engineer);
        let PlayerRecord { towers_taken, corps_killed, corps_captured, .. } = *self.record(seat);
        let deeds = (towers_taken + corps_killed + corps_captured) as i32;
        POINTS_A_LEVEL * levels + POINTS_A_CORPS * i32::from(corps) + POINTS_A_DEED * deeds
    }

    /// The place of every player, 1 the best. Those who are fully tied share one.
    #[must_use]
    pub fn places(&self) -> [u8; PLAYERS] {
        let scores = self.scores();
        core::array::from_fn(|player| {
            let better = |other: &usize| self.compare(player, *other, &scores) == Ordering::Greater;
            1 + (0..PLAYERS).filter(better).count() as u8
        })
    }

    /// The scores of all players.
    #[must_use]
    pub fn scores(&self) -> [i32; PLAYERS] {
        core::array::from_fn(|player| self.score(Seat(player as u8)))
    }

    /// `Less` if the first is ranked before the second.
    fn compare(&self, first: usize, second: usize, scores: &[i32; PLAYERS]) -> Ordering {
        let by_score = || scores[second].cmp(&scores[first]);
        let deeds = |player: usize| {
            let PlayerRecord { towers_taken, corps_killed, corps_captured, .. } = self.players[player];
            (towers_taken, corps_killed, corps_captured)
        };
        let by_deeds = || deeds(second).cmp(&deeds(first));
        match (self.players[first].out, self.players[second].out) {
            (None, None) => by_score().then_with(by_deeds),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) => match self.rules.rank_of_the_out {
                RankOfTheOut::ByOrder => b.order.cmp(&a.order),
                RankOfTheOut::ByRoundAndCounters => by_score().then_with(by_deeds),
            },
        }
    }

    /// Places and scores as they are now.
    #[must_use]
    pub fn standings(&self) -> Outcome {
        let (places, scores) = (self.places(), self.scores());
        let standing = |player: usize| Standing { place: places[player], score: scores[player].into() };
        Outcome::new(&core::array::from_fn::<_, PLAYERS, _>(standing))
    }
}
