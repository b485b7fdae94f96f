//! What an order does.
//!
//! Small steps are always inlined, and `attack` never: with the same shape in every build, events
//! that nobody listens to cost no instruction, which `cargo xtask bench` checks.

use crate::event::{Event, Obstacle};
use crate::kinds::{Domain, Effect, Kind, Side, TURNS_SINCE, Terrain};
use crate::mistakes::MistakeKind;
use crate::order::Order;
use crate::state::{SIZE, StateOf};
use board::{Cell, Direction, Mask8};
use game::mistakes::Adherence;
use game::{Log, tell};

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Carries out an order that was checked.
    #[inline(always)]
    pub(crate) fn resolve<L: Log<Event>>(&mut self, order: Order, log: &mut L) {
        let tires = self.stage >= TURNS_SINCE;
        let Some(kind) = self.kind(order.unit()) else { return };
        match order {
            Order::Move { unit, to } => {
                self.walk(kind, unit, to, log);
                if tires && !self.moves_for_nothing(unit, to) {
                    self.moved.insert(to);
                }
                if self.rules.errs(MistakeKind::MoveTires) || self.rules.errs(MistakeKind::OneActionTires) {
                    self.tire(to);
                }
            }
            Order::Attack { unit, target } => {
                if tires && !self.attacks_for_nothing(target) {
                    self.attacked.insert(unit);
                }
                if self.rules.errs(MistakeKind::AttackTires) || self.rules.errs(MistakeKind::OneActionTires) {
                    self.tire(unit);
                }
                self.attack(kind, unit, target, log);
            }
        }
    }

    /// Moves a unit by its own will.
    #[inline(always)]
    pub(crate) fn walk<L: Log<Event>>(&mut self, kind: Kind, from: Cell, to: Cell, log: &mut L) {
        tell!(log: L, Event::Moved { kind, from, to });
        if !R::FAULTLESS {
            self.make_room(from, to);
        }
        self.relocate(from, to);
    }

    /// Resolves an attack: damage, then its effect, then the dead leave the board. Returns the
    /// cells they left.
    #[inline(never)]
    pub(crate) fn attack<L: Log<Event>>(
        &mut self,
        kind: Kind,
        from: Cell,
        target: Cell,
        log: &mut L,
    ) -> Mask8 {
        tell!(log: L, Event::Attacked { kind, from, target });
        if self.rules.errs(MistakeKind::PushBeforeDamage) {
            return self.push_then_hit(kind, from, target, log);
        }
        let hit = self.kind(target);
        let mut hurt = Mask8::EMPTY;
        if let Some(hit) = hit {
            let damage =
                if R::FAULTLESS { kind.figures().attack } else { self.mistaken_hit(kind, hit, target) };
            let hp = self.lose_hp(target, damage);
            tell!(log: L, Event::Hurt { kind: hit, at: target, damage, hp });
            hurt.insert(target);
        }
        // Whoever has just lost the last HP is pushed like the living: the dead leave only
        // afterwards.
        let effect = if R::FAULTLESS {
            kind.figures().effect
        } else {
            self.clear_wrongly(kind, target);
            self.mistaken_effect(kind, target, hit.is_some())
        };
        match (effect, hit) {
            (Effect::Push | Effect::PushOrFlatten, Some(_))
                if self.rules.errs(MistakeKind::DeadNotPushed) && self.hp[Mask8::bit(target)] <= 0 => {}
            (Effect::Push | Effect::PushOrFlatten, Some(hit)) => {
                if self.rules.errs(MistakeKind::FlattensUnderUnit) {
                    self.mountains.remove(target);
                }
                let away = towards(from, target);
                let away = if R::FAULTLESS { away } else { self.mistaken_push_direction(away) };
                hurt |= self.push(hit, target, away, log);
            }
            (Effect::PushOrFlatten, None) if self.mountains.has(target) => {
                self.mountains.remove(target);
                tell!(log: L, Event::Flattened { mountain: target });
            }
            (Effect::Blast, None) if self.rules.errs(MistakeKind::BlastNeedsTarget) => {}
            (Effect::Blast, Some(_))
                if self.rules.errs(MistakeKind::BlastNeedsSurvivor) && self.hp[Mask8::bit(target)] <= 0 => {}
            (Effect::Blast, _) => {
                let centre = if self.rules.errs(MistakeKind::BlastAroundAttacker) { from } else { target };
                hurt |= self.blast(centre, log);
                if !R::FAULTLESS {
                    hurt |= self.mistaken_blast(from, target, log);
                }
            }
            (Effect::None | Effect::Push | Effect::PushOrFlatten, _) => {}
        }
        if self.rules.errs(MistakeKind::OnlyTargetDies) {
            hurt = Mask8::of(target);
        }
        self.bury(hurt, log)
    }

    /// Pushes every unit next to the centre away from it. Each push touches only the two cells of
    /// its own ray.
    pub(crate) fn blast<L: Log<Event>>(&mut self, centre: Cell, log: &mut L) -> Mask8 {
        let mut hurt = Mask8::EMPTY;
        for direction in Direction::ALL {
            if !R::FAULTLESS && self.blast_leaves_out(direction) {
                continue;
            }
            let pushed = if self.rules.errs(MistakeKind::BlastSparesFriends) {
                self.side(Side::Enemy)
            } else if self.rules.errs(MistakeKind::BlastSparesEnemies) {
                self.side(Side::Player)
            } else {
                self.occupied()
            };
            let neighbour = Mask8::of(centre).shift(direction) & pushed;
            if let Some((at, kind)) = neighbour.first().and_then(|at| Some((at, self.kind(at)?))) {
                let pulls = self.rules.errs(MistakeKind::BlastPulls);
                if self.rules.errs(MistakeKind::BlastHurts) {
                    hurt |= self.bruise(kind, at, log);
                }
                if self.rules.errs(MistakeKind::BlastHitsAll) {
                    self.lose_hp(at, Kind::Fighter.figures().attack);
                    hurt.insert(at);
                }
                hurt |= self.push(kind, at, if pulls { direction.opposite() } else { direction }, log);
            }
        }
        hurt
    }

    /// Pushes a unit one cell. Returns the cells of units that may have died of it.
    pub(crate) fn push<L: Log<Event>>(
        &mut self,
        kind: Kind,
        at: Cell,
        direction: Direction,
        log: &mut L,
    ) -> Mask8 {
        let Some(behind) = SIZE.step(at, direction) else {
            tell!(log: L, Event::Held { kind, at, why: Obstacle::Edge });
            return if R::FAULTLESS { Mask8::EMPTY } else { self.mistaken_edge(kind, at, log) };
        };
        if !R::FAULTLESS
            && let Some(hurt) = self.push_wrongly(kind, at, behind, direction, log)
        {
            return hurt;
        }
        if let Some(into) = self.kind(behind).filter(|_| !self.terrain_decides(kind, behind)) {
            tell!(log: L, Event::Bumped { kind, at, into, into_at: behind });
            let hurt = self.bump(kind, at, into, behind, log);
            if self.rules.errs(MistakeKind::PushChains) {
                return hurt | self.push(into, behind, direction, log);
            }
            return hurt;
        }
        match (self.terrain(behind), self.domain_of(kind)) {
            (Terrain::Mountain, _) => {
                if !self.rules.errs(MistakeKind::MountainStays) {
                    self.mountains.remove(behind);
                }
                tell!(log: L, Event::HitMountain { kind, at, mountain: behind });
                if self.rules.errs(MistakeKind::MountainEntered) {
                    self.bruise(kind, at, log);
                    self.relocate(at, behind);
                    Mask8::of(behind)
                } else if self.rules.errs(MistakeKind::MountainPainless) {
                    Mask8::of(at)
                } else if self.rules.errs(MistakeKind::MountainHurtsTwo) {
                    self.bruise(kind, at, log);
                    self.bruise(kind, at, log)
                } else {
                    self.bruise(kind, at, log)
                }
            }
            (Terrain::Ocean, domain) if self.drowns(domain) => {
                if self.rules.errs(MistakeKind::DrownHurtsOne) {
                    return self.bruise(kind, at, log);
                }
                self.hp[Mask8::bit(at)] = 0;
                tell!(log: L, Event::Drowned { kind, at, ocean: behind });
                Mask8::of(at)
            }
            (Terrain::Forest, domain) if self.is_held_by_forest(domain) => {
                tell!(log: L, Event::Held { kind, at, why: Obstacle::Forest });
                Mask8::EMPTY
            }
            (Terrain::Plain | Terrain::Ocean | Terrain::Forest, _) => {
                tell!(log: L, Event::Pushed { kind, from: at, to: behind });
                self.relocate(at, behind);
                // It may be dead from the hit that pushed it.
                if R::FAULTLESS { Mask8::of(behind) } else { Mask8::of(self.push_further(behind, direction)) }
            }
        }
    }

    /// Whether a kind walks or flies.
    #[inline(always)]
    pub(crate) fn domain_of(&self, kind: Kind) -> Domain {
        if R::FAULTLESS { kind.figures().domain } else { self.mistaken_domain(kind) }
    }

    /// Whether a unit with this domain drowns when it is pushed into the ocean.
    #[inline(always)]
    pub(crate) fn drowns(&self, domain: Domain) -> bool {
        match domain {
            Domain::Land => !self.rules.errs(MistakeKind::LandFloats),
            Domain::Air => self.rules.errs(MistakeKind::AirDrowns),
        }
    }

    /// Whether a unit with this domain stays where it is when it is pushed against a forest.
    #[inline(always)]
    fn is_held_by_forest(&self, domain: Domain) -> bool {
        match domain {
            Domain::Land => self.rules.errs(MistakeKind::ForestHoldsLand),
            Domain::Air => !self.rules.errs(MistakeKind::AirEntersForest),
        }
    }

    /// A unit is pushed against another: both lose 1 HP.
    #[inline(always)]
    fn bump<L: Log<Event>>(&mut self, kind: Kind, at: Cell, into: Kind, behind: Cell, log: &mut L) -> Mask8 {
        let mut hurt = Mask8::EMPTY;
        if self.rules.errs(MistakeKind::BumpPainless) || (!R::FAULTLESS && self.is_soft_bump(kind, into)) {
            // Either may be dead from the hit that pushed it.
            return Mask8::of(at) | Mask8::of(behind);
        }
        if self.rules.errs(MistakeKind::BumpKills) {
            self.hp[Mask8::bit(behind)] = 0;
        }
        if self.rules.errs(MistakeKind::BumpHurtsTwo) {
            self.bruise(kind, at, log);
            self.bruise(into, behind, log);
        }
        if !self.rules.errs(MistakeKind::OnlyBehindHurt) {
            hurt |= self.bruise(kind, at, log);
        }
        if !self.rules.errs(MistakeKind::OnlyPushedHurt) {
            hurt |= self.bruise(into, behind, log);
        }
        hurt
    }

    /// A unit is pushed against something and loses 1 HP.
    #[inline(always)]
    pub(crate) fn bruise<L: Log<Event>>(&mut self, kind: Kind, at: Cell, log: &mut L) -> Mask8 {
        let hp = self.lose_hp(at, 1);
        tell!(log: L, Event::Hurt { kind, at, damage: 1, hp });
        Mask8::of(at)
    }

    /// Takes HP from a unit, which stays on the board whatever is left. Returns what is left.
    #[inline(always)]
    pub(crate) fn lose_hp(&mut self, at: Cell, damage: i32) -> i32 {
        let hp = &mut self.hp[Mask8::bit(at)];
        *hp = hp.saturating_sub(damage);
        *hp
    }

    /// Removes those of the suspects that are dead. Nobody else can be: HP falls only through
    /// attacks.
    #[inline(always)]
    pub(crate) fn bury<L: Log<Event>>(&mut self, suspects: Mask8, log: &mut L) -> Mask8 {
        let mut left = Mask8::EMPTY;
        let suspects = if self.rules.errs(MistakeKind::OneKills) { self.occupied() } else { suspects };
        for at in (suspects & self.occupied()).cells() {
            let hp = self.hp[Mask8::bit(at)];
            let is_dead = if R::FAULTLESS { hp <= 0 } else { self.is_wrongly_dead(hp) };
            if !is_dead {
                continue;
            }
            if let Some(kind) = self.kind(at) {
                tell!(log: L, Event::Died { kind, at });
            }
            self.take_away(at);
            left.insert(at);
        }
        left
    }
}

/// The direction from one cell to another in the same row or column.
#[inline]
pub(crate) fn towards(from: Cell, to: Cell) -> Direction {
    if to.row < from.row {
        Direction::Up
    } else if to.row > from.row {
        Direction::Down
    } else if to.col < from.col {
        Direction::Left
    } else {
        Direction::Right
    }
}
