//! Orders as numbers.
//!
//! A side's actors are its elements by ascending index; what each can do:
//!
//! | numbers | what |
//! |---|---|
//! | 0 to 312 | go to a cell at most 12 steps away as the crow flies, row by row; the farthest that any unit goes in a round |
//! | 313 | go home, to the base's upper-left cell, if that is farther away |
//! | 314 to 602 | fire at a cell of the 17 × 17 around it, row by row: at the listed target there, of several at the highest; else at the surface, whoever may be there |
//! | 603 to 891 | help the own element on such a cell, of several the highest that can be helped: a base repairs what is damaged, and all supply what is usual |
//!
//! Behind the actors' numbers are the six kinds that can be produced. A base is on its middle cell.
//! The menu is what is listed as legal and has a number, and the way home; it leaves out other
//! levels, other amounts, and taking orders back, which a new order does as well.

use crate::kinds::{Kind, Level, Team};
use crate::map::{Chart, Setup};
use crate::order::{Amounts, MAX_ORDERS, Order};
use crate::place::{Area, Place};
use crate::sight::Lookout;
use crate::state::{Body, MAX_ELEMENTS, Slot, State};
use alloc::vec::Vec;
use board::Cell;
use core::ops::ControlFlow;
use game::actions::put_bits;
use game::{Actions, Game, Numbering, Seat};

/// The most elements of a side that have numbers.
const MOST_ACTORS: u32 = 128;
/// How far a goal can be.
const FAR: i32 = 12;
/// Cells at most so far away.
const GOALS: u32 = 313;
/// The number of the way home.
const HOME: u32 = GOALS;
/// How far away in rows and columns a target can be.
const REACH: i32 = 8;
/// Rows and columns of the square of targets.
const SIDE: i32 = 2 * REACH + 1;
/// Cells of that square.
const SQUARE: u32 = (SIDE * SIDE) as u32;
/// The first number of firing, and of helping.
const FIRE: u32 = GOALS + 1;
const HELP: u32 = FIRE + SQUARE;
/// Numbers of one actor.
const EACH: u32 = HELP + SQUARE;

impl Actions for State {
    fn numbering(setup: &Setup) -> Numbering {
        let actors = setup.most_own_elements().min(MOST_ACTORS);
        Numbering { actors, each: EACH, others: Kind::UNITS.len() as u32 }
    }

    fn number(&self, numbering: Numbering, seat: Seat, order: Order) -> Option<u32> {
        let Some(unit) = order.unit() else {
            let Order::Produce { kind } = order else { return None };
            let number = kind.checked_sub(Kind::UNITS[0] as i32)?;
            return (0..6).contains(&number).then(|| numbering.end_of_turn() - 6 + number as u32);
        };
        let slot = self.elements.find(unit)?;
        let rank = self
            .own(Team::of(seat))
            .position(|own| own == slot)
            .filter(|rank| *rank < numbering.actors as usize)?;
        let inner = match order {
            Order::ChangeDest { row, col, .. } => self.goal_number(slot, row, col)?,
            Order::AttackPos { row, col, level, .. } => self.blind_number(slot, row, col, level)?,
            Order::AttackUnit { target, .. } => {
                let target = self.elements.find(target)?;
                let cell = centre(self.elements.get(target));
                let number = square_number(centre(self.elements.get(slot)), cell)?;
                (self.target_on(slot, cell) == Some(target)).then_some(FIRE + number)?
            }
            Order::Fix { target, .. } | Order::Supply { target, .. } => {
                let cell = centre(self.elements.get(self.elements.find(target)?));
                let number = square_number(centre(self.elements.get(slot)), cell)?;
                let help = self.help_on(slot, cell)?;
                self.is_same(order, help).then_some(HELP + number)?
            }
            Order::Produce { .. } | Order::Cancel { .. } => return None,
        };
        Some(rank as u32 * EACH + inner)
    }

