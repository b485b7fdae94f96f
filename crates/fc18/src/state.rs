//! The state of a game.

use crate::grid::quadrant;
use crate::kinds::{Class, INFLUENCE_AT_HOME, INFLUENCE_RANGE, Owner, PLAYERS, TURNS, Terrain, number_of};
use crate::land::{Land, owner_by};
use crate::map::Setup;
use crate::profile::{Rules, Start};
use crate::roster::{Corps, CorpsId, Roster, Slots};
use crate::towers::{Tower, TowerId, Towers};
use alloc::vec::Vec;
use board::{Cell, Digest, Key, Size};
use core::fmt;
use game::Seat;

/// A state of a game on a board of at most `SIDE` rows and columns; `SIDE` is a power of two.
///
/// It holds the living only: what died is told by events. Cloning copies a few kilobytes and
/// allocates nothing.
#[derive(Clone)]
pub struct State<const SIDE: usize> {
    pub(crate) rules: Rules,
    pub(crate) turn: u16,
    pub(crate) phase: Phase,
    pub(crate) places_used: u8,
    pub(crate) players: [PlayerRecord; PLAYERS],
    pub(crate) next_corps: u16,
    pub(crate) next_tower: u16,
    /// Builders that pay for a change of terrain when the turn ends.
    pub(crate) in_debt: Slots,
    pub(crate) roster: Roster<SIDE>,
    pub(crate) towers: Towers<SIDE>,
    pub(crate) land: Land<SIDE>,
}

/// How far a turn has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Phase {
    /// The last turn is over and the next has not begun.
    Between,
    /// Orders are taken.
    Open,
    /// Nothing more is accepted, but the turn is still to be closed.
    Decided,
    /// The game is over.
    Over,
}

/// What is kept of a player beside towers and corps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerRecord {
    /// When the player went out; none while it is in the game.
    pub out: Option<Out>,
    /// Towers brought to fall.
    pub towers_taken: u32,
    /// Corps killed.
    pub corps_killed: u32,
    /// Engineers captured.
    pub corps_captured: u32,
}

/// When a player went out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Out {
    /// The round.
    pub round: u16,
    /// How many were out before.
    pub order: u8,
}

impl<const SIDE: usize> State<SIDE> {
    /// The state before the first turn: four towers, no corps.
    pub(crate) fn before_first_turn(setup: &Setup<SIDE>) -> Self {
        let map = setup.map();
        let mut state = Self::empty(*setup.rules(), map.size());
        for at in map.size().cells() {
            state.land.set_ground(at, map.ground(at));
        }
        for (player, at) in (0..).zip(*map.towers()) {
            state.add_tower(at, Seat(player));
        }
        match state.rules.start {
            Start::PlainSums => state.claim_plainly(map.towers()),
            Start::Quadrants => state.claim_quadrants(map.towers()),
        }
        state
    }

    pub(crate) fn empty(rules: Rules, size: Size) -> Self {
        Self {
            rules,
            turn: 0,
            phase: Phase::Between,
            places_used: 0,
            players: [PlayerRecord::default(); PLAYERS],
            next_corps: 0,
            next_tower: 0,
            in_debt: Slots::default(),
            roster: Roster::new(),
            towers: Towers::new(),
            land: Land::new(size),
        }
    }

    fn claim_plainly(&mut self, towers: &[Cell; PLAYERS]) {
        for (player, at) in (0..).zip(*towers) {
            self.land.claim(at, Seat(player));
        }
        for at in *towers {
            self.reassign(at);
        }
    }

    /// Public cells get nothing, and where the highest value is shared the owner stays.
    fn claim_quadrants(&mut self, towers: &[Cell; PLAYERS]) {
        let size = self.size();
        for at in size.cells() {
            self.land.set_owner(at, quadrant(size, at).map_or(Owner::PUBLIC, Owner::player));
        }
        for (player, tower) in towers.iter().copied().enumerate() {
            for at in size.around(tower, INFLUENCE_RANGE) {
                if self.land.owner(at) == Owner::PUBLIC {
                    continue;
                }
                let before = self.land.influence(at)[player];
                let more = crate::kinds::INFLUENCE[tower.chebyshev(at) as usize];
                self.land.set_influence(at, Seat(player as u8), before + more);
                let owner = owner_by(self.land.influence(at), self.towers.owner_at(at));
                if owner.seat().is_some() {
                    self.land.set_owner(at, owner);
                }
            }
        }
    }

    /// Puts up a tower of level 1, without its influence.
    pub(crate) fn add_tower(&mut self, at: Cell, owner: Seat) -> usize {
        let id = TowerId(i32::from(self.next_tower));
        self.next_tower += 1;
        self.towers.add(Tower { id, at, owner, level: 1, hp: self.rules.tower_max_hp(1), ..Tower::default() })
    }

    pub(crate) fn reassign(&mut self, centre: Cell) {
        let towers = &self.towers;
        self.land.reassign(centre, |at| towers.owner_at(at));
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How large the board is.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.land.size
    }

    /// The current round, from 1.
    #[must_use]
    pub const fn round(&self) -> u16 {
        self.turn.div_ceil(PLAYERS as u16)
    }

