//! The living corps.

use crate::grid::Grid;
use crate::kinds::{Class, CorpsKind, MAX_ENGINEERS, MAX_FIGHTERS, PLAYERS};
use board::Cell;
use game::Seat;

/// The number of a corps: counted up from 0 through the game, never used again.
///
/// An order may name any number; only living corps are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(transparent))]
pub struct CorpsId(pub i32);

/// A living corps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Corps {
    /// Its number.
    pub id: CorpsId,
    /// Where it stands.
    pub at: Cell,
    /// Whose it is.
    pub owner: Seat,
    /// What it is.
    pub kind: CorpsKind,
    /// Hit points; 0 for engineers, who have none.
    pub hp: u8,
    /// How often a builder can still work; 0 for all others.
    pub labour: u8,
    /// Move points left.
    pub moves: u8,
}

/// Ten fighters and ten engineers a player.
pub(crate) const MAX_CORPS: usize = 80;

/// The most corps of one player.
const MAX_OWN: usize = (MAX_FIGHTERS + MAX_ENGINEERS) as usize;

/// How many ids in a row are told apart when a corps is looked for. Few of the living are so much
/// older than others.
const HINTS: usize = 256;

/// Ids stay below this, so that a game set up late still has room for all it can produce.
pub(crate) const MAX_ID: i64 = 50_000;

/// No slot: the end of a chain.
const NONE: u8 = u8::MAX;
/// No id: an empty slot.
const FREE: u16 = u16::MAX;

/// The living corps, found by id, by owner and by cell.
///
/// A corps keeps its slot while it lives. Those of one cell form a chain in order of arrival.
#[derive(Clone, Debug)]
pub(crate) struct Roster<const SIDE: usize> {
    ids: [u16; MAX_CORPS],
    corps: [Corps; MAX_CORPS],
    behind: [u8; MAX_CORPS],
    first: Grid<u8, SIDE>,
    /// The slot of the latest corps whose id ends in these bits.
    latest: [u8; HINTS],
    owned: [Slots; PLAYERS],
    /// The slots of each player's corps in ascending order of their ids.
    ranks: [[u8; MAX_OWN]; PLAYERS],
    counts: [[u8; 2]; PLAYERS],
    /// Where each player's fighters and engineers stand, row by row, one bit a column; says nothing
    /// about towers, which can hold several.
    open: [[[u32; SIDE]; 2]; PLAYERS],
}

/// A set of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Slots(u128);

impl Slots {
    pub(crate) const fn insert(&mut self, slot: usize) {
        self.0 |= 1 << slot;
    }

    pub(crate) const fn remove(&mut self, slot: usize) {
        self.0 &= !(1 << slot);
    }

    pub(crate) const fn has(self, slot: usize) -> bool {
        self.0 >> slot & 1 != 0
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        // Two words: counting zeros of 128 bits at once is slower than this.
        let words = [self.0 as u64, (self.0 >> 64) as u64];
        [0, 64].into_iter().zip(words).flat_map(|(base, mut word)| {
            core::iter::from_fn(move || {
                let slot = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(base + slot)
            })
        })
    }
}

impl<const SIDE: usize> Roster<SIDE> {
    pub(crate) const fn new() -> Self {
        const NOBODY: Corps = Corps {
            id: CorpsId(-1),
            at: Cell::new(0, 0),
            owner: Seat(0),
            kind: CorpsKind::Warrior,
            hp: 0,
            labour: 0,
            moves: 0,
        };
        Self {
            ids: [FREE; MAX_CORPS],
            corps: [NOBODY; MAX_CORPS],
            behind: [NONE; MAX_CORPS],
            first: Grid::filled(NONE),
            latest: [0; HINTS],
            owned: [Slots(0); PLAYERS],
            ranks: [[0; MAX_OWN]; PLAYERS],
            counts: [[0; 2]; PLAYERS],
            open: [[[0; SIDE]; 2]; PLAYERS],
        }
    }

    #[inline]
    pub(crate) fn find(&self, id: CorpsId) -> Option<usize> {
        let id = u16::try_from(id.0).ok().filter(|id| *id != FREE)?;
        let likely = usize::from(self.latest[usize::from(id) % HINTS]);
        if self.ids[likely] == id { Some(likely) } else { find(&self.ids, id) }
    }

    #[inline]
    pub(crate) const fn get(&self, slot: usize) -> &Corps {
        &self.corps[slot]
    }

    #[inline]
    pub(crate) const fn get_mut(&mut self, slot: usize) -> &mut Corps {
        &mut self.corps[slot]
    }

    #[inline]
    pub(crate) const fn of(&self, seat: Seat) -> Slots {
        self.owned[seat.index()]
    }

    /// The slots of a player's corps in ascending order of their ids.
    #[inline]
    pub(crate) fn ranked(&self, seat: Seat) -> &[u8] {
        let [fighters, engineers] = self.counts[seat.index()];
        &self.ranks[seat.index()][..usize::from(fighters + engineers)]
    }

    /// Where a player's fighters or engineers stand outside towers, row by row, one bit a column.
    /// Bits of towers mean nothing.
    #[inline]
    pub(crate) const fn open(&self, seat: Seat, class: Class) -> &[u32; SIDE] {
        &self.open[seat.index()][class as usize]
    }

    pub(crate) fn living(&self) -> Slots {
        Slots(self.owned.iter().fold(0, |all, slots| all | slots.0))
    }

