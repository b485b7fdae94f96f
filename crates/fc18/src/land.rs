//! Ground, influence and whose land it is.

use crate::grid::Grid;
use crate::kinds::{INFLUENCE, INFLUENCE_RANGE, Owner, PLAYERS, Terrain};
use board::{Cell, Key, Size};
use game::Seat;

/// The ground, and who claims it.
#[derive(Clone, Debug)]
pub(crate) struct Land<const SIDE: usize> {
    pub(crate) size: Size,
    ground: Grid<Terrain, SIDE>,
    /// What steps cost: follows from the ground.
    costs: Grid<StepCosts, SIDE>,
    owners: Grid<Owner, SIDE>,
    /// Without the huge value that a tower has on its own cell: that follows from the tower
    /// standing there.
    influence: Grid<[i16; PLAYERS], SIDE>,
    cells: [u16; PLAYERS],
    /// Cells whose terrain changes when the turn ends, one bit a column.
    changing: [u32; SIDE],
}

impl<const SIDE: usize> Land<SIDE> {
    pub(crate) fn new(size: Size) -> Self {
        let mut land = Self {
            size,
            ground: Grid::filled(Terrain::Plain),
            costs: Grid::filled(StepCosts(0)),
            owners: Grid::filled(Owner::PUBLIC),
            influence: Grid::filled([0; PLAYERS]),
            cells: [0; PLAYERS],
            changing: [0; SIDE],
        };
        size.cells().for_each(|at| land.find_costs(at));
        land
    }

    #[inline]
    pub(crate) const fn ground(&self, at: Cell) -> Terrain {
        self.ground.get(at)
    }

    pub(crate) fn set_ground(&mut self, at: Cell, terrain: Terrain) {
        *self.ground.at(at) = terrain;
        self.find_costs(at);
        let size = self.size;
        NEIGHBOURS
            .iter()
            .filter_map(|(rows, cols)| size.offset(at, *rows, *cols))
            .for_each(|near| self.find_costs(near));
    }

    /// What the steps from a cell cost.
    #[inline]
    pub(crate) const fn step_costs(&self, from: Cell) -> StepCosts {
        self.costs.get(from)
    }

    fn find_costs(&mut self, from: Cell) {
        let cost = |(rows, cols): (i8, i8)| {
            let to = self.size.offset(from, rows, cols)?;
            self.ground(from).cost_to(self.ground(to))
        };
        *self.costs.at(from) = StepCosts::new(NEIGHBOURS.map(cost));
    }

    #[inline]
    pub(crate) const fn owner(&self, at: Cell) -> Owner {
        self.owners.get(at)
    }

    pub(crate) fn set_owner(&mut self, at: Cell, owner: Owner) {
        let before = core::mem::replace(self.owners.at(at), owner);
        if let Some(seat) = before.seat() {
            self.cells[seat.index()] -= 1;
        }
        if let Some(seat) = owner.seat() {
            self.cells[seat.index()] += 1;
        }
    }

    /// Influence by player, without the huge value that a tower has on its own cell.
    #[inline]
    pub(crate) const fn influence(&self, at: Cell) -> [i16; PLAYERS] {
        self.influence.get(at)
    }

    /// What pictures show of a cell.
    #[inline]
    pub(crate) fn look(&self, at: Cell) -> Look {
        let (ground, owner) = (self.ground.get(at), self.owners.get(at));
        Look { ground, owner, tens: tens(self.influence.get(at)), is_changing: self.is_changing(at) }
    }

    /// What pictures show of the cells of a row; those beyond the board mean nothing.
    #[inline]
    pub(crate) fn look_along(&self, row: u8) -> impl Iterator<Item = Look> {
        let mut tens = [[0; PLAYERS]; SIDE];
        let values = self.influence.row(row).as_flattened();
        tens.as_flattened_mut().iter_mut().zip(values).for_each(|(tens, value)| *tens = ten(*value));
        (0..).zip(tens).map(move |(col, tens)| {
            let at = Cell::new(row, col);
            Look { ground: self.ground(at), owner: self.owner(at), tens, is_changing: self.is_changing(at) }
        })
    }