    fn numbered(&self, numbering: Numbering, seat: Seat, number: u32) -> Option<Order> {
        let team = Team::of(seat);
        let Some((rank, inner)) = numbering.split(number) else {
            let kind = number.checked_sub(numbering.actors * numbering.each)? as usize;
            return Kind::UNITS
                .get(kind)
                .filter(|_| team.plays())
                .map(|kind| Order::Produce { kind: *kind as i32 });
        };
        let slot = self.own(team).nth(rank)?;
        let body = self.elements.get(slot);
        match inner {
            0..FIRE if !body.kind.is_unit() => None,
            0..GOALS => {
                let (rows, cols) = GOAL_OFFSETS[inner as usize];
                self.chart.size.offset(body.at, rows, cols).map(|cell| self.go(slot, cell))
            }
            HOME => self.way_home(slot).map(|cell| self.go(slot, cell)),
            FIRE..HELP => {
                let cell = self.square_cell(centre(body), inner - FIRE)?;
                Some(self.fire(slot, cell))
            }
            _ => self.help_on(slot, self.square_cell(centre(body), inner - HELP)?),
        }
    }

    fn menu(&self, seat: Seat, mut each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.orders_are_full(seat) {
            return ControlFlow::Continue(());
        }
        let numbering = Numbering { actors: MOST_ACTORS, each: EACH, others: Kind::UNITS.len() as u32 };
        self.legal(seat, |order| match self.number(numbering, seat, order) {
            Some(_) => each(order),
            None => ControlFlow::Continue(()),
        })?;
        let own = self.own(Team::of(seat)).take(MOST_ACTORS as usize);
        own.filter_map(|slot| self.way_home(slot).map(|cell| self.go(slot, cell))).try_for_each(each)
    }

    fn mask(&self, numbering: Numbering, seat: Seat, into: &mut [u64]) {
        let into = &mut into[..numbering.words()];
        into.fill(0);
        if !self.to_move().has(seat) {
            return;
        }
        put_bits(into, numbering.end_of_turn(), 1);
        if self.orders_are_full(seat) {
            return;
        }
        let team = Team::of(seat);
        for order in self.products(team) {
            self.number(numbering, seat, order).into_iter().for_each(|number| put_bits(into, number, 1));
        }
        let listed = Listed::new(self, team);
        for (rank, slot) in (0..numbering.actors).zip(self.own(team)) {
            let first = rank * EACH;
            self.mask_goals(slot, first, into);
            self.mask_fire(slot, first + FIRE, &listed, into);
            self.mask_help(slot, first + HELP, &listed, into);
        }
    }
}

/// Numbers of single orders.
impl State {
    fn orders_are_full(&self, seat: Seat) -> bool {
        self.submitted.get(seat.index()).is_none_or(|count| usize::from(*count) >= MAX_ORDERS)
    }

    fn goal_number(&self, slot: Slot, row: i32, col: i32) -> Option<u32> {
        let body = self.elements.get(slot);
        let cell = self.chart.size.cell(row, col).filter(|_| body.kind.is_unit())?;
        if self.way_home(slot) == Some(cell) {
            return Some(HOME);
        }
        let (rows, cols) = (row - i32::from(body.at.row), col - i32::from(body.at.col));
        (rows.abs() + cols.abs() <= FAR).then(|| goal_row(rows) + (cols + FAR - rows.abs()) as u32)
    }

    fn blind_number(&self, slot: Slot, row: i32, col: i32, level: i32) -> Option<u32> {
        let cell = self.chart.size.cell(row, col).filter(|_| level == Level::Surface as i32)?;
        let number = square_number(centre(self.elements.get(slot)), cell)?;
        self.target_on(slot, cell).is_none().then_some(FIRE + number)
    }

    /// Where a unit goes that is told to go home: none if it is near.
    fn way_home(&self, slot: Slot) -> Option<Cell> {
        let body = self.elements.get(slot);
        let base = self.elements.get(self.base(body.team).filter(|_| body.kind.is_unit())?);
        (base.at.manhattan(body.at) > FAR as u32).then_some(base.at)
    }

