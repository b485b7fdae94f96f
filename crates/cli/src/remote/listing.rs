//! `sandtable remote status` and `ladder`.

use crate::failure::Failure;
use crate::out::print_json;
use ::remote::{Bot, Client, LadderPage, LadderRow, Me, Standing, encoded};
use serde_json::Value;

pub(super) fn status(client: &Client, json: bool) -> Result<(), Failure> {
    let (me, document) = client.get_as::<Me>("/me")?;
    if json {
        print_json(&document);
        return Ok(());
    }
    outln!("{} ({}) at {}", me.name, me.role, client.arena());
    if me.bots.is_empty() {
        outln!("  no bots so far: `sandtable remote upload GAME DIR` sends one");
    }
    for bot in &me.bots {
        let place = match bot.active() {
            Some(_) => Some(client.get_as::<Standing>(&format!("/bots/{}/standing", bot.id))?.0),
            None => None,
        };
        outln!("  {} {}: {}", bot.game, bot.name, standing(bot, place.as_ref()));
    }
    Ok(())
}

/// Where a bot stands, in a few words.
fn standing(bot: &Bot, place: Option<&Standing>) -> String {
    let newest = bot.versions.first();
    let newest = newest.map_or_else(String::new, |one| format!("version {} is {}", one.number, one.state));
    let Some(active) = bot.active() else { return format!("{newest}; none plays") };
    let Some(Standing { place: Some(place), elo: Some(elo), error: Some(error), games }) = place else {
        return format!("{newest}; version {} plays, not rated so far", active.number);
    };
    format!(
        "{newest}; version {} is at place {place}, {elo:.0} ± {error:.0} after {games} games",
        active.number
    )
}

pub(super) fn ladder(client: &Client, game: &str, json: bool) -> Result<(), Failure> {
    if json {
        print_json(&Value::from(ladder_pages(client, game)?));
        return Ok(());
    }
    for row in ladder_rows(client, game)? {
        let rating = match (row.elo, row.error) {
            (Some(elo), Some(error)) => format!("{elo:6.0} ± {error:<4.0}"),
            _ => "  not rated  ".to_owned(),
        };
        let owner = row.owner.map_or_else(String::new, |owner| format!(" ({owner})"));
        outln!("{:4}. {rating} {:7} games  {}{owner}", row.place, row.games, row.name);
    }
    Ok(())
}

/// All of a ladder.
pub(super) fn ladder_rows(client: &Client, game: &str) -> Result<Vec<LadderRow>, Failure> {
    let rows = ladder_pages(client, game)?;
    let read = |row: Value| serde_json::from_value(row).map_err(|error| Failure::failed(error.to_string()));
    rows.into_iter().map(read).collect()
}

/// The lines of a ladder as they come, page by page.
fn ladder_pages(client: &Client, game: &str) -> Result<Vec<Value>, Failure> {
    /// No ladder has more pages than this.
    const MOST_PAGES: u32 = 1_000;
    let (mut rows, mut after) = (Vec::new(), String::new());
    for _ in 0..MOST_PAGES {
        let (mut page, _) = client.get_as::<LadderPage>(&format!("/games/{game}/ladder{after}"))?;
        rows.append(&mut page.bots);
        let Some(next) = page.next else { break };
        after = format!("?after={}", encoded(&next));
    }
    Ok(rows)
}
