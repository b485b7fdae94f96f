//! The JSON face: what bots and pages see.
#![cfg(feature = "formats")]

use deepblue::formats::properties;
use deepblue::kinds::{Properties, PropertyTable};
use deepblue::{ENTRY, Kind, Rules};
use game::{Answer, DynGame, Seat, Viewer};
use serde_json::{Value, json};

fn table(rules: &str, seed: u64) -> Box<dyn DynGame> {
    let (_, map) = ENTRY.maps().iter().find(|(name, _)| *name == "duel").unwrap();
    ENTRY.start(map.as_bytes(), rules, seed).unwrap()
}

#[test]
fn a_briefing_holds_the_whole_property_table() {
    for name in ["document", "final"] {
        let mut kinds = table(name, 0).briefing()["kinds"].take();
        for (_, figures) in kinds.as_object_mut().unwrap() {
            // Not a property: it has the weather in it.
            figures.as_object_mut().unwrap().remove("sight");
        }
        let mut read = Rules { properties: PropertyTable([Properties::NONE; 10]), ..Rules::DOCUMENT };
        properties::replace(&mut read, &kinds).unwrap();
        assert_eq!(read.properties, Rules::named(name).unwrap().properties);
    }
}

#[test]
fn a_briefing_tells_what_is_fixed_and_nothing_else() {
    let briefing = table("final", 1).briefing();
    assert_eq!(briefing, table("final", 2).briefing(), "the seed is nobody's business");
    assert_eq!(briefing["rules"]["name"], "final");
    assert_eq!(briefing["rules"]["slow_first"], true);
    assert_eq!((&briefing["rows"], &briefing["cols"]), (&json!(24), &json!(24)));
    let terrain: Vec<&str> =
        briefing["terrain"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(terrain.len(), 24);
    assert!(terrain.iter().all(|line| line.len() == 24 && line.chars().all(|cell| ".#".contains(cell))));
    assert_eq!(briefing["kinds"].as_object().unwrap().len(), Kind::ALL.len());
    assert!(briefing.get("elements").is_none());
}

#[test]
fn elements_are_rows() {
    let view = table("document", 0).view(Viewer::Seat(Seat(0)));
    let elements = view["elements"].as_array().unwrap();
    let base = elements.iter().find(|row| row[1] == "base" && row[2] == 0).unwrap();
    assert_eq!(base.to_string(), r#"[2484,"base",0,[16,17,1],true,700,1000,-1,200,null]"#);
    assert_eq!(view["economies"].to_string(), r#"[{"population":0,"production":[]},null]"#);
}

#[test]
fn what_is_no_order_is_told_why() {
    let mut table = table("document", 0);
    for (order, why) in [
        (
            r#"{"order":"supply","unit":1}"#,
            "`supply` needs `target`, who receives: a whole number from -2147483648 to 2147483647",
        ),
        (
            r#"{"order":"produce","kind":"zeppelin"}"#,
            r#"`kind` is "zeppelin": it has to be a whole number from -2147483648 to 2147483647, base, fort, mine, oilfield, submarine, destroyer, carrier, cargo, fighter or scout"#,
        ),
        (
            r#"{"order":"fix","unit":1,"target":2.5}"#,
            "`target` is 2.5: it has to be a whole number from -2147483648 to 2147483647",
        ),
        (
            r#""au12""#,
            r#""au12" is not an order as on the old wire: two letters, then numbers with one blank between them"#,
        ),
        ("7", "7 is not an object with a field `order`"),
    ] {
        let Answer::Refused(said) = submit(&mut *table, Seat(0), order) else { panic!("{order} was taken") };
        assert_eq!(said.to_string(), format!("this is not an order of this game: {why}"), "{order}");
    }
}

#[test]
fn what_died_is_told_to_those_who_saw_it() {
    let mut table = table("document", 0);
    assert_eq!(submit(&mut *table, Seat(0), r#"{"order":"produce","kind":"scout"}"#), Answer::Done);
    // A plane that hangs over its base burns one fuel a round, and crashes when its tank is empty.
    for (rounds, lost) in [(60, 0), (80, 1)] {
        for _ in 0..rounds {
            table.end_turn(Seat(0)).unwrap();
            table.end_turn(Seat(1)).unwrap();
        }
        let losses = table.losses(Seat(0));
        assert_eq!(losses.len(), lost, "{losses:?}");
        assert!(losses.iter().all(|loss| loss["event"] == "destroy"));
        assert!(table.losses(Seat(1)).is_empty(), "it was out of sight");
    }
}

/// Gives an order as text; what is no JSON is no order.
fn submit(table: &mut dyn DynGame, seat: Seat, order: &str) -> Answer<String> {
    table.submit(seat, order)
}
