//! Ground, influence and whose land it is.

use crate::grid::{Extent, Grid};
use crate::kinds::{INFLUENCE, INFLUENCE_RANGE, Owner, PLAYERS, Point, Terrain};
use game::Seat;

/// The ground, and who claims it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Land<const SIDE: usize> {
    pub(crate) extent: Extent,
    ground: Grid<Terrain, SIDE>,
    owners: Grid<Owner, SIDE>,
    /// Without the huge value that a tower has on its own cell: that follows from the tower standing there.
    influence: Grid<[i16; PLAYERS], SIDE>,
    cells: [u16; PLAYERS],
    /// Cells whose terrain changes when the turn ends, one bit a column.
    changing: [u32; SIDE],
}

impl<const SIDE: usize> Land<SIDE> {
    pub(crate) const fn new(extent: Extent) -> Self {
        Self {
            extent,
            ground: Grid::filled(Terrain::Plain),
            owners: Grid::filled(Owner::PUBLIC),
            influence: Grid::filled([0; PLAYERS]),
            cells: [0; PLAYERS],
            changing: [0; SIDE],
        }
    }

    #[inline]
    pub(crate) const fn ground(&self, at: Point) -> Terrain {
        self.ground.get(at)
    }

    pub(crate) const fn set_ground(&mut self, at: Point, terrain: Terrain) {
        *self.ground.at(at) = terrain;
    }

    #[inline]
    pub(crate) const fn owner(&self, at: Point) -> Owner {
        self.owners.get(at)
    }

    pub(crate) fn set_owner(&mut self, at: Point, owner: Owner) {
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
    pub(crate) const fn influence(&self, at: Point) -> [i16; PLAYERS] {
        self.influence.get(at)
    }

    pub(crate) const fn influence_mut(&mut self, at: Point) -> &mut [i16; PLAYERS] {
        self.influence.at(at)
    }

    /// Number of cells a player owns.
    pub(crate) const fn cells(&self, seat: Seat) -> u16 {
        self.cells[seat.index()]
    }

    /// Adds the influence of a tower.
    pub(crate) fn claim(&mut self, centre: Point, seat: Seat) {
        self.change(centre, seat, 1);
    }

    /// Withdraws the influence of a tower.
    pub(crate) fn renounce(&mut self, centre: Point, seat: Seat) {
        self.change(centre, seat, -1);
    }

    fn change(&mut self, centre: Point, seat: Seat, sign: i16) {
        for at in self.extent.around(centre, INFLUENCE_RANGE) {
            self.influence.at(at)[seat.index()] += sign * INFLUENCE[centre.distance(at) as usize];
        }
    }

    /// Determines anew whose land everything in reach of a tower is.
    pub(crate) fn reassign(&mut self, centre: Point, tower_of: impl Fn(Point) -> Option<Seat>) {
        for at in self.extent.around(centre, INFLUENCE_RANGE) {
            let owner = owner_by(self.influence(at), tower_of(at));
            if owner != self.owner(at) {
                self.set_owner(at, owner);
            }
        }
    }

    /// The terrain of this cell changes when the turn ends.
    pub(crate) const fn change_later(&mut self, at: Point) {
        self.changing[at.y as usize % SIDE] |= 1 << (at.x & 31);
    }

    pub(crate) const fn is_changing(&self, at: Point) -> bool {
        self.changing[at.y as usize % SIDE] >> (at.x & 31) & 1 != 0
    }

    /// The cells whose terrain changes when the turn ends, row by row.
    pub(crate) fn changing(&self) -> impl Iterator<Item = Point> + use<SIDE> {
        let rows = self.changing;
        (0u8..)
            .zip(rows)
            .filter(|(_, row)| *row != 0)
            .flat_map(|(y, row)| (0..32).filter(move |x| row >> x & 1 != 0).map(move |x| Point::new(x, y)))
    }

    #[inline]
    pub(crate) fn anything_changes(&self) -> bool {
        self.changing.iter().fold(0, |any, row| any | row) != 0
    }

    pub(crate) const fn forget_changes(&mut self) {
        self.changing = [0; SIDE];
    }
}

/// Whose land a cell is: the player's with the highest influence, if it is positive and nobody shares it.
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
    fn the_highest_positive_value_decides() {
        assert_eq!(owner_by([0, 0, 0, 0], None), Owner::PUBLIC);
        assert_eq!(owner_by([-10, 0, -70, 0], None), Owner::PUBLIC);
        assert_eq!(owner_by([10, 0, 20, 0], None), Owner::player(Seat(2)));
        assert_eq!(owner_by([20, 0, 20, 10], None), Owner::TRANSITION);
        assert_eq!(owner_by([500, 0, 20, 10], Some(Seat(1))), Owner::player(Seat(1)));
    }
}
