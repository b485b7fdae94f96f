//! What finished blocks say: ratings, standings, who did how against whom.

use crate::blocks::{HalfPoints, PlayedBlock};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use tournament::rating::{self, Fit, GamePlaces, Rating};

/// The table of a tournament.
#[derive(Clone, Debug)]
pub struct StandingsTable {
    /// The entrants, the best first.
    pub rows: Vec<RatedEntrant>,
    /// How each entrant (row) did against each other (column), by their places among the entrants.
    pub cross: Vec<Vec<HalfPoints>>,
    /// Blocks that count.
    pub blocks: usize,
    /// Blocks that were the same games again, and count once.
    pub repeated: usize,
    /// Whether ratings had to be bounded by a prior, because the games alone do not determine all
    /// of them.
    pub has_prior: bool,
}

/// An entrant's line.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RatedEntrant {
    /// Who, by place among the entrants.
    pub entrant: usize,
    /// The place in the table, from 1.
    pub place: usize,
    /// Games that count, once for each seat.
    pub games: u32,
    /// The share of opponents that it beat, from 0 to 1; a draw is a half.
    pub score: f64,
    /// The rating.
    pub rating: Rating,
}

/// The table of these blocks.
#[must_use]
pub fn table(entrants: usize, blocks: &[PlayedBlock]) -> StandingsTable {
    let merged = merged(&blocks.iter().collect::<Vec<_>>());
    let all = merged.len();
    let counted = distinct(merged);
    let fit = rate(entrants, &counted);
    let cross: Vec<Vec<HalfPoints>> =
        (0..entrants).map(|one| (0..entrants).map(|two| between(&counted, one, two)).collect()).collect();
    let mut rows: Vec<RatedEntrant> = (0..entrants)
        .map(|entrant| {
            let sum = cross[entrant].iter().fold(HalfPoints::default(), |sum, points| sum.plus(*points));
            let games = counted.iter().flat_map(|block| &block.games).flat_map(|game| &game.seats);
            RatedEntrant {
                entrant,
                place: 0,
                games: games.filter(|seat| seat.entrant == entrant).count() as u32,
                score: sum.share().unwrap_or(0.0),
                rating: fit.ratings[entrant],
            }
        })
        .collect();
    rows.sort_by(|one, two| two.rating.elo.total_cmp(&one.rating.elo).then(one.entrant.cmp(&two.entrant)));
    (1..).zip(&mut rows).for_each(|(place, row)| row.place = place);
    StandingsTable {
        rows,
        cross,
        blocks: counted.len(),
        repeated: all - counted.len(),
        has_prior: fit.has_prior,
    }
}

/// The ratings that these blocks say.
#[must_use]
pub fn fit(entrants: usize, blocks: &[&PlayedBlock]) -> Fit {
    rate(entrants, &distinct(merged(blocks)))
}

fn rate(entrants: usize, blocks: &[PlayedBlock]) -> Fit {
    let places: Vec<GamePlaces> =
        (0..).zip(blocks).flat_map(|(number, block)| block.places(number)).collect();
    rating::fit(entrants, &places)
}

fn between(blocks: &[PlayedBlock], one: usize, two: usize) -> HalfPoints {
    if one == two {
        return HalfPoints::default();
    }
    let both = blocks.iter().filter(|block| block.members.contains(&one) && block.members.contains(&two));
    both.fold(HalfPoints::default(), |sum, block| sum.plus(block.between(one, two)))
}

/// Blocks of one member, of games for one, become a block for each number: all played the same map
/// with the same seed.
fn merged(blocks: &[&PlayedBlock]) -> Vec<PlayedBlock> {
    let mut alone: BTreeMap<(u32, u32), PlayedBlock> = BTreeMap::new();
    let mut list = Vec::with_capacity(blocks.len());
    for block in blocks {
        if block.members.len() > 1 {
            list.push((*block).clone());
            continue;
        }
        let whole = alone.entry((block.key.round, block.key.number)).or_insert_with(|| PlayedBlock {
            members: Vec::new(),
            games: Vec::new(),
            ..(*block).clone()
        });
        whole.members.extend(&block.members);
        whole.games.extend(block.games.iter().cloned());
    }
    list.extend(alone.into_values());
    list
}

