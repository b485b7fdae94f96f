//! The arena under load, and its API fed with garbage: parts of `cargo xtask long`.

use crate::bench;
use crate::process::{cargo, program, run as call};
use crate::python;
use crate::steps::Stop;
use crate::workspace::Workspace;

/// What the API is fuzzed with.
const SCHEMATHESIS: &str = "schemathesis>=4,<5";

/// How large the arena is.
const BOTS: &str = "1000";
const MATCHES: &str = "1000000";

/// Starts an arena and asks for all that its OpenAPI document describes.
///
/// Skipped, with a reason, where there is no Python or pip cannot fetch the fuzzer.
pub(crate) fn api(workspace: &Workspace) -> Result<(), Stop> {
    match fuzzer(workspace) {
        Ok(program) => call(
            cargo(workspace, ["test", "--release", "--package", "sandtable", "--test", "arena_api"])
                .args(["--", "--ignored", "--nocapture"])
                .env("SANDTABLE_SCHEMATHESIS", program),
        ),
        Err(Stop::Skipped(why)) => {
            println!("skipped: api: {why}");
            Ok(())
        }
        Err(failed) => Err(failed),
    }
}

/// The fuzzer in a virtual environment of its own.
fn fuzzer(workspace: &Workspace) -> Result<std::path::PathBuf, Stop> {
    let python = python::environment(workspace, "schemathesis")?;
    let pip = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", SCHEMATHESIS];
    call(program(workspace, &python).args(pip))
        .map_err(|_| Stop::Skipped("pip cannot fetch schemathesis from here".into()))?;
    Ok(python.with_file_name("schemathesis"))
}

/// Makes a large arena, unless it is there from the last time, and measures it while many use it.
pub(crate) fn load(workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = bench::build(workspace)?;
    let data = workspace.root.join("target/load/arena");
    if !data.join("arena.sqlite").exists() {
        let size = ["--bots", BOTS, "--matches", MATCHES];
        call(program(workspace, &sandtable).args(["arena", "seed-demo", "--data"]).arg(&data).args(size))?;
    }
    let example = ["run", "--release", "--quiet", "--package", "sandtable-server", "--example", "load", "--"];
    call(cargo(workspace, example).arg(sandtable).arg(data))
}
