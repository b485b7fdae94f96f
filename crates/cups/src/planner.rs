//! Which blocks are to be played, in each format.

use crate::blocks::{Block, BlockKey, HalfPoints, PlayedBlock, seatings};
use crate::cup::{Cup, Format};
use crate::table;
use matches::seeds;
use std::collections::BTreeMap;
use tournament::pairing::{
    Bracket, Candidate, Elimination, Player, gauntlet, groups, next_block, swiss_round,
};

/// Blocks of a ladder that are planned before the results of those before them are known.
///
/// Who plays block `n` depends on the blocks up to `n - AHEAD` and on no other, so the order in
/// which games end does not matter.
const AHEAD: u32 = 16;

/// Blocks by their keys.
pub type Played = BTreeMap<BlockKey, PlayedBlock>;

/// What the plan of a tournament depends on beside its results.
#[derive(Clone, Debug)]
pub struct Planner {
    /// The settings.
    pub cup: Cup,
    /// The seed.
    pub seed: u64,
    /// Seats of the game.
    pub seats: usize,
    /// Number of maps.
    pub maps: usize,
    /// Number of entrants.
    pub entrants: usize,
}

/// A match of two in a round: a pairing of a Swiss round, or a match of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The round.
    pub round: u32,
    /// Its number in the round or bracket.
    pub number: u32,
    /// Who plays; nobody plays against who has a bye.
    pub players: [Option<usize>; 2],
    /// Blocks that each won, in half points.
    pub score: HalfPoints,
    /// Who won it; nobody yet, or in a Swiss round nobody at all.
    pub winner: Option<usize>,
    /// Whether it is among those of a bracket who lost once.
    pub among_losers: bool,
}

impl Format {
    /// Whether who plays a block may follow from what came of another one.
    #[must_use]
    pub fn may_follow_from(self, one: BlockKey, block: BlockKey) -> bool {
        match self {
            Self::RoundRobin | Self::Gauntlet | Self::Groups => false,
            Self::Swiss => block.round > one.round,
            // Matches of a bracket are numbered so that none comes before those it takes players
            // from.
            Self::SingleElimination | Self::DoubleElimination => {
                (block.pairing, block.number) > (one.pairing, one.number)
            }
            Self::Ladder => block.number > one.number,
        }
    }
}

