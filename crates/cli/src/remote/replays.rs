//! `sandtable remote replays`.

use super::args::Replays;
use crate::failure::Failure;
use crate::match_command::counted;
use crate::out::print_json;
use ::remote::{Client, Match, MatchPage};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

pub(super) fn run(client: &Client, options: &Replays) -> Result<(), Failure> {
    let folder = &options.output;
    let said = |error: std::io::Error| Failure::failed(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(said)?;
    let (mut found, mut fetched) = (0, 0);
    let mut before = None;
    while found < options.most {
        let older = before.map_or_else(String::new, |before: i64| format!("&before={before}"));
        let path = format!("/matches?game={}{older}", options.game.name);
        let (page, document) = client.get_as::<MatchPage>(&path)?;
        let documents = document["matches"].as_array().cloned().unwrap_or_default();
        for (one, document) in page.matches.iter().zip(documents) {
            if found == options.most || !is_wanted(one, options) {
                continue;
            }
            found += 1;
            fetched += usize::from(fetch(client, one, &document, options)?);
        }
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    if !options.json {
        outln!(
            "{}: {} fetched, {} there already",
            folder.display(),
            counted(fetched, "replay"),
            found - fetched
        );
    }
    Ok(())
}

fn is_wanted(one: &Match, options: &Replays) -> bool {
    let of_bot = options.bot.as_ref().is_none_or(|name| one.seats.iter().any(|seat| seat.name == *name));
    of_bot && one.state == "done" && one.game == options.game.name
}

/// Fetches a replay; says whether it was not there. Its name is a number of the arena's, not its
/// words.
fn fetch(client: &Client, one: &Match, document: &Value, options: &Replays) -> Result<bool, Failure> {
    let file = options.output.join(format!("{}-{:08}.jsonl.zst", options.game.name, one.id));
    let is_new = !file.exists();
    if is_new {
        write(&file, &client.bytes(&format!("/matches/{}/replay", one.id))?)
            .map_err(|error| Failure::failed(format!("{}: {error}", file.display())))?;
    }
    if options.json {
        print_json(&json!({ "file": file.display().to_string(), "match": document }));
    }
    Ok(is_new)
}

/// Whole or not at all: what was cut short is fetched again the next time.
fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = file.with_extension("part");
    fs::write(&part, bytes)?;
    fs::rename(part, file)
}
