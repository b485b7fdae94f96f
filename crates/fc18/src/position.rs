//! A game between two turns as plain data: what test cases and puzzles start from.

use crate::grid::cell_at;
use crate::kinds::{
    Class, CorpsKind, INFLUENCE_AT_HOME, MAX_ENGINEERS, MAX_FIGHTERS, MAX_LEVEL, MAX_TOWERS, Owner, PLAYERS,
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
use board::{Cell, Size};
use core::fmt;
use game::Seat;

/// A game between two turns as plain data, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// Number of rows.
    pub rows: i64,
    /// Number of columns.
    pub cols: i64,
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
    pub row: i64,
    pub col: i64,
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
    pub row: i64,
    pub col: i64,
    pub kind: i64,
    pub hp: i64,
    pub labour: i64,
    pub moves: i64,
}

/// A cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct CellPart {
    pub row: i64,
    pub col: i64,
    pub terrain: i64,
    pub owner: i64,
    pub influence: [i64; PLAYERS],
}

/// Why a [`Position`] is no state of the game: which part, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionError(pub String);

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for PositionError {}

/// Influence outside this cannot come from forty towers.
const MAX_INFLUENCE: i64 = 20_000;

/// The most that a player can have taken, killed or captured.
const MAX_COUNT: i64 = 1_000_000;

impl<const SIDE: usize> State<SIDE> {
    /// The game of this position, with the next turn open.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn from_position(position: &Position, rules: Rules) -> Result<Self, Vec<PositionError>> {
        Self::between_turns(position, rules).map(Self::resume)
    }

    /// The game of this position, before the next turn begins: [`open_turn`](Self::open_turn)
    /// begins it.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn between_turns(position: &Position, rules: Rules) -> Result<Self, Vec<PositionError>> {
        let mut problems = Problems::default();
        let Some(size) = problems.size(position, SIDE) else { return Err(problems.found) };
        let mut state = Self::empty(rules, size);
        state.turn = problems.within("turns_played", position.turns_played, 0, TURNS.into()) as u16;
        state.next_tower = problems.within("next_tower", position.next_tower, 0, MAX_ID) as u16;
        state.next_corps = problems.within("next_corps", position.next_corps, 0, MAX_ID) as u16;
        state.players = problems.players(&position.players);
        for part in &position.towers {
            problems.about(format!("tower {}: ", part.id), |problems| state.put_tower(part, problems));
        }
        for part in &position.corps {
            problems.about(format!("corps {}: ", part.id), |problems| state.put_corps(part, problems));
        }
        state.put_cells(&position.cells, &mut problems);
        if state.turn >= TURNS || state.alive() <= 1 {
            state.phase = Phase::Over;
        }
        if problems.found.is_empty() { Ok(state) } else { Err(problems.found) }
    }

    fn put_tower(&mut self, part: &TowerPart, problems: &mut Problems) {
        let before = problems.found.len();
        problems.within("id", part.id, 0, i64::from(self.next_tower) - 1);
        let id = TowerId(part.id as i32);
        if self.towers().last().is_some_and(|last| last.id >= id) {
            problems.add("towers must be listed in ascending order of their ids");
        }
        let owner = problems.seat(part.owner);
        let at = problems.cell(self.size(), part.row, part.col);
        if let Some(other) = self.tower_at(at) {
            problems.add(format!("tower {} stands at {at} already", other.id.0));
        }
        if self.tower_count(owner) >= MAX_TOWERS {
            problems.add(format!("player {} has {MAX_TOWERS} towers already", number_of(owner)));
        }
        let has_place = problems.found.len() == before;
        let level = problems.within("level", part.level, 1, MAX_LEVEL.into()) as u8;
        let hp = problems.within("hp", part.hp, 0, self.rules.tower_max_hp(level).into()) as u8;
        let (left, task) = (problems.left(part), problems.task(part));
        let upgrade_cost = upgrade_cost(left[Task::Upgrade as usize], level);
        if has_place {
            self.towers.add(Tower { id, at, owner, level, hp, task, left, upgrade_cost });
        }
    }

    fn put_corps(&mut self, part: &CorpsPart, problems: &mut Problems) {
        let before = problems.found.len();
        problems.within("id", part.id, 0, i64::from(self.next_corps) - 1);
        let id = CorpsId(part.id as i32);
        if self.find_corps(id).is_some() {
            problems.add("it is listed twice");
        }
        let owner = problems.seat(part.owner);
        let at = problems.cell(self.size(), part.row, part.col);
        let Some(kind) = CorpsKind::from_number(part.kind) else {
            return problems.add(format!("kind {} is not 0 to 4", part.kind));
        };
        if let Err(wrong) = self.check_room(owner, at, kind) {
            problems.add(wrong.0);
        }
        let has_place = problems.found.len() == before;
        let least_hp = i64::from(kind.is_fighter());
        let least_labour = i64::from(kind == CorpsKind::Builder);
        let hp = problems.within("hp", part.hp, least_hp, kind.max_hp().into()) as u8;
        let labour = problems.within("labour", part.labour, least_labour, kind.labour().into()) as u8;
        let moves = problems.within("moves", part.moves, 0, self.rules.moves_of(kind).into()) as u8;
        if has_place {
            self.roster.add(Corps { id, at, owner, kind, hp, labour, moves });
        }
    }

    pub(crate) fn check_room(&self, owner: Seat, at: Cell, kind: CorpsKind) -> Result<(), PositionError> {
        let wrong = |why: String| Err(PositionError(why));
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

    fn put_cells(&mut self, cells: &[CellPart], problems: &mut Problems) {
        let size = self.size();
        let mut seen = alloc::vec![false; size.area()];
        for part in cells {
            let Some(at) = cell_at(size, part.row, part.col) else {
                problems.add(format!("cell ({}, {}) lies outside the map", part.row, part.col));
                continue;
            };
            if core::mem::replace(&mut seen[size.index(at)], true) {
                problems.add(format!("cell {at} is listed twice"));
            }
            problems.about(format!("cell {at}: "), |problems| self.put_cell(at, part, problems));
        }
        if cells.len() != size.area() {
            problems.add(format!("there are {} cells and should be {}", cells.len(), size.area()));
        }
    }

    fn put_cell(&mut self, at: Cell, part: &CellPart, problems: &mut Problems) {
        match Terrain::from_number(part.terrain) {
            Some(terrain) => self.land.set_ground(at, terrain),
            None => problems.add(format!("terrain {} is not 0 to 12", part.terrain)),
        }
        match Owner::from_number(part.owner) {
            Some(owner) => self.land.set_owner(at, owner),
            None => problems.add(format!("owner {} is not -1 to 4", part.owner)),
        }
        let tower = self.tower_at(at).map(|tower| tower.owner);
        for (player, value) in (0..).zip(part.influence) {
            let home = if tower == Some(Seat(player)) { INFLUENCE_AT_HOME.into() } else { 0 };
            let value = problems.within("influence", value, home - MAX_INFLUENCE, home + MAX_INFLUENCE);
            self.land.set_influence(at, Seat(player), (value - home) as i16);
        }
    }
}

