//! Replays that were changed, cut, forged or are none at all, in the hands of the real program.

use game::replay::{End, Header, Turn, Writer};
use game::{JsonText, Outcome, Seats, Standing};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(words).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the program and expects this exit status; returns what it wrote to both outputs.
fn expect(status: i32, words: &[&str]) -> (String, String) {
    let output = run(words);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{words:?}\n{out}{err}");
    (out, err)
}

/// A folder of the test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replays-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A replay on disk that can be changed.
struct Kept {
    path: String,
    lines: Vec<Value>,
}

/// Something done to a replay's lines.
type Change<'a> = &'a dyn Fn(&mut Vec<Value>);

impl Kept {
    fn play(folder: &Path, words: &[&str]) -> Self {
        let path = shown(&folder.join(format!("{}.jsonl", words[0])));
        expect(0, &[&["match"], words, &["--seed", "2", "--replay", &path]].concat());
        let lines = fs::read_to_string(&path).unwrap();
        Self { path, lines: lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect() }
    }

    /// Writes the replay with a change.
    fn change(&self, change: impl FnOnce(&mut Vec<Value>)) {
        let mut lines = self.lines.clone();
        change(&mut lines);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&self.path, text).unwrap();
    }

    /// Writes a replay of the first so many turns whose checks are right, as anybody can.
    fn forge(&self, header: &Value, turns: usize, standings: &[Standing], stopped: bool) {
        let header: Header = serde_json::from_value(header.clone()).unwrap();
        let (mut writer, first) = Writer::new(&header, true);
        let mut lines = vec![first];
        for turn in &self.lines[1..=turns] {
            let turn: Turn = serde_json::from_value(turn.clone()).unwrap();
            lines.push(writer.turn(turn));
        }
        lines.push(writer.end(&Outcome::new(standings), stopped, Seats::NONE, JsonText::default()));
        fs::write(&self.path, lines.join("\n") + "\n").unwrap();
    }

    fn end(&self) -> End {
        serde_json::from_value(self.lines.last().unwrap().clone()).unwrap()
    }
}

const DEEPBLUE: &[&str] = &["deepblue", "random", "idle", "--map", "duel"];
const BREACH: &[&str] = &["breach", "random", "--map", "harbour"];

#[test]
fn the_canonical_form_keeps_what_was_written() {
    let folder = folder("canonical");
    let replay = Kept::play(&folder, BREACH);
    let (canonical, _) = expect(0, &["replay", "show", &replay.path, "--canonical"]);
    let other = shown(&folder.join("canonical.jsonl"));
    expect(0, &[&["match"], BREACH, &["--seed", "2", "--canonical", "--replay", &other]].concat());
    assert_eq!(canonical, fs::read_to_string(&other).unwrap());

    replay.change(|lines| lines[1]["moves"][0]["note"] = "it was not me".into());
    let (changed, said) = expect(1, &["replay", "show", &replay.path, "--canonical"]);
    assert!(said.contains("turn 1: something up to here was changed"), "{said}");
    fs::write(&other, changed).unwrap();
    expect(1, &["replay", "verify", &other]);

    replay.change(|lines| lines.last_mut().unwrap()["turns"] = 1.into());
    let (changed, said) = expect(1, &["replay", "show", &replay.path, "--canonical"]);
    assert!(
        changed
            .trim_end()
            .ends_with(&format!("\"turns\":1,\"check\":{}}}", replay.lines.last().unwrap()["check"]))
    );
    assert!(said.contains("at the end: "), "{said}");
}

#[test]
fn a_header_with_another_number_of_seats_is_refused_by_every_command() {
    let folder = folder("seats");
    let replay = Kept::play(&folder, DEEPBLUE);
    let (path, out) = (&replay.path[..], &shown(&folder.join("out"))[..]);
    for seats in [json!([]), json!([{"name": "one", "bot": 0}])] {
        replay.change(|lines| lines[0]["seats"] = seats.clone());
        let message = format!(
            "the game is for 2; the header says who sat in {} seats",
            seats.as_array().unwrap().len()
        );
        let commands: [&[&str]; 6] = [
            &["show", path, "--seat", "0"],
            &["show", path, "--canonical"],
            &["html", path, "-o", out],
            &["export", path, "--format", "battle", "-o", out],
            &["branch", path, "--at", "1", "idle"],
            &["verify", path],
        ];
        for words in commands {
            let (printed, said) = expect(1, &[&["replay"], words].concat());
            assert_eq!((printed + &said).matches(&message).count(), 1, "{words:?}: {said}");
        }
        assert!(!Path::new(out).exists());
    }
}

