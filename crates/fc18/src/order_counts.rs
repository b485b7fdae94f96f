//! The legal orders, numbered so that many can be drawn in one turn.

use crate::kinds::{Class, CorpsKind, PLAYERS, TOWER_RANGE, Task};
use crate::legal::{Actor, MAX_ACTORS};
use crate::map::MAX_SIDE;
use crate::order::Order;
use crate::roster::{Corps, CorpsId, MAX_CORPS, Slots};
use crate::state::State;
use crate::towers::{MAX_STANDING, TowerId};
use board::{Cell, Direction};
use core::ops::ControlFlow;
use game::Seat;

/// What a player may order, actor by actor, in the order in which legal orders are listed.
///
/// Steps onto cells that the player's own corps may have taken are counted, too: whoever draws one
/// finds out, and draws again. So an order changes the choices of who carried it out and nobody
/// else's, unless somebody died, changed sides or was founded: then everything is counted anew.
#[derive(Clone, Debug)]
pub struct OrderCounts {
    /// How many orders precede those of each actor; behind the last actor, how many there are.
    before: [i16; LANES],
    len: usize,
    choices: [Choices; MAX_ACTORS],
    /// The number of a corps among the actors, by slot.
    corps_numbers: [u8; MAX_CORPS],
    /// The number of a tower among the actors, by place, if it is one of them.
    tower_numbers: [u8; MAX_STANDING],
    sides: Sides,
    /// What each of the player's towers can produce, as bits.
    tasks: u8,
    /// Cells that have a foreign corps or tower at this distance or nearer.
    near_foes: [Cells; 3],
}

/// A place for every actor and at least one behind the last, in whole vectors.
const LANES: usize = (MAX_ACTORS + 1).next_multiple_of(8);

/// From place `LANES - 1 - number` on: 0 for every actor up to this number, all bits for those
/// behind it.
const BEHIND: [i16; 2 * LANES] = {
    let mut bits = [0; 2 * LANES];
    let mut place = LANES;
    while place < bits.len() {
        bits[place] = -1;
        place += 1;
    }
    bits
};

/// What one actor may do.
#[derive(Clone, Copy, Debug)]
struct Choices {
    actor: Actor,
    /// The directions it can go if no corps of the same player is in the way, as bits.
    steps: u8,
    /// The works it can do, as bits.
    works: u8,
    /// How many targets it has.
    targets: u8,
}

impl Choices {
    const NONE: Self = Self { actor: Actor::Tower(0), steps: 0, works: 0, targets: 0 };

    #[inline]
    fn count(&self) -> i16 {
        i16::from(bits_set(self.steps) + bits_set(self.works) + self.targets)
    }
}

/// Whose everything is. While this does not change, an order concerns few actors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sides {
    corps: [Slots; PLAYERS],
    towers: [u8; PLAYERS],
}

const CLASSES: [Class; 2] = [Class::Fighter, Class::Engineer];
const SEATS: [Seat; PLAYERS] = [Seat(0), Seat(1), Seat(2), Seat(3)];

impl Default for OrderCounts {
    fn default() -> Self {
        Self {
            before: [0; LANES],
            len: 0,
            choices: [Choices::NONE; MAX_ACTORS],
            corps_numbers: [0; MAX_CORPS],
            tower_numbers: [0; MAX_STANDING],
            sides: Sides::default(),
            tasks: 0,
            near_foes: [Cells::NONE; 3],
        }
    }
}

impl OrderCounts {
    /// How many numbers there are: one for each legal order and each step onto a taken cell.
    #[inline]
    pub(crate) const fn total(&self) -> u32 {
        self.before[LANES - 1] as u32
    }

    fn clear(&mut self) {
        (self.before, self.len) = ([0; LANES], 0);
    }

    /// Adds an actor behind all others.
    #[inline]
    fn push(&mut self, choices: Choices) {
        let number = self.len;
        self.len += 1;
        match choices.actor {
            Actor::Tower(place) => self.tower_numbers[usize::from(place)] = number as u8,
            Actor::Corps(slot) => self.corps_numbers[usize::from(slot)] = number as u8,
        }
        self.choices[number] = choices;
        self.before[number + 1] = self.before[number] + choices.count();
    }

    /// To be called when all actors are there.
    fn close(&mut self) {
        let total = self.before[self.len];
        self.before[self.len..].fill(total);
    }

