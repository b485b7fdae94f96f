//! The JSON face: what bots and pages see.
#![cfg(feature = "formats")]

use fc18::{CorpsId, ENTRY, Fc18, Order, Task, Terrain, TowerId};
use game::{Answer, DynGame, Seat, Session, Viewer};

fn table() -> Box<dyn DynGame> {
    let (_, map) = ENTRY.maps().iter().find(|(name, _)| *name == "open-field").unwrap();
    ENTRY.start(map.as_bytes(), "manual", 0).unwrap()
}

fn reason(answer: Answer<String>) -> String {
    match answer {
        Answer::Refused(why) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn orders_are_tagged_objects() {
    let corps = CorpsId(7);
    for (order, text) in [
        (
            Order::Move { corps, direction: board::Direction::Up },
            r#"{"order":"move","corps":7,"direction":"up"}"#,
        ),
        (
            Order::AttackCorps { corps, target: CorpsId(9) },
            r#"{"order":"attack_corps","corps":7,"target":9}"#,
        ),
        (
            Order::AttackTower { corps, target: TowerId(2) },
            r#"{"order":"attack_tower","corps":7,"target":2}"#,
        ),
        (Order::Found { corps }, r#"{"order":"found","corps":7}"#),
        (Order::Repair { corps }, r#"{"order":"repair","corps":7}"#),
        (
            Order::ChangeTerrain { corps, terrain: Terrain::Forest },
            r#"{"order":"change_terrain","corps":7,"terrain":"forest"}"#,
        ),
        (
            Order::Produce { tower: TowerId(2), task: Task::Upgrade },
            r#"{"order":"produce","tower":2,"task":"upgrade"}"#,
        ),
        (Order::Shoot { tower: TowerId(2), target: corps }, r#"{"order":"shoot","tower":2,"target":7}"#),
    ] {
        assert_eq!(serde_json::to_string(&order).unwrap(), text);
        assert_eq!(serde_json::from_str::<Order>(text).unwrap(), order);
    }
}

#[test]
fn every_order_is_answered_and_uses_a_place() {
    let mut table = table();
    let said = [
        ("", "this is not an order of this game"),
        (
            r#"{"order":"fly"}"#,
            r#"this is not an order of this game: `order` is "fly": it has to be move, attack_corps, attack_tower, found, repair, change_terrain, produce or shoot"#,
        ),
        (
            r#"{"order":"found"}"#,
            "this is not an order of this game: `found` needs `corps`, who: a whole number from -2147483648 to 2147483647",
        ),
        (
            r#"{"order":"found","corps":99999999999}"#,
            "this is not an order of this game: `corps` is 99999999999: it has to be a whole number from -2147483648 to 2147483647",
        ),
        (r#"{"order":"found","corps":-3}"#, "there is no corps -3"),
        (r#"{"order":"produce","tower":1,"task":"mage"}"#, "tower 1 belongs to player 2"),
        (r#"{"order":"shoot","tower":0,"target":0}"#, "there is no corps 0"),
    ];
    for (order, why) in said {
        assert_eq!(reason(submit(&mut *table, Seat(0), order)), why, "{order}");
    }
    let left = 50 - said.len();
    assert_eq!(table.view(Viewer::Everything)["orders_left"], left);
    for _ in 0..left {
        submit(&mut *table, Seat(0), "");
    }
    let order = r#"{"order":"produce","tower":0,"task":"mage"}"#;
    assert_eq!(reason(submit(&mut *table, Seat(0), order)), "all 50 orders of this turn are used up");
    assert!(table.legal(Seat(0)).is_empty());
    assert_eq!(reason(submit(&mut *table, Seat(1), order)), "it is not your turn");
    table.end_turn(Seat(0)).unwrap();
    assert_eq!(table.legal(Seat(1)).len(), 6);
}

#[test]
fn events_and_views_are_json() {
    let mut table = table();
    submit(&mut *table, Seat(0), r#"{"order":"produce","tower":0,"task":"warrior"}"#);
    table.end_turn(Seat(0)).unwrap();
    let events = table.events(Viewer::Seat(Seat(3)));
    assert_eq!(
        serde_json::to_string(&events).unwrap(),
        concat!(
            r#"[{"event":"worked","left":30,"task":"warrior","tower":0,"work":10},"#,
            r#"{"event":"turn_ended","player":1,"turn":1}]"#
        )
    );
    let view = table.view(Viewer::Seat(Seat(0)));
    assert_eq!(view["player"], 2);
    assert_eq!(view["players"][0].to_string(), "[1,true,null,10,1,0,0,0,1,0,0,49]");
    assert_eq!(view["towers"][0].to_string(), r#"[0,1,3,3,1,100,"warrior",[30,0,0,0,0,0],false]"#);
    assert_eq!(view["terrain"][3], "..=o=======o=..");
    assert_eq!(view["owner"][3], "1111111?2222222");
    assert_eq!(view["influence"][0][3 * 15 + 4], 100);
    assert_eq!(view["influence"][0].as_array().unwrap().len(), 225);
}

#[test]
fn a_view_of_a_full_board_is_a_few_kilobytes() {
    let mut table = table();
    let mut chance = board::SplitMix64::new(18);
    for _ in 0..600 {
        let Some(seat) = table.to_move().iter().next() else { break };
        for _ in 0..12 {
            let orders = table.legal(seat);
            let Some(last) = orders.len().checked_sub(1) else { break };
            let order = &orders[chance.below(last as u64 + 1) as usize];
            assert_eq!(submit(&mut *table, seat, &order.to_string()), Answer::Done);
        }
        table.end_turn(seat).unwrap();
    }
    let text = table.view_text(Viewer::Seat(Seat(0)));
    let view: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(view, table.view(Viewer::Everything));
    // As full as a board of 15 x 15 gets: all players have all the towers and nearly all the corps
    // they may have.
    assert_eq!(view["towers"].as_array().unwrap().len(), 40);
    assert!(view["corps"].as_array().unwrap().len() > 70, "{text}");
    assert!(text.len() < 8_500, "{} bytes: {text}", text.len());
}

#[test]
fn listed_orders_are_accepted() {
    let mut table = table();
    for seat in (0..4).cycle().take(60) {
        for order in table.legal(Seat(seat)) {
            assert_eq!(
                DynGame::submit(&mut copy(&*table), Seat(seat), &order.to_string()),
                Answer::Done,
                "{order}"
            );
        }
        let tower = format!(r#"{{"order":"produce","tower":{seat},"task":"builder"}}"#);
        submit(&mut *table, Seat(seat), &tower);
        table.end_turn(Seat(seat)).unwrap();
    }
}

#[test]
fn our_maps_are_valid_by_every_profile() {
    assert!(ENTRY.maps().len() >= 6);
    for (name, map) in ENTRY.maps() {
        for rules in ENTRY.profiles() {
            assert_eq!(
                ENTRY.check_map(map.as_bytes(), rules).unwrap(),
                game::Diagnostics::default(),
                "{name}"
            );
        }
    }
}

#[test]
fn a_digest_is_for_ever() {
    // Replays of all ages depend on this number.
    assert_eq!(table().digest(), 895_876_444_378_994_295);
}

/// Gives an order as text; what is no JSON is no order.
fn submit(table: &mut dyn DynGame, seat: Seat, order: &str) -> Answer<String> {
    table.submit(seat, order)
}

/// A copy to try orders on.
fn copy(table: &dyn DynGame) -> Session<Fc18> {
    table.as_any().downcast_ref::<Session<Fc18>>().unwrap().clone()
}
