//! Programs in the style of the Deep Blue contest: what they read is what the engine says, and no
//! carelessness disturbs a match.

mod common;

use board::SplitMix64;
use common::{
    Player, assert_same_text, check_syntax, compile, compile_with, compilers, orders, source, start_message,
    turn_message,
};
use deepblue::kinds::Properties;
use deepblue::{ENTRY, Kind, Place, Rules, State, View};
use game::{Answer, DynGame, Game, Seat, Session, Told, Viewer};
use sdk::Options;
use serde_json::json;
use std::fmt::Write;

const SEAT: Seat = Seat(1);

fn map(name: &str) -> &'static [u8] {
    ENTRY.maps().iter().find(|(other, _)| *other == name).unwrap().1.as_bytes()
}

fn table(map_name: &str, rules: &str) -> Box<dyn DynGame> {
    ENTRY.start(map(map_name), rules, 2015).unwrap()
}

fn state(table: &dyn DynGame) -> &State {
    table.as_any().downcast_ref::<Session<State>>().unwrap().game()
}

/// Starts a program of the collection; none where there is no compiler.
fn player(name: &str) -> Option<Player> {
    let compiled = compile("deepblue", "document", &source("deepblue", name), &Options::default())?;
    Some(Player::start(&compiled.program(), &[]))
}

/// Lets both sides end their turns.
fn settle(table: &mut dyn DynGame) {
    for seat in [Seat(0), Seat(1)] {
        table.end_turn(seat).unwrap();
    }
}

/// What `everything.cpp` prints before its first round.
fn expected_once(table: &dyn DynGame, rules: &Rules) -> String {
    let chart = &state(table).briefing().chart;
    let mut text = String::new();
    writeln!(text, "early 0 {} 32", rules.of(Kind::Scout).speed).unwrap();
    writeln!(text, "constants 200 200 2 80 200 60 10 1 10 5 100").unwrap();
    for kind in Kind::ALL {
        writeln!(text, "property {}", property_row(kind, rules.of(kind))).unwrap();
    }
    writeln!(text, "get property 1 1 1\nmap {} {}", chart.size.rows, chart.size.cols).unwrap();
    for row in 0..chart.size.rows {
        let land = |col| if chart.is_land(board::Cell::new(row, col)) { '#' } else { '.' };
        writeln!(text, "{}", (0..chart.size.cols).map(land).collect::<String>()).unwrap();
    }
    writeln!(text, "outside 1 1 1 1").unwrap();
    text
}

/// A row of the contest's table. It marks what resources do not have in its own way, and the
/// client's table was not the server's.
fn property_row(kind: Kind, p: &Properties) -> String {
    let told = Rules::DOCUMENT;
    let p = &match kind {
        Kind::Base | Kind::Submarine => Properties { sight_ranges: told.of(kind).sight_ranges, ..*p },
        Kind::Scout => Properties { fire_ranges: told.of(kind).fire_ranges, ..*p },
        _ => *p,
    };
    let resource = kind.is_resource();
    let health = if resource { -1 } else { p.health_max };
    let defences = if resource { [-1, -1] } else { p.defences };
    let [s0, s1, s2] = p.sight_ranges;
    let [f0, f1, f2] = p.fire_ranges;
    format!(
        "{} {} {s0} {s1} {s2} {f0} {f1} {f2} {health} {} {} {} {} {} {} {} {} {} {} {} {}",
        kind as i32,
        kind.level() as i32,
        p.fuel_max,
        p.ammo_max,
        p.ammo_once,
        p.metal_max,
        p.attacks[0],
        p.attacks[1],
        defences[0],
        defences[1],
        p.speed,
        p.cost,
        p.build_round,
        p.population
    )
}

