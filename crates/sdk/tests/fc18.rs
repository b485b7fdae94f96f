//! Programs in the style of the FC18 contest: what they read is what the engine says, and no
//! carelessness disturbs a match.

mod common;

use board::SplitMix64;
use common::{
    Player, assert_same_text, check_syntax, compile, compile_with, compilers, orders, source, start_message,
    turn_message,
};
use fc18::kinds::{CorpsKind, production, tower_base_strength};
use fc18::{ENTRY, Fc18, Rules};
use game::{DynGame, Game, Seat, Session};
use sdk::{Build, Kit, Options, Sources};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// The player that is a program; the others are played by chance.
const SEAT: Seat = Seat(2);

fn table(rules: &str) -> Box<dyn DynGame> {
    let map = ENTRY.maps().iter().find(|(name, _)| *name == "campus").unwrap().1;
    ENTRY.start(map.as_bytes(), rules, 1).unwrap()
}

fn state(table: &dyn DynGame) -> &Fc18 {
    table.as_any().downcast_ref::<Session<Fc18>>().unwrap().game()
}

fn player(name: &str, options: &Options) -> Option<Player> {
    let compiled = compile("fc18", "manual", &source("fc18", name), options)?;
    Some(Player::start(&compiled.program(), &compiled.build.arguments))
}

/// How many towers and corps there have ever been.
#[derive(Clone, Copy, Default)]
struct Ever {
    towers: i32,
    corps: i32,
}

impl Ever {
    fn count(&mut self, table: &dyn DynGame) {
        for event in table.as_any().downcast_ref::<Session<Fc18>>().unwrap().events() {
            match event {
                fc18::Event::TowerFounded { tower, .. } => self.towers = self.towers.max(tower.0 + 1),
                fc18::Event::CorpsMade { corps, .. } => self.corps = self.corps.max(corps.0 + 1),
                _ => {}
            }
        }
    }
}

/// What `everything.cpp` prints every turn.
fn expected_turn(table: &dyn DynGame, ever: Ever) -> String {
    let state = state(table);
    let mut text = String::new();
    let alive = (0..4).filter(|seat| state.record(Seat(*seat)).out.is_none()).count();
    let living = (state.towers().len(), state.corps().count());
    writeln!(text, "info 4 {alive} {} {} {} {} 0", state.round(), living.0, living.1, SEAT.0 + 1).unwrap();
    for seat in (0..4).map(Seat) {
        players_line(&mut text, state, seat);
    }
    for id in 0..ever.towers {
        tower_line(&mut text, state, id);
    }
    for id in 0..ever.corps {
        corps_line(&mut text, state, id);
    }
    for at in state.size().cells() {
        let tower = state.towers().iter().find(|tower| tower.at == at).map_or(-1, |tower| tower.id.0);
        write!(
            text,
            "cell {} {} {} {} {tower}",
            at.col,
            at.row,
            state.ground(at).number(),
            state.owner(at).number()
        )
        .unwrap();
        state.influence(at).iter().for_each(|points| write!(text, " {points}").unwrap());
        text += " corps";
        state.standing(at).for_each(|corps| write!(text, " {}", corps.id.0).unwrap());
        text += "\n";
    }
    text
}

fn players_line(text: &mut String, state: &Fc18, seat: Seat) {
    // Who shares a place stands behind the lower numbers.
    let places = state.places();
    let before = places[..seat.index()].iter().filter(|place| **place == places[seat.index()]).count();
    let rank = if state.turn() == 1 { -1 } else { usize::from(places[seat.index()]) as i32 + before as i32 };
    let alive = i32::from(state.record(seat).out.is_none());
    write!(text, "player {} {rank} {alive} towers", seat.0 + 1).unwrap();
    state
        .towers()
        .iter()
        .filter(|tower| tower.owner == seat)
        .for_each(|tower| write!(text, " {}", tower.id.0).unwrap());
    *text += " corps";
    state
        .corps()
        .filter(|corps| corps.owner == seat)
        .for_each(|corps| write!(text, " {}", corps.id.0).unwrap());
    *text += "\n";
}

fn tower_line(text: &mut String, state: &Fc18, id: i32) {
    let Some(tower) = state.towers().iter().find(|tower| tower.id.0 == id) else {
        return writeln!(text, "tower {id} gone").unwrap();
    };
    let (task, left) =
        tower.task.map_or((-1, -1), |task| (i32::from(task.number()), tower.left[task as usize]));
    let (owner, level) = (tower.owner.0 + 1, tower.level);
    let (work, strength) = (production(level), tower_base_strength(level));
    writeln!(
        text,
        "tower {id} {owner} {} {} {work} {task} {left} {strength} {} {level}",
        tower.at.col, tower.at.row, tower.hp
    )
    .unwrap();
}

