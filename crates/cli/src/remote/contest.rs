//! `sandtable remote tournament` and `enter`.

use super::args::{Enter, Tournament};
use crate::failure::Failure;
use crate::out::print_json;
use ::remote::{Client, Contest, Me, RemoteError};
use serde_json::json;

/// Prints how a tournament stands; without a number all that there are.
pub(super) fn show(client: &Client, options: &Tournament) -> Result<(), Failure> {
    let Some(id) = options.tournament else { return list(client, options.json) };
    let (contest, document) = contest(client, id)?;
    if options.json {
        print_json(&document);
        return Ok(());
    }
    let Contest { tournament, entries, standings } = contest;
    outln!("{} ({}, {}): {}", tournament.name, tournament.game, tournament.format, tournament.state);
    if standings.rows.is_empty() || standings.played == 0 {
        for entry in &entries {
            let owner = entry.owner.as_ref().map_or_else(String::new, |owner| format!(" ({owner})"));
            outln!("  {}{owner}", entry.name);
        }
        outln!("{} entered, nothing played so far", entries.len());
        return Ok(());
    }
    for row in &standings.rows {
        let rating = format!("{:+5.0} ± {:<4.0}", row.elo, row.error);
        outln!("{:4}. {rating} {:5.1} % {:5} games  {}", row.place, row.score, row.games, row.name);
    }
    outln!("{} of {} blocks finished", standings.played, standings.planned);
    if let Some(champion) = &standings.champion {
        outln!("winner: {champion}");
    }
    Ok(())
}

fn list(client: &Client, json: bool) -> Result<(), Failure> {
    let (tournaments, document) = client.everywhere::<Vec<::remote::Tournament>>("/tournaments")?;
    if json {
        print_json(&document);
        return Ok(());
    }
    if tournaments.is_empty() {
        outln!("there are no tournaments");
    }
    for one in tournaments {
        outln!("{:6} {} ({}, {}): {}", one.id, one.name, one.game, one.format, one.state);
    }
    Ok(())
}

fn contest(client: &Client, id: u32) -> Result<(Contest, serde_json::Value), Failure> {
    client.get_as::<Contest>(&format!("/tournaments/{id}")).map_err(|error| match error {
        RemoteError::Refused { status: 404, .. } => {
            Failure::failed(format!("there is no tournament {id}: `sandtable remote tournament` lists them"))
        }
        other => other.into(),
    })
}

/// Enters the version of a bot that plays now.
pub(super) fn enter(client: &Client, options: &Enter) -> Result<(), Failure> {
    let (contest, _) = contest(client, options.tournament)?;
    let game = &contest.tournament.game;
    let (me, _) = client.get_as::<Me>("/me")?;
    let bot = me.bots.iter().find(|bot| bot.game == *game && bot.name == options.bot);
    let bot = bot.ok_or_else(|| {
        let bot = &options.bot;
        Failure::usage(format!("you have no bot `{bot}` of {game}; `sandtable remote status` lists them"))
    })?;
    client.tell(&format!("/tournaments/{}/entries", options.tournament), &json!({ "bot": bot.id }))?;
    let version = bot.active().map_or_else(String::new, |version| format!(" version {}", version.number));
    outln!("{}{version} has entered {}", bot.name, contest.tournament.name);
    Ok(())
}
