//! Scores and ranks.

use crate::kinds::{Class, PLAYERS, ROUNDS};
use crate::profile::{RankOfTheOut, Rules, Score};
use crate::state::{PlayerRecord, State};
use core::cmp::Ordering;
use game::{Outcome, Seat, Standing, Words};

/// What a player can have points from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreSource {
    /// Levels of its towers.
    TowerLevels,
    /// Corps alive.
    Corps,
    /// Towers taken from others.
    TowersTaken,
    /// Corps of others killed.
    CorpsKilled,
    /// Engineers of others captured.
    CorpsCaptured,
    /// Cells owned.
    Land,
    /// Being out: the earlier, the less.
    Out,
}

impl ScoreSource {
    /// All sources, in order.
    pub const ALL: [Self; 7] = [
        Self::TowerLevels,
        Self::Corps,
        Self::TowersTaken,
        Self::CorpsKilled,
        Self::CorpsCaptured,
        Self::Land,
        Self::Out,
    ];

    /// The sources that count under these rules.
    pub fn of(rules: &Rules) -> impl Iterator<Item = Self> {
        let by_cells = matches!(rules.score, Score::Cells);
        Self::ALL.into_iter().filter(move |source| match source {
            Self::Land => by_cells,
            Self::Out => true,
            _ => !by_cells,
        })
    }

    /// What people call it.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::TowerLevels => Words("tower levels", "塔等级"),
            Self::Corps => Words("corps", "兵团"),
            Self::TowersTaken => Words("towers taken", "占领的塔"),
            Self::CorpsKilled => Words("kills", "击杀"),
            Self::CorpsCaptured => Words("captures", "俘虏"),
            Self::Land => Words("land", "领地"),
            Self::Out => Words("out early", "提前出局"),
        }
    }
}

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
        self.score_by_source(seat).iter().sum()
    }

    /// What a player has from each of [`ScoreSource::ALL`]; the score is their sum.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub fn score_by_source(&self, seat: Seat) -> [i32; ScoreSource::ALL.len()] {
        match (self.record(seat).out, self.rules.score) {
            (Some(out), _) => [0, 0, 0, 0, 0, 0, i32::from(out.round) - i32::from(ROUNDS)],
            (None, Score::Cells) => [0, 0, 0, 0, 0, self.cell_count(seat).into(), 0],
            (None, Score::Points) => self.points(seat),
        }
    }

    fn points(&self, seat: Seat) -> [i32; ScoreSource::ALL.len()] {
        let own = self.towers.of(seat).iter();
        let levels: i32 = own.map(|place| i32::from(self.towers.get(place).level)).sum();
        let corps = self.corps_count(seat, Class::Fighter) + self.corps_count(seat, Class::Engineer);
        let PlayerRecord { towers_taken, corps_killed, corps_captured, .. } = *self.record(seat);
        let deeds = |count: u32| POINTS_A_DEED * count as i32;
        [
            POINTS_A_LEVEL * levels,
            POINTS_A_CORPS * i32::from(corps),
            deeds(towers_taken),
            deeds(corps_killed),
            deeds(corps_captured),
            0,
            0,
        ]
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