    fn go(&self, slot: Slot, cell: Cell) -> Order {
        let level = self.elements.get(slot).kind.level() as i32;
        Order::ChangeDest {
            unit: self.elements.index(slot),
            row: cell.row.into(),
            col: cell.col.into(),
            level,
        }
    }

    fn fire(&self, slot: Slot, cell: Cell) -> Order {
        let unit = self.elements.index(slot);
        match self.target_on(slot, cell) {
            Some(target) => Order::AttackUnit { unit, target: self.elements.index(target) },
            None => Order::AttackPos {
                unit,
                row: cell.row.into(),
                col: cell.col.into(),
                level: Level::Surface as i32,
            },
        }
    }

    /// What an element that fires at a cell aims at: the highest of the targets there.
    fn target_on(&self, slot: Slot, cell: Cell) -> Option<Slot> {
        let team = self.elements.get(slot).team;
        let is_target = |target: &Slot| self.may_attack(slot, *target).is_ok() && self.lists(team, *target);
        self.elements_on(cell).find(is_target)
    }

    /// How an element helps what is on a cell.
    fn help_on(&self, slot: Slot, cell: Cell) -> Option<Order> {
        self.elements_on(cell).find_map(|target| self.help(slot, target))
    }

    fn help(&self, slot: Slot, to: Slot) -> Option<Order> {
        let (unit, target) = (self.elements.index(slot), self.elements.index(to));
        let body = self.elements.get(to);
        let is_damaged = body.health < self.chart.rules.of(body.kind).health_max;
        if is_damaged && self.may_repair(slot, to).is_ok() {
            Some(Order::Fix { unit, target })
        } else if slot != to && self.may_supply_to(slot, to).is_ok() {
            let amounts = Amounts::default().between(self.elements.get(slot).kind, body.kind);
            Some(Order::Supply { unit, target, amounts: Amounts::these(amounts) })
        } else {
            None
        }
    }

    /// Whether two orders are the same; amounts that are left out are the usual ones.
    fn is_same(&self, one: Order, two: Order) -> bool {
        match (one, two) {
            (Order::Supply { unit, target, amounts }, Order::Supply { amounts: others, .. }) => {
                let kind = |index| self.element(index).map_or(Kind::Cargo, |body| body.kind);
                let between = |amounts: Amounts| amounts.between(kind(unit), kind(target));
                one.target() == two.target() && between(amounts) == between(others)
            }
            _ => one == two,
        }
    }

    /// What is on a cell, from the air down.
    fn elements_on(&self, cell: Cell) -> impl Iterator<Item = Slot> {
        Level::ALL.into_iter().rev().filter_map(move |level| {
            let on = |slot: &Slot| centre(self.elements.get(*slot)) == cell;
            self.at(Place::new(cell, level)).filter(on)
        })
    }

    fn square_cell(&self, centre: Cell, number: u32) -> Option<Cell> {
        let (rows, cols) = (number as i32 / SIDE - REACH, number as i32 % SIDE - REACH);
        self.chart.size.cell(i32::from(centre.row) + rows, i32::from(centre.col) + cols)
    }
}

/// Numbers of all orders at once.
impl State {
    fn mask_goals(&self, slot: Slot, first: u32, into: &mut [u64]) {
        let body = self.elements.get(slot);
        if !body.kind.is_unit() {
            return;
        }
        if let Some(goals) = self.chart.goals(body.at) {
            let goals = if body.kind.is_plane() { &goals.air } else { &goals.sea };
            put_words(into, first, goals);
        }
        if self.way_home(slot).is_some() {
            put_bits(into, first + HOME, 1);
        }
    }

