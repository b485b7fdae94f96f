//! Mistakes in turns, in the growth of forests and in the end of the game.

use super::MistakeKind;
use crate::kinds::Side;
use crate::state::{Phase, StateOf};
use board::{Cell, Mask8};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// How much a unit would gain from the forests if there is a mistake in that.
    pub(crate) fn mistaken_gain(&self, at: Cell) -> i32 {
        let errs = |mistake| self.rules.errs(mistake);
        let Some(kind) = self.kind(at) else { return 0 };
        let left_out = (errs(MistakeKind::GrowthForPlayer) && kind.side() == Side::Enemy)
            || (errs(MistakeKind::GrowthForEnemy) && kind.side() == Side::Player)
            || errs(MistakeKind::NoGrowth);
        if left_out {
            return 0;
        }
        let near = |forest: &Cell| {
            let reach = match (errs(MistakeKind::GrowthAdjacent), errs(MistakeKind::GrowthWide)) {
                (true, _) => 1,
                (_, true) => 3,
                _ => 2,
            };
            let inside = errs(MistakeKind::GrowthNotInside) && at == *forest;
            !inside
                && at.chebyshev(*forest) <= reach
                && (!errs(MistakeKind::GrowthDiamond) || at.manhattan(*forest) <= reach)
        };
        let mut by = self.forests.cells().filter(near).count() as i32;
        if errs(MistakeKind::GrowthTwo) {
            by *= 2;
        }
        if errs(MistakeKind::GrowthOnce) {
            by = by.min(1);
        }
        if errs(MistakeKind::GrowthCapped) {
            by = by.min((kind.figures().hp - self.hp[Mask8::bit(at)]).max(0));
        }
        by
    }

    /// Whether the game is looked upon as over in the middle of a turn, which is a mistake.
    pub(crate) fn is_over_too_early(&mut self) -> bool {
        if !self.rules.errs(MistakeKind::ResultAtOnce) {
            return false;
        }
        self.phase = self.phase_between_turns();
        self.phase != Phase::Playing
    }

    /// A unit can do nothing more this turn, which is a mistake.
    pub(crate) fn tire(&mut self, unit: Cell) {
        self.moved.insert(unit);
        self.attacked.insert(unit);
    }
}
