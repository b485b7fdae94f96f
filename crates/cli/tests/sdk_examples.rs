//! The small bots of the SDKs: the same in every language, so they play the same games, order for
//! order.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

const GAMES: [(&str, &[&str]); 4] =
    [("breach", &[]), ("goblins", &[]), ("deepblue", &["random"]), ("fc18", &["random"; 3])];

fn sdk() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk")).unwrap()
}

/// A folder of this test's own.
fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sdk-examples").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn succeed(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Whether this machine has a tool; said if not.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        println!("skipped: {tool} is not installed");
    }
    found
}

/// Makes the bot of a game in a folder, and says which program it is.
type Maker = fn(&str, &Path) -> PathBuf;

/// The bot in Python, with the package beside it.
fn python(game: &str, folder: &Path) -> PathBuf {
    let package = folder.join("sandtable_bot");
    fs::create_dir_all(&package).unwrap();
    for entry in fs::read_dir(sdk().join("python/sandtable_bot")).unwrap().flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), package.join(entry.file_name())).unwrap();
        }
    }
    // A program called like a module of the package would be taken for it.
    fs::copy(sdk().join(format!("python/examples/{game}.py")), folder.join("bot.py")).unwrap();
    folder.join("bot.py")
}

fn cpp(game: &str, folder: &Path) -> PathBuf {
    let program = folder.join("cpp-bot");
    let source = sdk().join(format!("cpp/modern/examples/{game}.cpp"));
    let flags = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"];
    let mut compiler = Command::new("g++");
    compiler.args(flags).arg(sdk().join("cpp/modern")).arg(source).arg("-o").arg(&program);
    succeed(&mut compiler);
    program
}

fn rust(game: &str, folder: &Path) -> PathBuf {
    let (library, program) = (folder.join("libsandtable_bot.rlib"), folder.join("rust-bot"));
    let rustc = || {
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition", "2021", "-D", "warnings"]);
        compiler
    };
    let kind = ["--crate-type", "rlib", "--crate-name", "sandtable_bot"];
    succeed(rustc().args(kind).arg(sdk().join("rust/src/lib.rs")).arg("-o").arg(&library));
    let source = sdk().join(format!("rust/examples/{game}.rs"));
    let library = format!("sandtable_bot={}", library.display());
    succeed(rustc().args(["--extern", &library]).arg(source).arg("-o").arg(&program));
    program
}

/// All turns of a match: who ordered what, and what was answered.
fn turns(game: &str, bot: &Path, others: &[&str]) -> Vec<Value> {
    let replay = bot.with_extension("jsonl");
    let mut command = Command::new(SANDTABLE);
    command.args(["match", game]).arg(bot).args(others).args(["--seed", "5", "--canonical", "--replay"]);
    succeed(command.arg(&replay));
    let text = fs::read_to_string(&replay).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|mut line| line.get_mut("moves").map(Value::take)).collect()
}

#[test]
fn one_bot_plays_the_same_in_every_language() {
    let make: [(&str, Maker); 3] = [("python3", python), ("g++", cpp), ("rustc", rust)];
    let languages: Vec<_> = make.into_iter().filter(|(tool, _)| has(tool)).collect();
    for (game, others) in GAMES {
        let folder = place(game);
        let played: Vec<_> =
            languages.iter().map(|(_, make)| turns(game, &make(game, &folder), others)).collect();
        for (turns, (tool, _)) in played.iter().zip(&languages).skip(1) {
            assert!(*turns == played[0], "{game}: {tool} and {} play differently", languages[0].0);
        }
    }
}