    #[inline]
    fn set(&mut self, number: usize, choices: Choices) {
        let more = choices.count() - (self.before[number + 1] - self.before[number]);
        self.choices[number] = choices;
        self.shift(number, more);
    }

    /// The actor of this number has more orders than before, or less: all behind it are preceded by
    /// as many.
    #[inline(always)]
    fn shift(&mut self, number: usize, more: i16) {
        let behind = &BEHIND[LANES - 1 - number..][..LANES];
        self.before.iter_mut().zip(behind).for_each(|(before, is_behind)| *before += more & is_behind);
    }

    /// The actor of the order that `n` others precede, with the number of the order among those of
    /// the actor.
    #[inline(always)]
    fn find(&self, n: u32) -> Option<(&Choices, u8)> {
        if n >= self.total() {
            return None;
        }
        let n = n as i16;
        let following: i16 = self.before.iter().map(|before| i16::from(*before > n)).sum();
        let number = (LANES - 1).checked_sub(following as usize)?;
        Some((self.choices.get(number)?, (n - self.before[number]) as u8))
    }

    /// A tower has had its order.
    fn retire(&mut self, place: usize) {
        let number = usize::from(self.tower_numbers[place]);
        let known = self.choices[..self.len].get(number);
        if let Some(choices) = known.filter(|choices| choices.actor == Actor::Tower(place as u8)) {
            self.set(number, Choices { works: 0, targets: 0, ..*choices });
        }
    }
}

impl<const SIDE: usize> State<SIDE> {
    /// Counts the legal orders and the steps onto taken cells.
    pub(crate) fn count_legal(&self, seat: Seat, counts: &mut OrderCounts) {
        counts.clear();
        counts.sides = self.sides();
        self.survey(seat, counts);
        let (towers, corps) = self.actors(seat);
        towers.iter().for_each(|place| counts.push(self.choices_of_tower(place as u8, counts)));
        corps.iter().for_each(|slot| counts.push(self.choices_of_corps(*slot, counts)));
        counts.close();
    }

    /// Counts what an order may have changed.
    pub(crate) fn recount_legal(&self, seat: Seat, submitted: Order, counts: &mut OrderCounts) {
        if self.may_order(seat).is_err() {
            counts.clear();
            return;
        }
        match submitted {
            Order::Move { corps, .. } => self.recount_corps(seat, corps, counts),
            Order::Produce { tower, .. } => self.recount_after_work(tower, counts),
            _ if self.sides() != counts.sides => self.count_legal(seat, counts),
            Order::Shoot { tower, .. } => self.recount_after_work(tower, counts),
            Order::AttackCorps { corps, .. }
            | Order::AttackTower { corps, .. }
            | Order::Found { corps }
            | Order::Repair { corps }
            | Order::ChangeTerrain { corps, .. } => self.recount_corps(seat, corps, counts),
        }
    }

    #[inline]
    fn recount_after_work(&self, tower: TowerId, counts: &mut OrderCounts) {
        if let Some(place) = self.towers.find(tower).filter(|place| self.towers.is_spent(*place)) {
            counts.retire(place);
        }
    }

    #[inline]
    fn recount_corps(&self, seat: Seat, corps: CorpsId, counts: &mut OrderCounts) {
        if let Some(slot) = self.own_slot(seat, corps) {
            let number = usize::from(counts.corps_numbers[slot]);
            counts.set(number, self.choices_of_corps(slot as u8, counts));
        }
    }

    #[inline]
    fn own_slot(&self, seat: Seat, id: CorpsId) -> Option<usize> {
        self.roster.find(id).filter(|slot| self.roster.get(*slot).owner == seat)
    }

    /// Leaves out the steps onto taken cells: the numbers are then those of the list of legal
    /// orders.
    pub(crate) fn leave_out_taken(&self, seat: Seat, counts: &mut OrderCounts) {
        let taken = CLASSES.map(|class| self.taken_by(seat, class));
        let mut before = 0;
        for number in 0..counts.len {
            let choices = &mut counts.choices[number];
            if let Actor::Corps(slot) = choices.actor {
                let corps = self.roster.get(slot.into());
                let around = taken[corps.kind.class() as usize].around(corps.at);
                choices.steps &= !self.by_direction(around);
            }
            counts.before[number] = before;
            before += choices.count();
        }
        counts.before[counts.len..].fill(before);
    }

