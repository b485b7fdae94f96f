//! How to get somewhere.

use board::{Cell, Direction};
use fc18::{Corps, Order, Reach, State};
use game::Seat;
use std::cmp::Reverse;

/// How far it is from every cell to the nearest of some goals, in move points, for one kind of
/// corps.
///
/// Corps in the way are not counted: they will have moved. It is worked out as far as it is asked
/// for: costs spread from the goals like a wave, cell by cell in the order of their costs.
#[derive(Clone, Debug)]
pub(super) struct Field<const SIDE: usize> {
    costs: [[u16; SIDE]; SIDE],
    /// Cells that wait to be looked at, by cost: no step costs as much as there are buckets.
    buckets: [Vec<Cell>; BUCKETS],
    waiting: usize,
    /// Goals that the wave has not come to, the nearest last.
    goals: Vec<(u16, Cell)>,
    /// The cost that is looked at next: all that is nearer is settled.
    next: u16,
    /// Most that a step may cost.
    most: u8,
    owner: Seat,
}

const FAR: u16 = u16::MAX;
const BUCKETS: usize = 8;

impl<const SIDE: usize> Default for Field<SIDE> {
    fn default() -> Self {
        Self {
            costs: [[FAR; SIDE]; SIDE],
            buckets: Default::default(),
            waiting: 0,
            goals: Vec::new(),
            next: 0,
            most: 0,
            owner: Seat(0),
        }
    }
}

impl<const SIDE: usize> Field<SIDE> {
    /// Begins the field for a corps like this one. A goal may have a handicap: move points that it
    /// seems further away than it is.
    pub(super) fn begin(
        &mut self,
        state: &State<SIDE>,
        walker: &Corps,
        goals: impl Iterator<Item = (Cell, u16)>,
    ) {
        self.costs = [[FAR; SIDE]; SIDE];
        self.buckets.iter_mut().for_each(Vec::clear);
        (self.waiting, self.next) = (0, 0);
        (self.most, self.owner) = (state.rules().moves_of(walker.kind), walker.owner);
        self.goals.clear();
        self.goals.extend(goals.map(|(at, handicap)| (handicap, at)));
        self.goals.sort_unstable_by_key(|(handicap, _)| Reverse(*handicap));
    }

    /// Works out everything.
    pub(super) fn settle_all(&mut self, state: &State<SIDE>) {
        while self.advance(state) {}
    }

    /// Works out this cell, and all that are nearer to a goal.
    pub(super) fn settle(&mut self, state: &State<SIDE>, at: Cell) {
        while self.cost(at) >= self.next && self.advance(state) {}
    }

    /// Move points to the nearest goal; none if there is no way. Known where it was worked out.
    pub(super) fn at(&self, at: Cell) -> Option<u16> {
        Some(self.cost(at)).filter(|cost| *cost != FAR)
    }

    fn cost(&self, at: Cell) -> u16 {
        self.costs[usize::from(at.row) % SIDE][usize::from(at.col) % SIDE]
    }

    /// Settles the cells of the next cost; whether there were any left.
    fn advance(&mut self, state: &State<SIDE>) -> bool {
        if self.waiting == 0 {
            let Some((handicap, _)) = self.goals.last() else { return false };
            self.next = *handicap;
        }
        while let Some((handicap, at)) = self.goals.pop_if(|(handicap, _)| *handicap <= self.next) {
            self.offer(at, handicap);
        }
        let bucket = usize::from(self.next) % BUCKETS;
        while let Some(at) = self.buckets[bucket].pop() {
            self.waiting -= 1;
            if self.cost(at) == self.next {
                self.spread(state, at);
            }
        }
        self.next += 1;
        true
    }

    /// Takes note of a way to a cell, if it is the best so far.
    #[inline]
    fn offer(&mut self, at: Cell, cost: u16) {
        let known = &mut self.costs[usize::from(at.row) % SIDE][usize::from(at.col) % SIDE];
        if cost < *known {
            *known = cost;
            self.buckets[usize::from(cost) % BUCKETS].push(at);
            self.waiting += 1;
        }
    }

