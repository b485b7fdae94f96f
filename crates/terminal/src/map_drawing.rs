//! A map before it is played, drawn beside the list of maps.

use crate::grid::Grid;
use board::Cell;
use face::{Controls, Look, MarkSet};
use game::{GameEntry, Seat, Session};
use games::{HostedGame, Task};
use ratatui::Frame;
use ratatui::layout::Rect;

/// Draws a map as a game on it begins, as a seat sees it; nothing if it is no map.
pub(crate) fn draw_map(
    (entry, map, rules): (&dyn GameEntry, &str, &str),
    seat: Seat,
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
) {
    if let Ok(table) = entry.start(map.as_bytes(), rules, 0) {
        let _ = games::at_table(&*table, Draw { seat, frame, area, look });
    }
}

struct Draw<'a, 'b> {
    seat: Seat,
    frame: &'a mut Frame<'b>,
    area: Rect,
    look: &'a Look,
}

impl Task for Draw<'_, '_> {
    type Output = ();

    fn run<G: HostedGame>(self, session: &Session<G>) {
        let state = session.game();
        let seat = if self.seat.0 < state.seats() { self.seat } else { Seat(0) };
        let nowhere = Cell::new(u8::MAX, u8::MAX);
        // Of a map that is too large the part around the player is shown.
        let focus = state.first_cursor(seat);
        let grid = Grid::fit(self.area, Controls::extent(state), G::CELL_SIZES, focus, Cell::new(0, 0));
        let tile = state.tiles(seat, self.look);
        grid.draw(self.frame.buffer_mut(), self.look, nowhere, |cell| (tile(cell), MarkSet::default()));
    }
}
