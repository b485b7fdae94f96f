//! The contest's files, there and back.
#![cfg(feature = "formats")]

use board::Size;
use fc18::formats::{OldLogs, OrderLog, Recorder, StateLog, read_map, write_map};
use fc18::{CONTEST_SIZE, Fc18, Map, Rules, Setup, generate};
use game::conform::{ConformRequest, Folder};
use game::{Game, Seat};
use proptest::prelude::*;
use testing::{Memory, OnDisk};

/// Plays random legal orders and records them.
fn recorded(map: Map, rules: Rules, seed: u64, turns: u32) -> OldLogs {
    let setup = Setup::<16>::new(map, rules).unwrap();
    let mut random = board::SplitMix64::new(seed);
    let mut recorder = Recorder::new(&setup, ["north", "east", "south", "west"], seed);
    while !recorder.state().is_over() && recorder.state().turn() <= turns {
        for _ in 0..12 {
            let seat = recorder.state().on_turn();
            let order = recorder.state().pick(seat, &mut |n| random.below(n.into()) as u32);
            order.map(|order| recorder.submit(order).unwrap());
        }
        recorder.end_turn();
    }
    recorder.finish()
}

#[test]
fn our_logs_can_be_reenacted() {
    for (seed, name) in (0..).zip(Rules::NAMES) {
        let map = generate::fair(CONTEST_SIZE, seed).unwrap();
        let logs = recorded(map, Rules::named(name).unwrap(), seed, 240);
        let folder = Memory(vec![
            ("log_info.txt".into(), logs.orders.into_bytes()),
            ("everyround_info.txt".into(), logs.states.into_bytes()),
        ]);
        let request = ConformRequest { stage: None, rules: Some(name) };
        let mut count = 0;
        let each = &mut |case: game::conform::CaseResult| {
            assert_eq!(case.difference, None, "{name}, {}", case.name);
            count += 1;
        };
        fc18::ENTRY.conform(&folder, request, each).unwrap();
        assert!(count >= 240, "{count}");
    }
}

/// The contest's own program and ours write the same lines, lots aside.
#[test]
fn the_contests_final_is_written_as_it_was() {
    let Some(folder) = OnDisk::shared("fc18/logs/contest_2021_final") else { return };
    let read = |name: &str| folder.read(name).unwrap();
    let orders = OrderLog::read(&read("log_info.txt")).unwrap();
    let map = StateLog::read(&read("everyround_info.txt")).unwrap().map().unwrap();
    let setup = Setup::<16>::new(map, Rules::FINAL2021).unwrap();
    let mut recorder = Recorder::new(&setup, ["player1", "player2", "player3", "player4"], 0);
    for turn in &orders.turns {
        for logged in turn {
            recorder.submit(logged.order_in(recorder.state()).unwrap()).unwrap();
        }
        recorder.end_turn();
    }
    let logs = recorder.finish();
    let again = OrderLog::read(logs.orders.as_bytes()).unwrap();
    for (was, is) in orders.turns.iter().flatten().zip(again.turns.iter().flatten()) {
        // The contest's site left the direction of a move out.
        let task = if was.kind == 0 { is.task } else { was.task };
        assert_eq!(fc18::formats::LoggedOrder { task, ..*was }, *is);
    }
    let genuine = String::from_utf8(read("everyround_info.txt")).unwrap();
    assert_eq!(genuine.lines().count(), logs.states.lines().count());
    for (was, is) in genuine.lines().zip(logs.states.lines()) {
        assert_eq!(without_rank(was), without_rank(is));
    }
}

/// Ranks depend on lots drawn on every turn.
fn without_rank(line: &str) -> &str {
    if line.contains(" player") { line.rsplit_once(' ').unwrap().0 } else { line }
}

#[test]
fn the_judges_state_log_is_readable() {
    let Some(folder) = OnDisk::shared("fc18/logs/judge_2021_03") else { return };
    let log = StateLog::read(&folder.read("everyround_info_first400.txt").unwrap()).unwrap();
    let (map, report) = read_map(&folder.read("rand_map_save.txt").unwrap(), &Rules::JUDGE);
    assert_eq!((log.map().ok(), report.warnings), (map, Vec::new()));
}

#[test]
fn genuine_maps_there_and_back() {
    let Some(folder) = OnDisk::shared("fc18/maps") else { return };
    for name in folder.names() {
        let text = folder.read(&name).unwrap();
        let (map, report) = read_map(&text, &Rules::JUDGE);
        assert_eq!(report, game::Diagnostics::default(), "{name}");
        assert_eq!(write_map(&map.unwrap()).as_bytes(), text, "{name}");
    }
}

