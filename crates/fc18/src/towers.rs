//! The standing towers.

use crate::grid::{CellRows, Grid};
use crate::kinds::{PLAYERS, Task};
use board::Cell;
use game::Seat;

/// The number of a tower: counted up from 0 through the game, never used again.
///
/// An order may name any number; only standing towers are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(transparent))]
pub struct TowerId(pub i32);

/// A standing tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tower {
    /// Its number.
    pub id: TowerId,
    /// Where it stands.
    pub at: Cell,
    /// Whose it is.
    pub owner: Seat,
    /// 1 to 8.
    pub level: u8,
    /// Hit points. Lowering the level can leave 0; the next hit fells it.
    pub hp: u8,
    /// What it worked on last, if that is not finished.
    pub task: Option<Task>,
    /// Work still to do, by task; 0 if it is not begun.
    pub left: [i16; 6],
    /// What the upgrade cost when it was begun; 0 if it is not begun.
    pub upgrade_cost: i16,
}

impl Tower {
    /// Work still to do for this task, if it is begun.
    #[must_use]
    pub const fn left_of(&self, task: Task) -> Option<i16> {
        match self.left[task as usize] {
            0 => None,
            left => Some(left),
        }
    }

    /// What this task costs, or cost when it was begun.
    #[must_use]
    pub const fn price(&self, task: Task) -> i16 {
        match task {
            Task::Upgrade if self.upgrade_cost > 0 => self.upgrade_cost,
            _ => task.cost(self.level),
        }
    }

    /// Work that is stored for this task, between turns.
    #[must_use]
    pub const fn stored(&self, task: Task) -> i16 {
        match self.left_of(task) {
            Some(left) => self.price(task) - left,
            None => 0,
        }
    }

    /// Work that is stored for all tasks together, between turns.
    #[must_use]
    pub fn stored_work(&self) -> i16 {
        Task::ALL.iter().map(|task| self.stored(*task)).sum()
    }
}

/// Ten a player.
pub(crate) const MAX_STANDING: usize = 40;

const NONE: u8 = u8::MAX;

/// The standing towers in ascending order of their ids, found by id and by cell.
#[derive(Clone, Debug)]
pub(crate) struct Towers<const SIDE: usize> {
    towers: [Tower; MAX_STANDING],
    len: u8,
    counts: [u8; PLAYERS],
    places: Grid<u8, SIDE>,
    owned: [Places; PLAYERS],
    /// Where each player's towers stand.
    cells: [CellRows<SIDE>; PLAYERS],
    /// Those that accept no more orders this turn.
    spent: Places,
}

/// A set of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Places(u64);

impl Places {
    const fn insert(&mut self, place: usize) {
        self.0 |= 1 << place;
    }

    const fn remove(&mut self, place: usize) {
        self.0 &= !(1 << place);
    }

    /// Leaves the place out; those behind it are one lower.
    const fn close_up(&mut self, place: usize) {
        let below = (1 << place) - 1;
        self.0 = self.0 & below | self.0 >> 1 & !below;
    }

    #[inline]
    pub(crate) fn iter(mut self) -> impl Iterator<Item = usize> {
        core::iter::from_fn(move || {
            let place = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
            self.0 &= self.0 - 1;
            Some(place)
        })
    }
}

impl<const SIDE: usize> Towers<SIDE> {
    pub(crate) const fn new() -> Self {
        const NOTHING: Tower = Tower {
            id: TowerId(-1),
            at: Cell::new(0, 0),
            owner: Seat(0),
            level: 1,
            hp: 0,
            task: None,
            left: [0; 6],
            upgrade_cost: 0,
        };
        Self {
            towers: [NOTHING; MAX_STANDING],
            len: 0,
            counts: [0; PLAYERS],
            places: Grid::filled(NONE),
            owned: [Places(0); PLAYERS],
            cells: [[0; SIDE]; PLAYERS],
            spent: Places(0),
        }
    }

    #[inline]
    pub(crate) fn find(&self, id: TowerId) -> Option<usize> {
        // No place has a lower id than its own number, so the tower is there or not far before it.
        let last = usize::from(self.len).checked_sub(1)?;
        let before = &self.towers[..=last.min(usize::try_from(id.0).ok()?)];
        before.iter().rposition(|tower| tower.id <= id).filter(|place| self.towers[*place].id == id)
    }

