//! Mistakes in what an attack does.

use super::MistakeKind;
use crate::event::Event;
use crate::kinds::{Effect, Kind};
use crate::resolve::towards;
use crate::state::StateOf;
use board::{Cell, Mask8};
use game::Log;
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

    /// The HP that an attack on this unit costs, if there may be a mistake in that.
    pub(crate) fn mistaken_hit(&self, kind: Kind, hit: Kind, target: Cell) -> i32 {
        if self.rules.errs(MistakeKind::FriendsUnhurt) && hit.side() == kind.side() {
            0
        } else if self.rules.errs(MistakeKind::AttackKills) {
            self.hp[Mask8::bit(target)]
        } else {
            self.mistaken_damage(kind)
        }
    }

    /// An attack whose push comes before its damage, which is a mistake.
    pub(crate) fn push_then_hit<L: Log<Event>>(
        &mut self,
        kind: Kind,
        from: Cell,
        target: Cell,
        log: &mut L,
    ) -> Mask8 {
        let mut hurt = Mask8::of(target);
        match (kind.figures().effect, self.kind(target)) {
            (Effect::Push | Effect::PushOrFlatten, Some(hit)) => {
                hurt |= self.push(hit, target, towards(from, target), log);
            }
            (Effect::PushOrFlatten, None) => self.mountains.remove(target),
            (Effect::Blast, _) => hurt |= self.blast(target, log),
            (Effect::None | Effect::Push, _) => {}
        }
        if self.kind(target).is_some() {
            self.lose_hp(target, kind.figures().attack);
        }
        self.bury(hurt, log)
    }

    /// Whether a unit with so many HP leaves the board, if there may be a mistake in that.
    pub(crate) fn is_wrongly_dead(&self, hp: i32) -> bool {
        match () {
            () if self.rules.errs(MistakeKind::NobodyDies) => false,
            () if self.rules.errs(MistakeKind::ZeroLives) => hp < 0,
            () if self.rules.errs(MistakeKind::NegativeLives) => hp == 0,
            () if self.rules.errs(MistakeKind::OneKills) => hp <= 1,
            () => hp <= 0,
        }
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
            Kind::Fighter if errs(MistakeKind::BlastIsPush) => Effect::Push,
            kind => kind.figures().effect,
        }
    }

    /// Terrain is cleared that should stay, which is a mistake.
    pub(crate) fn clear_wrongly(&mut self, kind: Kind, target: Cell) {
        if self.rules.errs(MistakeKind::TankClears) && kind == Kind::Tank && self.kind(target).is_none() {
            self.oceans.remove(target);
            self.forests.remove(target);
        }
        if self.rules.errs(MistakeKind::FighterFlattens)
            && kind == Kind::Fighter
            && self.kind(target).is_none()
        {
            self.mountains.remove(target);
        }
    }
}
