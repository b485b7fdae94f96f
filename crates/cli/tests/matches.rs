//! Matches with real programs in the seats, played by the real program.

mod common;

use common::{folder, run, sandtable, text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn bot(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/bots/{name}.py")).display().to_string()
}

/// A bot of ours under a name of the test's own, by which its processes are known.
fn own_copy(name: &str, folder: &Path, mark: &str) -> String {
    let copy = folder.join(format!("{mark}_{name}.py"));
    fs::copy(bot(name), &copy).unwrap();
    fs::copy(bot("talk"), folder.join("talk.py")).unwrap();
    copy.display().to_string()
}

/// Makes a file that can be run.
fn write_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Patient with starting up, because the machine may be busy; impatient with those who wait for
/// nothing.
const CLOCK: &str = "turn=300ms,bank=0s,start=10s,wall=1s,faults=2";

/// For those who burn time: on a busy machine it takes them long to burn it.
const PATIENT_CLOCK: &str = "turn=300ms,bank=0s,start=60s,wall=100s,faults=2";

/// Lets a copy of a bot play with three that do nothing, and returns what became of its seat.
fn play_against_idle(name: &str, replay: &Path, mark: &str) -> (Value, Value) {
    let program = own_copy(name, replay.parent().unwrap(), mark);
    let replay = replay.display().to_string();
    let waits = ["hangs", "deaf", "half_a_line", "closes", "asks_for_more"].contains(&name);
    let clock = if waits { CLOCK } else { PATIENT_CLOCK };
    let output = run(&[
        "match", "fc18", &program, "idle", "idle", "idle", "--seed", "1", "--clock", clock, "--replay",
        &replay, "--json",
    ]);
    assert!(output.status.success(), "{name}: {}", text(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let game = &result["games"][0];
    (game["seats"][0].clone(), game.clone())
}

#[test]
fn a_bad_bot_costs_its_own_seat_only() {
    // Name, number of faults, the turn of the first, a part of its reason, whether the bot goes
    // out.
    let bad = [
        ("crashes", 1, 9, "it closed its output: it ended with status 1", true),
        ("exits", 1, 5, "it closed its output: it ended with status 7", true),
        ("hangs", 2, 5, "it did not answer in time", true),
        ("spins", 2, 5, "it ran out of CPU time", true),
        ("deaf", 2, 1, "it did not answer in time", true),
        ("floods", 2, 5, "it wrote a line that is", true),
        (
            "half_a_line",
            2,
            1,
            "it did not answer in time: it wrote a line and did not end it with a newline",
            true,
        ),
        ("endless_line", 1, 5, "bytes without a newline", true),
        ("twice", 2, 5, "it answered turn 1, which it was not asked for", true),
        ("out_of_turn", 2, 5, "it answered turn 1005, which it was not asked for", true),
        ("closes", 1, 5, "it closed its output", true),
        ("garbage", 2, 5, "it wrote a line that is", true),
        ("misspells", 2, 5, "unknown field `order`", true),
        ("not_utf8", 2, 5, "not UTF-8", true),
        ("leaves_children", 1, 5, "it closed its output", true),
        ("asks_for_more", 2, 5, "it did not answer in time", true),
        ("talks_first", 2, 5, "it wrote a line that is", true),
        ("blank_lines", 0, 0, "", false),
        ("slips_once", 1, 5, "it wrote a line that is", false),
        ("nests", 0, 0, "", false),
        ("idle", 0, 0, "", false),
    ];
    const MARK: &str = "costs_its_own_seat";
    let folder = folder("bad");
    for (name, faults, turn, reason, out) in bad {
        let replay = folder.join(format!("{name}.jsonl"));
        let (seat, game) = play_against_idle(name, &replay, MARK);
        let told = seat["faults"].as_array().unwrap();
        assert_eq!(told.len(), faults, "{name}: {seat}");
        if let Some(first) = told.first() {
            assert_eq!(first["turn"], turn, "{name}: {seat}");
            assert!(first["what"].as_str().unwrap().contains(reason), "{name}: {seat}");
        }
        let turns: BTreeSet<u64> = told.iter().filter_map(|fault| fault["turn"].as_u64()).collect();
        assert_eq!(
            turns.len(),
            faults,
            "{name}: a fault costs the turn, and nothing is held against the bot twice: {seat}"
        );
        assert_eq!(seat["out"], out, "{name}: {seat}");
        for other in 1..4 {
            assert_eq!(game["seats"][other]["faults"], Value::Array(Vec::new()), "{name}");
        }
        assert_eq!(game["turns"], 1200, "{name}: the game goes on to its end");
        let verified = run(&["replay", "verify", &replay.display().to_string()]);
        assert!(verified.status.success(), "{name}: {}", text(&verified.stdout));
    }
    assert_eq!(processes_with(MARK), Vec::<String>::new());
}

#[test]
fn one_long_thought_costs_the_turns_it_lasted_and_no_more() {
    let clock = "turn=300ms,bank=0s,start=60s,wall=100s,faults=9";
    let output =
        run(&["match", "fc18", &bot("thinks_long"), "idle", "idle", "idle", "--clock", clock, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let seat = &result["games"][0]["seats"][0];
    let told = seat["faults"].as_array().unwrap();
    assert!((1..=2).contains(&told.len()), "{seat}");
    assert!(told.iter().all(|fault| fault["what"] == "it ran out of CPU time"), "{seat}");
}

#[test]
fn the_turn_that_puts_a_bot_out_is_counted() {
    let clock = "turn=300ms,bank=0s,start=60s,wall=100s,faults=1";
    let output = run(&["match", "fc18", &bot("spins"), "idle", "idle", "idle", "--clock", clock, "--json"]);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let seat = &result["games"][0]["seats"][0];
    assert!(seat["longest_cpu"].as_f64().unwrap() > 0.3, "{seat}");
}

#[test]
fn only_games_of_the_series_count_as_finished() {
    let folder = folder("mixed");
    let path = |name: &str| folder.join(name).display().to_string();
    for (name, first) in [("a", "greedy"), ("b", "idle")] {
        let words = ["match", "goblins", first, "--seed", "4", "--games", "2", "--replay", &path(name)];
        assert!(run(&words).status.success());
    }
    fs::copy(folder.join("b/00001.jsonl.zst"), folder.join("a/00001.jsonl.zst")).unwrap();
    let resume = ["match", "goblins", "greedy", "--games", "2", "--replay", &path("a"), "--resume"];
    assert!(run(&resume).status.success());
    let shown = run(&["replay", "show", "--brief", &path("a/00001.jsonl.zst")]);
    assert!(text(&shown.stdout).contains("greedy"), "{}", text(&shown.stdout));
    // Without its ledger nobody knows what a folder holds.
    fs::remove_file(folder.join("a/series.json")).unwrap();
    let unknown = run(&resume);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("no series.json"), "{}", text(&unknown.stderr));
}

#[test]
fn replays_may_lie_in_the_folder_of_a_bot() {
    let folder = folder("inside");
    fs::copy(bot("talk"), folder.join("talk.py")).unwrap();
    fs::copy(bot("idle"), folder.join("bot.py")).unwrap();
    fs::write(folder.join("bot.toml"), "run = \"python3 bot.py\"\n").unwrap();
    let (own, replays) = (folder.display().to_string(), folder.join("replays").display().to_string());
    let words = ["match", "breach", &own, "--games", "2", "--replay", &replays];
    assert!(run(&words).status.success());
    let again = sandtable().args(words).arg("--resume").output().unwrap();
    assert!(again.status.success(), "{}", text(&again.stderr));
}

#[test]
fn what_a_bot_wrote_last_is_told() {
    let folder = folder("stderr");
    let (seat, _) = play_against_idle("crashes", &folder.join("r.jsonl"), "told");
    let lines = seat["stderr"].to_string();
    assert!(lines.contains("I fell over my own feet"), "{lines}");
}

#[test]
fn the_exact_input_of_a_bot_can_be_kept() {
    let folder = folder("record");
    let record = folder.join("record").display().to_string();
    let (program, map) = (bot("idle"), "first-contact");
    let output = run(&["match", "breach", &program, "--map", map, "--record", &record]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let input = fs::read_to_string(folder.join("record/game-00001/seat-0/input.jsonl")).unwrap();
    let messages: Vec<Value> = input.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(messages[0]["type"], "start");
    assert_eq!(messages.last().unwrap()["type"], "end");
    assert!(messages[1..messages.len() - 1].iter().all(|message| message["type"] == "turn"));
    let output = fs::read_to_string(folder.join("record/game-00001/seat-0/output.jsonl")).unwrap();
    assert_eq!(output.lines().count(), messages.len() - 2, "one reply a turn");
}

#[test]
fn the_same_match_gives_the_same_replay() {
    let folder = folder("same");
    let program = bot("idle");
    let lines: [&[&str]; 4] = [
        &["fc18", "greedy", "random", "idle", "random"],
        &["deepblue", "random", "greedy"],
        &["breach", &program],
        &["goblins", "random"],
    ];
    for words in lines {
        let play = |number: u8| {
            let replay = folder.join(format!("{}-{number}.jsonl", words[0])).display().to_string();
            let mut all = vec!["match"];
            all.extend(words);
            all.extend(["--seed", "77", "--canonical", "--replay", &replay]);
            let output = run(&all);
            assert!(output.status.success(), "{}", text(&output.stderr));
            fs::read(replay).unwrap()
        };
        assert!(play(1) == play(2), "{words:?}");
    }
}

#[test]
fn one_changed_thing_is_found_at_its_turn() {
    let folder = folder("tampered");
    let replay = folder.join("r.jsonl");
    let path = replay.display().to_string();
    let played =
        run(&["match", "fc18", "greedy", "random", "idle", "random", "--seed", "5", "--replay", &path]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let lines: Vec<Value> = fs::read_to_string(&replay)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let with_orders = lines.iter().position(|line| {
        line["turn"].as_u64().is_some_and(|turn| turn > 20)
            && !line["moves"][0]["orders"].as_array().unwrap().is_empty()
    });
    let at = with_orders.unwrap();
    let turn = lines[at]["turn"].as_u64().unwrap();
    let reported = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut changed = lines.clone();
        change(&mut changed);
        let text: String = changed.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&replay, text).unwrap();
        let output = run(&["replay", "verify", &path]);
        assert_eq!(output.status.code(), Some(1));
        trimmed(&output)
    };
    let at_turn = format!("turn {turn}");
    let changed = [
        reported(&|lines| lines[at]["moves"][0]["orders"][0] = serde_json::json!({"nonsense": 1})),
        reported(&|lines| lines[at]["digest"] = "0123456789abcdef".into()),
        reported(&|lines| lines[at]["moves"][0]["answers"][0] = serde_json::json!({"refused": "no"})),
        reported(&|lines| lines[at]["moves"][0]["note"] = "it was not me".into()),
    ];
    for found in changed {
        assert!(found.contains(&at_turn), "{found}, not {at_turn}");
    }
    // There is no chance in this game, and still a changed seed is found.
    let seed = reported(&|lines| lines[0]["seed"] = "0000000000000000".into());
    assert!(seed.contains("turn 1:"), "{seed}");
    let end = reported(&|lines| lines.last_mut().unwrap()["end"][0]["score"] = 999_999.into());
    assert!(end.contains("at the end"), "{end}");
    // A measured time is nobody's business.
    let mut changed = lines.clone();
    changed[at]["measured"][0]["wall_us"] = 1.into();
    fs::write(&replay, changed.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    assert!(run(&["replay", "verify", &path]).status.success());
}

fn trimmed(output: &Output) -> String {
    text(&output.stdout).trim().to_owned()
}

#[test]
fn a_damaged_replay_is_said_to_be_so_and_shown_as_far_as_it_goes() {
    let folder = folder("damaged");
    for name in ["r.jsonl", "r.jsonl.zst"] {
        let replay = folder.join(name);
        let path = replay.display().to_string();
        assert!(run(&["match", "goblins", "random", "--seed", "3", "--replay", &path]).status.success());
        let whole = fs::read(&replay).unwrap();
        for cut in [whole.len() / 3, whole.len() / 2, whole.len() - 20, whole.len() - 1] {
            fs::write(&replay, &whole[..cut]).unwrap();
            let verified = run(&["replay", "verify", &path]);
            assert_eq!(verified.status.code(), Some(1), "{name} cut at {cut}");
            let shown = run(&["replay", "show", &path]);
            assert_eq!(shown.status.code(), Some(1), "{name} cut at {cut}");
            assert!(!shown.stderr.is_empty());
        }
        for bytes in [&b""[..], b"\n", b"{}", b"{\"replay\":99}", b"\x28\xb5\x2f\xfd", b"nonsense\n"] {
            fs::write(&replay, bytes).unwrap();
            let verified = run(&["replay", "verify", &path]);
            assert_eq!(verified.status.code(), Some(1), "{bytes:?}");
        }
    }
}

#[test]
fn a_killed_series_leaves_no_process_and_goes_on_where_it_was() {
    let folder = folder("killed");
    let replays = folder.join("replays");
    let shown = replays.display().to_string();
    let program = own_copy("idle", &folder, "survivor_check");
    let words = [
        "match",
        "breach",
        &program,
        "--games",
        "24",
        "--jobs",
        "2",
        "--replay",
        &shown,
        "--clock",
        "turn=1s,bank=60s,start=60s",
    ];
    let mut runner = sandtable().args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("a bot is seen", || !processes_with("survivor_check").is_empty());
    wait_until("some games are finished", || finished(&replays).len() >= 3);
    runner.kill().unwrap();
    runner.wait().unwrap();
    wait_until("no bot is left", || processes_with("survivor_check").is_empty());
    let before = finished(&replays);
    assert!(before.len() < 24, "it was killed in the middle");
    assert!(run(&["replay", "verify", &shown]).status.success());

    let again = run(&words);
    assert_eq!(again.status.code(), Some(2), "without --resume nothing is overwritten");
    let stamps = |files: &[PathBuf]| -> Vec<_> {
        files.iter().map(|file| file.metadata().unwrap().modified().unwrap()).collect()
    };
    let old = stamps(&before);
    let resumed = sandtable().args(words).arg("--resume").arg("--json").output().unwrap();
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let result: Value = serde_json::from_slice(&resumed.stdout).unwrap();
    assert_eq!(result["games"].as_array().unwrap().len(), 24);
    assert_eq!(finished(&replays).len(), 24);
    assert_eq!(stamps(&before), old, "finished games are not played again");
    assert!(run(&["replay", "verify", &shown]).status.success());

    let other = sandtable().args(words).args(["--resume", "--map", "harbour"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("another series"), "{}", text(&other.stderr));
    let seed = result["seed"].as_str().unwrap();
    let other = sandtable().args(words).args(["--resume", "--seed", "9"]).output().unwrap();
    let said = text(&other.stderr);
    assert!(
        other.status.code() == Some(2) && said.contains(&format!("its seed: {seed}, now 0000000000000009")),
        "{said}"
    );
}

#[test]
fn a_series_does_not_go_on_with_a_changed_bot() {
    let folder = folder("changed");
    let program = own_copy("idle", &folder, "changed");
    let replays = folder.join("replays").display().to_string();
    let words = ["match", "breach", &program, "--games", "2", "--replay", &replays];
    assert!(run(&words).status.success());
    let whole = fs::read_to_string(&program).unwrap();
    fs::write(&program, format!("{whole}# better\n")).unwrap();
    let resume = || sandtable().args(words).arg("--resume").output().unwrap();
    let resumed = resume();
    let said = text(&resumed.stderr);
    assert_eq!(resumed.status.code(), Some(2), "{said}");
    assert!(said.contains("bot 1 (changed_idle.py) is not the same program any more"), "{said}");

    // What an older version wrote says nothing about programs.
    let ledger = folder.join("replays/series.json");
    let mut old: Value = serde_json::from_slice(&fs::read(&ledger).unwrap()).unwrap();
    assert!(old.as_object_mut().unwrap().remove("programs").is_some());
    fs::write(&ledger, old.to_string()).unwrap();
    assert!(resume().status.success());
}

#[test]
fn a_finished_game_is_reported_like_one_just_played() {
    let folder = folder("reported");
    let program = own_copy("garbage", &folder, "reported");
    let replays = folder.join("replays").display().to_string();
    let words = ["match", "deepblue", &program, "random", "--games", "2", "--replay", &replays, "--json"];
    let reports = |more: &[&str]| -> Vec<Value> {
        let output = sandtable().args(words).args(more).output().unwrap();
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        result["games"].as_array().unwrap().clone()
    };
    let (played, resumed) = (reports(&[]), reports(&["--resume"]));
    assert_eq!(played.len(), 2);
    for (one, other) in played.iter().zip(&resumed) {
        for part in ["game", "outcome", "turns", "digest"] {
            assert_eq!(one[part], other[part], "{part}");
        }
        assert!(one["wall"].is_f64() && other["wall"].is_null());
        for (one, other) in one["seats"].as_array().unwrap().iter().zip(other["seats"].as_array().unwrap()) {
            for part in ["name", "bot", "faults", "out", "orders", "refused"] {
                assert_eq!(one[part], other[part], "{part}");
            }
            for part in ["cpu", "longest_cpu", "wall"] {
                // A replay counts whole microseconds.
                let (one, other) = (one[part].as_f64().unwrap(), other[part].as_f64().unwrap());
                assert!((one - other).abs() < 1e-3, "{part}: {one}, {other}");
            }
        }
    }
    let sum = |part: &str| -> f64 {
        let seats = resumed.iter().flat_map(|game| game["seats"].as_array().unwrap());
        seats.map(|seat| seat[part].as_f64().unwrap()).sum()
    };
    assert!(sum("orders") > 0.0 && sum("cpu") > 0.0 && sum("wall") > 0.0);
}

fn finished(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let files = entries.map(|entry| entry.unwrap().path());
    let mut whole: Vec<PathBuf> =
        files.filter(|path| path.to_string_lossy().ends_with(".jsonl.zst")).collect();
    whole.sort();
    whole
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(120), "waited two minutes until {what}");
        std::thread::yield_now();
    }
}

/// The command lines of living processes that hold this text.
fn processes_with(part: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let lines = lines.map(|line| text(&line).replace('\0', " "));
    lines.filter(|line| line.contains(part) && line.contains("python")).collect()
}

#[test]
fn a_branch_plays_on_with_other_bots_and_verifies() {
    let folder = folder("branch");
    let (one, two) =
        (folder.join("one.jsonl").display().to_string(), folder.join("two.jsonl").display().to_string());
    assert!(run(&["match", "deepblue", "random", "idle", "--seed", "4", "--replay", &one]).status.success());
    let branched = run(&["replay", "branch", &one, "--at", "10", "idle", "greedy", "--replay", &two]);
    assert!(branched.status.success(), "{}", text(&branched.stderr));
    assert!(run(&["replay", "verify", &two]).status.success());
    // Turns count from 1: nine come before the tenth.
    let orders = |path: &str| -> Vec<Value> {
        let text = fs::read_to_string(path).unwrap();
        text.lines()
            .skip(1)
            .take(9)
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["digest"].clone())
            .collect()
    };
    assert_eq!(orders(&one), orders(&two));
    let beyond = run(&["replay", "branch", &one, "--at", "100000", "idle", "greedy"]);
    assert_eq!(beyond.status.code(), Some(1));
    let few = run(&["replay", "branch", &one, "--at", "10", "idle"]);
    assert_eq!(few.status.code(), Some(2));
}

#[test]
fn old_formats_are_written_and_read_back() {
    let folder = folder("export");
    let replay = folder.join("r.jsonl").display().to_string();
    let logs = folder.join("logs").display().to_string();
    assert!(
        run(&["match", "fc18", "greedy", "random", "idle", "random", "--seed", "2", "--replay", &replay])
            .status
            .success()
    );
    assert!(run(&["replay", "export", &replay, "--format", "fc18-log", "-o", &logs]).status.success());
    let conform = run(&["conform", "fc18", &logs]);
    assert!(conform.status.success(), "{}", text(&conform.stdout));
    assert_eq!(run(&["replay", "export", &replay, "--format", "battle", "-o", &logs]).status.code(), Some(2));
    let battle = folder.join("g.battle").display().to_string();
    assert!(
        run(&["match", "deepblue", "greedy", "idle", "--seed", "2", "--replay", &replay]).status.success()
    );
    assert!(run(&["replay", "export", &replay, "--format", "battle", "-o", &battle]).status.success());
    assert!(deepblue::formats::battle::Battle::read(&fs::read(&battle).unwrap()).is_ok());
}

#[test]
fn a_game_that_never_ends_is_stopped() {
    let folder = folder("endless");
    let replay = folder.join("r.jsonl").display().to_string();
    let words = ["match", "breach", "idle", "--rules", "stage2", "--replay", &replay, "--json"];
    let output = run(&words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["games"][0]["turns"], 1000);
    assert_eq!((&result["bots"][0]["wins"], &result["bots"][0]["draws"]), (&0.into(), &0.into()));
    assert!(run(&["replay", "verify", &replay]).status.success());
}

#[test]
fn a_folder_takes_one_game_or_several_and_a_file_takes_one() {
    let folder = folder("places");
    let played = |words: &[&str]| {
        let mut all = vec!["match", "breach", "idle"];
        all.extend(words);
        let output = sandtable().args(all).current_dir(&folder).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(played(&["--replay", "fresh/"]).0, Some(0));
    assert_eq!(finished(&folder.join("fresh")).len(), 1);
    fs::create_dir(folder.join("there")).unwrap();
    assert_eq!(played(&["--replay", "there"]).0, Some(0));
    assert_eq!(finished(&folder.join("there")).len(), 1);
    assert_eq!(played(&["--replay", "one.jsonl"]).0, Some(0));
    for (words, expected) in [
        (["--games", "2", "--replay", "one.jsonl"], "one.jsonl is a file"),
        (["--games", "2", "--replay", "new.jsonl"], "new.jsonl is a file's name; name a folder"),
        (["--games", "2", "--replay", "new.jsonl.zst"], "is a file's name; name a folder"),
        (["--resume", "--seed=1", "--replay", "one.jsonl"], "--resume goes on with a folder"),
    ] {
        let (status, said) = played(&words);
        assert!(status == Some(2) && said.contains(expected), "{words:?}: {said}");
    }
    assert!(!folder.join("new.jsonl").exists());
}

#[test]
fn a_resumed_game_has_no_time_and_repeated_games_are_noticed() {
    let folder = folder("again");
    let replays = format!("{}/", folder.join("replays").display());
    let first = run(&["match", "breach", "idle", "--replay", &replays]);
    assert!(text(&first.stdout).contains(" turns in "), "{}", text(&first.stdout));
    let again = run(&["match", "breach", "idle", "--replay", &replays, "--resume"]);
    let said = text(&again.stdout);
    assert!(said.contains(" turns\n") && !said.contains(" turns in "), "{said}");

    let warning = "the 6 games have only 2 different endings";
    let same = run(&["match", "breach", "greedy", "--games", "6"]);
    assert!(text(&same.stdout).contains("only 1 different ending:"), "{}", text(&same.stdout));
    let rotating = run(&["match", "fc18", "greedy", "idle", "greedy", "idle", "--games", "6"]);
    assert!(text(&rotating.stdout).contains(warning), "{}", text(&rotating.stdout));
    let chance = run(&["match", "breach", "random", "--games", "200", "--seed", "1"]);
    assert!(!text(&chance.stdout).contains("different ending"), "{}", text(&chance.stdout));
}

#[test]
fn a_record_that_cannot_be_written_is_reported() {
    let folder = folder("full");
    let program = own_copy("idle", &folder, "full");
    let record = folder.join("record").display().to_string();
    // A disk that is full for every file of more than a few kilobytes.
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_sandtable")]);
    shell.args(["match", "fc18", &program, "idle", "idle", "idle", "--record", &record]);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("a record is not complete") && said.contains("seat-0/input.jsonl"), "{said}");
    assert!(text(&output.stdout).contains("1 game played"), "the game goes on to its end");
}

#[test]
fn a_bot_that_cannot_be_started_fails_the_match() {
    let folder = folder("unstartable");
    let at = |name: &str| folder.join(name).display().to_string();
    write_program(&folder.join("script"), "#!/no/such/interpreter -u\n");
    write_program(&folder.join("windows"), "#!/bin/sh\r\nexit\r\n");
    fs::create_dir(folder.join("broken")).unwrap();
    fs::write(folder.join("broken/bot.toml"), "build = 'exit 3'\nproducts = ['x']\nrun = './x'\n").unwrap();
    fs::create_dir(folder.join("homeless")).unwrap();
    fs::write(folder.join("homeless/bot.toml"), "build = 'touch x'\nrun = './x'\n").unwrap();
    for (bot, expected) in [
        (at("script"), "asks for /no/such/interpreter, which is not on this machine"),
        (at("windows"), "CR and LF"),
        (at("broken"), "it does not compile (it ended with status 3)"),
    ] {
        let output = run(&["match", "breach", &bot]);
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(expected), "{bot}: {said}");
    }
    let nowhere = folder.join("script/cache");
    let mut match_of_homeless = sandtable();
    match_of_homeless.args(["match", "breach", &at("homeless")]).env("XDG_CACHE_HOME", nowhere);
    let output = match_of_homeless.output().unwrap();
    let said = text(&output.stderr);
    let expected = "there is no place for compiled programs";
    assert!(output.status.code() == Some(1) && said.contains(expected), "{said}");
}

#[test]
fn a_name_cannot_move_the_cursor() {
    let folder = folder("names");
    // In a folder of its own: a bot's neighbours are copied with it.
    fs::create_dir(folder.join("evil")).unwrap();
    let evil = folder.join("evil/a\u{1b}[2J\nb.py");
    let turned = folder.join("b\u{202e}.py");
    for path in [&evil, &turned] {
        fs::copy(bot("idle"), path).unwrap();
    }
    let refused = run(&["match", "breach", &evil.display().to_string()]);
    let said = text(&refused.stderr);
    assert!(refused.status.code() == Some(2) && said.contains("control characters"), "{said}");
    assert!(!said.contains('\u{1b}') && said.lines().count() == 1, "{said:?}");
    let named = folder.join("named");
    fs::create_dir(&named).unwrap();
    fs::copy(bot("idle"), named.join("bot.py")).unwrap();
    let long = "x".repeat(500);
    let manifest = format!("name = \"\\u001b[31m{long}\"\nrun = 'python3 bot.py'\n");
    fs::write(named.join("bot.toml"), manifest).unwrap();
    for bot in [&turned, &named] {
        let output = run(&["match", "breach", &bot.display().to_string()]);
        let shown = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(!shown.contains(['\u{1b}', '\u{202e}']) && shown.contains('\u{fffd}'), "{shown:?}");
        assert_eq!(shown.lines().count(), 5, "{shown:?}");
        assert!(shown.lines().all(|line| line.chars().count() < 150), "{shown:?}");
    }
}

/// A folder with this `bot.toml`.
fn bot_with(folder: &Path, name: &str, manifest: &str) -> String {
    let path = folder.join(name);
    fs::create_dir(&path).unwrap();
    fs::write(path.join("bot.toml"), manifest).unwrap();
    path.display().to_string()
}

#[test]
fn rounds_need_a_game_that_has_them() {
    let folder = folder("rounds");
    let expected =
        "`--clock rounds` needs a game whose rounds go by a wall clock; this one has no such rounds";
    let (program, replay) = (bot("idle"), folder.join("r.jsonl").display().to_string());
    let fc18 = ["match", "fc18", &program, "idle", "idle", "idle"];
    assert!(run(&["match", "breach", "idle", "--replay", &replay]).status.success());
    let branch = ["replay", "branch", &replay, "--at", "1", &program];
    for words in [&["match", "breach", &program][..], &["match", "goblins", &program], &fc18, &branch] {
        let output = sandtable().args(words).args(["--clock", "rounds"]).output().unwrap();
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(expected), "{words:?}: {said}");
    }
}

#[test]
fn wrong_usage_is_explained() {
    let folder = folder("usage");
    let plain = folder.join("plain.txt");
    fs::write(&plain, "hello").unwrap();
    let (plain, empty) = (plain.display().to_string(), folder.display().to_string());
    let pipe = folder.join("pipe.py").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let nameless = bot_with(&folder, "nameless", "name = ''\nrun = './x'");
    let greedy = bot_with(&folder, "greedy", "run = './x'\n[limits]\nmemory_mb = 4294967295");
    let modest = bot_with(&folder, "modest", "run = './x'\n[limits]\nprocesses = 0");
    let vague = bot_with(&folder, "vague", "build = 'make'\nrun = 'python3 x.py'");
    let wrong: [(&[&str], &str); 14] = [
        (&["match", "breach", ""], "a bot is named by an empty text"),
        (&["match", "breach", &pipe], "is neither a file nor a folder"),
        (&["match", "breach", &nameless], "bot.toml: `name` is empty"),
        (
            &["match", "breach", &greedy],
            "bot.toml: `memory_mb = 4294967295` in [limits]: it may be from 1 to",
        ),
        (&["match", "breach", &modest], "bot.toml: `processes = 0` in [limits]: it may be from 1 to"),
        (&["match", "breach", &vague], "bot.toml: `build` needs `products`"),
        (&["match", "deepblue", "idle", "tcp:4000", "--jobs", "2"], "a port serves one game at a time"),
        (&["match", "fc18", "greedy"], "fc18 has 4 seats, and 1 bot was named"),
        (&["match", "breach", "gredy"], "there is no bot `gredy`"),
        (&["match", "breach", &plain], "make it executable"),
        (&["match", "breach", &empty], "bot.toml"),
        (&["match", "breach", "idle", "--map", "nowhere"], "cannot read the map"),
        (&["match", "breach", "idle", "--clock", "soon"], "is not a time"),
        (&["match", "breach", "idle", "--rules", "hard"], "has no rule profile"),
    ];
    for (words, expected) in wrong {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(expected), "{words:?}: {}", text(&output.stderr));
    }
}

