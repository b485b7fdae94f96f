//! What a player can ask for, why it may be refused, and what waits for settlement.

use crate::kinds::{Kind, Team};
use crate::place::Place;
use crate::state::{MAX_ELEMENTS, Slot};
use board::{Cell, Digest};
use core::fmt;

/// An order. Elements are named by their indices; numbers are whatever the player wrote.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they are")]
pub enum Order {
    /// Fire at a place, whoever is there or nobody.
    AttackPos { unit: i32, x: i32, y: i32, z: i32 },
    /// Fire at an element.
    AttackUnit { unit: i32, target: i32 },
    /// Go to a cell, over as many rounds as it takes. `z` means nothing.
    ChangeDest { unit: i32, x: i32, y: i32, z: i32 },
    /// Repair an element with the base's metal.
    Fix { unit: i32, target: i32 },
    /// Start to build a unit; `kind` is its type number.
    Produce { kind: i32 },
    /// Hand over stores.
    Supply { unit: i32, target: i32, amounts: Amounts },
    /// Drop what was ordered for this unit in this round.
    Cancel { unit: i32 },
}

/// How much fuel, ammunition and metal to hand over: negative means as much as possible, none what is usual
/// between the two kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Amounts {
    pub fuel: Option<i32>,
    pub ammo: Option<i32>,
    pub metal: Option<i32>,
}

impl Amounts {
    /// Exactly these.
    #[must_use]
    pub const fn these([fuel, ammo, metal]: [i32; 3]) -> Self {
        Self { fuel: Some(fuel), ammo: Some(ammo), metal: Some(metal) }
    }

    /// The three amounts between a giver and a receiver of these kinds.
    #[must_use]
    pub fn between(self, giver: Kind, receiver: Kind) -> [i32; 3] {
        let usual_metal = match giver {
            Kind::Fort => -1,
            Kind::Cargo if receiver.is_building() => -1,
            _ => 0,
        };
        [self.fuel.unwrap_or(-1), self.ammo.unwrap_or(-1), self.metal.unwrap_or(usual_metal)]
    }
}

impl Order {
    /// The element that is to act; none for `Produce`.
    #[must_use]
    pub const fn unit(self) -> Option<i32> {
        match self {
            Self::AttackPos { unit, .. }
            | Self::AttackUnit { unit, .. }
            | Self::ChangeDest { unit, .. }
            | Self::Fix { unit, .. }
            | Self::Supply { unit, .. }
            | Self::Cancel { unit } => Some(unit),
            Self::Produce { .. } => None,
        }
    }

    /// The element it is to be done to.
    #[must_use]
    pub const fn target(self) -> Option<i32> {
        match self {
            Self::AttackUnit { target, .. } | Self::Fix { target, .. } | Self::Supply { target, .. } => {
                Some(target)
            }
            _ => None,
        }
    }

    /// Reads an order as it stands on the old wire, without the comma: two letters, then integers with one blank
    /// between them. Places and amounts beyond 32 bits count as the largest; an index beyond them is nobody's.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.split_at_checked(2)?;
        Some(match name {
            "ap" => {
                let [unit, x, y, z] = integers(rest)?;
                Self::AttackPos { unit: index(unit), x: cut(x), y: cut(y), z: cut(z) }
            }
            "au" => {
                let [unit, target] = integers(rest)?;
                Self::AttackUnit { unit: index(unit), target: index(target) }
            }
            "cd" => {
                let [unit, x, y, z] = integers(rest)?;
                Self::ChangeDest { unit: index(unit), x: cut(x), y: cut(y), z: cut(z) }
            }
            "fx" => {
                let [unit, target] = integers(rest)?;
                Self::Fix { unit: index(unit), target: index(target) }
            }
            "pd" => {
                let [kind] = integers(rest)?;
                Self::Produce { kind: cut(kind) }
            }
            "sp" => {
                let [unit, target, fuel, ammo, metal] = integers(rest)?;
                Self::Supply {
                    unit: index(unit),
                    target: index(target),
                    amounts: Amounts::these([cut(fuel), cut(ammo), cut(metal)]),
                }
            }
            "cc" => {
                let [unit] = integers(rest)?;
                Self::Cancel { unit: index(unit) }
            }
            _ => return None,
        })
    }
}

/// Exactly `N` integers with one blank between them.
fn integers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let mut numbers = [0; N];
    let mut words = text.split(' ');
    for number in &mut numbers {
        *number = integer(words.next()?)?;
    }
    words.next().is_none().then_some(numbers)
}

/// An integer of any length; beyond 64 bits it counts as the largest.
fn integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if digits.len() == word.len() { i64::MAX } else { i64::MIN };
    Some(word.parse().unwrap_or(beyond))
}

/// An element's index; what is beyond 32 bits becomes one that no element has.
fn index(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(-1)
}

