//! Games set up in mid-game, from raw parts.

use crate::grid::Extent;
use crate::kinds::Class;
use crate::kinds::{
    CorpsKind, INFLUENCE_AT_HOME, MAX_ENGINEERS, MAX_FIGHTERS, MAX_LEVEL, MAX_TOWERS, Owner, PLAYERS, Point,
    TURNS, Task, Terrain, UPGRADE_COST, number_of,
};
use crate::map::is_legal;
use crate::profile::Rules;
use crate::roster::{Corps, CorpsId, MAX_ID};
use crate::state::{Out, Phase, PlayerRecord, State};
use crate::towers::{Tower, TowerId};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use game::Seat;

/// A game between two turns, in numbers that nobody has looked at yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Number of columns.
    pub width: i64,
    /// Number of rows.
    pub height: i64,
    /// Turns that are over.
    pub turns_played: i64,
    /// The four players, in order.
    pub players: Vec<PlayerPart>,
    /// The standing towers, in ascending order of their ids.
    pub towers: Vec<TowerPart>,
    /// The living corps; those of one cell in order of arrival.
    pub corps: Vec<CorpsPart>,
    /// All cells, in any order.
    pub cells: Vec<CellPart>,
    /// The id of the next tower.
    pub next_tower: i64,
    /// The id of the next corps.
    pub next_corps: i64,
}

/// What is kept of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct PlayerPart {
    /// The round in which it went out; none while it is in the game.
    pub dead_round: Option<i64>,
    pub towers_taken: i64,
    pub corps_killed: i64,
    pub corps_captured: i64,
}

/// A standing tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct TowerPart {
    pub id: i64,
    /// 1 to 4.
    pub owner: i64,
    pub x: i64,
    pub y: i64,
    pub level: i64,
    pub hp: i64,
    /// -1 when idle.
    pub task: i64,
    /// Work still to do, by task; 0 if it is not begun.
    pub left: [i64; 6],
}

/// A living corps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct CorpsPart {
    pub id: i64,
    /// 1 to 4.
    pub owner: i64,
    pub x: i64,
    pub y: i64,
    pub kind: i64,
    pub hp: i64,
    pub labour: i64,
    pub moves: i64,
}

/// A cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct CellPart {
    pub x: i64,
    pub y: i64,
    pub terrain: i64,
    pub owner: i64,
    pub influence: [i64; PLAYERS],
}

/// Why parts make no state: which part, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongPart(pub String);

impl fmt::Display for WrongPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Influence outside this cannot come from forty towers.
const MAX_INFLUENCE: i64 = 20_000;

impl<const SIDE: usize> State<SIDE> {
    /// The game made of these parts, with the next turn open.
    ///
    /// # Errors
    /// The first thing that is wrong with the parts.
    pub fn from_parts(parts: &Parts, rules: Rules) -> Result<Self, WrongPart> {
        Self::between_turns(parts, rules).map(Self::resume)
    }

    /// The game made of these parts, before the next turn begins: [`open_turn`](Self::open_turn) begins it.
    ///
    /// # Errors
    /// The first thing that is wrong with the parts.
    pub fn between_turns(parts: &Parts, rules: Rules) -> Result<Self, WrongPart> {
        let extent = extent(parts, SIDE)?;
        let mut state = Self::empty(rules, extent);
        state.turn = within("turns_played", parts.turns_played, 0, TURNS.into())? as u16;
        state.next_tower = within("next_tower", parts.next_tower, 0, MAX_ID)? as u16;
        state.next_corps = within("next_corps", parts.next_corps, 0, MAX_ID)? as u16;
        state.players = players(&parts.players)?;
        for part in &parts.towers {
            state.put_tower(part).map_err(|wrong| wrong.of("tower", part.id))?;
        }
        for part in &parts.corps {
            state.put_corps(part).map_err(|wrong| wrong.of("corps", part.id))?;
        }
        state.put_cells(&parts.cells)?;
        if state.turn >= TURNS || state.alive() <= 1 {
            state.phase = Phase::Over;
        }
        Ok(state)
    }