impl Planner {
    /// Whether all blocks are known from the start.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        matches!(self.cup.format, Format::RoundRobin | Format::Gauntlet | Format::Groups)
    }

    /// The blocks that are known to be played now, in the order in which they should be; those that
    /// were played may be among them.
    #[must_use]
    pub fn known(&self, played: &Played, planned: &BTreeMap<BlockKey, Block>) -> Vec<Block> {
        let mut blocks = match self.cup.format {
            Format::RoundRobin => self.round_robin(),
            Format::Gauntlet => {
                self.of_pairs(gauntlet(self.entrants).into_iter().map(|(_, other)| (0, other)))
            }
            Format::Groups => self.groups(),
            Format::Swiss => self.swiss(played).1,
            Format::SingleElimination | Format::DoubleElimination => self.elimination(played).1,
            Format::Ladder => self.ladder(played, planned),
        };
        blocks.sort_by_key(|block| (block.key.round, block.key.number, block.key.pairing));
        blocks
    }

    fn block(&self, key: BlockKey, members: Vec<usize>) -> Block {
        let seed = [key.round, key.pairing, key.number].into_iter().fold(self.seed, seeds::of_game);
        let map = (key.round as usize * self.cup.blocks as usize + key.number as usize) % self.maps;
        let seatings = seatings(self.seats, members.len(), self.cup.all_seatings);
        Block { key, map, seed, members, seatings }
    }

    /// In a game for one everybody plays every block alone, once; whose games are compared is the
    /// table's business.
    fn round_robin(&self) -> Vec<Block> {
        if self.seats == 1 {
            let each = (0..self.entrants as u32)
                .flat_map(|who| (0..self.cup.blocks).map(move |number| (who, number)));
            return each
                .map(|(pairing, number)| {
                    self.block(BlockKey { round: 0, pairing, number }, vec![pairing as usize])
                })
                .collect();
        }
        self.of_pairs((0..self.entrants).flat_map(|two| (0..two).map(move |one| (one, two))))
    }

    /// Pairs have numbers that do not change when somebody joins.
    fn of_pairs(&self, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Block> {
        let blocks = pairs.flat_map(|(one, two)| {
            let pairing = (two * (two - 1) / 2 + one) as u32;
            (0..self.cup.blocks).map(move |number| (BlockKey { round: 0, pairing, number }, vec![one, two]))
        });
        blocks.map(|(key, members)| self.block(key, members)).collect()
    }

    fn groups(&self) -> Vec<Block> {
        let count = (self.cup.blocks as usize * self.entrants).div_ceil(self.seats.max(1));
        let groups = groups(self.entrants, self.seats, count);
        (0..)
            .zip(groups)
            .map(|(number, members)| self.block(BlockKey { round: 0, pairing: 0, number }, members))
            .collect()
    }

    /// The rounds so far with their pairings, and the blocks of the round that is being played.
    #[must_use]
    pub fn swiss(&self, played: &Played) -> (Vec<Vec<Pairing>>, Vec<Block>) {
        let mut players = vec![Player::default(); self.entrants];
        let mut rounds = Vec::new();
        for round in 0..self.swiss_rounds() {
            let paired = swiss_round(&players);
            let mut pairings = Vec::new();
            let mut waiting = Vec::new();
            for (number, (one, two)) in (0..).zip(paired.pairs) {
                let blocks = self.blocks_of(round, number, [one, two]);
                let score = score(played, &blocks, one, two);
                let is_over = blocks.iter().all(|block| played.contains_key(&block.key));
                let winner = if is_over { leader(score, [one, two]) } else { None };
                pairings.push(Pairing {
                    round,
                    number,
                    players: [Some(one), Some(two)],
                    score,
                    winner,
                    among_losers: false,
                });
                waiting.extend(blocks.into_iter().filter(|block| !played.contains_key(&block.key)));
            }
            pairings.extend(paired.bye.map(|bye| Pairing {
                round,
                number: pairings.len() as u32,
                players: [Some(bye), None],
                score: HalfPoints::default(),
                winner: Some(bye),
                among_losers: false,
            }));
            pairings.iter().for_each(|pairing| note(&mut players, pairing));
            rounds.push(pairings);
            if !waiting.is_empty() {
                return (rounds, waiting);
            }
        }
        (rounds, Vec::new())
    }

    /// Enough rounds to leave one unbeaten, and one more.
    fn swiss_rounds(&self) -> u32 {
        let most = (self.entrants as u32).saturating_sub(1 - self.entrants as u32 % 2).max(1);
        self.cup.rounds.unwrap_or_else(|| self.entrants.max(2).next_power_of_two().ilog2() + 1).min(most)
    }

    fn blocks_of(&self, round: u32, pairing: u32, players: [usize; 2]) -> Vec<Block> {
        let key = |number| BlockKey { round, pairing, number };
        (0..self.cup.blocks).map(|number| self.block(key(number), players.to_vec())).collect()
    }

    /// The matches of the bracket, and the blocks that can be played now.
    #[must_use]
    pub fn elimination(&self, played: &Played) -> (Vec<Pairing>, Vec<Block>) {
        let kind = if self.cup.format == Format::DoubleElimination {
            Elimination::Double
        } else {
            Elimination::Single
        };
        let bracket = Bracket::new(self.entrants, kind);
        let mut winners: Vec<Option<usize>> = vec![None; bracket.matches.len()];
        let mut scores = vec![HalfPoints::default(); bracket.matches.len()];
        loop {
            let mut waiting = Vec::new();
            let mut is_news = false;
            for (number, one, two) in bracket.playable(&winners) {
                let round = bracket.matches[number].round as u32;
                let (score, winner, next) = self.best_of(played, (round, number as u32), [one, two]);
                scores[number] = score;
                winners[number] = winner;
                is_news |= winner.is_some();
                waiting.extend(next);
            }
            if !is_news {
                let pairing = |number: usize| Pairing {
                    round: bracket.matches[number].round as u32,
                    number: number as u32,
                    players: bracket.players(number, &winners),
                    score: scores[number],
                    winner: winners[number].or_else(|| {
                        let players = bracket.players(number, &winners);
                        bracket.is_walkover(number).then(|| players.into_iter().flatten().next()).flatten()
                    }),
                    among_losers: bracket.matches[number].among_losers,
                };
                return ((0..bracket.matches.len()).map(pairing).collect(), waiting);
            }
        }
    }

    /// A match of a bracket: its score in blocks, its winner, and the blocks that must be played in
    /// any case.
    ///
    /// After a draw as many blocks are played again, one by one; then the better seed goes on.
    fn best_of(
        &self,
        played: &Played,
        (round, pairing): (u32, u32),
        [one, two]: [usize; 2],
    ) -> (HalfPoints, Option<usize>, Vec<Block>) {
        let most = self.cup.blocks;
        let mut score = HalfPoints::default();
        for number in 0..2 * most {
            let block = self.block(BlockKey { round, pairing, number }, vec![one, two]);
            let Some(finished) = played.get(&block.key) else {
                let left = most.saturating_sub(number).max(1);
                let sure = (0..left.div_ceil(2)).map(|more| {
                    self.block(BlockKey { round, pairing, number: number + more }, vec![one, two])
                });
                let next = sure.filter(|block| !played.contains_key(&block.key)).collect();
                return (score, None, next);
            };
            score = score.plus(block_point(finished, one, two));
            let (lead, left) =
                ((2 * score.won).abs_diff(2 * score.comparisons), 2 * most.saturating_sub(number + 1));
            if lead > left {
                break;
            }
        }
        let winner = leader(score, [one, two]).unwrap_or(one.min(two));
        (score, Some(winner), Vec::new())
    }

    fn ladder(&self, played: &Played, planned: &BTreeMap<BlockKey, Block>) -> Vec<Block> {
        let key = |number| BlockKey { round: 0, pairing: 0, number };
        let finished = (0..).take_while(|number| played.contains_key(&key(*number))).count() as u32;
        let most = if self.cup.blocks == 0 { u32::MAX } else { self.cup.blocks };
        let first = planned.len() as u32;
        let mut fits: Option<(u32, Vec<(f64, f64)>)> = None;
        let mut members: Vec<Vec<usize>> = planned.values().map(|block| block.members.clone()).collect();
        let mut blocks = Vec::new();
        for number in first..most.min((finished + AHEAD).min(first + AHEAD)) {
            let known = fitted(number.saturating_sub(AHEAD) + u32::from(number >= AHEAD));
            if fits.as_ref().is_none_or(|(at, _)| *at != known) {
                fits = Some((known, self.ladder_ratings(played, known)));
            }
            let ratings = fits.as_ref().map_or(&[][..], |(_, ratings)| ratings);
            let candidates: Vec<Candidate> = (0..self.entrants)
                .map(|who| {
                    let waited =
                        members.iter().rev().take_while(|block| !block.contains(&who)).count() as u32;
                    Candidate { elo: ratings[who].0, deviation: ratings[who].1, waited }
                })
                .collect();
            let Some(chosen) = next_block(&candidates, self.seats.min(4), self.cup.patience) else { break };
            members.push(chosen.clone());
            blocks.push(self.block(key(number), chosen));
        }
        blocks
    }

    /// Ratings and standard errors after the first blocks.
    fn ladder_ratings(&self, played: &Played, blocks: u32) -> Vec<(f64, f64)> {
        let finished: Vec<&PlayedBlock> = played.values().filter(|block| block.key.number < blocks).collect();
        let fit = table::fit(self.entrants, &finished);
        fit.ratings.iter().map(|rating| (rating.elo, rating.error / 1.96)).collect()
    }
}

