//! Which map, which seed and which seats each game of a series has.

use crate::seeds::SeriesSeed;
use game::DynSetup;
use std::sync::Arc;

/// A map of a series.
#[derive(Clone, Debug)]
pub struct SeriesMap {
    /// Its name or file, for people.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The same, read once for all games.
    pub setup: Arc<dyn DynSetup>,
}

/// How maps, seeds and seats change from game to game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// Every game has a seed of its own. The maps take turns; after a round of them the bots move
    /// on by one seat.
    #[default]
    Rotating,
    /// Games come in blocks: one map and one seed, played once in each of these seatings. A seating
    /// names the bot of every seat.
    Blocks(Vec<Vec<usize>>),
}

/// Everything that sets one game of a series apart from the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlan {
    /// Its number, from 1.
    pub game: u32,
    /// Its map, by its place among those of the series.
    pub map: usize,
    /// The seed of all chance in it.
    pub seed: u64,
    /// The bot of every seat, by its place among those of the series.
    pub seating: Vec<usize>,
}

impl Schedule {
    /// The games of a block; 1 where there are none.
    #[must_use]
    pub const fn block_size(&self) -> usize {
        match self {
            Self::Rotating => 1,
            Self::Blocks(seatings) => seatings.len(),
        }
    }

    /// The plan of a game, counted from 1.
    #[must_use]
    pub fn plan(&self, game: u32, maps: usize, bots: usize, seed: SeriesSeed) -> GamePlan {
        let at = game.saturating_sub(1) as usize;
        match self {
            Self::Rotating => {
                let moved = at / maps.max(1);
                let seating = (0..bots).map(|seat| (seat + moved) % bots).collect();
                GamePlan { game, map: at % maps.max(1), seed: seed.of_game(game), seating }
            }
            Self::Blocks(seatings) => {
                let block = at / seatings.len();
                let seed = seed.of_game(block as u32 + 1);
                GamePlan {
                    game,
                    map: block % maps.max(1),
                    seed,
                    seating: seatings[at % seatings.len()].clone(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SEED: SeriesSeed = SeriesSeed::Master(7);

    #[test]
    fn every_map_is_played_in_every_rotation() {
        let plans: Vec<GamePlan> = (1..=12).map(|game| Schedule::Rotating.plan(game, 3, 4, SEED)).collect();
        let played: BTreeSet<_> = plans.iter().map(|plan| (plan.map, plan.seating.clone())).collect();
        assert_eq!(played.len(), 12);
        let seeds: BTreeSet<u64> = plans.iter().map(|plan| plan.seed).collect();
        assert_eq!(seeds.len(), 12, "every game has a seed of its own");
    }

    #[test]
    fn one_map_rotates_as_it_always_did() {
        let seatings = (1..=3).map(|game| Schedule::Rotating.plan(game, 1, 2, SEED).seating);
        assert_eq!(seatings.collect::<Vec<_>>(), [[0, 1], [1, 0], [0, 1]]);
    }

    #[test]
    fn a_block_has_one_map_and_one_seed() {
        let schedule = Schedule::Blocks(vec![vec![0, 1], vec![1, 0]]);
        let plans: Vec<GamePlan> = (1..=6).map(|game| schedule.plan(game, 2, 2, SEED)).collect();
        for block in plans.chunks(2) {
            assert_eq!((block[0].map, block[0].seed), (block[1].map, block[1].seed));
            assert_ne!(block[0].seating, block[1].seating);
        }
        assert_eq!(plans.iter().map(|plan| plan.map).collect::<Vec<_>>(), [0, 0, 1, 1, 0, 0]);
        assert_ne!(plans[0].seed, plans[4].seed, "the map comes again with another seed");
    }
}
