//! What an order does.

use crate::event::{Event, FireballEnd, Wall};
use crate::kinds::Terrain;
use crate::mistakes::MistakeKind;
use crate::order::Order;
use crate::state::StateOf;
use board::{Cell, Compass, Direction};
use game::mistakes::Adherence;
use game::{Log, tell};

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Carries out an order that was checked.
    #[inline]
    pub(crate) fn resolve<L: Log<Event>>(&mut self, order: Order, log: &mut L) {
        let Some(mage) = self.mage_to_move() else { return };
        match order {
            Order::Step(direction) => self.step(mage, direction, log),
            Order::Fireball(direction) => {
                self.fireball(mage, direction, log);
                self.end_of_spell(order);
            }
            Order::Tornado => {
                self.tornado(mage, log);
                self.end_of_spell(order);
            }
            Order::Done => self.next_mage(),
        }
    }

    /// Whoever has cast a spell is done.
    #[inline]
    fn end_of_spell(&mut self, spell: Order) {
        if !self.goes_on_after(spell) {
            self.next_mage();
        }
    }

    fn step<L: Log<Event>>(&mut self, from: Cell, direction: Direction, log: &mut L) {
        let (Some(mage), Some(to)) = (self.holder(from), self.size().step(from, direction)) else { return };
        self.relocate(mage, to);
        if !self.rules.errs(MistakeKind::EndlessPoints) {
            self.points = self.points.saturating_sub(1);
        }
        tell!(log: L, Event::Stepped { from, to });
    }

    /// Flies until it hits somebody, a mountain or the edge. Water does not stop it.
    fn fireball<L: Log<Event>>(&mut self, from: Cell, direction: Direction, log: &mut L) {
        let direction = self.fire_direction(direction);
        let mut at = from;
        if let Some(id) = self.holder(from).filter(|_| self.rules.errs(MistakeKind::FireBurnsCaster)) {
            return self.kill(id);
        }
        let end = loop {
            if !R::FAULTLESS && from.manhattan(at) >= self.fire_range() {
                break FireballEnd::Edge;
            }
            let Some(next) = self.size().step(at, direction) else { break FireballEnd::Edge };
            at = next;
            if !R::FAULTLESS && self.fire_ends_before(at) {
                break FireballEnd::Edge;
            }
            if self.rules.errs(MistakeKind::FireSkipsNext) && from.manhattan(at) == 1 {
                continue;
            }
            if let Some(id) = self.holder(at).filter(|_| !self.fire_spares(at)) {
                let kind = self.kind_of(id);
                if R::FAULTLESS || !self.fire_is_harmless(at) {
                    self.kill(id);
                }
                if self.rules.errs(MistakeKind::FirePierces) {
                    continue;
                }
                break FireballEnd::Unit { kind, at };
            }
            if self.stops_fire(self.terrain(at)) {
                self.scorch(at);
                break FireballEnd::Mountain { at };
            }
        };
        tell!(log: L, Event::Fireball { from, direction, end });
    }

    /// Blows each of the eight rows of units around the mage outwards. The rows share no square, so
    /// their order does not matter.
    fn tornado<L: Log<Event>>(&mut self, centre: Cell, log: &mut L) {
        tell!(log: L, Event::Tornado { at: centre });
        for direction in Compass::ALL {
            self.blow(centre, direction, log);
        }
    }

    fn blow<L: Log<Event>>(&mut self, centre: Cell, direction: Compass, log: &mut L) {
        let next = |cell| self.size().step8(cell, direction);
        let Some(first) = next(centre).filter(|cell| self.is_held(*cell)) else { return };
        let mut last = first;
        let behind = loop {
            match next(last) {
                Some(cell) if self.is_held(cell) => last = cell,
                other => break other,
            }
        };
        if !R::FAULTLESS
            && (!self.can_be_blown(direction, first, last)
                || self.blow_wrongly(centre, first, last, direction))
        {
            return;
        }
        let wall = match behind.map(|cell| (cell, self.terrain(cell))) {
            None => Some(Wall::Edge),
            Some((cell, Terrain::Mountain)) => Some(Wall::Mountain(cell)),
            Some((cell, Terrain::Water)) if self.rules.errs(MistakeKind::TornadoWaterHolds) => {
                Some(Wall::Mountain(cell))
            }
            Some((_, Terrain::Plain | Terrain::Water)) => None,
        };
        match (wall, behind) {
            (None, Some(behind)) => self.shift_row(first, last, behind, direction, log),
            (Some(Wall::Edge), _) if self.rules.errs(MistakeKind::TornadoEdgeKills) => {
                self.blow_off(first, last, direction)
            }
            (Some(wall), _) => tell!(log: L, Event::Held { from: first, to: last, wall }),
            (None, None) => {}
        }
    }

    /// Moves a row of units one square outwards, the last one first: onto plain, or into water,
    /// where it drowns.
    fn shift_row<L: Log<Event>>(
        &mut self,
        first: Cell,
        last: Cell,
        behind: Cell,
        direction: Compass,
        log: &mut L,
    ) {
        let (rows, cols) = direction.delta();
        let (mut from, mut to) = (last, behind);
        loop {
            if let Some(id) = self.holder(from) {
                let kind = self.kind_of(id);
                if self.terrain(to) == Terrain::Water {
                    self.kill(id);
                    tell!(log: L, Event::Drowned { kind, from, water: to });
                    if self.rules.errs(MistakeKind::TornadoRowStays) {
                        return;
                    }
                } else {
                    self.relocate(id, to);
                    tell!(log: L, Event::Blown { kind, from, to });
                    if self.rules.errs(MistakeKind::TornadoTurnsPatrols) {
                        self.turn_round(id);
                    }
                }
            }
            if from == first {
                return;
            }
            to = from;
            let Some(nearer) = self.size().offset(from, -rows, -cols) else { return };
            from = nearer;
        }
    }
}
