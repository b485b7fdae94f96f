//! Writing replays for the old viewer.

use super::{Battle, Figure, Frame};
use crate::event::{Fact, Stores};
use crate::formats::map_file::{MODULE, class_of, element_position, position};
use crate::kinds::{Kind, Properties};
use crate::order::Order;
use crate::place::{Area, Place};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::Cell;
use serde_json::{Map, Value, json};

impl Battle {
    /// Writes the replay for the old viewer.
    #[must_use]
    pub fn write(&self) -> String {
        let frames: Vec<Value> = self
            .frames
            .iter()
            .map(|frame| json!([text_of(&elements(frame)), production_lists(frame)]))
            .collect();
        let history = json!({
            "score": self.frames.iter().map(|frame| frame.scores).collect::<Vec<_>>(),
            "population": self.frames.iter().map(|frame| frame.populations).collect::<Vec<_>>(),
            "unit_num": self.frames.iter().map(|frame| frame.counts).collect::<Vec<_>>(),
            "command": self.rounds.iter().map(|round| commands(&round.orders)).collect::<Vec<_>>(),
            "event": self.rounds.iter().map(|round| events(&round.events)).collect::<Vec<_>>(),
        });
        format!(
            "{{\"gamebody\":{},\n\"history\":{},\n\"key_frames\":{},\n\"team_names\":{},\n\"version\":3}}\n",
            Value::from(text_of(&self.game_body())),
            text_of(&history),
            Value::from(frames),
            json!(self.names)
        )
    }

    fn game_body(&self) -> Value {
        let last = self.frames.last();
        let rows = self.land.chunks(usize::from(self.size.cols.max(1)));
        let types: Vec<Vec<u8>> = rows.map(|row| row.iter().map(|land| u8::from(*land)).collect()).collect();
        json!({
            "__class__": "GameBody",
            "__module__": "deep_blue.logic.gamebody",
            "commands": [[], []],
            "map_info": {
                "__class__": "MapInfo",
                "__module__": "deep_blue.logic.map_info",
                "elements": last.map(elements),
                "max_population": self.max_population,
                "max_round": self.max_round,
                "record_interval": 1,
                "time_per_round": f64::from(self.millis_per_round) / 1000.0,
                "types": types,
                "weather": self.weather,
                "x_max": self.size.rows,
                "y_max": self.size.cols,
            },
            "populations": last.map_or([0; 2], |frame| frame.populations),
            "production_lists": last.map(production_lists),
            "round": self.rounds.len(),
            "scores": last.map_or([0; 2], |frame| frame.scores),
            "state": self.result,
        })
    }
}

type Object = Map<String, Value>;

/// Within values "without limit" is a text that [`text_of`] turns into the bare word.
const WITHOUT_LIMIT: &str = "\u{221e}";

fn text_of(value: &Value) -> String {
    value.to_string().replace(&format!("\"{WITHOUT_LIMIT}\""), "Infinity")
}

fn limited(number: i32) -> Value {
    if number < 0 { WITHOUT_LIMIT.into() } else { number.into() }
}

fn place_value(place: Place) -> Value {
    position(place.cell.row.into(), place.cell.col.into(), place.level as i32)
}

fn elements(frame: &Frame) -> Value {
    frame.elements.iter().map(|figure| (figure.index.to_string(), element(figure))).collect::<Object>().into()
}

fn production_lists(frame: &Frame) -> Value {
    let side = |list: &Vec<(Kind, i32)>| -> Vec<(i32, i32)> {
        list.iter().map(|(kind, left)| (*kind as i32, *left)).collect()
    };
    json!([side(&frame.production[0]), side(&frame.production[1])])
}

fn element(figure: &Figure) -> Value {
    let kind = figure.kind;
    let mut value = json!({
        "__class__": class_of(kind),
        "__module__": MODULE,
        "index": figure.index,
        "pos": figure_position(figure),
    });
    match kind {
        Kind::Mine => value["metal"] = figure.metal.into(),
        Kind::Oilfield => value["fuel"] = figure.fuel.into(),
        _ => {
            value["team"] = (figure.team as u8).into();
            value["health"] = figure.health.into();
            value["fuel"] = figure.fuel.into();
            value["ammo"] = limited(figure.ammo);
            let has_metal = figure.properties.is_none_or(|properties| properties.metal_max != 0);
            value["metal"] = if has_metal || figure.metal != 0 { figure.metal.into() } else { Value::Null };
        }
    }
    if kind.is_unit() {
        value["path"] = figure.path.iter().map(|place| place_value(*place)).collect();
    }
    if let Some(properties) = &figure.properties {
        add_properties(&mut value, kind, properties);
    }
    value
}

fn figure_position(figure: &Figure) -> Value {
    let corner = |cell: Cell| place_value(Place::new(cell, figure.kind.level()));
    let Area { from, to } = Area::of(figure.kind, figure.from);
    match figure.from == figure.to {
        _ if (from, to) == (figure.from, figure.to) => element_position(figure.kind, figure.from),
        true => corner(figure.from),
        false => json!({
            "__class__": "Rectangle",
            "__module__": MODULE,
            "upper_left": corner(figure.from),
            "lower_right": corner(figure.to),
        }),
    }
}

