//! Towers shoot at what comes near, make extenders while there is room for towers, then grow; extenders found where they may.

use sandtable_bot::fc18::{self, Direction, Order, Table, Task, TowerRow, View};
use std::process::ExitCode;

const WAYS: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let rules = &table.briefing;
    let towers: Vec<&TowerRow> = view.towers.iter().filter(|tower| tower.owner == view.player).collect();
    let mut orders = Vec::new();
    for tower in &towers {
        let foes = view.corps.iter().filter(|corps| corps.owner != view.player);
        let near = foes
            .filter(|foe| (foe.row - tower.row).abs().max((foe.col - tower.col).abs()) <= rules.tower_range);
        orders.extend(near.map(|foe| Order::Shoot { tower: tower.id, target: foe.id }));
        let extends = tower.level == 1 && (towers.len() as i32) < rules.max_towers;
        let task = if extends { Task::Extender } else { Task::Upgrade };
        orders.push(Order::Produce { tower: tower.id, task });
    }
    for corps in view.corps.iter().filter(|corps| corps.owner == view.player).map(|corps| corps.id) {
        let direction = WAYS[(corps + view.round / 3) as usize % 4];
        orders.extend([Order::Move { corps, direction }, Order::Found { corps }]);
    }
    orders
}

fn main() -> ExitCode {
    fc18::play(turn)
}