    fn mask_fire(&self, slot: Slot, first: u32, listed: &Listed, into: &mut [u64]) {
        if !self.may_fire(slot) {
            return;
        }
        let body = self.elements.get(slot);
        let (area, from) = (body.area(), centre(body));
        let ranges = self.chart.rules.of(body.kind).fire_ranges.map(i32::from);
        put_words(into, first, &self.cells_in_range(body, ranges[Level::Surface as usize]));
        for target in &listed.targets[..listed.count] {
            // Whether it is in range says no to most, and is asked first.
            if area.distance(target.area) <= ranges[target.level as usize]
                && let Some(number) = square_number(from, target.centre)
                && self.may_attack(slot, target.slot).is_ok()
            {
                put_bits(into, first + number, 1);
            }
        }
    }

    /// The cells of the square around an element that lie on the map and at most so far from it.
    #[inline]
    fn cells_in_range(&self, body: &Body, range: i32) -> [u64; SQUARE.div_ceil(64) as usize] {
        let mut words = [0; SQUARE.div_ceil(64) as usize];
        if range < 0 {
            return words;
        }
        let (at, size, more) = (centre(body), self.chart.size, i32::from(body.kind.size() / 2));
        let (above, below) = (i32::from(at.row), i32::from(size.rows) - 1 - i32::from(at.row));
        let (before, behind) = (i32::from(at.col), i32::from(size.cols) - 1 - i32::from(at.col));
        // The columns of the square that lie on the map.
        let cols = (2u64 << (REACH + behind.min(REACH))) - (1 << (REACH - before.min(REACH)));
        let rows = above.min(range + more).min(REACH);
        for row in -rows..=below.min(range + more).min(REACH) {
            let width = (range + more - (row.abs() - more).max(0)).min(REACH);
            let bits = (((2u64 << (2 * width)) - 1) << (REACH - width)) & cols;
            let number = (row + REACH) * SIDE;
            let (word, shift) = ((number / 64) as usize, number % 64);
            words[word] |= bits << shift;
            if shift > 64 - SIDE {
                words[word + 1] |= bits >> (64 - shift);
            }
        }
        words
    }

    fn mask_help(&self, slot: Slot, first: u32, listed: &Listed, into: &mut [u64]) {
        if !self.may_give(slot) {
            return;
        }
        let body = self.elements.get(slot);
        let (area, from) = (body.area(), centre(body));
        for target in &listed.own[..listed.own_count] {
            if area.distance(target.area) <= 1
                && self.help(slot, target.slot).is_some()
                && let Some(number) = square_number(from, target.centre)
            {
                put_bits(into, first + number, 1);
            }
        }
    }
}

/// What a side may name in its orders, looked up once.
struct Listed {
    targets: [Seen; MAX_ELEMENTS],
    count: usize,
    own: [Seen; MAX_ELEMENTS],
    own_count: usize,
}

#[derive(Clone, Copy)]
struct Seen {
    slot: Slot,
    level: Level,
    centre: Cell,
    area: Area,
}

impl Seen {
    const NOTHING: Self = Self {
        slot: 0,
        level: Level::Underwater,
        centre: Cell::new(0, 0),
        area: Area::cell(Cell::new(0, 0)),
    };
}

impl Listed {
    fn new(state: &State, team: Team) -> Self {
        let nothing = [Seen::NOTHING; MAX_ELEMENTS];
        let mut listed = Self { targets: nothing, count: 0, own: nothing, own_count: 0 };
        let lookout = Lookout::new(state, team);
        for slot in state.elements.slots() {
            let body = state.elements.get(slot);
            let (level, area) = (body.kind.level(), body.area());
            let seen = Seen { slot, level, centre: centre(body), area };
            if body.team == team {
                listed.own[listed.own_count] = seen;
                listed.own_count += 1;
            } else if body.kind.is_building() || body.kind.is_unit() && lookout.sees(area, level) {
                listed.targets[listed.count] = seen;
                listed.count += 1;
            }
        }
        listed
    }
}

/// Puts words of bits into a mask, from this bit on.
#[inline]
fn put_words(into: &mut [u64], first: u32, words: &[u64]) {
    (first..).step_by(64).zip(words).for_each(|(from, bits)| put_bits(into, from, *bits));
}

