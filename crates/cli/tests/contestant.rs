//! What a contestant meets beside the games themselves: builds, records, seeds, virtual
//! environments, exit statuses, manual pages.

mod common;

use common::{expect, folder, sandtable, text};
use rustix::fs::{FlockOperation, flock};
use serde_json::Value;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&expect(0, arguments).0).unwrap()
}

/// A bot that gives no orders, in Python; `every_turn` is done before each reply, with `message` at
/// hand, and may set `reply`.
fn python_bot(path: &Path, first: &str, every_turn: &str) -> String {
    let script = format!(
        "import json, sys\n{first}\nfor line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] == 'end': break\n    if message['type'] == 'turn':\n        reply = {{'turn': message['turn']}}\n        {every_turn}\n        print(json.dumps(reply), flush=True)\n"
    );
    fs::write(path, script).unwrap();
    path.display().to_string()
}

#[test]
fn what_matches_write_into_a_folder_of_sources_is_no_reason_to_build_again() {
    let folder = folder("build");
    let bot = folder.join("bot");
    fs::create_dir(&bot).unwrap();
    python_bot(&bot.join("source.py"), "", "pass");
    let manifest = "name = 'built'\nbuild = 'cp source.py made.py'\nproducts = ['made.py']\nrun = ['python3', 'made.py']\nignore = ['*.log']\n";
    fs::write(bot.join("bot.toml"), manifest).unwrap();
    let (cache, bot_path) = (folder.join("cache"), bot.display().to_string());
    let at = |name: &str| bot.join(name).display().to_string();
    let play = |more: &[&str]| {
        let words = [&["match", "breach", &bot_path, "--map", "first-contact"], more].concat();
        let output = sandtable().args(words).env("XDG_CACHE_HOME", &cache).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let entries = fs::read_dir(cache.join("sandtable")).unwrap().flatten();
        entries.filter(|entry| entry.path().is_dir()).count()
    };
    assert_eq!(play(&["--replay", &at("game.jsonl")]), 1);
    assert_eq!(play(&["--replay", &at("game.jsonl.zst"), "--record", &at("rec")]), 1, "a replay is there");
    expect(0, &["replay", "html", &at("game.jsonl")]);
    fs::write(bot.join("mine.log"), "1").unwrap();
    assert_eq!(play(&["--replay", &at("replays/"), "--games", "2"]), 1, "a page, a record, a log");
    assert_eq!(play(&["--replay", &at("replays/"), "--games", "3", "--resume"]), 1, "a folder of replays");
    fs::write(bot.join("notes.txt"), "1").unwrap();
    assert_eq!(play(&[]), 2, "a file of the author's");
}

#[test]
fn a_folder_of_records_has_one_match_at_a_time_and_no_games_of_earlier_ones() {
    let folder = folder("records");
    let bot = python_bot(&folder.join("bot.py"), "", "pass");
    let rec = folder.join("rec");
    let rec_path = rec.display().to_string();
    let words = ["match", "breach", &bot, "--map", "first-contact", "--record", &rec_path];
    expect(0, &[&words[..], &["--games", "3"]].concat());
    assert!(rec.join("game-00003/seat-0/input.jsonl").exists());
    expect(0, &words);
    assert!(rec.join("game-00001/seat-0/input.jsonl").exists());
    assert!(
        !rec.join("game-00002").exists() && !rec.join("game-00003").exists(),
        "they are of the first match"
    );
    let held = File::open(&rec).unwrap();
    flock(&held, FlockOperation::NonBlockingLockExclusive).unwrap();
    let (_, complaint) = expect(1, &words);
    assert!(complaint.contains("another match is writing records here"), "{complaint}");
}

