//! What happens when the turn ends: the goblins, the end of the game.

use crate::event::{Event, Halt};
use crate::kinds::{GOBLINS_ACT_SINCE, Kind, Terrain};
use crate::mistakes::MistakeKind;
use crate::state::{Id, Phase, Squares, StateOf};
use crate::track::{Quarry, quarry};
use board::{Cell, Direction};
use game::mistakes::Adherence;
use game::{Log, tell};

/// What a goblin did, as far as the next one must know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Strike,
    Other,
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Ends the player's turn: mages that have not acted do nothing.
    pub(crate) fn settle<L: Log<Event>>(&mut self, log: &mut L) {
        let turn = self.turn;
        tell!(log: L, Event::TurnEnded { turn });
        if self.stage() >= GOBLINS_ACT_SINCE && !self.rules.errs(MistakeKind::GoblinsActFirst) {
            self.goblin_phase(log);
        }
        self.turn = self.turn.saturating_add(1);
        self.begin_turn();
        let phase = self.phase;
        if phase != Phase::Playing {
            tell!(log: L, Event::Over { phase });
        }
    }

    /// Every goblin acts once, in the order of the map.
    pub(crate) fn goblin_phase<L: Log<Event>>(&mut self, log: &mut L) {
        // Worked out once, and anew after every strike: only strikes change where mages are.
        let mut beside_mages = self.mages().neighbours();
        if !R::FAULTLESS {
            return self.mistaken_order().into_iter().for_each(|id| {
                let near = self.beside_mages();
                if self.is_alive(id) {
                    self.goblin_acts(id, &near, log);
                }
            });
        }
        for id in (self.map.mages..self.map.units.len() as u16).map(Id) {
            if self.is_alive(id) && self.goblin_acts(id, &beside_mages, log) == Deed::Strike {
                beside_mages = self.mages().neighbours();
            }
        }
    }

    #[inline]
    fn goblin_acts<L: Log<Event>>(&mut self, id: Id, beside_mages: &Squares, log: &mut L) -> Deed {
        let kind = self.kind_of(id);
        if !R::FAULTLESS && self.is_idle(kind) {
            return Deed::Other;
        }
        match kind {
            Kind::Patrol { facing, steps } => self.patrol(id, facing, steps, beside_mages, log),
            Kind::Tracker { sight } => self.track(id, sight, log),
            Kind::Mage => Deed::Other,
        }
    }

    /// Walks until something stops it, then turns round, whatever it was.
    fn patrol<L: Log<Event>>(
        &mut self,
        id: Id,
        facing: Direction,
        steps: i32,
        beside_mages: &Squares,
        log: &mut L,
    ) -> Deed {
        let from = self.place(id);
        let facing = if R::FAULTLESS { facing } else { self.mistaken_facing(id, facing) };
        if steps < 0 {
            tell!(log: L, Event::Idle { at: from });
            return Deed::Other;
        }
        let (at, why) = if R::FAULTLESS {
            self.patrol_way(from, facing, steps, beside_mages)
        } else {
            self.mistaken_way(from, facing, steps, beside_mages)
        };
        if at != from {
            self.relocate(id, at);
            tell!(log: L, Event::Patrolled { from, to: at });
            if !R::FAULTLESS {
                self.use_up_steps(id, from.manhattan(at));
            }
        }
        if why == Halt::Struck {
            self.strike(at, None, log);
            if !R::FAULTLESS && self.walks_on() && self.is_alive(id) {
                let left = steps - at.manhattan(from) as i32;
                let (end, _) = self.patrol_way(at, facing, left.max(0), &self.beside_mages());
                if end != at {
                    self.relocate(id, end);
                }
                if self.beside_mages().has(end) {
                    self.strike(end, None, log);
                }
            }
        }
        if R::FAULTLESS || self.turns_round(why, at != from) {
            self.turn_round(id);
        }
        tell!(log: L, Event::TurnedRound { at, facing: facing.opposite(), why });
        if why == Halt::Struck { Deed::Strike } else { Deed::Other }
    }

    /// Where a patrol goblin stops, and why.
    #[inline(always)]
    fn patrol_way(&self, from: Cell, facing: Direction, steps: i32, beside_mages: &Squares) -> (Cell, Halt) {
        let (mut at, mut left) = (from, steps);
        loop {
            if beside_mages.has(at) {
                return (at, Halt::Struck);
            }
            if left == 0 {
                return (at, Halt::NoStepsLeft);
            }
            match self.step_for_goblin(at, facing) {
                Ok(next) => at = next,
                Err(halt) => return (at, halt),
            }
            left -= 1;
        }
    }

    #[inline]
    pub(crate) fn step_for_goblin(&self, at: Cell, facing: Direction) -> Result<Cell, Halt> {
        let next = self.size().step(at, facing).ok_or(Halt::Edge)?;
        match self.terrain(next) {
            Terrain::Plain if self.is_held(next) => Err(Halt::Unit(next)),
            Terrain::Plain => Ok(next),
            other => Err(Halt::Terrain(next, other)),
        }
    }

    /// Goes right up to the nearest mage it sees and can reach, and strikes. If there is none it
    /// does nothing at all.
    fn track<L: Log<Event>>(&mut self, id: Id, sight: i32, log: &mut L) -> Deed {
        let at = self.place(id);
        let seen = self.seen_from(at, if R::FAULTLESS { sight } else { self.mistaken_sight(sight) }, log);
        if seen.is_empty() {
            tell!(log: L, Event::SeesNobody { at, sight });
            self.strike_blindly(at, log);
            return Deed::Other;
        }
        let found = if R::FAULTLESS {
            quarry(at, &seen, &self.free())
        } else {
            self.mistaken_quarry(at, sight, &seen)
        };
        let Some(Quarry { mage, landing, distance }) = found else {
            tell!(log: L, Event::NoWay { at });
            self.strike_blindly(at, log);
            return Deed::Other;
        };
        tell!(log: L, Event::Chose { goblin: at, mage, distance });
        if landing != at {
            self.relocate(id, landing);
            tell!(log: L, Event::Rushed { from: at, to: landing });
        }
        if R::FAULTLESS || self.tracker_strikes(landing != at) {
            self.strike(landing, Some(mage), log);
        }
        Deed::Strike
    }

    /// The mages within sight; terrain hides nobody.
    #[inline]
    fn seen_from<L: Log<Event>>(&self, at: Cell, sight: i32, log: &mut L) -> Squares {
        let mut seen = Squares::EMPTY;
        let Ok(sight) = u32::try_from(sight) else { return seen };
        for mage in self.each_mage().filter(|mage| self.is_within(at, *mage, sight)) {
            seen.insert(mage);
            tell!(log: L, Event::Sees { goblin: at, mage, away: at.manhattan(mage) });
        }
        seen
    }

    #[inline]
    fn is_within(&self, at: Cell, mage: Cell, sight: u32) -> bool {
        if R::FAULTLESS { at.manhattan(mage) <= sight } else { self.is_wrongly_within(at, mage, sight) }
    }

    #[inline]
    fn each_mage(&self) -> impl Iterator<Item = Cell> {
        (0..self.map.mages).map(Id).filter(|id| self.is_alive(*id)).map(|id| self.place(id))
    }

    /// Kills every mage on the four neighbouring squares, the one the goblin went for like the
    /// others.
    pub(crate) fn strike<L: Log<Event>>(&mut self, at: Cell, target: Option<Cell>, log: &mut L) {
        tell!(log: L, Event::Struck { at });
        if !R::FAULTLESS {
            return self.mistaken_strike(at, target).into_iter().for_each(|mage| self.slay(mage, at, log));
        }
        for side in [Direction::Up, Direction::Left, Direction::Right, Direction::Down] {
            if let Some(cell) = self.size().step(at, side).filter(|cell| self.mages().has(*cell)) {
                self.slay(cell, at, log);
            }
        }
    }

    #[inline(always)]
    fn slay<L: Log<Event>>(&mut self, mage: Cell, by: Cell, log: &mut L) {
        if let Some(id) = self.holder(mage) {
            self.kill(id);
            tell!(log: L, Event::Slain { mage, by });
        }
    }
}
