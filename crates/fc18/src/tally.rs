//! The legal orders, counted so that many can be picked in one turn.

use crate::kinds::{Class, MAX_TOWERS, PLAYERS, Point, TOWER_RANGE};
use crate::land::NEIGHBOURS;
use crate::legal::{Actor, MAX_ACTORS};
use crate::map::MAX_SIDE;
use crate::order::Order;
use crate::roster::{Corps, CorpsId, MAX_CORPS, Slots};
use crate::state::State;
use board::Direction;
use core::ops::ControlFlow;
use game::Seat;

/// What a player may order, actor by actor, in the order in which legal orders are listed.
///
/// A step changes little of it: the choices of who went, and the steps of those beside the cells it left and entered; most other
/// orders change the choices of who carried them out. When somebody died, changed sides or was founded everything is counted anew.
#[derive(Clone, Debug)]
pub struct Tally {
    total: u32,
    len: usize,
    counts: [u8; MAX_ACTORS],
    choices: [Choices; MAX_ACTORS],
    /// The number of a corps among the actors, by slot.
    number: [u8; MAX_CORPS],
    sides: Sides,
    /// Foreign corps and towers.
    foes: Cells,
    /// Where there is room for one more fighter, one more engineer of the player.
    room: [Cells; 2],
}

/// What one actor may do.
#[derive(Clone, Copy, Debug)]
struct Choices {
    actor: Actor,
    at: Point,
    /// The directions it can go, as bits.
    steps: u8,
    /// The works it can do, as bits.
    works: u8,
    /// How many targets it has.
    targets: u8,
}

/// Whose everything is. While this does not change, an order concerns few actors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sides {
    corps: [Slots; PLAYERS],
    towers: [u8; PLAYERS],
}

const SEATS: [Seat; PLAYERS] = [Seat(0), Seat(1), Seat(2), Seat(3)];

impl Default for Tally {
    fn default() -> Self {
        let nothing =
            Choices { actor: Actor::Tower(0), at: Point::new(0, 0), steps: 0, works: 0, targets: 0 };
        Self {
            total: 0,
            len: 0,
            counts: [0; MAX_ACTORS],
            choices: [nothing; MAX_ACTORS],
            number: [0; MAX_CORPS],
            sides: Sides::default(),
            foes: Cells::NONE,
            room: [Cells::NONE; 2],
        }
    }
}

impl Tally {
    /// How many legal orders there are.
    #[inline]
    pub(crate) const fn total(&self) -> u32 {
        self.total
    }

    #[inline]
    fn set(&mut self, number: usize, choices: Choices) {
        let count = bits_set(choices.steps) + bits_set(choices.works) + choices.targets;
        self.total = self.total + u32::from(count) - u32::from(self.counts[number]);
        self.counts[number] = count;
        self.choices[number] = choices;
    }

    /// A tower has had its order.
    fn retire(&mut self, place: usize) {
        let towers = &self.choices[..self.len.min(usize::from(MAX_TOWERS))];
        if let Some(number) = towers.iter().position(|choices| choices.actor == Actor::Tower(place)) {
            self.set(number, Choices { works: 0, targets: 0, ..self.choices[number] });
        }
    }
}

impl<const SIDE: usize> State<SIDE> {
    /// Counts all legal orders.
    pub(crate) fn count_legal(&self, seat: Seat, tally: &mut Tally) {
        (tally.total, tally.len) = (0, 0);
        tally.sides = self.sides();
        self.survey(seat, tally);
        for actor in self.actors(seat) {
            let number = tally.len;
            tally.len += 1;
            tally.counts[number] = 0;
            if let Actor::Corps(slot) = actor {
                tally.number[slot] = number as u8;
            }
            tally.set(number, self.choices(actor, tally));
        }
    }

