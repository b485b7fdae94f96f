//! What we write is what the schemas say, and what we read as an order is what we wrote.

use board::SplitMix64;
use game::schema::SchemaPart;
use game::{Answer, DynGame, GameEntry, JsonGame, Seat, Session, Viewer};
use games::{HostedGame, Visitor};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::Value;
use std::ops::ControlFlow;

/// Turns of a random game. Views and events of all of them are looked at.
const TURNS: usize = 40;
/// Orders a random player gives in a turn.
const ORDERS: usize = 20;
/// Only the orders of every so many turns are looked at: there may be thousands.
const ORDERS_LOOKED_AT: usize = 10;

/// The schemas of a game, ready to be asked.
struct Schemas(Vec<(&'static str, Validator)>);

impl Schemas {
    fn of(entry: &dyn GameEntry) -> Self {
        let ready = |piece: &SchemaPart| (piece.name, jsonschema::draft202012::new(&piece.schema).unwrap());
        Self(entry.schemas().iter().map(ready).collect())
    }

    fn check(&self, piece: &str, value: &Value) {
        let (_, validator) = self.0.iter().find(|(name, _)| *name == piece).unwrap();
        if let Err(error) = validator.validate(value) {
            panic!("{piece}: {error} at {}\n{value}", error.instance_path());
        }
    }
}

/// A game on one of the bundled maps by one of the profiles it fits, with random orders.
fn play<G: JsonGame>(entry: &dyn GameEntry, seed: u64) {
    let schemas = Schemas::of(entry);
    let mut chance = SplitMix64::new(seed);
    let mut table = random_start::<G>(entry, &mut chance);
    schemas.check("briefing", &table.briefing());
    for turn in 0..TURNS {
        for seat in table.to_move().iter() {
            look_at_views(&schemas, &table, seat);
            if turn % ORDERS_LOOKED_AT == 0 {
                look_at_orders(&schemas, table.game(), seat);
            }
            for _ in 0..ORDERS {
                let order = table.game().pick(seat, &mut |count| chance.below(count.into()) as u32);
                let Some(order) = order else { break };
                assert_eq!(table.submit(seat, Some(order)), Answer::Done);
            }
            table.end_turn(seat).unwrap();
        }
        look_at_events(&schemas, &table);
        table.forget_events();
    }
}

fn random_start<G: JsonGame>(entry: &dyn GameEntry, chance: &mut SplitMix64) -> Session<G> {
    let seed = chance.next_u64();
    let starts: Vec<_> = entry
        .maps()
        .iter()
        .flat_map(|(_, map)| entry.profiles().iter().map(move |rules| (map, rules)))
        .collect();
    loop {
        let (map, rules) = starts[chance.below(starts.len() as u64) as usize];
        // A map may be too large for a profile, or for this type of state.
        let Ok(table) = entry.start(map.as_bytes(), rules, seed) else { continue };
        if let Some(session) = table.as_any().downcast_ref::<Session<G>>() {
            return session.clone();
        }
    }
}

fn look_at_views(schemas: &Schemas, table: &dyn DynGame, seat: Seat) {
    for who in [Viewer::Seat(seat), Viewer::Everything] {
        let view = table.view(who);
        schemas.check("view", &view);
        assert_eq!(serde_json::from_str::<Value>(&table.view_text(who)).unwrap(), view);
    }
}

fn look_at_orders<G: JsonGame>(schemas: &Schemas, state: &G, seat: Seat) {
    let _ = state.legal(seat, |order| {
        let written = serde_json::to_value(order).unwrap();
        schemas.check("order", &written);
        assert_eq!(serde_json::from_value::<G::Order>(written).unwrap(), order);
        ControlFlow::Continue(())
    });
}

fn look_at_events(schemas: &Schemas, table: &dyn DynGame) {
    let seats = (0..table.seats()).map(Seat);
    for who in seats.clone().map(Viewer::Seat).chain([Viewer::Everything]) {
        table.events(who).iter().for_each(|event| schemas.check("event", event));
    }
    for seat in seats {
        let told = table.events(Viewer::Seat(seat));
        assert!(table.losses(seat).iter().all(|loss| told.contains(loss)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn games_write_what_their_schemas_say(seed: u64) {
        games::visit(&mut Play { seed });
    }
}

/// Plays a game of every type.
struct Play {
    seed: u64,
}

impl Visitor for Play {
    type Found = ();

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<()> {
        play::<G>(entry, self.seed);
        ControlFlow::Continue(())
    }
}

/// Calls `each` with every schema within a schema, and where it is.
fn walk(place: &str, schema: &Value, each: &mut impl FnMut(&str, &Value)) {
    match schema {
        Value::Object(fields) => {
            each(place, schema);
            fields.iter().for_each(|(key, value)| walk(&format!("{place}/{key}"), value, each));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| walk(&format!("{place}/{at}"), item, each));
        }
        _ => {}
    }
}

#[test]
fn every_field_and_column_is_described() {
    for entry in games::ALL {
        for SchemaPart { name, schema } in entry.schemas() {
            walk(&format!("{} {name}", entry.name()), &schema, &mut |place, schema| {
                let fields = schema["properties"].as_object().into_iter().flatten();
                for (field, inner) in fields.filter(|(_, inner)| inner["const"].is_null()) {
                    assert!(is_described(inner), "{place}: the field {field} is not described: {inner}");
                }
                for column in schema["prefixItems"].as_array().into_iter().flatten() {
                    assert!(is_described(column), "{place}: a column is not described: {column}");
                    assert!(column["title"].is_string(), "{place}: a column has no name: {column}");
                }
            });
        }
    }
}

/// Whether there is a description, and one for readers of schemas: without links to Rust items.
fn is_described(schema: &Value) -> bool {
    schema["description"].as_str().is_some_and(|text| !text.contains("[`") && !text.contains("]("))
}