    fn put_tower(&mut self, part: &TowerPart) -> Result<(), WrongPart> {
        within("id", part.id, 0, i64::from(self.next_tower) - 1)?;
        let id = TowerId(part.id as i32);
        if self.towers().last().is_some_and(|last| last.id >= id) {
            return wrong("towers must be listed in ascending order of their ids");
        }
        let (owner, at) = (seat(part.owner)?, self.place(part.x, part.y)?);
        if let Some(other) = self.tower_at(at) {
            return wrong(format!("tower {} stands at {at} already", other.id.0));
        }
        if self.tower_count(owner) >= MAX_TOWERS {
            return wrong(format!("player {} has {MAX_TOWERS} towers already", number_of(owner)));
        }
        let level = within("level", part.level, 1, MAX_LEVEL.into())? as u8;
        let hp = within("hp", part.hp, 0, self.rules.tower_max_hp(level).into())? as u8;
        let upgrade_cost = upgrade_cost(part.left[Task::Upgrade as usize], level)?;
        let (left, task) = (left(part)?, task(part)?);
        self.towers.add(Tower { id, at, owner, level, hp, task, left, upgrade_cost });
        Ok(())
    }

    fn put_corps(&mut self, part: &CorpsPart) -> Result<(), WrongPart> {
        within("id", part.id, 0, i64::from(self.next_corps) - 1)?;
        let id = CorpsId(part.id as i32);
        if self.find_corps(id).is_some() {
            return wrong("it is listed twice");
        }
        let (owner, at) = (seat(part.owner)?, self.place(part.x, part.y)?);
        let Some(kind) = CorpsKind::from_number(part.kind) else {
            return wrong(format!("kind {} is not 0 to 4", part.kind));
        };
        self.check_room(owner, at, kind)?;
        let least_hp = i64::from(kind.is_fighter());
        let least_labour = i64::from(kind == CorpsKind::Builder);
        let hp = within("hp", part.hp, least_hp, kind.max_hp().into())? as u8;
        let labour = within("labour", part.labour, least_labour, kind.labour().into())? as u8;
        let moves = within("move", part.moves, 0, self.rules.moves_of(kind).into())? as u8;
        self.roster.add(Corps { id, at, owner, kind, hp, labour, moves });
        Ok(())
    }

    pub(crate) fn check_room(&self, owner: Seat, at: Point, kind: CorpsKind) -> Result<(), WrongPart> {
        if !self.has_room(owner, kind.class()) {
            let (limit, name) = match kind.class() {
                Class::Fighter => (MAX_FIGHTERS, "fighters"),
                Class::Engineer => (MAX_ENGINEERS, "engineers"),
            };
            return wrong(format!("player {} has {limit} {name} already", number_of(owner)));
        }
        let tower = self.tower_at(at).map(|tower| tower.owner);
        if tower.is_some_and(|other| other != owner) {
            return wrong(format!("it stands in a foreign tower at {at}"));
        }
        for other in self.standing(at) {
            if other.owner != owner || tower.is_none() && other.kind.class() == kind.class() {
                return wrong(format!("there is no room for it beside corps {} at {at}", other.id.0));
            }
        }
        Ok(())
    }

    fn put_cells(&mut self, cells: &[CellPart]) -> Result<(), WrongPart> {
        let area = self.extent().area();
        let mut seen = alloc::vec![false; area];
        for part in cells {
            let at = self.place(part.x, part.y)?;
            if core::mem::replace(&mut seen[self.extent().index(at)], true) {
                return wrong(format!("cell {at} is listed twice"));
            }
            self.put_cell(at, part).map_err(|wrong| WrongPart(format!("cell {at}: {wrong}")))?;
        }
        if cells.len() != area {
            return wrong(format!("there are {} cells and should be {area}", cells.len()));
        }
        Ok(())
    }

    fn put_cell(&mut self, at: Point, part: &CellPart) -> Result<(), WrongPart> {
        let Some(terrain) = Terrain::from_number(part.terrain) else {
            return wrong(format!("terrain {} is not 0 to 12", part.terrain));
        };
        let Some(owner) = Owner::from_number(part.owner) else {
            return wrong(format!("owner {} is not -1 to 4", part.owner));
        };
        let tower = self.tower_at(at).map(|tower| tower.owner);
        self.land.set_ground(at, terrain);
        self.land.set_owner(at, owner);
        for (player, value) in (0..).zip(part.influence) {
            let home = if tower == Some(Seat(player)) { INFLUENCE_AT_HOME.into() } else { 0 };
            let value = within("influence", value, home - MAX_INFLUENCE, home + MAX_INFLUENCE)? - home;
            self.land.influence_mut(at)[usize::from(player)] = value as i16;
        }
        Ok(())
    }

