//! How to get somewhere.

use super::waves::{Cells, Tolls, Waves};
use board::{Cell, Direction};
use fc18::{Corps, Order, State};
use game::Seat;
use std::cmp::Reverse;

/// How far it is from every cell to the nearest of some goals, in move points, for one kind of
/// corps.
///
/// Corps in the way are not counted: they will have moved. It is worked out as far as it is asked
/// for.
#[derive(Clone, Debug)]
pub(super) struct Field<const SIDE: usize> {
    costs: [[u16; SIDE]; SIDE],
    waves: Waves<SIDE>,
    /// Goals that the wave has not come to, the nearest last.
    goals: Vec<(u16, Cell)>,
}

const FAR: u16 = u16::MAX;

impl<const SIDE: usize> Default for Field<SIDE> {
    fn default() -> Self {
        Self { costs: [[FAR; SIDE]; SIDE], waves: Waves::default(), goals: Vec::new() }
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
        self.waves.begin(state.rules().moves_of(walker.kind));
        self.goals.clear();
        self.goals.extend(goals.map(|(at, handicap)| (handicap, at)));
        self.goals.sort_unstable_by_key(|(handicap, _)| Reverse(*handicap));
    }

    /// Works out everything.
    pub(super) fn settle_all(&mut self, land: &Lie<SIDE>) {
        while self.advance(land) {}
    }

    /// Works out this cell, and all that are nearer to a goal.
    pub(super) fn settle(&mut self, land: &Lie<SIDE>, at: Cell) {
        while !self.waves.settled.has(at) && self.advance(land) {}
    }

    /// Move points to the nearest goal; none if there is no way. Known where it was worked out.
    pub(super) fn at(&self, at: Cell) -> Option<u16> {
        Some(self.costs[usize::from(at.row) % SIDE][usize::from(at.col) % SIDE]).filter(|cost| *cost != FAR)
    }

    /// Settles the cells of the next cost; whether there were any left.
    fn advance(&mut self, land: &Lie<SIDE>) -> bool {
        if self.waves.is_over() {
            let Some((handicap, _)) = self.goals.last() else { return false };
            self.waves.next = *handicap;
        }
        let cost = self.waves.next;
        while let Some((_, at)) = self.goals.pop_if(|(handicap, _)| *handicap <= cost) {
            self.waves.start(at);
        }
        for at in self.waves.advance(&land.tolls, &land.walls).iter() {
            self.costs[usize::from(at.row) % SIDE][usize::from(at.col) % SIDE] = cost;
        }
        true
    }
}

/// What is in the way of a player's corps.
#[derive(Clone, Debug)]
pub(super) struct Lie<const SIDE: usize> {
    tolls: Tolls<SIDE>,
    /// Towers of others.
    walls: Cells<SIDE>,
    /// Where others stand, their towers included.
    held: Cells<SIDE>,
}

impl<const SIDE: usize> Default for Lie<SIDE> {
    fn default() -> Self {
        Self { tolls: Tolls::default(), walls: Cells::NONE, held: Cells::NONE }
    }
}

impl<const SIDE: usize> Lie<SIDE> {
    /// Takes in the ground.
    pub(super) fn survey(&mut self, state: &State<SIDE>) {
        self.tolls.look(state);
    }

    /// Takes in what the others have now.
    pub(super) fn look(&mut self, state: &State<SIDE>, seat: Seat, foes: &[Corps]) {
        self.walls = Cells::NONE;
        let foreign = state.towers().iter().filter(|tower| tower.owner != seat);
        foreign.for_each(|tower| self.walls.insert(tower.at));
        self.held = self.walls;
        foes.iter().for_each(|foe| self.held.insert(foe.at));
    }

    /// Where a corps can get to with the points it has.
    pub(super) fn reach(&self, state: &State<SIDE>, corps: &Corps) -> Reach<SIDE> {
        let mut closed = self.held;
        let class = corps.kind.class();
        let kin = state.corps_of(corps.owner).filter(|other| other.kind.class() == class);
        for other in kin.filter(|other| state.tower_at(other.at).is_none()) {
            closed.insert(other.at);
        }
        let mut reach = Reach { left: [[0; SIDE]; SIDE], cells: Cells::NONE };
        let mut waves = Waves::default();
        waves.begin(corps.moves);
        waves.start(corps.at);
        for left in (0..=corps.moves).rev() {
            for at in waves.advance(&self.tolls, &closed).iter() {
                reach.left[usize::from(at.row) % SIDE][usize::from(at.col) % SIDE] = left;
            }
        }
        reach.cells = waves.settled;
        reach
    }
}

/// The cells that a corps can get to this turn, its own included.
///
/// Every cell on the way has room for it, because a way is a series of orders.
#[derive(Clone, Debug)]
pub(super) struct Reach<const SIDE: usize> {
    left: [[u8; SIDE]; SIDE],
    cells: Cells<SIDE>,
}

impl<const SIDE: usize> Reach<SIDE> {
    /// Move points left on arrival, by the cheapest way; none if the corps cannot get there.
    fn points_left(&self, at: Cell) -> Option<u8> {
        self.cells.has(at).then(|| self.left[usize::from(at.row) % SIDE][usize::from(at.col) % SIDE])
    }

    /// The cells, with the points that are left there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let left = |at: Cell| self.left[usize::from(at.row) % SIDE][usize::from(at.col) % SIDE];
        self.cells.iter().map(move |at| (at, left(at)))
    }
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
    (land, reach): (&Lie<SIDE>, &Reach<SIDE>),
    field: &mut Field<SIDE>,
) -> Vec<Order> {
    field.settle(land, corps.at);
    let here = field.at(corps.at).unwrap_or(FAR);
    let nearest = reach
        .iter()
        .filter_map(|(at, left)| Some((field.at(at)?, Reverse(left), at)))
        .filter(|(cost, ..)| *cost < here)
        .min_by_key(|(cost, left, _)| (*cost, *left));
    nearest.map(|(.., to)| steps(state, corps, reach, to)).unwrap_or_default()
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
    let mut targets = Vec::with_capacity(MOST_TARGETS);
    targets.extend(foes.chain(towers));
    targets
}

/// Seldom are there more.
const MOST_TARGETS: usize = 24;

/// Whether a foreign fighter stands this near or nearer.
pub(super) fn is_foe_within(foes: &[Corps], at: Cell, distance: u32) -> bool {
    foes.iter().any(|foe| foe.kind.is_fighter() && foe.at.chebyshev(at) <= distance)
}