#[test]
fn maps_there_and_back() {
    for (seed, (width, height)) in (0..).zip([(15, 15), (8, 9), (16, 16), (32, 32), (21, 10)]) {
        for make in [generate::fair, generate::original] {
            let map = make(Size { rows: height, cols: width }, seed).unwrap();
            let text = write_map(&map);
            for text in [text.clone(), text.replace('\n', "\r\n")] {
                let (again, report) = read_map(text.as_bytes(), &Rules::JUDGE);
                assert_eq!((again, report), (Some(map.clone()), game::Diagnostics::default()));
            }
        }
    }
}

#[test]
fn wrong_maps_say_where() {
    let text = write_map(&generate::fair(CONTEST_SIZE, 3).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: usize, new: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = new;
        let (map, report) = read_map(lines.join("\n").as_bytes(), &Rules::MANUAL);
        assert_eq!(map, None);
        report.problems[0].to_string()
    };
    assert_eq!(with(7, "6 0 1 0 -1 0 0 0"), "line 7: expected 9 numbers, found 8");
    assert_eq!(with(7, "6 0 1 0 -1 0 0 0 x"), "line 7: `x` is not a number");
    assert_eq!(with(7, "5 0 1 0 -1 0 0 0 0"), "line 7: the cell (5, 0) is listed twice");
    assert_eq!(with(7, "6 0 13 0 -1 0 0 0 0"), "line 7: type 13 is no terrain: those are 0 to 12");
    assert_eq!(
        with(7, "6 0 0 0 -1 0 0 0 0"),
        "line 7: row 0, column 6 is tower ground (0) and has no starting tower"
    );
    assert_eq!(with(7, "6 99 1 0 -1 0 0 0 0"), "line 7: (6, 99) is no cell: coordinates are 0 to 31");
    assert_eq!(with(7, "6 0 0 0 4 0 0 0 0"), "line 7: tower 4 is none of -1 to 3");
    let (map, report) = read_map(b"\n\n", &Rules::MANUAL);
    assert_eq!((map, report.problems.len()), (None, 1));
}

#[test]
fn logs_that_are_none_say_where() {
    let said = |text: &str| OrderLog::read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(said(""), "line 1: the file holds no turns");
    assert_eq!(said("round 1\n"), "line 1: expected `round 0`, found `round 1`");
    assert_eq!(said("1 2 3\n"), "line 1: expected 9 numbers, found 3");
    assert_eq!(said("round 0\n#command\n1 7 -1 x"), "line 3: `x` is not a number");
    let said = |text: &str| StateLog::read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(said("round 0\n1 2 3\n"), "line 2: expected `#corps`, `#tower`, `#map` or `#players`");
    assert_eq!(said("round 0\n#corps\n1 2 3 4\n"), "line 3: expected 3 or 10 numbers, found 4");
    let empty = StateLog::read(b"round 0\n#map\n9223372036854775807 0 1 1\n").unwrap();
    assert!(empty.map().is_err());
}

#[test]
fn a_title_starts_games_on_boards_of_every_size() {
    for side in [8, 15, 16, 17, 32] {
        let map = write_map(&generate::fair(Size { rows: side, cols: side }, 1).unwrap());
        let mut table = fc18::ENTRY.start(map.as_bytes(), "manual", 0).unwrap();
        assert_eq!(table.legal(Seat(0)).len(), 6);
        let answer = table.submit(Seat(0), r#"{"order":"produce","tower":0,"task":"mage"}"#);
        assert_eq!(answer, game::Answer::Done);
        table.submit(Seat(0), "\"junk\"");
        assert_eq!(table.view(game::Viewer::Everything)["orders_left"], 48);
        table.end_turn(Seat(0)).unwrap();
        assert!(table.to_move().has(Seat(1)));
    }
    // A search copies it at every node.
    assert!(size_of::<Fc18>() <= 8 * 1024, "{}", size_of::<Fc18>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a file holds, its readers answer.
    #[test]
    fn damaged_files_are_answered(seed: u64, damages in 1usize..40) {
        let map = generate::original(Size { rows: 9, cols: 9 }, seed % 5).unwrap();
        let logs = recorded(map.clone(), Rules::JUDGE, seed % 3, 40);
        let mut random = board::SplitMix64::new(seed);
        let mut damaged = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..damages {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = b"0123456789- \n#\xff"[random.below(15) as usize];
            }
            bytes
        };
        let (orders, states) = (damaged(&logs.orders), damaged(&logs.states));
        let _ = read_map(&damaged(&write_map(&map)), &Rules::JUDGE);
        for files in [(orders, logs.states.into_bytes()), (logs.orders.into_bytes(), states)] {
            let folder = Memory(vec![("log_info.txt".into(), files.0), ("everyround_info.txt".into(), files.1)]);
            let _ = fc18::ENTRY.conform(&folder, ConformRequest { stage: None, rules: Some("judge") }, &mut |_| {});
        }
    }
}
