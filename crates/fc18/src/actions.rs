//! Orders as numbers.
//!
//! A player's actors are ten towers and twenty corps, each by their place in the order of ids; the numbers of an actor:
//!
//! | | corps | tower |
//! |---|---|---|
//! | steps | 0 to 3, by direction | |
//! | works | 4 found, 5 repair, 6 change the terrain into plain, 7 into forest | 0 to 5, by task |
//! | targets | 8 to 31: attack what stands on a cell | 6 to 29: shoot at what stands on a cell |
//!
//! Target cells are those at most two columns and rows away, row by row, without the actor's own. Who is aimed at on a cell makes no difference:
//! garrisons hide behind their tower, engineers behind their escort.

use crate::kinds::{Class, MAX_TOWERS, PLAYERS, TOWER_RANGE, Task, Terrain};
use crate::legal::{Actor, MAX_ACTORS};
use crate::map::Setup;
use crate::order::Order;
use crate::roster::Corps;
use crate::state::{Phase, State};
use crate::towers::Tower;
use board::{Cell, Direction};
use core::array;
use game::actions::put_bits;
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
        into.fill(0);
        if !matches!(self.phase, Phase::Open | Phase::Decided) || seat != self.on_turn() {
            return;
        }
        put_bits(into, numbering.end_of_turn(), 1);
        if self.may_order(seat).is_ok() {
            let surroundings = Surroundings::new(self, seat);
            self.mask_towers(seat, &surroundings, into);
            self.mask_corps(seat, &surroundings, into);
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

    /// The slots of a player's corps in ascending order of their ids; none for a seat that there is not.
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

    fn mask_towers(&self, seat: Seat, surroundings: &Surroundings<SIDE>, into: &mut [u64]) {
        let tasks = u64::from(self.possible_tasks(seat));
        let own = self.towers().iter().enumerate().filter(|(_, tower)| tower.owner == seat);
        for (rank, (place, tower)) in (0..).zip(own) {
            if !self.towers.is_spent(place) {
                let shots = targets(surroundings.in_the_open, tower.at, TOWER_RANGE);
                put_bits(into, rank * EACH, tasks | shots << SHOTS);
            }
        }
    }

    fn mask_corps(&self, seat: Seat, surroundings: &Surroundings<SIDE>, into: &mut [u64]) {
        for (rank, slot) in (u32::from(MAX_TOWERS)..).zip(self.slots_of(seat)) {
            let corps = self.roster.get((*slot).into());
            let steps = u64::from(self.free_steps(corps, surroundings));
            let rest = if corps.moves == 0 {
                0
            } else if corps.kind.is_fighter() {
                targets(surroundings.foes, corps.at, corps.kind.range()) << TARGETS
            } else {
                u64::from(self.possible_works((*slot).into())) << WORKS
            };
            put_bits(into, rank * EACH, steps | rest);
        }
    }

    /// The directions in which a corps can go, as bits.
    #[inline]
    fn free_steps(&self, corps: &Corps, surroundings: &Surroundings<SIDE>) -> u8 {
        let affordable = self.land.step_costs(corps.at).affordable(corps.moves);
        let taken = surroundings.taken[corps.kind.class() as usize];
        let taken = |columns: i16, rows: i16| {
            let row = i16::from(corps.at.row) + rows;
            taken
                .get(row as usize)
                .is_some_and(|row| row << 1 >> (i16::from(corps.at.col) + columns + 1) & 1 != 0)
        };
        let taken = u8::from(taken(0, 1))
            | u8::from(taken(0, -1)) << 1
            | u8::from(taken(-1, 0)) << 2
            | u8::from(taken(1, 0)) << 3;
        self.by_direction(affordable & !taken)
    }
}

/// Where others are, row by row, one bit a column.
struct Surroundings<const SIDE: usize> {
    /// Foreign towers and corps.
    foes: [u64; SIDE],
    /// Foreign corps outside towers.
    in_the_open: [u64; SIDE],
    /// Cells that the player's fighters and engineers cannot enter.
    taken: [[u64; SIDE]; 2],
}

impl<const SIDE: usize> Surroundings<SIDE> {
    fn new(state: &State<SIDE>, seat: Seat) -> Self {
        let mut towers = [[0u64; SIDE]; 2];
        for tower in state.towers() {
            towers[usize::from(tower.owner == seat)][usize::from(tower.at.row) % SIDE] |=
                1 << (tower.at.col & 31);
        }
        let [foreign, own] = towers;
        // What is said of cells with towers means nothing.
        let corps = state.foreign_corps(seat);
        let in_the_open: [u64; SIDE] =
            array::from_fn(|row| u64::from(corps[row]) & !(foreign[row] | own[row]));
        let foes: [u64; SIDE] = array::from_fn(|row| in_the_open[row] | foreign[row]);
        let taken = [Class::Fighter, Class::Engineer].map(|class| {
            let mates = state.roster.open(seat, class);
            array::from_fn(|row| foes[row] | u64::from(mates[row]) & !own[row])
        });
        Self { foes, in_the_open, taken }
    }
}

/// Which of the target cells of an actor are in a set and in range, as bits.
#[inline]
fn targets<const SIDE: usize>(set: [u64; SIDE], from: Cell, range: u32) -> u64 {
    let mut square = 0;
    for (shift, row) in (0..).step_by(5).zip(i16::from(from.row) - REACH..=i16::from(from.row) + REACH) {
        let row = set.get(row as usize).copied().unwrap_or(0);
        square |= (row << REACH >> from.col & 0b11111) << shift;
    }
    square &= u64::from(WITHIN[range as usize]);
    // The actor's own cell has no number.
    square & 0xfff | square >> 13 << 12
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
