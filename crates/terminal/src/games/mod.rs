//! The games on the screen: one module each. [`each`] lists them.

mod breach;
mod deepblue;
mod fc18;
mod goblins;

use crate::controls::Controls;
use crate::grid::Grid;
use crate::lang::Words;
use crate::look::{Look, MarkSet};
use board::Cell;
use game::{DynGame, GameEntry, Seat, Session};
use ratatui::Frame;
use ratatui::layout::Rect;

/// Something to be done for whichever game it is.
pub(crate) trait ForGame {
    type Output;

    /// Whether it is this game.
    fn is<G: Controls>(&self) -> bool;

    /// Does it, for the game that it is.
    fn run<G: Controls>(self) -> Self::Output;
}

/// Does something for the game that it is; nothing if it is none of those that can be played on the screen.
///
/// Adding a game means adding a line here.
pub(crate) fn each<T: ForGame>(task: T) -> Option<T::Output> {
    if task.is::<::breach::State>() {
        Some(task.run::<::breach::State>())
    } else if task.is::<::goblins::State>() {
        Some(task.run::<::goblins::State>())
    } else if task.is::<::deepblue::State>() {
        Some(task.run::<::deepblue::State>())
    } else if task.is::<::fc18::Fc18>() {
        Some(task.run::<::fc18::Fc18>())
    } else if task.is::<::fc18::LargeFc18>() {
        Some(task.run::<::fc18::LargeFc18>())
    } else {
        None
    }
}

/// The name of a game on the screen.
pub(crate) fn title(game: &str) -> Words {
    struct Name<'a>(&'a str);
    impl ForGame for Name<'_> {
        type Output = Words;

        fn is<G: Controls>(&self) -> bool {
            self.0 == G::NAME
        }

        fn run<G: Controls>(self) -> Words {
            G::ENTRY
        }
    }
    each(Name(game)).unwrap_or(Words("Sandtable", "沙盘"))
}

/// Draws a map as a game on it begins, as a seat sees it; nothing if it is no map.
pub(crate) fn draw_map(
    (title, map, rules): (&dyn GameEntry, &str, &str),
    seat: Seat,
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
) {
    if let Ok(table) = title.start(map.as_bytes(), rules, 0) {
        let _ = each(Draw { table: &*table, seat, frame, area, look });
    }
}

struct Draw<'a, 'b> {
    table: &'a dyn DynGame,
    seat: Seat,
    frame: &'a mut Frame<'b>,
    area: Rect,
    look: &'a Look,
}

impl ForGame for Draw<'_, '_> {
    type Output = ();

    fn is<G: Controls>(&self) -> bool {
        self.table.as_any().is::<Session<G>>()
    }

    fn run<G: Controls>(self) {
        let Some(session) = self.table.as_any().downcast_ref::<Session<G>>() else { return };
        let state = session.game();
        let seat = if self.seat.0 < state.seats() { self.seat } else { Seat(0) };
        let nowhere = Cell::new(u8::MAX, u8::MAX);
        // Of a map that is too large the part around the player is shown.
        let focus = state.first_cursor(seat);
        let grid = Grid::fit(self.area, state.extent(), G::CELL_SIZES, focus, Cell::new(0, 0));
        let tile = state.tiles(seat, self.look);
        grid.draw(self.frame.buffer_mut(), self.look, nowhere, |cell| (tile(cell), MarkSet::default()));
    }
}
