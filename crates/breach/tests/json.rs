//! The JSON face: what bots and pages see.
#![cfg(feature = "formats")]

use board::Cell;
use breach::{ENTRY, Order, Position, Setup, Stage, State};
use game::{Answer, DynGame, Game, Seat, Session, SetupError, Viewer};

const MAP: &[u8] = b"2 3  3 3 M  5 5 W  3 1 T  6 6 F  3 6 B";

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
        (
            Order::Move { unit: Cell::new(3, 1), to: Cell::new(3, 2) },
            r#"{"order":"move","unit":[3,1],"to":[3,2]}"#,
        ),
        (
            Order::Attack { unit: Cell::new(3, 1), target: Cell::new(3, 3) },
            r#"{"order":"attack","unit":[3,1],"target":[3,3]}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&order).unwrap(), text);
        assert_eq!(serde_json::from_str::<Order>(text).unwrap(), order);
    }
}

#[test]
fn every_order_is_answered() {
    let mut table = table();
    assert_eq!(submit(&mut *table, Seat(0), r#"{"order":"move","unit":[3,1],"to":[3,2]}"#), Answer::Done);
    for (order, why) in [
        ("", "this is not an order of this game: null is not an object with a field `order`"),
        ("{", "this is not an order of this game: null is not an object with a field `order`"),
        (
            r#"{"order":"fly"}"#,
            r#"this is not an order of this game: `order` is "fly": it has to be move or attack"#,
        ),
        (
            r#"{"order":"move","unit":[3,2]}"#,
            "this is not an order of this game: `move` needs `to`, where it goes: [row, col], each a whole number from 0 to 255",
        ),
        (
            r#"{"order":"move","from":[3,2],"unit":[3,2],"to":[3,2]}"#,
            r#"this is not an order of this game: `move` has no field "from": it has to and unit"#,
        ),
        ("[1]", "this is not an order of this game: [1] is not an object with a field `order`"),
        (
            r#"{"order":"move","unit":[300,2],"to":[0,0]}"#,
            "this is not an order of this game: `unit` is [300,2]: it has to be [row, col], each a whole number from 0 to 255",
        ),
        (r#"{"order":"move","unit":[3,2],"to":[3,2]}"#, "the unit at (3, 2) has already moved this turn"),
        (
            r#"{"order":"move","unit":[9,2],"to":[3,2]}"#,
            "(9, 2) is off the board: rows and columns go from 0 to 7",
        ),
        (r#"{"order":"move","unit":[0,0],"to":[3,2]}"#, "there is no unit at (0, 0)"),
        (r#"{"order":"move","unit":[3,6],"to":[3,7]}"#, "the unit at (3, 6) is an enemy"),
        (r#"{"order":"move","unit":[6,6],"to":[0,0]}"#, "the unit at (6, 6) cannot reach (0, 0)"),
        (
            r#"{"order":"attack","unit":[3,2],"target":[3,4]}"#,
            "(3, 4) is not in the attack range of the unit at (3, 2)",
        ),
    ] {
        assert_eq!(reason(submit(&mut *table, Seat(0), order)), why, "{order}");
    }
    assert_eq!(reason(submit(&mut *table, Seat(1), "{}")), "it is not your turn");
}

#[test]
fn a_game_over_is_over() {
    let mut table = ENTRY.start(b"0 1 0 0 S", "stage4", 0).unwrap();
    assert_eq!(reason(submit(&mut *table, Seat(0), "{}")), "the game is over");
    assert_eq!(table.end_turn(Seat(0)), Err("the game is over".into()));
    assert!(table.legal(Seat(0)).is_empty());
    assert_eq!(table.outcome().unwrap().of(Seat(0)).score, 1);
}

#[test]
fn listed_orders_are_accepted() {
    let table = table();
    let orders = table.legal(Seat(0));
    assert!(orders.len() > 20);
    for order in orders {
        assert_eq!(DynGame::submit(&mut copy(&*table), Seat(0), &order.to_string()), Answer::Done, "{order}");
    }
}

#[test]
fn events_and_views_are_json() {
    let mut table = table();
    submit(&mut *table, Seat(0), r#"{"order":"attack","unit":[3,1],"target":[3,3]}"#);
    let events = table.events(Viewer::Seat(Seat(0)));
    assert_eq!(
        serde_json::to_string(&events).unwrap(),
        concat!(
            r#"[{"event":"attacked","from":[3,1],"kind":"T","target":[3,3]},"#,
            r#"{"event":"flattened","mountain":[3,3]}]"#
        )
    );
    table.forget_events();
    assert!(table.events(Viewer::Everything).is_empty());
    assert_eq!(
        table.view(Viewer::Seat(Seat(0))).to_string(),
        concat!(
            r#"{"phase":"playing","stage":4,"terrain":[[[5,5],"W"]],"turn":1,"#,
            r#""units":[[[3,1],"T",3,false,true],[[3,6],"B",2,false,false],[[6,6],"F",2,false,false]]}"#
        )
    );
}

#[test]
fn a_briefing_has_the_table_of_kinds() {
    let briefing = table().briefing();
    assert_eq!((&briefing["rows"], &briefing["cols"], &briefing["stage"]), (&8.into(), &8.into(), &4.into()));
    assert_eq!(
        briefing["kinds"][1].to_string(),
        concat!(
            r#"{"attack":1,"domain":"land","effect":"push_or_flatten","hp":3,"letter":"T","movement":2,"name":"tank","#,
            r#""range":"line","side":"player","since":1}"#
        )
    );
}

#[test]
fn who_died_is_told() {
    let mut table = ENTRY.start(b"1 2  3 3 M  3 1 T  3 2 B", "stage4", 0).unwrap();
    // One HP for the shot, one for the mountain behind.
    assert_eq!(
        submit(&mut *table, Seat(0), r#"{"order":"attack","unit":[3,1],"target":[3,2]}"#),
        Answer::Done
    );
    let losses = table.losses(Seat(0));
    assert_eq!(serde_json::to_string(&losses).unwrap(), r#"[{"at":[3,2],"event":"died","kind":"B"}]"#);
    assert!(table.events(Viewer::Everything).len() > losses.len());
}

#[test]
fn a_view_is_a_position_to_go_on_from() {
    let mut state = State::start(&Setup::parse(MAP, Stage::Four).unwrap(), 0);
    state.end_turn(Seat(0), &mut game::Silent);
    let text = serde_json::to_string(&state.position()).unwrap();
    let read: Position = serde_json::from_str(&text).unwrap();
    assert_eq!(State::try_from(&read), Ok(state));
}

#[test]
fn a_digest_is_for_ever() {
    // Replays of all ages depend on these numbers.
    assert_eq!(table().digest(), 12_102_741_472_597_623_538);
}

#[test]
fn a_map_of_a_later_stage_is_refused() {
    let Err(SetupError::Map(report)) = ENTRY.open(MAP, "stage2") else { panic!("a map of another stage") };
    assert_eq!(report.problems.len(), 2);
    let unknown = ENTRY.open(MAP, "stage44").unwrap_err().to_string();
    assert_eq!(unknown, "breach has no rule profile `stage44`; it has stage4, stage3, stage2, stage1");
}

/// Gives an order as text; what is no JSON is no order.
fn submit(table: &mut dyn DynGame, seat: Seat, order: &str) -> Answer<String> {
    table.submit(seat, order)
}

/// A copy to try orders on.
fn copy(table: &dyn DynGame) -> Session<State> {
    table.as_any().downcast_ref::<Session<State>>().unwrap().clone()
}
