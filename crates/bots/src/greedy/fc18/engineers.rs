//! What engineers do: found towers, repair them, and get where that is possible.

use super::claims::Claims;
use super::turn::{Tools, Turn};
use super::ways;
use board::Cell;
use fc18::{Corps, CorpsKind, Order, Owner, State};
use game::{Game, Seat};

/// The orders for an engineer: steps, then perhaps its work.
pub(super) fn orders<const SIDE: usize>(turn: &mut Turn<'_, SIDE>, corps: &Corps) -> Vec<Order> {
    match corps.kind {
        CorpsKind::Extender => found(turn, corps),
        _ => repair(turn, corps),
    }
}

/// Goes to the best site for a tower, and founds it there.
fn found<const SIDE: usize>(turn: &mut Turn<'_, SIDE>, corps: &Corps) -> Vec<Order> {
    let Some(site) = site(turn, corps) else { return Vec::new() };
    let state = &*turn.state;
    if site != corps.at {
        let Tools { field, lie, .. } = &mut *turn.tools;
        field.begin(state, corps, [(site, 0)].into_iter());
        return ways::approach(state, corps, (lie, &lie.reach(state, corps)), field);
    }
    let here = Order::Found { corps: corps.id };
    if state.check(turn.seat, here).is_ok() { vec![here] } else { Vec::new() }
}

/// Where the plan sends it, if a tower can be founded there; else the best site.
fn site<const SIDE: usize>(turn: &mut Turn<'_, SIDE>, corps: &Corps) -> Option<Cell> {
    let sent = turn.plan.goal_of(corps.id, turn.state.round());
    sent.filter(|at| is_site(turn.state, turn.seat, *at)).or_else(|| best_site(turn, corps))
}

/// The cell where a tower would win most land for the shortest way.
fn best_site<const SIDE: usize>(turn: &mut Turn<'_, SIDE>, corps: &Corps) -> Option<Cell> {
    let (state, seat, style) = (&*turn.state, turn.seat, &turn.plan.style);
    let Tools { field: ways, claims, lie, .. } = &mut *turn.tools;
    ways.begin(state, corps, [(corps.at, 0)].into_iter());
    ways.settle_all(lie);
    let claims = claims.get_or_insert_with(|| Claims::of(state, seat));
    let mut best: Option<(i32, Cell)> = None;
    for at in state.size().cells().filter(|at| is_site(state, seat, *at)) {
        let Some(way) = ways.at(at) else { continue };
        let crowded = if is_crowded(state, seat, at) { style.crowded } else { 0 };
        let price = style.way * i32::from(way) + crowded;
        let beats = |gain: i32| best.is_none_or(|(worth, _)| gain - price > worth);
        // Most sites cannot be the best, even if they won all that is not ours.
        if beats(claims.foreign_around(at)) {
            let won = claims.won_by(at);
            if beats(won) {
                best = Some((won - price, at));
            }
        }
    }
    best.map(|(_, at)| at)
}

fn is_site<const SIDE: usize>(state: &State<SIDE>, seat: Seat, at: Cell) -> bool {
    state.owner(at) == Owner::player(seat) && state.tower_at(at).is_none()
}

fn is_crowded<const SIDE: usize>(state: &State<SIDE>, seat: Seat, at: Cell) -> bool {
    state.towers().iter().any(|tower| tower.owner == seat && tower.at.chebyshev(at) <= 1)
}

/// Goes to a damaged tower and repairs it; without one, home.
fn repair<const SIDE: usize>(turn: &mut Turn<'_, SIDE>, corps: &Corps) -> Vec<Order> {
    let (state, seat) = (&*turn.state, turn.seat);
    let own = state.towers().iter().filter(|tower| tower.owner == seat);
    let goals: Vec<(Cell, u16)> = own
        .map(|tower| {
            let missing = state.max_hp(tower) - tower.hp.min(state.max_hp(tower));
            let needs_work = missing >= state.max_hp(tower) / 3;
            (tower.at, if needs_work { 0 } else { UNDAMAGED })
        })
        .collect();
    let damaged_here = goals.contains(&(corps.at, 0));
    let work = Order::Repair { corps: corps.id };
    if damaged_here && state.check(seat, work).is_ok() {
        return vec![work];
    }
    let Tools { field, lie, .. } = &mut *turn.tools;
    field.begin(state, corps, goals.into_iter());
    ways::approach(state, corps, (lie, &lie.reach(state, corps)), field)
}

/// How much further away an undamaged tower seems.
const UNDAMAGED: u16 = 100;