#[test]
fn only_a_game_for_one_is_stopped_and_only_when_it_has_lasted_long_enough() {
    let folder = folder("stopped");
    let many = Kept::play(&folder, DEEPBLUE);
    let undecided = Standing { place: 2, score: 0 };
    for standings in [vec![Standing { place: 1, score: 99 }, undecided], vec![undecided; 2], vec![]] {
        many.forge(&many.lines[0], 5, &standings, true);
        let (said, _) = expect(1, &["replay", "verify", &many.path]);
        assert!(said.contains("at the end: the game is not over after 5 turns"), "{said}");
    }

    let endless = ["breach", "idle", "--rules", "stage2"];
    let one = Kept::play(&folder, &endless);
    assert_eq!(one.end(), End { stopped: true, end: vec![undecided], turns: 1000, ..one.end() });
    let verify = |turns: usize, standings: &[Standing], stopped: bool| {
        one.forge(&one.lines[0], turns, standings, stopped);
        text(&run(&["replay", "verify", &one.path]).stdout)
    };
    assert!(verify(1000, &[undecided], true).contains("1000 turns verified"));
    assert!(verify(999, &[undecided], true).contains("the game is not over after 999 turns"));
    assert!(verify(1000, &[Standing { place: 1, score: 1 }], true).contains("the outcome is place 2 with 0"));
    assert!(verify(1000, &[], true).contains("the replay says nothing"));
    assert!(verify(1000, &[undecided], false).contains("the replay says that it was decided"));
}

#[test]
fn a_branch_is_stopped_after_as_many_turns_as_any_game() {
    let folder = folder("stopped-branch");
    let one = Kept::play(&folder, &["breach", "idle", "--rules", "stage2"]);
    let other = shown(&folder.join("other.jsonl"));
    expect(0, &["replay", "branch", &one.path, "--at", "990", "idle", "--replay", &other]);
    let (said, _) = expect(0, &["replay", "verify", &other]);
    assert!(said.contains("1000 turns verified"), "{said}");
    let (_, said) = expect(1, &["replay", "branch", &one.path, "--at", "1001", "idle"]);
    assert!(said.contains("there is no turn 1001 to play: the game is over before it"), "{said}");
}

#[test]
fn a_game_that_is_over_has_no_more_turns() {
    let folder = folder("beyond");
    let mut replay = Kept::play(&folder, BREACH);
    let last = replay.lines.len() - 2;
    let mut empty = replay.lines[last].clone();
    empty["turn"] = (empty["turn"].as_u64().unwrap() + 1).into();
    empty["moves"] = json!([]);
    replay.lines.insert(last + 1, empty);
    replay.forge(&replay.lines[0], last + 1, &replay.end().end, false);
    let (said, _) = expect(1, &["replay", "verify", &replay.path]);
    assert!(said.contains("the game is over after") && said.contains("but the replay goes on"), "{said}");
}

