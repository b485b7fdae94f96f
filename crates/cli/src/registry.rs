//! The games of this build.

use crate::args::Games;
use crate::failure::Failure;
use game::Title;
use serde_json::json;
use std::process::ExitCode;

/// Adding a game means adding a line here.
const TITLES: &[&dyn Title] = &[breach::TITLE, goblins::TITLE, deepblue::TITLE, fc18::TITLE];

/// All games, in the order they are listed.
pub(crate) fn titles() -> &'static [&'static dyn Title] {
    TITLES
}

/// The game of this name, which the command line has checked.
pub(crate) fn find(name: &str) -> Result<&'static dyn Title, Failure> {
    let found = TITLES.iter().copied().find(|title| title.name() == name);
    found.ok_or_else(|| Failure::usage(format!("there is no game `{name}`; `sandtable games` lists them")))
}

/// The names of all games.
pub(crate) fn names() -> Vec<&'static str> {
    TITLES.iter().map(|title| title.name()).collect()
}

/// The names of the games that have a graded dialogue.
pub(crate) fn names_with_console() -> Vec<&'static str> {
    TITLES.iter().filter(|title| title.console().is_some()).map(|title| title.name()).collect()
}

/// The rule profile asked for, or the game's default.
pub(crate) fn profile(
    title: &dyn Title,
    rules: Option<&str>,
    stage: Option<u8>,
) -> Result<&'static str, Failure> {
    let known = title.profiles();
    let wanted = match (rules, stage) {
        (Some(rules), _) => rules.to_string(),
        (None, Some(stage)) => format!("stage{stage}"),
        (None, None) => return Ok(known[0]),
    };
    known.iter().copied().find(|profile| *profile == wanted).ok_or_else(|| {
        let known = known.join(", ");
        Failure::usage(format!("{} has no rule profile `{wanted}`; it has {known}", title.name()))
    })
}

/// `sandtable games`.
pub(crate) fn list(options: &Games) -> Result<ExitCode, Failure> {
    if options.json {
        let games: Vec<_> = TITLES.iter().map(|title| described(*title)).collect();
        outln!("{}", json!(games));
    } else {
        names().iter().for_each(|name| outln!("{name}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// What a program wants to know of a game before it sets one up.
fn described(title: &dyn Title) -> serde_json::Value {
    let maps: Vec<_> = title.maps().iter().map(|(name, _)| *name).collect();
    let first =
        title.maps().first().and_then(|(_, map)| title.start(map.as_bytes(), title.profiles()[0], 0).ok());
    json!({
        "name": title.name(),
        "about": title.about(),
        "seats": first.map(|table| table.seats()),
        "profiles": title.profiles(),
        "maps": maps,
    })
}