    /// Counts what an order may have changed.
    pub(crate) fn recount_legal(&self, seat: Seat, submitted: Order, tally: &mut Tally) {
        if self.may_order(seat).is_err() {
            (tally.total, tally.len) = (0, 0);
            return;
        }
        match submitted {
            Order::Move { corps, .. } => self.recount_after_step(seat, corps, tally),
            Order::Produce { tower, .. } => {
                let place = self.towers.find(tower).filter(|place| self.towers.is_spent(*place));
                place.into_iter().for_each(|place| tally.retire(place));
            }
            _ if self.sides() != tally.sides => self.count_legal(seat, tally),
            Order::Shoot { tower, .. } => {
                let place = self.towers.find(tower).filter(|place| self.towers.is_spent(*place));
                place.into_iter().for_each(|place| tally.retire(place));
            }
            Order::AttackCorps { corps, .. }
            | Order::AttackTower { corps, .. }
            | Order::Found { corps }
            | Order::Repair { corps }
            | Order::ChangeTerrain { corps, .. } => {
                if let Some(slot) = self.own_slot(seat, corps) {
                    let number = usize::from(tally.number[slot]);
                    tally.set(number, self.choices(Actor::Corps(slot), tally));
                }
            }
        }
    }

    #[inline]
    fn recount_after_step(&self, seat: Seat, corps: CorpsId, tally: &mut Tally) {
        let Some(slot) = self.own_slot(seat, corps) else { return };
        let number = usize::from(tally.number[slot]);
        let (left, entered) = (tally.choices[number].at, self.roster.get(slot).at);
        if left == entered {
            return;
        }
        let class = self.roster.get(slot).kind.class();
        // In towers there is always room.
        if self.towers.at(left).is_none() {
            tally.room[class as usize].insert(left);
            self.recount_steps_to(left, seat, class, tally);
        }
        if self.towers.at(entered).is_none() {
            tally.room[class as usize].remove(entered);
            self.recount_steps_to(entered, seat, class, tally);
        }
        tally.set(number, self.choices(Actor::Corps(slot), tally));
    }

    /// Looks again at the steps of those beside a cell.
    #[inline]
    fn recount_steps_to(&self, to: Point, seat: Seat, class: Class, tally: &mut Tally) {
        for way in NEIGHBOURS {
            let Some(from) = self.extent().offset(to, way) else { continue };
            for slot in self.roster.standing(from) {
                let corps = self.roster.get(slot);
                if corps.owner == seat && corps.kind.class() == class {
                    let number = usize::from(tally.number[slot]);
                    let steps = self.steps(corps, tally);
                    tally.set(number, Choices { steps, ..tally.choices[number] });
                }
            }
        }
    }

    #[inline]
    fn own_slot(&self, seat: Seat, id: CorpsId) -> Option<usize> {
        self.roster.find(id).filter(|slot| self.roster.get(*slot).owner == seat)
    }

    /// The order that `n` others precede.
    #[inline]
    pub(crate) fn nth_counted(&self, tally: &Tally, n: u32) -> Option<Order> {
        let mut rest = n;
        for (number, count) in tally.counts[..tally.len].iter().enumerate() {
            match rest.checked_sub(u32::from(*count)) {
                Some(less) => rest = less,
                None => return self.nth_choice(&tally.choices[number], rest as u8),
            }
        }
        None
    }

    #[inline]
    fn nth_choice(&self, choices: &Choices, n: u8) -> Option<Order> {
        let (steps, works) = (bits_set(choices.steps), bits_set(choices.works));
        if n < steps {
            let Actor::Corps(slot) = choices.actor else { return None };
            let direction = Direction::ALL[nth_bit(choices.steps, n) & 3];
            Some(Order::Move { corps: self.roster.get(slot).id, direction })
        } else if n < steps + works {
            Some(self.work(choices.actor, nth_bit(choices.works, n - steps)))
        } else {
            self.nth_target(choices.actor, n - steps - works)
        }
    }

