//! What a seat has ordered for this round, as arrows.

use super::scene::Scene;
use crate::{Area, Order, State, Team};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use board::Cell;
use face::{ArrowKind, OrderArrow};
use game::Seat;

/// The orders of a round and the journeys that go on, as arrows. Of two orders for the same the
/// later counts.
pub(super) fn order_arrows(state: &State, seat: Seat, ordered: &[Order]) -> Vec<OrderArrow> {
    let own: BTreeMap<i32, _> = state.elements().filter(|(_, body)| body.team == Team::of(seat)).collect();
    let under_way = own.iter().filter(|(_, body)| body.kind.is_unit() && body.dest != body.at);
    let mut goals: BTreeMap<i32, Cell> = under_way.map(|(unit, body)| (*unit, body.dest)).collect();
    let mut deeds: BTreeMap<i32, (ArrowKind, Option<Cell>)> = BTreeMap::new();
    let scene = Scene::new(state, seat);
    // What is out of sight has no place that the seat knows.
    let place = |index: i32| scene.areas().find(|(other, _)| *other == index).map(|(_, area)| middle(area));
    let cell = |row: i32, col: i32| state.chart().size.cell(row, col);
    for order in ordered {
        match *order {
            Order::ChangeDest { unit, row, col, .. } => {
                goals.extend(cell(row, col).map(|goal| (unit, goal)));
            }
            Order::AttackPos { unit, row, col, .. } => {
                deeds.insert(unit, (ArrowKind::Attack, cell(row, col)));
            }
            Order::AttackUnit { unit, target } => {
                deeds.insert(unit, (ArrowKind::Attack, place(target)));
            }
            Order::Fix { unit, target } | Order::Supply { unit, target, .. } => {
                deeds.insert(unit, (ArrowKind::Help, place(target)));
            }
            Order::Cancel { unit } => {
                deeds.remove(&unit);
                goals.remove(&unit);
            }
            Order::Produce { .. } => {}
        }
    }
    let goals = goals.into_iter().map(|(unit, goal)| (unit, ArrowKind::Go, Some(goal)));
    let deeds = deeds.into_iter().map(|(unit, (kind, to))| (unit, kind, to));
    let arrow = |(unit, kind, to): (i32, ArrowKind, Option<Cell>)| {
        Some(OrderArrow { from: middle(own.get(&unit)?.area()), to: to?, kind })
    };
    goals.chain(deeds).filter_map(arrow).collect()
}

/// The cell in the middle of what an element covers.
const fn middle(area: Area) -> Cell {
    Cell::new((area.from.row + area.to.row) / 2, (area.from.col + area.to.col) / 2)
}
