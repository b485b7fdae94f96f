//! What happened since a picture was painted: so that it is brought up to date without looking at
//! all of the board.

use crate::event::{Event, Gone};
use crate::grid::CellRows;
use crate::kinds::{INFLUENCE_RANGE, PLAYERS};
use crate::roster::CorpsId;
use crate::state::State;
use crate::towers::TowerId;
use board::Cell;
use game::{Log, Seat};

/// Whether there is a picture, and what has changed since it was painted: the events of the game
/// tell.
#[derive(Clone, Copy, Debug)]
pub struct Shown<const SIDE: usize> {
    is_painted: bool,
    /// Cells that changed.
    cells: CellRows<SIDE>,
    /// Corps that changed, wherever they stand.
    corps: Few,
    /// Towers that changed.
    towers: Few,
    /// Players whose corps got their move points back, one bit each.
    refilled: u8,
    is_regrouped: bool,
}

/// What a picture has to show anew.
#[derive(Debug)]
pub(crate) struct Changes<const SIDE: usize> {
    /// The cells.
    pub(crate) cells: CellRows<SIDE>,
    /// Whether players may have lost, got or refilled things elsewhere, or in another order.
    pub(crate) is_regrouped: bool,
}

impl<const SIDE: usize> Shown<SIDE> {
    /// There is a picture of the present.
    pub(crate) const fn now() -> Self {
        Self {
            is_painted: true,
            cells: [0; SIDE],
            corps: Few::NONE,
            towers: Few::NONE,
            refilled: 0,
            is_regrouped: false,
        }
    }

    /// What has changed; nothing is known if there is no picture.
    #[inline]
    pub(crate) fn changes(&self, state: &State<SIDE>) -> Option<Changes<SIDE>> {
        let mut cells = self.cells;
        match self.towers.ids() {
            Some(ids) => {
                let towers = ids.iter().filter_map(|id| state.find_tower(TowerId(*id)));
                towers.for_each(|tower| mark(&mut cells, tower.at));
            }
            None => state.towers().iter().for_each(|tower| mark(&mut cells, tower.at)),
        }
        match self.corps.ids() {
            Some(ids) => {
                let corps = ids.iter().filter_map(|id| state.find_corps(CorpsId(*id)));
                corps.for_each(|corps| mark(&mut cells, corps.at));
            }
            None => {
                let slots = state.roster.living().iter();
                slots.for_each(|slot| mark(&mut cells, state.roster.get(slot).at));
            }
        }
        for seat in (0..PLAYERS as u8).filter(|seat| self.refilled >> seat & 1 != 0) {
            let slots = state.roster.of(Seat(seat)).iter();
            slots.for_each(|slot| mark(&mut cells, state.roster.get(slot).at));
        }
        self.is_painted.then_some(Changes { cells, is_regrouped: self.is_regrouped })
    }

    /// Everything in reach of a tower changes, and who has it.
    fn mark_around(&mut self, centre: Cell) {
        let reach = (1u64 << (2 * INFLUENCE_RANGE + 1)) - 1;
        let cols = (reach << (centre.col & 31) >> INFLUENCE_RANGE) as u32;
        let rows = centre.row.saturating_sub(INFLUENCE_RANGE)..=centre.row + INFLUENCE_RANGE;
        rows.for_each(|row| self.cells[usize::from(row).min(SIDE - 1)] |= cols);
        self.is_regrouped = true;
    }
}

/// There is no picture.
impl<const SIDE: usize> Default for Shown<SIDE> {
    fn default() -> Self {
        Self { is_painted: false, ..Self::now() }
    }
}

