//! Orders as numbers.
//!
//! A player's actors are ten towers and twenty corps, each by their place in the order of ids; the
//! numbers of an actor:
//!
//! | | corps | tower |
//! |---|---|---|
//! | steps | 0 to 3, by direction | |
//! | works | 4 found, 5 repair, 6 change the terrain into plain, 7 into forest | 0 to 5, by task |
//! | targets | 8 to 31: attack what stands on a cell | 6 to 29: shoot at what stands on a cell |
//!
//! Target cells are those at most two columns and rows away, row by row, without the actor's own.
//! Who is aimed at on a cell makes no difference: garrisons hide behind their tower, engineers
//! behind their escort.

use crate::grid::CellRows;
use crate::kinds::{Class, MAX_TOWERS, PLAYERS, TOWER_RANGE, Task, Terrain};
use crate::legal::{Actor, MAX_ACTORS};
use crate::map::{MAX_SIDE, Setup};
use crate::order::Order;
use crate::roster::Corps;
use crate::state::{Phase, State};
use crate::towers::Tower;
use board::{Cell, Direction};
use core::array;
use game::{Actions, Numbering, Seat};

/// Numbers of one actor.
const EACH: u32 = 32;
/// The first number of a corps' works.
const WORKS: u32 = 4;
/// The first number of a corps' targets.
const TARGETS: u32 = 8;
/// The first number of a tower's targets.
const SHOTS: u32 = 6;
/// Cells that can be targets.
const CELLS: u32 = 24;
/// How far away they can be.
const REACH: i16 = 2;
/// Columns and rows of the square around an actor.
const SIDE_OF_REACH: i16 = 2 * REACH + 1;
/// The cells of that square at most 0, 1 and 2 away, row by row, one bit each.
const WITHIN: [u32; 3] = [0, 0b01110_01110_01110 << 5, (1 << 25) - 1];

impl<const SIDE: usize> Actions for State<SIDE> {
    fn numbering(_: &Setup<SIDE>) -> Numbering {
        Numbering { actors: MAX_ACTORS as u32, each: EACH, others: 0 }
    }

    fn number(&self, _: Numbering, seat: Seat, order: Order) -> Option<u32> {
        let inner = match order {
            Order::Move { direction, .. } => direction as u32,
            Order::Found { .. } => WORKS,
            Order::Repair { .. } => WORKS + 1,
            Order::ChangeTerrain { terrain: Terrain::Plain, .. } => WORKS + 2,
            Order::ChangeTerrain { terrain: Terrain::Forest, .. } => WORKS + 3,
            Order::ChangeTerrain { .. } => return None,
            Order::Produce { task, .. } => task as u32,
            Order::AttackCorps { corps, target } => {
                let target = self.find_corps(target).filter(|target| target.owner != seat)?;
                TARGETS + window_bit(self.find_corps(corps)?.at, target.at)?
            }
            Order::AttackTower { corps, target } => {
                let target = self.find_tower(target).filter(|target| target.owner != seat)?;
                TARGETS + window_bit(self.find_corps(corps)?.at, target.at)?
            }
            Order::Shoot { tower, target } => {
                let target = self.find_corps(target).filter(|target| target.owner != seat)?;
                let in_the_open = self.garrison_of(target).is_none();
                SHOTS + window_bit(self.find_tower(tower)?.at, target.at).filter(|_| in_the_open)?
            }
        };
        Some(self.actor_number(seat, order)? * EACH + inner)
    }

    fn numbered(&self, numbering: Numbering, seat: Seat, number: u32) -> Option<Order> {
        let (rank, inner) = numbering.split(number)?;
        match rank.checked_sub(MAX_TOWERS.into()) {
            None => self.tower_order(self.nth_tower(seat, rank)?, inner),
            Some(rank) => {
                let slot = *self.slots_of(seat).get(rank)?;
                self.corps_order(slot, inner)
            }
        }
    }

    fn mask(&self, numbering: Numbering, seat: Seat, into: &mut [u64]) {
        let into = &mut into[..numbering.words()];
        if !matches!(self.phase, Phase::Open | Phase::Decided) || seat != self.on_turn() {
            return into.fill(0);
        }
        // One entry for each actor, then the end of the turn.
        let mut choices = [0; MAX_ACTORS + 2];
        choices[MAX_ACTORS] = 1;
        if self.may_order(seat).is_ok() {
            let mut surroundings = Surroundings::default();
            surroundings.survey(self, seat);
            let (towers, corps) = choices.split_at_mut(MAX_TOWERS.into());
            self.mask_towers(seat, &surroundings, towers);
            self.mask_corps(seat, &surroundings, corps);
        }
        for (word, [low, high]) in into.iter_mut().zip(choices.as_chunks().0) {
            *word = u64::from(*low) | u64::from(*high) << EACH;
        }
    }
}

