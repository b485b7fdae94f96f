//! Programs in the manner of the Deep Blue contest's teams play the same game through our library
//! and through the contest's own client.

mod common;

use common::{Player, compile, compilers, folder, orders, source, start_message, turn_message};
use deepblue::{ENTRY, Order, State, View};
use game::{DynGame, Game, Seat, Session, Viewer};
use sdk::guest::{Door, Guest};
use sdk::{Kit, Options};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Far more than anything here takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(120);

const SEAT: Seat = Seat(1);

const MANNERS: [&str; 6] = ["begins", "ends", "never", "loops", "polls", "waits"];

/// A game as it went: the program's orders by round, and the scores at the end.
#[derive(PartialEq, Eq, Debug)]
struct Played {
    orders: Vec<Vec<Order>>,
    scores: [i64; 2],
}

fn table(rules: &str) -> Box<dyn DynGame> {
    let map = ENTRY.maps().iter().find(|(name, _)| *name == "duel").unwrap().1;
    let short = map.replace("\"max_round\":200", "\"max_round\":60");
    assert!(short != map, "the map is written otherwise than this test believes");
    ENTRY.start(short.as_bytes(), rules, 7).unwrap()
}

fn state(table: &dyn DynGame) -> &State {
    table.as_any().downcast_ref::<Session<State>>().unwrap().game()
}

/// Plays a game against `greedy`; `ask` gives the program's orders of a round.
fn play(table: &mut dyn DynGame, mut ask: impl FnMut(&dyn DynGame) -> Vec<Order>) -> Played {
    let mut opponent = bots::built_in("greedy", table, 5).unwrap();
    let mut all = Vec::new();
    while table.to_move().has(SEAT) {
        let orders = ask(table);
        for order in &orders {
            table.submit(SEAT, &serde_json::to_string(&order).unwrap());
        }
        opponent.play(table, Seat(0), None);
        table.end_turn(Seat(0)).unwrap();
        table.end_turn(SEAT).unwrap();
        all.push(orders);
    }
    let mut view = View::default();
    state(table).view(Viewer::Seat(SEAT), &mut view);
    Played { orders: all, scores: view.scores }
}

fn through_the_library(path: &Path, rules: &str) -> Option<Played> {
    let compiled = compile("deepblue", rules, path, &Options::default())?;
    let mut program = Player::start(&compiled.program(), &[]);
    let mut table = table(rules);
    program.send(&start_message(&*table, rules, SEAT));
    let played = play(&mut *table, |table| {
        program.send(&turn_message(table, SEAT));
        let texts = orders(&program.reply().unwrap(), table.turn());
        texts.iter().map(|text| Order::parse(text.as_str().unwrap()).unwrap()).collect()
    });
    program.end_game();
    Some(played)
}

/// A program with the contest's own client, as its author would have built it.
fn build_client(path: &Path) -> PathBuf {
    let program = folder("client").join("client");
    let kit = folder("kit");
    let (_, header) =
        Kit::of("deepblue").unwrap().files.iter().find(|(name, _)| name.ends_with("basic.h")).unwrap();
    std::fs::write(kit.join("basic.h"), header).unwrap();
    let compiler = compilers()[0].1;
    let output = Command::new(compiler)
        .args(["-std=gnu++14", "-w", "-I"])
        .arg(kit)
        .arg(path)
        .arg(source("deepblue", "contest_client.cpp"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

fn through_the_client(path: &Path, rules: &str) -> Played {
    let door = Door::open(0).unwrap();
    let mut client = Command::new(build_client(path))
        .args(["127.0.0.1", &door.port().unwrap().to_string()])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut table = table(rules);
    let protocol = ENTRY.guest(&*table, SEAT).unwrap();
    let mut original =
        Guest::greet(door.wait(PATIENCE).unwrap(), (&*table, SEAT), protocol, PATIENCE).unwrap();
    let played = play(&mut *table, |table| {
        original.tell(table);
        let orders = original.hear(table.turn() - 1, Instant::now() + PATIENCE);
        let orders = orders.iter().map(|order| serde_json::from_str(order.get()).unwrap()).collect();
        assert!(original.is_open(), "the client is gone in round {}", table.turn());
        orders
    });
    original.leave();
    client.wait().unwrap();
    played
}

#[test]
fn orders_arrive_in_the_same_round_as_through_the_contests_client() {
    for (rules, names) in [("document", &MANNERS[..]), ("final", &MANNERS[..1])] {
        for name in names {
            let path = source("deepblue", &format!("manners/{name}.cpp"));
            let Some(ours) = through_the_library(&path, rules) else { return };
            let theirs = through_the_client(&path, rules);
            for (round, (ours, theirs)) in ours.orders.iter().zip(&theirs.orders).enumerate() {
                assert_eq!(ours, theirs, "{name} under {rules}, round {round}");
            }
            assert_eq!(ours.scores, theirs.scores, "{name} under {rules}");
            assert_eq!(ours.orders.len(), theirs.orders.len(), "{name} under {rules}");
            assert!(!ours.orders[0].is_empty(), "{name} orders in the first round");
            assert!(ours.scores[SEAT.index()] > 0, "{name} scores something");
        }
    }
}

#[test]
fn it_does_not_matter_when_a_program_asks_for_news() {
    let played: Vec<Played> = MANNERS
        .iter()
        .filter_map(|name| {
            through_the_library(&source("deepblue", &format!("manners/{name}.cpp")), "document")
        })
        .collect();
    assert!(played.windows(2).all(|pair| pair[0] == pair[1]), "the same brain plays the same game");
}