/// What the kind does not have is null, as the old program wrote it.
fn add_properties(value: &mut Value, kind: Kind, properties: &Properties) {
    let one = |number: i16, has: bool| if has || number != 0 { number.into() } else { Value::Null };
    let several = |numbers: &[i16], has: bool| -> Value {
        if !has && numbers.iter().all(|number| *number == 0) {
            return Value::Null;
        }
        numbers.iter().map(|number| limited((*number).into())).collect()
    };
    let (armed, moves) = (kind != Kind::Cargo, kind.is_unit());
    value["sight_ranges"] = several(&properties.sight_ranges, true);
    value["fire_ranges"] = several(&properties.fire_ranges, armed);
    value["attacks"] = several(&properties.attacks, armed);
    value["ammo_once"] = one(properties.ammo_once, armed);
    value["defences"] = several(&properties.defences, true);
    value["health_max"] = properties.health_max.into();
    value["fuel_max"] = properties.fuel_max.into();
    value["ammo_max"] = limited(properties.ammo_max.into());
    value["metal_max"] = one(properties.metal_max, false);
    value["speed"] = one(properties.speed.into(), moves);
    value["population"] = one(properties.population, moves);
    value["cost"] = one(properties.cost, moves);
    value["build_round"] = one(properties.build_round.into(), moves);
}

fn commands(orders: &[Vec<Order>; 2]) -> Value {
    let side = |team: usize| -> Vec<Value> {
        orders[team].iter().filter_map(|order| command(*order, team)).collect()
    };
    json!([side(0), side(1)])
}

/// An order in the notation of the old files; `Cancel` never waits, so there is none for it.
fn command(order: Order, team: usize) -> Option<Value> {
    let (class, mut fields) = match order {
        Order::AttackPos { unit, row, col, level } => {
            ("AttackPos", json!({"operand": unit, "pos": position(row, col, level)}))
        }
        Order::AttackUnit { unit, target } => ("AttackUnit", json!({"operand": unit, "target": target})),
        Order::ChangeDest { unit, row, col, level } => {
            ("ChangeDest", json!({"operand": unit, "dest": position(row, col, level)}))
        }
        Order::Fix { unit, target } => ("Fix", json!({"operand": unit, "target": target})),
        Order::Produce { kind } => ("Produce", json!({"operand": -1, "kind": kind, "team": team})),
        Order::Supply { unit, target, amounts } => {
            let [fuel, ammo, metal] = amounts.between(Kind::Fort, Kind::Fort).map(limited);
            ("Supply", json!({"operand": unit, "target": target, "fuel": fuel, "ammo": ammo, "metal": metal}))
        }
        Order::Cancel { .. } => return None,
    };
    fields["__class__"] = class.into();
    fields["__module__"] = "deep_blue.logic.command".into();
    Some(fields)
}

fn events(facts: &[Fact]) -> Value {
    facts.iter().map(event).collect()
}

fn event(fact: &Fact) -> Value {
    let (class, mut fields) = match fact {
        Fact::AddProductionEntry { team, kind } => {
            ("AddProductionEntry", json!({"team": *team as u8, "kind": *kind as u8}))
        }
        Fact::AttackUnit { attacker, target, damage } => {
            ("AttackUnit", json!({"index": attacker, "target": target, "damage": damage}))
        }
        Fact::AttackMiss { attacker, at } => {
            ("AttackMiss", json!({"index": attacker, "target_pos": place_value(*at)}))
        }
        Fact::Capture { fort, team } => ("Capture", json!({"index": fort, "team": *team as u8})),
        Fact::Destroy { unit } => ("Destroy", json!({"index": unit})),
        Fact::Supply { giver, receiver, stores } => {
            let Stores { fuel, ammo, metal } = stores.unwrap_or_default();
            (
                "Supply",
                json!({"index": giver, "target": receiver, "fuel": fuel, "ammo": ammo, "metal": metal}),
            )
        }
        Fact::Fix { base, target, metal, health } => {
            ("Fix", json!({"index": base, "target": target, "metal": metal, "health_increase": health}))
        }
        Fact::ChangeDest { unit, to } => ("ChangeDest", json!({"index": unit, "dest": place_value(*to)})),
        Fact::Move { unit, way } => {
            let nodes: Vec<Value> = way.iter().map(|place| place_value(*place)).collect();
            ("Move", json!({"index": unit, "nodes": nodes}))
        }
        Fact::Collect { cargo, resource, fuel, metal } => {
            ("Collect", json!({"index": cargo, "target": resource, "fuel": fuel, "metal": metal}))
        }
        Fact::Create { unit, kind, at } => {
            ("Create", json!({"index": unit, "kind": *kind as u8, "pos": place_value(*at)}))
        }
    };
    fields["__class__"] = class.into();
    fields["__module__"] = "deep_blue.logic.event".into();
    fields
}
