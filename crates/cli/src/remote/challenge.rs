//! `sandtable remote challenge`.

use super::args::Challenge;
use super::listing::ladder_rows;
use super::wait;
use crate::failure::Failure;
use crate::match_command::counted;
use crate::out::print_json;
use ::remote::{ChallengeResult, ChallengeStarted, Client, Me, OpponentResult};
use serde_json::json;

pub(super) fn run(client: &Client, options: &Challenge) -> Result<(), Failure> {
    let mine = own_version(client, options)?;
    let opponents = opponents(client, options)?;
    let Challenge { blocks, maps, .. } = options;
    let asked = json!({ "version": mine, "opponents": opponents, "maps": maps, "blocks": blocks });
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
        let done: i64 = result.opponents.iter().map(|one| one.blocks + one.repeated).sum();
        let all = options.blocks * result.opponents.len() as i64;
        Ok(match done >= all {
            true => Ok((result, document)),
            false => Err(format!("{done} of {all} blocks")),
        })
    })?;
    match options.json {
        true => print_json(&document),
        false => {
            outln!("{address}");
            result.opponents.iter().for_each(|one| print(&options.bot, one));
        }
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

/// The versions that are challenged, by the names of their bots.
fn opponents(client: &Client, options: &Challenge) -> Result<Vec<i64>, Failure> {
    let rows = ladder_rows(client, &options.game.name)?;
    let version = |name: &String| {
        let row = rows.iter().find(|row| row.name == *name);
        let row = row.ok_or_else(|| Failure::usage(format!("there is no `{name}` on that ladder")))?;
        Ok(row.version)
    };
    options.opponents.iter().map(version).collect()
}

fn print(bot: &str, result: &OpponentResult) {
    outln!("{bot} against {}, {}:", result.bot, counted(result.blocks as usize, "block"));
    if result.repeated > 0 {
        let repeated = counted(result.repeated as usize, "block");
        outln!("  {repeated} of the same games again, counted for nothing");
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