#[test]
fn no_command_passes_a_changed_replay() {
    let folder = folder("changed");
    let replay = Kept::play(&folder, DEEPBLUE);
    let (path, page, battle) =
        (&replay.path[..], &shown(&folder.join("p.html"))[..], &shown(&folder.join("g.battle"))[..]);
    let turn = replay.lines[3]["turn"].as_u64().unwrap();
    let changes: [(Change<'_>, String); 2] = [
        (&|lines| lines[3]["digest"] = "0123456789abcdef".into(), format!("turn {turn}: ")),
        (&|lines| lines.last_mut().unwrap()["end"][0]["score"] = 7.into(), "at the end: ".to_owned()),
    ];
    for (change, place) in changes {
        replay.change(change);
        let (printed, said) = expect(1, &["replay", "show", path, "--brief"]);
        assert!(printed.contains(&format!("DIFFERENT: {place}")), "{place}: {printed}");
        assert!(said.contains(&place), "{place}: {said}");

        let (_, said) = expect(1, &["replay", "html", path, "-o", page]);
        assert!(said.contains(&format!("it does not verify ({place}")), "{said}");
        assert!(Path::new(page).exists(), "the page is written all the same");

        let (_, said) = expect(1, &["replay", "export", path, "--format", "battle", "-o", battle]);
        assert!(said.contains(&place) && said.contains("nothing was written"), "{said}");
        assert!(!Path::new(battle).exists());
    }
    replay.change(|lines| lines[0]["rules"] = "documint".into());
    let (_, said) = expect(1, &["replay", "export", path, "--format", "battle", "-o", battle]);
    assert!(said.contains("deepblue has no rule profile `documint`"), "{said}");
}

#[test]
fn what_somebody_else_wrote_does_not_reach_the_terminal_as_it_is() {
    let folder = folder("escapes");
    let replay = Kept::play(&folder, BREACH);
    let (path, page) = (&replay.path[..], &shown(&folder.join("p.html"))[..]);
    let evil = "x\u{1b}[2J\u{9b}31m\n  fake line\r";
    let changes: [Change<'_>; 7] = [
        &|lines| lines[0]["map_name"] = evil.into(),
        &|lines| lines[0]["seats"][0]["name"] = evil.into(),
        &|lines| lines[0]["game"] = evil.into(),
        &|lines| lines[0]["rules"] = evil.into(),
        &|lines| lines[0]["seed"] = evil.into(),
        &|lines| lines[0]["map"] = evil.into(),
        &|lines| {
            let step = &mut lines[1]["moves"][0];
            step["faults"] = json!([evil]);
            step["orders"] = json!([{ "order": evil }]);
            step["answers"] = json!([{ "refused": evil }]);
        },
    ];
    for change in changes {
        replay.change(change);
        let commands: [&[&str]; 4] = [
            &["verify", path],
            &["show", path, "--brief"],
            &["html", path, "-o", page],
            &["branch", path, "--at", "3", "idle"],
        ];
        for words in commands {
            let output = run(&[&["replay"], words].concat());
            let said = text(&output.stdout) + &text(&output.stderr);
            let is_plain = said.chars().all(|letter| letter == '\n' || !letter.is_control());
            assert!(is_plain && !said.contains("\n  fake line"), "{words:?}: {said:?}");
        }
    }
}

#[test]
fn a_map_does_not_reach_the_terminal_as_it_is() {
    let map = folder("escapes-map").join("evil.map");
    fs::write(&map, "\u{1b}[2J\u{9b}31m evil\n").unwrap();
    for game in ["fc18", "deepblue", "breach", "goblins"] {
        for action in ["check", "show"] {
            let output = run(&["map", game, action, &shown(&map)]);
            let said = text(&output.stdout) + &text(&output.stderr);
            assert!(said.chars().all(|letter| letter == '\n' || !letter.is_control()), "{said:?}");
        }
    }
}

#[test]
fn links_are_followed_and_what_is_no_file_is_refused_before_anything_is_played() {
    let folder = folder("targets");
    let at = |name: &str| folder.join(name);
    symlink("real.jsonl", at("link.jsonl")).unwrap();
    let link = shown(&at("link.jsonl"));
    expect(0, &[&["match"], BREACH, &["--replay", &link]].concat());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    expect(0, &["replay", "verify", &shown(&at("real.jsonl"))]);

    let fifo = shown(&at("fifo"));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let message = format!("error: {fifo}: it is not a regular file; name a file to write the replay to\n");
    let commands: [&[&str]; 2] =
        [&["match", "breach", "idle"], &["replay", "branch", &link, "--at", "1", "idle"]];
    for words in commands {
        let (_, said) = expect(1, &[words, &["--replay", &fifo]].concat());
        assert_eq!(said, message);
    }
    assert!(fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["fifo", "link.jsonl", "real.jsonl"]);
}

#[test]
fn a_packed_replay_without_its_last_byte_is_shown_to_its_end() {
    let path = folder("cut").join("r.jsonl.zst");
    let file = shown(&path);
    expect(0, &[&["match"], BREACH, &["--seed", "2", "--replay", &file]].concat());
    let (whole, _) = expect(0, &["replay", "show", &file]);
    let packed = fs::read(&path).unwrap();
    fs::write(&path, &packed[..packed.len() - 1]).unwrap();
    let (cut, said) = expect(1, &["replay", "show", &file]);
    assert_eq!(cut, whole);
    assert!(said.contains("cannot be read, or unpacked"), "{said}");
}

#[test]
fn a_failure_names_its_file_once_and_its_turn_and_seat() {
    let folder = folder("named");
    let replay = Kept::play(&folder, DEEPBLUE);
    let (path, out) = (&replay.path[..], &shown(&folder.join("out"))[..]);
    replay.change(|lines| lines[0]["game"] = "chess".into());
    let commands: [&[&str]; 5] = [
        &["verify", path],
        &["show", path],
        &["html", path, "-o", out],
        &["export", path, "--format", "battle", "-o", out],
        &["branch", path, "--at", "1", "idle", "idle"],
    ];
    for words in commands {
        let (printed, said) = expect(1, &[&["replay"], words].concat());
        let said = printed + &said;
        assert!(said.contains(&format!("{path}: there is no game `chess`")), "{said}");
        assert_eq!(said.matches(path).count(), 1, "{said}");
    }

    let json =
        || -> Value { serde_json::from_str(&expect(1, &["replay", "verify", path, "--json"]).0).unwrap() };
    assert_eq!((&json()["turn"], &json()["seat"]), (&Value::Null, &Value::Null));
    let at = replay.lines.iter().position(|line| line["moves"][0]["orders"][0].is_object()).unwrap();
    replay.change(|lines| lines[at]["moves"][0]["answers"][0] = json!({"refused": "no"}));
    assert_eq!((&json()["turn"], &json()["seat"]), (&replay.lines[at]["turn"], &json!(0)));
    replay.change(|lines| lines[at]["digest"] = "0123456789abcdef".into());
    assert_eq!((&json()["turn"], &json()["seat"]), (&replay.lines[at]["turn"], &Value::Null));
}

#[test]
fn a_branch_says_what_it_is_made_of() {
    let folder = folder("branch");
    let replay = Kept::play(&folder, &["fc18", "greedy", "greedy", "random", "random"]);
    let branch = |at: &str, more: &[&str], status: i32| {
        let idle = ["idle"; 4];
        expect(status, &[&["replay", "branch", &replay.path, "--at", at], &idle[..], more].concat())
    };
    let turn = |line: usize| replay.lines[line]["turn"].as_u64();
    let gap = (1..replay.lines.len() - 2).find(|line| turn(line + 1) > turn(*line).map(|turn| turn + 1));
    let before = turn(gap.unwrap()).unwrap();
    let (_, said) = branch(&(before + 1).to_string(), &[], 1);
    let next = turn(gap.unwrap() + 1).unwrap();
    assert!(said.contains(&format!("to play: the next one in this game is turn {next}\n")), "{said}");

    // A folder that is missing is made, but not in the place of a file.
    fs::write(folder.join("file"), "").unwrap();
    let nowhere = shown(&folder.join("file/r.jsonl"));
    let (_, said) = branch("3", &["--replay", &nowhere], 1);
    assert!(said.starts_with(&format!("error: {nowhere}: ")), "{said}");

    let seed = replay.lines[0]["seed"].as_str().unwrap();
    let (printed, _) = branch("3", &[], 0);
    assert!(printed.contains(&format!(", seed {seed}, from turn 3\n")), "{printed}");
    let result: Value = serde_json::from_str(&branch("3", &["--json"], 0).0).unwrap();
    assert_eq!(result["seed"], seed);

    replay.change(|lines| lines.truncate(9));
    let (_, said) = branch("3", &[], 0);
    assert!(said.contains("it stops after 8 turns, before the end of the game; it is used"), "{said}");
    let (_, said) = branch("50", &[], 1);
    assert!(said.contains("there is no turn 50 to play: the replay goes up to turn 9"), "{said}");
}

#[test]
fn a_dash_is_no_folder_and_a_dot_no_name() {
    let folder = folder("names");
    let (one, four) =
        (Kept::play(&folder, DEEPBLUE), Kept::play(&folder, &["fc18", "idle", "idle", "idle", "idle"]));
    let inside = |folder: &Path, words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.current_dir(folder).args(words).stdin(Stdio::null()).output().unwrap()
    };
    let battle = inside(&folder, &["replay", "export", &one.path, "--format", "battle", "-o", "-"]);
    assert!(battle.status.success(), "{}", text(&battle.stderr));
    assert!(deepblue::formats::battle::Battle::read(&battle.stdout).is_ok());
    let logs = inside(&folder, &["replay", "export", &four.path, "--format", "fc18-log", "-o", "-"]);
    assert_eq!(logs.status.code(), Some(2));
    assert!(!folder.join("-").exists());

    let logs = folder.join("logs");
    expect(0, &["replay", "export", &four.path, "--format", "fc18-log", "-o", &shown(&logs)]);
    assert!(inside(&logs, &["replay", "html", "."]).status.success());
    assert!(folder.join("logs.html").exists() && !logs.join(".html").exists());
}

