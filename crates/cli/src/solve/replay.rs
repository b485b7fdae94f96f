//! The win as a replay.

use crate::failure::Failure;
use crate::files::write_whole;
use game::replay::{Header, Hex, Move, OrderResult, SeatedBot, Turn, VERSION, Writer};
use game::{Answer as Accepted, DynGame, GameEntry, JsonText, Seat, Seats};
use solver::{Answer, AnyOrder};
use std::path::Path;

/// Plays the win in the engine and writes it down.
pub(super) fn write(
    entry: &dyn GameEntry,
    rules: &str,
    map: &Path,
    text: &[u8],
    answer: &Answer<AnyOrder>,
    file: &Path,
) -> Result<(), Failure> {
    let Some(win) = &answer.win else {
        return Err(Failure::failed("no win was found, so there is no replay to write"));
    };
    let map_text = String::from_utf8(text.to_vec())
        .map_err(|_| Failure::failed(format!("{}: a map is text, and this is not", map.display())))?;
    let header = header(entry, rules, map, map_text);
    let (mut writer, first) = Writer::new(&header, true);
    let mut lines = vec![first];
    let mut table = entry.start(text, rules, 0).map_err(|wrong| crate::map::unusable(map, &wrong))?;
    for orders in &win.turns {
        lines.push(writer.turn(played(&mut *table, orders)?));
    }
    let outcome = table.outcome().ok_or_else(|| Failure::failed("the line does not end the game"))?;
    lines.push(writer.end(&outcome, false, Seats::NONE, JsonText::default()));
    lines.push(String::new());
    write_whole(file, lines.join("\n").as_bytes())
        .map_err(|error| Failure::failed(format!("cannot write {}: {error}", file.display())))
}

fn header(entry: &dyn GameEntry, rules: &str, map: &Path, text: String) -> Header {
    Header {
        replay: VERSION,
        game: entry.name().to_owned(),
        rules: rules.to_owned(),
        rules_version: entry.rules_version(),
        map_name: map.file_stem().unwrap_or(map.as_os_str()).to_string_lossy().into_owned(),
        map_hash: replays::map_hash(&text),
        map: text,
        seed: Hex(0),
        seats: vec![SeatedBot { name: "solver".to_owned(), bot: 0 }],
        clock: "off".to_owned(),
        branched_after: None,
        measured: JsonText::default(),
    }
}

/// Plays a turn: every order has to be accepted.
fn played(table: &mut dyn DynGame, orders: &[AnyOrder]) -> Result<Turn, Failure> {
    let number = table.turn();
    for order in orders {
        if !matches!(table.submit(Seat::ONLY, order.json.get()), Accepted::Done) {
            return Err(Failure::failed(format!("the engine refuses to {}", order.text)));
        }
    }
    table.end_turn(Seat::ONLY).map_err(Failure::failed)?;
    let moves = vec![Move {
        seat: Seat::ONLY.0,
        orders: orders.iter().map(|order| order.json.clone()).collect(),
        answers: vec![OrderResult::Done; orders.len()],
        ..Move::default()
    }];
    Ok(Turn::new(number, moves, Hex(table.digest()), Vec::new()))
}
