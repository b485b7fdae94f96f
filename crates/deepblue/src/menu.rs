//! The list of legal orders offered to a seat.
//!
//! It names only targets that are listed in the seat's view. Left out, though accepted: goals that
//! cannot be reached, and amounts other than the usual ones.

use crate::kinds::{Kind, Level, Team};
use crate::order::{Amounts, Order};
use crate::state::{Body, Slot, State};
use board::Cell;
use core::ops::{ControlFlow, RangeInclusive};

/// The parts of the list, in its order, for each element by ascending index; what can be produced
/// comes last.
pub(crate) const PARTS: [Part; 6] =
    [Part::Places, Part::Attacks, Part::Supplies, Part::Repairs, Part::Goals, Part::Cancel];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Every place in range.
    Places,
    Attacks,
    Supplies,
    Repairs,
    /// Every cell the unit can get to.
    Goals,
    Cancel,
}

impl State {
    pub(crate) fn each_order(
        &self,
        team: Team,
        mut each: impl FnMut(Order) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for slot in self.own(team) {
            for part in PARTS {
                self.list_part(slot, part, &mut each)?;
            }
        }
        self.products(team).try_for_each(each)
    }

    pub(crate) fn own(&self, team: Team) -> impl Iterator<Item = Slot> {
        let bodies = if team.plays() { self.elements.bodies() } else { &[] };
        let own = bodies.iter().enumerate().filter(move |(_, body)| body.team == team);
        own.map(|(slot, _)| slot as Slot)
    }

    pub(crate) fn products(&self, team: Team) -> impl Iterator<Item = Order> {
        let kinds = Kind::UNITS.into_iter().map(|kind| kind as i32);
        kinds.filter(move |kind| self.may_produce(team, *kind).is_ok()).map(|kind| Order::Produce { kind })
    }

    pub(crate) fn list_part(
        &self,
        slot: Slot,
        part: Part,
        each: &mut impl FnMut(Order) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let unit = self.elements.index(slot);
        match part {
            Part::Places => {
                let rows = Level::ALL.into_iter().flat_map(|level| {
                    self.rows_in_range(slot, level).map(move |(row, cols)| (level, row, cols))
                });
                let places =
                    rows.flat_map(|(level, row, cols)| cols.map(move |col| (row, col, level as i32)));
                places.map(|(row, col, level)| Order::AttackPos { unit, row, col, level }).try_for_each(each)
            }
            Part::Attacks => {
                self.targets(slot, part).map(|target| Order::AttackUnit { unit, target }).try_for_each(each)
            }
            Part::Supplies => {
                self.targets(slot, part).map(|target| self.usual_supply(slot, target)).try_for_each(each)
            }
            Part::Repairs => {
                self.targets(slot, part).map(|target| Order::Fix { unit, target }).try_for_each(each)
            }
            Part::Goals => self.list_goals(slot, each),
            Part::Cancel => each(Order::Cancel { unit }),
        }
    }

    fn list_goals(&self, slot: Slot, each: &mut impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        let Body { kind, at, .. } = *self.elements.get(slot);
        let level = kind.level() as i32;
        let unit = self.elements.index(slot);
        let order =
            |cell: Cell| Order::ChangeDest { unit, row: cell.row.into(), col: cell.col.into(), level };
        let piece = self.chart.seas.piece_of(at);
        if kind.is_plane() {
            self.chart.size.cells().map(order).try_for_each(each)
        } else if kind.is_unit() && piece != 0 {
            self.chart.seas.cells_of(piece).iter().copied().map(order).try_for_each(each)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn usual_supply(&self, slot: Slot, target: i32) -> Order {
        let giver = self.elements.get(slot).kind;
        let receiver = self.element(target).map_or(giver, |body| body.kind);
        let amounts = Amounts::these(Amounts::default().between(giver, receiver));
        Order::Supply { unit: self.elements.index(slot), target, amounts }
    }

    /// Indices of the listed elements that an attack, a supply or a repair may name.
    fn targets(&self, slot: Slot, part: Part) -> impl Iterator<Item = i32> {
        let team = self.elements.get(slot).team;
        let allowed = move |target: &Slot| {
            let allowed = match part {
                Part::Attacks => self.may_attack(slot, *target),
                Part::Supplies => self.may_supply_to(slot, *target),
                _ => self.may_repair(slot, *target),
            };
            allowed.is_ok() && self.lists(team, *target)
        };
        // What the element itself cannot do it need not be asked of everybody.
        let able = match part {
            Part::Attacks => self.may_fire(slot),
            Part::Supplies => self.may_give(slot),
            _ => self.may_mend(slot),
        };
        let targets = able.then(|| self.elements.slots().filter(allowed));
        targets.into_iter().flatten().map(|target| self.elements.index(target))
    }

    /// Each row with the columns that are in range on a level.
    #[inline]
    pub(crate) fn rows_in_range(
        &self,
        slot: Slot,
        level: Level,
    ) -> impl Iterator<Item = (i32, RangeInclusive<i32>)> + use<> {
        let body = self.elements.get(slot);
        let area = body.area();
        let (top, bottom) = (i32::from(area.from.row), i32::from(area.to.row));
        let (left, right) = (i32::from(area.from.col), i32::from(area.to.col));
        let last = (i32::from(self.chart.size.rows) - 1, i32::from(self.chart.size.cols) - 1);
        let range = i32::from(self.chart.rules.of(body.kind).fire_ranges[level as usize]);
        // Its own cell is in range: what speaks against it speaks against all.
        let allowed = self.may_attack_place(slot, (top, left, level as i32)).is_ok();
        let rows = allowed.then(|| (top - range).max(0)..=(bottom + range).min(last.0));
        rows.into_iter().flatten().map(move |row| {
            let rest = range - (top - row).max(row - bottom).max(0);
            (row, (left - rest).max(0)..=(right + rest).min(last.1))
        })
    }
}
