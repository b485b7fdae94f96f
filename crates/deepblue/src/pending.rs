//! What waits for settlement.

use crate::kinds::{Kind, Team};
use crate::order::MAX_ORDERS;
use crate::place::Place;
use crate::state::{MAX_ELEMENTS, Slot};
use board::{Cell, Digest, Key};

/// What an element will do when the round is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    AttackPlace(Place),
    AttackUnit(Slot),
    /// Amounts of fuel, ammunition, metal; negative means as much as possible.
    Supply {
        to: Slot,
        amounts: [i16; 3],
    },
    Fix(Slot),
}

/// An entry in a team's list of pending orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Queued {
    /// The element's action.
    Action(Slot),
    /// The element's new goal.
    Goal(Slot),
    /// A unit to be produced.
    Produce(Kind),
}

/// The accepted orders of both teams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    queues: [Queue; 2],
    actions: Waiting<Action>,
    goals: Waiting<Cell>,
}

impl Pending {
    pub(crate) const NONE: Self = Self {
        queues: [Queue::EMPTY; 2],
        actions: Waiting::none(Action::Fix(0)),
        goals: Waiting::none(Cell::new(0, 0)),
    };

    /// A team's orders in order of acceptance.
    #[inline]
    pub(crate) fn of(&self, team: Team) -> impl Iterator<Item = Queued> + Clone {
        self.queues[team as usize].entries()
    }

    #[inline]
    pub(crate) fn action(&self, slot: Slot) -> Action {
        self.actions.wanted[usize::from(slot)]
    }

    /// The goal as clamped: at most one past the edge.
    #[inline]
    pub(crate) fn goal(&self, slot: Slot) -> Cell {
        self.goals.wanted[usize::from(slot)]
    }

    pub(crate) fn is_full(&self, team: Team) -> bool {
        usize::from(self.queues[team as usize].count) == MAX_ORDERS
    }

    /// Takes an action; it replaces the element's earlier one.
    #[inline]
    pub(crate) fn act(&mut self, team: Team, slot: Slot, action: Action) {
        if let Some(place) = self.actions.place(slot) {
            self.queues[team as usize].remove(place);
        }
        let place = self.push(team, Queued::Action(slot));
        self.actions.set(slot, action, place);
    }

    /// Takes a goal; it replaces the unit's earlier one.
    #[inline]
    pub(crate) fn head(&mut self, team: Team, slot: Slot, goal: Cell) {
        if let Some(place) = self.goals.place(slot) {
            self.queues[team as usize].remove(place);
        }
        let place = self.push(team, Queued::Goal(slot));
        self.goals.set(slot, goal, place);
    }

    pub(crate) fn produce(&mut self, team: Team, kind: Kind) {
        self.push(team, Queued::Produce(kind));
    }

    /// Drops the element's action and goal.
    ///
    /// With `skip_neighbours` the list is walked while entries are deleted, so that the entry after
    /// a deleted one is not looked at.
    pub(crate) fn cancel(&mut self, team: Team, slot: Slot, skip_neighbours: bool) {
        let Self { queues, actions, goals } = self;
        let queue = &mut queues[team as usize];
        let mut places = 0..queue.len;
        while let Some(place) = places.find(|place| queue.get(*place).is_some()) {
            match queue.get(place) {
                Some(Queued::Action(other)) if other == slot => actions.remove(slot),
                Some(Queued::Goal(other)) if other == slot => goals.remove(slot),
                _ => continue,
            }
            queue.remove(place);
            if skip_neighbours {
                places.find(|place| queue.get(*place).is_some());
            }
        }
    }

