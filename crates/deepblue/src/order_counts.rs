//! The legal orders, counted so that many can be picked in one turn.

use crate::kinds::{Level, Team};
use crate::menu::{PARTS, Part};
use crate::order::Order;
use crate::state::{Body, Slot, State};
use alloc::vec::Vec;
use board::Cell;
use core::ops::{ControlFlow, RangeInclusive};

/// The list of legal orders in bunches of the same shape. Orders wait, so it does not change before
/// the round is settled.
#[derive(Clone, Debug, Default)]
pub struct OrderCounts {
    bunches: Vec<Bunch>,
    total: u32,
    /// For every stretch of numbers, the bunch in which it begins.
    guide: Vec<u16>,
    /// How many numbers make a stretch, as a power of two.
    stretch: u32,
}

/// Orders that follow each other in the list.
#[derive(Clone, Copy, Debug)]
struct Bunch {
    /// How many orders precede it.
    before: u32,
    orders: Orders,
}

#[derive(Clone, Copy, Debug)]
enum Orders {
    /// Every place in range on a level.
    Places { slot: Slot, level: Level },
    /// Every cell that a plane can get to.
    Air { unit: i32 },
    /// Every cell of a piece of sea.
    Sea { unit: i32, piece: u16, level: Level },
    /// One order.
    One(Order),
}

/// How many stretches the numbers are cut into, at most.
const STRETCHES: u32 = 256;

impl OrderCounts {
    #[inline]
    pub(crate) const fn total(&self) -> u32 {
        self.total
    }

    fn add(&mut self, count: u32, orders: Orders) {
        if count > 0 {
            self.bunches.push(Bunch { before: self.total, orders });
            self.total += count;
        }
    }

    /// Prepares for looking up numbers.
    fn index(&mut self) {
        self.stretch = 0;
        while self.total >> self.stretch >= STRETCHES {
            self.stretch += 1;
        }
        self.guide.clear();
        for (number, bunch) in self.bunches.iter().enumerate() {
            // All stretches that begin before this bunch belong to the bunch before it.
            while (self.guide.len() as u32) << self.stretch < bunch.before {
                self.guide.push(number as u16 - 1);
            }
        }
        let last = self.bunches.len().saturating_sub(1) as u16;
        while (self.guide.len() as u32) << self.stretch < self.total {
            self.guide.push(last);
        }
    }

    /// The bunch of the order that `n` others precede.
    #[inline]
    fn find(&self, n: u32) -> Option<&Bunch> {
        let mut at = usize::from(*self.guide.get((n >> self.stretch) as usize)?);
        while self.bunches.get(at + 1).is_some_and(|next| next.before <= n) {
            at += 1;
        }
        self.bunches.get(at)
    }
}

impl State {
    /// Counts all legal orders.
    pub(crate) fn count_legal(&self, team: Team, counts: &mut OrderCounts) {
        counts.bunches.clear();
        counts.total = 0;
        for slot in self.own(team) {
            PARTS.into_iter().for_each(|part| self.count_part(slot, part, counts));
        }
        self.products(team).for_each(|order| counts.add(1, Orders::One(order)));
        counts.index();
    }

    fn count_part(&self, slot: Slot, part: Part, counts: &mut OrderCounts) {
        let Body { kind, at, .. } = *self.elements.get(slot);
        let unit = self.elements.index(slot);
        match part {
            Part::Places => {
                for level in Level::ALL {
                    let count = self.rows_in_range(slot, level).map(|(_, cols)| width(&cols)).sum();
                    counts.add(count, Orders::Places { slot, level });
                }
            }
            Part::Goals if kind.is_plane() => counts.add(self.chart.size.area() as u32, Orders::Air { unit }),
            Part::Goals if kind.is_unit() => {
                let piece = self.chart.seas.piece_of(at);
                counts.add(self.chart.seas.extent(piece), Orders::Sea { unit, piece, level: kind.level() });
            }
            Part::Goals => {}
            Part::Attacks | Part::Supplies | Part::Repairs | Part::Cancel => {
                let _ = self.list_part(slot, part, &mut |order| {
                    counts.add(1, Orders::One(order));
                    ControlFlow::Continue(())
                });
            }
        }
    }

    /// The order that `n` others precede.
    #[inline]
    pub(crate) fn nth_counted(&self, counts: &OrderCounts, n: u32) -> Option<Order> {
        let Bunch { before, orders } = counts.find(n).filter(|_| n < counts.total)?;
        let goal = |unit, cell: Cell, level| Order::ChangeDest {
            unit,
            row: cell.row.into(),
            col: cell.col.into(),
            level: level as i32,
        };
        match *orders {
            Orders::One(order) => Some(order),
            Orders::Places { slot, level } => self.nth_place(slot, level, n - before),
            Orders::Air { unit } => {
                Some(goal(unit, self.chart.size.at_index((n - before) as usize), Level::Air))
            }
            Orders::Sea { unit, piece, level } => {
                let cells = self.chart.seas.cells_of(piece);
                cells.get((n - before) as usize).map(|cell| goal(unit, *cell, level))
            }
        }
    }

    fn nth_place(&self, slot: Slot, level: Level, mut n: u32) -> Option<Order> {
        for (row, cols) in self.rows_in_range(slot, level) {
            match n.checked_sub(width(&cols)) {
                Some(rest) => n = rest,
                None => {
                    let (col, level) = (cols.start() + n as i32, level as i32);
                    return Some(Order::AttackPos { unit: self.elements.index(slot), row, col, level });
                }
            }
        }
        None
    }
}

#[inline]
const fn width(cols: &RangeInclusive<i32>) -> u32 {
    (*cols.end() - *cols.start() + 1) as u32
}