    /// Where a player's fighters or engineers leave no room for another: their towers have room for
    /// all.
    fn taken_by(&self, seat: Seat, class: Class) -> Cells {
        let mut taken = Cells::NONE;
        for (row, open) in taken.0[1..].iter_mut().zip(self.roster.open(seat, class)) {
            *row = u64::from(*open) << 1;
        }
        self.towers().iter().filter(|tower| tower.owner == seat).for_each(|tower| taken.remove(tower.at));
        taken
    }

    /// The order of this number; none if it is a step onto a taken cell.
    #[inline]
    pub(crate) fn nth_counted(&self, counts: &OrderCounts, n: u32) -> Option<Order> {
        let (choices, n) = counts.find(n)?;
        self.nth_choice(choices, n)
    }

    #[inline]
    fn nth_choice(&self, choices: &Choices, n: u8) -> Option<Order> {
        let (steps, works) = (bits_set(choices.steps), bits_set(choices.works));
        if n < steps {
            let Actor::Corps(slot) = choices.actor else { return None };
            let direction = Direction::ALL[nth_bit(choices.steps, n) & 3];
            self.check_move(slot.into(), direction).ok()?;
            Some(Order::Move { corps: self.roster.get(slot.into()).id, direction })
        } else if n < steps + works {
            Some(self.work(choices.actor, nth_bit(choices.works, n - steps)))
        } else {
            self.nth_target(choices.actor, n - steps - works)
        }
    }

