//! The games of this build, by name.

use crate::args::Games;
use crate::failure::Failure;
use game::GameEntry;
use serde_json::json;
use std::process::ExitCode;

/// The game of this name, which the command line has checked.
pub(crate) fn find(name: &str) -> Result<&'static dyn GameEntry, Failure> {
    games::find(name)
        .ok_or_else(|| Failure::usage(format!("there is no game `{name}`; `sandtable games` lists them")))
}

/// The names of all games.
pub(crate) fn names() -> Vec<&'static str> {
    games::ALL.iter().map(|entry| entry.name()).collect()
}

/// The names of the games that have a graded dialogue.
pub(crate) fn names_with_console() -> Vec<&'static str> {
    games::ALL.iter().filter(|entry| entry.console().is_some()).map(|entry| entry.name()).collect()
}

/// The rule profile asked for, or the game's default.
pub(crate) fn profile(
    entry: &dyn GameEntry,
    rules: Option<&str>,
    stage: Option<u8>,
) -> Result<&'static str, Failure> {
    let known = entry.profiles();
    let wanted = match (rules, stage) {
        (Some(rules), _) => rules.to_string(),
        (None, Some(stage)) => format!("stage{stage}"),
        (None, None) => return Ok(known[0]),
    };
    known
        .iter()
        .copied()
        .find(|profile| *profile == wanted)
        .ok_or_else(|| Failure::usage(entry.unknown_profile(&wanted)))
}

/// `sandtable games`.
pub(crate) fn list(options: &Games) -> Result<ExitCode, Failure> {
    if options.json {
        let games: Vec<_> = games::ALL.iter().map(|entry| described(*entry)).collect();
        outln!("{}", json!(games));
    } else {
        names().iter().for_each(|name| outln!("{name}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// What a program wants to know of a game before it sets one up.
fn described(entry: &dyn GameEntry) -> serde_json::Value {
    let maps: Vec<_> = entry.maps().iter().map(|(name, _)| *name).collect();
    let first =
        entry.maps().first().and_then(|(_, map)| entry.start(map.as_bytes(), entry.profiles()[0], 0).ok());
    json!({
        "name": entry.name(),
        "about": entry.about(),
        "seats": first.map(|table| table.seats()),
        "profiles": entry.profiles(),
        "maps": maps,
    })
}
