//! {{NAME}}: each mage tries every square it can reach and every fireball from there, and does what is worth most.

use sandtable_bot::goblins::{self, Cell, Direction, Order, Table, Terrain, Unit, View};
use std::collections::BTreeMap;
use std::process::ExitCode;

// What things are worth: try other numbers.
const KILL: i32 = 100;
/// For each goblin that can strike the mage.
const DANGER: i32 = 60;
/// For each step between the mage and a goblin.
const DISTANCE: i32 = 1;
/// Turns; after them nothing is a danger any more.
const PATIENCE: i32 = 30;

/// Which way a mage could go, where it could throw a fireball then, and what that is worth.
struct Plan {
    worth: i32,
    way: Vec<Direction>,
    fireball: Option<Direction>,
}

/// Called each turn: the mages act one after the other, each by its best plan.
fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let mut view = view.clone();
    while let Some(mage) = view.to_move {
        let best = match plans_of(mage, &Board::new(&view)).into_iter().reduce(better) {
            Some(best) => best,
            None => break,
        };
        let steps = best.way.iter().map(|&direction| Order::Step { direction });
        let last = best.fireball.map_or(Order::Done, |direction| Order::Fireball { direction });
        // Orders act at once: give them now, and see what they have changed.
        view = table.submit(steps.chain([last]).collect()).1;
    }
    Vec::new()
}

/// The plan that is worth more; the first if both are worth the same.
fn better(one: Plan, other: Plan) -> Plan {
    if other.worth > one.worth {
        other
    } else {
        one
    }
}

/// Everything that a mage could do.
fn plans_of(mage: Cell, board: &Board) -> Vec<Plan> {
    let enemies: Vec<Unit> = board.units.values().copied().filter(is_enemy).collect();
    let walks: Vec<_> = enemies.iter().map(|goblin| board.ways(goblin.cell(), FAR)).collect();
    let mut plans = Vec::new();
    for (square, way) in board.ways(mage, board.points) {
        for fireball in std::iter::once(None).chain(Direction::ALL.iter().copied().map(Some)) {
            let hit = fireball.and_then(|direction| board.first_unit(square, direction)).filter(is_enemy);
            if fireball.is_some() && hit.is_none() {
                continue;
            }
            let mut worth = if hit.is_some() { KILL } else { 0 };
            for (goblin, walk) in enemies.iter().zip(&walks).filter(|(goblin, _)| hit != Some(**goblin)) {
                let there = walk.iter().find(|(end, _)| *end == square);
                worth -= DISTANCE * there.map_or(FAR, |(_, way)| way.len() as i32);
                if board.turn <= PATIENCE && board.can_strike(goblin, square) {
                    worth -= DANGER;
                }
            }
            plans.push(Plan { worth, way: way.clone(), fireball });
        }
    }
    plans
}

fn is_enemy(unit: &Unit) -> bool {
    !matches!(unit, Unit::Mage { .. })
}

/// The board as the mage finds it whose turn it is: its own square counts as empty.
struct Board {
    rows: i32,
    cols: i32,
    turn: i32,
    points: i32,
    units: BTreeMap<Cell, Unit>,
    terrain: BTreeMap<Cell, Terrain>,
}

impl Board {
    fn new(view: &View) -> Self {
        let others = view.units.iter().filter(|unit| Some(unit.cell()) != view.to_move);
        Self {
            rows: view.rows,
            cols: view.cols,
            turn: view.turn,
            points: view.points,
            units: others.map(|unit| (unit.cell(), *unit)).collect(),
            terrain: view.terrain.iter().map(|ground| (ground.cell, ground.terrain)).collect(),
        }
    }

    fn holds(&self, square: Cell) -> bool {
        (0..self.rows).contains(&square.row) && (0..self.cols).contains(&square.col)
    }

    /// Whether somebody can step there.
    fn is_open(&self, square: Cell) -> bool {
        self.holds(square) && !self.units.contains_key(&square) && !self.terrain.contains_key(&square)
    }

    /// The squares that so many steps lead to, each with the way there, the nearest first.
    fn ways(&self, start: Cell, most: i32) -> Vec<(Cell, Vec<Direction>)> {
        let mut ways = vec![(start, Vec::new())];
        let mut next = 0;
        while next < ways.len() && (ways[next].1.len() as i32) < most {
            let (square, way) = ways[next].clone();
            next += 1;
            for &direction in Direction::ALL {
                let there = ahead(square, direction);
                if self.is_open(there) && ways.iter().all(|(known, _)| *known != there) {
                    ways.push((there, way.iter().copied().chain([direction]).collect()));
                }
            }
        }
        ways
    }

    /// Whom a fireball would burn. It flies over water; a mountain stops it.
    fn first_unit(&self, square: Cell, direction: Direction) -> Option<Unit> {
        let mut square = ahead(square, direction);
        while self.holds(square) && self.terrain.get(&square) != Some(&Terrain::M) {
            if let Some(unit) = self.units.get(&square) {
                return Some(*unit);
            }
            square = ahead(square, direction);
        }
        None
    }

    /// Whether a goblin would strike somebody on a square in its next turn.
    fn can_strike(&self, goblin: &Unit, square: Cell) -> bool {
        match *goblin {
            Unit::Tracker { cell, sight } => distance(cell, square) <= sight,
            Unit::Patrol { mut cell, facing, steps } => {
                let mut reaches = distance(cell, square) <= 1;
                for _ in 0..steps {
                    if !self.is_open(ahead(cell, facing)) {
                        break;
                    }
                    cell = ahead(cell, facing);
                    reaches |= distance(cell, square) <= 1;
                }
                reaches
            }
            _ => false,
        }
    }
}

const FAR: i32 = 50;

/// The next square in a direction.
fn ahead(square: Cell, direction: Direction) -> Cell {
    let Cell { row, col } = square;
    match direction {
        Direction::Up => Cell { row: row - 1, col },
        Direction::Down => Cell { row: row + 1, col },
        Direction::Left => Cell { row, col: col - 1 },
        _ => Cell { row, col: col + 1 },
    }
}

fn distance(one: Cell, other: Cell) -> i32 {
    (one.row - other.row).abs() + (one.col - other.col).abs()
}

fn main() -> ExitCode {
    goblins::play(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A real start and a real first turn, as the bot gets them on the first map.
    const SAMPLE: &str = include_str!("../sample.jsonl");

    #[test]
    fn the_goblin_is_burnt() {
        let orders = goblins::rehearse(turn, SAMPLE).unwrap();
        assert!(matches!(orders.last(), Some(Order::Fireball { .. })), "{orders:?}");
    }

    #[test]
    fn a_mage_makes_no_more_steps_than_it_has() {
        let orders = goblins::rehearse(turn, SAMPLE).unwrap();
        assert!(orders.iter().filter(|order| matches!(order, Order::Step { .. })).count() <= 3);
    }
}
