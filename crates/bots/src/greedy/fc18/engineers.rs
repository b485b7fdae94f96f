//! What engineers do: found towers, repair them, and get where that is possible.

use super::ways::{self, Field};
use board::Cell;
use fc18::{Corps, CorpsKind, Order, Owner, State};
use game::{Game, Seat};
use std::cmp::Reverse;

/// The orders for an engineer: steps, then perhaps its work.
pub(super) fn orders<const SIDE: usize>(state: &State<SIDE>, seat: Seat, corps: &Corps) -> Vec<Order> {
    match corps.kind {
        CorpsKind::Extender => found(state, seat, corps),
        _ => repair(state, seat, corps),
    }
}

/// Goes to the best site for a tower, and founds it there.
fn found<const SIDE: usize>(state: &State<SIDE>, seat: Seat, corps: &Corps) -> Vec<Order> {
    let Some(site) = best_site(state, seat, corps) else { return Vec::new() };
    let mut orders = match site == corps.at {
        true => Vec::new(),
        false => ways::approach(state, corps, &Field::new(state, corps, [(site, 0)].into_iter())),
    };
    let here = Order::Found { corps: corps.id };
    if site == corps.at && state.check(seat, here).is_ok() {
        orders.push(here);
    }
    orders
}

/// What a move point of the way to a site costs, in cells of new land.
const WAY: i32 = 2;
/// What it costs to build next to a tower of ours: where towers stand wide apart there is land for more.
const CROWDED: i32 = 6;

/// The cell where a tower would win most land for the shortest way.
fn best_site<const SIDE: usize>(state: &State<SIDE>, seat: Seat, corps: &Corps) -> Option<Cell> {
    let ways = Field::new(state, corps, [(corps.at, 0)].into_iter());
    let sites = state.size().cells().filter(|at| is_site(state, seat, *at));
    let judged = sites.filter_map(|at| {
        let way = i32::from(ways.at(at)?);
        let crowded = if is_crowded(state, seat, at) { CROWDED } else { 0 };
        Some((land_won(state, seat, at) - WAY * way - crowded, Reverse((at.row, at.col)), at))
    });
    judged.max_by_key(|(worth, first, _)| (*worth, *first)).map(|(.., at)| at)
}

fn is_site<const SIDE: usize>(state: &State<SIDE>, seat: Seat, at: Cell) -> bool {
    state.owner(at) == Owner::player(seat) && state.tower_at(at).is_none()
}

fn is_crowded<const SIDE: usize>(state: &State<SIDE>, seat: Seat, at: Cell) -> bool {
    state.towers().iter().any(|tower| tower.owner == seat && tower.at.chebyshev(at) <= 1)
}

fn land_won<const SIDE: usize>(state: &State<SIDE>, seat: Seat, at: Cell) -> i32 {
    let ours = Owner::player(seat);
    let won =
        state.territory_with(at, seat).filter(|(cell, owner)| *owner == ours && state.owner(*cell) != ours);
    won.count() as i32
}

/// Goes to a damaged tower and repairs it; without one, home.
fn repair<const SIDE: usize>(state: &State<SIDE>, seat: Seat, corps: &Corps) -> Vec<Order> {
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
    ways::approach(state, corps, &Field::new(state, corps, goals.into_iter()))
}

/// How much further away an undamaged tower seems.
const UNDAMAGED: u16 = 100;
