//! How a tournament stands: the table as its format orders it, the rounds, the winner.

use crate::blocks::PlayedBlock;
use crate::cup::{Cup, CupError, Format};
use crate::planner::{Pairing, Planner, Played};
use crate::run::{StoredBlock, stored_blocks, stored_cup};
use crate::table::{self, StandingsTable};
use serde::{Deserialize, Serialize};
use store::Store;

/// How a tournament stands.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The entrants, in the order of the format.
    pub table: StandingsTable,
    /// Rounds of a Swiss tournament, or of a bracket.
    pub rounds: Vec<Vec<Pairing>>,
    /// Who has won it, if the format says so and it is over.
    pub champion: Option<usize>,
}

impl Standings {
    /// What finished blocks say.
    #[must_use]
    pub fn of(planner: &Planner, played: &[PlayedBlock]) -> Self {
        let mut table = table::table(planner.entrants, played);
        let by_key: Played = played.iter().map(|block| (block.key, block.clone())).collect();
        let rounds = rounds(planner, &by_key);
        let champion = place_by_format(&mut table, planner, &rounds);
        Self { table, rounds, champion }
    }
}

/// A tournament as far as it is played, wherever that was: all that its table is computed from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedCup {
    /// The settings.
    pub cup: Cup,
    /// Seats of the game.
    pub seats: usize,
    /// The maps' names.
    pub maps: Vec<String>,
    /// The entrants' names, in the order of their seeds.
    pub names: Vec<String>,
    /// The finished blocks.
    pub blocks: Vec<PlayedBlock>,
    /// How many blocks are known to be played, or were.
    pub planned: usize,
}

impl PlayedCup {
    /// A tournament that the command line has played.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn of(store: &Store) -> Result<Self, CupError> {
        let said = |error: store::StoreError| CupError(error.to_string());
        let blocks = stored_blocks(store)?;
        Ok(Self {
            cup: stored_cup(store)?,
            seats: blocks.first().map_or(2, |block| block.block.seatings[0].len()),
            maps: store.maps().map_err(said)?.into_iter().map(|map| map.name).collect(),
            names: store.entries().map_err(said)?.into_iter().map(|entry| entry.name).collect(),
            planned: blocks.len(),
            blocks: blocks.iter().filter_map(StoredBlock::played).collect(),
        })
    }

    /// Which blocks are to be played.
    #[must_use]
    pub fn planner(&self) -> Planner {
        Planner {
            cup: self.cup.clone(),
            seed: self.cup.seed.unwrap_or_default(),
            seats: self.seats,
            maps: self.maps.len().max(1),
            entrants: self.names.len(),
        }
    }

    /// How it stands.
    #[must_use]
    pub fn standings(&self) -> Standings {
        Standings::of(&self.planner(), &self.blocks)
    }
}

fn rounds(planner: &Planner, played: &Played) -> Vec<Vec<Pairing>> {
    match planner.cup.format {
        Format::Swiss => planner.swiss(played).0,
        Format::SingleElimination | Format::DoubleElimination => {
            let mut rounds: Vec<Vec<Pairing>> = Vec::new();
            for pairing in planner.elimination(played).0 {
                let at = pairing.round as usize;
                rounds.resize_with(rounds.len().max(at + 1), Vec::new);
                rounds[at].push(pairing);
            }
            rounds
        }
        _ => Vec::new(),
    }
}

/// Orders the table as the format does, and says who has won: by rounds in eliminations, by points
/// in Swiss tournaments, else by rating.
fn place_by_format(table: &mut StandingsTable, planner: &Planner, rounds: &[Vec<Pairing>]) -> Option<usize> {
    let pairings = || rounds.iter().flatten();
    let mut champion = None;
    match planner.cup.format {
        Format::SingleElimination | Format::DoubleElimination => {
            champion = rounds.last().and_then(|round| round.last()).and_then(|last| last.winner);
            let reached = |who: usize| {
                let lost = pairings().filter(|pairing| {
                    pairing.players.contains(&Some(who)) && pairing.winner.is_some_and(|winner| winner != who)
                });
                let last = lost.map(|pairing| (pairing.round, pairing.number)).max();
                (champion == Some(who), last.unwrap_or((u32::MAX, 0)))
            };
            table.rows.sort_by_key(|row| std::cmp::Reverse(reached(row.entrant)));
        }
        Format::Swiss => {
            let points = |who: usize| -> u32 {
                let own = pairings().filter(|pairing| pairing.players.contains(&Some(who)));
                own.map(|pairing| match pairing.winner {
                    Some(winner) => 2 * u32::from(winner == who),
                    None => 1,
                })
                .sum()
            };
            let opponents = |who: usize| -> u32 {
                let own = pairings().filter(|pairing| pairing.players.contains(&Some(who)));
                own.flat_map(|pairing| pairing.players)
                    .flatten()
                    .filter(|other| *other != who)
                    .map(points)
                    .sum()
            };
            table.rows.sort_by_key(|row| std::cmp::Reverse((points(row.entrant), opponents(row.entrant))));
        }
        _ => {}
    }
    (1..).zip(&mut table.rows).for_each(|(place, row)| row.place = place);
    champion
}
