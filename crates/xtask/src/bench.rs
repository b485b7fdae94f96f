//! `cargo xtask bench`: how fast the rules are, in time and in instructions.

use crate::callgrind;
use crate::process::{cargo, program, run as call, stdout};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

/// Measure the benchmark loads: CPU time and, where valgrind is installed, instructions for each
/// unit of work.
///
/// Also proves that a log nobody listens to costs nothing: a build with all `tell!` deleted may not
/// need fewer instructions.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Only the loads of this game
    game: Option<String>,
}

/// A benchmark load, as `sandtable bench --json` describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Load {
    pub(crate) game: String,
    pub(crate) name: String,
    /// What is counted, in the plural.
    pub(crate) unit: String,
    /// How much work one pass is.
    pub(crate) units: u64,
}

/// Measures time, then instructions.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = build(workspace)?;
    call(program(workspace, &sandtable).arg("bench").args(&options.game))?;
    let loads = loads(workspace, &sandtable, options.game.as_deref())?;
    match callgrind::compare(workspace, &loads) {
        Err(Stop::Skipped(why)) => println!("\nskipped: instruction counts: {why}"),
        other => other?,
    }
    Ok(())
}

/// Runs every load once: each asserts its own answer.
pub(crate) fn answers(workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = build(workspace)?;
    call(program(workspace, sandtable).args(["bench", "--passes", "1"]))
}

/// Builds the program; returns where it is.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf, Stop> {
    call(&mut cargo(workspace, ["build", "--release", "--package", "sandtable"]))?;
    Ok(workspace.root.join("target/release/sandtable"))
}

/// What there is to measure; found out by doing it once.
pub(crate) fn loads(workspace: &Workspace, sandtable: &Path, game: Option<&str>) -> Result<Vec<Load>, Stop> {
    let said = stdout(program(workspace, sandtable).args(["bench", "--passes", "1", "--json"]).args(game))?;
    let loads: Option<Vec<_>> = said.lines().map(Load::read).collect();
    loads.ok_or_else(|| Stop::Failed(format!("`sandtable bench --json` printed something else:\n{said}")))
}

impl Load {
    fn read(line: &str) -> Option<Self> {
        let fields: serde_json::Value = serde_json::from_str(line).ok()?;
        let text = |name| Some(fields.get(name)?.as_str()?.to_string());
        let units = fields.get("units")?.as_u64()?;
        Some(Self { game: text("game")?, name: text("load")?, unit: text("unit")?, units })
    }

    /// Whether nobody listens, by type. A dialogue always asks whether remarks are wanted; logs are
    /// made of events.
    pub(crate) fn is_silent(&self) -> bool {
        !["-console", "-logs"].iter().any(|end| self.name.ends_with(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_benchmark() {
        let line = r#"{"about":"..","cpu_seconds":0.5,"game":"breach","load":"breach-x","per_second":14.0,"unit":"orders","units":7}"#;
        let load = Load { game: "breach".into(), name: "breach-x".into(), unit: "orders".into(), units: 7 };
        assert_eq!(Load::read(line), Some(load));
        assert_eq!(Load::read("{}"), None);
    }
}
