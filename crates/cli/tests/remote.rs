//! `sandtable remote` as a contestant uses it, against a running arena.
#![cfg(all(feature = "remote", feature = "server"))]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

#[allow(dead_code, reason = "shared with other tests of the arena")]
mod arena_client;

use arena_client::Served;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A contestant's machine: a home of its own.
struct Machine {
    home: PathBuf,
}

impl Machine {
    fn new(name: &str) -> Self {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("remote").join(name);
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).unwrap();
        Self { home }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(arguments).current_dir(&self.home).env("HOME", &self.home);
        for name in ["XDG_CONFIG_HOME", "SANDTABLE_ARENA", "SANDTABLE_TOKEN"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that succeeds; what it prints.
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that fails; its status and message.
    fn refused(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.run(arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn login(&self, arena: &str, token: &str) -> Output {
        let token_file = self.home.join("token.txt");
        fs::write(&token_file, token).unwrap();
        let mut command = self.command(&["remote", "login", arena]);
        command.stdin(fs::File::open(token_file).unwrap()).output().unwrap()
    }
}

#[test]
fn a_season_from_the_command_line() {
    let served = Served::start("season");
    let machine = Machine::new("season");
    let token = served.sign_up("ann").token();
    assert!(machine.login(&served.address(), token.bearer.as_deref().unwrap()).status.success());
    assert!(machine.said(&["remote", "status"]).contains("no bots so far"));
    assert!(machine.said(&["remote", "ladder", "fc18"]).contains("greedy"));
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        assert_eq!(served.stop().code(), Some(0));
        return;
    }
    machine.said(&["new-bot", "fc18", "python", "my-bot"]);
    let sent = machine.said(&["remote", "upload", "fc18", "my-bot"]);
    assert!(sent.contains("my-bot version 1 is ready"), "{sent}");
    let status: Value = serde_json::from_str(&machine.said(&["remote", "status", "--json"])).unwrap();
    assert_eq!(status["bots"][0]["name"], "my-bot");

    let arguments = ["remote", "challenge", "fc18", "my-bot", "idle", "random", "--blocks", "1", "--json"];
    let result: Value = serde_json::from_str(&machine.said(&arguments)).unwrap();
    let against = result["opponents"].as_array().unwrap();
    assert!(against.len() == 2 && against[0]["score"].as_f64().unwrap() > 50.0, "{result}");

    let fetch = ["remote", "replays", "fc18", "--bot", "my-bot", "--most", "2", "-o", "r/new"];
    assert!(machine.said(&fetch).contains("2 replays fetched, 0 there already"));
    assert!(machine.said(&fetch).contains("there already"));
    let mut files: Vec<_> =
        fs::read_dir(machine.home.join("r/new")).unwrap().map(|one| one.unwrap().path()).collect();
    files.sort();
    let newest = files.last().unwrap();
    machine.said(&["replay", "verify", newest.to_str().unwrap()]);
    let id = newest.file_name().unwrap().to_str().unwrap();
    let id = id.trim_start_matches("fc18-").trim_end_matches(".jsonl.zst").trim_start_matches('0');
    let watched = machine.said(&["remote", "watch", id, "--brief"]);
    assert!(watched.starts_with("fc18 on ") && watched.contains("\nThe end:"), "{watched}");

    fs::write(machine.home.join("broken.py"), "import nothing_of_that_name\n").unwrap();
    let (status, _) = machine.refused(&["remote", "upload", "fc18", "broken.py"]);
    assert_eq!(status, Some(1), "a bot that cannot play is no success");
    assert_eq!(served.stop().code(), Some(0));
}

#[test]
fn wrong_usage_and_strangers_are_told_apart() {
    let served = Served::start("strangers");
    let machine = Machine::new("strangers");
    let (status, why) = machine.refused(&["remote", "status"]);
    assert!(status == Some(2) && why.contains("remote login"), "{why}");
    let login = |arena: &str, token: &str| {
        let output = machine.login(arena, token);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, why) = login("arena.example", "ab");
    assert!(status == Some(2) && why.contains("no address"), "{why}");
    let (status, why) = login(&served.address(), "");
    assert!(status == Some(2) && why.contains("no token"), "{why}");
    let (status, why) = login(&served.address(), &"ab".repeat(32));
    assert!(status == Some(1) && why.contains("does not know this token"), "{why}");
    let (status, why) = login("http://127.0.0.1:1", "ab");
    assert!(status == Some(1) && why.contains("does not answer"), "{why}");
    assert!(!machine.home.join(".config/sandtable/arena.json").exists(), "nothing of that is kept");

    let token = served.sign_up("ann").token();
    assert!(machine.login(&served.address(), token.bearer.as_deref().unwrap()).status.success());
    let (status, why) = machine.refused(&["remote", "upload", "fc18", "nothing-here"]);
    assert!(status == Some(2) && why.contains("nothing-here"), "{why}");
    let (status, why) = machine.refused(&["remote", "challenge", "fc18", "not-mine", "greedy"]);
    assert!(status == Some(2) && why.contains("you have no bot `not-mine`"), "{why}");
    let (status, why) = machine.refused(&["remote", "watch", "999999"]);
    assert!(status == Some(1) && why.contains("404"), "{why}");
    assert!(machine.said(&["remote", "logout"]).contains("removed"));
    assert!(machine.said(&["remote", "logout"]).contains("no login"));
    assert_eq!(served.stop().code(), Some(0));
}
