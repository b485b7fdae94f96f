//! Contests and courses of the arena as people use them: in real browsers.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;
mod coursework;

use arena_client::Served;
use coursework::{ON_ROSTER, POLICY, RIGHT, SECRET, cases, roster, telling, unzipped, wrong, zipped};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// An arena, and the folder in which its pages' test finds what it needs and leaves what it saw.
fn arena(name: &str, long: bool) -> (Served, PathBuf) {
    let served = Served::start(name);
    let folder = served.data.with_file_name(format!("{name}-seen"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    // The first administrator's link is said when the arena starts.
    // `cargo xtask pictures` says where the book is.
    let pictures = std::env::var("SANDTABLE_PICTURES").ok();
    let told = json!({
        "address": served.address(), "welcome": served.welcome(), "long": long, "pictures": pictures
    });
    write(&folder, "arena.json", told.to_string());
    (served, folder)
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(name), bytes).unwrap();
}

fn run(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let done = Command::new(SANDTABLE).args(arguments).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    done.stdout
}

#[test]
fn a_contest() {
    contest("contest-pages", false);
}

#[test]
#[ignore = "long: eight bots are built and checked, and a tournament waits for its deadline"]
fn a_contest_of_eight() {
    contest("contest-of-eight", true);
}

fn contest(name: &str, long: bool) {
    let (served, folder) = arena(name, long);
    if let Some(why) = served.no_uploads().filter(|_| long) {
        println!("skipped: {why}");
        return;
    }
    played_at_home(&folder);
    if long {
        bots(&folder);
    }
    testing::browser::run("contest.js", &folder);
}

/// A tournament of the command line, and the table that it says.
fn played_at_home(folder: &Path) {
    let cup = "game = \"breach\"\nformat = \"round-robin\"\nblocks = 2\nmaps = [\"all\"]\nseed = 7\n\
               [entrants]\nZoe = \"greedy\"\nYan = \"random\"\nXi = \"idle\"\n";
    write(folder, "CUP.toml", cup);
    run(folder, &["tournament", "run", "CUP.toml", "-o", "cup"]);
    fs::copy(folder.join("cup/cup.sqlite"), folder.join("opened.sqlite")).unwrap();
    let status: Value =
        serde_json::from_slice(&run(folder, &["tournament", "status", "cup", "--json"])).unwrap();
    let row = |(entrant, place): (&Value, i64)| {
        let elo = entrant["rating"]["elo"].as_f64().unwrap().round() as i64;
        json!([place, entrant["name"], elo])
    };
    let rows: Vec<Value> = status["entrants"].as_array().unwrap().iter().zip(1..).map(row).collect();
    write(folder, "opened.json", json!(rows).to_string());
}

/// Two bots for each of four people: the start, with fleets of no ship to seven.
fn bots(folder: &Path) {
    const FLEET: &str = "FLEET: List[deepblue.Kind] = [";
    let list = (0..8).map(|ships| {
        let name = format!("fleet-{ships}");
        run(folder, &["new-bot", "deepblue", "python", &name]);
        let mut files = Vec::new();
        gather(&folder.join(&name), "", &mut files);
        let bot = files.iter_mut().find(|(path, _)| path == "bot.py").unwrap();
        let text = String::from_utf8(bot.1.clone()).unwrap();
        let (before, rest) = text.split_once(FLEET).unwrap();
        let (fleet, after) = rest.split_once("]\n").unwrap();
        let fleet: Vec<&str> = fleet.split(", ").take(ships).collect();
        bot.1 = format!("{before}{FLEET}{}]\n{after}", fleet.join(", ")).into_bytes();
        write(folder, &format!("{name}.zip"), zipped(&files));
        let owner = ["ann", "bob", "cleo", "dai"][ships / 2];
        json!({ "owner": owner, "bot": name, "file": format!("{name}.zip") })
    });
    let list: Vec<Value> = list.collect();
    write(folder, "bots.json", json!(list).to_string());
}

/// The files of a folder, with their paths in it.
fn gather(folder: &Path, prefix: &str, into: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => gather(&entry.path(), &format!("{name}/"), into),
            false => into.push((name, fs::read(entry.path()).unwrap())),
        }
    }
}

#[test]
fn a_course() {
    course("course-pages", false);
}

#[test]
#[ignore = "long: six programs are built and graded"]
fn a_course_with_all_that_students_hand_in() {
    course("course-of-six", true);
}

fn course(name: &str, long: bool) {
    let (served, folder) = arena(name, long);
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        return;
    }
    let in_folder = |text: &str| zipped(&[("4_task4/main.cpp".to_owned(), text.as_bytes().to_vec())]);
    write(&folder, "roster.csv", roster(ON_ROSTER));
    write(&folder, "cases.zip", cases(&[("first", 1), ("second", 6)]));
    let hidden = [format!("{SECRET}-one"), format!("{SECRET}-two")];
    write(&folder, "hidden.zip", cases(&[(&hidden[0], 4), (&hidden[1], 3)]));
    write(&folder, "handout.zip", zipped(&[("given.h".to_owned(), b"int given() { return 1; }".to_vec())]));
    write(&folder, "students.zip", in_folder(RIGHT));
    write(&folder, "wrong.zip", in_folder(&wrong()));
    write(&folder, "copy.cpp", wrong().replace("units", "people"));
    write(&folder, "no-program.cpp", "int main() { return }");
    write(&folder, "broken.zip", b"PK\x03\x04 and no more");
    let mut students = vec![
        json!({ "file": "wrong.zip", "again": "students.zip", "said": "Wrong answer" }),
        json!({ "file": "broken.zip", "said": "no readable zip file" }),
    ];
    if long {
        students.push(json!({ "file": "no-program.cpp", "said": "It could not be built:" }));
        students.push(json!({ "file": "copy.cpp", "said": "Wrong answer" }));
        students.push(json!({ "file": "students.zip", "said": "correct" }));
    }
    let mut secrets = telling();
    secrets.push(SECRET.to_owned());
    let told = json!({ "policy": POLICY, "secrets": secrets, "students": students });
    write(&folder, "course.json", told.to_string());
    testing::browser::run("course.js", &folder);
    if folder.join("class.zip").exists() {
        marks_are_those_of_the_command_line(&folder);
    }
}

/// The marks that the teacher fetched, and those that `sandtable class` makes of what else was
/// fetched.
fn marks_are_those_of_the_command_line(folder: &Path) {
    let class = folder.join("class");
    unzipped(&fs::read(folder.join("class.zip")).unwrap(), &class);
    let there = coursework::marks_of(&class);
    assert_eq!(fs::read_to_string(folder.join("marks.csv")).unwrap(), there);
}