fn corps_line(text: &mut String, state: &Fc18, id: i32) {
    let Some(corps) = state.corps().find(|corps| corps.id.0 == id) else {
        return writeln!(text, "corps {id} gone").unwrap();
    };
    let (class, fighter, engineer) = match corps.kind {
        CorpsKind::Warrior => (0, 0, 0),
        CorpsKind::Archer => (0, 1, 0),
        CorpsKind::Mage => (0, 2, 0),
        CorpsKind::Builder => (1, 0, 0),
        CorpsKind::Extender => (1, 0, 1),
    };
    let (at, owner) = (corps.at, corps.owner.0 + 1);
    writeln!(
        text,
        "corps {id} {} {} {} {} {owner} {class} {} {fighter} {engineer}",
        at.col, at.row, corps.hp, corps.labour, corps.moves
    )
    .unwrap();
}

/// Plays a game between a compiled program and chance; what the program should have printed each
/// turn.
fn play(program: &mut Player, table: &mut dyn DynGame, rules: &str, turns: u32) -> String {
    let mut expected = String::new();
    let mut ever = Ever { towers: 4, corps: 0 };
    let mut chance = SplitMix64::new(18);
    program.send(&start_message(table, rules, SEAT));
    table.forget_events();
    while !table.to_move().is_empty() && table.turn() <= turns {
        let seat = table.to_move().iter().next().unwrap();
        ever.count(table);
        if seat == SEAT {
            expected += &expected_turn(table, ever);
            let turn = table.turn();
            program.send(&turn_message(table, SEAT));
            table.forget_events();
            for order in orders(&program.reply().unwrap(), turn) {
                table.submit(SEAT, &order.to_string());
            }
        } else {
            for _ in 0..20 {
                if let Some(order) = state(table).pick(seat, &mut |below| chance.below(below.into()) as u32) {
                    table.submit(seat, &serde_json::to_string(&order).unwrap());
                }
            }
        }
        table.end_turn(seat).unwrap();
    }
    expected
}

const ONCE: &str = include_str!("programs/fc18/everything.expected");

#[test]
fn everything_a_program_reads_is_what_the_engine_says() {
    for (rules, turns) in [("manual", 700), ("final2021", 300)] {
        let everything = source("fc18", "everything.cpp");
        let Some(compiled) = compile("fc18", rules, &everything, &Options::default()) else { return };
        let mut program = Player::start(&compiled.program(), &compiled.build.arguments);
        let mut table = table(rules);
        let expected = play(&mut program, &mut *table, rules, turns);
        let (status, log) = program.end_game();
        assert!(status.success());
        let log = log.strip_suffix("sandtable: the game is over\n").unwrap();
        assert_same_text(log, &(once(&Rules::named(rules).unwrap()) + &expected));
        assert!(expected.contains(" gone\n"), "nobody died");
    }
}

/// What `everything.cpp` prints before its first turn: the tables that differ between profiles are
/// taken from the rules.
fn once(rules: &Rules) -> String {
    let mut text = String::new();
    for line in ONCE.lines() {
        match line.split_once(' ') {
            Some(("TowerInitConfig", level)) => {
                let level = level.parse().unwrap();
                let unused = ["20", "20", "25", "30", "40", "40", "50", "100000000"][usize::from(level) - 1];
                let hp = rules.tower_max_hp(level);
                writeln!(
                    text,
                    "TowerInitConfig {} {} {hp} {unused} 2",
                    production(level),
                    tower_base_strength(level)
                )
                .unwrap();
            }
            Some(("battleMovePoint", kind)) => {
                let points = rules.moves[kind.parse::<usize>().unwrap()];
                writeln!(text, "battleMovePoint {points} {points} {points}").unwrap();
            }
            Some(("constructMovePoint", _)) => {
                writeln!(text, "constructMovePoint {} {}", rules.moves[3], rules.moves[4]).unwrap();
            }
            _ => writeln!(text, "{line}").unwrap(),
        }
    }
    text
}

#[test]
fn every_standard_and_compiler_takes_the_same_program() {
    let table = table("manual");
    for compiler in compilers() {
        for year in ["11", "14", "17", "20"] {
            let options = Options { standard: Some(format!("c++{year}")), ..Options::default() };
            let everything = source("fc18", "everything.cpp");
            if !["11", "20"].contains(&year) {
                check_syntax(*compiler, "fc18", &everything, &options).unwrap();
                continue;
            }
            let compiled = compile_with(*compiler, "fc18", "manual", &everything, &options);
            assert_eq!(compiled.attempt, Some(0), "{}", compiled.messages);
            let mut program = Player::start(&compiled.program(), &[]);
            program.send(&start_message(&*table, "manual", SEAT));
            program.send(&turn_message(&*table, SEAT));
            program.reply().unwrap();
            let (_, log) = program.end_game();
            assert!(log.starts_with(&once(&Rules::MANUAL)), "{log}");
        }
    }
}

/// What a program answers to the first turn.
fn first_orders(program: &mut Player, rules: &str) -> Vec<Value> {
    let table = table(rules);
    program.send(&start_message(&*table, rules, SEAT));
    program.send(&turn_message(&*table, SEAT));
    orders(&program.reply().unwrap(), 1)
}