    fn nth_target(&self, actor: Actor, mut n: u8) -> Option<Order> {
        let mut found = None;
        let _ = self.offer_targets(actor, &mut |judged, order| {
            if judged.is_err() {
                return ControlFlow::Continue(());
            }
            found = Some(order);
            match n.checked_sub(1) {
                Some(less) => n = less,
                None => return ControlFlow::Break(()),
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

    /// Marks who is where: the rule for entering a cell, for all cells at once.
    fn survey(&self, seat: Seat, tally: &mut Tally) {
        let (mut foes, mut taken) = (Cells::NONE, [Cells::NONE; 2]);
        for owner in SEATS {
            for corps in self.roster.of(owner).iter().map(|slot| self.roster.get(slot)) {
                if owner == seat {
                    taken[corps.kind.class() as usize].insert(corps.at);
                } else {
                    foes.insert(corps.at);
                }
            }
        }
        let mut own_towers = Cells::NONE;
        for tower in self.towers() {
            if tower.owner == seat { &mut own_towers } else { &mut foes }.insert(tower.at);
        }
        // Beyond the board nothing is affordable, whatever the margin says.
        for row in 0..usize::from(self.extent().height) + 2 {
            for (room, taken) in tally.room.iter_mut().zip(&taken) {
                room.0[row] = !(foes.0[row] | taken.0[row]) | own_towers.0[row];
            }
        }
        tally.foes = foes;
    }

    fn choices(&self, actor: Actor, tally: &Tally) -> Choices {
        match actor {
            Actor::Tower(place) => {
                let at = self.towers.get(place).at;
                let targets = self.count_targets(actor, at, TOWER_RANGE, tally);
                Choices { actor, at, steps: 0, works: self.possible_works(actor), targets }
            }
            Actor::Corps(slot) => self.choices_of_corps(slot, tally),
        }
    }

    #[inline]
    fn choices_of_corps(&self, slot: usize, tally: &Tally) -> Choices {
        let corps = self.roster.get(slot);
        let actor = Actor::Corps(slot);
        let mut choices =
            Choices { actor, at: corps.at, steps: self.steps(corps, tally), works: 0, targets: 0 };
        if corps.moves > 0 {
            if corps.kind.is_fighter() {
                choices.targets = self.count_targets(actor, corps.at, corps.kind.range(), tally);
            } else {
                choices.works = self.possible_works(actor);
            }
        }
        choices
    }

    /// The directions a corps can go, as bits.
    #[inline]
    fn steps(&self, corps: &Corps, tally: &Tally) -> u8 {
        let affordable = self.land.step_costs(corps.at).affordable(corps.moves);
        if affordable == 0 {
            return 0;
        }
        let possible = affordable & tally.room[corps.kind.class() as usize].around(corps.at);
        let steps = (possible >> 3 & 1 | possible >> 6 & 2 | possible >> 9 & 4 | possible >> 12 & 8) as u8;
        match self.rules.legacy_directions {
            false => steps,
            true => steps & 0b1100 | (steps & 1) << 1 | (steps & 2) >> 1,
        }
    }

    fn possible_works(&self, actor: Actor) -> u8 {
        let (mut works, mut bit) = (0, 1 << self.works(actor).start);
        let _ = self.offer_works(actor, &mut |judged, _| {
            works |= if judged.is_ok() { bit } else { 0 };
            bit <<= 1;
            ControlFlow::Continue(())
        });
        works
    }

    #[inline]
    fn count_targets(&self, actor: Actor, at: Point, range: u32, tally: &Tally) -> u8 {
        if !tally.foes.is_any_near(at, range) {
            return 0;
        }
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
    const fn insert(&mut self, at: Point) {
        self.0[at.y as usize + 1] |= 2 << at.x;
    }

    #[inline]
    const fn remove(&mut self, at: Point) {
        self.0[at.y as usize + 1] &= !(2 << at.x);
    }

    /// Which of the four neighbours are in the set, as bits 3, 7, 11 and 15 in the order of [`NEIGHBOURS`].
    #[inline]
    const fn around(&self, at: Point) -> u16 {
        let (x, y) = (at.x as u32, at.y as usize);
        let (next, before, own) = (self.0[y + 2] >> x >> 1, self.0[y] >> x >> 1, self.0[y + 1] >> x);
        ((next & 1) << 3 | (before & 1) << 7 | (own & 1) << 11 | (own >> 2 & 1) << 15) as u16
    }

    /// Whether a cell of the set is this near or nearer.
    #[inline]
    fn is_any_near(&self, at: Point, range: u32) -> bool {
        let (x, y, range) = (u32::from(at.x), usize::from(at.y) + 1, range as usize);
        let columns = ((2u64 << (2 * range)) - 1) << (x + 1) >> range;
        let rows = y.saturating_sub(range)..(y + range + 1).min(self.0.len());
        self.0[rows].iter().fold(0, |any, row| any | row & columns) != 0
    }
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

/// The place of the set bit that `n` others precede.
#[inline]
const fn nth_bit(mut bits: u8, n: u8) -> usize {
    let mut passed = 0;
    while passed < n {
        bits &= bits.wrapping_sub(1);
        passed += 1;
    }
    bits.trailing_zeros() as usize
}
