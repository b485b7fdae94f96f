//! New plans, made of old ones.

use crate::greedy::deepblue::{Errand, Mix, Plan, Style};
use crate::levels::pick::{below, one_of};
use board::{Cell, SplitMix64};
use deepblue::{Kind, Sighting, Team, View};
use game::Seat;

/// Ways to play that are worth trying in most positions.
pub(super) const STYLES: [Style; 10] = [
    Style::GREEDY,
    Style::ADVANCED,
    Style::SEASONED,
    Style::SPOILER,
    // Everything for the base.
    Style { base_handicap: 0, patience: 30, ..Style::GREEDY },
    // Forts only.
    Style { base_handicap: 400, ..Style::GREEDY },
    // Stays where the guns of the base are.
    Style { stays: true, ..Style::GREEDY },
    // More cargo ships first.
    Style { opening: TRADE, ..Style::GREEDY },
    Style { opening: DESTROYERS, late: Some([1, 4, 2, 1, 0, 0]), ..Style::GREEDY },
    Style { opening: DESTROYERS, late: Some([3, 2, 1, 1, 0, 0]), base_handicap: 400, ..Style::GREEDY },
];

const TRADE: [(Kind, usize); 6] = [
    (Kind::Cargo, 4),
    (Kind::Carrier, 1),
    (Kind::Destroyer, 2),
    (Kind::Carrier, 2),
    (Kind::Cargo, 6),
    (Kind::Carrier, 4),
];

const DESTROYERS: [(Kind, usize); 6] = [
    (Kind::Cargo, 2),
    (Kind::Destroyer, 3),
    (Kind::Cargo, 3),
    (Kind::Submarine, 1),
    (Kind::Destroyer, 5),
    (Kind::Carrier, 2),
];

const OPENINGS: [[(Kind, usize); 6]; 5] =
    [Style::GREEDY.opening, Style::SEASONED.opening, Style::SPOILER.opening, TRADE, DESTROYERS];

const MIXES: [Option<Mix>; 8] = [
    None,
    Some([0, 2, 4, 1, 0, 0]),
    Some([1, 4, 2, 1, 0, 0]),
    Some([4, 2, 1, 1, 0, 0]),
    Some([1, 2, 2, 1, 2, 0]),
    Some([0, 0, 1, 0, 0, 0]),
    Style::SEASONED.late,
    Style::SPOILER.late,
];

/// How many of the known styles are tried each turn, and how many aims.
const PRESETS: usize = 2;
const AIMS: usize = 2;

/// A few of the known styles, and a few things to go for. Whether the base repairs itself is as
/// usual.
pub(super) fn presets(usual: Style, view: &View, seat: Seat, chance: &mut SplitMix64) -> Vec<Plan> {
    let mut plans = Vec::new();
    for _ in 0..PRESETS {
        plans.push(Plan::of(Style { mends: usual.mends, ..one_of(chance, &STYLES) }));
    }
    for _ in 0..AIMS {
        plans.push(Plan::of(Style { aim: an_aim(view, seat, chance), ..usual }));
    }
    plans
}

/// Most errands that a plan has.
const MOST_ERRANDS: usize = 8;

/// A plan that differs in one or two points.
pub(super) fn of(plan: &Plan, view: &View, seat: Seat, chance: &mut SplitMix64) -> Plan {
    let mut plan = plan.clone();
    for _ in 0..=below(chance, 2) {
        match below(chance, 8) {
            0..=3 => vary_style(&mut plan.style, view, seat, chance),
            4..=6 => send_unit(&mut plan, view, seat, chance),
            _ if plan.errands.is_empty() => send_unit(&mut plan, view, seat, chance),
            _ => {
                let at = below(chance, plan.errands.len());
                plan.errands.remove(at);
            }
        }
    }
    plan
}

/// Something that can be taken or besieged.
fn an_aim(view: &View, seat: Seat, chance: &mut SplitMix64) -> Option<i32> {
    let team = Team::of(seat);
    let aims: Vec<&Sighting> =
        view.elements.iter().filter(|seen| seen.kind.is_building() && seen.team != team).collect();
    (!aims.is_empty()).then(|| aims[below(chance, aims.len())].index)
}

/// Gives one point of the style another value.
fn vary_style(style: &mut Style, view: &View, seat: Seat, chance: &mut SplitMix64) {
    match below(chance, 14) {
        0 => style.opening = one_of(chance, &OPENINGS),
        1 => style.late = one_of(chance, &MIXES),
        2..=4 => style.aim = an_aim(view, seat, chance),
        _ => vary_number(style, chance),
    }
}

/// Gives one number of the style another value.
pub(super) fn vary_number(style: &mut Style, chance: &mut SplitMix64) {
    match below(chance, 10) {
        0 => style.base_handicap = one_of(chance, &[0, 7, 14, 30, 400]),
        1 => style.patience = one_of(chance, &[0, 10, 30]),
        2 => style.home_waters = one_of(chance, &[6, 12, 18, 30]),
        3 => style.close = one_of(chance, &[20, 50, 75, 100]),
        4 => style.crippled = one_of(chance, &[0, 4, 6, 8]),
        5 => style.mends = one_of(chance, &[0, 60, 150, 300]),
        6 => style.low_stock = one_of(chance, &[400, 600, 800, 950]),
        7 => style.muster = one_of(chance, &[0, 3, 5, 8]),
        8 => style.chase = one_of(chance, &[0, 8, 12, 18]),
        _ => style.stays = !style.stays,
    }
}

/// Rounds for which a unit is sent somewhere.
const ERRAND: usize = 6;

/// Sends a unit somewhere not far away.
fn send_unit(plan: &mut Plan, view: &View, seat: Seat, chance: &mut SplitMix64) {
    let team = Team::of(seat);
    let own: Vec<&Sighting> =
        view.elements.iter().filter(|seen| seen.team == team && seen.kind.is_unit()).collect();
    if own.is_empty() || plan.errands.len() >= MOST_ERRANDS {
        return vary_style(&mut plan.style, view, seat, chance);
    }
    let unit = own[below(chance, own.len())];
    let mut off = |at: u8| (i32::from(at) + below(chance, 17) as i32 - 8).clamp(0, 255) as u8;
    let goal = Cell::new(off(unit.place.cell.row), off(unit.place.cell.col));
    let until = view.round + 1 + below(chance, ERRAND) as u32;
    plan.errands.retain(|errand| errand.unit != unit.index);
    plan.errands.push(Errand { unit: unit.index, goal, until });
}
