//! Over several turns: what attacks can take from the enemies, against what they have to lose.

use breach::{Kind, Side, State, Terrain};

/// False only if the enemies certainly cannot be beaten within so many turns.
///
/// A soldier takes 1 HP. A tank takes 1, 1 more by a bump, and 1 from the enemy that was bumped. A
/// fighter takes 2 from its target and 1 from each other enemy. In its own turn a hydralisk can
/// push somebody against an enemy. Where there is an ocean a hydralisk may drown, whatever its HP.
pub(super) fn may_win(state: &State, turns: u32) -> bool {
    let enemies = state.side(Side::Enemy);
    let foes = enemies.count() as i32;
    let (mut now, mut later) = (Power::default(), Power::default());
    for unit in state.side(Side::Player).cells() {
        let power = match state.kind(unit) {
            Some(Kind::Tank) => Power { single: 2, total: 2 + i32::from(foes > 1) },
            Some(Kind::Fighter) => Power { single: 2, total: foes + 1 },
            _ => Power { single: 1, total: 1 },
        };
        later.add(power);
        if !state.has_attacked(unit) {
            now.add(power);
        }
    }
    let is_hydralisk = |cell| state.kind(cell) == Some(Kind::Hydralisk);
    let bumps = enemies.cells().filter(|cell| is_hydralisk(*cell)).count() as i32;
    later.add(Power { single: bumps, total: bumps });
    let turns = turns as i32 - 1;
    let has_ocean = !state.land(Terrain::Ocean).is_empty();
    let mut total = 0_i32;
    for cell in enemies.cells() {
        let need = if has_ocean && is_hydralisk(cell) { 1 } else { state.hp(cell).unwrap_or(0) };
        if need > now.single.saturating_add(turns.saturating_mul(later.single)) {
            return false;
        }
        total = total.saturating_add(need);
    }
    total <= now.total.saturating_add(turns.saturating_mul(later.total))
}

/// HP that can be taken in a turn.
#[derive(Clone, Copy, Default)]
struct Power {
    /// From one enemy.
    single: i32,
    /// From all together.
    total: i32,
}

impl Power {
    fn add(&mut self, more: Self) {
        self.single += more.single;
        self.total += more.total;
    }
}