/// The blocks without those that are the same games again.
fn distinct(blocks: Vec<PlayedBlock>) -> Vec<PlayedBlock> {
    let mut seen = BTreeSet::new();
    blocks.into_iter().filter(|block| seen.insert(block.signature())).collect()
}

/// Ratings after more and more of the blocks, in their order: the number of blocks, and each
/// entrant's rating then.
#[must_use]
pub fn history(entrants: usize, blocks: &[PlayedBlock], points: usize) -> Vec<(usize, Vec<Rating>)> {
    let mut ordered: Vec<&PlayedBlock> = blocks.iter().collect();
    // As they are played: the first block of every pairing, then the second.
    ordered.sort_by_key(|block| (block.key.round, block.key.number, block.key.pairing));
    let count = ordered.len();
    let mut ends: Vec<usize> = (1..=points).map(|part| (count * part).div_ceil(points)).collect();
    ends.dedup();
    ends.into_iter().filter(|end| *end > 0).map(|end| (end, fit(entrants, &ordered[..end]).ratings)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{BlockKey, PlayedGame, PlayedSeat};

    fn block(number: u32, digest: u64, places: &[(usize, u8)]) -> PlayedBlock {
        let seat = |(entrant, place): &(usize, u8)| PlayedSeat {
            entrant: *entrant,
            place: *place,
            score: 0,
            out: false,
            lost: 0,
        };
        let game = PlayedGame { turns: 1, digest, seats: places.iter().map(seat).collect() };
        let members = places.iter().map(|(entrant, _)| *entrant).collect();
        PlayedBlock { key: BlockKey { round: 0, pairing: 0, number }, map: 0, members, games: vec![game] }
    }

    #[test]
    fn always_second_is_above_always_last() {
        let blocks: Vec<PlayedBlock> = (0..40)
            .map(|number| {
                let (first, last) = if number % 3 == 0 { (3, 0) } else { (0, 3) };
                block(number, number.into(), &[(first, 1), (1, 2), (2, 4), (last, 3)])
            })
            .collect();
        let table = table(4, &blocks);
        let place = |entrant: usize| table.rows.iter().find(|row| row.entrant == entrant).unwrap().place;
        assert!(place(1) < place(2) && place(2) == 4, "{:?}", table.rows);
        assert!((table.cross[1][2].share().unwrap() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_same_games_count_once() {
        let blocks =
            [block(0, 5, &[(0, 1), (1, 2)]), block(1, 5, &[(0, 1), (1, 2)]), block(2, 6, &[(0, 1), (1, 2)])];
        let table = table(2, &blocks);
        assert_eq!((table.blocks, table.repeated, table.rows[0].games), (2, 1, 2));
        assert!(table.has_prior && !table.rows[1].rating.determined);
    }

    #[test]
    fn games_for_one_are_compared_map_by_map() {
        let solo = |pairing: usize, number: u32, turns: u32| {
            let seat = PlayedSeat { entrant: pairing, place: 1, score: 1, out: false, lost: 0 };
            let game = PlayedGame { turns, digest: u64::from(turns), seats: vec![seat] };
            PlayedBlock {
                key: BlockKey { round: 0, pairing: pairing as u32, number },
                map: number as usize,
                members: vec![pairing],
                games: vec![game],
            }
        };
        let blocks =
            [solo(0, 0, 3), solo(1, 0, 4), solo(0, 1, 6), solo(1, 1, 5), solo(0, 2, 1), solo(1, 2, 9)];
        let table = table(2, &blocks);
        assert_eq!((table.rows[0].entrant, table.cross[0][1]), (0, HalfPoints { won: 4, comparisons: 3 }));
    }

    #[test]
    fn history_ends_with_the_table() {
        let blocks: Vec<PlayedBlock> = (0..30)
            .map(|number| {
                block(
                    number,
                    number.into(),
                    if number % 3 == 0 { &[(0, 2), (1, 1)] } else { &[(0, 1), (1, 2)] },
                )
            })
            .collect();
        let history = history(2, &blocks, 5);
        assert_eq!(history.iter().map(|(blocks, _)| *blocks).collect::<Vec<_>>(), [6, 12, 18, 24, 30]);
        assert_eq!(history[4].1[0], table(2, &blocks).rows[0].rating);
    }
}
