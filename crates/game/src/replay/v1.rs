//! The first format: what its header and its end hold, and how its turns are put into the words of
//! today.
//!
//! All its replays were played by the first version of the rules. A seat that was out could be
//! first.

use super::{Hex, JsonText, SeatedBot, Turn, bounded::bounded};
use crate::{GameEntry, Standing};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    replay: u32,
    game: String,
    rules: String,
    map_name: String,
    map: String,
    seed: Hex,
    #[serde(deserialize_with = "bounded::<_, _, { super::MOST_NAMED }>")]
    seats: Vec<SeatedBot>,
    clock: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branched_after: Option<u32>,
    #[serde(default, skip_serializing_if = "JsonText::is_null")]
    measured: JsonText,
}

/// The last line.
#[derive(Deserialize)]
pub(super) struct End {
    #[serde(deserialize_with = "bounded::<_, _, { super::MOST_NAMED }>")]
    end: Vec<Standing>,
    turns: u32,
    #[serde(default)]
    stopped: bool,
    #[serde(default)]
    check: Hex,
    #[serde(default)]
    measured: JsonText,
}

impl From<Header> for super::Header {
    fn from(header: Header) -> Self {
        let Header { replay, game, rules, map_name, map, seed, seats, clock, branched_after, measured } =
            header;
        let (rules_version, map_hash) = (1, String::new());
        Self {
            replay,
            game,
            rules,
            rules_version,
            map_name,
            map_hash,
            map,
            seed,
            seats,
            clock,
            branched_after,
            measured,
        }
    }
}

impl From<&super::Header> for Header {
    fn from(header: &super::Header) -> Self {
        Self {
            replay: header.replay,
            game: header.game.clone(),
            rules: header.rules.clone(),
            map_name: header.map_name.clone(),
            map: header.map.clone(),
            seed: header.seed,
            seats: header.seats.clone(),
            clock: header.clock.clone(),
            branched_after: header.branched_after,
            measured: header.measured.clone(),
        }
    }
}

impl From<End> for super::End {
    fn from(end: End) -> Self {
        let End { end, turns, stopped, check, measured } = end;
        Self { end, turns, stopped, forfeits: Vec::new(), by_rules: Vec::new(), check, measured }
    }
}

/// Puts the orders and answers of a turn into the words of today. What the file says is kept beside
/// them, because its check is over that.
pub(super) fn modernise(turn: &mut Turn, entry: &dyn GameEntry) {
    let written = turn.moves.clone();
    for step in &mut turn.moves {
        for (order, answer) in step.orders.iter_mut().zip(&mut step.answers) {
            entry.modernise(order, answer);
        }
    }
    if turn.moves != written {
        turn.first_format = Some(written);
    }
}