    fn nth_target(&self, actor: Actor, mut n: u8) -> Option<Order> {
        let mut found = None;
        let _ = self.offer_targets(actor, &mut |judged, order| {
            match (judged, n.checked_sub(1)) {
                (Err(_), _) => {}
                (Ok(_), Some(less)) => n = less,
                (Ok(_), None) => {
                    found = Some(order);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        found
    }

    #[inline]
    fn sides(&self) -> Sides {
        Sides {
            corps: SEATS.map(|seat| self.roster.of(seat)),
            towers: SEATS.map(|seat| self.towers.count(seat)),
        }
    }

    /// Marks where the others are, and what towers can do.
    fn survey(&self, seat: Seat, counts: &mut OrderCounts) {
        counts.tasks = self.possible_tasks(seat);
        let [foes, beside, within_two] = &mut counts.near_foes;
        *foes = Cells::NONE;
        for tower in self.towers().iter().filter(|tower| tower.owner != seat) {
            foes.insert(tower.at);
        }
        let height = usize::from(self.size().rows);
        for (row, corps) in foes.0[1..].iter_mut().zip(self.foreign_corps(seat)) {
            *row |= u64::from(corps) << 1;
        }
        beside.grow_from(foes, height);
        within_two.grow_from(beside, height);
    }

    /// Where corps of the other players stand outside towers, row by row, one bit a column.
    pub(crate) fn foreign_corps(&self, seat: Seat) -> [u32; SIDE] {
        let mut rows = [0; SIDE];
        for other in SEATS.into_iter().filter(|other| *other != seat) {
            for class in CLASSES {
                rows.iter_mut().zip(self.roster.open(other, class)).for_each(|(row, open)| *row |= open);
            }
        }
        rows
    }

    /// What the player's towers can produce, as bits.
    pub(crate) fn possible_tasks(&self, seat: Seat) -> u8 {
        let [fighters, engineers] = CLASSES.map(|class| self.has_room(seat, class));
        let possible = |task: &Task| match task.corps().map(CorpsKind::class) {
            Some(Class::Fighter) => fighters,
            Some(Class::Engineer) => engineers,
            None => true,
        };
        Task::ALL.iter().rev().fold(0, |tasks, task| tasks << 1 | u8::from(possible(task)))
    }

    #[inline]
    fn choices_of_tower(&self, place: u8, counts: &OrderCounts) -> Choices {
        let actor = Actor::Tower(place);
        let near = counts.near_foes[TOWER_RANGE as usize].has(self.towers.get(place.into()).at);
        let targets = if near { self.count_targets(actor) } else { 0 };
        Choices { actor, steps: 0, works: counts.tasks, targets }
    }

    #[inline(always)]
    fn choices_of_corps(&self, slot: u8, counts: &OrderCounts) -> Choices {
        let corps = self.roster.get(slot.into());
        let actor = Actor::Corps(slot);
        let steps = self.steps(corps, counts);
        let rested = corps.moves > 0;
        let works = if rested & !corps.kind.is_fighter() { self.possible_works(slot.into()) } else { 0 };
        let near = rested & counts.near_foes[corps.kind.range() as usize].has(corps.at);
        let targets = if near { self.count_targets(actor) } else { 0 };
        Choices { actor, steps, works, targets }
    }

    /// The directions a corps can go if no corps of the same player is in the way, as bits.
    #[inline]
    fn steps(&self, corps: &Corps, counts: &OrderCounts) -> u8 {
        let affordable = self.land.step_costs(corps.at).affordable(corps.moves);
        self.by_direction(affordable & !counts.near_foes[0].around(corps.at))
    }

    /// Bits in the order of [`NEIGHBOURS`](crate::land::NEIGHBOURS) as bits in the order of the
    /// directions.
    #[inline]
    pub(crate) const fn by_direction(&self, steps: u8) -> u8 {
        match self.rules.legacy_directions {
            false => steps,
            true => steps & 0b1100 | (steps & 1) << 1 | (steps & 2) >> 1,
        }
    }

    fn count_targets(&self, actor: Actor) -> u8 {
        let mut targets = 0;
        let _ = self.offer_targets(actor, &mut |judged, _| {
            targets += u8::from(judged.is_ok());
            ControlFlow::Continue(())
        });
        targets
    }
}

/// A set of cells, one bit a column; with a margin, so that neighbours need no check.
#[derive(Clone, Copy, Debug)]
struct Cells([u64; MAX_SIDE as usize + 2]);

impl Cells {
    const NONE: Self = Self([0; MAX_SIDE as usize + 2]);

    #[inline]
    const fn insert(&mut self, at: Cell) {
        self.0[row(at) + 1] |= 2 << at.col;
    }

    #[inline]
    const fn remove(&mut self, at: Cell) {
        self.0[row(at) + 1] &= !(2 << at.col);
    }

    /// Which of the four neighbours are in the set, as bits in the order of [`NEIGHBOURS`].
    #[inline]
    const fn around(&self, at: Cell) -> u8 {
        let (x, y) = (at.col as u32, row(at));
        let (next, before, own) = (self.0[y + 2] >> x, self.0[y] >> x, self.0[y + 1] >> x);
        (next >> 1 & 1 | before & 2 | (own & 1) << 2 | (own & 4) << 1) as u8
    }

    #[inline]
    const fn has(&self, at: Cell) -> bool {
        self.0[row(at) + 1] >> at.col & 2 != 0
    }

    /// Becomes another set with all cells around it, on a board of this height.
    #[inline]
    fn grow_from(&mut self, other: &Self, height: usize) {
        for row in 1..=height {
            let rows = other.0[row - 1] | other.0[row] | other.0[row + 1];
            self.0[row] = rows << 1 | rows | rows >> 1;
        }
    }
}

/// The row of a cell, cut to what there is room for, so that no look-up can fail.
#[inline]
const fn row(at: Cell) -> usize {
    (at.row % MAX_SIDE) as usize
}

/// How many of six bits are set.
#[inline]
fn bits_set(bits: u8) -> u8 {
    SET_BITS[usize::from(bits & 63)]
}

/// How many bits are set, for six bits: counting them is slow on old processors.
const SET_BITS: [u8; 64] = {
    let mut counts = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        counts[bits] = (bits as u8).count_ones() as u8;
        bits += 1;
    }
    counts
};

/// The place of the set bit of six that `n` others precede.
#[inline]
fn nth_bit(bits: u8, n: u8) -> usize {
    NTH_BITS[usize::from(bits & 63)][usize::from(n & 7)].into()
}

/// The places of the set bits, for six bits: which is drawn cannot be foreseen, so this is a
/// look-up and no loop.
const NTH_BITS: [[u8; 8]; 64] = {
    let mut places = [[0; 8]; 64];
    let mut bits = 0;
    while bits < 64 {
        let (mut rest, mut n) = (bits as u8, 0);
        while rest != 0 {
            places[bits][n] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            n += 1;
        }
        bits += 1;
    }
    places
};