#[test]
fn a_log_that_is_cut_is_said_to_be_and_takes_nothing_from_the_replies() {
    let folder = folder("flood");
    let flood = "sys.stderr.write('x' * (4 << 20) + chr(10))";
    let bot = python_bot(&folder.join("bot.py"), "", flood);
    let rec = folder.join("rec").display().to_string();
    let (_, complaint) = expect(
        1,
        &["match", "fc18", &bot, "idle", "idle", "idle", "--clock", "off", "--record", &rec, "--seed", "1"],
    );
    assert!(complaint.contains("stderr.txt is cut after 64 MiB"), "{complaint}");
    let read = |name: &str| fs::read_to_string(Path::new(&rec).join("game-00001/seat-0").join(name)).unwrap();
    let asked = read("input.jsonl").lines().filter(|line| line.starts_with("{\"type\":\"turn\"")).count();
    assert_eq!((asked, read("output.jsonl").lines().count()), (300, 300));
    fs::remove_dir_all(rec).unwrap();
}

/// Processes that are ended with the test.
struct Spinners(Vec<Child>);

impl Drop for Spinners {
    fn drop(&mut self) {
        for spinner in &mut self.0 {
            let _ = spinner.kill();
            let _ = spinner.wait();
        }
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn a_busy_machine_costs_nobody_a_turn() {
    let pinned = |words: &[&str]| {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).args(words).stdin(Stdio::null());
        command
    };
    if !pinned(&["true"]).status().is_ok_and(|status| status.success()) {
        return println!("skipped: there is no taskset here, to keep a processor busy");
    }
    if !Path::new("/proc/self/schedstat").exists() {
        return println!("skipped: this kernel does not count how long programs wait for a processor");
    }
    let folder = folder("busy");
    let burn = "import time\ndef burn():\n    end = time.process_time() + 1.0\n    while time.process_time() < end: pass";
    let bot = python_bot(&folder.join("bot.py"), burn, "burn() if message['turn'] == 2 else None");
    let spinner = || pinned(&["sh", "-c", "while :; do :; done"]).spawn().unwrap();
    let spinners = Spinners((0..6).map(|_| spinner()).collect());
    // The bot has twice the CPU time it needs, and a seventh of a processor: it needs longer than
    // the guard on the wall.
    let clock = "turn=2s,bank=0s,start=60s,wall=3s,faults=1";
    let program = env!("CARGO_BIN_EXE_sandtable");
    let words = [program, "match", "breach", &bot, "--map", "first-contact", "--clock", clock, "--json"];
    let output = pinned(&words).output().unwrap();
    drop(spinners);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["games"][0]["seats"][0]["faults"], Value::Array(Vec::new()), "{result}");
    let wall = result["games"][0]["seats"][0]["wall"].as_f64().unwrap();
    if wall <= 3.0 {
        println!("skipped: the machine could not be made busy enough: {wall} s");
    }
}

#[test]
fn an_endless_loop_is_not_called_waiting() {
    let folder = folder("loop");
    let bot = python_bot(&folder.join("bot.py"), "", "\n        while message['turn'] == 3: pass");
    let (said, _) =
        expect(1, &["check-bot", "breach", &bot, "--map", "narrow-pass", "--clock", "100ms+500ms"]);
    assert!(
        said.contains("it ran out of CPU time") && said.contains("Or does it loop without end?"),
        "{said}"
    );
    assert!(!said.contains("hardly used CPU time") && !said.contains("the bank was not needed"), "{said}");
}

#[test]
fn a_stray_print_is_quoted_and_recognised() {
    let folder = folder("print");
    let bot = python_bot(&folder.join("bot.py"), "", "print('units:', 3)");
    let (said, _) = expect(0, &["match", "breach", &bot, "--map", "first-contact"]);
    let quoted = "it wrote a line that is not JSON: did it print for debugging? That goes to standard error: units: 3\n";
    assert!(said.contains(quoted), "{said}");
    let (said, _) = expect(1, &["check-bot", "breach", &bot, "--map", "first-contact"]);
    assert!(said.contains(quoted), "{said}");
}