    /// Sets a player's influence on a cell.
    pub(crate) const fn set_influence(&mut self, at: Cell, seat: Seat, value: i16) {
        self.influence.at(at)[seat.index()] = value;
    }

    /// Number of cells a player owns.
    pub(crate) const fn cells(&self, seat: Seat) -> u16 {
        self.cells[seat.index()]
    }

    /// Adds the influence of a tower.
    pub(crate) fn claim(&mut self, centre: Cell, seat: Seat) {
        self.change(centre, seat, 1);
    }

    /// Withdraws the influence of a tower.
    pub(crate) fn renounce(&mut self, centre: Cell, seat: Seat) {
        self.change(centre, seat, -1);
    }

    fn change(&mut self, centre: Cell, seat: Seat, sign: i16) {
        for at in self.size.around(centre, INFLUENCE_RANGE) {
            self.influence.at(at)[seat.index()] += sign * INFLUENCE[centre.chebyshev(at) as usize];
        }
    }

    /// Determines anew whose land everything in reach of a tower is.
    pub(crate) fn reassign(&mut self, centre: Cell, tower_of: impl Fn(Cell) -> Option<Seat>) {
        for at in self.size.around(centre, INFLUENCE_RANGE) {
            let owner = owner_by(self.influence(at), tower_of(at));
            if owner != self.owner(at) {
                self.set_owner(at, owner);
            }
        }
    }

    /// The terrain of this cell changes when the turn ends.
    pub(crate) const fn change_later(&mut self, at: Cell) {
        self.changing[at.row as usize % SIDE] |= 1 << (at.col & 31);
    }

    pub(crate) const fn is_changing(&self, at: Cell) -> bool {
        self.changing[at.row as usize % SIDE] >> (at.col & 31) & 1 != 0
    }

    /// The cells whose terrain changes when the turn ends, row by row.
    pub(crate) fn changing(&self) -> impl Iterator<Item = Cell> + use<SIDE> {
        let rows = self.changing;
        (0u8..).zip(rows).filter(|(_, row)| *row != 0).flat_map(|(row, bits)| {
            (0..32).filter(move |col| bits >> col & 1 != 0).map(move |col| Cell::new(row, col))
        })
    }

    /// Adds ground, owners, influence and changes to a key.
    pub(crate) fn hash(&self, key: &mut Key) {
        for at in self.size.cells() {
            let influence =
                self.influence(at).iter().fold(0, |all, value| all << 16 | u64::from(*value as u16));
            let place = u64::from(at.row) << 8 | u64::from(at.col);
            let ground = u64::from(self.ground(at).number()) << 8 | u64::from(self.owner(at).number() as u8);
            key.add(influence ^ (ground << 16 | place).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        self.changing.iter().for_each(|row| key.put(u64::from(*row)));
    }

    #[inline]
    pub(crate) fn anything_changes(&self) -> bool {
        self.changing.iter().fold(0, |any, row| any | row) != 0
    }

    pub(crate) const fn forget_changes(&mut self) {
        self.changing = [0; SIDE];
    }
}

/// The same land: costs and counts follow from the rest.
impl<const SIDE: usize> PartialEq for Land<SIDE> {
    fn eq(&self, other: &Self) -> bool {
        let Self { size, ground, costs: _, owners, influence, cells: _, changing } = self;
        *size == other.size
            && *ground == other.ground
            && *owners == other.owners
            && *influence == other.influence
            && *changing == other.changing
    }
}

impl<const SIDE: usize> Eq for Land<SIDE> {}

/// What pictures show of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) ground: Terrain,
    pub(crate) owner: Owner,
    /// Influence by player in tens, cut to 0 to 255.
    pub(crate) tens: [u8; PLAYERS],
    /// Whether the terrain changes when the turn ends.
    pub(crate) is_changing: bool,
}

/// A number in tens, from 0 to 255. Written so that a row of them is computed eight at a time.
#[inline]
const fn ten(value: i16) -> u8 {
    let value = if value < 0 { 0 } else { value };
    let value = if value > 2550 { 2550 } else { value };
    // The division by ten, exact for such numbers.
    ((value as u32 * 6554) >> 16) as u8
}

/// The same of four numbers.
#[inline]
fn tens(values: [i16; PLAYERS]) -> [u8; PLAYERS] {
    const LANES: u64 = 0x0001_0001_0001_0001;
    const EVEN: u64 = 0x0000_ffff_0000_ffff;
    const BYTES: u64 = 0x0000_00ff_0000_00ff;
    let lanes = values.iter().rev().fold(0, |all, value| all << 16 | u64::from(*value as u16));
    // A lane has its highest bit in the sum if it is too large, in itself if it is negative.
    if (lanes | lanes.wrapping_add((0x8000 - 2560) * LANES)) & (0x8000 * LANES) != 0 {
        return values.map(ten);
    }
    let divided = |lanes: u64| ((lanes & EVEN) * 6554) >> 16 & BYTES;
    let both = divided(lanes) | divided(lanes >> 16) << 8;
    ((both & 0xffff | both >> 16) as u32).to_le_bytes()
}

/// The four neighbours of a cell, as changes of row and column, in the order of
/// [`StepCosts::affordable`] and of the directions.
pub(crate) const NEIGHBOURS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, -1), (0, 1)];

