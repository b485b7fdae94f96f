//! Test vectors: positions with orders, and everything that must come of them.

use crate::chance::Chance;
use crate::event::{Event, Fact, Stores};
use crate::formats::properties;
use crate::kinds::{Kind, Rules, Team};
use crate::map::{Parts, Placed, Plan};
use crate::order::Order;
use crate::place::Place;
use crate::state::{State, Winner};
use crate::view::{Sighting, View};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::{Cell, Size};
use game::bounded_json;
use game::conform::{CaseResult, FirstDifference, Folder, sort_naturally};
use game::{Game, Receipt, Seat, Silent, Told, Viewer};
use serde_json::{Value, json};

/// What a vector may take in memory, in bytes.
const LARGEST: usize = 48 << 20;

/// Runs a folder of vectors, or of files that say what each seat is told in one.
///
/// # Errors
/// One sentence, if the folder holds none, or a vector that is named is not there.
pub(crate) fn run_folder(folder: &dyn Folder, each: &mut dyn FnMut(CaseResult)) -> Result<(), String> {
    let mut names: Vec<String> =
        folder.names().iter().filter_map(|name| name.strip_suffix(".json")).map(String::from).collect();
    if names.is_empty() {
        return Err("there are no vectors here (expected NAME.json)".to_string());
    }
    sort_naturally(&mut names);
    for name in names {
        let bytes = folder.read(&format!("{name}.json"))?;
        let difference = match bounded_json::read(&bytes, LARGEST) {
            Err(wrong) => Some(unreadable(&wrong)),
            Ok(told) if told.get("vector").is_some() => run_told(&told, &named_vector(folder, &told)?).err(),
            Ok(vector) => run_vector(&vector).err(),
        };
        each(CaseResult { name, difference });
    }
    Ok(())
}

/// The vector that a file about what is told names.
fn named_vector(folder: &dyn Folder, told: &Value) -> Result<Value, String> {
    let word = |key: &str| told.get(key).and_then(Value::as_str).unwrap_or_default();
    let (ruleset, name) = (word("ruleset"), word("vector"));
    let plain = |text: &str| !text.is_empty() && !text.contains(['/', '\\', '.']);
    if !plain(ruleset) || !plain(name) {
        return Err(format!("`{ruleset}` and `{name}` do not name a ruleset and a vector"));
    }
    let path = format!("../vectors/{ruleset}");
    let beside =
        folder.other(&path).ok_or_else(|| format!("there is no folder {path} beside these cases"))?;
    let bytes = beside.read(&format!("{name}.json"))?;
    bounded_json::read(&bytes, LARGEST).map_err(|wrong| format!("{path}/{name}.json: {wrong}"))
}

fn unreadable(wrong: &str) -> FirstDifference {
    FirstDifference { place: "file".to_string(), expected: "a vector".to_string(), got: wrong.to_string() }
}

/// Runs one vector to its first difference.
fn run_vector(vector: &Value) -> Result<(), FirstDifference> {
    let mut state = read_vector(vector).map_err(|wrong| unreadable(&wrong))?;
    compare("initial", field(vector, "initial"), &state_form(&state))?;
    if let Some(views) = vector.get("initial_views") {
        compare("initial_views", views, &views_form(&state))?;
    }
    for (number, round) in (1..).zip(list(vector, "rounds")) {
        run_round(&mut state, &format!("round {number}"), round)?;
    }
    Ok(())
}

fn run_round(state: &mut State, place: &str, round: &Value) -> Result<(), FirstDifference> {
    let accepted: Vec<Value> = commands(round).map(|(seat, text)| accept(state, seat, text).into()).collect();
    compare(&format!("{place}, accepted"), field(round, "accepted"), &accepted.into())?;
    let mut events = Vec::new();
    state.settle(&mut events);
    let facts: Vec<Value> = events.iter().map(|event| fact_form(&event.fact)).collect();
    compare(&format!("{place}, events"), field(round, "events"), &facts.into())?;
    compare(&format!("{place}, after"), field(round, "after"), &state_form(state))?;
    if let Some(views) = round.get("views") {
        compare(&format!("{place}, views"), views, &views_form(state))?;
    }
    match round.get("draws_so_far") {
        Some(draws) => compare(&format!("{place}, draws_so_far"), draws, &state.chance().draws().into()),
        None => Ok(()),
    }
}