#[test]
fn the_seed_that_a_replay_shows_gives_the_same_game_again() {
    let folder = folder("seeds");
    let path = |name: &str| folder.join(name).display().to_string();
    let play = |name: &str, seed: &[&str]| {
        let words =
            [&["match", "deepblue", "random", "random", "--canonical", "--replay", &path(name)], seed];
        let (said, _) = expect(0, &words.concat());
        let replay = fs::read_to_string(path(name)).unwrap();
        let header: Value = serde_json::from_str(replay.lines().next().unwrap()).unwrap();
        let seed = header["seed"].as_str().unwrap().to_owned();
        assert!(said.contains(&format!(", seed {seed}, ")), "the match shows what the replay shows: {said}");
        (seed, replay)
    };
    let (seed, first) = play("first.jsonl", &[]);
    assert_eq!(play("again.jsonl", &["--seed", &seed]), (seed.clone(), first));
    let (of_number, _) = play("number.jsonl", &["--seed", "7"]);
    assert_eq!(play("whole.jsonl", &["--seed", &of_number]).0, of_number);
    let (shown, _) = expect(0, &["replay", "show", &path("first.jsonl"), "--brief", "--to", "0"]);
    assert!(shown.lines().next().unwrap().ends_with(&format!("seed {seed}")), "{shown}");

    // Each game of a series has a seed of its own, with which it can be played again.
    let series = json(&["match", "goblins", "random", "--games", "2", "--seed", "5", "--json"]);
    assert_eq!(series["seed"], "0000000000000005");
    let again = json(&["match", "goblins", "random", "--games", "2", "--seed", "0000000000000005", "--json"]);
    assert_eq!(series["games"][1]["digest"], again["games"][1]["digest"]);
    let seed = series["games"][1]["seed"].as_str().unwrap();
    let second = json(&["match", "goblins", "random", "--seed", seed, "--json"]);
    assert_eq!(second["games"][0]["digest"], series["games"][1]["digest"]);
    let (_, complaint) = expect(2, &["match", "goblins", "random", "--seed", "12ab"]);
    assert!(complaint.contains("sixteen hexadecimal digits, as replays show them"), "{complaint}");
}

#[test]
fn usual_maps_last_and_speed_is_measured_on_them() {
    let folder = folder("maps");
    let bot = python_bot(&folder.join("bot.py"), "", "pass");
    for game in ["breach", "goblins"] {
        let turns = &json(&["match", game, "greedy", "--json"])["games"][0]["turns"];
        assert!(turns.as_u64().unwrap() >= 4, "{game}: {turns} turns");
        let (said, _) = expect(0, &["check-bot", game, &bot]);
        assert!(said.contains("of CPU time a turn") && !said.contains("not measured"), "{said}");
        // A stage whose rules do not know all of that map has another.
        expect(0, &["match", game, "random", "--rules", "stage2"]);
    }
}

#[test]
fn results_for_programs_count_all_orders_and_say_whether_all_was_played() {
    let result = json(&["match", "breach", "greedy", "--json"]);
    assert!(result["games"][0]["seats"][0]["orders"].as_u64().unwrap() > 0, "{result}");
    assert_eq!((&result["wanted"], &result["complete"]), (&Value::from(1), &Value::from(true)));
    let folder = folder("interrupted");
    let hangs = python_bot(&folder.join("hangs.py"), "", "sys.stdin.readline()");
    let rec = folder.join("rec");
    let mut command = sandtable();
    command.args(["match", "breach", &hangs, "--games", "2", "--jobs", "1", "--json", "--clock", "off"]);
    let child = command.arg("--record").arg(&rec).stdout(Stdio::piped()).spawn().unwrap();
    // A signal before anybody listens for it ends the program at once: whoever has recorded a
    // message listens.
    let input = rec.join("game-00001/seat-0/input.jsonl");
    while !fs::read_to_string(&input).is_ok_and(|told| told.contains("\"turn\"")) {
        std::thread::yield_now();
    }
    let id = child.id();
    assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&result["wanted"], &result["complete"]), (&Value::from(2), &Value::from(false)));
}