impl<const SIDE: usize> Log<Event> for Shown<SIDE> {
    #[inline]
    fn tell(&mut self, event: Event) {
        match event {
            Event::Moved { from, to, .. } | Event::Advanced { from, to, .. } => {
                mark(&mut self.cells, from);
                mark(&mut self.cells, to);
            }
            Event::CorpsAttacked { corps, at, .. } | Event::TowerAttacked { corps, at, .. } => {
                self.corps.add(corps.0);
                mark(&mut self.cells, at);
            }
            Event::CorpsShot { tower, at, .. } => {
                self.towers.add(tower.0);
                mark(&mut self.cells, at);
            }
            Event::Repaired { corps, tower, .. } => {
                self.corps.add(corps.0);
                self.towers.add(tower.0);
            }
            Event::TowerKept { tower, .. }
            | Event::Worked { tower, .. }
            | Event::WorkLost { tower, .. }
            | Event::Finished { tower, .. }
            | Event::LevelChanged { tower, .. } => self.towers.add(tower.0),
            Event::TowerCaptured { at, .. }
            | Event::TowerDestroyed { at, .. }
            | Event::TowerFounded { at, .. } => self.mark_around(at),
            Event::TerrainOrdered { at, .. } => mark(&mut self.cells, at),
            Event::TerrainChanged { at, .. } => {
                // Builders pay for it, who may stand elsewhere in games that were set up.
                self.corps = Few::MORE;
                mark(&mut self.cells, at);
            }
            Event::CorpsMade { at, .. } => {
                mark(&mut self.cells, at);
                self.is_regrouped = true;
            }
            Event::EngineerTaken { at, .. } => self.tell_taken(at),
            Event::CorpsGone { at, why: Gone::NoRoom, .. } => self.tell_taken(at),
            Event::CorpsGone { at, .. } => {
                mark(&mut self.cells, at);
                self.is_regrouped = true;
            }
            Event::TurnEnded { player, .. } => {
                self.refilled |= 1 << ((player.0 + 1) % PLAYERS as u8);
                // Towers accept orders again.
                self.is_regrouped = true;
            }
            Event::PlayerOut { .. } | Event::GameOver { .. } => {}
        }
    }
}

impl<const SIDE: usize> Shown<SIDE> {
    /// An engineer was taken. By whom is not told: it may be any corps or tower.
    fn tell_taken(&mut self, at: Cell) {
        mark(&mut self.cells, at);
        (self.corps, self.towers, self.is_regrouped) = (Few::MORE, Few::MORE, true);
    }
}

#[inline]
const fn mark<const SIDE: usize>(cells: &mut CellRows<SIDE>, at: Cell) {
    cells[at.row as usize % SIDE] |= 1 << (at.col & 31);
}

/// A few ids, or the note that there are more.
#[derive(Clone, Copy, Debug)]
struct Few {
    ids: [i32; 4],
    count: u8,
}

impl Few {
    const NONE: Self = Self { ids: [0; 4], count: 0 };
    const MORE: Self = Self { ids: [0; 4], count: u8::MAX };

    #[inline]
    fn add(&mut self, id: i32) {
        match self.ids.get_mut(usize::from(self.count)) {
            Some(place) => {
                *place = id;
                self.count += 1;
            }
            None => *self = Self::MORE,
        }
    }

    /// The ids; none if there are more than a few.
    #[inline]
    fn ids(&self) -> Option<&[i32]> {
        self.ids.get(..self.count.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_a_few_are_not_listed() {
        let mut few = Few::NONE;
        assert_eq!(few.ids(), Some(&[][..]));
        (1..=4).for_each(|id| few.add(id));
        assert_eq!(few.ids(), Some(&[1, 2, 3, 4][..]));
        few.add(5);
        assert_eq!(few.ids(), None);
        few.add(6);
        assert_eq!(few.ids(), None);
    }

    #[test]
    fn everything_in_reach_of_a_tower_is_marked() {
        let size = board::Size { rows: 15, cols: 15 };
        for centre in size.cells() {
            let mut shown = Shown::<16>::now();
            shown.tell(Event::TowerFounded { tower: TowerId(0), owner: Seat(0), at: centre });
            let mut expected = [0; 16];
            size.around(centre, INFLUENCE_RANGE).for_each(|at| mark(&mut expected, at));
            let on_board = |row: u32| row & 0x7fff;
            assert_eq!(shown.cells.map(on_board)[..15], expected[..15], "{centre}");
        }
    }
}