    /// The living in ascending order of their ids: the players' lists, merged.
    pub(crate) fn by_id(&self) -> impl Iterator<Item = &Corps> {
        let mut lists: [&[u8]; PLAYERS] = core::array::from_fn(|player| self.ranked(Seat(player as u8)));
        let id_of = |slot: u8| self.ids[usize::from(slot)];
        core::iter::from_fn(move || {
            let next = lists.iter_mut().filter(|list| !list.is_empty()).min_by_key(|list| id_of(list[0]))?;
            let (slot, rest) = next.split_first()?;
            *next = rest;
            Some(self.get(usize::from(*slot)))
        })
    }

    /// How many fighters or engineers a player has.
    #[inline]
    pub(crate) const fn count(&self, seat: Seat, class: Class) -> u8 {
        self.counts[seat.index()][class as usize]
    }

    /// The slots of those who stand here, in order of arrival.
    #[inline]
    pub(crate) fn standing(&self, at: Cell) -> impl Iterator<Item = usize> {
        let mut next = self.first.get(at);
        core::iter::from_fn(move || {
            let slot = (next != NONE).then_some(usize::from(next))?;
            next = self.behind[slot];
            Some(slot)
        })
    }

    /// Puts a new corps on the board. There is always room: nobody has more than the limits.
    pub(crate) fn add(&mut self, corps: Corps) {
        let slot = (!self.living().0).trailing_zeros() as usize;
        self.ids[slot] = corps.id.0 as u16;
        self.latest[corps.id.0 as usize % HINTS] = slot as u8;
        self.corps[slot] = corps;
        self.enlist(slot);
        self.join_open(slot);
        self.join_chain(slot);
    }

    pub(crate) fn remove(&mut self, slot: usize) -> Corps {
        self.leave_open(slot);
        self.leave_chain(slot);
        self.discharge(slot);
        self.ids[slot] = FREE;
        self.corps[slot]
    }

    #[inline]
    pub(crate) fn relocate(&mut self, slot: usize, to: Cell) {
        let from = self.corps[slot].at;
        let rows = self.open_rows(slot);
        rows[from.row as usize % SIDE] &= !column(from);
        rows[to.row as usize % SIDE] |= column(to);
        self.leave_chain(slot);
        self.corps[slot].at = to;
        self.join_chain(slot);
    }

    pub(crate) fn hand_over(&mut self, slot: usize, to: Seat) {
        self.discharge(slot);
        self.leave_open(slot);
        self.corps[slot].owner = to;
        self.join_open(slot);
        self.enlist(slot);
    }

    fn enlist(&mut self, slot: usize) {
        let Corps { owner, kind, .. } = self.corps[slot];
        let rank = self.ranked(owner).partition_point(|other| self.ids[usize::from(*other)] < self.ids[slot]);
        let ranks = &mut self.ranks[owner.index()];
        ranks.copy_within(rank..MAX_OWN - 1, rank + 1);
        ranks[rank] = slot as u8;
        self.owned[owner.index()].insert(slot);
        self.counts[owner.index()][kind.class() as usize] += 1;
    }

    fn discharge(&mut self, slot: usize) {
        let Corps { owner, kind, .. } = self.corps[slot];
        if let Some(rank) = self.ranked(owner).iter().position(|other| usize::from(*other) == slot) {
            self.ranks[owner.index()].copy_within(rank + 1.., rank);
        }
        self.owned[owner.index()].remove(slot);
        self.counts[owner.index()][kind.class() as usize] -= 1;
    }

    /// Where a corps's owner has others of its class, itself included.
    #[inline]
    const fn open_rows(&mut self, slot: usize) -> &mut [u32; SIDE] {
        let Corps { owner, kind, .. } = self.corps[slot];
        &mut self.open[owner.index()][kind.class() as usize]
    }

    #[inline]
    const fn join_open(&mut self, slot: usize) {
        let at = self.corps[slot].at;
        self.open_rows(slot)[at.row as usize % SIDE] |= column(at);
    }

    #[inline]
    const fn leave_open(&mut self, slot: usize) {
        let at = self.corps[slot].at;
        self.open_rows(slot)[at.row as usize % SIDE] &= !column(at);
    }

    /// Puts a corps behind all others of its cell.
    #[inline]
    fn join_chain(&mut self, slot: usize) {
        self.behind[slot] = NONE;
        let mut link = self.first.at(self.corps[slot].at);
        while *link != NONE {
            link = &mut self.behind[usize::from(*link)];
        }
        *link = slot as u8;
    }

    #[inline]
    fn leave_chain(&mut self, slot: usize) {
        let next = self.behind[slot];
        let mut link = self.first.at(self.corps[slot].at);
        while *link != NONE && usize::from(*link) != slot {
            link = &mut self.behind[usize::from(*link)];
        }
        *link = next;
    }
}

/// The bit of a cell's column.
#[inline]
const fn column(at: Cell) -> u32 {
    1 << (at.col % 32)
}

/// Where the id is. Looks at every place, which the compiler turns into a handful of vector
/// instructions.
#[inline]
fn find<const N: usize>(ids: &[u16; N], id: u16) -> Option<usize> {
    let mut found = 0;
    for (place, candidate) in (1u16..).zip(ids) {
        found |= if *candidate == id { place } else { 0 };
    }
    usize::from(found).checked_sub(1)
}
