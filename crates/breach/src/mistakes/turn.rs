//! Mistakes in turns, in the growth of forests and in the end of the game.

use super::MistakeKind;
use crate::event::Event;
use crate::kinds::Side;
use crate::state::{Phase, StateOf};
use board::{Cell, Mask8};
use game::Log;
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
                && self.is_within_forest(at, *forest)
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
        if errs(MistakeKind::GrowthHurts) { -by } else { by }
    }

    /// Whether a unit is near enough to a forest, if there may be a mistake in some direction.
    fn is_within_forest(&self, at: Cell, forest: Cell) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let short_below = errs(MistakeKind::GrowthShort) || errs(MistakeKind::GrowthShortBelow);
        let short_right = errs(MistakeKind::GrowthShort) || errs(MistakeKind::GrowthShortRight);
        (!short_below || at.row <= forest.row + 1)
            && (!short_right || at.col <= forest.col + 1)
            && (!errs(MistakeKind::GrowthOnlyInside) || at == forest)
            && (!errs(MistakeKind::GrowthCross) || at.row == forest.row || at.col == forest.col)
    }

    /// Whether a move does not count as one, which is a mistake.
    #[inline(always)]
    pub(crate) fn moves_for_nothing(&self, from: Cell, to: Cell) -> bool {
        self.rules.errs(MistakeKind::MovesAgain)
            || (self.rules.errs(MistakeKind::StayingIsFree) && from == to)
    }

    /// Whether an attack does not count as one, which is a mistake.
    #[inline(always)]
    pub(crate) fn attacks_for_nothing(&self, target: Cell) -> bool {
        self.rules.errs(MistakeKind::AttacksAgain)
            || (self.rules.errs(MistakeKind::EmptyAttackIsFree) && self.kind(target).is_none())
    }

    /// What happens before a turn begins, which is a mistake.
    pub(crate) fn grow_at_start<L: Log<Event>>(&mut self, log: &mut L) {
        if self.rules.errs(MistakeKind::GrowthAtStart) {
            self.grow(log);
        }
    }

    /// Lets enemies act before the player, if that is the mistake.
    pub(crate) fn act_too_early<L: Log<Event>>(&mut self, log: &mut L) {
        if self.rules.errs(MistakeKind::EnemiesFirst) {
            self.enemy_phase(log);
        }
    }

    /// Whether the result is looked at before the enemies act, and the game is over, which is a
    /// mistake.
    pub(crate) fn is_over_before_enemies(&mut self) -> bool {
        let errs =
            self.rules.errs(MistakeKind::ResultAtOnce) || self.rules.errs(MistakeKind::ResultBeforeEnemies);
        if errs {
            self.phase = self.phase_between_turns();
        }
        errs && self.phase != Phase::Playing
    }

    /// Whether forests do not grow at the end of this turn, which is a mistake.
    #[inline(always)]
    pub(crate) fn leaves_out_growth(&self) -> bool {
        self.rules.errs(MistakeKind::GrowthAtStart)
            || (self.rules.errs(MistakeKind::ResultBeforeGrowth)
                && self.phase_between_turns() != Phase::Playing)
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
