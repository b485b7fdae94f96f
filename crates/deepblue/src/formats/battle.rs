//! Replay files (`.battle`) of the old contest: read for a viewer, and written for the old one.
//!
//! A replay holds every state and every event; nothing is played again. Figures are those of the file, because old files come from
//! several property tables.

use super::map_file::{MODULE, class_of, element_position, position, to_millis};
use super::text::{self, Number};
use super::vectors::result_code;
use crate::event::{Event, Fact, Stores};
use crate::kinds::{Kind, Level, Properties, Team, UNLIMITED};
use crate::order::{Amounts, Order};
use crate::place::{Area, Place};
use crate::seas::MAX_SIDE;
use crate::state::{Body, State};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use flate2::read::GzDecoder;
use game::Seat;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::Read;

/// The most bytes a compressed file may unfold to.
const LARGEST: u64 = 256 << 20;

/// A replay.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Battle {
    /// The names of the teams, where they have one.
    pub names: [Option<String>; 2],
    /// Number of rows (x) and columns (y).
    #[serde(serialize_with = "size_as_pair")]
    pub size: Size,
    /// For every cell, row by row, whether it is land.
    pub land: Vec<bool>,
    /// Added to all ranges of sight.
    pub weather: i32,
    /// Rounds after which the score decides.
    pub max_round: i32,
    /// Greatest population of a team.
    pub max_population: i32,
    /// Length of a round on a wall clock, in milliseconds.
    pub millis_per_round: u32,
    /// How it stands at the end: -1 running, 0 or 1 the winner, 2 a tie.
    pub result: i32,
    /// The states, the first before round 1.
    pub frames: Vec<Frame>,
    /// What led from each frame to the next.
    pub rounds: Vec<Round>,
}

/// A state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    /// The scores of both teams.
    pub scores: [i64; 2],
    /// The populations of both teams.
    pub populations: [i32; 2],
    /// Number of elements of both teams, buildings included.
    pub counts: [i32; 2],
    /// What the teams are producing: kind and rounds left.
    pub production: [Vec<(Kind, i32)>; 2],
    /// What is on the board, by ascending index.
    pub elements: Vec<Figure>,
}

/// An element in a frame.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Figure {
    pub index: i32,
    pub kind: Kind,
    pub team: Team,
    /// Upper-left and lower-right cell; old files know bases of one cell and forts of several.
    pub from: Cell,
    pub to: Cell,
    pub health: i32,
    pub fuel: i32,
    /// -1 is unlimited.
    pub ammo: i32,
    pub metal: i32,
    /// Where it is and where it will go, for units.
    pub path: Vec<Place>,
    /// The numbers of its kind in that game, where the file gives them.
    #[serde(skip)]
    pub properties: Option<Properties>,
}

/// What led from one frame to the next.
#[derive(Clone, PartialEq, Debug, Serialize, Default)]
pub struct Round {
    /// The pending orders of both teams.
    pub orders: [Vec<Order>; 2],
    /// What happened, in order.
    pub events: Vec<Fact>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn size_as_pair<S: serde::Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    (size.rows, size.cols).serialize(serializer)
}

impl Battle {
    /// Reads a replay, compressed or not.
    ///
    /// # Errors
    /// One sentence that says where the file is not what it should be.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut unfolded = Vec::new();
        let plain = match bytes.starts_with(&[0x1f, 0x8b]) {
            false => bytes,
            true => {
                let mut decoder = GzDecoder::new(bytes).take(LARGEST);
                decoder.read_to_end(&mut unfolded).map_err(|wrong| format!("not a gzip file: {wrong}"))?;
                &unfolded
            }
        };
        read_battle(&parse(plain)?)
    }

    /// Starts the record of a game.
    #[must_use]
    pub fn begin(names: [Option<String>; 2], state: &State) -> Self {
        let chart = state.chart();
        Self {
            names,
            size: chart.size,
            land: chart.size.cells().map(|cell| chart.is_land(cell)).collect(),
            weather: chart.weather,
            max_round: chart.max_round as i32,
            max_population: chart.max_population,
            millis_per_round: chart.millis_per_round,
            result: result_code(state.result()),
            frames: vec![frame(state)],
            rounds: Vec::new(),
        }
    }

    /// Records a round: `before` with its pending orders, just before it was settled, the events, and `after`.
    pub fn record(&mut self, before: &State, events: &[Event], after: &State) {
        let orders = Team::BOTH.map(|team| before.pending_orders(team).collect());
        let events = events.iter().map(|event| event.fact.clone()).collect();
        self.rounds.push(Round { orders, events });
        self.frames.push(frame(after));
        self.result = result_code(after.result());
    }

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

