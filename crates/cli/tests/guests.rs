//! A program of the old deepblue contest takes a seat over TCP: a real client process, a real
//! match.

use serde_json::Value;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// A folder of the test's own, empty, with a map of eight short rounds.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guests-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    let duel = deepblue::ENTRY.maps().iter().find(|(name, _)| *name == "duel").unwrap().1;
    let short = duel.replace("\"max_round\":200", "\"max_round\":8");
    let quick = short.replace("\"time_per_round\":1.0", "\"time_per_round\":0.5");
    assert!(quick != short && short != duel, "the map is written otherwise than this test believes");
    fs::write(path.join("short.map"), quick).unwrap();
    path
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn client(port: u16) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/wire_client.py");
    let mut client = Command::new("python3");
    client.arg(script).args(["127.0.0.1", &port.to_string()]);
    client.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(SANDTABLE).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_client_of_the_contest_plays_a_match_over_tcp() {
    let folder = folder("plays");
    let port = free_port();
    let seat = format!("tcp:{port}");
    let client = client(port);
    let words = ["match", "deepblue", &seat, "greedy", "--map", "short.map", "--seed", "3"];
    let played = run(&folder, &[&words[..], &["--replay", "r.jsonl"]].concat());
    assert!(played.status.success(), "{}", text(&played.stderr));
    let promise = "neither contained nor charged CPU time";
    assert!(text(&played.stderr).contains(promise), "before: {}", text(&played.stderr));
    assert!(text(&played.stdout).contains(promise), "after: {}", text(&played.stdout));

    let client = client.wait_with_output().unwrap();
    assert!(client.status.success());
    let saw: Value = serde_json::from_slice(&client.stdout).unwrap();
    assert_eq!(saw["rounds"], Value::from((0..=8).collect::<Vec<_>>()), "every round, and how it ended");
    assert_eq!((&saw["team"], &saw["round_limit"], &saw["width"]), (&0.into(), &8.into(), &24.into()));
    assert!(saw["elements"].as_u64().unwrap() > 2, "{saw}");

    let verified = run(&folder, &["replay", "verify", "r.jsonl"]);
    assert!(verified.status.success(), "{}", text(&verified.stdout));
    let replay = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    let lines: Vec<Value> = replay.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["measured"]["uncontained"], Value::from(vec![seat]));
    let moves = lines.iter().filter_map(|line| line["moves"].as_array()).map(|moves| &moves[0]);
    let accepted = moves.flat_map(|step| step["answers"].as_array().unwrap());
    assert!(accepted.filter(|answer| **answer == "done").count() > 2, "its orders arrive: {replay}");
}

#[test]
fn a_client_plays_on_from_an_old_game() {
    let folder = folder("branch");
    let words = ["match", "deepblue", "idle", "greedy", "--map", "short.map", "--replay", "old.jsonl"];
    assert!(run(&folder, &words).status.success());
    let port = free_port();
    let seat = format!("tcp:{port}");
    let client = client(port);
    let words = ["replay", "branch", "old.jsonl", "--at", "6", &seat, "greedy", "--replay", "new.jsonl"];
    let played = run(&folder, &words);
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert!(text(&played.stderr).contains("rounds go by wall time"), "{}", text(&played.stderr));
    assert!(client.wait_with_output().unwrap().status.success());
    let replay = fs::read_to_string(folder.join("new.jsonl")).unwrap();
    let header: Value = serde_json::from_str(replay.lines().next().unwrap()).unwrap();
    assert!(header["clock"].as_str().unwrap().ends_with(",rounds"), "{header}");
    assert!(run(&folder, &["replay", "verify", "new.jsonl"]).status.success());
}

#[test]
fn a_client_that_leaves_costs_its_own_seat_only() {
    let folder = folder("leaves");
    let port = free_port();
    let seat = format!("tcp:{port}");
    // It says its name, and goes as soon as it has been told about the map.
    let script = "import socket, os, sys\nwhile True:\n  try: s = socket.create_connection(('127.0.0.1', int(sys.argv[1]))); break\n  except ConnectionRefusedError: os.sched_yield()\ns.sendall(b'x\\n'); s.recv(1)";
    let mut client = Command::new("python3").args(["-c", script, &port.to_string()]).spawn().unwrap();
    let words = ["match", "deepblue", &seat, "greedy", "--map", "short.map", "--seed", "3", "--json"];
    let played = run(&folder, &[&words[..], &["--replay", "r.jsonl"]].concat());
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert!(client.wait().unwrap().success());
    let result: Value = serde_json::from_slice(&played.stdout).unwrap();
    let game = &result["games"][0];
    assert_eq!(game["seats"][0]["faults"][0]["what"], "its connection is gone", "{game}");
    assert_eq!((&game["seats"][0]["out"], &game["seats"][1]["out"]), (&true.into(), &false.into()));
    assert_eq!(game["turns"], 8);
    assert_eq!(result["uncontained"], Value::from(vec![seat]));
    assert!(run(&folder, &["replay", "verify", "r.jsonl"]).status.success());
}

#[test]
fn a_port_that_is_taken_is_said_to_be_so() {
    let folder = folder("taken");
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let seat = format!("tcp:{}", other.local_addr().unwrap().port());
    let played = run(&folder, &["match", "deepblue", &seat, "idle", "--map", "short.map"]);
    assert_eq!(played.status.code(), Some(1));
    let said = text(&played.stderr);
    assert!(said.contains("could not be started: port") && said.contains("in use"), "{said}");
}
