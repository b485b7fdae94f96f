//! Mistakes in who acts when, and in the end of the game.

use super::MistakeKind;
use crate::event::Event;
use crate::kinds::{GOBLINS_ACT_SINCE, Kind};
use crate::state::{Id, Phase, StateOf};
use alloc::vec::Vec;
use game::Log;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Whether the game is looked upon as over in the middle of a turn, which is a mistake.
    pub(crate) fn is_over_too_early(&mut self) -> bool {
        let over = self.mages().is_empty() || self.goblins().is_empty();
        if over && self.rules.errs(MistakeKind::ResultAtOnce) {
            self.begin_turn();
            return true;
        }
        false
    }

    /// Looks who has won after a mage has acted, or all of them, which is a mistake. Returns whether
    /// the game is over.
    pub(crate) fn is_over_among_mages(&mut self, all_have_acted: bool) -> bool {
        let errs = self.rules.errs(MistakeKind::ResultAfterMage)
            || (all_have_acted && self.rules.errs(MistakeKind::ResultAfterMages));
        let over = errs && (self.mages().is_empty() || self.goblins().is_empty());
        if over {
            self.begin_turn();
        }
        over
    }

    /// The points of the next mage, if there may be a mistake in that.
    pub(crate) fn mistaken_points_of_next(&self) -> u8 {
        let goes_on = self.active().is_some() && self.rules.errs(MistakeKind::PointsShared);
        if goes_on { self.points } else { Self::mistaken_points(self.rules) }
    }

    /// Who has won when nobody is left, if there may be a mistake in that.
    pub(crate) fn nobody_left(&self) -> Phase {
        if self.rules.errs(MistakeKind::DrawIsLost) {
            Phase::Lost
        } else if self.rules.errs(MistakeKind::DrawIsWon) {
            Phase::Won
        } else {
            Phase::Drawn
        }
    }

    /// Whether mages act from the last to the first, which is a mistake.
    pub(crate) fn mages_act_backwards(&self) -> bool {
        self.rules.errs(MistakeKind::MagesReversed)
    }

    /// Lets goblins act before the mages, if that is the mistake.
    pub(crate) fn act_too_early<L: Log<Event>>(&mut self, log: &mut L) {
        if self.rules.errs(MistakeKind::GoblinsActFirst) && self.stage() >= GOBLINS_ACT_SINCE {
            self.goblin_phase(log);
            self.set_active(None);
            self.next_mage();
        }
    }

    /// Whether a goblin of this kind does nothing at all, which is a mistake.
    pub(crate) fn is_idle(&self, kind: Kind) -> bool {
        match kind {
            Kind::Mage => false,
            Kind::Patrol { steps, .. } => {
                self.rules.errs(MistakeKind::PatrolsIdle)
                    || (self.rules.errs(MistakeKind::PatrolZeroIdle) && steps == 0)
            }
            Kind::Tracker { .. } => self.rules.errs(MistakeKind::TrackersIdle),
        }
    }

    /// The goblins in the order in which they act if there is a mistake in that.
    pub(crate) fn mistaken_order(&self) -> Vec<Id> {
        let mut ids: Vec<Id> = self.living().filter(|id| id.0 >= self.map.mages).collect();
        if self.rules.errs(MistakeKind::GoblinsByPlace) {
            ids.sort_by_key(|id| (self.place(*id).row, self.place(*id).col));
        }
        if self.rules.errs(MistakeKind::GoblinsReversed) {
            ids.reverse();
        }
        let is_patrol = |id: &Id| matches!(self.kind_of(*id), Kind::Patrol { .. });
        if self.rules.errs(MistakeKind::PatrolsFirst) {
            ids.sort_by_key(|id| !is_patrol(id));
        }
        if self.rules.errs(MistakeKind::TrackersFirst) {
            ids.sort_by_key(is_patrol);
        }
        if self.rules.errs(MistakeKind::OneGoblinActs) {
            ids.truncate(1);
        }
        ids
    }
}
