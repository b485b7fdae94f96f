//! The C++ SDK and the bots to start from, with real compilers and in real matches.

#![allow(clippy::print_stdout, reason = "a skipped test says why")]

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// The games, with whom a start plays against.
const GAMES: [(&str, &[&str]); 4] =
    [("breach", &[]), ("goblins", &[]), ("deepblue", &["random"]), ("fc18", &["random", "random", "random"])];

const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

#[test]
fn the_starts_pass_their_own_tests() {
    if !has("g++") {
        return;
    }
    for (game, _) in GAMES {
        let folder = start(game, "tested");
        // As `new-bot` tells to.
        let words = "g++ -std=c++17 -I. test.cpp -o test && ./test";
        passes(Command::new("sh").args(["-c", words]).current_dir(&folder));
    }
}

#[test]
fn the_starts_beat_random() {
    if !has("g++") {
        return;
    }
    for (game, opponents) in GAMES {
        let folder = start(game, "played");
        let result = play(game, &folder, opponents, &[]);
        assert_eq!(result["outcome"][0]["place"], 1, "{game}: {result}");
        assert_eq!(result["seats"][0]["faults"], Value::Array(Vec::new()), "{game}: {result}");
    }
}

#[test]
fn the_headers_do_what_they_say() {
    if !has("g++") {
        return;
    }
    let folder = fresh("units");
    samples(&folder);
    let units = compiled("g++", &["-std=c++17", "-D_GLIBCXX_ASSERTIONS"], "units", &folder);
    passes(Command::new(units).arg(&folder));
}

#[test]
fn no_compiler_complains() {
    for compiler in ["g++", "clang++"] {
        for standard in ["-std=c++17", "-std=c++20", "-std=c++2b"] {
            if has(compiler) {
                let mut check = compiler_call(compiler, &[standard, "-fsyntax-only"]);
                passes(check.arg(sdk().join("tests/units.cpp")));
            }
        }
    }
}

#[test]
fn the_bot_in_the_book_plays() {
    if !has("g++") {
        return;
    }
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/sdk/cpp.md");
    let chapter = fs::read_to_string(chapter).unwrap();
    let (_, rest) = chapter.split_once("```cpp\n").unwrap();
    let (bot, _) = rest.split_once("```").unwrap();
    let folder = fresh("book");
    let (source, program) = (folder.join("bot.cpp"), folder.join("bot"));
    fs::write(&source, bot).unwrap();
    passes(compiler_call("g++", &["-std=c++17"]).arg(source).arg("-o").arg(&program));
    let result = play("goblins", &program, &[], &["--map", "first-spell"]);
    assert_eq!(result["outcome"][0]["place"], 1, "{result}");
    assert_eq!(result["seats"][0]["faults"], Value::Array(Vec::new()), "{result}");
}