fn accept(state: &mut State, seat: Seat, text: &str) -> bool {
    Order::parse(text).is_some_and(|order| state.accept(seat, order).is_ok())
}

/// Runs a vector and compares what each seat is told.
fn run_told(told: &Value, vector: &Value) -> Result<(), FirstDifference> {
    let mut state = read_vector(vector).map_err(|wrong| unreadable(&wrong))?;
    let count = list(vector, "rounds").len();
    compare("number of rounds", &list(told, "rounds").len().into(), &count.into())?;
    for (number, (round, expected)) in (1..).zip(list(vector, "rounds").iter().zip(list(told, "rounds"))) {
        let place = format!("round {number}");
        let answers: Vec<Value> =
            commands(round).map(|(seat, text)| answer(&mut state, seat, text).into()).collect();
        compare(&format!("{place}, answers"), field(expected, "answers"), &answers.into())?;
        let mut events: Vec<Event> = Vec::new();
        state.settle(&mut events);
        let told_to = |seat| -> Value {
            let told = events.iter().filter_map(|event| State::redact_for(event, seat));
            told.map(|event| fact_form(&event.fact)).collect::<Vec<_>>().into()
        };
        let both: Vec<Value> = [Seat(0), Seat(1)].map(told_to).into();
        compare(&format!("{place}, events told"), field(expected, "events"), &both.into())?;
    }
    Ok(())
}

fn answer(state: &mut State, seat: Seat, text: &str) -> &'static str {
    let Some(order) = Order::parse(text) else { return "refused" };
    match state.submit(seat, order, &mut Silent) {
        Ok(Receipt::Done) => "accepted",
        Ok(Receipt::Taken) => "taken",
        Err(_) => "refused",
    }
}

fn commands(round: &Value) -> impl Iterator<Item = (Seat, &str)> {
    list(round, "commands").iter().map(|command| {
        let team = command.get(0).and_then(Value::as_u64).and_then(|team| u8::try_from(team).ok());
        let text = command.get(1).and_then(Value::as_str).unwrap_or_default();
        (Seat(team.unwrap_or(u8::MAX)), text)
    })
}

fn field<'a>(value: &'a Value, key: &str) -> &'a Value {
    value.get(key).unwrap_or(&Value::Null)
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The first difference between two values, with the way to it.
fn compare(place: &str, expected: &Value, got: &Value) -> Result<(), FirstDifference> {
    match (expected, got) {
        (Value::Array(wanted), Value::Array(found)) => {
            for (at, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                compare(&format!("{place}{}", step(place, got, at)), wanted, found)?;
            }
            if wanted.len() == found.len() {
                return Ok(());
            }
            let at = wanted.len().min(found.len());
            let shown = |list: &[Value]| list.get(at).map_or("nothing more".to_string(), Value::to_string);
            Err(FirstDifference {
                place: format!("{place}[{at}]"),
                expected: shown(wanted),
                got: shown(found),
            })
        }
        (Value::Object(wanted), Value::Object(found)) => {
            let keys = wanted.keys().chain(found.keys().filter(|key| !wanted.contains_key(*key)));
            for key in keys {
                compare(&format!("{place}, {key}"), field(expected, key), field(got, key))?;
            }
            Ok(())
        }
        _ if expected == got => Ok(()),
        _ => Err(FirstDifference {
            place: place.to_string(),
            expected: expected.to_string(),
            got: got.to_string(),
        }),
    }
}

/// How an entry of a list is named: columns of element rows by their names.
fn step(place: &str, row: &Value, at: usize) -> String {
    const STATE: [&str; 13] = [
        "index", "type", "team", "x", "y", "z", "health", "fuel", "ammo", "metal", "dest_x", "dest_y",
        "dest_z",
    ];
    const VIEW: [&str; 16] = [
        "index", "type", "team", "x", "y", "z", "size_x", "size_y", "visible", "health", "fuel", "ammo",
        "metal", "dest_x", "dest_y", "dest_z",
    ];
    let is_row = row.get(0).is_some_and(Value::is_number);
    let columns: &[&str] = match () {
        () if is_row && place.contains("elements[") => &STATE,
        () if is_row && place.contains("views[") => &VIEW,
        () => &[],
    };
    match columns.get(at) {
        Some(name) => format!(" (element {}), {name}", row.get(0).unwrap_or(&Value::Null)),
        None => format!("[{at}]"),
    }
}

