//! `sandtable remote` as a contestant uses it, against a running arena.
#![cfg(all(feature = "remote", feature = "server"))]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;
mod coursework;

use arena_client::{Client, Served};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
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

    /// The JSON that a command prints which ends with this status.
    fn json(&self, status: i32, arguments: &[&str]) -> Value {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stdout))
        })
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

    enters_a_tournament(&served, &machine);
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

/// A tournament of an organiser, from the list to the table.
fn enters_a_tournament(served: &Served, machine: &Machine) {
    assert!(machine.said(&["remote", "tournament"]).contains("there are no tournaments"));
    let root = served.first_administrator("root").token();
    let body = json!({ "name": "Cup", "game": "fc18", "format": "round-robin", "blocks": 1, "maps": [] });
    let made = root.send("POST", "/api/v1/tournaments", &body);
    assert_eq!(made.status, 201, "{}", made.text());
    assert!(machine.said(&["remote", "tournament"]).contains("1 Cup (fc18, round-robin): open"));
    assert!(machine.said(&["remote", "enter", "1", "my-bot"]).contains("my-bot version 1 has entered Cup"));
    let said = machine.said(&["remote", "tournament", "1"]);
    assert!(said.contains("my-bot (ann)") && said.contains("1 entered, nothing played so far"), "{said}");
    let (status, why) = machine.refused(&["remote", "enter", "1", "greedy"]);
    assert!(status == Some(2) && why.contains("you have no bot `greedy` of fc18"), "{why}");
    let (status, why) = machine.refused(&["remote", "enter", "7", "my-bot"]);
    assert!(status == Some(1) && why.contains("there is no tournament 7"), "{why}");
    let ladder: Value = root.get("/api/v1/games/fc18/ladder").json();
    let idle = ladder["bots"].as_array().unwrap().iter().find(|row| row["name"] == "idle").unwrap();
    let entry = json!({ "bot": idle["bot"] });
    assert_eq!(root.send("POST", "/api/v1/tournaments/1/entries", &entry).status, 204);
    assert_eq!(root.send("POST", "/api/v1/tournaments/1/start", &json!({})).status, 204);
    let (status, why) = machine.refused(&["remote", "enter", "1", "my-bot"]);
    assert!(status == Some(1) && why.contains("cannot enter any more"), "{why}");
    let end = served.until(|| {
        let now = machine.json(0, &["remote", "tournament", "1", "--json"]);
        (now["state"] == "finished").then_some(now)
    });
    assert_eq!(end["standings"]["rows"][0]["name"], "my-bot", "{end}");
    let said = machine.said(&["remote", "tournament", "1"]);
    assert!(said.contains("   1. ") && said.contains("1 of 1 blocks finished"), "{said}");
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

/// A teacher with a course and an assignment, and a student of it.
fn course(served: &Served) -> (Client, Client) {
    let root = served.first_administrator("root");
    let [teacher, student] = ["teacher", "student"].map(|name| served.sign_up(name));
    assert_eq!(root.form("/admin/users/2/role", &[("role", "organiser")]).status, 303);
    let (teacher, student) = (teacher.token(), student.token());
    let made = |path: &str, body: &Value| {
        let made = teacher.send("POST", path, body);
        assert_eq!(made.status, 201, "{}", made.text());
        made.json::<Value>()
    };
    made("/api/v1/courses", &json!({ "name": "Programming 1" }));
    let read = teacher.request("PUT", "/api/v1/courses/1/roster", &[], coursework::roster(2).as_bytes());
    assert_eq!(read.status, 204, "{}", read.text());
    let links = made("/api/v1/courses/1/links", &json!({}));
    let link = json!({ "link": links[0]["link"] });
    assert_eq!(student.send("POST", "/api/v1/join", &link).status, 200);
    let policy = coursework::POLICY;
    let body = json!({ "title": "Tornadoes", "game": "goblins", "stage": 4, "policy": policy });
    made("/api/v1/courses/1/assignments", &body);
    for (which, cases) in [("cases", [("first", 1)]), ("hidden-cases", [("secret", 4)])] {
        let path = format!("/api/v1/assignments/1/{which}");
        assert_eq!(teacher.request("PUT", &path, &[], &coursework::cases(&cases)).status, 204);
    }
    (teacher, student)
}

#[test]
fn a_term_from_the_command_line() {
    let served = Served::start("term");
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        return;
    }
    let (teacher, student) = course(&served);
    let [mine, theirs] = [("term-student", &student), ("term-teacher", &teacher)].map(|(name, who)| {
        let machine = Machine::new(name);
        assert!(machine.login(&served.address(), who.bearer().unwrap()).status.success());
        machine
    });
    let list = mine.said(&["remote", "marks"]);
    assert!(list.contains("Programming 1 (student)") && list.contains("nothing handed in"), "{list}");
    assert!(mine.said(&["remote", "marks", "1"]).contains("sandtable remote submit 1 FILE"));

    // A program with a mistake, as a folder; then one that is right, as a file.
    fs::create_dir(mine.home.join("homework")).unwrap();
    fs::write(mine.home.join("homework/main.cpp"), coursework::wrong()).unwrap();
    let said = mine.said(&["remote", "submit", "1", "homework"]);
    assert!(said.contains("Wrong answer") && said.contains("/submissions/1"), "{said}");
    assert!(!said.contains("secret"), "hidden cases have no name: {said}");
    fs::write(mine.home.join("main.cpp"), coursework::RIGHT).unwrap();
    let sent = mine.json(0, &["remote", "submit", "1", "main.cpp", "--no-wait", "--json"]);
    assert!(["waiting", "grading", "graded"].contains(&sent["state"].as_str().unwrap()), "{sent}");
    let best = served.until(|| {
        let own = mine.json(0, &["remote", "marks", "1", "--json"]);
        (own[0]["state"] == "graded").then(|| own[0]["feedback"].clone())
    });
    assert_eq!(best["points"], best["out_of"], "{best}");
    let points = best["points"].as_f64().unwrap();
    let list = mine.said(&["remote", "marks"]);
    assert!(list.contains(&format!("{points} of {points} points")), "{list}");
    fs::write(mine.home.join("none.cpp"), "int main() { return }").unwrap();
    let none = mine.json(1, &["remote", "submit", "1", "none.cpp", "--json"]);
    assert_ne!(none["feedback"]["stages"][0]["not_built"], Value::Null, "{none}");
    let (status, _) = mine.refused(&["remote", "submit", "1", "none.cpp"]);
    assert_eq!(status, Some(1), "what cannot be built is no success");

    // The teacher has the marks; the student has not.
    let csv = theirs.said(&["remote", "marks", "1"]);
    assert_eq!(csv, teacher.get("/api/v1/assignments/1/marks").text());
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let class = theirs.json(0, &["remote", "marks", "1", "--json"]);
    assert_eq!(class.as_array().unwrap().len(), 1, "{class}");
    let (status, why) = theirs.refused(&["remote", "submit", "1", "/dev/null"]);
    assert!(status == Some(1) && why.contains("students of the course hand in"), "{why}");
    what_is_refused_is_said(&mine, &teacher);
    assert_eq!(served.stop().code(), Some(0));
}

