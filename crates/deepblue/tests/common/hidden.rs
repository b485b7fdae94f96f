//! Changes of a position that the first seat cannot see.

use super::free_cell;
use board::SplitMix64;
use deepblue::{Kind, Parts, Rules, State, Team};

/// Whether the first seat sees an element now.
fn is_seen(state: &State, index: i32) -> bool {
    let body = state.element(index).unwrap();
    state.sees(Team::First, body.area(), body.kind.level())
}

/// Changes the stores of everything that is the other side's or a neutral fort's, and healths out
/// of sight.
pub(crate) fn other_stores(parts: &mut Parts, state: &State, rules: &Rules, random: &mut SplitMix64) {
    for placed in parts.plan.elements.iter_mut().filter(|placed| placed.team != Team::First) {
        let seen = is_seen(state, placed.index);
        if placed.kind.is_resource() {
            continue;
        }
        let full = rules.of(placed.kind);
        // Nobody runs dry within the round.
        let mut part = |max: i16| Some(max.min(2) as i32 + random.below(max.max(1) as u64) as i32);
        placed.fuel = part(full.fuel_max);
        placed.ammo = part(full.ammo_max);
        placed.metal = part(full.metal_max);
        // A fort that falls becomes one's own, and that is told.
        if !seen && placed.kind.is_unit() {
            placed.health = part(full.health_max);
        }
    }
    parts.production[1] = (0..random.below(9)).map(|_| (Kind::Cargo, 5 + random.below(9) as u8)).collect();
}

/// Changes what is left in resources out of sight.
pub(crate) fn other_resources(parts: &mut Parts, state: &State, random: &mut SplitMix64) {
    for placed in parts.plan.elements.iter_mut().filter(|placed| placed.kind.is_resource()) {
        if !is_seen(state, placed.index) {
            placed.fuel = Some(random.below(1000) as i32);
            placed.metal = Some(random.below(500) as i32);
        }
    }
}

/// Changes the owner of forts out of sight.
pub(crate) fn other_forts(parts: &mut Parts, state: &State, random: &mut SplitMix64) {
    for placed in parts
        .plan
        .elements
        .iter_mut()
        .filter(|placed| placed.kind == Kind::Fort && placed.team != Team::First)
    {
        if !is_seen(state, placed.index) {
            placed.team = [Team::Second, Team::Nobody][random.below(2) as usize];
        }
    }
}

/// Moves, removes and adds units that the first seat does not see.
pub(crate) fn other_fleet(parts: &mut Parts, state: &State, random: &mut SplitMix64) {
    let hidden = |index: i32, kind: Kind| kind.is_unit() && !is_seen(state, index);
    let units: Vec<_> =
        parts.plan.elements.iter().copied().filter(|placed| hidden(placed.index, placed.kind)).collect();
    parts.plan.elements.retain(|placed| !hidden(placed.index, placed.kind));
    for placed in units {
        let kind = if random.below(2) == 0 { placed.kind } else { Kind::UNITS[random.below(6) as usize] };
        let at = free_cell(&parts.plan, kind, random).filter(|cell| {
            let dry = parts.plan.is_land(*cell) && !kind.is_plane();
            !dry && !state.sees(Team::First, deepblue::Area::cell(*cell), kind.level())
        });
        let index = if random.below(2) == 0 { placed.index } else { placed.index + 100_000 };
        if let Some(at) = at.filter(|_| random.below(4) > 0) {
            parts.plan.elements.push(deepblue::Placed::new(index, kind, Team::Second, at));
        }
    }
}
