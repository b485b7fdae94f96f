//! What may be ordered now, in truth and as far as a seat may know.

use crate::kinds::{Kind, Level, Team};
use crate::order::{MAX_ORDERS, Order, Refusal};
use crate::pending::Action;
use crate::place::{Area, Place};
use crate::state::{Body, Slot, State};
use board::Cell;
use game::{Game, Receipt, Seat};

/// An order whose names were looked up and found to be allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Accepted {
    Act(Slot, Action),
    Head(Slot, Cell),
    Produce(Kind),
    Cancel(Slot),
}

impl State {
    /// Accepts or refuses an order in truth, as the replay records it; [`Game::check`] says what
    /// the seat is told.
    ///
    /// # Errors
    /// The true reason for a refusal. It may tell what the seat cannot see.
    pub fn accept(&mut self, seat: Seat, order: Order) -> Result<(), Refusal> {
        let verdict = self.verdict(Team::of(seat), order)?;
        self.enter(Team::of(seat), verdict)
    }

    /// Answers an order and enters it, if it is allowed in truth. What the seat was not told stays
    /// untold: a taken order may be refused.
    #[inline]
    pub(crate) fn submit_order(&mut self, seat: Seat, order: Order) -> Result<Receipt, Refusal> {
        let examined = self.examine(seat, order);
        self.note_rejected(seat);
        let (receipt, verdict) = examined?;
        if let Some(verdict) = verdict {
            let _ = self.enter(Team::of(seat), verdict);
        }
        Ok(receipt)
    }

    /// Enters an order whose answer was not a refusal.
    #[inline]
    pub(crate) fn enter_order(&mut self, seat: Seat, order: Order) {
        self.note_rejected(seat);
        if let Ok(verdict) = self.verdict(Team::of(seat), order) {
            let _ = self.enter(Team::of(seat), verdict);
        }
    }

    /// The answer to an order: a function of what the seat sees.
    pub(crate) fn check_order(&self, seat: Seat, order: Order) -> Result<Receipt, Refusal> {
        self.examine(seat, order).map(|(receipt, _)| receipt)
    }

    /// The answer to an order, and what will be entered if it is allowed in truth.
    #[inline]
    fn examine(&self, seat: Seat, order: Order) -> Result<(Receipt, Option<Accepted>), Refusal> {
        let team = Team::of(seat);
        if self.submitted.get(seat.index()).is_some_and(|count| usize::from(*count) >= MAX_ORDERS) {
            return Err(Refusal::TooManyOrders);
        }
        let verdict = self.verdict(team, order);
        if let Err(Refusal::NotYours { unit }) = verdict {
            return Err(Refusal::NotYours { unit });
        }
        if order.target().is_some_and(|target| !self.is_listed(team, target)) {
            return Ok((Receipt::Taken, verdict.ok()));
        }
        verdict.map(|verdict| (Receipt::Done, Some(verdict)))
    }

    /// Enters an order that is allowed, if there is room.
    #[inline]
    fn enter(&mut self, team: Team, verdict: Accepted) -> Result<(), Refusal> {
        if self.pending.is_full(team) && !matches!(verdict, Accepted::Cancel(_)) {
            return Err(Refusal::TooManyOrders);
        }
        match verdict {
            Accepted::Act(slot, action) => self.pending.act(team, slot, action),
            Accepted::Head(slot, goal) => self.pending.head(team, slot, goal),
            Accepted::Produce(kind) => self.pending.produce(team, kind),
            Accepted::Cancel(slot) => {
                self.pending.cancel(team, slot, self.chart.rules.cancel_skips_neighbours);
            }
        }
        Ok(())
    }

    /// Whether the element is listed in the team's view.
    pub(crate) fn is_listed(&self, team: Team, index: i32) -> bool {
        self.elements.find(index).is_some_and(|slot| self.lists(team, slot))
    }

    /// Whether an element on the board is listed in the team's view.
    pub(crate) fn lists(&self, team: Team, slot: Slot) -> bool {
        let body = self.elements.get(slot);
        !body.kind.is_unit() || body.team == team || self.sees(team, body.area(), body.kind.level())
    }

