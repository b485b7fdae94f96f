//! Any text as JSON to the Rust SDK: read like any other reader would, written and read again; and
//! as messages to a bot of each game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_bot::json::Value;
use sandtable_bot::{breach, deepblue, fc18, goblins};

fuzz_target!(|text: &str| {
    let own = Value::parse(text);
    let other: Result<serde_json::Value, _> = serde_json::from_str(text);
    match (&own, &other) {
        (Ok(own), Ok(other)) => {
            assert!(same(own, other), "{own} {other}");
            assert_eq!(Value::parse(&own.to_string()).as_ref(), Ok(own));
        }
        (Err(own), Err(_)) => assert!(own.offset <= text.len()),
        // The two differ in how deep they go.
        (Err(own), Ok(_)) => assert!(own.to_string().contains("inside each other"), "{own}"),
        (Ok(own), Err(other)) => panic!("only one is content: {own}, {other}"),
    }
    let failures = [
        breach::rehearse(|_: &breach::View, _: &mut breach::Table| Vec::new(), text).err(),
        goblins::rehearse(|_: &goblins::View, _: &mut goblins::Table| Vec::new(), text).err(),
        deepblue::rehearse(|_: &deepblue::View, _: &mut deepblue::Table| Vec::new(), text).err(),
        fc18::rehearse(|_: &fc18::View, _: &mut fc18::Table| Vec::new(), text).err(),
    ];
    assert!(failures.iter().flatten().all(|failure| failure.to_string().starts_with("line ")));
});

fn same(own: &Value, other: &serde_json::Value) -> bool {
    match own {
        Value::Null => other.is_null(),
        Value::Bool(truth) => other.as_bool() == Some(*truth),
        Value::Integer(number) => other.as_i64() == Some(*number) || other.as_f64() == Some(*number as f64),
        Value::Float(number) => other.as_f64() == Some(*number),
        Value::Text(text) => other.as_str() == Some(text),
        Value::List(values) => other.as_array().is_some_and(|others| {
            values.len() == others.len() && values.iter().zip(others).all(|(own, other)| same(own, other))
        }),
        Value::Object(fields) => other.as_object().is_some_and(|others| {
            let known = |name: &String| others.get(name).zip(own.get(name));
            fields.iter().all(|(name, _)| known(name).is_some_and(|(other, own)| same(own, other)))
                && others.keys().all(|name| own.get(name).is_some())
        }),
    }
}