#[test]
fn numbers_of_turns_are_said_in_good_english() {
    let folder = folder("one");
    let replay = Kept::play(&folder, BREACH);
    replay.change(|lines| lines.truncate(2));
    let (said, _) = expect(1, &["replay", "verify", &replay.path]);
    let expected = "it stops after 1 turn, before the end of the game; the one turn before it verifies\n";
    assert!(said.ends_with(expected), "{said}");
}

/// Asks for more and more, with long orders, and never ends its turn.
const CHATTERBOX: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "turn" in message:
        print(json.dumps({"turn": message["turn"], "orders": [{"order": "x" * 300_000}], "more": True}), flush=True)
"#;

#[test]
fn a_bot_cannot_make_its_replay_too_long_to_be_read() {
    let folder = folder("chatterbox");
    let (bot, replay) = (folder.join("chatterbox.py"), shown(&folder.join("r.jsonl")));
    fs::write(&bot, CHATTERBOX).unwrap();
    let clock = "turn=100s,bank=0s,start=60s,wall=100s,faults=2";
    let (out, _) =
        expect(0, &["match", "breach", &shown(&bot), "--clock", clock, "--replay", &replay, "--json"]);
    let result: Value = serde_json::from_str(&out).unwrap();
    let fault = &result["games"][0]["seats"][0]["faults"][0]["what"];
    assert_eq!(fault, "its replies in one turn have more than 1048576 bytes");
    expect(0, &["replay", "verify", &replay]);
}