#[test]
fn a_crash_shows_in_the_exit_status_if_that_is_wanted() {
    let folder = folder("strict");
    let bot = python_bot(&folder.join("bot.py"), "", "sys.exit(3)");
    let words = ["match", "breach", &bot, "--map", "first-contact"];
    expect(0, &words);
    let (said, _) = expect(1, &[&words[..], &["--strict"]].concat());
    assert!(said.contains("it ended with status 3"), "{said}");
    expect(0, &["match", "breach", "greedy", "--strict"]);
}

#[test]
fn a_branch_is_told_only_what_happens_in_it() {
    let folder = folder("branch");
    let path = |name: &str| folder.join(name).display().to_string();
    let one = path("one.jsonl");
    expect(0, &["match", "fc18", "greedy", "greedy", "greedy", "greedy", "--seed", "1", "--replay", &one]);
    let note =
        "reply.update(events=True, note='%d %d' % (len(message['died']), len(message.get('events', []))))";
    let bot = python_bot(&folder.join("bot.py"), "", note);
    let two = path("two.jsonl");
    expect(
        0,
        &["replay", "branch", &one, "--at", "801", &bot, "greedy", "greedy", "greedy", "--replay", &two],
    );
    let replay = fs::read_to_string(&two).unwrap();
    let turns = replay.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut notes = turns.filter_map(|turn| Some(turn["moves"][0]["note"].as_str()?.to_owned()));
    assert_eq!(notes.next().unwrap(), "0 0", "nothing has happened since it sat down");
    let second = notes.next().unwrap();
    let events: usize = second.split_once(' ').unwrap().1.parse().unwrap();
    assert!(events < 1000, "{second}: a round has fewer events than two hundred");
}

#[test]
fn whoever_stops_reading_still_gets_the_exit_status() {
    let folder = folder("pipe");
    let file = |name: &str| folder.join(name);
    expect(0, &["match", "breach", "greedy", "--replay", &file("a.jsonl").display().to_string()]);
    let damaged = fs::read_to_string(file("a.jsonl")).unwrap().replace("\"turn\":2", "\"turn\":9");
    fs::write(file("b.jsonl"), damaged).unwrap();
    let mut child = sandtable()
        .args(["replay", "verify"])
        .args([&folder, &file("a.jsonl"), &file("b.jsonl")])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn no_cut_file_is_left_on_a_full_disk() {
    let folder = folder("full");
    let replay = folder.join("g.jsonl").display().to_string();
    expect(0, &["match", "deepblue", "greedy", "idle", "--seed", "1", "--replay", &replay]);
    // A limit on the size of files stands for the disk that is full.
    for words in [["html", "g.jsonl", "-o", "g.html"], ["export", "g.jsonl", "--format=battle", "-og.battle"]]
    {
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" replay \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_sandtable")])
            .args(words)
            .current_dir(&folder)
            .output()
            .unwrap();
        let complaint = text(&output.stderr);
        assert!(output.status.code() == Some(1) && complaint.contains("too large"), "{words:?}: {complaint}");
    }
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["g.jsonl"]);
}

#[test]
fn every_command_has_a_manual_page_and_is_listed() {
    let folder = folder("man");
    let (written, _) = expect(0, &["man", "--dir", &folder.display().to_string()]);
    let (help, _) = expect(0, &["--help"]);
    let commands = help.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap();
    let listed: Vec<&str> =
        commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    for name in listed.iter().filter(|name| !name.is_empty() && **name != "help") {
        let page = fs::read_to_string(folder.join(format!("sandtable-{name}.1"))).unwrap();
        assert_eq!(expect(0, &["man", name]).0, page, "{name}");
        assert!(written.contains(&format!("sandtable-{name}.1\n")), "{written}");
    }
    assert!(listed.contains(&"man") && listed.contains(&"completions"), "{listed:?}");
    assert!(expect(0, &["man", "replay", "verify"]).0.contains("sandtable\\-replay\\-verify"));
    let (_, complaint) = expect(2, &["man", "replay", "burn"]);
    assert!(
        complaint.contains("has no command `burn`; it has verify, show, html, export, pack, unpack, branch"),
        "{complaint}"
    );
}

