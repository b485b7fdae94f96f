//! What changed of late: so that a picture is brought up to date without looking at all of the board.

use crate::kinds::{INFLUENCE_RANGE, PLAYERS};
use board::{Cell, Size};
use game::Seat;

/// Cells row by row, one bit a column.
pub(crate) type CellRows<const SIDE: usize> = [u32; SIDE];

/// A hash of all that ever happened, and the cells that changed last and since each player's last turn.
///
/// Two states with the same history have the same board. The reverse does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Journal<const SIDE: usize> {
    history: u64,
    /// The history before the last entry.
    before: u64,
    /// Cells that the last entry changed.
    last: CellRows<SIDE>,
    /// Whether the last entry changed more of what a player has than what stands on these cells.
    is_regrouped: bool,
    /// By player, the history when its last turn was closed.
    left: [u64; PLAYERS],
    /// By player, cells that changed from then on, but for those of the last entry.
    since: [CellRows<SIDE>; PLAYERS],
}

/// What changed since a moment.
#[derive(Debug)]
pub(crate) struct Changes<const SIDE: usize> {
    /// The cells.
    pub(crate) cells: CellRows<SIDE>,
    /// Whether players may have lost, got or refilled things elsewhere, or in another order.
    pub(crate) is_regrouped: bool,
}

impl<const SIDE: usize> Journal<SIDE> {
    /// The journal of a game that begins; its history must tell it from all others.
    pub(crate) const fn new(history: u64) -> Self {
        Self {
            history,
            before: history,
            last: [0; SIDE],
            is_regrouped: false,
            left: [history; PLAYERS],
            since: [[0; SIDE]; PLAYERS],
        }
    }

    /// The hash of all that ever happened.
    pub(crate) const fn history(&self) -> u64 {
        self.history
    }

    /// Begins an entry. What it says and the history so far must determine all that it changes.
    #[inline]
    pub(crate) fn begin(&mut self, entry: u64) {
        for since in &mut self.since {
            since.iter_mut().zip(&self.last).for_each(|(row, last)| *row |= last);
        }
        (self.last, self.is_regrouped, self.before) = ([0; SIDE], false, self.history);
        // A multiplication by an odd number and a rotation lose nothing: no later entry can undo a difference by itself.
        self.history = (self.history ^ entry).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    /// Begins the entry of a turn's end.
    pub(crate) fn begin_close(&mut self, entry: u64, seat: Seat) {
        self.begin(entry);
        self.left[seat.index()] = self.before;
        self.since[seat.index()] = [0; SIDE];
    }

    /// Notes that what is on this cell changes.
    #[inline]
    pub(crate) const fn mark(&mut self, at: Cell) {
        self.last[at.row as usize % SIDE] |= 1 << (at.col & 31);
    }

    /// Notes that everything in reach of a tower changes, and who has it.
    pub(crate) fn mark_around(&mut self, size: Size, centre: Cell) {
        size.around(centre, INFLUENCE_RANGE).for_each(|at| self.mark(at));
        self.is_regrouped = true;
    }

    /// Notes that players lose, get or refill something, or have it in another order.
    #[inline]
    pub(crate) const fn regroup(&mut self) {
        self.is_regrouped = true;
    }

    /// What changed since this was the history, if that is known: since the last entry, or since the seat's last turn.
    #[inline]
    pub(crate) fn changes(&self, history: u64, seat: Seat) -> Option<Changes<SIDE>> {
        if history == self.history {
            return Some(Changes { cells: [0; SIDE], is_regrouped: false });
        }
        if history == self.before {
            return Some(Changes { cells: self.last, is_regrouped: self.is_regrouped });
        }
        let since = self.since.get(seat.index()).filter(|_| history == self.left[seat.index()])?;
        Some(Changes { cells: core::array::from_fn(|row| since[row] | self.last[row]), is_regrouped: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_known_since_the_last_entry_and_the_last_turn() {
        let mut journal = Journal::<16>::new(1);
        let cells = |journal: &Journal<16>, history, seat| {
            journal
                .changes(history, Seat(seat))
                .map(|changes| [changes.cells[0], changes.cells[1], changes.cells[2]])
        };
        journal.begin(5);
        journal.mark(Cell::new(0, 1));
        let first = journal.history();
        journal.begin_close(6, Seat(2));
        journal.mark(Cell::new(1, 1));
        journal.begin(7);
        journal.mark(Cell::new(2, 1));
        assert_eq!(cells(&journal, journal.history(), 0), Some([0, 0, 0]));
        assert_eq!(cells(&journal, first, 2), Some([0, 2, 2]));
        assert_eq!(cells(&journal, first, 1), None);
        assert_eq!(cells(&journal, 1, 1), Some([2, 2, 2]));
        assert_eq!(cells(&journal, 1, 2), None);
        assert_eq!(cells(&journal, first, 9), None);
    }
}