/// What `everything.cpp` prints every round.
fn expected_round(table: &dyn DynGame) -> String {
    let chart = &state(table).briefing().chart;
    let mut view = View::default();
    state(table).view(Viewer::Seat(SEAT), &mut view);
    let own = view.economies[SEAT.index()].as_ref().unwrap();
    let mut text = String::new();
    writeln!(
        text,
        "info {} {} {} {} {}",
        chart.max_population, chart.max_round, chart.millis_per_round, chart.weather, SEAT.0
    )
    .unwrap();
    writeln!(
        text,
        "round {} {} {} {} {} {}",
        view.round,
        view.scores[0],
        view.scores[1],
        own.population,
        view.elements.len(),
        own.production.len()
    )
    .unwrap();
    for seen in &view.elements {
        let at = |place: Place| format!("{} {} {}", place.cell.row, place.cell.col, place.level as i32);
        let size = seen.kind.size();
        let dest = seen.dest.map_or("0 0 0".to_owned(), at);
        let corner = seen.corner(&chart.rules);
        let centre =
            Place { cell: board::Cell::new(corner.row + size / 2, corner.col + size / 2), ..seen.place };
        writeln!(
            text,
            "element {} {} {} {} {size} {size} {} {} {} {} {} {dest}",
            seen.index,
            seen.kind as i32,
            seen.team as i32,
            at(centre),
            i32::from(seen.visible),
            seen.health,
            seen.fuel,
            seen.ammo,
            seen.metal
        )
        .unwrap();
    }
    for (kind, left) in &own.production {
        writeln!(text, "production {} {left}", *kind as i32).unwrap();
    }
    text
}

/// Plays a game between a compiled program and chance, and checks everything the program prints.
fn play_and_compare(program: &mut Player, table: &mut dyn DynGame, rules: &Rules) -> String {
    let mut expected = expected_once(table, rules);
    let mut chance = SplitMix64::new(7);
    program.send(&start_message(table, rules.name, SEAT));
    while table.to_move().has(SEAT) {
        expected += &expected_round(table);
        let turn = table.turn();
        program.send(&turn_message(table, SEAT));
        for order in orders(&program.reply().unwrap(), turn) {
            let answer = table.submit(SEAT, &order.to_string());
            let Answer::Refused(why) = answer else { continue };
            assert!(!why.to_string().contains("not an order of this game"), "{order}: {why}");
        }
        for _ in 0..10 {
            if let Some(order) = state(table).pick(Seat(0), &mut |below| chance.below(below.into()) as u32) {
                table.submit(Seat(0), &serde_json::to_string(&order).unwrap());
            }
        }
        settle(table);
    }
    expected
}

#[test]
fn everything_a_program_reads_is_what_the_engine_says() {
    for (rules, map) in [(Rules::DOCUMENT, "fleet-action"), (Rules::FINAL, "fogbank")] {
        let Some(compiled) =
            compile("deepblue", rules.name, &source("deepblue", "everything.cpp"), &Options::default())
        else {
            return;
        };
        let mut program = Player::start(&compiled.program(), &[]);
        let mut table = table(map, rules.name);
        let expected = play_and_compare(&mut program, &mut *table, &rules);
        let (status, log) = program.end_game();
        assert!(status.success());
        let log = log.strip_suffix("sandtable: the game is over\n").unwrap();
        assert_same_text(log, &expected);
        assert!(table.turn() > 50, "the game was short: {} rounds", table.turn());
    }
}

#[test]
fn every_standard_and_compiler_takes_the_same_program() {
    let table = table("duel", "document");
    for compiler in compilers() {
        for year in ["98", "03", "11", "14", "17", "20"] {
            let options = Options { standard: Some(format!("c++{year}")), ..Options::default() };
            let everything = source("deepblue", "everything.cpp");
            if !["98", "20"].contains(&year) {
                check_syntax(*compiler, "deepblue", &everything, &options).unwrap();
                continue;
            }
            let compiled = compile_with(*compiler, "deepblue", "document", &everything, &options);
            let mut program = Player::start(&compiled.program(), &[]);
            program.send(&start_message(&*table, "document", SEAT));
            program.send(&turn_message(&*table, SEAT));
            let reply = program.reply().unwrap();
            let (_, log) = program.end_game();
            let expected = expected_once(&*table, &Rules::DOCUMENT) + &expected_round(&*table);
            assert_same_text(log.strip_suffix("sandtable: the game is over\n").unwrap(), &expected);
            assert_eq!(reply["note"], json!("team 深蓝 everything"));
        }
    }
}

#[test]
fn every_order_travels_as_in_the_contest() {
    let Some(mut program) = player("every_order.cpp") else { return };
    let table = table("duel", "document");
    program.send(&start_message(&*table, "document", SEAT));
    program.send(&turn_message(&*table, SEAT));
    let reply = program.reply().unwrap();
    assert_eq!(reply.get("note"), None, "a team without a name");
    let (low, high) = (i32::MIN, i32::MAX);
    let expected = json!([
        format!("ap{high} {low} {high} -1"),
        format!("au1 {low}"),
        format!("cd2 {low} {high} -1"),
        "fx3 4",
        "pd-7",
        format!("sp{low} {low} {low} {low} {low}"),
        "cc0",
        "cc99",
    ]);
    assert_eq!(reply, json!({"turn": 1, "orders": expected}));
    program.end_game();
}

