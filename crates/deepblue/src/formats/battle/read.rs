//! Reading old replays.

use super::{Battle, Figure, Frame, Round, stream};
use crate::event::{Fact, Stores};
use crate::formats::map_file::{class_of, to_millis};
use crate::formats::text::{self, Number};
use crate::kinds::{Kind, Level, Properties, Team, UNLIMITED};
use crate::order::{Amounts, Order};
use crate::place::Place;
use crate::seas::MAX_SIDE;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use flate2::read::GzDecoder;
use game::bounded_json::MemoryBudget;
use serde_json::{Map, Value};
use std::io::Read;

/// The most bytes a compressed file may unfold to. They are read as a stream.
const LARGEST: u64 = 64 << 20;

/// What may be kept of a replay, in bytes of memory.
const KEPT: usize = 40 << 20;

/// Reads a replay, compressed or not.
pub(super) fn battle(bytes: &[u8]) -> Result<Battle, String> {
    let budget = MemoryBudget::new(KEPT);
    let file = match bytes.starts_with(&[0x1f, 0x8b]) {
        false => stream::read(bytes, &budget),
        true => stream::read(GzDecoder::new(bytes).take(LARGEST), &budget),
    };
    read_battle(file.map_err(|(line, wrong)| format!("line {line}: {wrong}"))?)
}

type Object = Map<String, Value>;

fn read_battle(file: stream::File) -> Result<Battle, String> {
    if file.version != Some(3) {
        return Err("`version` is not 3".to_string());
    }
    let body = file.body.ok_or("there is no text `gamebody`")?;
    let body =
        text::read(body.as_bytes()).map_err(|(line, wrong)| format!("gamebody: line {line}: {wrong}"))?;
    let map = object(&body, "map_info")?;
    let side = |key: &str| {
        let side = number(map, key)?;
        u8::try_from(side).ok().filter(|side| *side <= MAX_SIDE).ok_or_else(|| format!("`{key}` is {side}"))
    };
    let size = Size::new(side("x_max")?, side("y_max")?);
    let seconds = map.get("time_per_round").and_then(Value::as_f64).unwrap_or(1.0);
    let history = file.history.ok_or("there is no object `history`")?;
    let frames = file.frames.ok_or("there is no list `key_frames`")?;
    Ok(Battle {
        names: file.names,
        size,
        land: read_terrain(map, size)?,
        weather: number(map, "weather")?,
        max_round: number(map, "max_round")?,
        max_population: number(map, "max_population")?,
        millis_per_round: to_millis(seconds),
        result: body.get("state").and_then(Value::as_i64).map_or(-1, |code| code.clamp(-1, 2) as i32),
        frames: read_frames(frames, &history)?,
        rounds: read_rounds(history)?,
    })
}

fn object<'a>(value: &'a Value, key: &str) -> Result<&'a Object, String> {
    value.get(key).and_then(Value::as_object).ok_or_else(|| format!("there is no object `{key}`"))
}

fn list<'a>(object: &'a Object, key: &str) -> Result<&'a [Value], String> {
    let found = object.get(key).and_then(Value::as_array);
    found.map(Vec::as_slice).ok_or_else(|| format!("there is no list `{key}`"))
}

fn number(object: &Object, key: &str) -> Result<i32, String> {
    let found = object.get(key).and_then(Number::of);
    found.map(Number::to_i32).ok_or_else(|| format!("there is no number `{key}`"))
}

/// A number that may be missing, which then is 0.
fn store(object: &Object, key: &str) -> i32 {
    object.get(key).and_then(Number::of).map_or(0, |number| match number {
        Number::Infinite => UNLIMITED.into(),
        number => number.to_i32().max(UNLIMITED.into()),
    })
}

fn read_terrain(map: &Object, size: Size) -> Result<Vec<bool>, String> {
    let cells = list(map, "types")?.iter().flat_map(|row| row.as_array().map_or(&[][..], Vec::as_slice));
    let land: Vec<bool> = cells.map(|cell| cell.as_i64() == Some(1)).collect();
    if land.len() == size.area() { Ok(land) } else { Err(format!("`types` has {} cells", land.len())) }
}

fn read_frames(frames: Vec<stream::States>, history: &stream::History) -> Result<Vec<Frame>, String> {
    let read = |(at, states): (usize, stream::States)| {
        read_frame(states, at, history).map_err(|wrong| format!("key_frames[{at}]: {wrong}"))
    };
    frames.into_iter().enumerate().map(read).collect()
}