    #[inline]
    pub(crate) const fn get(&self, place: usize) -> &Tower {
        &self.towers[place]
    }

    #[inline]
    pub(crate) const fn get_mut(&mut self, place: usize) -> &mut Tower {
        &mut self.towers[place]
    }

    /// The place of the tower that stands here.
    #[inline]
    pub(crate) const fn at(&self, at: Cell) -> Option<usize> {
        match self.places.get(at) {
            NONE => None,
            place => Some(place as usize),
        }
    }

    /// Whose tower stands here.
    #[inline]
    pub(crate) fn owner_at(&self, at: Cell) -> Option<Seat> {
        self.at(at).map(|place| self.towers[place].owner)
    }

    #[inline]
    pub(crate) fn all(&self) -> &[Tower] {
        &self.towers[..usize::from(self.len)]
    }

    /// How many towers a player has.
    #[inline]
    pub(crate) const fn count(&self, seat: Seat) -> u8 {
        self.counts[seat.index()]
    }

    /// Whether no player is without a tower.
    #[inline]
    pub(crate) fn everybody_has_one(&self) -> bool {
        self.counts.iter().fold(true, |all, count| all & (*count != 0))
    }

    /// Adds a tower, whose id is higher than all others'. There is always room: nobody has more
    /// than ten.
    pub(crate) const fn add(&mut self, tower: Tower) -> usize {
        let place = self.len as usize;
        self.towers[place] = tower;
        self.len += 1;
        self.counts[tower.owner.index()] += 1;
        self.owned[tower.owner.index()].insert(place);
        *self.places.at(tower.at) = place as u8;
        self.turn_over(tower.owner, tower.at);
        place
    }

    pub(crate) fn remove(&mut self, place: usize) -> Tower {
        let tower = self.towers[place];
        let last = usize::from(self.len) - 1;
        self.towers.copy_within(place + 1..=last, place);
        self.len -= 1;
        self.counts[tower.owner.index()] -= 1;
        *self.places.at(tower.at) = NONE;
        self.turn_over(tower.owner, tower.at);
        for moved in place..last {
            *self.places.at(self.towers[moved].at) = moved as u8;
        }
        self.owned.iter_mut().for_each(|owned| owned.close_up(place));
        self.spent.close_up(place);
        tower
    }

    pub(crate) fn hand_over(&mut self, place: usize, to: Seat) {
        let Tower { at, owner: from, .. } = self.towers[place];
        self.turn_over(from, at);
        self.turn_over(to, at);
        let tower = &mut self.towers[place];
        self.counts[tower.owner.index()] -= 1;
        self.owned[tower.owner.index()].remove(place);
        self.counts[to.index()] += 1;
        self.owned[to.index()].insert(place);
        tower.owner = to;
    }

    /// Takes note that the tower accepts no more orders this turn.
    pub(crate) const fn spend(&mut self, place: usize) {
        self.spent.insert(place);
    }

    #[inline]
    pub(crate) const fn is_spent(&self, place: usize) -> bool {
        self.spent.0 >> place & 1 != 0
    }

    /// All accept orders again.
    #[inline]
    pub(crate) const fn refresh(&mut self) {
        self.spent = Places(0);
    }

    /// The places of those that had an order this turn, in ascending order of their ids.
    #[inline]
    pub(crate) fn ordered(&self) -> impl Iterator<Item = usize> + use<SIDE> {
        self.spent.iter()
    }

    /// Adds a cell to those of a player's towers, or takes it away if it is one of them.
    const fn turn_over(&mut self, owner: Seat, at: Cell) {
        self.cells[owner.index()][at.row as usize % SIDE] ^= 1 << (at.col & 31);
    }

    /// Where a player's towers stand.
    #[inline]
    pub(crate) const fn cells(&self, seat: Seat) -> &CellRows<SIDE> {
        &self.cells[seat.index()]
    }

    /// A player's towers.
    #[inline]
    pub(crate) const fn of(&self, seat: Seat) -> Places {
        self.owned[seat.index()]
    }

    /// A player's towers that still accept an order this turn.
    #[inline]
    pub(crate) const fn ready(&self, seat: Seat) -> Places {
        Places(self.owned[seat.index()].0 & !self.spent.0)
    }
}