#[test]
fn every_order_travels_in_the_words_of_the_protocol() {
    let Some(mut program) = player("every_order.cpp", &Options::default()) else { return };
    let found = first_orders(&mut program, "manual");
    let step = |way: &str| json!({"order": "move", "corps": 1, "direction": way});
    let work = |task: &str| json!({"order": "produce", "tower": 0, "task": task});
    let none = |kind: i32, parameters: Value| json!({"cmdType": kind, "parameters": parameters});
    let expected = [
        step("up"),
        step("down"),
        step("left"),
        step("right"),
        json!({"order": "attack_corps", "corps": 1, "target": 2}),
        json!({"order": "attack_tower", "corps": 1, "target": 2}),
        json!({"order": "found", "corps": 3}),
        json!({"order": "repair", "corps": -3}),
        json!({"order": "change_terrain", "corps": 4, "terrain": "forest"}),
        json!({"order": "change_terrain", "corps": 4, "terrain": "school1"}),
        work("warrior"),
        work("archer"),
        work("mage"),
        work("builder"),
        work("extender"),
        work("upgrade"),
        json!({"order": "shoot", "tower": 0, "target": 9}),
        none(1, json!([2, 0, 1])),
        none(1, json!([3, 0, 1])),
        none(1, json!([0, 0, -1])),
        none(0, json!([2, 1])),
        none(0, json!([0, 1, 4])),
        none(0, json!([0, 1])),
        none(0, json!([7])),
        none(0, json!([])),
        none(0, json!([7, 7, 7, 7, 7, 7, 7, 7])),
        none(7, json!([0, 1, 0])),
    ];
    assert_eq!(found, expected);
    // The engine reads all but those that do not exist.
    for (place, order) in expected.iter().enumerate() {
        assert_eq!(serde_json::from_value::<fc18::Order>(order.clone()).is_ok(), place < 17, "{order}");
    }
    program.end_game();
}

#[test]
fn legacy_directions_belong_to_the_match_or_to_the_player() {
    let legacy = Options { legacy_directions: true, ..Options::default() };
    for (options, rules, first) in [
        (&Options::default(), "manual", "up"),
        (&Options::default(), "manual-legacy", "up"),
        (&legacy, "manual", "down"),
        (&legacy, "manual-legacy", "up"),
    ] {
        let Some(mut program) = player("every_order.cpp", options) else { return };
        assert_eq!(first_orders(&mut program, rules)[0]["direction"], json!(first), "{rules} {options:?}");
        program.end_game();
    }
}

#[test]
fn a_careless_program_does_not_disturb_the_protocol() {
    let Some(mut program) = player("careless.cpp", &Options::default()) else { return };
    let mut table = table("manual");
    program.send(&start_message(&*table, "manual", SEAT));
    let mut replies = 0;
    while state(&*table).round() <= 7 {
        let seat = table.to_move().iter().next().unwrap();
        if seat == SEAT {
            program.send(&turn_message(&*table, SEAT));
            let Some(reply) = program.reply() else { break };
            assert_eq!(orders(&reply, table.turn()).len(), 50);
            replies += 1;
        }
        table.end_turn(seat).unwrap();
    }
    let (status, log) = program.end_game();
    assert_eq!((replies, status.code()), (5, Some(9)), "it leaves in round 6");
    assert_eq!(log.matches("{\"turn\":1,\"orders\":[]}\n").count(), 6, "{log}");
    assert!(log.contains("player_ai threw an exception: thrown on purpose\n"), "{log}");
    assert!(log.contains("player_ai threw something\n"), "{log}");
}

#[test]
fn names_that_only_some_headers_had_may_be_the_programs_own() {
    let own_names = source("fc18", "own_names.cpp");
    let Some(compiled) = compile("fc18", "manual", &own_names, &Options::default()) else { return };
    let mut program = Player::start(&compiled.program(), &[]);
    assert_eq!(first_orders(&mut program, "manual"), [json!({"order": "found", "corps": 42})]);
    program.end_game();
}

#[test]
fn the_driver_says_what_it_can_be_called_with() {
    let Some(compiled) = compile("fc18", "manual", &source("fc18", "every_order.cpp"), &Options::default())
    else {
        return;
    };
    let (status, log) = Player::start(&compiled.program(), &["--help".into()]).end();
    assert_eq!(
        (status.code(), log.as_str()),
        (Some(2), "sandtable: the only argument is --legacy-directions\n")
    );
}

#[test]
fn a_build_for_other_rules_says_so() {
    let Some(mut program) = player("every_order.cpp", &Options::default()) else { return };
    first_orders(&mut program, "final2021");
    let (_, log) = program.end_game();
    assert!(log.contains("the tables are not those of this match's rules"), "{log}");
    let kit = Kit::of("fc18").unwrap();
    let sources = Sources::read(kit, &source("fc18", "every_order.cpp")).unwrap();
    let build = Build::new(kit, "final2021", sdk::Compiler::Gcc, sources, &Options::default());
    assert!(build.attempts[0].arguments(Path::new("")).contains(&"-DSANDTABLE_RULES_FINAL2021".into()));
}
