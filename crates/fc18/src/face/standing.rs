//! What towers and corps go on doing: work, firing at will, going somewhere, staying.

use super::controls::Hand;
use super::text;
use crate::{Corps, CorpsId, Order, State, Task, Tower, TowerId};
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use core::cmp::Reverse;
use face::{ArrowKind, Face, OrderArrow, Progress, StandingFacts, Viewpoint};
use game::{Game, Seat};

/// A standing order. A tower fires before it works.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// A tower shoots every turn at whoever is in range.
    Fire(TowerId),
    /// A tower works on a task, and when that is done on the same again.
    Work(TowerId, Task),
    /// A corps goes to a cell.
    GoTo(CorpsId, Cell),
    /// A corps stays where it is, and waits for no orders.
    Rest(CorpsId),
    /// A tower does nothing, and waits for no orders.
    Sleep(TowerId),
}

impl Standing {
    /// Whom it is for.
    pub(super) const fn whose(self) -> Hand {
        match self {
            Self::Fire(tower) | Self::Work(tower, _) | Self::Sleep(tower) => Hand::Tower(tower),
            Self::GoTo(corps, _) | Self::Rest(corps) => Hand::Corps(corps),
        }
    }
}

/// The ways that corps are still to go, as arrows. Everything else that is ordered acts at once.
pub(super) fn journeys<const SIDE: usize>(state: &State<SIDE>, standing: &[Standing]) -> Vec<OrderArrow> {
    let arrow = |standing: &Standing| match *standing {
        Standing::GoTo(corps, to) => {
            Some(OrderArrow { from: state.find_corps(corps)?.at, to, kind: ArrowKind::Go })
        }
        _ => None,
    };
    standing.iter().filter_map(arrow).collect()
}

/// What repeats an order: work is to go on.
pub(super) const fn repeated(order: Order) -> Option<Standing> {
    match order {
        Order::Produce { tower, task } => Some(Standing::Work(tower, task)),
        _ => None,
    }
}

/// Whether an order that was given by hand ends a standing order. A tower that is told to shoot
/// once works on afterwards.
pub(super) fn ends(order: Order, standing: Standing) -> bool {
    let whom = match order {
        Order::Move { corps, .. }
        | Order::AttackCorps { corps, .. }
        | Order::AttackTower { corps, .. }
        | Order::Found { corps }
        | Order::Repair { corps }
        | Order::ChangeTerrain { corps, .. } => Hand::Corps(corps),
        Order::Produce { tower, .. } | Order::Shoot { tower, .. } => Hand::Tower(tower),
    };
    let goes_on = matches!(standing, Standing::Fire(_))
        || matches!((order, standing), (Order::Shoot { .. }, Standing::Work(..)));
    whom == standing.whose() && !goes_on
}

/// Whether two standing orders cannot stand together: a tower can fire and work, all else is one at
/// a time.
pub(super) fn excludes(later: Standing, earlier: Standing) -> bool {
    let both = matches!(
        (later, earlier),
        (Standing::Fire(_), Standing::Work(..)) | (Standing::Work(..), Standing::Fire(_))
    );
    later.whose() == earlier.whose() && !both
}

pub(super) fn carry_on<const SIDE: usize>(
    state: &State<SIDE>,
    from: &Viewpoint<'_, ()>,
    standing: Standing,
) -> Progress<Order> {
    let is_own = match standing.whose() {
        Hand::Empty => false,
        Hand::Tower(id) => state.find_tower(id).is_some_and(|tower| tower.owner == from.seat),
        Hand::Corps(id) => state.find_corps(id).is_some_and(|corps| corps.owner == from.seat),
    };
    match standing {
        _ if !is_own => Progress::Over,
        Standing::Rest(_) | Standing::Sleep(_) => Progress::Orders(vec![]),
        Standing::Fire(tower) | Standing::Work(tower, _) if state.has_ordered(tower) => {
            Progress::Orders(vec![])
        }
        Standing::Fire(tower) => Progress::Orders(best_shot(state, from.seat, tower).into_iter().collect()),
        Standing::Work(tower, task) => {
            let order = Order::Produce { tower, task };
            match state.check(from.seat, order) {
                Ok(_) => Progress::Orders(vec![order]),
                Err(why) => Progress::Stuck(state.refuse(&why, from)),
            }
        }
        Standing::GoTo(corps, to) => walk_on(state, from, corps, to),
    }
}

