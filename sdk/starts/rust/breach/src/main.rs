//! {{NAME}}: tries every cell a unit can reach and every enemy it can hit from there, and does what is worth most.

use sandtable_bot::breach::{
    self, Briefing, Cell, Domain, Figures, Order, Range, Side, Table, Terrain, Unit, View,
};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

// What things are worth: try other numbers.
const KILL: i32 = 100;
const HIT: i32 = 40;
/// For each enemy that can reach the unit.
const DANGER: i32 = 30;
/// For each step between the unit and an enemy.
const DISTANCE: i32 = 1;
/// Turns; after them nothing is a danger any more.
const PATIENCE: i32 = 20;

/// Where a unit could go, whom it could attack from there, and what that is worth.
struct Plan {
    worth: i32,
    unit: Cell,
    to: Cell,
    target: Option<Cell>,
}

/// Called each turn: carries out the best plan of all units, then the best of the units that are left, and so on.
fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let (mut view, mut done) = (view.clone(), BTreeSet::new());
    loop {
        let own = view.units.iter().filter(|unit| figures(unit, &table.briefing).side == Side::Player);
        let waiting = own.filter(|unit| !done.contains(&unit.cell));
        let plans = waiting.flat_map(|unit| plans_of(unit, &view, &table.briefing));
        let best = match plans.reduce(better) {
            Some(best) => best,
            None => return Vec::new(),
        };
        let mut orders = vec![Order::Move { unit: best.unit, to: best.to }];
        orders.extend(best.target.map(|target| Order::Attack { unit: best.to, target }));
        // Orders act at once: give them now, and see what they have changed.
        view = table.submit(orders).1;
        done.insert(best.to);
    }
}

/// The plan that is worth more; the first if both are worth the same.
fn better(one: Plan, other: Plan) -> Plan {
    if other.worth > one.worth {
        other
    } else {
        one
    }
}

/// Everything that a unit could do.
fn plans_of(unit: &Unit, view: &View, rules: &Briefing) -> Vec<Plan> {
    let own = figures(unit, rules);
    let enemies: Vec<&Unit> =
        view.units.iter().filter(|other| figures(other, rules).side == Side::Enemy).collect();
    let board = Board::new(unit, view);
    let mut plans = Vec::new();
    for to in board.reach(own) {
        let within = board.targets(to, own);
        let targets = enemies.iter().copied().filter(|enemy| within.contains(&enemy.cell));
        for target in std::iter::once(None).chain(targets.map(Some)) {
            let dies = target.filter(|target| target.hp <= own.attack);
            let mut worth = match target {
                Some(_) if dies.is_some() => KILL,
                Some(_) => HIT,
                None => 0,
            };
            for enemy in enemies.iter().copied().filter(|enemy| Some(*enemy) != dies) {
                let steps = (enemy.cell.row - to.row).abs() + (enemy.cell.col - to.col).abs();
                if steps <= figures(enemy, rules).movement + 1 && view.turn <= PATIENCE {
                    worth -= DANGER;
                }
                worth -= DISTANCE * steps;
            }
            plans.push(Plan { worth, unit: unit.cell, to, target: target.map(|target| target.cell) });
        }
    }
    plans
}

/// The numbers of a unit's kind.
fn figures<'a>(unit: &Unit, rules: &'a Briefing) -> &'a Figures {
    let mut kinds = rules.kinds.iter();
    kinds.find(|kind| kind.letter == unit.kind.as_str()).expect("the briefing holds all kinds")
}

/// The board as one of its units finds it.
struct Board {
    unit: Cell,
    others: BTreeSet<Cell>,
    terrain: BTreeMap<Cell, Terrain>,
}

impl Board {
    fn new(unit: &Unit, view: &View) -> Self {
        Self {
            unit: unit.cell,
            others: view.units.iter().map(|other| other.cell).filter(|cell| *cell != unit.cell).collect(),
            terrain: view.terrain.iter().map(|ground| (ground.cell, ground.terrain)).collect(),
        }
    }

    /// The cells that the unit can go to, the nearest first.
    fn reach(&self, figures: &Figures) -> Vec<Cell> {
        let closed = match figures.domain {
            Domain::Land => [Terrain::M, Terrain::O],
            _ => [Terrain::M, Terrain::W],
        };
        let is_open = |cell: &Cell| {
            let ground_is_open = self.terrain.get(cell).map_or(true, |ground| !closed.contains(ground));
            on_board(*cell) && !self.others.contains(cell) && ground_is_open
        };
        let mut found = vec![self.unit];
        let mut begin = 0;
        for _ in 0..figures.movement {
            let end = found.len();
            for at in begin..end {
                for there in DIRECTIONS.map(|ahead| further(found[at], ahead, 1)) {
                    if is_open(&there) && !found.contains(&there) {
                        found.push(there);
                    }
                }
            }
            begin = end;
        }
        found
    }

    /// The cells that the unit could attack from a cell.
    fn targets(&self, cell: Cell, figures: &Figures) -> Vec<Cell> {
        let steps = match figures.range {
            Range::Jump => 2..=2,
            Range::Line => 1..=7,
            _ => 1..=1,
        };
        let mut found = Vec::new();
        for ahead in DIRECTIONS {
            for steps in steps.clone() {
                let target = further(cell, ahead, steps);
                found.push(target);
                // A line of fire ends at the first unit and at the first cell that is not plain.
                if self.others.contains(&target) || self.terrain.contains_key(&target) {
                    break;
                }
            }
        }
        found
    }
}

const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The cell so many steps ahead.
fn further(cell: Cell, (rows, cols): (i32, i32), steps: i32) -> Cell {
    Cell { row: cell.row + steps * rows, col: cell.col + steps * cols }
}

fn on_board(cell: Cell) -> bool {
    (0..8).contains(&cell.row) && (0..8).contains(&cell.col)
}

fn main() -> ExitCode {
    breach::play(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A real start and a real first turn, as the bot gets them on the first map.
    const SAMPLE: &str = include_str!("../sample.jsonl");

    #[test]
    fn the_enemy_in_the_line_of_fire_is_shot() {
        let orders = breach::rehearse(turn, SAMPLE).unwrap();
        let attacks = orders.iter().filter_map(|order| match order {
            Order::Attack { target, .. } => Some(*target),
            _ => None,
        });
        assert_eq!(attacks.collect::<Vec<_>>(), [Cell { row: 2, col: 3 }]);
    }

    #[test]
    fn the_tank_moves_first() {
        let orders = breach::rehearse(turn, SAMPLE).unwrap();
        assert!(matches!(orders[0], Order::Move { unit: Cell { row: 5, col: 3 }, .. }), "{orders:?}");
    }
}
