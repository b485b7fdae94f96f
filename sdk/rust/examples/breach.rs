//! Every unit tries to get beside an enemy, the nearest first, and hits it; what cannot be done is refused, and costs nothing.

use sandtable_bot::breach::{self, Cell, Order, Side, Table, Unit, View};
use std::process::ExitCode;

fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let side = |unit: &Unit| {
        table.briefing.kinds.iter().find(|kind| kind.letter == unit.kind.as_str()).map(|kind| kind.side)
    };
    let (own, mut enemies): (Vec<Unit>, Vec<Unit>) =
        view.units.iter().partition(|unit| side(unit) == Some(Side::Player));
    let mut orders = Vec::new();
    for unit in own.iter().map(|unit| unit.cell) {
        enemies.sort_by_key(|enemy| (unit.row - enemy.cell.row).abs() + (unit.col - enemy.cell.col).abs());
        for target in enemies.iter().map(|enemy| enemy.cell) {
            for (row, col) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let beside = Cell { row: target.row + row, col: target.col + col };
                orders.extend([Order::Move { unit, to: beside }, Order::Attack { unit: beside, target }]);
            }
        }
    }
    orders
}

fn main() -> ExitCode {
    breach::play(turn)
}