/// The position a vector starts from.
///
/// # Errors
/// One sentence, if it is none.
pub fn read_vector(vector: &Value) -> Result<State, String> {
    let ruleset = field(vector, "ruleset").as_str().ok_or("there is no `ruleset`")?;
    let mut rules = Rules::named(ruleset).ok_or_else(|| format!("there is no ruleset `{ruleset}`"))?;
    if let Some(table) = vector.get("properties") {
        properties::replace(&mut rules, table)?;
    }
    let initial = field(vector, "initial");
    let parts = Parts {
        plan: read_plan(field(vector, "map"), list(initial, "elements"))?,
        round: number(initial, "round")? as u32,
        scores: [0, 1].map(|team| list(initial, "scores").get(team).and_then(Value::as_i64).unwrap_or(0)),
        production: [read_production(initial, 0)?, read_production(initial, 1)?],
        chance: read_chance(vector)?,
    };
    State::from_parts(parts, rules)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

fn number(value: &Value, key: &str) -> Result<i32, String> {
    let number = field(value, key).as_i64().and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| format!("`{key}` is not a number of 32 bits"))
}

fn read_chance(vector: &Value) -> Result<Chance, String> {
    match field(vector, "mode").as_str() {
        Some("canonical") => Ok(Chance::Canonical),
        Some("seeded") => {
            let seed = field(vector, "seed").as_str().and_then(|seed| seed.parse().ok());
            seed.map(Chance::seeded).ok_or_else(|| "`seed` is not a number of 64 bits".to_string())
        }
        _ => Err("`mode` is neither canonical nor seeded".to_string()),
    }
}

fn read_plan(map: &Value, elements: &[Value]) -> Result<Plan, String> {
    let side = |key| u8::try_from(number(map, key)?).map_err(|_| format!("`{key}` is out of bounds"));
    let size = Size::new(side("x_max")?, side("y_max")?);
    let mut land = Vec::new();
    for row in list(map, "terrain") {
        let row = row.as_str().filter(|row| row.len() == usize::from(size.cols));
        let row = row.ok_or_else(|| format!("a row of `terrain` is not {} characters long", size.cols))?;
        land.extend(row.bytes().map(|cell| cell == b'#'));
    }
    Ok(Plan {
        size,
        land,
        weather: number(map, "weather")?,
        max_round: number(map, "max_round")?.max(0) as u32,
        max_population: number(map, "max_population")?,
        millis_per_round: 1000,
        elements: elements.iter().map(read_element).collect::<Result<_, _>>()?,
    })
}

fn read_element(row: &Value) -> Result<Placed, String> {
    let at = |column: usize| {
        let number = row.get(column).and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok());
        number.ok_or_else(|| format!("column {column} of the element {row} is not a number"))
    };
    let cell = |x: usize, y: usize| -> Result<Cell, String> {
        let side =
            |column| u8::try_from(at(column)?).map_err(|_| format!("the element {row} is not on the map"));
        Ok(Cell::new(side(x)?, side(y)?))
    };
    let kind = Kind::from_number(at(1)?).ok_or_else(|| format!("the element {row} has no kind"))?;
    let team = Team::from_number(at(2)?).ok_or_else(|| format!("the element {row} has no team"))?;
    let dest = if row.get(10).is_some() { Some(cell(10, 11)?) } else { None };
    let [health, fuel, ammo, metal] = [Some(at(6)?), Some(at(7)?), Some(at(8)?), Some(at(9)?)];
    Ok(Placed { index: at(0)?, kind, team, at: cell(3, 4)?, health, fuel, ammo, metal, dest })
}

