//! The JSON face: what bots and pages see.
#![cfg(feature = "formats")]

use board::Direction;
use game::{Answer, DynGame, Game, Seat, Session, Viewer};
use goblins::{ENTRY, Order, Position, Setup, Stage, State};

const MAP: &[u8] = b"4 5 2 2 2\n1 3 W\n2 0 M\n3 1\n0 0\n3 3 PG A 2\n1 2 TG 4\n";

fn table() -> Box<dyn DynGame> {
    ENTRY.start(MAP, "stage4", 0).unwrap()
}

fn reason(answer: Answer<String>) -> String {
    match answer {
        Answer::Refused(why) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn orders_are_tagged_objects() {
    for (order, text) in [
        (Order::Step(Direction::Up), r#"{"order":"step","direction":"up"}"#),
        (Order::Fireball(Direction::Left), r#"{"order":"fireball","direction":"left"}"#),
        (Order::Tornado, r#"{"order":"tornado"}"#),
        (Order::Done, r#"{"order":"done"}"#),
    ] {
        assert_eq!(serde_json::to_string(&order).unwrap(), text);
        assert_eq!(serde_json::from_str::<Order>(text).unwrap(), order);
    }
}

#[test]
fn every_order_is_answered() {
    let mut table = table();
    for (order, why) in [
        ("", "this is not an order of this game: null is not an object with a field `order`"),
        (
            r#"{"order":"step"}"#,
            "this is not an order of this game: `step` needs `direction`, which way: up, down, left or right",
        ),
        (
            r#"{"order":"step","direction":"north"}"#,
            r#"this is not an order of this game: `direction` is "north": it has to be up, down, left or right"#,
        ),
        (r#"{"order":"step","direction":"down"}"#, "a step down would leave the board"),
    ] {
        assert_eq!(reason(submit(&mut *table, Seat(0), order)), why, "{order}");
    }
    let step = |direction: &str| format!(r#"{{"order":"step","direction":"{direction}"}}"#);
    for direction in ["left", "right", "right"] {
        assert_eq!(submit(&mut *table, Seat(0), &step(direction)), Answer::Done);
    }
    assert_eq!(reason(submit(&mut *table, Seat(0), &step("right"))), "another unit stands on (3, 3)");
    assert_eq!(
        reason(submit(&mut *table, Seat(0), &step("up"))),
        "this mage has no points left: all 3 steps of its turn are made"
    );
    assert_eq!(submit(&mut *table, Seat(0), r#"{"order":"done"}"#), Answer::Done);
    assert_eq!(submit(&mut *table, Seat(0), r#"{"order":"tornado"}"#), Answer::Done);
    assert_eq!(
        reason(submit(&mut *table, Seat(0), r#"{"order":"done"}"#)),
        "every mage has acted this turn; end the turn"
    );
    assert_eq!(reason(submit(&mut *table, Seat(1), "{}")), "it is not your turn");
}

#[test]
fn listed_orders_are_accepted() {
    let table = table();
    let orders = table.legal(Seat(0));
    assert_eq!(orders.len(), 9);
    for order in orders {
        assert_eq!(DynGame::submit(&mut copy(&*table), Seat(0), &order.to_string()), Answer::Done, "{order}");
    }
}

#[test]
fn events_and_views_are_json() {
    let mut table = table();
    submit(&mut *table, Seat(0), r#"{"order":"fireball","direction":"right"}"#);
    assert_eq!(
        serde_json::to_string(&table.events(Viewer::Seat(Seat(0)))).unwrap(),
        r#"[{"direction":"right","end":{"at":[3,3],"hit":"unit","kind":"patrol"},"event":"fireball","from":[3,1]}]"#
    );
    assert_eq!(
        table.view(Viewer::Seat(Seat(0))).to_string(),
        concat!(
            r#"{"cols":5,"phase":"playing","points":3,"rows":4,"stage":4,"terrain":[[[1,3],"W"],[[2,0],"M"]],"#,
            r#""to_move":[0,0],"turn":1,"units":[[[3,1],"mage"],[[0,0],"mage"],[[1,2],"tracker",4]]}"#
        )
    );
}

#[test]
fn a_briefing_draws_the_terrain() {
    assert_eq!(
        table().briefing().to_string(),
        r#"{"cols":5,"points":3,"rows":4,"stage":4,"terrain":["PPPPP","PPPWP","MPPPP","PPPPP"]}"#
    );
}

#[test]
fn a_view_is_a_position_to_go_on_from() {
    let mut state = State::start(&Setup::parse(MAP, Stage::Four).unwrap(), 0);
    state.submit(Seat(0), Order::Step(Direction::Up), &mut game::Silent).unwrap();
    let text = serde_json::to_string(&state.position()).unwrap();
    let read: Position = serde_json::from_str(&text).unwrap();
    assert_eq!(State::try_from(&read), Ok(state));
}

#[test]
fn a_digest_is_for_ever() {
    // Replays of all ages depend on this number.
    assert_eq!(table().digest(), 17_986_830_413_926_580_721);
}

/// Gives an order as text; what is no JSON is no order.
fn submit(table: &mut dyn DynGame, seat: Seat, order: &str) -> Answer<String> {
    table.submit(seat, order)
}

/// A copy to try orders on.
fn copy(table: &dyn DynGame) -> Session<State> {
    table.as_any().downcast_ref::<Session<State>>().unwrap().clone()
}
