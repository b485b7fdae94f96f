//! The legal orders, counted so that many can be picked in one turn.

use crate::kinds::{MAX_TOWERS, PLAYERS, Point, TOWER_RANGE, Terrain};
use crate::legal::{Actor, MAX_ACTORS};
use crate::map::MAX_SIDE;
use crate::order::Order;
use crate::roster::{MAX_CORPS, Slots};
use crate::state::State;
use board::Direction;
use core::ops::ControlFlow;
use game::Seat;

/// What a player may order, actor by actor, in the order in which legal orders are listed.
///
/// An order changes little of it: the choices of who carried it out, and the steps of those beside the cells it left and entered.
/// When somebody died, changed sides or was founded everything is counted anew.
#[derive(Clone, Debug)]
pub struct Tally {
    total: u32,
    len: usize,
    counts: [u8; MAX_ACTORS],
    choices: [Choices; MAX_ACTORS],
    /// The number of a corps among the actors, by slot.
    number: [u8; MAX_CORPS],
    sides: Sides,
    /// The cells of foreign corps and towers, one bit a column.
    foes: [u32; MAX_SIDE as usize],
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
            foes: [0; MAX_SIDE as usize],
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
        let count =
            SET_BITS[usize::from(choices.steps)] + SET_BITS[usize::from(choices.works)] + choices.targets;
        self.total = self.total + u32::from(count) - u32::from(self.counts[number]);
        self.counts[number] = count;
        self.choices[number] = choices;
    }

    /// Whether a foreign corps or tower is this near or nearer.
    #[inline]
    fn is_foe_near(&self, at: Point, range: u32) -> bool {
        let (x, y, range) = (u32::from(at.x), usize::from(at.y), range as usize);
        let columns = ((1u64 << (2 * range + 1)) - 1) << x >> range;
        let rows = y.saturating_sub(range)..(y + range + 1).min(self.foes.len());
        self.foes[rows].iter().fold(0, |any, row| any | u64::from(*row) & columns) != 0
    }
}

impl<const SIDE: usize> State<SIDE> {
    /// Counts all legal orders.
    pub(crate) fn count_legal(&self, seat: Seat, tally: &mut Tally) {
        (tally.total, tally.len) = (0, 0);
        tally.sides = self.sides();
        self.mark_foes(seat, &mut tally.foes);
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
        if self.may_order(seat).is_err() || self.sides() != tally.sides {
            return self.count_legal(seat, tally);
        }
        let corps = match submitted {
            Order::Produce { tower, .. } | Order::Shoot { tower, .. } => {
                let place = self.towers.find(tower).filter(|place| self.towers.is_spent(*place));
                return place.map_or((), |place| tally.retire(place));
            }
            Order::Move { corps, .. }
            | Order::AttackCorps { corps, .. }
            | Order::AttackTower { corps, .. }
            | Order::Found { corps }
            | Order::Repair { corps }
            | Order::ChangeTerrain { corps, .. } => corps,
        };
        let own = self.roster.find(corps).filter(|slot| self.roster.get(*slot).owner == seat);
        let Some(slot) = own else { return };
        let number = usize::from(tally.number[slot]);
        let left = tally.choices[number].at;
        tally.set(number, self.choices(Actor::Corps(slot), tally));
        let entered = self.roster.get(slot).at;
        if left != entered {
            self.recount_steps_to(left, seat, tally);
            self.recount_steps_to(entered, seat, tally);
        }
    }

    /// The order that `n` others precede.
    pub(crate) fn nth_counted(&self, tally: &Tally, n: u32) -> Option<Order> {
        let mut rest = n;
        for (choices, count) in tally.choices[..tally.len].iter().zip(tally.counts) {
            match rest.checked_sub(count.into()) {
                Some(less) => rest = less,
                None => return self.nth_choice(choices, rest),
            }
        }
        None
    }

