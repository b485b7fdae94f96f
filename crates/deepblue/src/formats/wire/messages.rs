//! What the server tells a player.

use super::protobuf::{Malformed, Writer, fields, required};
use crate::kinds::{Kind, Level, Rules};
use crate::map::Chart;
use crate::view::{Sighting, View};
use alloc::vec::Vec;
use board::Cell;
use game::Seat;

/// What is told once. Optional fields are written if they are there, also if they are 0.
#[derive(Clone, PartialEq, Debug, Default)]
#[allow(missing_docs, reason = "the names are those of the protocol")]
pub struct StableInfo {
    pub x_max: i32,
    pub y_max: i32,
    /// Entry `x * y_max + y`: 0 ocean, 1 land.
    pub terrain: Vec<i32>,
    pub team_num: i32,
    pub weather: Option<i32>,
    pub population_limit: Option<i32>,
    pub round_limit: Option<i32>,
    /// Seconds.
    pub time_per_round: Option<f32>,
}

/// What is told every round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names are those of the protocol")]
pub struct RoundInfo {
    pub round: i32,
    pub scores: Vec<i32>,
    pub population: Option<i32>,
    pub elements: Vec<Element>,
    /// Type and rounds left.
    pub production: Vec<[i32; 2]>,
}

/// An element as a player is told of it. Places are `[x, y, z]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names are those of the protocol")]
pub struct Element {
    pub index: i32,
    /// The type number.
    pub kind: i32,
    pub pos: [i32; 3],
    pub size: Option<[i32; 2]>,
    pub visible: bool,
    pub team: Option<i32>,
    pub health: Option<i32>,
    pub fuel: Option<i32>,
    pub ammo: Option<i32>,
    pub metal: Option<i32>,
    pub dest: Option<[i32; 3]>,
}

impl StableInfo {
    /// What a seat is told of a map.
    #[must_use]
    pub fn new(chart: &Chart, seat: Seat) -> Self {
        let size = chart.size;
        let cells = (0..size.rows).flat_map(|row| (0..size.cols).map(move |col| Cell::new(row, col)));
        Self {
            x_max: size.rows.into(),
            y_max: size.cols.into(),
            terrain: cells.map(|cell| chart.is_land(cell).into()).collect(),
            team_num: seat.0.into(),
            weather: Some(chart.weather),
            population_limit: Some(chart.max_population),
            round_limit: Some(i32::try_from(chart.max_round).unwrap_or(i32::MAX)),
            time_per_round: Some(chart.millis_per_round as f32 / 1000.0),
        }
    }

    /// The message's bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.inner(1, |map| {
            map.int(1, self.x_max);
            map.int(2, self.y_max);
            self.terrain.iter().for_each(|cell| map.int(3, *cell));
        });
        out.int(2, self.team_num);
        out.maybe_int(3, self.weather);
        out.maybe_int(4, self.population_limit);
        out.maybe_int(5, self.round_limit);
        if let Some(seconds) = self.time_per_round {
            out.float(6, seconds);
        }
        out.0
    }

    /// Reads a message.
    ///
    /// # Errors
    /// Why the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut info = Self::default();
        let (mut has_map, mut team) = (false, None);
        for field in fields(bytes) {
            let field = field?;
            match field.number {
                1 => {
                    info.decode_map(field.bytes()?)?;
                    has_map = true;
                }
                2 => team = Some(field.int()?),
                3 => info.weather = Some(field.int()?),
                4 => info.population_limit = Some(field.int()?),
                5 => info.round_limit = Some(field.int()?),
                6 => info.time_per_round = Some(field.float()?),
                _ => {}
            }
        }
        required(has_map.then_some(()), "map")?;
        info.team_num = required(team, "team_num")?;
        Ok(info)
    }

    fn decode_map(&mut self, bytes: &[u8]) -> Result<(), Malformed> {
        let (mut x_max, mut y_max) = (None, None);
        for field in fields(bytes) {
            let field = field?;
            match field.number {
                1 => x_max = Some(field.int()?),
                2 => y_max = Some(field.int()?),
                3 => field.add_to(&mut self.terrain)?,
                _ => {}
            }
        }
        self.x_max = required(x_max, "x_max")?;
        self.y_max = required(y_max, "y_max")?;
        Ok(())
    }
}

