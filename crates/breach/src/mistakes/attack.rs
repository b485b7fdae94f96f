//! Mistakes in what an attack does.

use super::MistakeKind;
use crate::kinds::{Effect, Kind};
use crate::state::StateOf;
use board::Cell;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The HP a unit starts with, if there may be a mistake in that.
    pub(crate) fn mistaken_hp(rules: R, kind: Kind) -> i32 {
        let (more, less) = match kind {
            Kind::Soldier => (MistakeKind::SoldierThreeHp, Some(MistakeKind::SoldierOneHp)),
            Kind::Tank => (MistakeKind::TankFourHp, Some(MistakeKind::TankTwoHp)),
            Kind::Fighter => (MistakeKind::FighterThreeHp, Some(MistakeKind::FighterOneHp)),
            Kind::Bee => (MistakeKind::BeeThreeHp, Some(MistakeKind::BeeOneHp)),
            Kind::Hydralisk => (MistakeKind::HydraliskTwoHp, None),
        };
        kind.figures().hp + i32::from(rules.errs(more)) - i32::from(less.is_some_and(|less| rules.errs(less)))
    }

    /// The HP that an attack costs, if there may be a mistake in that.
    pub(crate) fn mistaken_damage(&self, kind: Kind) -> i32 {
        let wrong: &[(MistakeKind, i32)] = match kind {
            Kind::Soldier => &[
                (MistakeKind::SoldierHitsTwo, 2),
                (MistakeKind::SoldierHitsThree, 3),
                (MistakeKind::SoldierHitsNothing, 0),
            ],
            Kind::Tank => &[
                (MistakeKind::TankHitsTwo, 2),
                (MistakeKind::TankHitsThree, 3),
                (MistakeKind::TankHitsNothing, 0),
            ],
            Kind::Fighter => &[
                (MistakeKind::FighterHitsOne, 1),
                (MistakeKind::FighterHitsThree, 3),
                (MistakeKind::FighterHitsNothing, 0),
            ],
            Kind::Bee => &[
                (MistakeKind::BeeHitsOne, 1),
                (MistakeKind::BeeHitsTwo, 2),
                (MistakeKind::BeeHitsFour, 4),
                (MistakeKind::BeeHitsNothing, 0),
            ],
            Kind::Hydralisk => &[
                (MistakeKind::HydraliskHitsOne, 1),
                (MistakeKind::HydraliskHitsThree, 3),
                (MistakeKind::HydraliskHitsNothing, 0),
            ],
        };
        let made = wrong.iter().find(|(mistake, _)| self.rules.errs(*mistake));
        made.map_or(kind.figures().attack, |(_, damage)| *damage)
    }

    /// What an attack does beside damage, if there may be a mistake in that.
    pub(crate) fn mistaken_effect(&self, kind: Kind, target: Cell, is_hit: bool) -> Effect {
        let errs = |mistake| self.rules.errs(mistake);
        match kind {
            Kind::Soldier if errs(MistakeKind::SoldierPushes) => Effect::Push,
            Kind::Bee if errs(MistakeKind::BeePushes) => Effect::Push,
            Kind::Soldier if errs(MistakeKind::SoldierFlattens) && !is_hit && self.mountains.has(target) => {
                Effect::PushOrFlatten
            }
            Kind::Tank if errs(MistakeKind::TankNoPush) && is_hit => Effect::None,
            Kind::Tank if errs(MistakeKind::TankNoFlatten) && !is_hit => Effect::None,
            Kind::Hydralisk if errs(MistakeKind::HydraliskNoPush) => Effect::None,
            Kind::Fighter if errs(MistakeKind::NoBlast) => Effect::None,
            kind => kind.figures().effect,
        }
    }

    /// A tank clears more than mountains, which is a mistake.
    pub(crate) fn clear_wrongly(&mut self, kind: Kind, target: Cell) {
        if self.rules.errs(MistakeKind::TankClears) && kind == Kind::Tank && self.kind(target).is_none() {
            self.oceans.remove(target);
            self.forests.remove(target);
        }
    }
}