    /// Forgets everything.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.queues.iter_mut().for_each(Queue::clear);
        self.actions.pending = Slots::NONE;
        self.goals.pending = Slots::NONE;
    }

    /// Appends an entry; there must be room. Returns its place.
    #[inline]
    fn push(&mut self, team: Team, entry: Queued) -> u16 {
        if usize::from(self.queues[team as usize].len) == MAX_ORDERS {
            self.close_gaps(team);
        }
        self.queues[team as usize].push(entry)
    }

    /// Moves a team's entries up, so that there is room behind them.
    #[cold]
    fn close_gaps(&mut self, team: Team) {
        let gappy = self.queues[team as usize];
        let queue = &mut self.queues[team as usize];
        queue.clear();
        for entry in gappy.entries() {
            let place = queue.push(entry);
            match entry {
                Queued::Action(slot) => self.actions.places[usize::from(slot)] = place,
                Queued::Goal(slot) => self.goals.places[usize::from(slot)] = place,
                Queued::Produce(_) => {}
            }
        }
    }

    pub(crate) fn hash(&self, key: &mut Key) {
        for queue in &self.queues {
            key.put(queue.count.into());
            for entry in queue.entries() {
                match entry {
                    Queued::Produce(kind) => key.put(kind as u64),
                    Queued::Goal(slot) => {
                        let goal = self.goal(slot);
                        key.put(
                            1 << 32 | u64::from(slot) << 16 | u64::from(goal.row) << 8 | u64::from(goal.col),
                        );
                    }
                    Queued::Action(slot) => self.action(slot).hash(slot, key),
                }
            }
        }
    }

    pub(crate) fn digest(&self, digest: &mut Digest) {
        for queue in &self.queues {
            digest.u16(queue.count);
            for entry in queue.entries() {
                match entry {
                    Queued::Produce(kind) => digest.bytes(&[0, kind as u8]),
                    Queued::Goal(slot) => digest.bytes(&[1, slot, self.goal(slot).row, self.goal(slot).col]),
                    Queued::Action(slot) => self.action(slot).digest(slot, digest),
                }
            }
        }
    }
}

impl Action {
    fn hash(self, slot: Slot, key: &mut Key) {
        let slot = u64::from(slot) << 24;
        match self {
            Self::AttackPlace(Place { cell, level }) => {
                key.put(2 << 32 | slot | u64::from(cell.row) << 16 | u64::from(cell.col) << 8 | level as u64);
            }
            Self::AttackUnit(target) => key.put(3 << 32 | slot | u64::from(target)),
            Self::Fix(target) => key.put(4 << 32 | slot | u64::from(target)),
            Self::Supply { to, amounts } => {
                key.put(5 << 32 | slot | u64::from(to));
                key.put(amounts.iter().fold(0, |all, amount| all << 16 | u64::from(*amount as u16)));
            }
        }
    }

    fn digest(self, slot: Slot, digest: &mut Digest) {
        match self {
            Self::AttackPlace(Place { cell, level }) => {
                digest.bytes(&[2, slot, cell.row, cell.col, level as u8])
            }
            Self::AttackUnit(target) => digest.bytes(&[3, slot, target]),
            Self::Fix(target) => digest.bytes(&[4, slot, target]),
            Self::Supply { to, amounts } => {
                digest.bytes(&[5, slot, to]);
                amounts.iter().for_each(|amount| digest.u16(*amount as u16));
            }
        }
    }
}

/// What elements wait to do, one thing each.
#[derive(Clone, Copy, Debug)]
struct Waiting<T> {
    pending: Slots,
    /// Where the entry is in the team's queue.
    places: [u16; MAX_ELEMENTS],
    wanted: [T; MAX_ELEMENTS],
}

impl<T: Copy> Waiting<T> {
    const fn none(filler: T) -> Self {
        Self { pending: Slots::NONE, places: [0; MAX_ELEMENTS], wanted: [filler; MAX_ELEMENTS] }
    }

    #[inline]
    fn place(&self, slot: Slot) -> Option<u16> {
        self.pending.has(slot).then_some(self.places[usize::from(slot)])
    }

    #[inline]
    fn set(&mut self, slot: Slot, wanted: T, place: u16) {
        self.pending.insert(slot);
        self.places[usize::from(slot)] = place;
        self.wanted[usize::from(slot)] = wanted;
    }

    fn remove(&mut self, slot: Slot) {
        self.pending.remove(slot);
    }
}

/// An entry as one number: what it is in the high byte, slot or kind in the low one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Packed(u16);

impl Packed {
    const GAP: Self = Self(u16::MAX);
    const ACTION: u16 = 0 << 8;
    const GOAL: u16 = 1 << 8;
    const PRODUCE: u16 = 2 << 8;

    #[inline]
    const fn new(entry: Queued) -> Self {
        Self(match entry {
            Queued::Action(slot) => Self::ACTION | slot as u16,
            Queued::Goal(slot) => Self::GOAL | slot as u16,
            Queued::Produce(kind) => Self::PRODUCE | kind as u16,
        })
    }

    /// The entry; none in a gap.
    #[inline]
    fn unpack(self) -> Option<Queued> {
        let low = self.0 as u8;
        match self.0 & 0xff00 {
            Self::ACTION => Some(Queued::Action(low)),
            Self::GOAL => Some(Queued::Goal(low)),
            Self::PRODUCE => Some(Queued::Produce(Kind::ALL[usize::from(low) % Kind::ALL.len()])),
            _ => None,
        }
    }
}