impl<const SIDE: usize> State<SIDE> {
    /// The number of an order's actor among the player's.
    fn actor_number(&self, seat: Seat, order: Order) -> Option<u32> {
        match order {
            Order::Produce { tower, .. } | Order::Shoot { tower, .. } => {
                let own = |tower: &&Tower| tower.owner == seat;
                self.towers().iter().filter(own).position(|other| other.id == tower).map(|rank| rank as u32)
            }
            Order::Move { corps, .. }
            | Order::AttackCorps { corps, .. }
            | Order::AttackTower { corps, .. }
            | Order::Found { corps }
            | Order::Repair { corps }
            | Order::ChangeTerrain { corps, .. } => {
                let slot = self.roster.find(corps)?;
                let rank = self.slots_of(seat).iter().position(|other| usize::from(*other) == slot)?;
                Some(u32::from(MAX_TOWERS) + rank as u32)
            }
        }
    }

    /// The slots of a player's corps in ascending order of their ids; none for a seat that there is
    /// not.
    fn slots_of(&self, seat: Seat) -> &[u8] {
        if seat.index() < PLAYERS { self.roster.ranked(seat) } else { &[] }
    }

    fn nth_tower(&self, seat: Seat, rank: usize) -> Option<&Tower> {
        self.towers().iter().filter(|tower| tower.owner == seat).nth(rank)
    }

    fn tower_order(&self, tower: &Tower, inner: u32) -> Option<Order> {
        if let Some(task) = Task::ALL.get(inner as usize) {
            return Some(Order::Produce { tower: tower.id, task: *task });
        }
        let at = self.target_cell(tower.at, inner - SHOTS)?;
        let target = self.standing(at).find(|corps| corps.owner != tower.owner)?;
        self.garrison_of(target).is_none().then_some(Order::Shoot { tower: tower.id, target: target.id })
    }

    fn corps_order(&self, slot: u8, inner: u32) -> Option<Order> {
        let Corps { id: corps, at, owner, .. } = *self.roster.get(slot.into());
        if inner < WORKS {
            return Some(Order::Move { corps, direction: Direction::ALL[inner as usize] });
        }
        if inner < TARGETS {
            return Some(self.work(Actor::Corps(slot), (inner - WORKS) as usize));
        }
        let at = self.target_cell(at, inner - TARGETS)?;
        if let Some(tower) = self.tower_at(at).filter(|tower| tower.owner != owner) {
            return Some(Order::AttackTower { corps, target: tower.id });
        }
        let target = self.standing(at).find(|corps| corps.owner != owner)?;
        Some(Order::AttackCorps { corps, target: target.id })
    }

    /// The cell of this number in the square around an actor.
    fn target_cell(&self, from: Cell, number: u32) -> Option<Cell> {
        if number >= CELLS {
            return None;
        }
        // The actor's own cell has no number.
        let number = number as i16 + i16::from(number >= CELLS / 2);
        let (columns, rows) = (number % SIDE_OF_REACH - REACH, number / SIDE_OF_REACH - REACH);
        self.size().offset(from, rows as i8, columns as i8)
    }

    fn mask_towers(&self, seat: Seat, surroundings: &Surroundings, into: &mut [u32]) {
        let tasks = u32::from(self.possible_tasks(seat));
        for (place, choices) in self.towers.of(seat).iter().zip(into) {
            if !self.towers.is_spent(place) {
                let at = self.towers.get(place).at;
                *choices = tasks | surroundings.in_the_open.targets(at, TOWER_RANGE) << SHOTS;
            }
        }
    }

    fn mask_corps(&self, seat: Seat, surroundings: &Surroundings, into: &mut [u32]) {
        for (slot, choices) in self.slots_of(seat).iter().zip(into) {
            let corps = self.roster.get((*slot).into());
            *choices = self.free_steps(corps, surroundings).into();
            if corps.moves == 0 {
                continue;
            }
            *choices |= match corps.kind.is_fighter() {
                true => surroundings.foes.targets(corps.at, corps.kind.range()) << TARGETS,
                false => u32::from(self.possible_works((*slot).into())) << WORKS,
            };
        }
    }