    fn nth_choice(&self, choices: &Choices, n: u32) -> Option<Order> {
        let steps = u32::from(SET_BITS[usize::from(choices.steps)]);
        let works = u32::from(SET_BITS[usize::from(choices.works)]);
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

    fn nth_target(&self, actor: Actor, mut n: u32) -> Option<Order> {
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
        let seats = [Seat(0), Seat(1), Seat(2), Seat(3)];
        Sides {
            corps: seats.map(|seat| self.roster.of(seat)),
            towers: seats.map(|seat| self.towers.count(seat)),
        }
    }

    fn mark_foes(&self, seat: Seat, foes: &mut [u32; MAX_SIDE as usize]) {
        *foes = [0; MAX_SIDE as usize];
        let mut mark = |at: Point| foes[usize::from(at.y)] |= 1 << at.x;
        for other in [Seat(0), Seat(1), Seat(2), Seat(3)].into_iter().filter(|other| *other != seat) {
            self.roster.of(other).iter().for_each(|slot| mark(self.roster.get(slot).at));
        }
        let foreign = self.towers().iter().filter(|tower| tower.owner != seat);
        foreign.for_each(|tower| mark(tower.at));
    }

    #[inline]
    fn choices(&self, actor: Actor, tally: &Tally) -> Choices {
        let (at, range, idle) = match actor {
            Actor::Tower(place) => (self.towers.get(place).at, TOWER_RANGE, false),
            Actor::Corps(slot) => {
                let corps = self.roster.get(slot);
                (corps.at, corps.kind.range(), corps.moves == 0 && !self.leads_free_step(corps.at))
            }
        };
        let mut choices = Choices { actor, at, steps: 0, works: 0, targets: 0 };
        if idle {
            return choices;
        }
        let _ = self.offer_steps(actor, &mut collect(&mut choices.steps));
        let _ = self.offer_works(actor, &mut collect(&mut choices.works));
        if tally.is_foe_near(at, range) {
            let _ = self.offer_targets(actor, &mut |judged, _| {
                choices.targets += u8::from(judged.is_ok());
                ControlFlow::Continue(())
            });
        }
        choices
    }

    /// Whether a corps without move points may be able to go on from here.
    #[inline]
    fn leads_free_step(&self, at: Point) -> bool {
        self.ground(at).cost_to(Terrain::TowerGround) == Some(0)
    }

    /// Looks again at the steps that lead to this cell.
    #[inline]
    fn recount_steps_to(&self, to: Point, seat: Seat, tally: &mut Tally) {
        for (bit, direction) in Direction::ALL.into_iter().enumerate() {
            let (columns, rows) = self.rules.delta(direction);
            let Some(from) = self.extent().offset(to, (-columns, -rows)) else { continue };
            for slot in self.roster.standing(from) {
                let corps = self.roster.get(slot);
                if corps.owner != seat || (corps.moves == 0 && !self.leads_free_step(from)) {
                    continue;
                }
                let number = usize::from(tally.number[slot]);
                let can = u8::from(self.judge_move(slot, direction).is_ok());
                let mut choices = tally.choices[number];
                choices.steps = choices.steps & !(1 << bit) | can << bit;
                tally.set(number, choices);
            }
        }
    }
}

impl Tally {
    /// A tower has had its order.
    fn retire(&mut self, place: usize) {
        let towers = self.choices[..self.len.min(usize::from(MAX_TOWERS))].iter();
        if let Some(number) = { towers }.position(|choices| choices.actor == Actor::Tower(place)) {
            self.set(number, Choices { works: 0, targets: 0, ..self.choices[number] });
        }
    }
}

/// Notes what is offered and allowed, as bits.
fn collect<J, O, E>(bits: &mut u8) -> impl FnMut(Result<J, E>, O) -> ControlFlow<()> {
    let mut bit = 1u8;
    move |judged, _| {
        *bits |= if judged.is_ok() { bit } else { 0 };
        bit <<= 1;
        ControlFlow::Continue(())
    }
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
const fn nth_bit(mut bits: u8, n: u32) -> usize {
    let mut passed = 0;
    while passed < n {
        bits &= bits.wrapping_sub(1);
        passed += 1;
    }
    bits.trailing_zeros() as usize
}