    /// Turns that are over.
    #[must_use]
    pub const fn turns_played(&self) -> u16 {
        match self.phase {
            Phase::Between | Phase::Over => self.turn,
            Phase::Open | Phase::Decided => self.turn - 1,
        }
    }

    /// The player whose turn it is or, between turns, was.
    #[must_use]
    #[inline]
    pub const fn on_turn(&self) -> Seat {
        Seat((self.turn.saturating_sub(1) % PLAYERS as u16) as u8)
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// What is kept of a player beside towers and corps.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub const fn record(&self, seat: Seat) -> &PlayerRecord {
        &self.players[seat.index()]
    }

    /// Whether a player is in the game.
    #[must_use]
    #[inline]
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|player| player.out.is_none())
    }

    /// How many players are in the game.
    #[must_use]
    pub fn alive(&self) -> usize {
        self.players.iter().filter(|player| player.out.is_none()).count()
    }

    /// How many fighters or engineers a player has.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub const fn corps_count(&self, seat: Seat, class: Class) -> u8 {
        self.roster.count(seat, class)
    }

    /// How many towers a player has.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub const fn tower_count(&self, seat: Seat) -> u8 {
        self.towers.count(seat)
    }

    /// How many cells a player owns.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub const fn cell_count(&self, seat: Seat) -> u16 {
        self.land.cells(seat)
    }

    /// The living corps, in ascending order of their ids.
    pub fn corps(&self) -> impl Iterator<Item = &Corps> {
        self.roster.by_id()
    }

    /// A player's living corps, in ascending order of their ids.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn corps_of(&self, seat: Seat) -> impl Iterator<Item = &Corps> {
        self.roster.ranked(seat).iter().map(|slot| self.roster.get(usize::from(*slot)))
    }

    /// The corps with this id, if it lives.
    #[must_use]
    pub fn find_corps(&self, id: CorpsId) -> Option<&Corps> {
        self.roster.find(id).map(|slot| self.roster.get(slot))
    }

    /// The corps on a cell, in order of arrival.
    pub fn standing(&self, at: Cell) -> impl Iterator<Item = &Corps> {
        self.roster.standing(at).map(|slot| self.roster.get(slot))
    }

    /// The standing towers, in ascending order of their ids.
    #[must_use]
    pub fn towers(&self) -> &[Tower] {
        self.towers.all()
    }

    /// The tower with this id, if it stands.
    #[must_use]
    pub fn find_tower(&self, id: TowerId) -> Option<&Tower> {
        self.towers.find(id).map(|place| self.towers.get(place))
    }

    /// The tower on a cell.
    #[must_use]
    pub fn tower_at(&self, at: Cell) -> Option<&Tower> {
        self.towers.at(at).map(|place| self.towers.get(place))
    }

    /// What the ground of a cell is like, also under a tower.
    #[must_use]
    pub const fn ground(&self, at: Cell) -> Terrain {
        self.land.ground(at)
    }

    /// What old viewers show of a cell: a tower hides the ground.
    #[must_use]
    pub const fn shown(&self, at: Cell) -> Terrain {
        if self.towers.at(at).is_some() { Terrain::TowerGround } else { self.land.ground(at) }
    }

    /// Whose land a cell is.
    #[must_use]
    pub const fn owner(&self, at: Cell) -> Owner {
        self.land.owner(at)
    }

    /// The influence of each player on a cell.
    #[must_use]
    pub fn influence(&self, at: Cell) -> [i32; PLAYERS] {
        let mut values = self.land.influence(at).map(i32::from);
        if let Some(seat) = self.towers.owner_at(at) {
            values[seat.index()] += INFLUENCE_AT_HOME;
        }
        values
    }

    /// Adds the documented encoding of the state to a digest.
    ///
    /// In this order: width, height, turn (two bytes), phase, places used; by player: round out and
    /// order out (two bytes and one, all 0 while alive), towers taken, corps killed, corps captured
    /// (four each); number of towers; by tower, ascending ids: id (four), x, y, player number,
    /// level, hp, task (255: none), whether it accepts no more orders, the six remaining works and
    /// the price of the upgrade (two each); number of corps; by corps, ascending ids: id (four), x,
    /// y, player number, kind, hp, labour, move points, whether it owes labour, how many stood on
    /// its cell before it; next ids of corps and towers (two each); by cell, row by row: terrain,
    /// owner, whether it changes, four influences without that of a tower on its own cell (two
    /// each). Whatever is not mentioned is one byte.
    pub(crate) fn encode(&self, digest: &mut Digest) {
        let size = self.size();
        digest.bytes(&[size.cols, size.rows]);
        digest.u16(self.turn);
        digest.bytes(&[self.phase as u8, self.places_used]);
        self.players.iter().for_each(|record| encode_record(digest, record));
        self.encode_towers(digest);
        self.encode_corps(digest);
        digest.u16(self.next_corps);
        digest.u16(self.next_tower);
        self.encode_land(digest);
    }

    fn encode_towers(&self, digest: &mut Digest) {
        digest.u8(self.towers().len() as u8);
        for (place, tower) in self.towers().iter().enumerate() {
            digest.i32(tower.id.0);
            digest.bytes(&[tower.at.col, tower.at.row, number_of(tower.owner), tower.level, tower.hp]);
            digest.u8(tower.task.map_or(u8::MAX, |task| task.number()));
            digest.u8(self.towers.is_spent(place).into());
            tower.left.iter().for_each(|left| digest.u16(*left as u16));
            digest.u16(tower.upgrade_cost as u16);
        }
    }

    fn encode_corps(&self, digest: &mut Digest) {
        digest.u8(self.roster.living().iter().count() as u8);
        for corps in self.corps() {
            let owes = self.roster.find(corps.id).is_some_and(|slot| self.in_debt.has(slot));
            digest.i32(corps.id.0);
            digest.bytes(&[corps.at.col, corps.at.row, number_of(corps.owner), corps.kind.number()]);
            digest.bytes(&[corps.hp, corps.labour, corps.moves, owes.into(), self.place_in_cell(corps)]);
        }
    }

    fn encode_land(&self, digest: &mut Digest) {
        for at in self.size().cells() {
            let changes = self.land.is_changing(at);
            digest.bytes(&[self.ground(at).number(), self.owner(at).number() as u8, changes.into()]);
            self.land.influence(at).iter().for_each(|value| digest.u16(*value as u16));
        }
    }

    /// The hash for search: what [`encode`](Self::encode) covers, but for the turn; whose it is
    /// counts.
    pub(crate) fn search_key(&self) -> u64 {
        let mut key = Key::new();
        key.put(u64::from(self.on_turn().0) << 16 | (self.phase as u64) << 8 | u64::from(self.places_used));
        key.put(u64::from(self.next_corps) << 16 | u64::from(self.next_tower));
        for record in &self.players {
            let out = record.out.map_or(0, |out| 1 << 24 | u64::from(out.round) << 8 | u64::from(out.order));
            key.put(out << 32 | u64::from(record.towers_taken));
            key.put(u64::from(record.corps_killed) << 32 | u64::from(record.corps_captured));
        }
        for (place, tower) in self.towers().iter().enumerate() {
            let task = tower.task.map_or(7, |task| task as u64);
            let parts = [
                tower.at.col,
                tower.at.row,
                tower.owner.0,
                tower.level,
                tower.hp,
                self.towers.is_spent(place).into(),
            ];
            key.put(parts.iter().fold(task, |all, part| all << 8 | u64::from(*part)));
            let left =
                |from: usize| (0..3).fold(0, |all, at| all << 16 | u64::from(tower.left[from + at] as u16));
            key.put(left(0) << 16 | u64::from(tower.upgrade_cost as u16));
            key.put(left(3) << 16 | u64::from(tower.id.0 as u16));
        }
        for slot in self.roster.living().iter() {
            let corps = self.roster.get(slot);
            let class = corps.owner.0 << 4 | corps.kind.number();
            let place = self.place_in_cell(corps) << 1 | u8::from(self.in_debt.has(slot));
            let parts = [corps.at.col, corps.at.row, class, corps.hp, corps.labour << 4 | corps.moves, place];
            key.add(parts.iter().fold(corps.id.0 as u64, |all, part| all << 8 | u64::from(*part)));
        }
        self.land.hash(&mut key);
        key.finish()
    }

    /// Whether this is the last turn of the game.
    pub(crate) const fn is_last_turn(&self) -> bool {
        self.turn >= TURNS
    }
}