/// What the four steps from a cell cost, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StepCosts(u16);

impl StepCosts {
    /// The cost of a step that nobody can make. All real costs are lower.
    const NEVER: u8 = 8;

    fn new(costs: [Option<u8>; 4]) -> Self {
        let bits = |cost: Option<u8>| u16::from(cost.map_or(Self::NEVER, |cost| cost.min(Self::NEVER - 1)));
        Self(costs.iter().rev().fold(0, |all, cost| all << 4 | bits(*cost)))
    }

    /// The steps that a corps with these points can pay for, as four bits.
    #[inline]
    pub(crate) const fn affordable(self, points: u8) -> u8 {
        // In each group of four bits 8 + points - cost: the highest bit stays set where the cost is
        // not more than the points.
        let points = if points < Self::NEVER { points } else { Self::NEVER - 1 };
        let highest = (0x8888 + points as u16 * 0x1111 - self.0) & 0x8888;
        // The product has the four bits side by side: no two bits of its factors meet in the same
        // place.
        ((highest as u32 * 0x1248) >> 15 & 0b1111) as u8
    }
}

/// Whose land a cell is: the player's with the highest influence, if it is positive and nobody
/// shares it.
#[inline]
pub(crate) fn owner_by(influence: [i16; PLAYERS], tower_of: Option<Seat>) -> Owner {
    if let Some(seat) = tower_of {
        return Owner::player(seat);
    }
    let highest = influence.into_iter().fold(0, i16::max);
    if highest == 0 {
        return Owner::PUBLIC;
    }
    let mut holders = (0..).zip(influence).filter(|(_, value)| *value == highest);
    match (holders.next(), holders.next()) {
        (Some((player, _)), None) => Owner::player(Seat(player)),
        _ => Owner::TRANSITION,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_affordable_up_to_their_cost() {
        let costs = StepCosts::new([Some(0), Some(3), None, Some(4)]);
        let expected = [0b1, 0b1, 0b1, 0b11, 0b1011, 0b1011, 0b1011, 0b1011, 0b1011];
        for (points, steps) in (0..).zip(expected) {
            assert_eq!(costs.affordable(points), steps, "{points} points");
        }
    }

    #[test]
    fn influence_is_shown_in_tens() {
        for value in i16::MIN..=i16::MAX {
            let expected = (value / 10).clamp(0, 255) as u8;
            assert_eq!(ten(value), expected, "{value}");
            assert_eq!(tens([value, 0, 70, -1]), [expected, 0, 7, 0], "{value}");
            assert_eq!(tens([9, value, 2559, 30]), [0, expected, 255, 3], "{value}");
        }
    }

    #[test]
    fn the_highest_positive_value_decides() {
        assert_eq!(owner_by([0, 0, 0, 0], None), Owner::PUBLIC);
        assert_eq!(owner_by([-10, 0, -70, 0], None), Owner::PUBLIC);
        assert_eq!(owner_by([10, 0, 20, 0], None), Owner::player(Seat(2)));
        assert_eq!(owner_by([20, 0, 20, 10], None), Owner::TRANSITION);
        assert_eq!(owner_by([500, 0, 20, 10], Some(Seat(1))), Owner::player(Seat(1)));
    }
}