fn read_frame(states: stream::States, at: usize, history: &stream::History) -> Result<Frame, String> {
    let stream::States { mut elements, production } = states;
    // Of a key given twice the last value counts, as for every reader of JSON that keeps one.
    elements.reverse();
    elements.sort_by_key(|figure| figure.index);
    elements.dedup_by_key(|figure| figure.index);
    let pair = |key: &str, list: &Option<Vec<stream::Pair>>| -> Result<[i64; 2], String> {
        let list = list.as_ref().ok_or_else(|| format!("there is no list `{key}`"))?;
        let [one, other] = list.get(at).copied().unwrap_or_default();
        Ok([one.ok_or(format!("history.{key} is too short"))?, other.unwrap_or(0)])
    };
    let small = |pair: [i64; 2]| pair.map(|number| number.clamp(0, i32::MAX.into()) as i32);
    Ok(Frame {
        scores: pair("score", &history.scores)?,
        populations: small(pair("population", &history.populations)?),
        counts: small(pair("unit_num", &history.counts)?),
        production,
        elements,
    })
}

pub(super) fn read_production(entries: &Value) -> Result<Vec<(Kind, i32)>, String> {
    let read = |entry: &Value| {
        let number = |at: usize| entry.get(at).and_then(Number::of).map(Number::to_i32);
        number(0)
            .and_then(Kind::from_number)
            .zip(number(1))
            .ok_or_else(|| format!("{entry} is no production entry"))
    };
    entries.as_array().map_or(&[][..], Vec::as_slice).iter().map(read).collect()
}

pub(super) fn read_figure(key: &str, element: &Value) -> Result<Figure, String> {
    let element = element.as_object().ok_or("it is not an object")?;
    let class = element.get("__class__").and_then(Value::as_str).unwrap_or_default();
    let kind = Kind::ALL.into_iter().find(|kind| class_of(*kind) == class);
    let kind = kind.ok_or_else(|| format!("there is no class `{class}`"))?;
    let index =
        key.parse::<i32>().ok().filter(|index| index.to_string() == key).ok_or("the key is not an index")?;
    let team = match element.get("team").and_then(Value::as_i64) {
        _ if kind.is_resource() => Team::Nobody,
        Some(team) => {
            i32::try_from(team).ok().and_then(Team::from_number).ok_or_else(|| format!("team {team}"))?
        }
        None => Team::Nobody,
    };
    let pos = element.get("pos").unwrap_or(&Value::Null);
    let (from, to) = match pos.get("upper_left") {
        Some(corner) => (read_place(corner)?.cell, read_place(&pos["lower_right"])?.cell),
        None => (read_place(pos)?.cell, read_place(pos)?.cell),
    };
    let path = match (element.get("path").and_then(Value::as_array), element.get("dest")) {
        _ if !kind.is_unit() => Vec::new(),
        (Some(path), _) => path.iter().map(read_place).collect::<Result<_, _>>()?,
        (None, Some(dest)) => vec![Place::new(from, kind.level()), read_place(dest)?],
        _ => Vec::new(),
    };
    let [health, fuel, ammo, metal] = ["health", "fuel", "ammo", "metal"].map(|key| match (kind, key) {
        (Kind::Mine, "metal") | (Kind::Oilfield, "fuel") => store(element, key),
        (Kind::Mine | Kind::Oilfield, _) => 0,
        _ => store(element, key),
    });
    let properties = element.contains_key("health_max").then(|| read_properties(element));
    Ok(Figure { index, kind, team, from, to, health, fuel, ammo, metal, path, properties })
}

fn read_properties(element: &Object) -> Properties {
    let narrow = |number: i32| number.clamp(-1, i16::MAX.into()) as i16;
    let one = |key: &str| narrow(store(element, key));
    fn several<const N: usize>(element: &Object, key: &str) -> [i16; N] {
        let numbers = element.get(key).and_then(Value::as_array);
        core::array::from_fn(|at| match numbers.and_then(|numbers| numbers.get(at)).and_then(Number::of) {
            Some(Number::Infinite) => UNLIMITED,
            Some(number) => number.to_i32().clamp(-1, i16::MAX.into()) as i16,
            None => 0,
        })
    }
    Properties {
        sight_ranges: several(element, "sight_ranges"),
        fire_ranges: several(element, "fire_ranges"),
        health_max: one("health_max"),
        fuel_max: one("fuel_max"),
        ammo_max: one("ammo_max"),
        ammo_once: one("ammo_once"),
        metal_max: one("metal_max"),
        speed: one("speed").clamp(0, u8::MAX.into()) as u8,
        population: one("population"),
        cost: one("cost"),
        build_round: one("build_round").clamp(0, u8::MAX.into()) as u8,
        attacks: several(element, "attacks"),
        defences: several(element, "defences"),
    }
}