    /// The directions in which a corps can go, as bits.
    #[inline]
    fn free_steps(&self, corps: &Corps, surroundings: &Surroundings) -> u8 {
        let affordable = self.land.step_costs(corps.at).affordable(corps.moves);
        let taken = surroundings.taken[corps.kind.class() as usize].neighbours(corps.at);
        self.by_direction(affordable & !taken)
    }
}

/// Where others are.
#[derive(Default)]
struct Surroundings {
    /// Foreign towers and corps.
    foes: Margined,
    /// Foreign corps outside towers.
    in_the_open: Margined,
    /// Cells that the player's fighters and engineers cannot enter.
    taken: [Margined; 2],
}

impl Surroundings {
    #[inline]
    fn survey<const SIDE: usize>(&mut self, state: &State<SIDE>, seat: Seat) {
        let own = state.towers.cells(seat);
        let mut foreign = [0; SIDE];
        for other in (0..PLAYERS as u8).map(Seat).filter(|other| *other != seat) {
            foreign.iter_mut().zip(state.towers.cells(other)).for_each(|(row, towers)| *row |= towers);
        }
        // What is said of corps on cells with towers means nothing.
        let corps = state.foreign_corps(seat);
        let in_the_open: CellRows<SIDE> = array::from_fn(|row| corps[row] & !(foreign[row] | own[row]));
        let foes: CellRows<SIDE> = array::from_fn(|row| in_the_open[row] | foreign[row]);
        self.in_the_open.fill::<SIDE>(|row| in_the_open[row]);
        self.foes.fill::<SIDE>(|row| foes[row]);
        for class in [Class::Fighter, Class::Engineer] {
            let mates = state.roster.open(seat, class);
            self.taken[class as usize].fill::<SIDE>(|row| foes[row] | mates[row] & !own[row]);
        }
    }
}

/// How far the margin of a set reaches.
const MARGIN: usize = REACH as usize;
/// Rows of a set with its margin.
const ROWS: usize = MAX_SIDE as usize + 2 * MARGIN;

/// A set of cells with a margin on all sides, so that nobody has to ask whether a cell lies on the
/// board: row by row, one bit a column.
struct Margined([u64; ROWS]);

impl Default for Margined {
    fn default() -> Self {
        Self([0; ROWS])
    }
}

impl Margined {
    #[inline]
    fn fill<const SIDE: usize>(&mut self, cells: impl Fn(usize) -> u32) {
        let rows = self.0[MARGIN..].iter_mut().take(SIDE).enumerate();
        rows.for_each(|(row, into)| *into = u64::from(cells(row)) << MARGIN);
    }

    /// A row of the square around a cell, counted from 0; its five cells are the lowest bits.
    #[inline]
    const fn near(&self, at: Cell, row: usize) -> u64 {
        self.0[at.row as usize % MAX_SIDE as usize + row] >> (at.col & 31)
    }

    /// Which of a cell's four neighbours are in the set, as bits in the order of
    /// [`StepCosts`](crate::land::StepCosts).
    #[inline]
    const fn neighbours(&self, at: Cell) -> u8 {
        let [below, beside, above] = [self.near(at, 1), self.near(at, 2), self.near(at, 3)];
        ((above >> 2 & 1) | (below >> 1 & 2) | (beside << 1 & 4) | (beside & 8)) as u8
    }

    /// Which of the target cells of an actor are in the set and in range, as bits.
    #[inline]
    fn targets(&self, from: Cell, range: u32) -> u32 {
        let square =
            (0..5).fold(0, |square, row| square | (self.near(from, row) as u32 & 0b11111) << (5 * row));
        let square = square & WITHIN[range as usize];
        // The actor's own cell has no number.
        square & 0xfff | square >> 13 << 12
    }
}

/// The number of a cell among the target cells of an actor.
fn window_bit(from: Cell, to: Cell) -> Option<u32> {
    let columns = i16::from(to.col) - i16::from(from.col) + REACH;
    let rows = i16::from(to.row) - i16::from(from.row) + REACH;
    let reach = 0..SIDE_OF_REACH;
    let number = rows * SIDE_OF_REACH + columns;
    let is_near =
        reach.contains(&columns) && reach.contains(&rows) && number != SIDE_OF_REACH * SIDE_OF_REACH / 2;
    is_near.then(|| (number - i16::from(number as u32 > CELLS / 2)) as u32)
}