/// After how many blocks a ladder computes its ratings again: each time there are a twentieth more,
/// at least eight.
fn fitted(blocks: u32) -> u32 {
    let mut at = 0;
    while at + (at / 20).max(8) <= blocks {
        at += (at / 20).max(8);
    }
    at
}

/// A block as one point: who has more of it has won it.
fn block_point(block: &PlayedBlock, one: usize, two: usize) -> HalfPoints {
    let points = block.between(one, two);
    let won = match points.won.cmp(&points.comparisons) {
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    };
    HalfPoints { won, comparisons: 1 }
}

fn score(played: &Played, blocks: &[Block], one: usize, two: usize) -> HalfPoints {
    let finished = blocks.iter().filter_map(|block| played.get(&block.key));
    finished.fold(HalfPoints::default(), |sum, block| sum.plus(block.between(one, two)))
}

/// Who has more than half; nobody after a draw.
fn leader(score: HalfPoints, [one, two]: [usize; 2]) -> Option<usize> {
    match score.won.cmp(&score.comparisons) {
        std::cmp::Ordering::Greater => Some(one),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(two),
    }
}

/// Counts a pairing of a Swiss round.
fn note(players: &mut [Player], pairing: &Pairing) {
    match pairing.players {
        [Some(one), Some(two)] => {
            players[one].met.push(two);
            players[two].met.push(one);
            players[one].first_seats += 1;
            players[two].first_seats -= 1;
            match pairing.winner {
                Some(winner) => players[winner].points += 2,
                None => [one, two].into_iter().for_each(|who| players[who].points += 1),
            }
        }
        [Some(one), None] | [None, Some(one)] => {
            players[one].had_bye = true;
            players[one].points += 2;
        }
        [None, None] => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{PlayedGame, PlayedSeat};

    fn planner(format: &str, entrants: usize, seats: usize) -> Planner {
        let text = format!("game = \"g\"\nformat = \"{format}\"\nblocks = 3\n[entrants]\na = \"greedy\"");
        let cup = Cup::parse(&text, std::path::Path::new("")).unwrap();
        Planner { cup, seed: 7, seats, maps: 2, entrants }
    }

    /// Plays a block; the smaller number wins every comparison.
    fn play(block: &Block) -> PlayedBlock {
        let games = block.seatings.iter().map(|seating| {
            let who: Vec<usize> = seating.iter().map(|member| block.members[*member]).collect();
            let place = |one: usize| 1 + who.iter().filter(|other| **other < one).count() as u8;
            let seats = who.iter().map(|entrant| PlayedSeat {
                entrant: *entrant,
                place: place(*entrant),
                score: 0,
                out: false,
                lost: 0,
            });
            PlayedGame { turns: 1, digest: block.seed, seats: seats.collect() }
        });
        PlayedBlock { key: block.key, map: block.map, members: block.members.clone(), games: games.collect() }
    }

    /// Plays everything, a few blocks at a time in an order of their own.
    fn play_all(planner: &Planner, pick: impl Fn(usize) -> usize) -> (Played, BTreeMap<BlockKey, Block>) {
        let (mut played, mut planned) = (Played::new(), BTreeMap::new());
        loop {
            for block in planner.known(&played, &planned) {
                planned.entry(block.key).or_insert(block);
            }
            let open: Vec<Block> =
                planned.values().filter(|block| !played.contains_key(&block.key)).cloned().collect();
            if open.is_empty() {
                return (played, planned);
            }
            let block = &open[pick(open.len())];
            played.insert(block.key, play(block));
        }
    }

    #[test]
    fn every_format_ends_and_does_not_depend_on_the_order_of_results() {
        for (format, seats) in [
            ("round-robin", 2),
            ("round-robin", 1),
            ("round-robin", 4),
            ("gauntlet", 2),
            ("groups", 4),
            ("swiss", 2),
            ("swiss", 4),
            ("single-elimination", 2),
            ("double-elimination", 2),
            ("ladder", 2),
            ("ladder", 4),
        ] {
            let mut planner = planner(format, 6, seats);
            if format == "ladder" {
                planner.cup.blocks = 60;
            }
            let first = play_all(&planner, |_| 0);
            assert_eq!(first, play_all(&planner, |count| count - 1), "{format}");
            assert_eq!(first, play_all(&planner, |count| count / 2), "{format}");
            assert!(first.0.len() == first.1.len() && !first.0.is_empty(), "{format}");
        }
    }

    #[test]
    fn numbers_of_pairs_stay_when_somebody_joins() {
        let key_of = |blocks: &[Block], pair: [usize; 2]| {
            blocks.iter().find(|block| block.members == pair).map(|block| (block.key, block.seed))
        };
        let (few, many) = (planner("round-robin", 4, 2), planner("round-robin", 5, 2));
        let (few, many) =
            (few.known(&Played::new(), &BTreeMap::new()), many.known(&Played::new(), &BTreeMap::new()));
        for block in &few {
            let pair = [block.members[0], block.members[1]];
            assert_eq!(key_of(&few, pair), key_of(&many, pair));
        }
        assert_eq!((few.len(), many.len()), (3 * 6, 3 * 10));
    }

    #[test]
    fn the_best_wins_the_bracket() {
        let planner = planner("double-elimination", 5, 2);
        let (played, planned) = play_all(&planner, |_| 0);
        let (pairings, waiting) = planner.elimination(&played);
        assert!(waiting.is_empty());
        assert_eq!(pairings.last().unwrap().winner, Some(0));
        // Two of three are enough.
        assert!(planned.values().all(|block| block.key.number < 2));
    }

    #[test]
    fn an_odd_swiss_field_has_byes() {
        let planner = planner("swiss", 5, 2);
        let (played, _) = play_all(&planner, |_| 0);
        let (rounds, _) = planner.swiss(&played);
        assert_eq!(rounds.len(), 4);
        assert!(rounds.iter().all(|round| round.len() == 3 && round[2].players[1].is_none()));
    }
}