/// What is on the board, and not how it is stored.
impl<const SIDE: usize> fmt::Debug for State<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("rules", &self.rules.name)
            .field("turn", &self.turn)
            .field("phase", &self.phase)
            .field("players", &self.players)
            .field("towers", &self.towers())
            .field("corps", &self.corps().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// Two states are equal if play cannot tell them apart.
impl<const SIDE: usize> PartialEq for State<SIDE> {
    fn eq(&self, other: &Self) -> bool {
        let figures = |state: &Self| {
            (
                state.rules,
                state.turn,
                state.phase,
                state.places_used,
                state.players,
                state.next_corps,
                state.next_tower,
            )
        };
        let owing =
            |state: &Self, corps: &Corps| state.roster.find(corps.id).map(|slot| state.in_debt.has(slot));
        let same_order = |at: Cell| self.standing(at).eq(other.standing(at));
        figures(self) == figures(other)
            && self.land == other.land
            && self.towers() == other.towers()
            && self.towers.ordered().eq(other.towers.ordered())
            && self.corps().eq(other.corps())
            && self.corps().all(|corps| owing(self, corps) == owing(other, corps))
            && self.size().cells().all(same_order)
    }
}

impl<const SIDE: usize> Eq for State<SIDE> {}

fn encode_record(digest: &mut Digest, record: &PlayerRecord) {
    let out = record.out.unwrap_or(Out { round: 0, order: 0 });
    digest.u16(out.round);
    digest.u8(out.order);
    digest.u32(record.towers_taken);
    digest.u32(record.corps_killed);
    digest.u32(record.corps_captured);
}
