//! A state as plain data: what a seat sees, what test cases and puzzles start from.

use crate::kinds::{Kind, Side, Stage, TURNS_SINCE, Terrain};
use crate::mistakes::MistakeKind;
use crate::state::{Phase, SIZE, StateOf};
use alloc::vec::Vec;
use board::{Cell, Mask8};
use core::fmt;
use game::mistakes::Adherence;

/// A state as plain data, valid or not. There is no fog, so this is also every seat's view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", schemars(rename = "View"))]
pub struct Position {
    /// How much of the game exists.
    pub stage: Stage,
    /// Number of the current turn.
    pub turn: u32,
    /// Where the game stands.
    pub phase: Phase,
    /// The cells that are not plain, in row-major order.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::terrain_rows"))]
    pub terrain: Vec<(Cell, Terrain)>,
    /// The units, in row-major order.
    pub units: Vec<Unit>,
}

game::row! {
    /// A unit as plain data.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Unit {
        /// Where it stands.
        pub cell: Cell,
        /// What it is.
        pub kind: Kind,
        /// Its HP, at least 1.
        pub hp: i32,
        /// Whether it has moved this turn.
        pub moved: bool,
        /// Whether it has attacked this turn.
        pub attacked: bool,
    }
}

/// Why a [`Position`] is no state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentences below say it")]
pub enum PositionError {
    OffBoard(Cell),
    TwoUnits(Cell),
    TwoTerrains(Cell),
    NoHp(Cell),
    TiredEnemy(Cell),
    /// In stages without turns nobody is ever marked.
    Tired(Cell),
    WrongStageKind(Kind),
    WrongStageTerrain(Terrain),
    WrongPhase(Phase),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(cell) => write!(f, "{cell} is off the board"),
            Self::TwoUnits(cell) => write!(f, "two units stand on {cell}"),
            Self::TwoTerrains(cell) => write!(f, "{cell} has two terrains"),
            Self::NoHp(cell) => write!(f, "the unit at {cell} has less than 1 HP"),
            Self::TiredEnemy(cell) => write!(f, "the enemy at {cell} is marked as having moved or attacked"),
            Self::Tired(cell) => write!(f, "the unit at {cell} is marked, but this stage has no turns"),
            Self::WrongStageKind(kind) => write!(f, "this stage has no {kind}"),
            Self::WrongStageTerrain(terrain) => write!(f, "this stage has no {terrain}"),
            Self::WrongPhase(phase) => write!(f, "with these units the game is not {phase:?}"),
        }
    }
}

impl core::error::Error for PositionError {}

impl Position {
    /// Makes this the position of the state, using the memory it has.
    pub fn copy_from<R: Adherence<MistakeKind>>(&mut self, state: &StateOf<R>) {
        self.stage = state.stage;
        self.turn = state.turn;
        self.phase = state.phase;
        self.terrain.clear();
        let rough = state.mountains | state.oceans | state.forests;
        self.terrain.extend(rough.cells().map(|cell| (cell, state.terrain(cell))));
        self.units.clear();
        self.units.extend(state.occupied().cells().filter_map(|cell| state.unit(cell)));
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The unit on this cell.
    #[must_use]
    pub fn unit(&self, cell: Cell) -> Option<Unit> {
        let (moved, attacked) = (self.moved.has(cell), self.attacked.has(cell));
        self.kind(cell).map(|kind| Unit { cell, kind, hp: self.hp[Mask8::bit(cell)], moved, attacked })
    }

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
        let mut state = Self::new(&crate::Setup { stage: position.stage, ..crate::Setup::default() });
        state.turn = position.turn;
        state.phase = position.phase;
        for (cell, terrain) in &position.terrain {
            state.lay(*cell, *terrain, &mut wrong);
        }
        for unit in &position.units {
            state.place(unit, &mut wrong);
        }
        let over_but_wrong = match state.phase {
            Phase::Playing => false,
            Phase::Won => !state.side(Side::Enemy).is_empty(),
            Phase::Lost => state.side(Side::Enemy).is_empty() || !state.side(Side::Player).is_empty(),
        };
        if over_but_wrong || (state.phase != Phase::Playing && state.stage < TURNS_SINCE) {
            wrong.push(PositionError::WrongPhase(state.phase));
        }
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    fn lay(&mut self, cell: Cell, terrain: Terrain, wrong: &mut Vec<PositionError>) {
        if !SIZE.contains(cell) {
            return wrong.push(PositionError::OffBoard(cell));
        }
        if terrain.since() > self.stage {
            wrong.push(PositionError::WrongStageTerrain(terrain));
        }
        if self.terrain(cell) != Terrain::Plain {
            wrong.push(PositionError::TwoTerrains(cell));
        }
        match terrain {
            Terrain::Plain => {}
            Terrain::Mountain => self.mountains.insert(cell),
            Terrain::Ocean => self.oceans.insert(cell),
            Terrain::Forest => self.forests.insert(cell),
        }
    }

    fn place(&mut self, unit: &Unit, wrong: &mut Vec<PositionError>) {
        let &Unit { cell, kind, hp, moved, attacked } = unit;
        if !SIZE.contains(cell) {
            return wrong.push(PositionError::OffBoard(cell));
        }
        if self.occupied().has(cell) {
            return wrong.push(PositionError::TwoUnits(cell));
        }
        if kind.figures().since > self.stage {
            wrong.push(PositionError::WrongStageKind(kind));
        }
        if hp < 1 {
            wrong.push(PositionError::NoHp(cell));
        }
        if (moved || attacked) && kind.side() == Side::Enemy {
            wrong.push(PositionError::TiredEnemy(cell));
        }
        if (moved || attacked) && self.stage < TURNS_SINCE {
            wrong.push(PositionError::Tired(cell));
        }
        self.put(cell, kind, hp);
        if moved {
            self.moved.insert(cell);
        }
        if attacked {
            self.attacked.insert(cell);
        }
    }
}
