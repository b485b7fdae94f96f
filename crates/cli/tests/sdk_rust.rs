//! The Rust SDK: its bots to start from in real matches, its side of the conversation, and its
//! types on real messages.

use sandtable_bot::json::{FromJson, ToJson, Value};
use sandtable_bot::{Game, breach, deepblue, fc18, goblins};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// The games, each with the opponents that its start beats.
const GAMES: [(&str, &[&str]); 4] =
    [("breach", &[]), ("goblins", &[]), ("deepblue", &["random"]), ("fc18", &["random"; 3])];

/// A folder of one test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sdk-rust-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn call(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn succeed(command: &mut Command) -> Output {
    let output = call(command);
    assert!(output.status.success(), "{command:?}: {}{}", text(&output.stdout), text(&output.stderr));
    output
}

/// Whether there is a Rust toolchain, which these tests cannot do without. It says so if there is
/// none.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn has_rust() -> bool {
    let found = ["rustc", "cargo"].iter().all(|tool| Command::new(tool).arg("--version").output().is_ok());
    if !found {
        println!("skipped: there is no rustc or no cargo in the search path");
    }
    found
}

/// A new bot's folder in a folder, as its user gets it.
fn new_bot(game: &str, folder: &Path) -> PathBuf {
    let bot = folder.join(game);
    succeed(Command::new(SANDTABLE).args(["new-bot", game, "rust"]).arg(&bot));
    bot
}

/// A folder with the compiled SDK, for compiling bots.
struct Workbench(PathBuf);

impl Workbench {
    fn new(name: &str) -> Self {
        let folder = folder(name);
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/rust/src/lib.rs");
        let kind = ["--crate-type", "rlib", "--crate-name", "sandtable_bot", "--edition", "2021"];
        succeed(Command::new("rustc").args(kind).arg(source).arg("--out-dir").arg(&folder));
        Self(folder)
    }

    /// Compiles a bot against the SDK.
    fn compile(&self, source: &Path, options: &[&str], name: &str) -> PathBuf {
        let program = self.0.join(name);
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition", "2021", "-D", "warnings"]).args(options).arg("--extern");
        compiler.arg(format!("sandtable_bot={}", self.0.join("libsandtable_bot.rlib").display()));
        succeed(compiler.arg(source).arg("-o").arg(&program));
        program
    }
}

#[test]
fn the_starts_beat_random_and_pass_their_own_tests() {
    if !has_rust() {
        return;
    }
    let bench = Workbench::new("starts");
    for (game, opponents) in GAMES {
        let source = new_bot(game, &bench.0).join("src/main.rs");
        let tests = bench.compile(&source, &["--test"], &format!("tests-of-{game}"));
        let said = text(&succeed(&mut Command::new(tests)).stdout);
        assert!(said.contains("2 passed"), "{game}: {said}");
        let bot = bench.compile(&source, &["-O"], &format!("{game}-bot"));
        let record = bench.0.join(format!("{game}-record"));
        is_first(&call(&mut play(game, &bot, opponents, &record)));
        let input = fs::read_to_string(record.join("game-00001/seat-0/input.jsonl")).unwrap();
        every_message_is_understood(game, &input);
    }
}

#[test]
fn a_start_is_built_by_cargo_contained_and_without_a_network() {
    if !has_rust() {
        return;
    }
    let folder = folder("cargo");
    let bot = new_bot("breach", &folder);
    let output = call(&mut play("breach", &bot, &[], &folder.join("record")));
    let said = text(&output.stderr);
    if said.contains("finds no `cargo`") {
        return println!("skipped: {said}");
    }
    is_first(&output);
}