    fn place(&self, x: i64, y: i64) -> Result<Point, WrongPart> {
        self.extent().point(x, y).ok_or_else(|| WrongPart(format!("({x}, {y}) lies outside the map")))
    }
}

impl WrongPart {
    fn of(self, what: &str, id: i64) -> Self {
        Self(format!("{what} {id}: {self}"))
    }
}

fn wrong<T>(text: impl Into<String>) -> Result<T, WrongPart> {
    Err(WrongPart(text.into()))
}

fn within(field: &str, value: i64, least: i64, most: i64) -> Result<i64, WrongPart> {
    match (least..=most).contains(&value) {
        true => Ok(value),
        false => wrong(format!("{field} {value} is not {least} to {most}")),
    }
}

fn extent(parts: &Parts, side: usize) -> Result<Extent, WrongPart> {
    let width = within("width", parts.width, 1, side as i64)? as u8;
    let height = within("height", parts.height, 1, side as i64)? as u8;
    let extent = Extent { width, height };
    if is_legal(extent) { Ok(extent) } else { wrong(format!("a board cannot be {width} x {height}")) }
}

fn seat(number: i64) -> Result<Seat, WrongPart> {
    within("owner", number, 1, PLAYERS as i64).map(|number| Seat(number as u8 - 1))
}

fn left(part: &TowerPart) -> Result<[i16; 6], WrongPart> {
    let mut left = [0; 6];
    for (value, task) in part.left.into_iter().zip(Task::ALL) {
        let most = task.cost(MAX_LEVEL).into();
        left[task as usize] = within("remaining work", value, 0, most)? as i16;
    }
    Ok(left)
}

fn task(part: &TowerPart) -> Result<Option<Task>, WrongPart> {
    let task = match part.task {
        -1 => return Ok(None),
        number => Task::from_number(number),
    };
    match task {
        Some(task) if part.left[task as usize] == 0 => wrong("its task has no work left"),
        Some(task) => Ok(Some(task)),
        None => wrong(format!("task {} is not -1 to 5", part.task)),
    }
}

/// What a begun upgrade cost at the lowest level that explains how much is left of it.
fn upgrade_cost(left: i64, level: u8) -> Result<i16, WrongPart> {
    let left = within("remaining work", left, 0, Task::Upgrade.cost(MAX_LEVEL).into())? as i16;
    let at_this_level = Task::Upgrade.cost(level);
    Ok(match left {
        0 => 0,
        left if left <= at_this_level => at_this_level,
        left => (left + UPGRADE_COST - 1) / UPGRADE_COST * UPGRADE_COST,
    })
}

fn players(parts: &[PlayerPart]) -> Result<[PlayerRecord; PLAYERS], WrongPart> {
    if parts.len() != PLAYERS {
        return wrong(format!("there are {} players and should be {PLAYERS}", parts.len()));
    }
    let mut records = [PlayerRecord::default(); PLAYERS];
    for (player, (part, record)) in parts.iter().zip(&mut records).enumerate() {
        *record = player_record(part, order_out(parts, player))
            .map_err(|wrong| wrong.of("player", player as i64 + 1))?;
    }
    Ok(records)
}

fn player_record(part: &PlayerPart, order: u8) -> Result<PlayerRecord, WrongPart> {
    let most = 1_000_000;
    let out = match part.dead_round {
        None => None,
        Some(round) => {
            let round = within("dead_round", round, 0, (TURNS / PLAYERS as u16).into())? as u16;
            Some(Out { round, order })
        }
    };
    Ok(PlayerRecord {
        out,
        towers_taken: within("towers_taken", part.towers_taken, 0, most)? as u32,
        corps_killed: within("corps_killed", part.corps_killed, 0, most)? as u32,
        corps_captured: within("corps_captured", part.corps_captured, 0, most)? as u32,
    })
}

/// How many went out before this player: those with a smaller round, or the same and a smaller number.
fn order_out(parts: &[PlayerPart], player: usize) -> u8 {
    let key = |n: usize| parts[n].dead_round.map(|round| (round, n));
    (0..parts.len()).filter(|other| key(*other).is_some() && key(*other) < key(player)).count() as u8
}