    /// The true verdict on an order that is issued now.
    #[inline]
    fn verdict(&self, team: Team, order: Order) -> Result<Accepted, Refusal> {
        let operand = |unit| self.operand(team, unit);
        match order {
            Order::AttackPos { unit, row, col, level } => {
                let slot = operand(unit)?;
                let place = self.may_attack_place(slot, (row, col, level))?;
                Ok(Accepted::Act(slot, Action::AttackPlace(place)))
            }
            Order::AttackUnit { unit, target } => {
                let slot = operand(unit)?;
                let target = self.may_attack_unit(slot, target)?;
                Ok(Accepted::Act(slot, Action::AttackUnit(target)))
            }
            Order::ChangeDest { unit, row, col, .. } => {
                let slot = operand(unit)?;
                let kind = self.elements.get(slot).kind;
                if !kind.is_unit() {
                    return Err(Refusal::CannotMove { kind });
                }
                Ok(Accepted::Head(slot, self.clamp_goal(row, col)))
            }
            Order::Fix { unit, target } => {
                let slot = operand(unit)?;
                Ok(Accepted::Act(slot, Action::Fix(self.may_fix(slot, target)?)))
            }
            Order::Produce { kind } => self.may_produce(team, kind).map(Accepted::Produce),
            Order::Supply { unit, target, amounts } => {
                let slot = operand(unit)?;
                let to = self.may_supply(slot, target)?;
                let amounts = amounts.between(self.elements.get(slot).kind, self.elements.get(to).kind);
                // No store holds more than 16 bits, so nothing is lost.
                let amounts = amounts.map(|amount| amount.clamp(-1, i16::MAX.into()) as i16);
                Ok(Accepted::Act(slot, Action::Supply { to, amounts }))
            }
            Order::Cancel { unit } => operand(unit).map(Accepted::Cancel),
        }
    }

    /// The team's own element of this index.
    #[inline]
    fn operand(&self, team: Team, unit: i32) -> Result<Slot, Refusal> {
        let own = |slot: &Slot| team.plays() && self.elements.get(*slot).team == team;
        self.elements.find(unit).filter(own).ok_or(Refusal::NotYours { unit })
    }
}

/// The conditions of each order, asked when it is issued and again when it is settled.
impl State {
    pub(crate) fn may_attack_place(
        &self,
        slot: Slot,
        (row, col, level): (i32, i32, i32),
    ) -> Result<Place, Refusal> {
        let unit = self.elements.get(slot);
        can_attack(unit)?;
        let place = self.chart.size.cell(row, col).zip(Level::from_number(level));
        let (cell, level) = place.ok_or(Refusal::OffTheMap { row, col, level })?;
        self.can_aim(unit, level)?;
        self.in_range(unit, unit.area().distance(Area::cell(cell)), level)?;
        self.has_ammo(unit)?;
        Ok(Place::new(cell, level))
    }

    pub(crate) fn may_attack_unit(&self, slot: Slot, target: i32) -> Result<Slot, Refusal> {
        can_attack(self.elements.get(slot))?;
        self.may_attack(slot, self.named(target)?)
    }

    /// The same, of an element on the board.
    #[inline]
    pub(crate) fn may_attack(&self, slot: Slot, found: Slot) -> Result<Slot, Refusal> {
        let unit = self.elements.get(slot);
        can_attack(unit)?;
        let body = self.present(found)?;
        if body.team == unit.team {
            return Err(Refusal::TargetIsOwn { target: self.elements.index(found) });
        }
        self.can_aim(unit, body.kind.level())?;
        self.in_range(unit, unit.area().distance(body.area()), body.kind.level())?;
        self.has_ammo(unit).map(|()| found)
    }

    pub(crate) fn may_supply(&self, slot: Slot, target: i32) -> Result<Slot, Refusal> {
        can_supply(self.elements.get(slot))?;
        self.may_supply_to(slot, self.named(target)?)
    }

    /// The same, of an element on the board.
    #[inline]
    pub(crate) fn may_supply_to(&self, slot: Slot, found: Slot) -> Result<Slot, Refusal> {
        let unit = self.elements.get(slot);
        can_supply(unit)?;
        let body = self.present(found)?;
        self.beside(unit, found)?;
        match unit.kind {
            Kind::Cargo if body.kind.is_plane() => Err(Refusal::CargoCannotSupplyPlanes),
            _ => Ok(found),
        }
    }

    pub(crate) fn may_fix(&self, slot: Slot, target: i32) -> Result<Slot, Refusal> {
        can_fix(self.elements.get(slot))?;
        self.may_repair(slot, self.named(target)?)
    }

    /// The same, of an element on the board.
    #[inline]
    pub(crate) fn may_repair(&self, slot: Slot, found: Slot) -> Result<Slot, Refusal> {
        let unit = self.elements.get(slot);
        can_fix(unit)?;
        let body = self.present(found)?;
        self.beside(unit, found)?;
        match body.kind {
            Kind::Base if !self.chart.rules.bases_can_be_fixed => Err(Refusal::BaseCannotBeFixed),
            _ => Ok(found),
        }
    }