#[test]
fn blocks_play_every_map_and_seed_in_both_seatings() {
    let folder = folder("blocks");
    let replays = folder.join("replays").display().to_string();
    let words = [
        "match",
        "deepblue",
        "one=idle",
        "two=idle",
        "--maps",
        "duel,lagoon",
        "--blocks",
        "3",
        "--seed",
        "5",
    ];
    let output = run(&[&words[..], &["--json", "--replay", &replays]].concat());
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = result["games"].as_array().unwrap();
    assert_eq!((games.len(), &result["maps"]), (6, &serde_json::json!(["duel", "lagoon"])));
    for (block, pair) in (1_u32..).zip(games.chunks(2)) {
        assert_eq!((&pair[0]["map"], &pair[0]["seed"]), (&pair[1]["map"], &pair[1]["seed"]));
        assert_eq!(pair[0]["map"], ["duel", "lagoon", "duel"][block as usize - 1]);
        assert_eq!(
            (pair[0]["seats"][0]["name"].as_str(), pair[1]["seats"][0]["name"].as_str()),
            (Some("one"), Some("two"))
        );
        assert_eq!(pair[1]["block"], block);
    }
    assert_eq!(result["entrants"][0]["path"], "idle");
    let again = run(&[&words[..], &["--replay", &replays, "--resume", "--json-lines"]].concat());
    let lines: Vec<Value> =
        text(&again.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6, "what was played before is told, too");
    assert!(lines.iter().all(|line| line["replay"].as_str().is_some_and(|path| Path::new(path).exists())));
    let words = ["match", "deepblue", "one=idle", "two=idle", "--maps", "duel,lagoon", "--games", "6"];
    let other = run(&[&words[..], &["--seed", "5", "--resume", "--replay", &replays]].concat());
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("games of a block: 2, now 1"), "{}", text(&other.stderr));
}