/// What is wrong so far. What is asked of it gives something usable in any case, so that the rest
/// can be looked at, too.
#[derive(Default)]
struct Problems {
    found: Vec<PositionError>,
    /// The part that is looked at.
    part: String,
}

impl Problems {
    fn add(&mut self, what: impl fmt::Display) {
        self.found.push(PositionError(format!("{}{what}", self.part)));
    }

    /// Looks at a part, whose name stands before what is wrong with it.
    fn about(&mut self, part: String, look: impl FnOnce(&mut Self)) {
        self.part = part;
        look(self);
        self.part = String::new();
    }

    /// The value, or the nearest one that is possible.
    fn within(&mut self, field: &str, value: i64, least: i64, most: i64) -> i64 {
        if !(least..=most).contains(&value) {
            self.add(format!("{field} {value} is not {least} to {most}"));
        }
        value.min(most).max(least)
    }

    fn size(&mut self, position: &Position, side: usize) -> Option<Size> {
        let rows = self.within("rows", position.rows, 1, side as i64) as u8;
        let cols = self.within("cols", position.cols, 1, side as i64) as u8;
        if self.found.is_empty() && !is_legal(Size::new(rows, cols)) {
            self.add(format!("a board cannot be {cols} x {rows}"));
        }
        self.found.is_empty().then_some(Size::new(rows, cols))
    }

    fn seat(&mut self, number: i64) -> Seat {
        Seat(self.within("owner", number, 1, PLAYERS as i64) as u8 - 1)
    }

    fn cell(&mut self, size: Size, row: i64, col: i64) -> Cell {
        cell_at(size, row, col).unwrap_or_else(|| {
            self.add(format!("({row}, {col}) lies outside the map"));
            Cell::default()
        })
    }

    fn left(&mut self, part: &TowerPart) -> [i16; 6] {
        let mut left = [0; 6];
        for (value, task) in part.left.into_iter().zip(Task::ALL) {
            let most = task.cost(MAX_LEVEL).into();
            left[task as usize] = self.within("remaining work", value, 0, most) as i16;
        }
        left
    }

    fn task(&mut self, part: &TowerPart) -> Option<Task> {
        let task = match part.task {
            -1 => return None,
            number => Task::from_number(number),
        };
        match task {
            Some(task) if part.left[task as usize] == 0 => self.add("its task has no work left"),
            Some(_) => {}
            None => self.add(format!("task {} is not -1 to 5", part.task)),
        }
        task
    }

    fn players(&mut self, parts: &[PlayerPart]) -> [PlayerRecord; PLAYERS] {
        if parts.len() != PLAYERS {
            self.add(format!("there are {} players and should be {PLAYERS}", parts.len()));
        }
        let mut records = [PlayerRecord::default(); PLAYERS];
        for (player, (part, record)) in parts.iter().zip(&mut records).enumerate() {
            let order = order_out(parts, player);
            self.about(format!("player {}: ", player + 1), |problems| *record = problems.player(part, order));
        }
        records
    }

    fn player(&mut self, part: &PlayerPart, order: u8) -> PlayerRecord {
        let last = (TURNS / PLAYERS as u16).into();
        let round = part.dead_round.map(|round| self.within("dead_round", round, 0, last) as u16);
        PlayerRecord {
            out: round.map(|round| Out { round, order }),
            towers_taken: self.within("towers_taken", part.towers_taken, 0, MAX_COUNT) as u32,
            corps_killed: self.within("corps_killed", part.corps_killed, 0, MAX_COUNT) as u32,
            corps_captured: self.within("corps_captured", part.corps_captured, 0, MAX_COUNT) as u32,
        }
    }
}

/// What a begun upgrade cost at the lowest level that explains how much is left of it.
const fn upgrade_cost(left: i16, level: u8) -> i16 {
    let at_this_level = Task::Upgrade.cost(level);
    match left {
        0 => 0,
        left if left <= at_this_level => at_this_level,
        left => (left + UPGRADE_COST - 1) / UPGRADE_COST * UPGRADE_COST,
    }
}

/// How many went out before this player: those with a smaller round, or the same and a smaller
/// number.
fn order_out(parts: &[PlayerPart], player: usize) -> u8 {
    let key = |n: usize| parts[n].dead_round.map(|round| (round, n));
    (0..parts.len()).filter(|other| key(*other).is_some() && key(*other) < key(player)).count() as u8
}
