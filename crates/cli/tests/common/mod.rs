//! What tests of the real program have in common.
#![allow(dead_code, reason = "no test needs all of it")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program, with nothing to read.
pub(crate) fn sandtable() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.stdin(Stdio::null());
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    sandtable().args(arguments).output().unwrap()
}

/// Runs a command that must end with this status; returns what it printed.
pub(crate) fn expect(status: i32, arguments: &[&str]) -> (String, String) {
    let output = run(arguments);
    let (said, complaints) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{said}{complaints}");
    (said, complaints)
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The JSON that was printed.
pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {} {}", text(&output.stdout), text(&output.stderr)))
}

/// A folder of the test's own, empty. Tests of different files may use the same name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let file = env!("CARGO_CRATE_NAME");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{file}-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
