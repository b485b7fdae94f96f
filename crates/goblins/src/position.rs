//! A state as plain data: what a seat sees, what test cases and puzzles start from.

use crate::kinds::{Kind, Stage, Terrain};
use crate::map::{Map, Setup};
use crate::mistakes::MistakeKind;
use crate::state::{Id, MAX_SIDE, POINTS, Phase, StateOf};
use alloc::sync::Arc;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::fmt;
use game::mistakes::Adherence;

/// A state as plain data, valid or not. There is no fog, so this is also every seat's view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", schemars(rename = "View"))]
pub struct Position {
    /// How much of the game exists.
    pub stage: Stage,
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
    /// Number of the current turn.
    pub turn: u32,
    /// Where the game stands.
    pub phase: Phase,
    /// The square of the mage whose orders are awaited.
    pub to_move: Option<Cell>,
    /// Steps that mage can still make.
    pub points: u8,
    /// The squares that are not plain, in row-major order.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::terrain_rows"))]
    pub terrain: Vec<(Cell, Terrain)>,
    /// The living units in the order of acting, mages first.
    pub units: Vec<Unit>,
}

/// A unit as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Where it stands.
    pub cell: Cell,
    /// What it is, patrol goblins facing the way they do now.
    pub kind: Kind,
}

/// Why a [`Position`] is no state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentences below say it")]
pub enum PositionError {
    Size(u8, u8),
    OffBoard(Cell),
    TwoUnits(Cell),
    TwoTerrains(Cell),
    NotOnPlain(Cell),
    MageAfterGoblin(Cell),
    WrongPhase(Phase),
    NoMageToMove(Cell),
    Points(u8),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(rows, cols) => {
                write!(f, "a board of {rows} x {cols}; height and width go from 1 to {MAX_SIDE}")
            }
            Self::OffBoard(cell) => write!(f, "{cell} is off the board"),
            Self::TwoUnits(cell) => write!(f, "two units stand on {cell}"),
            Self::TwoTerrains(cell) => write!(f, "{cell} has two terrains"),
            Self::NotOnPlain(cell) => write!(f, "the unit at {cell} does not stand on plain"),
            Self::MageAfterGoblin(cell) => write!(f, "the mage at {cell} is listed after a goblin"),
            Self::WrongPhase(phase) => write!(f, "with these units the game is not {phase:?}"),
            Self::NoMageToMove(cell) => write!(f, "no mage at {cell} can be to move"),
            Self::Points(points) => {
                write!(f, "a mage to move has at most {POINTS} points, nobody else any, not {points}")
            }
        }
    }
}

impl core::error::Error for PositionError {}

impl Position {
    /// Makes this the position of the state, using the memory it has.
    pub fn copy_from<R: Adherence<MistakeKind>>(&mut self, state: &StateOf<R>) {
        self.stage = state.stage();
        Size { rows: self.rows, cols: self.cols } = state.size();
        self.turn = state.turn;
        self.phase = state.phase;
        self.to_move = state.mage_to_move();
        self.points = state.points;
        self.terrain.clear();
        let squares = state.size().cells().map(|cell| (cell, state.terrain(cell)));
        self.terrain.extend(squares.filter(|(_, terrain)| *terrain != Terrain::Plain));
        self.units.clear();
        self.units.extend(state.living().map(|id| Unit { cell: state.place(id), kind: state.kind_of(id) }));
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// This state as plain data.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = Position::default();
        position.copy_from(self);
        position
    }
}

impl<R: Adherence<MistakeKind>> TryFrom<&Position> for StateOf<R> {
    /// All reasons at once.
    type Error = Vec<PositionError>;

    fn try_from(position: &Position) -> Result<Self, Self::Error> {
        let mut wrong = Vec::new();
        let map = position.map(&mut wrong);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let mut state = Self::new(&Setup(Arc::new(map)));
        state.take_over(position, &mut wrong);
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }
}

impl Position {
    fn map(&self, wrong: &mut Vec<PositionError>) -> Map {
        let mut size = Size::new(self.rows, self.cols);
        let sides = 1..=MAX_SIDE as u8;
        if !sides.contains(&self.rows) || !sides.contains(&self.cols) {
            wrong.push(PositionError::Size(self.rows, self.cols));
            size = Size::new(MAX_SIDE as u8, MAX_SIDE as u8);
        }
        let mut map = Map::empty(self.stage, size);
        for (cell, terrain) in &self.terrain {
            if !size.contains(*cell) {
                wrong.push(PositionError::OffBoard(*cell));
            } else if map.terrain(*cell) != Terrain::Plain {
                wrong.push(PositionError::TwoTerrains(*cell));
            } else {
                map.lay(*cell, *terrain);
            }
        }
        for unit in &self.units {
            map.admit(unit, wrong);
        }
        map
    }
}

impl Map {
    fn admit(&mut self, unit: &Unit, wrong: &mut Vec<PositionError>) {
        let Unit { cell, kind } = *unit;
        if !self.size.contains(cell) {
            wrong.push(PositionError::OffBoard(cell));
        } else if self.terrain(cell) != Terrain::Plain {
            wrong.push(PositionError::NotOnPlain(cell));
        } else if self.units.iter().any(|(other, _)| *other == cell) {
            wrong.push(PositionError::TwoUnits(cell));
        } else {
            if kind == Kind::Mage {
                if usize::from(self.mages) < self.units.len() {
                    wrong.push(PositionError::MageAfterGoblin(cell));
                }
                self.mages += 1;
            }
            self.units.push((cell, kind));
        }
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Goes on from the middle of the turn that the position describes.
    fn take_over(&mut self, position: &Position, wrong: &mut Vec<PositionError>) {
        self.turn = position.turn;
        let begun = self.phase;
        // In mid-turn a side may be gone while the game is still on.
        self.phase = position.phase;
        if position.phase != Phase::Playing && position.phase != begun {
            wrong.push(PositionError::WrongPhase(position.phase));
        }
        let mage = position.to_move.map(|cell| (cell, self.mage_at(cell)));
        match mage {
            None => self.set_active(None),
            Some((_, Some(id))) if position.phase == Phase::Playing => self.set_active(Some(id)),
            Some((cell, _)) => wrong.push(PositionError::NoMageToMove(cell)),
        }
        if position.points > self.points {
            wrong.push(PositionError::Points(position.points));
        }
        self.points = position.points;
    }

    fn mage_at(&self, cell: Cell) -> Option<Id> {
        self.mages().has(cell).then(|| self.holder(cell)).flatten()
    }
}
