//! `cargo xtask dictionaries`: what packed replays of each game are compressed with.

use crate::process::{cargo, program, run as call, stdout, succeeds};
use crate::steps::Stop;
use crate::workspace::Workspace;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The size of a dictionary, in bytes. Larger ones gain nothing: of short games there is no more to
/// learn, and what is kept of a long game is the game's own.
const SIZE: &str = "12288";

/// How many games of each map are learnt from.
const GAMES: &str = "4";

/// Make a new dictionary for packed replays, for one game or for all
///
/// It is written beside the game's sources, under the next free number, and has to be added to the
/// list there. The old ones stay: replays that were packed with them need them.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The game; all without it
    game: Option<String>,
}

pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    call(&mut cargo(workspace, ["build", "--release", "--quiet"]))?;
    let listed = stdout(sandtable(workspace).args(["games", "--json"]))?;
    let listed: Value = serde_json::from_str(&listed).map_err(|error| Stop::Failed(error.to_string()))?;
    for game in listed.as_array().into_iter().flatten() {
        let name = game["name"].as_str().unwrap_or_default();
        if options.game.as_deref().is_none_or(|wanted| wanted == name) {
            let files = play(workspace, name, game)?;
            let output = next_free(workspace, name);
            let folder = output.parent().unwrap_or(&workspace.root);
            fs::create_dir_all(folder).map_err(|error| Stop::Failed(error.to_string()))?;
            let example = [
                "run",
                "--release",
                "--quiet",
                "--package",
                "sandtable-replays",
                "--example",
                "dictionary",
                "--",
            ];
            stdout(cargo(workspace, example).arg(&output).arg(SIZE).args(&files))?;
            println!(
                "{}: made from {} games; add it to `dictionaries` of the game's entry",
                output.display(),
                files.len()
            );
        }
    }
    Ok(())
}

fn sandtable(workspace: &Workspace) -> Command {
    program(workspace, workspace.root.join("target/release/sandtable"))
}

/// The file of a new dictionary.
fn next_free(workspace: &Workspace, game: &str) -> PathBuf {
    let numbered = |number: u32| workspace.root.join(format!("crates/{game}/dictionaries/{number}.zdict"));
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or_default()
}

/// Plays games on all maps; returns their replays.
fn play(workspace: &Workspace, name: &str, game: &Value) -> Result<Vec<PathBuf>, Stop> {
    let folder = workspace.root.join("target/dictionaries").join(name);
    let _ = fs::remove_dir_all(&folder);
    let seats = game["seats"].as_u64().unwrap_or(1) as usize;
    let mut files = Vec::new();
    for map in game["maps"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        for bot in ["greedy", "random"] {
            let into = folder.join(format!("{map}-{bot}"));
            fs::create_dir_all(&into).map_err(|error| Stop::Failed(error.to_string()))?;
            let mut command = sandtable(workspace);
            command.args(["match", name]).args(vec![bot; seats]).args(["--map", map, "--seed", "1"]);
            // A map may be for another rule profile than the usual one.
            if succeeds(command.args(["--games", GAMES, "--replay"]).arg(&into)) {
                let listed = fs::read_dir(&into).map_err(|error| Stop::Failed(error.to_string()))?;
                let paths = listed.flatten().map(|file| file.path());
                files.extend(paths.filter(|path| path.extension().is_some_and(|end| end == "zst")));
            }
        }
    }
    files.sort();
    Ok(files)
}