/// Lets a program play some rounds, and gives its orders by round.
fn rounds(program: &mut Player, count: usize) -> Vec<Vec<serde_json::Value>> {
    let mut table = table("duel", "document");
    program.send(&start_message(&*table, "document", SEAT));
    let mut all = Vec::new();
    for _ in 0..count {
        program.send(&turn_message(&*table, SEAT));
        let Some(reply) = program.reply() else { break };
        all.push(orders(&reply, table.turn()));
        settle(&mut *table);
    }
    all
}

#[test]
fn a_program_that_polls_plays_every_round() {
    let Some(mut program) = player("polls.cpp") else { return };
    let played = rounds(&mut program, 4);
    assert_eq!(
        played,
        [["cc0"], ["cc1"], ["cc2"], ["cc3"]].map(|orders| orders.map(|order| json!(order)).to_vec())
    );
    let (status, log) = program.end_game();
    assert!(status.success());
    assert!(log.starts_with("passed 1 round 0\npassed 1 round 1\npassed 1 round 2\n"), "{log}");
}

#[test]
fn a_program_that_never_returns_plays_every_round() {
    let Some(mut program) = player("loops.cpp") else { return };
    let played = rounds(&mut program, 3);
    assert_eq!(played, [["cc0"], ["cc1"], ["cc2"]].map(|orders| orders.map(|order| json!(order)).to_vec()));
    assert!(program.end_game().0.success());
}

#[test]
fn a_careless_program_does_not_disturb_the_protocol() {
    let Some(mut program) = player("careless.cpp") else { return };
    let played = rounds(&mut program, 3);
    assert_eq!(played.iter().map(Vec::len).collect::<Vec<_>>(), [512, 512, 512]);
    let (status, log) = program.end_game();
    assert!(status.success());
    assert_eq!(log.matches("{\"turn\":0,\"orders\":[\"cc1\"]}\n-1\n").count(), 3, "{log}");
    assert_eq!(log.matches("kept ").count(), 3, "{log}");
    assert_eq!(log.matches("more than 512 orders").count(), 1, "{log}");
}

#[test]
fn a_program_that_ends_itself_is_simply_gone() {
    for (name, wanted) in [("crashes.cpp", None), ("leaves.cpp", Some(3))] {
        let Some(mut program) = player(name) else { return };
        assert_eq!(rounds(&mut program, 5).len(), 2, "{name}");
        let (status, _) = program.end();
        assert_eq!(status.code(), wanted, "{name}: {status}");
    }
}

#[test]
fn a_broken_game_ends_the_program_with_a_note() {
    let Some(mut program) = player("loops.cpp") else { return };
    rounds(&mut program, 2);
    let (status, log) = program.end();
    assert_eq!((status.code(), log.as_str()), (Some(1), "sandtable: the game was broken off\n"));
    let compiled =
        compile("deepblue", "document", &source("deepblue", "loops.cpp"), &Options::default()).unwrap();
    for bad in [
        "{\"type\":\"turn\",\"view\":{",
        "nonsense",
        "{\"type\":\"turn\",\"turn\":1,\"view\":{\"elements\":[[1,2]]}}",
        "[]",
    ] {
        let mut program = Player::start(&compiled.program(), &[]);
        program.send(bad);
        let (status, log) = program.end();
        assert_eq!(
            (status.code(), log.as_str()),
            (Some(1), "sandtable: a message could not be read\n"),
            "{bad}"
        );
    }
}

#[test]
fn a_program_that_was_late_orders_for_the_present_round() {
    let Some(mut program) = player("loops.cpp") else { return };
    let mut table = table("duel", "document");
    let mut message = start_message(&*table, "document", SEAT) + "\n" + &turn_message(&*table, SEAT);
    settle(&mut *table);
    // Both rounds are there when it looks: it answers the later one, once.
    message += &("\n".to_owned() + &turn_message(&*table, SEAT));
    program.send(&message);
    let first = program.reply().unwrap();
    assert_eq!(orders(&first, 2), [json!("cc1")]);
    assert!(program.end_game().0.success());
}

#[test]
fn a_program_keeps_its_own_names() {
    let Some(mut program) = player("own_names.cpp") else { return };
    assert_eq!(rounds(&mut program, 1), [[json!("pd6")]]);
    program.end_game();
}