/// A place or an amount; what is beyond 32 bits becomes the largest.
fn cut(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// As on the old wire, without the comma. There amounts cannot be left out: they show as all that is possible.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AttackPos { unit, x, y, z } => write!(f, "ap{unit} {x} {y} {z}"),
            Self::AttackUnit { unit, target } => write!(f, "au{unit} {target}"),
            Self::ChangeDest { unit, x, y, z } => write!(f, "cd{unit} {x} {y} {z}"),
            Self::Fix { unit, target } => write!(f, "fx{unit} {target}"),
            Self::Produce { kind } => write!(f, "pd{kind}"),
            Self::Supply { unit, target, amounts } => {
                let [fuel, ammo, metal] = amounts.between(Kind::Fort, Kind::Fort);
                write!(f, "sp{unit} {target} {fuel} {ammo} {metal}")
            }
            Self::Cancel { unit } => write!(f, "cc{unit}"),
        }
    }
}

/// Why an order is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentences below say it")]
pub enum Refusal {
    TooManyOrders,
    NotYours { unit: i32 },
    CannotAttack { kind: Kind },
    OffTheMap { x: i32, y: i32, z: i32 },
    CannotAimUnderWater { kind: Kind },
    OutOfRange { distance: i32, range: i32 },
    NotEnoughAmmo { has: i16, needs: i16 },
    NoSuchTarget { target: i32 },
    TargetIsResource { kind: Kind },
    TargetIsOwn { target: i32 },
    TargetIsNotOwn { target: i32 },
    CannotSupply { kind: Kind },
    CargoCannotSupplyPlanes,
    CannotFix { kind: Kind },
    BaseCannotBeFixed,
    PlaneMustBeAbove { distance: i32 },
    MustBeBeside { distance: i32 },
    CannotMove { kind: Kind },
    CannotProduce { number: i32 },
    NotEnoughMetal { has: i16, needs: i16 },
    ProductionFull,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyOrders => write!(f, "more than {MAX_ORDERS} orders in one turn are not read"),
            Self::NotYours { unit } => write!(f, "{unit} is not yours"),
            Self::CannotAttack { kind } => write!(f, "a {kind} cannot attack"),
            Self::OffTheMap { x, y, z } => write!(f, "({x}, {y}, {z}) is not on the map"),
            Self::CannotAimUnderWater { kind } => write!(f, "a {kind} cannot aim under water"),
            Self::OutOfRange { distance, range } => {
                write!(f, "out of range: distance {distance}, range {range}")
            }
            Self::NotEnoughAmmo { has, needs } => write!(f, "not enough ammunition: {has} of {needs}"),
            Self::NoSuchTarget { target } => write!(f, "there is no element {target}"),
            Self::TargetIsResource { kind } => write!(f, "the target is a {kind}"),
            Self::TargetIsOwn { target } => write!(f, "{target} is your own"),
            Self::TargetIsNotOwn { target } => write!(f, "{target} is not your own"),
            Self::CannotSupply { kind } => write!(f, "a {kind} cannot supply others"),
            Self::CargoCannotSupplyPlanes => f.write_str("a cargo cannot supply planes"),
            Self::CannotFix { kind } => write!(f, "a {kind} cannot fix others: only a base can"),
            Self::BaseCannotBeFixed => f.write_str("a base cannot be repaired"),
            Self::PlaneMustBeAbove { distance } => {
                write!(f, "too far away: distance {distance}, a plane must be straight above (0)")
            }
            Self::MustBeBeside { distance } => {
                write!(f, "too far away: distance {distance}, at most 1 is possible")
            }
            Self::CannotMove { kind } => write!(f, "a {kind} cannot move"),
            Self::CannotProduce { number } => {
                write!(f, "nothing of type {number} can be produced: units are 4 to 9")
            }
            Self::NotEnoughMetal { has, needs } => write!(f, "not enough metal: {has} of {needs}"),
            Self::ProductionFull => {
                write!(f, "the production list is full: it holds {} entries", crate::state::MAX_PRODUCTION)
            }
        }
    }
}

/// The most orders that are read from a seat in one turn.
pub const MAX_ORDERS: usize = 512;

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
    actions: [Action; MAX_ELEMENTS],
    goals: [Cell; MAX_ELEMENTS],
    acting: Slots,
    heading: Slots,
}

impl Pending {
    pub(crate) const NONE: Self = Self {
        queues: [Queue::EMPTY; 2],
        actions: [Action::Fix(0); MAX_ELEMENTS],
        goals: [Cell::new(0, 0); MAX_ELEMENTS],
        acting: Slots::NONE,
        heading: Slots::NONE,
    };

    /// A team's orders in order of acceptance.
    #[inline]
    pub(crate) fn of(&self, team: Team) -> impl Iterator<Item = Queued> + Clone {
        self.queues[team as usize].entries().iter().map(|entry| entry.unpack())
    }

    #[inline]
    pub(crate) fn action(&self, slot: Slot) -> Action {
        self.actions[usize::from(slot)]
    }

    /// The goal as clamped: at most one past the edge.
    #[inline]
    pub(crate) fn goal(&self, slot: Slot) -> Cell {
        self.goals[usize::from(slot)]
    }