impl RoundInfo {
    /// What a seat is told of a round in a match under these rules.
    #[must_use]
    pub fn new(view: &View, rules: &Rules, seat: Seat) -> Self {
        let economy = view.economies.get(seat.index()).and_then(Option::as_ref);
        let production = economy.map(|economy| economy.production.as_slice()).unwrap_or_default();
        Self {
            round: i32::try_from(view.round).unwrap_or(i32::MAX),
            scores: view.scores.iter().map(|score| i32::try_from(*score).unwrap_or(i32::MAX)).collect(),
            population: Some(economy.map_or(0, |economy| economy.population)),
            elements: view.elements.iter().map(|seen| Element::new(seen, rules)).collect(),
            production: production.iter().map(|(kind, left)| [*kind as i32, (*left).into()]).collect(),
        }
    }

    /// The message's bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.int(1, self.round);
        self.scores.iter().for_each(|score| out.int(2, *score));
        out.maybe_int(3, self.population);
        self.elements.iter().for_each(|element| out.inner(4, |inner| element.encode(inner)));
        self.production.iter().for_each(|entry| out.numbers(5, entry));
        out.0
    }

    /// Reads a message.
    ///
    /// # Errors
    /// Why the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut info = Self::default();
        let mut round = None;
        for field in fields(bytes) {
            let field = field?;
            match field.number {
                1 => round = Some(field.int()?),
                2 => field.add_to(&mut info.scores)?,
                3 => info.population = Some(field.int()?),
                4 => info.elements.push(Element::decode(field.bytes()?)?),
                5 => info.production.push(field.numbers(["type", "round_left"])?),
                _ => {}
            }
        }
        info.round = required(round, "round")?;
        Ok(info)
    }
}

impl Element {
    /// An element as a player is told of it.
    ///
    /// A resource has no team and sends only what it holds; what does not move has no destination.
    /// A base is shown by its centre under all rules: so the contest's server did, and its programs
    /// count on it.
    fn new(seen: &Sighting, rules: &Rules) -> Self {
        let at = |Cell { row, col }: Cell, level: Level| [i32::from(row), i32::from(col), level as i32];
        let has_team = !seen.kind.is_resource();
        let side = seen.kind.size();
        let Cell { row, col } = seen.corner(rules);
        let middle = side / 2;
        Self {
            index: seen.index,
            kind: seen.kind as i32,
            pos: at(Cell::new(row + middle, col + middle), seen.place.level),
            size: Some([side.into(), side.into()]),
            visible: seen.visible,
            team: has_team.then_some(seen.team as i32),
            health: has_team.then_some(seen.health),
            fuel: (has_team || seen.kind == Kind::Oilfield).then_some(seen.fuel),
            ammo: has_team.then_some(seen.ammo),
            metal: (has_team || seen.kind == Kind::Mine).then_some(seen.metal),
            dest: seen.dest.map(|dest| at(dest.cell, dest.level)),
        }
    }

    fn encode(&self, out: &mut Writer) {
        out.int(1, self.index);
        out.int(2, self.kind);
        out.numbers(3, &self.pos);
        if let Some(size) = &self.size {
            out.numbers(4, size);
        }
        out.int(5, self.visible.into());
        out.maybe_int(6, self.team);
        out.maybe_int(7, self.health);
        out.maybe_int(8, self.fuel);
        out.maybe_int(9, self.ammo);
        out.maybe_int(10, self.metal);
        if let Some(dest) = &self.dest {
            out.numbers(11, dest);
        }
    }

    fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        const PLACE: [&str; 3] = ["x", "y", "z"];
        let mut element = Self::default();
        let (mut index, mut kind, mut pos, mut visible) = (None, None, None, None);
        for field in fields(bytes) {
            let field = field?;
            match field.number {
                1 => index = Some(field.int()?),
                2 => kind = Some(field.int()?),
                3 => pos = Some(field.numbers(PLACE)?),
                4 => element.size = Some(field.numbers(["x", "y"])?),
                5 => visible = Some(field.int()? != 0),
                6 => element.team = Some(field.int()?),
                7 => element.health = Some(field.int()?),
                8 => element.fuel = Some(field.int()?),
                9 => element.ammo = Some(field.int()?),
                10 => element.metal = Some(field.int()?),
                11 => element.dest = Some(field.numbers(PLACE)?),
                _ => {}
            }
        }
        element.index = required(index, "index")?;
        element.kind = required(kind, "type")?;
        element.pos = required(pos, "pos")?;
        element.visible = required(visible, "visible")?;
        Ok(element)
    }
}
