//! `sandtable remote challenge`.

use super::args::Challenge;
use super::listing::ladder_rows;
use super::wait;
use crate::failure::Failure;
use crate::match_command::counted;
use crate::out::print_json;
use ::remote::{ChallengeResult, ChallengeStarted, Client, Me};
use serde_json::json;

pub(super) fn run(client: &Client, options: &Challenge) -> Result<(), Failure> {
    let mine = own_version(client, options)?;
    let opponent = ladder_rows(client, &options.game.name)?
        .into_iter()
        .find(|row| row.name == options.opponent)
        .ok_or_else(|| Failure::usage(format!("there is no `{}` on that ladder", options.opponent)))?;
    let asked = json!({ "version": mine, "opponent": opponent.version, "blocks": options.blocks });
    let ChallengeStarted { id } = client.send_as("/challenges", &asked)?;
    let (path, address) = (format!("/challenges/{id}"), format!("{}/challenges/{id}", client.arena()));
    if options.no_wait {
        match options.json {
            true => print_json(&json!({ "id": id })),
            false => outln!("it is being played: {address}"),
        }
        return Ok(());
    }
    let (result, document) = wait::until(|| {
        let (result, document) = client.get_as::<ChallengeResult>(&path)?;
        let done = result.blocks + result.repeated;
        Ok(match done >= options.blocks {
            true => Ok((result, document)),
            false => Err(format!("{done} of {} blocks", options.blocks)),
        })
    })?;
    match options.json {
        true => print_json(&document),
        false => print(options, &result, &address),
    }
    Ok(())
}

/// The version that plays for a bot of one's own.
fn own_version(client: &Client, options: &Challenge) -> Result<i64, Failure> {
    let (me, _) = client.get_as::<Me>("/me")?;
    let bot = me.bots.iter().find(|bot| bot.game == options.game.name && bot.name == options.bot);
    let bot = bot.ok_or_else(|| {
        Failure::usage(format!("you have no bot `{}`; `sandtable remote status` lists them", options.bot))
    })?;
    let version = bot.active_version;
    version.ok_or_else(|| Failure::failed(format!("no version of `{}` plays", options.bot)))
}

fn print(options: &Challenge, result: &ChallengeResult, address: &str) {
    let Challenge { bot, opponent, .. } = options;
    outln!("{bot} against {opponent}, {}: {address}", counted(result.blocks as usize, "block"));
    if result.repeated > 0 {
        outln!(
            "  {} the same games again, and counted for nothing",
            counted(result.repeated as usize, "block")
        );
    }
    if let Some(score) = result.score {
        outln!("  {score:.1} % of the points");
    }
    if let (Some(elo), Some(error)) = (result.elo, result.elo_error) {
        outln!("  Elo {elo:+.0} ± {error:.0} (95 %)");
    }
    if let Some(chance) = result.superiority {
        outln!("  {bot} is the better one with a chance of {chance:.1} %");
    }
}
