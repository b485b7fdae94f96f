//! Compiling programs of the old contests and playing with them, message by message.
#![allow(dead_code, reason = "each test uses its part")]

use game::{DynGame, Seat, Viewer};
use sdk::{Attempt, Build, Compiler, Kit, Options, Sources};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A program of this crate's collection.
pub(crate) fn source(game: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(game).join(name)
}

/// The compilers of this machine.
pub(crate) fn compilers() -> &'static [(Compiler, &'static str)] {
    static FOUND: OnceLock<Vec<(Compiler, &'static str)>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let works = |name: &str| Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok();
        let all = [(Compiler::Gcc, "g++"), (Compiler::Clang, "clang++")];
        let found: Vec<_> = all.into_iter().filter(|(_, name)| works(name)).collect();
        if found.is_empty() {
            say("skipped: there is no C++ compiler on this machine");
        }
        found
    })
}

#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn say(text: &str) {
    println!("{text}");
}

/// A new, empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{number}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What came of the compiler calls for a player.
pub(crate) struct Compiled {
    pub(crate) folder: PathBuf,
    pub(crate) build: Build,
    /// Which attempt worked; none if all failed.
    pub(crate) attempt: Option<usize>,
    /// What the compiler said at the first attempt.
    pub(crate) messages: String,
}

impl Compiled {
    pub(crate) fn program(&self) -> PathBuf {
        assert!(self.attempt.is_some(), "{}", self.messages);
        self.folder.join(Build::PROGRAM)
    }
}

/// Compiles a player, as a match would but for the sandbox. Each only once: most of the time of
/// these tests is the compiler's.
pub(crate) fn compile(game: &str, rules: &str, path: &Path, options: &Options) -> Option<Arc<Compiled>> {
    static DONE: Mutex<BTreeMap<String, Arc<Compiled>>> = Mutex::new(BTreeMap::new());
    let compiler = *compilers().first()?;
    let key = format!("{game} {rules} {} {options:?}", path.display());
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    let compiled =
        done.entry(key).or_insert_with(|| Arc::new(compile_with(compiler, game, rules, path, options)));
    Some(Arc::clone(compiled))
}

/// Whether a compiler takes a player's sources, without making a program of them.
pub(crate) fn check_syntax(
    (compiler, name): (Compiler, &str),
    game: &str,
    path: &Path,
    options: &Options,
) -> Result<(), String> {
    let (folder, build) = lay_out(compiler, game, "", path, options);
    let output = Command::new(name)
        .args(build.attempts[0].arguments_to_look(&folder))
        .current_dir(&folder)
        .output()
        .unwrap();
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Compiles with everything that makes a program fast to compile and slow to run.
pub(crate) fn compile_with(
    compiler: (Compiler, &str),
    game: &str,
    rules: &str,
    path: &Path,
    options: &Options,
) -> Compiled {
    // The compiler's last option about speed counts.
    compile_adding(&["-O0"], compiler, game, rules, path, options)
}

/// Compiles as a match does.
pub(crate) fn compile_fast(
    compiler: (Compiler, &str),
    game: &str,
    rules: &str,
    path: &Path,
    options: &Options,
) -> Compiled {
    compile_adding(&[], compiler, game, rules, path, options)
}

fn compile_adding(
    more: &[&str],
    (compiler, name): (Compiler, &str),
    game: &str,
    rules: &str,
    path: &Path,
    options: &Options,
) -> Compiled {
    let (folder, build) = lay_out(compiler, game, rules, path, options);
    let mut messages = None;
    let worked = |attempt: &Attempt| {
        let mut command = Command::new(name);
        let output =
            command.args(attempt.arguments(&folder)).args(more).current_dir(&folder).output().unwrap();
        messages.get_or_insert(String::from_utf8_lossy(&output.stderr).into_owned());
        output.status.success()
    };
    let attempt = build.attempts.iter().position(worked);
    Compiled { folder, build, attempt, messages: messages.unwrap_or_default() }
}

/// A folder with everything that the compiler needs.
fn lay_out(compiler: Compiler, game: &str, rules: &str, path: &Path, options: &Options) -> (PathBuf, Build) {
    let kit = Kit::of(game).unwrap();
    let build = Build::new(kit, rules, compiler, Sources::read(kit, path).unwrap(), options);
    let folder = folder(game);
    for (name, contents) in &build.files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, contents).unwrap();
    }
    (folder, build)
}

/// A running player.
pub(crate) struct Player {
    process: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    log: PathBuf,
}

impl Player {
    pub(crate) fn start(program: &Path, arguments: &[String]) -> Self {
        let log = folder("log").join("stderr");
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let stdin = process.stdin.take();
        let stdout = BufReader::new(process.stdout.take().unwrap());
        Self { process, stdin, stdout, log }
    }

    /// Sends a message. A player that is gone does not matter here.
    pub(crate) fn send(&mut self, message: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        let _ = writeln!(stdin, "{message}");
    }

    /// The next line; none if the player is gone.
    pub(crate) fn reply(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        (!line.is_empty())
            .then(|| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")))
    }

    /// Closes the player's input and waits for its end: status and log.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        self.stdin = None;
        let status = self.process.wait().unwrap();
        (status, String::from_utf8_lossy(&fs::read(&self.log).unwrap()).into_owned())
    }

    /// Ends the game first, as a match does.
    pub(crate) fn end_game(mut self) -> (ExitStatus, String) {
        self.send(r#"{"type":"end","outcome":[{"place":1,"score":0},{"place":1,"score":0}],"answers":[]}"#);
        self.end()
    }

    /// What the player has written to its log so far.
    pub(crate) fn log_bytes(&self) -> Vec<u8> {
        fs::read(&self.log).unwrap()
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

/// The message before the first turn.
pub(crate) fn start_message(table: &dyn DynGame, rules: &str, seat: Seat) -> String {
    json!({
        "type": "start", "protocol": 2, "game": table.name(), "rules": rules, "seat": seat.0, "seats": table.seats(),
        "briefing": table.briefing(), "clock": {"turn_ms": 1000, "bank_ms": 60000},
    })
    .to_string()
}

/// The message that asks for a turn.
pub(crate) fn turn_message(table: &dyn DynGame, seat: Seat) -> String {
    json!({
        "type": "turn", "turn": table.turn(), "view": table.view(Viewer::Seat(seat)), "answers": ["done", {"refused": "it is \"not\" yours"}],
        "died": table.losses(seat), "time": {"turn_ms": 1000, "bank_ms": 60000},
    })
    .to_string()
}

/// The orders of a reply to a turn.
pub(crate) fn orders(reply: &Value, turn: u32) -> Vec<Value> {
    assert_eq!(reply["turn"].as_u64(), Some(turn.into()), "{reply}");
    reply["orders"].as_array().unwrap().clone()
}

/// Compares two texts and shows the first line that differs.
pub(crate) fn assert_same_text(found: &str, expected: &str) {
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "number of lines");
}
