//! The list of legal orders offered to a seat.
//!
//! It names only targets that are listed in the seat's view. Left out, though accepted: goals that cannot be reached, and amounts
//! other than the usual ones.

use crate::kinds::{Kind, Level, Team};
use crate::order::{Amounts, Order};
use crate::state::{Body, Slot, State};
use board::Cell;
use core::ops::{ControlFlow, RangeInclusive};

/// The parts of the list, in its order, for each element by ascending index; what can be produced comes last.
const PARTS: [Part; 6] =
    [Part::Places, Part::Attacks, Part::Supplies, Part::Repairs, Part::Goals, Part::Cancel];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
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
    pub(crate) fn list_legal(
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

    /// One of the listed orders, each as likely as the others, with a single draw.
    pub(crate) fn pick_legal(&self, team: Team, below: &mut impl FnMut(u32) -> u32) -> Option<Order> {
        let parts = || self.own(team).flat_map(|slot| PARTS.map(|part| (slot, part)));
        let count: u32 = parts().map(|(slot, part)| self.count_part(slot, part)).sum();
        let all = count + self.products(team).count() as u32;
        let mut skip = if all == 0 { return None } else { below(all) };
        for (slot, part) in parts() {
            let here = self.count_part(slot, part);
            if skip < here {
                return self.nth_of_part(slot, part, skip);
            }
            skip -= here;
        }
        self.products(team).nth(skip as usize)
    }

    fn own(&self, team: Team) -> impl Iterator<Item = Slot> {
        self.elements.slots().filter(move |slot| team.plays() && self.elements.get(*slot).team == team)
    }

    fn products(&self, team: Team) -> impl Iterator<Item = Order> {
        let kinds = Kind::UNITS.into_iter().map(|kind| kind as i32);
        kinds.filter(move |kind| self.may_produce(team, *kind).is_ok()).map(|kind| Order::Produce { kind })
    }

    fn nth_of_part(&self, slot: Slot, part: Part, mut skip: u32) -> Option<Order> {
        let mut found = None;
        let _ = self.list_part(slot, part, &mut |order| {
            if skip == 0 {
                found = Some(order);
                return ControlFlow::Break(());
            }
            skip -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    fn count_part(&self, slot: Slot, part: Part) -> u32 {
        let body = self.elements.get(slot);
        match part {
            Part::Places => self.rows_in_range(slot).map(|(_, _, cols)| cols.count() as u32).sum(),
            Part::Goals if body.kind.is_plane() => self.chart.size.area() as u32,
            Part::Goals if body.kind.is_unit() => self.chart.seas.extent(self.chart.seas.piece_of(body.at)),
            Part::Goals => 0,
            Part::Cancel => 1,
            Part::Attacks | Part::Supplies | Part::Repairs => self.targets(slot, part).count() as u32,
        }
    }

    fn list_part(
        &self,
        slot: Slot,
        part: Part,
        each: &mut impl FnMut(Order) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let unit = self.elements.index(slot);
        match part {
            Part::Places => {
                let places = self
                    .rows_in_range(slot)
                    .flat_map(|(level, row, cols)| cols.map(move |col| (level, row, col)));
                places
                    .map(|(level, x, y)| Order::AttackPos { unit, x, y, z: level as i32 })
                    .try_for_each(each)
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
        let z = kind.level() as i32;
        let unit = self.elements.index(slot);
        let order = |cell: Cell| Order::ChangeDest { unit, x: cell.row.into(), y: cell.col.into(), z };
        let piece = self.chart.seas.piece_of(at);
        if kind.is_plane() {
            self.chart.size.cells().map(order).try_for_each(each)
        } else if kind.is_unit() && piece != 0 {
            self.chart.seas.cells_of(piece).map(order).try_for_each(each)
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
        self.elements.slots().map(|other| self.elements.index(other)).filter(move |target| {
            let allowed = match part {
                Part::Attacks => self.may_attack_unit(slot, *target),
                Part::Supplies => self.may_supply(slot, *target),
                _ => self.may_fix(slot, *target),
            };
            allowed.is_ok() && self.is_listed(team, *target)
        })
    }

    /// For each level, each row with the columns that are in range.
    fn rows_in_range(&self, slot: Slot) -> impl Iterator<Item = (Level, i32, RangeInclusive<i32>)> {
        let body = self.elements.get(slot);
        let area = body.area();
        let (top, bottom) = (i32::from(area.from.row), i32::from(area.to.row));
        let (left, right) = (i32::from(area.from.col), i32::from(area.to.col));
        let last = (i32::from(self.chart.size.rows) - 1, i32::from(self.chart.size.cols) - 1);
        let allowed = move |level: &Level| {
            let own = (top, left, *level as i32);
            self.may_attack_place(slot, own).is_ok()
        };
        Level::ALL.into_iter().filter(allowed).flat_map(move |level| {
            let range = i32::from(self.chart.rules.of(body.kind).fire_ranges[level as usize]);
            ((top - range).max(0)..=(bottom + range).min(last.0)).map(move |row| {
                let rest = range - (top - row).max(row - bottom).max(0);
                (level, row, (left - rest).max(0)..=(right + rest).min(last.1))
            })
        })
    }
}
