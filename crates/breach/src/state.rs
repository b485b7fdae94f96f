//! A state of the game.

use crate::kinds::{Domain, Kind, Range, Side, Stage, Terrain};
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use board::{Cell, Digest, Direction, Key, Mask8, Size, WideKey};
use game::mistakes::{Adherence, AsWritten};

/// The board.
pub const SIZE: Size = Size::new(8, 8);

/// A state of the game as it is written.
pub type State = StateOf<AsWritten>;

/// A state: sets of cells as bits, HP and kinds by cell. A plain value of some 400 bytes. `R` says
/// how the rules are followed.
///
/// Invariants: HP is at least 1 where a unit stands and 0 elsewhere; `players` and `enemies` are
/// the cells of the kinds of either side; only player units are marked as having moved or attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateOf<R> {
    pub(crate) hp: [i32; 64],
    pub(crate) kinds: [Option<Kind>; 64],
    players: Mask8,
    enemies: Mask8,
    pub(crate) mountains: Mask8,
    pub(crate) oceans: Mask8,
    pub(crate) forests: Mask8,
    /// Player units that have moved this turn.
    pub(crate) moved: Mask8,
    /// Player units that have attacked this turn.
    pub(crate) attacked: Mask8,
    pub(crate) turn: u32,
    pub(crate) stage: Stage,
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
    /// No enemy was left when a turn began.
    Won,
    /// No player unit was left when a turn began.
    Lost,
}

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
            hp: [0; 64],
            kinds: [None; 64],
            players: Mask8::EMPTY,
            enemies: Mask8::EMPTY,
            mountains: setup.mountains,
            oceans: setup.oceans,
            forests: setup.forests,
            moved: Mask8::EMPTY,
            attacked: Mask8::EMPTY,
            turn: 1,
            stage: setup.stage,
            phase: Phase::Playing,
            rules,
        };
        for kind in Kind::ALL {
            for cell in setup.units[kind as usize].cells() {
                let hp = if R::FAULTLESS { kind.figures().hp } else { Self::mistaken_hp(rules, kind) };
                state.put(cell, kind, hp);
            }
        }
        state.phase = state.phase_between_turns();
        state
    }

    /// Where the game stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How much of the game exists.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Where the units of this side stand.
    #[must_use]
    #[inline]
    pub fn side(&self, side: Side) -> Mask8 {
        match side {
            Side::Player => self.players,
            Side::Enemy => self.enemies,
        }
    }

    /// Where any unit stands.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Mask8 {
        self.players | self.enemies
    }

    /// The kind of the unit on this cell.
    #[must_use]
    #[inline]
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        self.kinds[Mask8::bit(cell)]
    }

    /// The HP of the unit on this cell.
    #[must_use]
    pub fn hp(&self, cell: Cell) -> Option<i32> {
        self.occupied().has(cell).then(|| self.hp[Mask8::bit(cell)])
    }

    /// What the cell is made of.
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Terrain {
        if self.mountains.has(cell) {
            Terrain::Mountain
        } else if self.oceans.has(cell) {
            Terrain::Ocean
        } else if self.forests.has(cell) {
            Terrain::Forest
        } else {
            Terrain::Plain
        }
    }

    /// Where this terrain lies.
    #[must_use]
    pub fn land(&self, terrain: Terrain) -> Mask8 {
        match terrain {
            Terrain::Plain => !(self.mountains | self.oceans | self.forests),
            Terrain::Mountain => self.mountains,
            Terrain::Ocean => self.oceans,
            Terrain::Forest => self.forests,
        }
    }

    /// The player units that can still do something this turn.
    #[must_use]
    pub fn actable(&self) -> Mask8 {
        self.side(Side::Player) - (self.moved & self.attacked)
    }

    /// Whether the unit on this cell has moved this turn.
    #[must_use]
    pub const fn has_moved(&self, cell: Cell) -> bool {
        self.moved.has(cell)
    }

    /// Whether the unit on this cell has attacked this turn.
    #[must_use]
    pub const fn has_attacked(&self, cell: Cell) -> bool {
        self.attacked.has(cell)
    }

    /// The cells the unit on this cell can move to, its own included; none if nobody stands there.
    ///
    /// The board decides, not the turn: it does not matter whether the unit has moved, or whose it
    /// is.
    #[must_use]
    pub fn reach(&self, cell: Cell) -> Mask8 {
        self.kind(cell).map_or(Mask8::EMPTY, |kind| self.reach_of(kind, cell))
    }

    /// The cells the unit on this cell can attack; none if nobody stands there.
    #[must_use]
    pub fn targets(&self, cell: Cell) -> Mask8 {
        self.kind(cell).map_or(Mask8::EMPTY, |kind| self.targets_of(kind, cell))
    }

    #[inline(always)]
    pub(crate) fn reach_of(&self, kind: Kind, cell: Cell) -> Mask8 {
        if !R::FAULTLESS {
            return self.mistaken_reach(kind, cell);
        }
        let figures = kind.figures();
        let closed = match figures.domain {
            Domain::Land => self.oceans,
            Domain::Air => self.forests,
        };
        let open = !(closed | self.mountains | self.occupied());
        Mask8::reach(cell, open, figures.movement)
    }

    #[inline(always)]
    pub(crate) fn targets_of(&self, kind: Kind, cell: Cell) -> Mask8 {
        let targets = match kind.figures().range {
            Range::Melee => Mask8::beside(cell),
            Range::Line => {
                let open = self.land(Terrain::Plain) - self.occupied();
                let ray = |direction| Mask8::ray(cell, direction, open);
                ray(Direction::Up) | ray(Direction::Down) | ray(Direction::Left) | ray(Direction::Right)
            }
            Range::Jump => Mask8::leap(cell),
        };
        if R::FAULTLESS { targets } else { self.mistaken_targets(kind, cell, targets) }
    }

    /// Puts a new unit on an empty cell.
    pub(crate) fn put(&mut self, cell: Cell, kind: Kind, hp: i32) {
        self.kinds[Mask8::bit(cell)] = Some(kind);
        self.hp[Mask8::bit(cell)] = hp;
        match kind.side() {
            Side::Player => self.players.insert(cell),
            Side::Enemy => self.enemies.insert(cell),
        }
    }

    /// Takes whatever stands on a cell off the board.
    #[inline]
    pub(crate) fn take_away(&mut self, cell: Cell) {
        self.kinds[Mask8::bit(cell)] = None;
        self.hp[Mask8::bit(cell)] = 0;
        for set in [&mut self.players, &mut self.enemies, &mut self.moved, &mut self.attacked] {
            set.remove(cell);
        }
    }

    /// Puts whatever stands on a cell, with all that is known of it, on another, which is empty or
    /// the same.
    #[inline]
    pub(crate) fn relocate(&mut self, from: Cell, to: Cell) {
        self.kinds[Mask8::bit(to)] = self.kinds[Mask8::bit(from)].take();
        self.hp[Mask8::bit(to)] = core::mem::take(&mut self.hp[Mask8::bit(from)]);
        if self.enemies.has(from) {
            return self.enemies.relocate(from, to);
        }
        for set in [&mut self.players, &mut self.moved, &mut self.attacked] {
            set.relocate(from, to);
        }
    }

    /// The digest of the documented encoding: stage, phase (one byte each), turn (four), mountains,
    /// oceans, forests, moved, attacked (eight each, bit `8 * row + column`), then for every unit
    /// in row-major order its bit number, its kind (0 soldier, 1 tank, 2 fighter, 3 bee, 4
    /// hydralisk; one byte each) and its HP (four).
    pub(crate) fn encode(&self, digest: &mut Digest) {
        digest.u8(self.stage as u8);
        digest.u8(self.phase as u8);
        digest.u32(self.turn);
        for set in [self.mountains, self.oceans, self.forests, self.moved, self.attacked] {
            digest.u64(set.0);
        }
        for cell in self.occupied().cells() {
            digest.u8(Mask8::bit(cell) as u8);
            digest.u8(self.kind(cell).map_or(0, |kind| kind as u8));
            digest.i32(self.hp[Mask8::bit(cell)]);
        }
    }

    /// The hash for search: what [`encode`](Self::encode) covers, but for the turn.
    #[inline]
    pub(crate) fn search_key(&self) -> u64 {
        let mut key = Key::new();
        key.put(self.mountains.0);
        key.put(self.oceans.0);
        key.put(self.forests.0);
        key.put(self.moved.0);
        key.put(self.attacked.0);
        key.put(self.phase as u64);
        for cell in self.occupied().cells() {
            let bit = Mask8::bit(cell);
            let kind = self.kinds[bit].map_or(0, |kind| kind as u64);
            key.add(u64::from(self.hp[bit] as u32) << 16 | kind << 8 | bit as u64);
        }
        key.finish()
    }

    /// The same in 128 bits, less what never changes in a game, for proofs.
    #[must_use]
    #[inline]
    pub fn wide_key(&self) -> u128 {
        let mut key = WideKey::new();
        key.put(self.mountains.0);
        key.put(self.moved.0);
        key.put(self.attacked.0);
        for cell in self.occupied().cells() {
            let bit = Mask8::bit(cell);
            let kind = self.kinds[bit].map_or(0, |kind| kind as u64);
            key.add(u64::from(self.hp[bit] as u32) << 16 | kind << 8 | bit as u64);
        }
        key.finish()
    }
}