fn read_production(initial: &Value, team: usize) -> Result<Vec<(Kind, u8)>, String> {
    let entries = list(initial, "production").get(team).and_then(Value::as_array);
    let read = |entry: &Value| {
        let number =
            |at: usize| entry.get(at).and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok());
        let kind = number(0).and_then(Kind::from_number).filter(|kind| kind.is_unit());
        let left = number(1).and_then(|left| u8::try_from(left).ok());
        kind.zip(left).ok_or_else(|| format!("{entry} is no entry of a production list"))
    };
    entries.map_or(&[][..], Vec::as_slice).iter().map(read).collect()
}

/// A state in the form of the vectors.
fn state_form(state: &State) -> Value {
    let row = |(index, body): (i32, &crate::Body)| {
        let ammo = if state.chart().rules.of(body.kind).endless_ammo() { -1 } else { body.ammo };
        let Cell { row, col } = body.at;
        let level = body.kind.level() as u8;
        let mut numbers: Vec<i32> =
            [index, body.kind as i32, body.team as i32, row.into(), col.into(), level.into()].into();
        numbers.extend([body.health, body.fuel, ammo, body.metal].map(i32::from));
        if body.kind.is_unit() {
            numbers.extend([body.dest.row, body.dest.col, level].map(i32::from));
        }
        numbers
    };
    let production = Team::BOTH.map(|team| -> Vec<(u8, u8)> {
        state.production(team).iter().map(|(kind, left)| (*kind as u8, *left)).collect()
    });
    json!({
        "round": state.round,
        "scores": state.scores(),
        "populations": state.populations(),
        "production": production,
        "result": result_code(state.result()),
        "elements": state.elements().map(row).collect::<Vec<_>>(),
    })
}

/// The original's code for how a game stands: -1 running, 0 or 1 the winner, 2 a tie.
pub(crate) fn result_code(result: Option<Winner>) -> i32 {
    match result {
        None => -1,
        Some(Winner::Team(team)) => team as i32,
        Some(Winner::Tie) => 2,
    }
}

fn views_form(state: &State) -> Value {
    let mut view = View::default();
    let rows = [Seat(0), Seat(1)].map(|seat| {
        state.view(Viewer::Seat(seat), &mut view);
        view.elements.iter().map(sighting_row).collect::<Vec<_>>()
    });
    json!(rows)
}

fn sighting_row(seen: &Sighting) -> Vec<i32> {
    let place = |place: Place| [place.cell.row, place.cell.col, place.level as u8].map(i32::from);
    let size = i32::from(seen.kind.size());
    let mut row: Vec<i32> = [seen.index, seen.kind as i32, seen.team as i32].into();
    row.extend(place(seen.place));
    row.extend([size, size, seen.visible.into(), seen.health, seen.fuel, seen.ammo, seen.metal]);
    row.extend(seen.dest.into_iter().flat_map(place));
    row
}

/// An event in the form of the vectors: its name, then its fields.
fn fact_form(fact: &Fact) -> Value {
    match fact {
        Fact::AddProductionEntry { team, kind } => json!(["AddProductionEntry", team, *kind as u8]),
        Fact::AttackUnit { attacker, target, damage } => json!(["AttackUnit", attacker, target, damage]),
        Fact::AttackMiss { attacker, at } => json!(["AttackMiss", attacker, at]),
        Fact::Capture { fort, team } => json!(["Capture", fort, team]),
        Fact::Destroy { unit } => json!(["Destroy", unit]),
        Fact::Supply { giver, receiver, stores: Some(Stores { fuel, ammo, metal }) } => {
            json!(["Supply", giver, receiver, fuel, ammo, metal])
        }
        Fact::Supply { giver, receiver, stores: None } => {
            json!(["Supply", giver, receiver, null, null, null])
        }
        Fact::Fix { base, target, metal, health } => json!(["Fix", base, target, metal, health]),
        Fact::ChangeDest { unit, to } => json!(["ChangeDest", unit, to]),
        Fact::Move { unit, way } => json!(["Move", unit, way]),
        Fact::Collect { cargo, resource, fuel, metal } => json!(["Collect", cargo, resource, fuel, metal]),
        Fact::Create { unit, kind, at } => json!(["Create", unit, *kind as u8, at]),
    }
}
