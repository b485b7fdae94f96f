//! Each mage goes for the nearest goblin, and burns it as soon as it stands in the same row or column.

use sandtable_bot::goblins::{self, Direction, Order, Table, Unit, View};
use std::process::ExitCode;

fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let mut view = view.clone();
    while let Some(mage) = view.to_move {
        let goblins = view.units.iter().filter(|unit| !matches!(unit, Unit::Mage { .. })).map(Unit::cell);
        let away = goblins.map(|cell| (cell.row - mage.row, cell.col - mage.col));
        let (rows, cols) = away.min_by_key(|(rows, cols)| rows.abs() + cols.abs()).unwrap_or((0, 1));
        let direction = match cols == 0 || (rows != 0 && rows.abs() <= cols.abs()) {
            true => {
                if rows > 0 {
                    Direction::Down
                } else {
                    Direction::Up
                }
            }
            false => {
                if cols > 0 {
                    Direction::Right
                } else {
                    Direction::Left
                }
            }
        };
        let in_line = rows == 0 || cols == 0;
        let order = if in_line { Order::Fireball { direction } } else { Order::Step { direction } };
        let (answers, seen) = table.submit(vec![order]);
        let refused = answers.iter().any(|answer| answer.is_refused());
        view = if refused { table.submit(vec![Order::Done]).1 } else { seen };
    }
    Vec::new()
}

fn main() -> ExitCode {
    goblins::play(turn)
}