#[test]
fn the_bot_in_the_book_compiles() {
    if !has_rust() {
        return;
    }
    let bench = Workbench::new("book");
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/sdk/rust.md");
    let chapter = fs::read_to_string(chapter).unwrap();
    let code = chapter.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```")).unwrap().0;
    let source = bench.0.join("book.rs");
    fs::write(&source, code).unwrap();
    bench.compile(&source, &[], "book");
}

/// A match of a bot in the first seat, which is written down.
fn play(game: &str, bot: &Path, opponents: &[&str], record: &Path) -> Command {
    let mut command = Command::new(SANDTABLE);
    command.args(["match", game]).arg(bot).args(opponents);
    command.args(["--seed", "7", "--json", "--record"]).arg(record);
    command
}

/// Whether a match was won by the first seat, without a fault.
fn is_first(output: &Output) {
    assert!(output.status.success(), "{}", text(&output.stderr));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let game = &result["games"][0];
    assert_eq!(game["outcome"][0]["place"], 1, "{result}");
    assert_eq!(game["seats"][0]["faults"], serde_json::json!([]), "{result}");
}

/// The views and the briefing of a conversation: read and written, they are what they were.
fn every_message_is_understood(game: &str, input: &str) {
    match game {
        "breach" => compare::<breach::Breach>(input),
        "goblins" => compare::<goblins::Goblins>(input),
        "deepblue" => compare::<deepblue::Deepblue>(input),
        _ => compare::<fc18::Fc18>(input),
    }
}

fn compare<G: Game<View: ToJson, Briefing: ToJson>>(input: &str) {
    for line in input.lines() {
        let message = Value::parse(line).unwrap();
        if let Some(view) = message.get("view") {
            same(&G::View::from_json(view).unwrap().to_json(), view);
        }
        if let Some(briefing) = message.get("briefing") {
            same(&G::Briefing::from_json(briefing).unwrap().to_json(), briefing);
        }
    }
}

/// Equal but for the order of fields.
fn same(one: &Value, other: &Value) {
    let [one, other] =
        [one, other].map(|value| serde_json::from_str::<serde_json::Value>(&value.to_string()).unwrap());
    assert_eq!(one, other);
}

const START: &str = r#"{"type":"start","protocol":2,"game":"breach","rules":"stage4","seat":0,"seats":1,"mood":"good","briefing":{"stage":4,"rows":8,"cols":8,"kinds":[],"smell":null},"clock":{"start_ms":1,"turn_ms":2,"bank_ms":3}}"#;

const TURN: &str = r#"{"type":"turn","turn":5,"view":{"stage":4,"turn":1,"phase":"dawning","terrain":[[[0,3],"X"]],"units":[[[1,2],"B",2,false,false,"new column"]],"moon":"full"},"answers":["done","taken",{"refused":"too far"},"postponed"],"died":[{"event":"unit_died"}],"events":[{},{}],"time":{"turn_ms":100,"bank_ms":50}}"#;

const ANSWERS: &str = r#"{"type":"answers","turn":5,"answers":["done"],"view":{"stage":4,"turn":1,"phase":"playing","terrain":[],"units":[]}}"#;

const END: &str = r#"{"type":"end","outcome":[{"place":2,"score":-1}],"answers":[]}"#;

/// The bot of `probe.rs`.
struct Probe(PathBuf);

impl Probe {
    /// Gives these lines to the bot: its status, what it wrote, and what it said.
    fn converse(&self, lines: &[&str]) -> (Option<i32>, String, String) {
        let mut bot = Command::new(&self.0);
        bot.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut bot = bot.spawn().unwrap();
        let mut input = bot.stdin.take().unwrap();
        // A bot that has already given up does not read the rest.
        let _ = input.write_all(lines.join("\n").as_bytes());
        drop(input);
        let output = bot.wait_with_output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }
}

#[test]
fn the_conversation() {
    if !has_rust() {
        return;
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sdk/probe.rs");
    let probe = Probe(Workbench::new("conversation").compile(&source, &[], "probe"));
    what_is_not_known_is_ignored_and_everything_else_arrives(&probe);
    input_that_stops_ends_the_bot_quietly(&probe);
    a_turn_that_was_lost_while_waiting_is_left_behind(&probe);
    bad_messages_are_told_in_one_line(&probe);
    a_panic_of_the_player_is_shown(&probe);
}

fn what_is_not_known_is_ignored_and_everything_else_arrives(probe: &Probe) {
    let weather = r#"{"type":"weather","sky":[1,2]}"#;
    let (status, wrote, said) =
        probe.converse(&[weather, START, weather, TURN, "", weather, ANSWERS, END, "garbage"]);
    let replies = [
        r#"{"turn":5,"orders":[{"order":"move","unit":[1,2],"to":[3,4]}],"note":"a \"note\"\nof two lines","events":true,"more":true}"#,
        r#"{"turn":5,"orders":[{"order":"attack","unit":[3,4],"target":[5,6]}]}"#,
    ];
    assert_eq!(wrote.lines().collect::<Vec<_>>(), replies);
    let expected = [
        "turn 5 with 100 ms",
        "refused: [\"too far\"]",
        "first died: \"unit_died\", events: 2",
        "done; then 0 units",
        "seat 0 of 1: place 2",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
    assert_eq!(status, Some(0));
}

fn input_that_stops_ends_the_bot_quietly(probe: &Probe) {
    for (lines, replies) in
        [(&[][..], 0), (&[START], 0), (&[START, TURN], 1), (&[START, TURN, END], 1), (&[END], 0)]
    {
        let (status, wrote, said) = probe.converse(lines);
        assert_eq!((status, wrote.lines().count()), (Some(0), replies), "{lines:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

fn a_turn_that_was_lost_while_waiting_is_left_behind(probe: &Probe) {
    let next = TURN.replace("\"turn\":5", "\"turn\":6");
    let (status, wrote, said) = probe.converse(&[START, TURN, &next, END]);
    assert_eq!(status, Some(0), "{said}");
    assert!(wrote.lines().nth(1).is_some_and(|reply| reply.starts_with(r#"{"turn":6,"#)), "{wrote}");
}

fn bad_messages_are_told_in_one_line(probe: &Probe) {
    let (hp, phase) = (TURN.replace("\"B\",2", "\"B\",2.5"), TURN.replace("\"phase\":\"dawning\",", ""));
    let (other, nothing) = (START.replace("breach", "fc18"), ANSWERS.replace("\"units\":[]", "\"units\":7"));
    let old = START.replace("\"protocol\":2", "\"protocol\":1");
    let cases: [(&[&str], &str); 9] = [
        (
            &[&old],
            "line 1 of the input, a message `start`: the match speaks version 1 of the bot protocol, and this bot's SDK version 2: `sandtable new-bot` writes the SDK that fits",
        ),
        (&["[1, 2"], "line 1 of the input: not JSON at column"),
        (&["7"], "line 1 of the input: expected an object, got 7"),
        (&["{}"], "line 1 of the input: type: it is missing"),
        (&[TURN], "line 1 of the input, a message `turn`: it came before the start"),
        (
            &[&other],
            "line 1 of the input, a message `start`: this bot plays breach, and the match is one of fc18",
        ),
        (
            &[START, &hp],
            "line 2 of the input, a message `turn`: view.units[0].hp: expected a whole number of 32 bits, got 2.5",
        ),
        (&[START, "", &phase], "line 3 of the input, a message `turn`: view.phase: it is missing"),
        (
            &[START, TURN, &nothing],
            "line 3 of the input, a message `answers`: view.units: expected a list, got 7",
        ),
    ];
    for (lines, expected) in cases {
        let (status, _, said) = probe.converse(lines);
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with(expected), "expected: {expected}\ngot: {said}");
        assert_eq!(status, Some(1), "{expected}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

fn a_panic_of_the_player_is_shown(probe: &Probe) {
    let unlucky = TURN.replace("\"stage\":4,\"turn\":1", "\"stage\":4,\"turn\":13");
    let (status, wrote, said) = probe.converse(&[START, &unlucky]);
    assert_eq!((status, wrote.as_str()), (Some(101), ""));
    assert!(said.contains("probe.rs") && said.contains("an unlucky turn"), "{said}");
}

/// SplitMix64.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((z ^ (z >> 31)) >> 1).unwrap()
}

#[test]
fn damaged_messages_are_refused_with_a_sentence() {
    let whole = [START, TURN, END].join("\n");
    let idle = |_: &breach::View, _: &mut breach::Table| Vec::new();
    assert_eq!(breach::rehearse(idle, &whole).unwrap(), []);
    let (mut state, mut refused) = (1, 0);
    for _ in 0..500 {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..=random(&mut state) % 3 {
            let at = random(&mut state) % bytes.len();
            match random(&mut state) % 3 {
                0 => bytes.truncate(at + 1),
                1 => bytes[at] = b"[]{}\",:0-e\\\n"[random(&mut state) % 12],
                _ => drop(bytes.drain(at..(at + 9).min(bytes.len() - 1).max(at))),
            }
        }
        if let Err(failure) = breach::rehearse(idle, &text(&bytes)) {
            assert!(failure.to_string().starts_with("line "), "{failure}");
            refused += 1;
        }
    }
    assert!((300..500).contains(&refused), "{refused} of 500 were refused");
}
