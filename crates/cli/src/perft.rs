//! `sandtable perft`.

use crate::args::Perft;
use crate::failure::Failure;
use crate::{map, maps, registry};
use serde_json::json;
use std::process::ExitCode;

pub(crate) fn run(options: &Perft) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    let rules = registry::profile(entry, options.map.rules.as_deref(), options.map.stage)?;
    let text = maps::read(entry, &options.map.file)?;
    let setup = entry.open(&text, rules).map_err(|wrong| map::unusable(&options.map.file, &wrong))?;
    for depth in 1..=options.depth {
        let found = setup.perft(depth);
        let digest = format!("{:016x}", found.digest);
        if options.map.json {
            outln!("{}", json!({"depth": depth, "lines": found.lines, "digest": digest}));
        } else {
            outln!("depth {depth}: {} lines, digest {digest}", found.lines);
        }
    }
    Ok(ExitCode::SUCCESS)
}
