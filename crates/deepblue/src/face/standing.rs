//! What units go on doing: firing at will, staying where they are. Going somewhere the rules
//! remember themselves.

use super::names::{Names, name};
use super::scene::Scene;
use crate::{Body, Kind, Order, State, Team};
use alloc::vec;
use alloc::vec::Vec;
use face::{Progress, StandingFacts, Viewpoint};
use game::{Game, Seat, Words};

/// A standing order. Elements are named by their indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// Every round fires at what is in range.
    Fire(i32),
    /// Stays where it is, and waits for no orders.
    Rest(i32),
}

impl Standing {
    /// Whom it is for.
    pub(super) const fn unit(self) -> i32 {
        match self {
            Self::Fire(unit) | Self::Rest(unit) => unit,
        }
    }
}

pub(super) fn facts(state: &State, from: &Viewpoint<'_, Names>, standing: Standing) -> Option<StandingFacts> {
    let unit = standing.unit();
    let at = state.element(unit)?.at;
    let what = match standing {
        Standing::Fire(_) => Words("fires at will, round after round", "每轮自动开火"),
        Standing::Rest(_) => Words("stays here until it is told otherwise", "原地待命"),
    };
    Some(StandingFacts { at, whose: name(unit, &[state], from), what: from.lang().pick(what).into() })
}

pub(super) fn carry_on(state: &State, seat: Seat, standing: Standing) -> Progress<Order> {
    let unit = standing.unit();
    if state.element(unit).is_none_or(|body| body.team != Team::of(seat)) {
        return Progress::Over;
    }
    match standing {
        Standing::Rest(_) => Progress::Orders(vec![]),
        Standing::Fire(_) if has_action(state, seat, unit) => Progress::Orders(vec![]),
        Standing::Fire(_) => Progress::Orders(best_shot(state, seat, unit).into_iter().collect()),
    }
}

/// Whether the unit is to do something this round besides moving.
fn has_action(state: &State, seat: Seat, unit: i32) -> bool {
    let mut orders = state.pending_orders(Team::of(seat)).filter(|order| order.unit() == Some(unit));
    orders.any(|order| !matches!(order, Order::ChangeDest { .. }))
}

/// The shot at something in range that hurts most.
fn best_shot(state: &State, seat: Seat, unit: i32) -> Option<Order> {
    let from = state.element(unit)?.at;
    let scene = Scene::new(state, seat);
    let shot = |target: i32| {
        let order = Order::AttackUnit { unit, target };
        let damage = state.forecast(seat, unit, from, target).ok()?.damage();
        (damage > 0 && state.check(seat, order).is_ok()).then_some((damage, order))
    };
    let best = scene.areas().filter_map(|(target, _)| shot(target)).max_by_key(|(damage, _)| *damage);
    best.map(|(_, order)| order)
}

/// The units of a seat's own that have nothing to do.
pub(super) fn waiting(state: &State, seat: Seat, standing: &[Standing]) -> Vec<i32> {
    let team = Team::of(seat);
    let ordered = |index: i32| state.pending_orders(team).any(|order| order.unit() == Some(index));
    let stands = |index: i32| standing.iter().any(|standing| standing.unit() == index);
    let waits = |(index, body): (i32, &Body)| {
        let idle = body.team == team && body.kind.is_unit() && body.at == body.dest && !collects(state, body);
        (idle && !ordered(index) && !stands(index)).then_some(index)
    };
    state.elements().filter_map(waits).collect()
}

/// Whether a cargo lies beside a resource that it can still take from.
fn collects(state: &State, cargo: &Body) -> bool {
    let hold = state.chart().rules.of(Kind::Cargo);
    let takes = |source: &Body| match source.kind {
        Kind::Mine => source.metal > 0 && cargo.metal < hold.metal_max,
        Kind::Oilfield => source.fuel > 0 && cargo.fuel < hold.fuel_max,
        _ => false,
    };
    let beside = |source: &Body| {
        i32::from(cargo.at.row.abs_diff(source.at.row)) + i32::from(cargo.at.col.abs_diff(source.at.col)) <= 1
    };
    cargo.kind == Kind::Cargo && state.elements().any(|(_, source)| beside(source) && takes(source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::chance::Chance;
    use crate::map::{Parts, Placed, Plan};
    use board::{Cell, Size};

    const ME: Seat = Seat(0);

    fn state(elements: &[Placed]) -> State {
        let size = Size::new(12, 12);
        let mut plan = Plan { size, land: vec![false; size.area()], max_population: 9, ..Plan::default() };
        plan.elements.push(Placed::new(1, Kind::Base, Team::First, Cell::new(1, 1)));
        plan.elements.extend_from_slice(elements);
        let production = [vec![], vec![]];
        let parts = Parts { plan, round: 0, scores: [0; 2], production, chance: Chance::Canonical };
        State::from_parts(parts, Rules::DOCUMENT).unwrap()
    }

    #[test]
    fn fire_at_will_fires_at_what_it_hurts_most() {
        let destroyer = Placed::new(2, Kind::Destroyer, Team::First, Cell::new(6, 6));
        let near = Placed::new(3, Kind::Cargo, Team::Second, Cell::new(6, 9));
        let tough = Placed::new(4, Kind::Carrier, Team::Second, Cell::new(7, 6));
        let mut state = state(&[destroyer, near, tough]);
        let damage = |target: i32| state.forecast(ME, 2, Cell::new(6, 6), target).unwrap().damage();
        let target = if damage(3) >= damage(4) { 3 } else { 4 };
        let shot = Order::AttackUnit { unit: 2, target };
        assert_eq!(carry_on(&state, ME, Standing::Fire(2)), Progress::Orders(vec![shot]));
        assert_eq!(carry_on(&state, ME, Standing::Rest(2)), Progress::Orders(vec![]));
        assert_eq!(carry_on(&state, ME, Standing::Fire(3)), Progress::Over, "not mine");
        // Who has something else to do does that.
        state.submit(ME, Order::AttackUnit { unit: 2, target: 3 }, &mut game::Silent).unwrap();
        assert_eq!(carry_on(&state, ME, Standing::Fire(2)), Progress::Orders(vec![]));
    }

    #[test]
    fn only_idle_units_wait() {
        let destroyer = Placed::new(2, Kind::Destroyer, Team::First, Cell::new(6, 6));
        let below = Placed::new(3, Kind::Submarine, Team::First, Cell::new(6, 6));
        let cargo = Placed { metal: Some(0), ..Placed::new(4, Kind::Cargo, Team::First, Cell::new(9, 9)) };
        let mine = Placed::new(5, Kind::Mine, Team::Nobody, Cell::new(9, 10));
        let mut state = state(&[destroyer, below, cargo, mine]);
        assert_eq!(waiting(&state, ME, &[]), [2, 3], "no base, no cargo that collects");
        assert_eq!(waiting(&state, ME, &[Standing::Rest(3)]), [2]);
        state
            .submit(ME, Order::ChangeDest { unit: 2, row: 11, col: 0, level: 1 }, &mut game::Silent)
            .unwrap();
        assert_eq!(waiting(&state, ME, &[]), [3]);
        state.settle(&mut game::Silent);
        assert_eq!(waiting(&state, ME, &[]), [3, 4], "the destroyer is on its way, the cargo is full");
    }
}