/// A list in order of acceptance. What is taken out leaves a gap, so that nothing moves.
#[derive(Clone, Copy, Debug)]
struct Queue {
    /// Entries and gaps.
    len: u16,
    /// Entries.
    count: u16,
    packed: [Packed; MAX_ORDERS],
}

impl Queue {
    const EMPTY: Self = Self { len: 0, count: 0, packed: [Packed::GAP; MAX_ORDERS] };

    #[inline]
    fn entries(&self) -> impl Iterator<Item = Queued> + Clone {
        self.packed[..usize::from(self.len)].iter().filter_map(|packed| packed.unpack())
    }

    #[inline]
    fn get(&self, place: u16) -> Option<Queued> {
        self.packed[usize::from(place)].unpack()
    }

    /// Appends an entry; there must be room. Returns its place.
    #[inline]
    fn push(&mut self, entry: Queued) -> u16 {
        let place = self.len;
        self.packed[usize::from(place)] = Packed::new(entry);
        self.len += 1;
        self.count += 1;
        place
    }

    #[inline]
    fn remove(&mut self, place: u16) {
        self.packed[usize::from(place)] = Packed::GAP;
        self.count -= 1;
    }

    #[inline]
    fn clear(&mut self) {
        (self.len, self.count) = (0, 0);
    }
}

/// A set of slots.
#[derive(Clone, Copy, Debug)]
struct Slots([u64; MAX_ELEMENTS / 64]);

impl Slots {
    const NONE: Self = Self([0; MAX_ELEMENTS / 64]);

    #[inline]
    fn has(&self, slot: Slot) -> bool {
        self.0[usize::from(slot / 64)] >> (slot % 64) & 1 != 0
    }

    #[inline]
    fn insert(&mut self, slot: Slot) {
        self.0[usize::from(slot / 64)] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: Slot) {
        self.0[usize::from(slot / 64)] &= !(1 << (slot % 64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use board::SplitMix64;

    const TEAM: Team = Team::Second;

    /// The same list, kept in the plainest way.
    #[derive(Default)]
    struct Plain(Vec<Queued>);

    impl Plain {
        fn replace(&mut self, entry: Queued) {
            self.0.retain(|other| *other != entry);
            self.0.push(entry);
        }

        fn cancel(&mut self, slot: Slot, skip_neighbours: bool) {
            let mut at = 0;
            while at < self.0.len() {
                if [Queued::Action(slot), Queued::Goal(slot)].contains(&self.0[at]) {
                    self.0.remove(at);
                    at += usize::from(skip_neighbours);
                } else {
                    at += 1;
                }
            }
        }
    }

    /// More orders than there are places: now and then gaps must be closed.
    #[test]
    fn orders_wait_in_order_of_acceptance() {
        for skip_neighbours in [false, true] {
            let (mut pending, mut plain) = (Pending::NONE, Plain::default());
            let mut random = SplitMix64::new(2015);
            for _ in 0..20 * MAX_ORDERS {
                let slot = random.below(24) as Slot;
                match random.below(100) {
                    0..50 => {
                        pending.head(TEAM, slot, Cell::new(slot, 0));
                        plain.replace(Queued::Goal(slot));
                    }
                    50..90 => {
                        pending.act(TEAM, slot, Action::Fix(slot));
                        plain.replace(Queued::Action(slot));
                    }
                    90 if !pending.is_full(TEAM) => {
                        pending.produce(TEAM, Kind::Cargo);
                        plain.0.push(Queued::Produce(Kind::Cargo));
                    }
                    _ => {
                        pending.cancel(TEAM, slot, skip_neighbours);
                        plain.cancel(slot, skip_neighbours);
                    }
                }
                assert_eq!(pending.of(TEAM).collect::<Vec<_>>(), plain.0);
            }
            pending.clear();
            assert_eq!(pending.of(TEAM).count(), 0);
        }
    }

    /// A list that is full takes no more, and is still carried out as it is.
    #[test]
    fn a_list_without_gaps_can_be_full() {
        let mut pending = Pending::NONE;
        (0..MAX_ORDERS).for_each(|_| pending.produce(TEAM, Kind::Carrier));
        assert!(pending.is_full(TEAM) && !pending.is_full(TEAM.other()));
        assert_eq!(pending.of(TEAM).count(), MAX_ORDERS);
    }
}
