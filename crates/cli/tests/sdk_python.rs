//! The Python SDK and the bots to start from, with a real interpreter and in real matches.
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// The games with whom a start plays against.
const GAMES: [(&str, &[&str]); 4] =
    [("breach", &[]), ("goblins", &[]), ("deepblue", &["random"]), ("fc18", &["random", "random", "random"])];

#[test]
fn the_sdk_passes_its_own_tests() {
    let Some(python) = interpreter() else { return };
    let samples = fresh("samples");
    fs::create_dir_all(&samples).unwrap();
    for (game, _) in GAMES {
        let sample = start(game, "sample").join("sample.jsonl");
        fs::copy(sample, samples.join(format!("{game}.jsonl"))).unwrap();
    }
    let mut tests = Command::new(python);
    tests.args(["-m", "unittest", "discover", "-s", "tests"]).current_dir(sdk());
    tests.env("SANDTABLE_SAMPLES", &samples).env("PYTHONPATH", sdk());
    passes(&mut tests);
}

#[test]
fn the_starts_pass_their_own_tests() {
    let Some(python) = interpreter() else { return };
    for (game, _) in GAMES {
        passes(Command::new(python).args(["-m", "unittest"]).current_dir(start(game, "tested")));
    }
}

#[test]
fn the_starts_beat_random() {
    if interpreter().is_none() {
        return;
    }
    for (game, opponents) in GAMES {
        wins(game, &start(game, "played"), opponents);
    }
}

/// The package was called `sandtable` before; bots of that time have it beside them.
#[test]
fn an_old_bot_runs_with_the_package_beside_it() {
    if interpreter().is_none() {
        return;
    }
    let folder = start("goblins", "old");
    fs::rename(folder.join("sandtable_bot"), folder.join("sandtable")).unwrap();
    let bot = fs::read_to_string(folder.join("bot.py")).unwrap();
    fs::write(folder.join("bot.py"), bot.replace("from sandtable_bot", "from sandtable")).unwrap();
    wins("goblins", &folder, &[]);
}

#[test]
fn the_books_bot_beats_random() {
    if interpreter().is_none() {
        return;
    }
    let folder = start("deepblue", "book");
    let chapter = fs::read_to_string(sdk().join("../../docs/src/sdk/python.md")).unwrap();
    let (_, bot) = chapter.split_once("```python\n").unwrap();
    let (bot, _) = bot.split_once("```").unwrap();
    fs::write(folder.join("bot.py"), bot).unwrap();
    wins("deepblue", &folder, &["random"]);
}

#[test]
fn the_types_hold() {
    if Command::new("mypy").arg("--version").output().is_err() {
        return println!("skipped: there is no mypy (pip install mypy)");
    }
    let cache = fresh("mypy-cache");
    let mypy = |folder: &Path| {
        let mut check = Command::new("mypy");
        check.arg("--strict").arg("--cache-dir").arg(&cache).current_dir(folder);
        check
    };
    passes(mypy(&sdk()).args(["sandtable_bot", "tests"]).env("MYPYPATH", "tests"));
    for (game, _) in GAMES {
        passes(mypy(&start(game, "typed")).args(["bot.py", "test_bot.py"]));
    }
}

/// Has a bot play one game, and win it without a fault.
fn wins(game: &str, bot: &Path, opponents: &[&str]) {
    let mut command = Command::new(SANDTABLE);
    command.args(["match", game]).arg(bot).args(opponents).args(["--seed", "1", "--json"]);
    let result: Value = serde_json::from_slice(&passes(&mut command).stdout).unwrap();
    let played = &result["games"][0];
    assert_eq!(played["outcome"][0]["place"], 1, "{game}: {played}");
    assert_eq!(played["seats"][0]["faults"], Value::Array(Vec::new()), "{game}: {played}");
}

/// What runs Python, if anything does.
fn interpreter() -> Option<&'static str> {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        println!("skipped: there is no python3");
    }
    found.then_some("python3")
}

fn sdk() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/python")
}

/// A folder that does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sdk-python-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// A new bot in a folder of its own.
fn start(game: &str, purpose: &str) -> PathBuf {
    let folder = fresh(&format!("{purpose}-{game}"));
    passes(Command::new(SANDTABLE).args(["new-bot", game, "python"]).arg(&folder));
    folder
}

fn passes(command: &mut Command) -> Output {
    // What is imported from the repository leaves no compiled files there.
    let output = command.env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::null()).output().unwrap();
    let said = [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said));
    assert!(output.status.success(), "{command:?}: {}\n{}", said[0], said[1]);
    output
}