#[test]
fn one_game_of_a_series_is_played_again() {
    let words = ["match", "deepblue", "random", "idle", "--seed", "9"];
    let all = run(&[&words[..], &["--games", "4", "--json"]].concat());
    let one = run(&[&words[..], &["--only", "3", "--json"]].concat());
    let (all, one): (Value, Value) =
        (serde_json::from_slice(&all.stdout).unwrap(), serde_json::from_slice(&one.stdout).unwrap());
    assert_eq!(one["games"].as_array().unwrap().len(), 1);
    assert_eq!(all["games"][2]["digest"], one["games"][0]["digest"]);
    let without_seed =
        sandtable().args(["match", "deepblue", "random", "idle", "--only", "3"]).output().unwrap();
    assert_eq!(without_seed.status.code(), Some(2));
}

#[test]
fn lost_games_are_listed_with_their_replays() {
    let folder = folder("lost");
    let replays = folder.join("replays").display().to_string();
    let series = ["match", "deepblue", "mine=idle", "random", "--games", "3", "--seed", "3"];
    let told = run(&[&series[..], &["--replay", &replays]].concat());
    let told = text(&told.stdout);
    assert!(told.contains("not won by mine:"), "{told}");
    let lost = told.lines().find(|line| line.trim_start().starts_with("game ")).unwrap();
    assert!(lost.contains(" on ") && lost.ends_with(".jsonl.zst"), "{told}");
    let told = run(&["match", "deepblue", "idle", "random", "--games", "2", "--seed", "3"]);
    assert!(text(&told.stdout).contains("--seed 0000000000000003 --only "), "{}", text(&told.stdout));
}