fn walk_on<const SIDE: usize>(
    state: &State<SIDE>,
    from: &Viewpoint<'_, ()>,
    id: CorpsId,
    to: Cell,
) -> Progress<Order> {
    let Some(corps) = state.find_corps(id).filter(|corps| corps.at != to) else { return Progress::Over };
    let steps = state.journey(id, to).map(|journey| journey.steps).unwrap_or_default();
    if steps.is_empty() && is_fresh(state, corps) {
        return Progress::Stuck(text::blocked(state, corps, to, from));
    }
    Progress::Orders(steps.into_iter().map(|direction| Order::Move { corps: id, direction }).collect())
}

/// Whether a corps has done nothing this turn.
fn is_fresh<const SIDE: usize>(state: &State<SIDE>, corps: &Corps) -> bool {
    corps.moves > 0 && corps.moves == state.moves_of(corps)
}

/// The shot that fells somebody, else the one that hurts most.
fn best_shot<const SIDE: usize>(state: &State<SIDE>, seat: Seat, tower: TowerId) -> Option<Order> {
    let foes = state.corps().filter(|corps| corps.owner != seat);
    let shot = |corps: &Corps| {
        let order = Order::Shoot { tower, target: corps.id };
        let forecast = state.forecast(seat, order).ok()??;
        Some(((forecast.target_falls, forecast.inflicted, Reverse(corps.id)), order))
    };
    foes.filter_map(shot).max_by_key(|(worth, _)| *worth).map(|(_, order)| order)
}

/// What of a seat's own has nothing to do, by cell.
pub(super) fn waiting<const SIDE: usize>(
    state: &State<SIDE>,
    seat: Seat,
    standing: &[Standing],
) -> Vec<(Cell, Hand)> {
    let stands = |hand: Hand| standing.iter().any(|standing| standing.whose() == hand);
    let works = |tower: &Tower| {
        Task::ALL
            .iter()
            .any(|task| state.check(seat, Order::Produce { tower: tower.id, task: *task }).is_ok())
    };
    let towers = state.towers().iter().filter(|tower| tower.owner == seat && works(tower));
    let towers = towers.map(|tower| (tower.at, Hand::Tower(tower.id)));
    let corps = state.corps().filter(|corps| corps.owner == seat && is_fresh(state, corps));
    let corps = corps.map(|corps| (corps.at, Hand::Corps(corps.id)));
    let mut all: Vec<(Cell, Hand)> = towers.chain(corps).filter(|(_, hand)| !stands(*hand)).collect();
    all.sort_by_key(|(at, _)| *at);
    all
}

pub(super) fn facts<const SIDE: usize>(
    state: &State<SIDE>,
    from: &Viewpoint<'_, ()>,
    standing: Standing,
) -> Option<StandingFacts> {
    let (at, whose) = match standing.whose() {
        Hand::Empty => return None,
        Hand::Tower(id) => (state.find_tower(id)?.at, text::tower_name(id, &[state], from)),
        Hand::Corps(id) => (state.find_corps(id)?.at, text::corps_name(id, None, &[state], from)),
    };
    Some(StandingFacts { at, whose, what: text::standing(standing, from.lang()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOWER: TowerId = TowerId(3);

    #[test]
    fn a_tower_fires_and_works() {
        let (fire, work) = (Standing::Fire(TOWER), Standing::Work(TOWER, Task::Archer));
        assert!(fire < work, "it fires first");
        assert!(!excludes(fire, work) && !excludes(work, fire));
        assert!(excludes(Standing::Work(TOWER, Task::Mage), work));
        assert!(excludes(Standing::Sleep(TOWER), fire));
        assert!(!excludes(Standing::Work(TowerId(4), Task::Mage), work));
    }

    #[test]
    fn orders_by_hand_end_what_they_replace() {
        let shot = Order::Shoot { tower: TOWER, target: CorpsId(1) };
        assert!(!ends(shot, Standing::Work(TOWER, Task::Mage)), "one shot, then on with the work");
        assert!(ends(shot, Standing::Sleep(TOWER)));
        let step = Order::Found { corps: CorpsId(3) };
        assert!(ends(step, Standing::GoTo(CorpsId(3), Cell::new(0, 0))));
        assert!(!ends(step, Standing::Rest(CorpsId(4))) && !ends(step, Standing::Sleep(TOWER)));
        assert_eq!(repeated(shot), None);
    }
}
