//! `sandtable remote upload`.

use super::args::Upload;
use super::wait;
use crate::failure::Failure;
use crate::out::print_json;
use ::remote::{Bot, Client, Finding, Uploaded, encoded, packed};
use std::process::ExitCode;

pub(super) fn run(client: &Client, options: &Upload) -> Result<ExitCode, Failure> {
    let package = packed(&options.path).map_err(Failure::usage)?;
    let stem = package.name.split('.').next().unwrap_or_default();
    let name = options.name.as_deref().unwrap_or(stem);
    let [name, file] = [name, &package.name].map(encoded);
    let path = format!("/games/{}/bots/{name}/versions?file={file}", options.game.name);
    let sent: Uploaded = client.send_bytes_as(&path, &package.bytes)?;
    let address = format!("{}/bots/{}", client.arena(), sent.bot);
    if options.no_wait {
        match options.json {
            true => print_json(&client.get(&format!("/bots/{}", sent.bot))?),
            false => outln!("sent; {address} shows what becomes of it"),
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (bot, version, document) = wait::until(|| {
        let (bot, document) = client.get_as::<Bot>(&format!("/bots/{}", sent.bot))?;
        let version = bot.versions.iter().find(|version| version.id == sent.version).cloned();
        let version = version.ok_or_else(|| Failure::failed("the version is gone"))?;
        Ok(match version.is_checked() {
            true => Ok((bot, version, document)),
            false => Err(format!("version {} is {}", version.number, version.state)),
        })
    })?;
    if options.json {
        print_json(&document);
    } else {
        version.findings.iter().flatten().for_each(print);
        outln!("{} version {} is {}: {address}", bot.name, version.number, version.state);
    }
    Ok(ExitCode::from(u8::from(version.state == "broken")))
}

fn print(finding: &Finding) {
    outln!("{}: {}: {}", finding.level, finding.check, finding.what);
    for line in finding.details.iter().chain(&finding.advice) {
        outln!("  {line}");
    }
}
