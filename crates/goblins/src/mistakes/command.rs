//! Mistakes in a mage's command line and steps.

use super::MistakeKind;
use crate::kinds::Terrain;
use crate::state::StateOf;
use board::Direction;
use game::mistakes::Adherence;

/// The capital letter for a symbol that should mean nothing, if there is a mistake in that.
pub(crate) fn mistaken_symbol<R: Adherence<MistakeKind>>(rules: R, symbol: u8) -> u8 {
    if rules.errs(MistakeKind::LowerCaseCounts) { symbol.to_ascii_uppercase() } else { symbol }
}

/// Where a letter leads, if there may be a mistake in that.
pub(crate) fn mistaken_direction<R: Adherence<MistakeKind>>(rules: R, direction: Direction) -> Direction {
    let swapped = match direction {
        Direction::Left | Direction::Right => MistakeKind::LeftRightSwapped,
        Direction::Up | Direction::Down => MistakeKind::UpDownSwapped,
    };
    if rules.errs(swapped) { direction.opposite() } else { direction }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Whether a mage may go on after a spell, which is a mistake.
    pub(crate) fn goes_on_after_spell(&self) -> bool {
        self.rules.errs(MistakeKind::StepsAfterSpell) || self.rules.errs(MistakeKind::ManySpells)
    }

    /// A step that is not possible uses up a point, which is a mistake.
    pub(crate) fn pay_for_blocked_step(&mut self) {
        if self.rules.errs(MistakeKind::BlockedStepCosts) {
            self.points = self.points.saturating_sub(1);
        }
    }

    /// The points of a mage, if there may be a mistake in that.
    pub(crate) fn mistaken_points(rules: R) -> u8 {
        if rules.errs(MistakeKind::OnePoint) {
            1
        } else if rules.errs(MistakeKind::TwoPoints) {
            2
        } else if rules.errs(MistakeKind::FourPoints) {
            4
        } else if rules.errs(MistakeKind::EndlessPoints) {
            u8::MAX
        } else {
            crate::state::POINTS
        }
    }

    /// Whether a mage can step onto this terrain, if there may be a mistake in that.
    pub(crate) fn carries_mages(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Plain => true,
            Terrain::Water => self.rules.errs(MistakeKind::StepsOnWater),
            Terrain::Mountain => self.rules.errs(MistakeKind::StepsOnMountains),
        }
    }
}
