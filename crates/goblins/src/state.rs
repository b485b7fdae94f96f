//! A state of the game.

use crate::kinds::{Kind, Stage, Terrain};
use crate::map::{Map, Setup};
use crate::mistakes::MistakeKind;
use alloc::sync::Arc;
use board::{Cell, Digest, Direction, Key, MaskRows, Size, WideKey};
use game::mistakes::{Adherence, AsWritten};

/// The longest side of a board.
pub const MAX_SIDE: usize = 20;

/// A set of squares.
pub type Squares = MaskRows<MAX_SIDE>;

/// The most units: one a square.
pub(crate) const MAX_UNITS: usize = MAX_SIDE * MAX_SIDE;

/// A unit's place in the order of acting: mages first, then goblins, each in the order of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Id(pub(crate) u16);

impl Id {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where nobody stands, and where the dead are.
pub(crate) const NOBODY: u16 = u16::MAX;
pub(crate) const NOWHERE: Cell = Cell::new(u8::MAX, u8::MAX);

/// A state of the game as it is written.
pub type State = StateOf<AsWritten>;

/// A state: what has changed since the map was loaded. A plain value of less than 2 KB, plus a
/// share in the map. `R` says how the rules are followed.
///
/// Invariants: at most one unit a square, and every unit on plain; `mages` and `goblins` are the
/// squares of the living; a mage is to move only while the game is on.
#[derive(Clone, Debug)]
pub struct StateOf<R> {
    pub(crate) map: Arc<Map>,
    /// Where each unit stands.
    places: [Cell; MAX_UNITS],
    /// Who stands on each square.
    holders: [u16; MAX_UNITS],
    /// Patrol goblins that face the other way than at the start.
    turned: [u64; MAX_UNITS.div_ceil(64)],
    mages: Squares,
    goblins: Squares,
    pub(crate) turn: u32,
    /// The mage whose orders are awaited; [`NOBODY`] when all have acted.
    active: u16,
    /// Steps the active mage can still make.
    pub(crate) points: u8,
    pub(crate) phase: Phase,
    pub(crate) rules: R,
}

/// Where the game stands. Looked at only between turns, so a side may be gone while it is still on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Phase {
    /// The player gives orders.
    #[default]
    Playing,
    /// Only mages were left when a turn began.
    Won,
    /// Only goblins were left when a turn began.
    Lost,
    /// Nobody was left when a turn began.
    Drawn,
}

