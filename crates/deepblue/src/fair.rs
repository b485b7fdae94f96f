//! Whether a map treats both sides alike.

use crate::kinds::{Kind, Team};
use crate::map::{Placed, Plan};
use crate::place::Area;
use crate::seas::STEPS;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;

/// How far something is from a base: kind, and steps by ship from beside the base to beside it;
/// none if no ship gets there.
pub type Access = (Kind, Option<u32>);

/// What a team can get at, and how far it is: mines, oilfields, forts that are not the other's, and
/// the other's base.
#[must_use]
pub fn access(plan: &Plan, team: Team) -> Vec<Access> {
    let Some(base) = base_of(plan, team) else { return Vec::new() };
    let steps = flood(plan, base.area());
    let mut found: Vec<Access> = Vec::new();
    for placed in plan.elements.iter().filter(|placed| is_prize(placed, team)) {
        let nearest = beside(plan, placed.area()).filter_map(|cell| steps[plan.size.index(cell)]).min();
        found.push((placed.kind, nearest));
    }
    found.sort_unstable();
    found
}

/// The first point in which one side is better off than the other; none if both have equal access
/// to everything.
#[must_use]
pub fn unfairness(plan: &Plan) -> Option<String> {
    let (first, second) = (access(plan, Team::First), access(plan, Team::Second));
    for kind in [Kind::Mine, Kind::Oilfield, Kind::Fort, Kind::Base] {
        let of_kind = |all: &[Access]| -> Vec<Option<u32>> {
            all.iter().filter(|(other, _)| *other == kind).map(|(_, steps)| *steps).collect()
        };
        let (one, two) = (of_kind(&first), of_kind(&second));
        if one != two {
            let shown = |steps: Vec<Option<u32>>| {
                let words: Vec<String> = steps
                    .iter()
                    .map(|steps| steps.map_or("none".into(), |steps| format!("{steps}")))
                    .collect();
                words.join(" ")
            };
            let text = format!("the sides are not equal: steps to each {kind} are {} for team 0", shown(one));
            return Some(format!("{text} and {} for team 1", shown(two)));
        }
    }
    None
}

fn base_of(plan: &Plan, team: Team) -> Option<&Placed> {
    plan.elements.iter().find(|placed| placed.kind == Kind::Base && placed.team == team)
}

fn is_prize(placed: &Placed, team: Team) -> bool {
    match placed.kind {
        Kind::Mine | Kind::Oilfield => true,
        Kind::Fort => placed.team != team.other(),
        Kind::Base => placed.team == team.other(),
        _ => false,
    }
}

/// The ocean cells on an area or at distance 1 from it.
fn beside(plan: &Plan, area: Area) -> impl Iterator<Item = Cell> {
    let rows = area.from.row.saturating_sub(1)..=area.to.row.saturating_add(1).min(plan.size.rows - 1);
    rows.flat_map(move |row| {
        let cols = area.from.col.saturating_sub(1)..=area.to.col.saturating_add(1).min(plan.size.cols - 1);
        cols.map(move |col| Cell::new(row, col))
    })
    .filter(move |cell| area.distance(Area::cell(*cell)) <= 1 && !plan.is_land(*cell))
}

/// Steps by sea from beside an area to every cell.
fn flood(plan: &Plan, from: Area) -> Vec<Option<u32>> {
    let mut steps = vec![None; plan.size.area()];
    let mut queue = VecDeque::new();
    for cell in beside(plan, from) {
        steps[plan.size.index(cell)] = Some(0);
        queue.push_back((cell, 0));
    }
    while let Some((cell, done)) = queue.pop_front() {
        for (rows, cols) in STEPS {
            let near = plan.size.offset(cell, rows, cols).filter(|near| !plan.is_land(*near));
            if let Some(near) = near.filter(|near| steps[plan.size.index(*near)].is_none()) {
                steps[plan.size.index(near)] = Some(done + 1);
                queue.push_back((near, done + 1));
            }
        }
    }
    steps
}
