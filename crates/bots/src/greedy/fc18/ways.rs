//! How to get somewhere.

use board::{Cell, Direction, Size};
use fc18::{Corps, CorpsId, Order, Reach, State};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How far it is from every cell to the nearest of some goals, in move points, for one kind of corps.
///
/// Corps in the way are not counted: they will have moved.
#[derive(Clone, Debug)]
pub(super) struct Field {
    size: Size,
    costs: Vec<u16>,
}

const FAR: u16 = u16::MAX;

impl Field {
    /// The field for a corps like this one. A goal may have a handicap: move points that it seems further away than it is.
    pub(super) fn new<const SIDE: usize>(
        state: &State<SIDE>,
        walker: &Corps,
        goals: impl Iterator<Item = (Cell, u16)>,
    ) -> Self {
        let size = state.size();
        let mut field = Self { size, costs: vec![FAR; size.area()] };
        let mut queue = BinaryHeap::new();
        for (goal, handicap) in goals {
            queue.push(Reverse((handicap, goal.row, goal.col)));
        }
        let most = state.rules().moves_of(walker.kind);
        while let Some(Reverse((cost, row, col))) = queue.pop() {
            let at = Cell::new(row, col);
            if !field.improve(at, cost) {
                continue;
            }
            for near in Direction::ALL.iter().filter_map(|way| state.rules().step(size, at, *way)) {
                let step = state.ground(near).cost_to(state.ground(at)).filter(|step| *step <= most);
                let barred = state.tower_at(near).is_some_and(|tower| tower.owner != walker.owner);
                if let (Some(step), false) = (step, barred) {
                    queue.push(Reverse((cost + u16::from(step), near.row, near.col)));
                }
            }
        }
        field
    }

    /// Move points to the nearest goal; none if there is no way.
    pub(super) fn at(&self, at: Cell) -> Option<u16> {
        Some(self.costs[self.size.index(at)]).filter(|cost| *cost != FAR)
    }

    fn improve(&mut self, at: Cell, cost: u16) -> bool {
        let index = self.size.index(at);
        let better = cost < self.costs[index];
        if better {
            self.costs[index] = cost;
        }
        better
    }
}

/// Where a corps can be at the end of its steps, with the points it then has left; its own cell included.
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

/// The steps that bring a corps as near to the goals as it gets this turn; none if it is as near as it gets.
pub(super) fn approach<const SIDE: usize>(state: &State<SIDE>, corps: &Corps, field: &Field) -> Vec<Order> {
    let Some(reach) = state.reach(corps.id) else { return Vec::new() };
    let here = field.at(corps.at).unwrap_or(FAR);
    let nearest = landings(state, corps, &reach)
        .filter_map(|(at, left)| Some((field.at(at)?, Reverse(left), at)))
        .filter(|(cost, ..)| *cost < here)
        .min_by_key(|(cost, left, _)| (*cost, *left));
    nearest.map(|(.., to)| steps(state, corps, &reach, to)).unwrap_or_default()
}

/// The attacks on foreign corps and towers that are near enough to be attacked from here.
pub(super) fn targets<'a, const SIDE: usize>(
    state: &'a State<SIDE>,
    corps: &'a Corps,
    from: Cell,
) -> impl Iterator<Item = Order> + 'a {
    let foes = state.corps().filter(move |other| other.owner != corps.owner);
    let foes = foes.filter(move |other| other.at.chebyshev(from) <= corps.kind.range());
    let foes = foes.map(move |other| Order::AttackCorps { corps: corps.id, target: other.id });
    let towers = state.towers().iter().filter(move |tower| tower.owner != corps.owner);
    let towers = towers.filter(move |tower| tower.at.chebyshev(from) <= corps.kind.range());
    foes.chain(towers.map(move |tower| Order::AttackTower { corps: corps.id, target: tower.id }))
}

/// A foreign fighter that stands this near or nearer.
pub(super) fn foe_within<const SIDE: usize>(
    state: &State<SIDE>,
    corps_owner: game::Seat,
    at: Cell,
    distance: u32,
) -> Option<CorpsId> {
    let foes = state.corps().filter(|other| other.owner != corps_owner && other.kind.is_fighter());
    let foes = foes.map(|other| (other.at.chebyshev(at), other.id));
    foes.filter(|(away, _)| *away <= distance).min().map(|(_, id)| id)
}