/// Steps a mage can make in a turn.
pub const POINTS: u8 = 3;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The state before the first turn.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self::under(R::default(), setup)
    }

    /// The state before the first turn of a game under these rules.
    #[must_use]
    pub fn under(rules: R, setup: &Setup) -> Self {
        let mut state = Self {
            map: Arc::clone(&setup.0),
            places: [NOWHERE; MAX_UNITS],
            holders: [NOBODY; MAX_UNITS],
            turned: [0; MAX_UNITS.div_ceil(64)],
            mages: Squares::EMPTY,
            goblins: Squares::EMPTY,
            turn: 1,
            active: NOBODY,
            points: 0,
            phase: Phase::Playing,
            rules,
        };
        for (number, (cell, _)) in (0..).zip(&setup.0.units) {
            state.put(Id(number), *cell);
        }
        state.begin_turn();
        state
    }

    /// The map.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup(Arc::clone(&self.map))
    }

    /// Where the game stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How much of the game exists.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.map.stage
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.map.size
    }

    /// The squares of the living mages.
    #[must_use]
    #[inline]
    pub const fn mages(&self) -> &Squares {
        &self.mages
    }

    /// The squares of the living goblins.
    #[must_use]
    #[inline]
    pub const fn goblins(&self) -> &Squares {
        &self.goblins
    }

    /// What the square is made of.
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Terrain {
        self.map.terrain(cell)
    }

    /// The kind of the unit on this square.
    #[must_use]
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        self.holder(cell).map(|id| self.kind_of(id))
    }

    /// The square of the mage whose orders are awaited; none when all have acted.
    #[must_use]
    pub fn mage_to_move(&self) -> Option<Cell> {
        self.active().map(|id| self.place(id))
    }

    /// The squares of the mages that can still act this turn, in their order; the first is the one
    /// whose orders are awaited.
    pub fn mages_to_act(&self) -> impl Iterator<Item = Cell> {
        let first = self.active().map_or(self.map.mages, |id| id.0);
        (first..self.map.mages).map(Id).filter(|id| self.is_alive(*id)).map(|id| self.place(id))
    }

    /// Where this terrain lies.
    #[must_use]
    pub fn land(&self, terrain: Terrain) -> &Squares {
        match terrain {
            Terrain::Plain => &self.map.plain,
            Terrain::Water => &self.map.water,
            Terrain::Mountain => &self.map.mountains,
        }
    }

    /// Steps the mage whose orders are awaited can still make.
    #[must_use]
    pub const fn points(&self) -> u8 {
        self.points
    }

    /// The squares where the mage whose orders are awaited can be at the end of its steps, its own
    /// included; empty when all have acted.
    #[must_use]
    pub fn reach(&self) -> Squares {
        let mut reached = self.mage_to_move().map_or(Squares::EMPTY, Squares::of);
        let free = self.free();
        for _ in 0..self.points {
            reached |= reached.neighbours() & free;
        }
        reached
    }

    /// Plain squares without a unit.
    #[must_use]
    #[inline]
    pub fn free(&self) -> Squares {
        self.map.plain & !(self.mages | self.goblins)
    }

    /// Whether somebody stands on the square.
    #[inline]
    pub(crate) fn is_held(&self, cell: Cell) -> bool {
        self.mages.has(cell) || self.goblins.has(cell)
    }

    /// Who stands on the square, which is on the board.
    #[inline]
    pub(crate) fn holder(&self, cell: Cell) -> Option<Id> {
        let id = self.holders[square(cell)];
        (id != NOBODY).then_some(Id(id))
    }

    /// Where a living unit stands.
    #[inline]
    pub(crate) fn place(&self, id: Id) -> Cell {
        self.places[id.index()]
    }

    #[inline]
    pub(crate) fn is_alive(&self, id: Id) -> bool {
        self.place(id) != NOWHERE
    }

    /// What a unit is, patrol goblins facing the way they do now.
    #[inline]
    pub(crate) fn kind_of(&self, id: Id) -> Kind {
        match self.map.units[id.index()].1 {
            Kind::Patrol { facing, steps } => Kind::Patrol { facing: self.turned_way(id, facing), steps },
            other => other,
        }
    }

    #[inline]
    fn turned_way(&self, id: Id, at_start: Direction) -> Direction {
        let turned = self.turned[id.index() / 64] >> (id.index() % 64) & 1 != 0;
        if turned { at_start.opposite() } else { at_start }
    }

    /// Where each unit of the map stands; the dead are [`NOWHERE`].
    #[inline]
    pub(crate) const fn places(&self) -> &[Cell; MAX_UNITS] {
        &self.places
    }

    /// Patrol goblins that face the other way than at the start, as bits.
    #[inline]
    pub(crate) const fn turned(&self) -> &[u64; MAX_UNITS.div_ceil(64)] {
        &self.turned
    }

    pub(crate) fn set_turned(&mut self, word: usize, bits: u64) {
        self.turned[word] = bits;
    }

    /// A patrol goblin faces the other way.
    #[inline]
    pub(crate) fn turn_round(&mut self, id: Id) {
        self.turned[id.index() / 64] ^= 1 << (id.index() % 64);
    }

    /// The living, in the order of acting.
    pub(crate) fn living(&self) -> impl Iterator<Item = Id> {
        (0..self.map.units.len() as u16).map(Id).filter(|id| self.is_alive(*id))
    }

    /// The mage whose orders are awaited.
    #[inline]
    pub(crate) fn active(&self) -> Option<Id> {
        (self.active != NOBODY).then_some(Id(self.active))
    }

    /// The next living mage gets its turn.
    pub(crate) fn next_mage(&mut self) {
        if !R::FAULTLESS && self.mages_act_backwards() {
            let end = self.active().map_or(self.map.mages, |id| id.0);
            let next = (0..end).rev().find(|id| self.is_alive(Id(*id)));
            return self.set_active(next.map(Id));
        }
        let first = self.active().map_or(0, |id| id.0 + 1);
        let next = (first..self.map.mages).find(|id| self.is_alive(Id(*id)));
        self.set_active(next.map(Id));
    }

    pub(crate) fn set_active(&mut self, id: Option<Id>) {
        let points = if R::FAULTLESS { POINTS } else { self.mistaken_points_of_next() };
        self.active = id.map_or(NOBODY, |id| id.0);
        self.points = if id.is_some() { points } else { 0 };
    }

    /// Looks who is left, and gives the first mage its turn if the game is on.
    pub(crate) fn begin_turn(&mut self) {
        self.phase = match (self.mages.is_empty(), self.goblins.is_empty()) {
            (false, false) => Phase::Playing,
            (false, true) => Phase::Won,
            (true, false) => Phase::Lost,
            (true, true) if R::FAULTLESS => Phase::Drawn,
            (true, true) => self.nobody_left(),
        };
        self.set_active(None);
        if self.phase == Phase::Playing {
            self.next_mage();
        }
    }

    /// A unit moves to a free square.
    #[inline]
    pub(crate) fn relocate(&mut self, id: Id, to: Cell) {
        self.lift(id);
        self.put(id, to);
    }

    /// A unit leaves the board for good.
    #[inline]
    pub(crate) fn kill(&mut self, id: Id) {
        self.lift(id);
        self.places[id.index()] = NOWHERE;
    }

    #[inline]
    fn lift(&mut self, id: Id) {
        let from = self.place(id);
        self.holders[square(from)] = NOBODY;
        self.side_mut(id).remove(from);
    }

    #[inline]
    pub(crate) fn put(&mut self, id: Id, to: Cell) {
        self.places[id.index()] = to;
        self.holders[square(to)] = id.0;
        self.side_mut(id).insert(to);
    }

    #[inline]
    fn side_mut(&mut self, id: Id) -> &mut Squares {
        if id.0 < self.map.mages { &mut self.mages } else { &mut self.goblins }
    }

    /// The documented encoding: stage, rows, columns (one byte each), for each row the bits of its
    /// water and of its mountains (four bytes each, bit = column), turn (four), phase and points
    /// (one each), the number of living units that precede the mage to move (two; 65535 for none),
    /// then every living unit in the order of acting: row, column, kind (one each: 0 mage, 1
    /// patrol, 2 tracker); patrol: facing (one: 0 up, 1 down, 2 left, 3 right) and steps (four);
    /// tracker: sight (four).
    pub(crate) fn encode(&self, digest: &mut Digest) {
        let Size { rows, cols } = self.size();
        digest.bytes(&[self.stage() as u8, rows, cols]);
        for row in 0..usize::from(rows) {
            digest.u32(self.map.water.0[row]);
            digest.u32(self.map.mountains.0[row]);
        }
        digest.u32(self.turn);
        digest.bytes(&[self.phase as u8, self.points]);
        let before = self.active().map(|active| self.living().take_while(|id| *id < active).count());
        digest.u16(before.map_or(NOBODY, |count| count as u16));
        for id in self.living() {
            let Cell { row, col } = self.place(id);
            digest.bytes(&[row, col]);
            match self.kind_of(id) {
                Kind::Mage => digest.u8(0),
                Kind::Patrol { facing, steps } => {
                    digest.bytes(&[1, facing as u8]);
                    digest.i32(steps);
                }
                Kind::Tracker { sight } => {
                    digest.u8(2);
                    digest.i32(sight);
                }
            }
        }
    }

    /// The hash for search: what [`encode`](Self::encode) covers, but for the map and the turn.
    #[inline]
    pub(crate) fn search_key(&self) -> u64 {
        let mut key = Key::new();
        let active = self.key_parts(|part| key.add(part));
        key.put(active << 16 | u64::from(self.points) << 8 | self.phase as u64);
        key.finish()
    }

    /// The same in 128 bits, less the phase, for proofs.
    #[must_use]
    #[inline]
    pub fn wide_key(&self) -> u128 {
        let mut key = WideKey::new();
        let active = self.key_parts(|part| key.add(part));
        key.put(active << 16 | u64::from(self.points));
        key.finish()
    }

    /// Hands over a number for every living unit. Returns the rank of the mage to move among the
    /// living, as in the digest: who is dead does not matter.
    #[inline(always)]
    fn key_parts(&self, mut each: impl FnMut(u64)) -> u64 {
        let mut rank = 0;
        let mut active = u64::from(NOBODY);
        for (id, cell) in (0..).zip(&self.places[..self.map.units.len()]) {
            if *cell == NOWHERE {
                continue;
            }
            active = if id == self.active { rank } else { active };
            let (kind, figure) = match self.kind_of(Id(id)) {
                Kind::Mage => (0, 0),
                Kind::Patrol { facing, steps } => (1 + facing as u64, steps),
                Kind::Tracker { sight } => (5, sight),
            };
            let at = (cell.row as u64) << 5 | u64::from(cell.col);
            each(u64::from(figure as u32) << 32 | kind << 28 | at << 16 | rank);
            rank += 1;
        }
        active
    }
}

/// Two states are equal if nobody can tell them apart by playing: the dead do not count.
impl<R: Adherence<MistakeKind>> PartialEq for StateOf<R> {
    fn eq(&self, other: &Self) -> bool {
        self.position() == other.position()
    }
}

impl<R: Adherence<MistakeKind>> Eq for StateOf<R> {}

/// The number of a square, which does not depend on the board's width.
#[inline]
const fn square(cell: Cell) -> usize {
    cell.row as usize * MAX_SIDE + cell.col as usize
}