#[test]
fn messages_name_what_they_are_about() {
    let folder = folder("messages");
    let source = folder.join("bot");
    fs::create_dir(&source).unwrap();
    fs::write(source.join("bot.toml"), "build = 'cp a b'\nproducts = ['b']\nrun = './b'\n").unwrap();
    fs::write(folder.join("file"), "").unwrap();
    let words = ["match", "breach", &source.display().to_string()];
    let output = sandtable().args(words).env("XDG_CACHE_HOME", folder.join("file")).output().unwrap();
    let complaint = text(&output.stderr);
    assert!(complaint.contains("file/sandtable: Not a directory"), "{complaint}");
    // Nothing is written to a file with a hole.
    File::create(source.join("large.bin")).unwrap().set_len(257 << 20).unwrap();
    let output = sandtable().args(words).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap();
    let complaint = text(&output.stderr);
    assert!(complaint.contains("messages/bot: more than 256 MiB"), "{complaint}");
    let (_, complaint) = expect(2, &["match", "fc18", "idle"]);
    assert!(complaint.contains("fc18 has 4 seats, and 1 bot was named"), "{complaint}");
}

/// A virtual environment with a package of the test's own; none, with the reason, where Python
/// cannot make one.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn environment(at: &Path) -> Option<()> {
    let made = Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(at).output().unwrap();
    if !made.status.success() {
        println!("skipped: this Python makes no virtual environments: {}", text(&made.stdout));
        return None;
    }
    let library = fs::read_dir(at.join("lib")).unwrap().next().unwrap().unwrap().path();
    fs::write(library.join("site-packages/third_party.py"), "ANSWER = 42\n").unwrap();
    Some(())
}

#[test]
fn packages_of_a_virtual_environment_are_there_in_the_sandbox() {
    let folder = folder("venv");
    let bot = folder.join("bot");
    let venv = bot.join("venv");
    fs::create_dir(&bot).unwrap();
    if environment(&venv).is_none() {
        return;
    }
    let uses = "import third_party";
    let note = "reply['note'] = str(third_party.ANSWER)";
    python_bot(&bot.join("bot.py"), uses, note);
    fs::write(bot.join("bot.toml"), "run = 'python3 bot.py'\n").unwrap();
    let (replay, bound) = (folder.join("g.jsonl").display().to_string(), venv.display().to_string());
    let plays = |command: &mut Command, bot: &str, more: &[&str]| {
        command.args(["match", "breach", bot, "--strict", "--replay", &replay]).args(more);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{bot}: {}{}", text(&output.stdout), text(&output.stderr));
        assert!(fs::read_to_string(&replay).unwrap().contains("\"note\":\"42\""), "{bot}");
    };
    let bot_path = bot.display().to_string();
    plays(&mut sandtable(), &bot_path, &["--bind", &bound]);
    // An environment that is activated stands first in the search path: for folders, single files
    // and scripts that ask for python3.
    let path = std::env::var("PATH").unwrap();
    let activated = || {
        let mut command = sandtable();
        command.env("PATH", format!("{}:{path}", venv.join("bin").display()));
        command
    };
    plays(&mut activated(), &bot_path, &[]);
    let single = python_bot(&folder.join("single.py"), uses, note);
    plays(&mut activated(), &single, &[]);
    let script = folder.join("script");
    fs::write(&script, format!("#!/usr/bin/env python3\n{}", fs::read_to_string(&single).unwrap())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    plays(&mut activated(), &script.display().to_string(), &[]);
    // The environment is no part of the folder, and whoever names its Python is told what to write.
    fs::write(bot.join("bot.toml"), "run = 'venv/bin/python bot.py'\n").unwrap();
    let (_, complaint) = expect(1, &["match", "breach", &bot_path]);
    assert!(complaint.contains("add --bind ") && complaint.contains("python3"), "{complaint}");
}