#[test]
fn whatever_comes_the_conversation_ends() {
    if !has("g++") {
        return;
    }
    let folder = fresh("mutations");
    let bot = start("fc18", "recorded");
    let record = folder.join("record").display().to_string();
    play("fc18", &bot, &["random", "random", "random"], &["--record", &record]);
    let messages = fs::read_to_string(folder.join("record/game-00001/seat-0/input.jsonl")).unwrap();
    // A start, some turns and the end: enough, and not so much that a change in one place never
    // meets another.
    let lines: Vec<&str> = messages.lines().collect();
    let (beginning, end) = (&lines[..5], lines[lines.len() - 1]);
    let file = folder.join("messages.jsonl");
    fs::write(&file, format!("{}\n{end}\n", beginning.join("\n"))).unwrap();
    let sanitized = ["-std=c++17", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = compiled("g++", &sanitized, "mutations", &folder);
    for seed in ["1", "2"] {
        let output = passes(Command::new(&program).arg(&file).args([seed, "500"]));
        println!("seed {seed}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// What a bot is sent, what it writes and what becomes of it.
struct Talk<'a> {
    about: &'a str,
    messages: Vec<Value>,
    replies: &'a [Value],
    status: i32,
    /// A part of what it says on standard error.
    says: &'a str,
}

#[test]
fn the_runtime_keeps_to_the_protocol() {
    if !has("g++") {
        return;
    }
    let folder = fresh("talks");
    samples(&folder);
    let talker = compiled("g++", &["-std=c++17"], "talker", &folder);
    let sample = fs::read_to_string(folder.join("goblins.jsonl")).unwrap();
    let opening: Vec<Value> = sample.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for talk in talks(&opening[0], &opening[1]) {
        hold(&talk, &talker, &folder);
    }
    let noise = folder.join("noise");
    fs::write(&noise, b"\n{\"type\": \"start\xff\x00\n").unwrap();
    let output = Command::new(&talker).stdin(File::open(&noise).unwrap()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("a message that cannot be read: not JSON after byte"), "{said}");
}

fn talks(start: &Value, turn: &Value) -> Vec<Talk<'static>> {
    let begun = [start.clone(), turn.clone()];
    let with = |more: &[Value]| [&begun[..], more].concat();
    let changed = |message: &Value, pointer: &str, value: Value| {
        let mut message = message.clone();
        *message.pointer_mut(pointer).unwrap() = value;
        message
    };
    let answers = json!({"type": "answers", "turn": 1, "answers": ["done", {"refused": "no wind"}], "view": turn["view"], "new": 1});
    let end = json!({"type": "end", "outcome": [{"place": 2, "score": -1, "new": []}], "answers": []});
    let first: Value = json!({"turn": 1, "orders": [{"order": "step", "direction": "up"}, {"order": "tornado"}],
        "note": "3 units, 0 deaths\n", "events": true, "more": true});
    let second: Value = json!({"turn": 1, "orders": [{"order": "fireball", "direction": "left"}],
        "note": "seat 0 of 1: accepted refused, no wind"});
    let first = changed(
        &first,
        "/note",
        json!(format!("{} units, 0 deaths\n", turn["view"]["units"].as_array().unwrap().len())),
    );
    let both: &'static [Value] = vec![first.clone(), second].leak();
    let one: &'static [Value] = &both[..1];
    let twice: &'static [Value] = vec![first.clone(), changed(&first, "/turn", json!(2))].leak();
    let mut unknown = turn.clone();
    unknown["new"] = json!({"field": [1, 2]});
    unknown["view"]["new"] = json!("field");
    unknown["view"]["units"][0].as_array_mut().unwrap().push(json!("new column"));
    vec![
        Talk {
            about: "a game",
            messages: with(&[answers.clone(), end.clone()]),
            replies: both,
            status: 0,
            says: "place 2",
        },
        Talk { about: "nothing", messages: Vec::new(), replies: &[], status: 0, says: "" },
        Talk {
            about: "what is new",
            messages: vec![
                json!({"type": "greeting", "turn": "x"}),
                start.clone(),
                unknown,
                json!({"type": "weather"}),
                answers,
                end.clone(),
            ],
            replies: both,
            status: 0,
            says: "place 2",
        },
        Talk {
            about: "input that stops",
            messages: with(&[]),
            replies: one,
            status: 0,
            says: "printed with printf",
        },
        Talk {
            about: "an end in place of answers",
            messages: with(&[end]),
            replies: one,
            status: 0,
            says: "place 2",
        },
        Talk {
            about: "a turn in place of answers",
            messages: with(&[changed(turn, "/turn", json!(2))]),
            replies: twice,
            status: 0,
            says: "",
        },
        Talk {
            about: "a player that fails",
            messages: vec![start.clone(), changed(turn, "/turn", json!(13))],
            replies: &[],
            status: 1,
            says: "sandtable: the player failed in turn 13: thirteen is too much\n",
        },
        Talk {
            about: "another game",
            messages: vec![changed(start, "/game", json!("fc18"))],
            replies: &[],
            status: 1,
            says: "sandtable: this bot plays goblins, not fc18\n",
        },
        Talk {
            about: "another version of the protocol",
            messages: vec![changed(start, "/protocol", json!(1))],
            replies: &[],
            status: 1,
            says: "sandtable: the match speaks version 1 of the bot protocol, and this bot's SDK version 2: `sandtable new-bot` writes the SDK that fits\n",
        },
        Talk {
            about: "a turn without a start",
            messages: vec![turn.clone()],
            replies: &[],
            status: 1,
            says: "sandtable: a message `turn` came before the message `start`\n",
        },
        Talk {
            about: "a value of the wrong kind",
            messages: vec![start.clone(), changed(turn, "/view/units/0/0/1", json!("x"))],
            replies: &[],
            status: 1,
            says: "sandtable: in the message `turn`: view.units[0].cell.col: a whole number was expected, not a text\n",
        },
        Talk {
            about: "a field that is missing",
            messages: vec![start.clone(), changed(turn, "/view", json!({}))],
            replies: &[],
            status: 1,
            says: "sandtable: in the message `turn`: view.stage: missing; a whole number was expected\n",
        },
    ]
}

fn hold(talk: &Talk<'_>, program: &Path, folder: &Path) {
    let input = folder.join("input.jsonl");
    let lines: String = talk.messages.iter().map(|message| format!("{message}\n")).collect();
    fs::write(&input, lines).unwrap();
    let output = Command::new(program).stdin(File::open(&input).unwrap()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let written = String::from_utf8(output.stdout).unwrap();
    let replies: Vec<Value> = written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(replies, talk.replies, "{}: {said}", talk.about);
    assert_eq!(output.status.code(), Some(talk.status), "{}: {said}", talk.about);
    assert!(said.contains(talk.says), "{}: {said}", talk.about);
}

/// The result of one game of a bot against others.
fn play(game: &str, bot: &Path, opponents: &[&str], options: &[&str]) -> Value {
    let mut command = Command::new(SANDTABLE);
    command.arg("match").arg(game).arg(bot).args(opponents).args(options).args(["--seed", "1", "--json"]);
    let result: Value = serde_json::from_slice(&passes(&mut command).stdout).unwrap();
    result["games"][0].clone()
}

/// The beginning of every game, as GAME.jsonl in a folder.
fn samples(folder: &Path) {
    for (game, _) in GAMES {
        fs::copy(start(game, "sample").join("sample.jsonl"), folder.join(format!("{game}.jsonl"))).unwrap();
    }
}

/// A new bot, in a folder of its own.
fn start(game: &str, purpose: &str) -> PathBuf {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let folder = fresh(&format!("{test}-{purpose}-{game}"));
    fs::remove_dir(&folder).unwrap();
    passes(Command::new(SANDTABLE).args([
        OsStr::new("new-bot"),
        game.as_ref(),
        "cpp".as_ref(),
        folder.as_ref(),
    ]));
    folder
}

/// A test program of the SDK.
fn compiled(compiler: &str, options: &[&str], name: &str, folder: &Path) -> PathBuf {
    let program = folder.join(name);
    let source = sdk().join("tests").join(format!("{name}.cpp"));
    passes(compiler_call(compiler, options).arg(source).arg("-o").arg(&program));
    program
}

fn compiler_call(compiler: &str, options: &[&str]) -> Command {
    let mut command = Command::new(compiler);
    command.args(options).args(WARNINGS).arg("-I").arg(sdk());
    command
}

fn sdk() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/cpp/modern")
}

/// Whether there is such a compiler; if not, what the test asks for is skipped.
fn has(compiler: &str) -> bool {
    let found = Command::new(compiler).arg("--version").output().is_ok();
    if !found {
        println!("skipped: there is no {compiler}");
    }
    found
}

/// An empty folder of the test's own.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sdk-cpp-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn passes(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{said}{told}", output.status);
    output
}
