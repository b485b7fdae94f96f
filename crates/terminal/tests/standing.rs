//! What goes on by itself, what waits for orders, and how a player is asked before a turn ends that
//! cannot be taken back.

mod common;

use common::{Player, options, scratch};
use terminal::{Options, Store};

/// A screen that is wide enough for whole sentences.
fn sit(options: Options) -> Player {
    let mut player = Player::sit(options).unwrap();
    player.resize(160, 45);
    player
}

fn campus() -> Player {
    sit(options(fc18::ENTRY, Some("campus")))
}

/// Four turns of work later there is a warrior in the tower.
fn with_warrior() -> Player {
    let mut player = campus();
    player.press("p1eeee");
    player.sees("round 5 of 300");
    player
}

#[test]
fn a_turn_with_idle_units_ends_only_if_the_player_insists() {
    let mut player = campus();
    player.press("e");
    player.sees("e again ends the turn; 1 waiting for orders (Tab): your tower 0 (3, 2)");
    player.sees("round 1 of 300");
    player.press("<Left>e");
    player.sees("round 1 of 300");
    player.press("e");
    player.sees("round 2 of 300");
}

#[test]
fn work_goes_on_until_it_is_changed() {
    let mut player = with_warrior();
    player.sees("4: your tower 0 sends out your warrior 0");
    player.sees("works on, every turn: warrior");
    player.press("e");
    player.sees("e again ends the turn; 1 waiting for orders (Tab): your warrior 0 (3, 2)");
    // The work of this turn is ordered by now; what is taken back is not forgotten for good.
    player.press("up2");
    player.sees("works on, every turn: archer");
    player.press("u");
    player.sees("works on, every turn: warrior");
}

#[test]
fn what_is_taken_back_goes_on_no_more() {
    let mut player = campus();
    player.press("p1");
    player.sees("works on, every turn: warrior");
    player.press("u");
    player.does_not_see("every turn");
    player.press("r");
    player.sees("works on, every turn: warrior");
    player.press("c");
    player.sees("no longer: works on, every turn: warrior");
    player.press("e");
    player.sees("round 2 of 300");
    player.press("e");
    player.sees("1 waiting for orders (Tab): your tower 0");
}

#[test]
fn settings_and_standing_orders_are_one_list() {
    let mut wanted = options(fc18::ENTRY, Some("campus"));
    wanted.store = Store::at(scratch("settings"));
    let mut player = sit(wanted.clone());
    player.press("p1o");
    player.sees("1  [x] work that was ordered goes on every turn");
    player.sees("3  your tower 0 (3, 2): works on, every turn: warrior");
    player.press("3");
    player.does_not_see("your tower 0 (3, 2):");
    player.press("12");
    player.sees("1  [ ] work that was ordered");
    player.sees("2  [ ] warn me before");
    wanted.anew = true;
    let mut again = sit(wanted);
    again.press("p1eee");
    again.sees("round 4 of 300");
    again.does_not_see("works on, every turn");
}

#[test]
fn a_long_way_is_gone_turn_by_turn() {
    let mut player = with_warrior();
    // The tower sleeps, so that it makes no second warrior.
    player.press(".<Tab>").go(4, 8);
    player.sees("go there:");
    player.press("<Enter>");
    player.sees("every turn from now on: your warrior 0: on its way to (4, 8)");
    for _ in 0..20 {
        player.press("e");
        if player.screen().contains("again ends the turn") {
            break;
        }
    }
    player.sees("1 waiting for orders (Tab): your warrior 0 (4, 8)");
}

#[test]
fn who_stays_does_not_wait() {
    let mut player = with_warrior();
    player.press("<Tab>.e");
    player.sees("round 6 of 300");
    player.sees("your warrior 0: stays as it is until told otherwise");
    player.press("<Tab>");
    player.sees("nothing of yours waits for orders");
}

#[test]
fn a_fast_forward_stops_when_something_waits() {
    let mut player = campus();
    player.press("p1>");
    player.sees("stopped: waits for orders: your warrior 0 (3, 2)");
    player.sees("round 5 of 300");
}

#[test]
fn running_to_the_end_is_asked_about() {
    let mut player = campus();
    player.press("G");
    player.sees("G again lets the game run to its end without you");
    player.sees("round 1 of 300");
}

#[test]
fn work_goes_on_in_a_saved_game() {
    let mut wanted = options(fc18::ENTRY, Some("campus"));
    wanted.save = Some(scratch("work").join("game.jsonl"));
    sit(wanted.clone()).press("p1e");
    let mut player = sit(wanted);
    player.press("e");
    player.sees("round 3 of 300");
}

/// The training map, with a submarine below the destroyer.
fn shared_square() -> Player {
    let mut wanted = options(deepblue::ENTRY, Some("training"));
    let (_, map) = wanted.map.as_mut().unwrap();
    let own = |line: &&str| line.contains("\"Destroyer\"") && line.contains("\"team\":0");
    let destroyer = map.lines().find(own).unwrap().to_owned();
    let index = destroyer.split('"').nth(1).unwrap().to_owned();
    let submarine = destroyer.replace("\"Destroyer\"", "\"Submarine\"").replace(&index, "77");
    let submarine = submarine.replace("\"z\":1", "\"z\":0");
    *map = map.replace(&destroyer, &format!("{}\n{destroyer}", with_comma(&submarine)));
    sit(wanted)
}

fn with_comma(line: &str) -> String {
    format!("{},", line.trim_end_matches(','))
}

#[test]
fn tab_visits_what_waits_and_nothing_else() {
    let mut player = shared_square();
    let mut visited = Vec::new();
    for _ in 0..4 {
        player.press("<Tab>");
        let screen = player.screen();
        let line = screen.lines().find_map(|line| line.split("In hand: ").nth(1)).unwrap().to_owned();
        visited.push(line);
    }
    visited.sort();
    let expected = ["your cargo 1", "your destroyer 1", "your fighter 1", "your submarine 1"];
    assert!(visited.iter().zip(expected).all(|(got, wanted)| got.starts_with(wanted)), "{visited:?}");
    // Who has an order is passed over.
    player.press("<Tab>");
    player.go(1, 12).press("<Enter>");
    let ordered = player.screen().lines().find_map(|line| line.split("In hand: ").nth(1)).unwrap().to_owned();
    let name = ordered.split(" at").next().unwrap().to_owned();
    for _ in 0..4 {
        player.press("<Tab>");
        player.does_not_see(&format!("In hand: {name} "));
    }
}

#[test]
fn a_shared_square_gives_what_is_drawn_first() {
    let mut player = shared_square();
    player.go(0, 15).press("<Enter>");
    player.sees("In hand: your destroyer 1 at (0, 15)");
    player.press("<Enter>");
    player.sees("In hand: your submarine 1 at (0, 15)");
}