    /// Offers a way to all cells from which the walker steps to this one.
    #[inline]
    fn spread(&mut self, state: &State<SIDE>, at: Cell) {
        let (size, ground, cost) = (state.size(), state.ground(at), self.cost(at));
        for (rows, cols) in [(1, 0), (-1, 0), (0, -1), (0, 1)] {
            let Some(near) = size.offset(at, rows, cols) else { continue };
            let Some(step) = state.ground(near).cost_to(ground).filter(|step| *step <= self.most) else {
                continue;
            };
            let there = cost + u16::from(step);
            if there < self.cost(near) && state.tower_at(near).is_none_or(|tower| tower.owner == self.owner) {
                self.offer(near, there);
            }
        }
    }
}

/// Where a corps can be at the end of its steps, with the points it then has left; its own cell
/// included.
pub(super) fn landings<'a, const SIDE: usize>(
    state: &'a State<SIDE>,
    corps: &Corps,
    reach: &'a Reach<SIDE>,
) -> impl Iterator<Item = (Cell, u8)> + 'a {
    // Steps are free between the grounds of starting towers only, and those are never neighbours.
    let near = state.size().around(corps.at, corps.moves);
    near.filter_map(|at| Some((at, reach.points_left(at)?)))
}

/// The steps that take a corps to a cell of its reach.
pub(super) fn steps<const SIDE: usize>(
    state: &State<SIDE>,
    corps: &Corps,
    reach: &Reach<SIDE>,
    to: Cell,
) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut at = to;
    while at != corps.at {
        let Some((before, direction)) = step_before(state, reach, at) else { return Vec::new() };
        orders.push(Order::Move { corps: corps.id, direction });
        at = before;
    }
    orders.reverse();
    orders
}

/// The last step of the cheapest way to a cell.
fn step_before<const SIDE: usize>(
    state: &State<SIDE>,
    reach: &Reach<SIDE>,
    at: Cell,
) -> Option<(Cell, Direction)> {
    let left = reach.points_left(at)?;
    Direction::ALL.into_iter().find_map(|direction| {
        let (rows, cols) = state.rules().delta(direction);
        let before = state.size().offset(at, -rows, -cols)?;
        let cost = state.ground(before).cost_to(state.ground(at))?;
        let leads_here = cost > 0 && reach.points_left(before)? == left + cost;
        leads_here.then_some((before, direction))
    })
}

/// The steps that bring a corps as near to the goals as it gets this turn; none if it is as near as
/// it gets.
pub(super) fn approach<const SIDE: usize>(
    state: &State<SIDE>,
    corps: &Corps,
    field: &mut Field<SIDE>,
) -> Vec<Order> {
    let Some(reach) = state.reach(corps.id) else { return Vec::new() };
    field.settle(state, corps.at);
    let here = field.at(corps.at).unwrap_or(FAR);
    let nearest = landings(state, corps, &reach)
        .filter_map(|(at, left)| Some((field.at(at)?, Reverse(left), at)))
        .filter(|(cost, ..)| *cost < here)
        .min_by_key(|(cost, left, _)| (*cost, *left));
    nearest.map(|(.., to)| steps(state, corps, &reach, to)).unwrap_or_default()
}

/// The attacks on foreign corps and towers that are within this distance of a fighter, with where
/// their targets are.
pub(super) fn targets<const SIDE: usize>(
    state: &State<SIDE>,
    foes: &[Corps],
    corps: &Corps,
    distance: u32,
) -> Vec<(Order, Cell)> {
    let foes = foes.iter().filter(|other| other.at.chebyshev(corps.at) <= distance);
    let foes = foes.map(|other| (Order::AttackCorps { corps: corps.id, target: other.id }, other.at));
    let towers = state.towers().iter().filter(|tower| tower.owner != corps.owner);
    let towers = towers.filter(|tower| tower.at.chebyshev(corps.at) <= distance);
    let towers = towers.map(|tower| (Order::AttackTower { corps: corps.id, target: tower.id }, tower.at));
    foes.chain(towers).collect()
}

/// Whether a foreign fighter stands this near or nearer.
pub(super) fn is_foe_within(foes: &[Corps], at: Cell, distance: u32) -> bool {
    foes.iter().any(|foe| foe.kind.is_fighter() && foe.at.chebyshev(at) <= distance)
}
