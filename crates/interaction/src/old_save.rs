//! Games saved in the first format. They are gone on with, and then written as replays.

use crate::history::{Act, History, Step};
use crate::save::SavedSetup;
use face::Look;
use game::replay::OrderResult;
use game::{JsonText, Seat};
use games::HostedGame;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What the first field says.
const FORMAT: &str = "sandtable-save-1";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// A save file: the table and all steps.
#[derive(Deserialize)]
struct SaveFile<S> {
    format: String,
    table: SavedSetup,
    /// Steps played, then those taken back.
    steps: S,
    played: usize,
}

/// What a file of the user's folder was called in the first format.
pub(crate) fn name(path: &Path) -> PathBuf {
    match path.extension() {
        Some(extension) if extension == "jsonl" => path.with_extension("json"),
        _ => path.to_owned(),
    }
}

/// Whether this is a file of the first format.
pub(crate) fn is_one(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut head));
    read.is_ok() && head.trim_ascii_start().starts_with(b"{\"format\"")
}

/// The table of a saved game, whatever the game is.
pub(crate) fn glance(path: &Path) -> Option<SavedSetup> {
    let file: SaveFile<IgnoredAny> = read(path).ok()?;
    (file.format == FORMAT).then_some(file.table)
}

/// Reads a saved game and plays its steps again.
pub(crate) fn revive<G: HostedGame>(
    path: &Path,
    look: Look,
    start: impl FnOnce(&SavedSetup) -> Result<G, String>,
) -> Result<(SavedSetup, History<G>), String> {
    let file: SaveFile<Vec<Step<JsonText>>> = read(path)?;
    if file.format != FORMAT {
        return Err(format!("`{}` is not a format this program knows", file.format));
    }
    if file.table.game != G::NAME {
        return Err(format!("it holds a game of {}", file.table.game));
    }
    if file.played > file.steps.len() {
        return Err("it says more was played than it holds".into());
    }
    let start = start(&file.table)?;
    if file.table.seat >= start.seats() {
        return Err(format!("there is no seat {}", file.table.seat));
    }
    let mut history = History::new(start, Seat(file.table.seat), look);
    for (number, step) in (1..).zip(&file.steps) {
        let act = read_act::<G>(&step.act);
        let played = act.and_then(|act| history.play_saved(Seat(step.seat), act));
        played.map_err(|why| format!("step {number}: {why}"))?;
        // Against others no turn is taken back, and everything saved was played.
        if history.now().seats() > 1 && history.played() <= file.played && history.ends_with_turn() {
            history.seal();
        }
    }
    history.go_back_to(file.played);
    Ok((file.table, history))
}

/// What was done in a step. Orders have the form that they had in the first format of replays.
fn read_act<G: HostedGame>(act: &Act<JsonText>) -> Result<Act<G::Order>, String> {
    let Act::Order(order) = act else { return Ok(Act::EndTurn) };
    let mut order = order.clone();
    if let Some(entry) = games::find(G::NAME) {
        entry.modernise(&mut order, &mut OrderResult::Done);
    }
    serde_json::from_str(order.get()).map(Act::Order).map_err(|error| error.to_string())
}

fn read<S: for<'a> Deserialize<'a>>(path: &Path) -> Result<SaveFile<S>, String> {
    let mut text = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut text));
    read.map_err(|error| error.to_string())?;
    if text.len() as u64 > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_they_were_written_then() {
        let read = |text: &str| read_act::<deepblue::State>(&serde_json::from_str(text).unwrap());
        let goal = deepblue::Order::ChangeDest { unit: 7, row: 2, col: 3, level: 0 };
        assert_eq!(read(r#"{"order":{"order":"change_dest","unit":7,"x":2,"y":3}}"#), Ok(Act::Order(goal)));
        assert_eq!(read(r#""end_turn""#), Ok(Act::EndTurn));
        assert!(read(r#"{"order":{"order":"change_dest","unit":7,"row":2,"col":3}}"#).is_err());
    }
}
