//! New plans, made of old ones.

use crate::greedy::fc18::{Arms, Deed, Errand, Plan, Style};
use crate::levels::pick::{below, one_of};
use board::{Cell, SplitMix64};
use fc18::{State, Task};
use game::{Game, Seat};

/// Ways to play that are worth trying in most positions.
pub(super) const STYLES: [Style; 9] = [
    Style::GREEDY,
    Style::SEASONED,
    // Fights as soon and as much as it can.
    Style { levels_a_fighter: 2, army_from: 2, fighter_level: 2, caution: 70, siege: 130, ..Style::GREEDY },
    // Stays at home, and shoots.
    Style { leash: 60, shot: 10, ..Style::GREEDY },
    // Has as many towers as possible as soon as possible.
    Style { extender_level: 4, extenders: 6, army_from: 6, ..Style::GREEDY },
    Style { arms: Arms::Only(Task::Archer), levels_a_fighter: 3, fighter_level: 2, ..Style::GREEDY },
    Style { arms: Arms::Only(Task::Mage), levels_a_fighter: 3, fighter_level: 4, ..Style::GREEDY },
    Style {
        arms: Arms::Only(Task::Warrior),
        levels_a_fighter: 2,
        fighter_level: 1,
        hunt: 150,
        ..Style::GREEDY
    },
    // Goes for corps: every one is a deed.
    Style { hunt: 200, siege: 60, caution: 60, levels_a_fighter: 3, shot: 5, ..Style::GREEDY },
];

/// How many of the known styles are tried each turn.
const PRESETS: u64 = 3;

/// The usual way to play, what self-play has taught, and a few of the known styles.
pub(super) fn presets(chance: &mut SplitMix64) -> Vec<Plan> {
    let known = (0..PRESETS).map(|_| one_of(chance, &STYLES));
    [Style::GREEDY, Style::SEASONED].into_iter().chain(known).map(Plan::of).collect()
}

/// Most errands that a plan has.
const MOST_ERRANDS: usize = 12;

/// A plan that differs in one or two points.
pub(super) fn of<const SIDE: usize>(
    plan: &Plan,
    state: &State<SIDE>,
    seat: Seat,
    chance: &mut SplitMix64,
) -> Plan {
    let mut plan = plan.clone();
    for _ in 0..=below(chance, 2) {
        match below(chance, 8) {
            0..=2 => vary_style(&mut plan.style, state, seat, chance),
            3..=4 => send_corps(&mut plan, state, seat, chance),
            5..=6 => task_tower(&mut plan, state, seat, chance),
            _ if plan.errands.is_empty() => send_corps(&mut plan, state, seat, chance),
            _ => {
                let at = below(chance, plan.errands.len());
                plan.errands.remove(at);
            }
        }
    }
    plan
}

/// Gives one point of the style another value.
fn vary_style<const SIDE: usize>(
    style: &mut Style,
    state: &State<SIDE>,
    seat: Seat,
    chance: &mut SplitMix64,
) {
    if below(chance, 15) > 0 {
        return vary_number(style, chance);
    }
    let victim = Seat(below(chance, state.seats().into()) as u8);
    style.victim = Some(victim).filter(|victim| *victim != seat && state.is_alive(*victim));
}

/// Gives one number of the style another value.
pub(super) fn vary_number(style: &mut Style, chance: &mut SplitMix64) {
    match below(chance, 14) {
        0 => style.shot = one_of(chance, &[1, 10, 20, 35, 60, 200]),
        1 => style.towers = one_of(chance, &[4, 6, 8, 10]),
        2 => style.extenders = one_of(chance, &[0, 2, 4, 6]),
        3 => style.extender_level = one_of(chance, &[1, 2, 3, 5]),
        4 => style.levels_a_fighter = one_of(chance, &[1, 2, 3, 4, 6, 10]),
        5 => style.army_from = one_of(chance, &[1, 2, 3, 5, 7]),
        6 => style.fighter_level = one_of(chance, &[1, 2, 3, 4, 6]),
        7 => style.arms = one_of(chance, &ARMS),
        8 => style.caution = one_of(chance, &[30, 60, 100, 150, 250]),
        9 => style.siege = one_of(chance, &[40, 70, 100, 150, 250]),
        10 => style.hunt = one_of(chance, &[50, 100, 150, 250]),
        11 => style.wounded = one_of(chance, &[0, 2, 4, 6, 8]),
        12 => style.watch = one_of(chance, &[2, 3, 4, 6]),
        _ => style.leash = one_of(chance, &[0, 0, 10, 30, 60]),
    }
}

const ARMS: [Arms; 4] =
    [Arms::Mixed, Arms::Only(Task::Warrior), Arms::Only(Task::Archer), Arms::Only(Task::Mage)];

/// Rounds for which a corps is sent somewhere.
const ERRAND: u16 = 6;

/// Sends a corps somewhere: to a tower, or not far away.
fn send_corps<const SIDE: usize>(plan: &mut Plan, state: &State<SIDE>, seat: Seat, chance: &mut SplitMix64) {
    let own: Vec<_> = state.corps_of(seat).collect();
    if own.is_empty() || plan.errands.len() >= MOST_ERRANDS {
        return vary_style(&mut plan.style, state, seat, chance);
    }
    let corps = *own[below(chance, own.len())];
    let towers = state.towers();
    let goal = match below(chance, 3) {
        0 if corps.kind.is_fighter() => towers[below(chance, towers.len())].at,
        _ => near(state, corps.at, chance),
    };
    let until = state.round() + 1 + below(chance, ERRAND.into()) as u16;
    plan.errands.retain(|errand| !matches!(errand.what, Deed::Go(who, _) if who == corps.id));
    plan.errands.push(Errand { what: Deed::Go(corps.id, goal), until });
}

/// A cell at most four steps away in each direction.
fn near<const SIDE: usize>(state: &State<SIDE>, at: Cell, chance: &mut SplitMix64) -> Cell {
    let mut off = || below(chance, 9) as i8 - 4;
    state.size().offset(at, off(), off()).unwrap_or(at)
}

/// Tells a tower what to make.
fn task_tower<const SIDE: usize>(plan: &mut Plan, state: &State<SIDE>, seat: Seat, chance: &mut SplitMix64) {
    let own: Vec<_> = state.towers().iter().filter(|tower| tower.owner == seat).collect();
    if own.is_empty() || plan.errands.len() >= MOST_ERRANDS {
        return vary_style(&mut plan.style, state, seat, chance);
    }
    let tower = own[below(chance, own.len())].id;
    let task = one_of(chance, &Task::ALL);
    let turns = state.turns_until(tower, task).unwrap_or(1).clamp(1, 12);
    plan.errands.retain(|errand| !matches!(errand.what, Deed::Make(who, _) if who == tower));
    plan.errands.push(Errand { what: Deed::Make(tower, task), until: state.round() + turns - 1 });
}
