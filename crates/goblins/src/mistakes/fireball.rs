//! Mistakes with the fireball.

use super::MistakeKind;
use crate::kinds::Terrain;
use crate::state::StateOf;
use alloc::sync::Arc;
use board::{Cell, Direction};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Where a fireball flies, if there may be a mistake in that.
    pub(crate) fn fire_direction(&self, direction: Direction) -> Direction {
        let swapped = match direction {
            Direction::Left | Direction::Right => MistakeKind::FireLeftRight,
            Direction::Up | Direction::Down => MistakeKind::FireUpDown,
        };
        match () {
            () if self.rules.errs(MistakeKind::FireAlwaysUp) => Direction::Up,
            () if self.rules.errs(MistakeKind::FireMirrored) || self.rules.errs(swapped) => {
                direction.opposite()
            }
            () => direction,
        }
    }

    /// Whether a fireball flies past the unit on this square, which is a mistake.
    pub(crate) fn fire_spares(&self, at: Cell) -> bool {
        (self.rules.errs(MistakeKind::FireSparesMages) && self.mages().has(at))
            || (self.rules.errs(MistakeKind::FireSparesGoblins) && self.goblins().has(at))
    }

    /// How many squares far a fireball reaches, if there may be a mistake in that.
    pub(crate) fn fire_range(&self) -> u32 {
        let ranges = [
            (MistakeKind::NoFireball, 0),
            (MistakeKind::FireReachesOne, 1),
            (MistakeKind::FireReachesTwo, 2),
            (MistakeKind::FireReachesThree, 3),
            (MistakeKind::FireReachesFour, 4),
        ];
        let shorter = ranges.into_iter().find(|(mistake, _)| self.rules.errs(*mistake));
        shorter.map_or(u32::MAX, |(_, range)| range)
    }

    /// Whether a fireball that hits this unit does it no harm, which is a mistake.
    pub(crate) fn fire_is_harmless(&self, at: Cell) -> bool {
        (self.rules.errs(MistakeKind::FireHarmlessToMages) && self.mages().has(at))
            || (self.rules.errs(MistakeKind::FireHarmlessToGoblins) && self.goblins().has(at))
    }

    /// Whether a fireball is gone before it reaches this square, which is a mistake.
    pub(crate) fn fire_ends_before(&self, at: Cell) -> bool {
        let size = self.size();
        let is_last = at.row + 1 == size.rows || at.col + 1 == size.cols;
        let is_first = at.row == 0 || at.col == 0;
        (self.rules.errs(MistakeKind::FireStopsBeforeLast) && (is_first || is_last))
            || (self.rules.errs(MistakeKind::FireStopsShort) && is_last)
    }

    /// What a fireball does to a mountain, if there may be a mistake in that.
    pub(crate) fn scorch(&mut self, at: Cell) {
        if self.rules.errs(MistakeKind::FireFlattens) && self.terrain(at) == Terrain::Mountain {
            Arc::make_mut(&mut self.map).lay(at, Terrain::Plain);
        }
    }

    /// Whether this terrain stops a fireball, if there may be a mistake in that.
    pub(crate) fn stops_fire(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Plain => false,
            Terrain::Water => self.rules.errs(MistakeKind::FireStopsAtWater),
            Terrain::Mountain => !self.rules.errs(MistakeKind::FireCrossesMountains),
        }
    }
}
