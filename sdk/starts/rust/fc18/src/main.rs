//! {{NAME}}: towers that multiply, shoot and grow, and mages that go for the nearest tower of somebody else.

use sandtable_bot::fc18::{
    self, Briefing, CorpsKind, CorpsRow, Direction, Order, Step, Table, Task, TowerRow, View,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::process::ExitCode;

/// Towers of this level make mages. Lower levels come sooner, higher ones work faster: try other numbers.
const MAGES_FROM_LEVEL: i32 = 2;

/// Called in each of our turns: looks at the view and returns orders, which act one after the other.
fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let rules = &table.briefing;
    let (towers, foes_towers): (Vec<&TowerRow>, Vec<&TowerRow>) =
        view.towers.iter().partition(|tower| tower.owner == view.player);
    let (corps, foes): (Vec<&CorpsRow>, Vec<&CorpsRow>) =
        view.corps.iter().partition(|one| one.owner == view.player);
    let extenders: Vec<_> = corps.iter().filter(|one| one.kind == CorpsKind::Extender).collect();
    let mages: Vec<_> = corps.iter().filter(|one| one.kind == CorpsKind::Mage).collect();
    let mut orders = Vec::new();

    // Towers: one order each. An extender costs a tower above level 1 a level, so extend first and climb later.
    let mut missing = rules.max_towers - towers.len() as i32 - extenders.len() as i32;
    for tower in towers {
        let near = foes.iter().filter(|foe| distance(foe, tower.row, tower.col) <= rules.tower_range);
        if let Some(target) = near.min_by_key(|foe| foe.hp) {
            orders.push(Order::Shoot { tower: tower.id, target: target.id });
        } else if missing > 0 && tower.level == 1 {
            orders.push(Order::Produce { tower: tower.id, task: Task::Extender });
            missing -= 1;
        } else if tower.level >= MAGES_FROM_LEVEL && (mages.len() as i32) < rules.max_fighters {
            orders.push(Order::Produce { tower: tower.id, task: Task::Mage });
        } else {
            orders.push(Order::Produce { tower: tower.id, task: Task::Upgrade });
        }
    }

    // Extenders: out of their tower to the nearest free cell of our own land, to become a tower there.
    let open_cells = cells_to_walk_on(view, rules);
    let built_on: BTreeSet<Cell> = view.towers.iter().map(|tower| (tower.row, tower.col)).collect();
    let ours = open_cells.difference(&built_on).copied().filter(|&cell| is_ours(cell, view));
    let steps = steps_to(ours, &open_cells, rules);
    for extender in extenders {
        orders.extend(walk(extender, &steps, 1, rules));
        orders.push(Order::Found { corps: extender.id });
    }

    // Mages: towards the nearest tower of another player, and at whatever is beside them.
    let steps = steps_to(foes_towers.iter().map(|tower| (tower.row, tower.col)), &open_cells, rules);
    for mage in mages {
        let tower_beside = foes_towers.iter().find(|tower| distance(mage, tower.row, tower.col) <= 1);
        let foe_beside = foes.iter().find(|foe| distance(mage, foe.row, foe.col) <= 1);
        if let Some(target) = tower_beside {
            orders.push(Order::AttackTower { corps: mage.id, target: target.id });
        } else if let Some(target) = foe_beside {
            orders.push(Order::AttackCorps { corps: mage.id, target: target.id });
        } else {
            orders.extend(walk(mage, &steps, 4, rules));
        }
    }
    orders
}

/// Row and column.
type Cell = (i32, i32);

fn distance(corps: &CorpsRow, row: i32, col: i32) -> i32 {
    (corps.row - row).abs().max((corps.col - col).abs())
}

/// All cells but landmarks, onto which no step leads.
fn cells_to_walk_on(view: &View, rules: &Briefing) -> BTreeSet<Cell> {
    let open = rules.terrains.iter().filter(|terrain| terrain.steps[0].is_some());
    let letters: String = open.map(|terrain| terrain.letter.as_str()).collect();
    let mut cells = BTreeSet::new();
    for (line, row) in view.terrain.iter().zip(0..) {
        for (letter, col) in line.chars().zip(0..) {
            if letters.contains(letter) {
                cells.insert((row, col));
            }
        }
    }
    cells
}

fn is_ours((row, col): Cell, view: &View) -> bool {
    let owner = view.owner[row as usize].chars().nth(col as usize);
    owner.and_then(|owner| owner.to_digit(10)) == Some(view.player as u32)
}

/// How many steps each cell is away from the nearest goal: first the goals, then their neighbours, and so on.
fn steps_to(
    goals: impl Iterator<Item = Cell>,
    open_cells: &BTreeSet<Cell>,
    rules: &Briefing,
) -> BTreeMap<Cell, i32> {
    let mut steps: BTreeMap<Cell, i32> = goals.map(|cell| (cell, 0)).collect();
    let mut queue: VecDeque<Cell> = steps.keys().copied().collect();
    while let Some(cell) = queue.pop_front() {
        for (_, step) in ways(rules) {
            let next = (cell.0 + step.row, cell.1 + step.col);
            if open_cells.contains(&next) && !steps.contains_key(&next) {
                steps.insert(next, steps[&cell] + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

/// Moves that bring a corps nearer to a goal, at most so many.
fn walk(corps: &CorpsRow, steps: &BTreeMap<Cell, i32>, most: usize, rules: &Briefing) -> Vec<Order> {
    let steps_from = |row: i32, col: i32| steps.get(&(row, col)).copied();
    let mut moves = Vec::new();
    let (mut row, mut col) = (corps.row, corps.col);
    while moves.len() < most && steps_from(row, col).unwrap_or(0) > 0 {
        let nearer = |way: &(Direction, Step)| steps_from(row + way.1.row, col + way.1.col).unwrap_or(999);
        if let Some((direction, step)) = ways(rules).into_iter().min_by_key(nearer) {
            moves.push(Order::Move { corps: corps.id, direction });
            (row, col) = (row + step.row, col + step.col);
        }
    }
    moves
}

/// The four directions, and what a step in each adds to row and column.
fn ways(rules: &Briefing) -> [(Direction, Step); 4] {
    let lead = &rules.directions;
    [
        (Direction::Up, lead.up),
        (Direction::Down, lead.down),
        (Direction::Left, lead.left),
        (Direction::Right, lead.right),
    ]
}

fn main() -> ExitCode {
    fc18::play(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A real start and a real first turn, as the bot gets them on the first map.
    const SAMPLE: &str = include_str!("../sample.jsonl");

    #[test]
    fn the_first_tower_makes_an_extender() {
        let orders = fc18::rehearse(turn, SAMPLE).unwrap();
        assert_eq!(orders, [Order::Produce { tower: 0, task: Task::Extender }]);
    }

    #[test]
    fn no_more_is_ordered_than_is_looked_at() {
        assert!(fc18::rehearse(turn, SAMPLE).unwrap().len() <= 50);
    }
}