/// The cell that stands for an element.
const fn centre(body: &Body) -> Cell {
    let more = body.kind.size() / 2;
    Cell::new(body.at.row + more, body.at.col + more)
}

/// The number of a cell in the square around another.
fn square_number(centre: Cell, cell: Cell) -> Option<u32> {
    let rows = i32::from(cell.row) - i32::from(centre.row) + REACH;
    let cols = i32::from(cell.col) - i32::from(centre.col) + REACH;
    let side = 0..SIDE;
    (side.contains(&rows) && side.contains(&cols)).then_some((rows * SIDE + cols) as u32)
}

/// The number of the first goal in a row so far below.
const fn goal_row(rows: i32) -> u32 {
    // Rows are 1, 3, 5, ... cells long, up to the one in the middle, and then shorter again.
    let before = FAR + rows;
    (if rows <= 0 {
        before * before
    } else {
        let behind = FAR - rows + 1;
        GOALS as i32 - behind * behind
    }) as u32
}

/// Rows and columns to each goal.
static GOAL_OFFSETS: [(i8, i8); GOALS as usize] = {
    let mut offsets = [(0, 0); GOALS as usize];
    let mut rows = -FAR;
    while rows <= FAR {
        let width = FAR - if rows < 0 { -rows } else { rows };
        let mut cols = -width;
        while cols <= width {
            offsets[(goal_row(rows) as i32 + cols + width) as usize] = (rows as i8, cols as i8);
            cols += 1;
        }
        rows += 1;
    }
    offsets
};

/// The goals on the map, row by row: the number of the first, and bits.
fn air_goals(chart: &Chart, at: Cell, mut each: impl FnMut(u32, u64)) {
    let (row, col) = (i32::from(at.row), i32::from(at.col));
    let last = (i32::from(chart.size.rows) - 1, i32::from(chart.size.cols) - 1);
    for rows in -FAR.min(row)..=FAR.min(last.0 - row) {
        let width = FAR - rows.abs();
        let (left, right) = (width.min(col), width.min(last.1 - col));
        each(goal_row(rows) + (width - left) as u32, (1 << (left + right + 1)) - 1);
    }
}

/// The goals of units on a cell, as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goals {
    /// Those of planes: all cells of the map.
    air: [u64; GOALS.div_ceil(64) as usize],
    /// Those of ships: the same piece of sea; nothing on land.
    sea: [u64; GOALS.div_ceil(64) as usize],
}

/// The goals from every cell.
pub(crate) fn all_goals(chart: &Chart) -> Vec<Goals> {
    let goals = |at: Cell| {
        let piece = chart.seas.piece_of(at);
        let mut goals = Goals { air: [0; _], sea: [0; _] };
        air_goals(chart, at, |from, bits| put_bits(&mut goals.air, from, bits));
        for (number, (rows, cols)) in (0..).zip(GOAL_OFFSETS) {
            let cell = chart.size.offset(at, rows, cols);
            if piece != 0 && cell.is_some_and(|cell| chart.seas.piece_of(cell) == piece) {
                put_bits(&mut goals.sea, number, 1);
            }
        }
        goals
    };
    chart.size.cells().map(goals).collect()
}

impl Setup {
    /// The most elements that a side can have: everything that can be its own, and as many units as
    /// the population allows.
    fn most_own_elements(&self) -> u32 {
        let State { chart, elements, .. } = &self.start;
        let least = Kind::UNITS.iter().map(|kind| chart.rules.of(*kind).population).min().unwrap_or(0);
        let born = match least {
            ..=0 => MOST_ACTORS as usize,
            least => (chart.max_population / i32::from(least)).max(0) as usize,
        };
        let fixed = elements.bodies().iter().filter(|body| body.kind.is_building()).count();
        let units =
            |team| elements.bodies().iter().filter(|body| body.kind.is_unit() && body.team == team).count();
        let most = units(Team::First).max(units(Team::Second)).max(born) + fixed;
        u32::try_from(most).unwrap_or(MOST_ACTORS)
    }
}