    pub(crate) fn is_full(&self, team: Team) -> bool {
        usize::from(self.queues[team as usize].len) == MAX_ORDERS
    }

    /// Takes an action; it replaces the element's earlier one.
    pub(crate) fn act(&mut self, team: Team, slot: Slot, action: Action) {
        let queue = &mut self.queues[team as usize];
        if self.acting.has(slot) {
            queue.remove(Queued::Action(slot));
        }
        queue.push(Queued::Action(slot));
        self.acting.insert(slot);
        self.actions[usize::from(slot)] = action;
    }

    /// Takes a goal; it replaces the unit's earlier one.
    pub(crate) fn head(&mut self, team: Team, slot: Slot, goal: Cell) {
        let queue = &mut self.queues[team as usize];
        if self.heading.has(slot) {
            queue.remove(Queued::Goal(slot));
        }
        queue.push(Queued::Goal(slot));
        self.heading.insert(slot);
        self.goals[usize::from(slot)] = goal;
    }

    pub(crate) fn produce(&mut self, team: Team, kind: Kind) {
        self.queues[team as usize].push(Queued::Produce(kind));
    }

    /// Drops the element's action and goal.
    ///
    /// With `skip_neighbours` the list is walked while entries are deleted, so that the entry after a deleted one is not looked at.
    pub(crate) fn cancel(&mut self, team: Team, slot: Slot, skip_neighbours: bool) {
        let queue = &mut self.queues[team as usize];
        let mut at = 0;
        while at < queue.entries().len() {
            match queue.entries()[at].unpack() {
                Queued::Action(other) if other == slot => self.acting.remove(slot),
                Queued::Goal(other) if other == slot => self.heading.remove(slot),
                _ => {
                    at += 1;
                    continue;
                }
            }
            queue.remove_at(at);
            at += usize::from(skip_neighbours);
        }
    }

    /// Forgets everything.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.queues.iter_mut().for_each(|queue| queue.len = 0);
        self.acting = Slots::NONE;
        self.heading = Slots::NONE;
    }

    pub(crate) fn digest(&self, digest: &mut Digest) {
        for queue in &self.queues {
            digest.u16(queue.len);
            for entry in queue.entries() {
                match entry.unpack() {
                    Queued::Produce(kind) => digest.bytes(&[0, kind as u8]),
                    Queued::Goal(slot) => digest.bytes(&[1, slot, self.goal(slot).row, self.goal(slot).col]),
                    Queued::Action(slot) => self.action(slot).digest(slot, digest),
                }
            }
        }
    }
}

impl Action {
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

/// An entry as one number, so that looking for it is one comparison each: what it is in the high byte, slot or kind in the low one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Packed(u16);

impl Packed {
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

    #[inline]
    fn unpack(self) -> Queued {
        let low = self.0 as u8;
        match self.0 & 0xff00 {
            Self::ACTION => Queued::Action(low),
            Self::GOAL => Queued::Goal(low),
            _ => Queued::Produce(Kind::ALL[usize::from(low) % Kind::ALL.len()]),
        }
    }
}

/// A list in order of acceptance.
#[derive(Clone, Copy, Debug)]
struct Queue {
    len: u16,
    entries: [Packed; MAX_ORDERS],
}

impl Queue {
    const EMPTY: Self = Self { len: 0, entries: [Packed(0); MAX_ORDERS] };

    #[inline]
    fn entries(&self) -> &[Packed] {
        &self.entries[..usize::from(self.len)]
    }

    #[inline]
    fn push(&mut self, entry: Queued) {
        self.entries[usize::from(self.len)] = Packed::new(entry);
        self.len += 1;
    }

    /// Takes an entry out, wherever it is.
    #[inline]
    fn remove(&mut self, entry: Queued) {
        let wanted = Packed::new(entry);
        if let Some(at) = self.entries().iter().position(|entry| *entry == wanted) {
            self.remove_at(at);
        }
    }

    #[inline]
    fn remove_at(&mut self, at: usize) {
        self.entries.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
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
    use alloc::string::ToString;

    #[test]
    fn orders_read_as_they_are_written() {
        for text in ["ap1 2 3 0", "au10 20", "cd7 -1 99 2", "fx1 2", "pd4", "sp1 2 -1 0 50", "cc9"] {
            assert_eq!(Order::parse(text).map(|order| order.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Order::parse("cc99999999999"), Some(Order::Cancel { unit: -1 }));
        let far = Order::ChangeDest { unit: i32::MAX, x: i32::MAX, y: i32::MIN, z: 0 };
        assert_eq!(Order::parse("cd2147483647 2147483648 -99999999999999999999 0"), Some(far));
        for text in [
            "", "c", "cc", "cc ", "cc 1", "cc1 ", "cc1 2", "au1  2", "au1", "xx1", "cc+1", "cc1.0", "é1",
            "cc--1",
        ] {
            assert_eq!(Order::parse(text), None, "{text}");
        }
    }
}
