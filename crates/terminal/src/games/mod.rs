//! The games on the screen: one module each.

mod breach;
mod goblins;

use crate::grid::Grid;
use crate::lang::Words;
use crate::look::Look;
use crate::rig::Rig;
use board::Cell;
use game::{Seat, Title};
use ratatui::Frame;
use ratatui::layout::Rect;

/// The name of a game.
pub(crate) fn title(game: &str) -> Words {
    match game {
        "breach" => ::breach::State::TITLE,
        "goblins" => ::goblins::State::TITLE,
        _ => Words("Sandtable", "沙盘"),
    }
}

/// Draws a map as a game on it begins; nothing if it is no map.
pub(crate) fn draw_map(
    title: &dyn Title,
    map: &[u8],
    rules: &str,
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
) {
    match title.name() {
        "breach" => draw::<::breach::State>(map, rules, frame, area, look),
        "goblins" => draw::<::goblins::State>(map, rules, frame, area, look),
        _ => {}
    }
}

fn draw<G: Rig>(map: &[u8], rules: &str, frame: &mut Frame<'_>, area: Rect, look: &Look) {
    let Ok(state) = G::open(map, rules, 0) else { return };
    let size = state.extent();
    let nowhere = Cell::new(u8::MAX, u8::MAX);
    // Of a map that is too large the upper left part is shown.
    let grid = Grid::fit(area, size, G::CELL_SIZES, Cell::new(0, 0), Cell::new(0, 0));
    let tile = state.tiles(Seat::ONLY, look);
    grid.draw(frame.buffer_mut(), look, nowhere, |cell| (tile(cell), None));
}
