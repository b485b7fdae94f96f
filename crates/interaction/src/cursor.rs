//! Where the player looks: the cursor, the pointer, the next unit that waits for orders.

use crate::input::{Arrow, Pointed};
use crate::interaction::Interaction;
use crate::overlay::Overlay;
use crate::words;
use board::{Cell, Direction};
use games::HostedGame;

impl<G: HostedGame> Interaction<G> {
    pub(crate) fn arrow(&mut self, arrow: Arrow) {
        let direction = match arrow {
            Arrow::Up => Direction::Up,
            Arrow::Down => Direction::Down,
            Arrow::Left => Direction::Left,
            Arrow::Right => Direction::Right,
        };
        match self.now().arrow(&self.hand, direction) {
            Some(choice) => self.choose(choice),
            None => self.move_cursor(arrow, 1),
        }
    }

    pub(crate) fn move_cursor(&mut self, arrow: Arrow, by: i32) {
        let size = self.now().extent();
        let (rows, cols) = arrow.delta();
        let step =
            |from: u8, delta: i32, all: u8| (i32::from(from) + delta * by).clamp(0, i32::from(all) - 1) as u8;
        self.cursor =
            Cell::new(step(self.cursor.row, rows, size.rows), step(self.cursor.col, cols, size.cols));
    }

    /// The pointer is on a cell or on an entry of a list: the cursor or the mark follows.
    pub(crate) fn look_at(&mut self, at: Pointed) {
        match (&mut self.overlay, at) {
            (Overlay::List { marked, entries, .. }, Pointed::Entry(entry)) => {
                *marked = entry.min(entries.len().saturating_sub(1));
            }
            (Overlay::None, Pointed::Cell(cell)) if self.history.now().extent().contains(cell) => {
                self.cursor = cell;
            }
            _ => {}
        }
    }

    /// What waits for orders now, and where.
    pub fn waiting(&self) -> Vec<(Cell, G::Hand)> {
        match self.now().to_move().has(self.seat) {
            true => self.now().waiting(self.seat, self.standing.list()),
            false => Vec::new(),
        }
    }

    /// Goes to the next unit that waits for orders, and takes it.
    pub(crate) fn visit(&mut self, by: isize) {
        let mut waiting = self.waiting();
        if waiting.is_empty() {
            return self.say(self.pick(words::NOTHING_WAITS).into());
        }
        waiting.sort_by_key(|(place, _)| *place);
        let in_hand = waiting.iter().position(|(_, hand)| *hand == self.hand);
        let from_here = waiting.partition_point(|(place, _)| *place < self.cursor) as isize;
        let next = match in_hand {
            Some(at) => at as isize + by,
            // From anywhere else to the first one at the cursor or behind it, or to the last one
            // before.
            None => from_here + by.min(0),
        };
        let next = next.rem_euclid(waiting.len() as isize) as usize;
        (self.cursor, self.hand) = waiting[next].clone();
    }
}