    pub(crate) fn may_produce(&self, team: Team, number: i32) -> Result<Kind, Refusal> {
        let unit = Kind::from_number(number).filter(|kind| kind.is_unit() && team.plays());
        let kind = unit.ok_or(Refusal::CannotProduce { number })?;
        let needs = self.chart.rules.of(kind).cost;
        match self.base(team).map(|base| self.elements.get(base).metal) {
            Some(has) if has < needs => Err(Refusal::NotEnoughMetal { has, needs }),
            _ if self.production[team as usize].is_full() => Err(Refusal::ProductionFull),
            _ => Ok(kind),
        }
    }

    /// Whether an element can attack anything at all.
    pub(crate) fn may_fire(&self, slot: Slot) -> bool {
        let unit = self.elements.get(slot);
        can_attack(unit).is_ok() && self.has_ammo(unit).is_ok()
    }

    /// Whether an element can supply anybody.
    pub(crate) fn may_give(&self, slot: Slot) -> bool {
        can_supply(self.elements.get(slot)).is_ok()
    }

    /// Whether an element can fix anybody.
    pub(crate) fn may_mend(&self, slot: Slot) -> bool {
        can_fix(self.elements.get(slot)).is_ok()
    }

    /// A goal as the game keeps it: at most one past the edge.
    pub(crate) fn clamp_goal(&self, row: i32, col: i32) -> Cell {
        let size = self.chart.size;
        Cell::new(row.clamp(0, size.rows.into()) as u8, col.clamp(0, size.cols.into()) as u8)
    }

    /// The element of this index.
    fn named(&self, target: i32) -> Result<Slot, Refusal> {
        self.elements.find(target).ok_or(Refusal::NoSuchTarget { target })
    }

    /// The target, if it is not a resource.
    fn present(&self, target: Slot) -> Result<&Body, Refusal> {
        let body = self.elements.get(target);
        if body.kind.is_resource() { Err(Refusal::TargetIsResource { kind: body.kind }) } else { Ok(body) }
    }

    /// Whether stores can pass: both of one team, a plane straight above, anything else at most one
    /// cell away.
    fn beside(&self, unit: &Body, target: Slot) -> Result<(), Refusal> {
        let body = self.elements.get(target);
        let distance = unit.area().distance(body.area());
        if body.team != unit.team {
            Err(Refusal::TargetIsNotOwn { target: self.elements.index(target) })
        } else if body.kind.is_plane() && distance > 0 {
            Err(Refusal::PlaneMustBeAbove { distance })
        } else if distance > 1 {
            Err(Refusal::MustBeBeside { distance })
        } else {
            Ok(())
        }
    }

    fn can_aim(&self, unit: &Body, level: Level) -> Result<(), Refusal> {
        if level == Level::Underwater
            && unit.kind.is_building()
            && !self.chart.rules.buildings_aim_under_water
        {
            return Err(Refusal::CannotAimUnderWater { kind: unit.kind });
        }
        Ok(())
    }

    fn in_range(&self, unit: &Body, distance: i32, level: Level) -> Result<(), Refusal> {
        let range = i32::from(self.chart.rules.of(unit.kind).fire_ranges[level as usize]);
        if distance > range { Err(Refusal::OutOfRange { distance, range }) } else { Ok(()) }
    }

    fn has_ammo(&self, unit: &Body) -> Result<(), Refusal> {
        let properties = self.chart.rules.of(unit.kind);
        if !properties.endless_ammo() && unit.ammo < properties.ammo_once {
            return Err(Refusal::NotEnoughAmmo { has: unit.ammo, needs: properties.ammo_once });
        }
        Ok(())
    }
}

fn can_attack(unit: &Body) -> Result<(), Refusal> {
    if unit.kind == Kind::Cargo { Err(Refusal::CannotAttack { kind: unit.kind }) } else { Ok(()) }
}

fn can_supply(unit: &Body) -> Result<(), Refusal> {
    match unit.kind {
        Kind::Base | Kind::Fort | Kind::Carrier | Kind::Cargo => Ok(()),
        kind => Err(Refusal::CannotSupply { kind }),
    }
}

fn can_fix(unit: &Body) -> Result<(), Refusal> {
    if unit.kind == Kind::Base { Ok(()) } else { Err(Refusal::CannotFix { kind: unit.kind }) }
}