fn read_place(pos: &Value) -> Result<Place, String> {
    let pos = pos.as_object().ok_or("there is no position")?;
    let side = |key: &str| {
        let side = number(pos, key)?;
        u8::try_from(side).map_err(|_| format!("`{key}` is {side}"))
    };
    let level = Level::from_number(number(pos, "z")?).ok_or("there is no such level")?;
    Ok(Place::new(Cell::new(side("x")?, side("y")?), level))
}

fn read_rounds(history: stream::History) -> Result<Vec<Round>, String> {
    let orders = history.orders.ok_or("there is no list `command`")?;
    let events = history.events.ok_or("there is no list `event`")?;
    Ok(orders.into_iter().zip(events).map(|(orders, events)| Round { orders, events }).collect())
}

fn class_and_fields(value: &Value) -> Result<(&str, &Object), String> {
    let fields = value.as_object().ok_or_else(|| format!("{value} is not an object"))?;
    Ok((fields.get("__class__").and_then(Value::as_str).unwrap_or_default(), fields))
}

pub(super) fn read_order(value: &Value) -> Result<Order, String> {
    let (class, fields) = class_and_fields(value)?;
    let number = |key: &str| number(fields, key);
    let at = |key: &str| -> Result<[i32; 3], String> {
        let pos =
            fields.get(key).and_then(Value::as_object).ok_or_else(|| format!("`{key}` is no position"))?;
        Ok([self::number(pos, "x")?, self::number(pos, "y")?, self::number(pos, "z")?])
    };
    let unit = number("operand")?;
    Ok(match class {
        "AttackPos" => {
            let [row, col, level] = at("pos")?;
            Order::AttackPos { unit, row, col, level }
        }
        "AttackUnit" => Order::AttackUnit { unit, target: number("target")? },
        "ChangeDest" => {
            let [row, col, level] = at("dest")?;
            Order::ChangeDest { unit, row, col, level }
        }
        "Fix" => Order::Fix { unit, target: number("target")? },
        "Produce" => Order::Produce { kind: number("kind")? },
        "Supply" => {
            let amounts = Amounts::these(["fuel", "ammo", "metal"].map(|key| store(fields, key)));
            Order::Supply { unit, target: number("target")?, amounts }
        }
        other => return Err(format!("there is no order `{other}`")),
    })
}

pub(super) fn read_fact(value: &Value) -> Result<Fact, String> {
    let (class, fields) = class_and_fields(value)?;
    let number = |key: &str| number(fields, key);
    let place = |key: &str| read_place(fields.get(key).unwrap_or(&Value::Null));
    let kind = || Kind::from_number(number("kind")?).ok_or_else(|| "there is no such kind".to_string());
    let team = || Team::from_number(number("team")?).ok_or_else(|| "there is no such team".to_string());
    let stores = || -> Result<Stores, String> {
        Ok(Stores { fuel: store(fields, "fuel"), ammo: store(fields, "ammo"), metal: store(fields, "metal") })
    };
    Ok(match class {
        "AddProductionEntry" => Fact::AddProductionEntry { team: team()?, kind: kind()? },
        "AttackUnit" => {
            let (attacker, target) = (Some(number("index")?), Some(number("target")?));
            Fact::AttackUnit { attacker, target, damage: Some(number("damage")?) }
        }
        "AttackMiss" => Fact::AttackMiss { attacker: number("index")?, at: place("target_pos")? },
        "Capture" => Fact::Capture { fort: number("index")?, team: team()? },
        "Destroy" => Fact::Destroy { unit: number("index")? },
        "Supply" => {
            let (giver, receiver) = (number("index")?, number("target")?);
            Fact::Supply { giver, receiver, stores: Some(stores()?) }
        }
        "Fix" => {
            let (metal, health) = (Some(number("metal")?), number("health_increase")?);
            Fact::Fix { base: number("index")?, target: number("target")?, metal, health }
        }
        "ChangeDest" => Fact::ChangeDest { unit: number("index")?, to: place("dest")? },
        "Move" => {
            let way = list(fields, "nodes")?.iter().map(read_place).collect::<Result<_, _>>()?;
            Fact::Move { unit: number("index")?, way }
        }
        "Collect" => {
            let Stores { fuel, metal, .. } = stores()?;
            Fact::Collect { cargo: number("index")?, resource: number("target")?, fuel, metal }
        }
        "Create" => Fact::Create { unit: number("index")?, kind: kind()?, at: place("pos")? },
        other => return Err(format!("there is no event `{other}`")),
    })
}