/// Reading.
type Object = Map<String, Value>;

fn parse(bytes: &[u8]) -> Result<Value, String> {
    text::read(bytes).map_err(|(line, wrong)| format!("line {line}: this is not JSON: {wrong}"))
}

fn read_battle(top: &Value) -> Result<Battle, String> {
    if top.get("version").and_then(Value::as_i64) != Some(3) {
        return Err("`version` is not 3".to_string());
    }
    let body = top.get("gamebody").and_then(Value::as_str).ok_or("there is no text `gamebody`")?;
    let body = parse(body.as_bytes()).map_err(|wrong| format!("gamebody: {wrong}"))?;
    let map = object(&body, "map_info")?;
    let side = |key: &str| {
        let side = number(map, key)?;
        u8::try_from(side).ok().filter(|side| *side <= MAX_SIDE).ok_or_else(|| format!("`{key}` is {side}"))
    };
    let size = Size::new(side("x_max")?, side("y_max")?);
    let seconds = map.get("time_per_round").and_then(Value::as_f64).unwrap_or(1.0);
    let history = object(top, "history")?;
    let names = |at: usize| top["team_names"].get(at).and_then(Value::as_str).map(String::from);
    Ok(Battle {
        names: [names(0), names(1)],
        size,
        land: read_terrain(map, size)?,
        weather: number(map, "weather")?,
        max_round: number(map, "max_round")?,
        max_population: number(map, "max_population")?,
        millis_per_round: to_millis(seconds),
        result: body.get("state").and_then(Value::as_i64).map_or(-1, |code| code.clamp(-1, 2) as i32),
        frames: read_frames(top, history)?,
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

fn read_frames(top: &Value, history: &Object) -> Result<Vec<Frame>, String> {
    let frames = top.get("key_frames").and_then(Value::as_array).ok_or("there is no list `key_frames`")?;
    let read = |(at, frame): (usize, &Value)| {
        read_frame(frame, at, history).map_err(|wrong| format!("key_frames[{at}]: {wrong}"))
    };
    frames.iter().enumerate().map(read).collect()
}

fn read_frame(frame: &Value, at: usize, history: &Object) -> Result<Frame, String> {
    let text = frame.get(0).and_then(Value::as_str).ok_or("there is no text")?;
    let parsed = parse(text.as_bytes())?;
    let elements = parsed.as_object().ok_or("the elements are not an object")?;
    let read = |(key, element): (&String, &Value)| {
        read_figure(key, element).map_err(|wrong| format!("element {key}: {wrong}"))
    };
    let mut elements = elements.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    elements.sort_by_key(|figure| figure.index);
    let pair = |key: &str| -> Result<[i64; 2], String> {
        let pair = list(history, key)?.get(at);
        let one = |team: usize| pair.and_then(|pair| pair.get(team)).and_then(Value::as_i64);
        Ok([one(0).ok_or(format!("history.{key} is too short"))?, one(1).unwrap_or(0)])
    };
    let small = |pair: [i64; 2]| pair.map(|number| number.clamp(0, i32::MAX.into()) as i32);
    Ok(Frame {
        scores: pair("score")?,
        populations: small(pair("population")?),
        counts: small(pair("unit_num")?),
        production: [read_production(&frame[1][0])?, read_production(&frame[1][1])?],
        elements,
    })
}

fn read_production(entries: &Value) -> Result<Vec<(Kind, i32)>, String> {
    let read = |entry: &Value| {
        let number = |at: usize| entry.get(at).and_then(Number::of).map(Number::to_i32);
        number(0)
            .and_then(Kind::from_number)
            .zip(number(1))
            .ok_or_else(|| format!("{entry} is no production entry"))
    };
    entries.as_array().map_or(&[][..], Vec::as_slice).iter().map(read).collect()
}

fn read_figure(key: &str, element: &Value) -> Result<Figure, String> {
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

fn read_rounds(history: &Object) -> Result<Vec<Round>, String> {
    let (commands, events) = (list(history, "command")?, list(history, "event")?);
    let read = |(at, (commands, events)): (usize, (&Value, &Value))| {
        let wrong = |wrong: String| format!("history of round {at}: {wrong}");
        let side = |team: usize| -> Result<Vec<Order>, String> {
            let orders = commands.get(team).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            orders.iter().map(|order| read_order(order).map_err(wrong)).collect()
        };
        let events = events.as_array().map_or(&[][..], Vec::as_slice).iter();
        let events = events.map(|event| read_fact(event).map_err(wrong)).collect::<Result<_, _>>()?;
        Ok(Round { orders: [side(0)?, side(1)?], events })
    };
    commands.iter().zip(events).enumerate().map(read).collect()
}

fn class_and_fields(value: &Value) -> Result<(&str, &Object), String> {
    let fields = value.as_object().ok_or_else(|| format!("{value} is not an object"))?;
    Ok((fields.get("__class__").and_then(Value::as_str).unwrap_or_default(), fields))
}

fn read_order(value: &Value) -> Result<Order, String> {
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
            let [x, y, z] = at("pos")?;
            Order::AttackPos { unit, x, y, z }
        }
        "AttackUnit" => Order::AttackUnit { unit, target: number("target")? },
        "ChangeDest" => {
            let [x, y, z] = at("dest")?;
            Order::ChangeDest { unit, x, y, z }
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

fn read_fact(value: &Value) -> Result<Fact, String> {
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

/// Recording.
fn frame(state: &State) -> Frame {
    let count = |team: Team| state.elements().filter(|(_, body)| body.team == team).count() as i32;
    let production =
        |team| state.production(team).iter().map(|(kind, left)| (*kind, i32::from(*left))).collect();
    Frame {
        scores: state.scores(),
        populations: state.populations(),
        counts: Team::BOTH.map(count),
        production: Team::BOTH.map(production),
        elements: state.elements().map(|(index, body)| figure(state, index, body)).collect(),
    }
}

fn figure(state: &State, index: i32, body: &Body) -> Figure {
    let properties = *state.chart().rules.of(body.kind);
    let Area { from, to } = body.area();
    let level = body.kind.level();
    let way = state.way(Seat(body.team as u8), index, body.dest.row.into(), body.dest.col.into());
    Figure {
        index,
        kind: body.kind,
        team: body.team,
        from,
        to,
        health: body.health.into(),
        fuel: body.fuel.into(),
        ammo: if properties.endless_ammo() { UNLIMITED.into() } else { body.ammo.into() },
        metal: body.metal.into(),
        path: way.unwrap_or_default().into_iter().map(|cell| Place::new(cell, level)).collect(),
        properties: (!body.kind.is_resource()).then_some(properties),
    }
}

/// Writing. Within values "without limit" is a text that [`text_of`] turns into the bare word.
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
        Order::AttackPos { unit, x, y, z } => {
            ("AttackPos", json!({"operand": unit, "pos": position(x, y, z)}))
        }
        Order::AttackUnit { unit, target } => ("AttackUnit", json!({"operand": unit, "target": target})),
        Order::ChangeDest { unit, x, y, z } => {
            ("ChangeDest", json!({"operand": unit, "dest": position(x, y, z)}))
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