/// One sentence and the documented status for everything that goes wrong.
fn what_is_refused_is_said(mine: &Machine, teacher: &Client) {
    let submit = |number: &str, file: &str| mine.refused(&["remote", "submit", number, file]);
    for (number, file, wanted, said) in [
        ("7", "main.cpp", 1, "there is no assignment 7"),
        ("x", "main.cpp", 2, "'x'"),
        ("1", "no-such-file", 2, "no-such-file"),
        ("1", "large.cpp", 1, "too large"),
        ("1", "larger.cpp", 2, "larger.cpp"),
        ("1", "empty.cpp", 1, "there is nothing in it"),
        ("1", "words.txt", 1, "a .cpp file, a zip file or a folder"),
    ] {
        let bytes = match file {
            "large.cpp" => Some(vec![b' '; 9 << 20]),
            "larger.cpp" => Some(vec![b' '; 33 << 20]),
            "empty.cpp" => Some(Vec::new()),
            "words.txt" => Some(b"words".to_vec()),
            _ => None,
        };
        if let Some(bytes) = bytes {
            fs::write(mine.home.join(file), bytes).unwrap();
        }
        let (status, why) = submit(number, file);
        assert!(status == Some(wanted) && why.contains(said), "{file}: {status:?} {why}");
    }
    let (status, why) = mine.refused(&["remote", "marks", "7"]);
    assert!(status == Some(2) && why.contains("no course with assignment 7"), "{why}");
    let policy = format!("{}[deadline]\nat = 2020-01-01T00:00:00Z\n", coursework::POLICY);
    let body = json!({ "title": "Tornadoes", "policy": policy });
    assert_eq!(teacher.send("PUT", "/api/v1/assignments/1", &body).status, 204);
    let (status, why) = submit("1", "main.cpp");
    assert!(status == Some(1) && why.contains("the deadline was 2020-01-01 00:00 UTC"), "{why}");
    assert_eq!(why.lines().count(), 1, "{why}");
    let elsewhere = |arena: &str, token: &str| {
        let mut command = mine.command(&["remote", "marks", "--json"]);
        command.env("SANDTABLE_ARENA", arena).env("SANDTABLE_TOKEN", token);
        let output = command.output().unwrap();
        assert!(output.stdout.is_empty(), "nothing that a script could take for an answer");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, why) = elsewhere("http://127.0.0.1:1", "ab");
    assert!(status == Some(1) && why.contains("does not answer"), "{why}");
    let old = old_arena();
    let (status, why) = elsewhere(&old, "ab");
    assert!(status == Some(1) && why.contains("it may be older than this program"), "{why}");
}

/// Something that answers as an arena does which knows no courses.
fn old_arena() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        let problem = "{\"title\":\"Not Found\",\"status\":404,\"detail\":\"there is no such thing here\"}";
        let head = "HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json";
        let _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{problem}", problem.len());
    });
    address
}
