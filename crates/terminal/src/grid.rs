//! The board as a grid of cells that fits the screen, or scrolls.

use crate::look::Styles;
use board::{Cell, Size};
use face::{CellSize, Ink, Look, Mark, MarkSet, Tile};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

/// A board on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    /// The cells, without the numbers beside them.
    area: Rect,
    size: Size,
    cell: CellSize,
    /// The cell in the upper left corner.
    origin: Cell,
}

/// Columns for the row numbers, and rows for the column numbers.
const MARGIN: (u16, u16) = (3, 1);

impl Grid {
    /// Puts a board into an area: with the largest cells with which all of it is seen, else with
    /// the last of the sizes and scrolled so that `focus` is seen, as little as possible away from
    /// `origin`.
    pub(crate) fn fit(area: Rect, size: Size, sizes: &[CellSize], focus: Cell, origin: Cell) -> Self {
        let room = (area.width.saturating_sub(MARGIN.0), area.height.saturating_sub(MARGIN.1));
        let fits = |cell: &&CellSize| {
            cell.columns * u16::from(size.cols) <= room.0 && cell.rows * u16::from(size.rows) <= room.1
        };
        let cell = *sizes.iter().find(fits).unwrap_or(&sizes[sizes.len() - 1]);
        let seen = ((room.0 / cell.columns).max(1), (room.1 / cell.rows).max(1));
        let cols = seen.0.min(size.cols.into()) as u8;
        let rows = seen.1.min(size.rows.into()) as u8;
        let origin = Cell::new(
            scroll(origin.row, focus.row, rows, size.rows),
            scroll(origin.col, focus.col, cols, size.cols),
        );
        let area = Rect {
            x: area.x + MARGIN.0,
            y: area.y + MARGIN.1,
            width: (u16::from(cols) * cell.columns).min(room.0),
            height: (u16::from(rows) * cell.rows).min(room.1),
        };
        Self { area, size, cell, origin }
    }

    /// The cell in the upper left corner.
    pub(crate) const fn origin(&self) -> Cell {
        self.origin
    }

    /// Columns of the screen it takes, numbers included.
    pub(crate) const fn width(&self) -> u16 {
        self.area.width + MARGIN.0
    }

    /// The cell at a place on the screen.
    pub(crate) fn cell_at(&self, at: Position) -> Option<Cell> {
        if !self.area.contains(at) {
            return None;
        }
        let col = (at.x - self.area.x) / self.cell.columns + u16::from(self.origin.col);
        let row = (at.y - self.area.y) / self.cell.rows + u16::from(self.origin.row);
        self.size.cell(row.into(), col.into())
    }

    /// Where on the screen a cell is drawn; nowhere if it is not seen.
    pub(crate) fn place_of(&self, cell: Cell) -> Option<Rect> {
        let col = u16::from(cell.col).checked_sub(self.origin.col.into())?;
        let row = u16::from(cell.row).checked_sub(self.origin.row.into())?;
        let place = Rect {
            x: self.area.x + col * self.cell.columns,
            y: self.area.y + row * self.cell.rows,
            width: self.cell.columns,
            height: self.cell.rows,
        };
        (self.area.intersection(place) == place).then_some(place)
    }

    /// Draws the cells that are seen.
    pub(crate) fn draw(
        &self,
        buffer: &mut Buffer,
        look: &Look,
        cursor: Cell,
        mut tile: impl FnMut(Cell) -> (Tile, MarkSet),
    ) {
        self.draw_numbers(buffer, look);
        for cell in self.size.cells() {
            if let Some(place) = self.place_of(cell) {
                let (tile, marks) = tile(cell);
                draw_cell(buffer, look, place, &tile, marks, cell == cursor);
            }
        }
    }

    fn draw_numbers(&self, buffer: &mut Buffer, look: &Look) {
        let style = look.faint();
        // Numbers of two digits need a column between them.
        let every = if self.cell.columns < 3 { 2 } else { 1 };
        for col in (0..self.size.cols).step_by(every) {
            if let Some(place) = self.place_of(Cell::new(self.origin.row, col)) {
                let number = format!("{:>1$}", col % 100, usize::from(self.cell.columns).div_ceil(2).max(2));
                buffer.set_string(place.x, self.area.y - 1, number, style);
            }
        }
        for row in 0..self.size.rows {
            if let Some(place) = self.place_of(Cell::new(row, self.origin.col)) {
                buffer.set_string(self.area.x - MARGIN.0, place.y, format!("{row:>2}"), style);
            }
        }
    }
}

/// The first of `seen` rows (or columns) of `all`, moved from `first` as little as shows `focus`.
fn scroll(first: u8, focus: u8, seen: u8, all: u8) -> u8 {
    let first = first.min(all - seen);
    if focus < first {
        focus
    } else if focus >= first + seen {
        focus + 1 - seen
    } else {
        first
    }
}

/// Cells of at least so many columns have room for a frame around what stands there.
const FRAMED: u16 = 5;

fn draw_cell(buffer: &mut Buffer, look: &Look, place: Rect, tile: &Tile, marks: MarkSet, here: bool) {
    let style = look.cell(tile.ground, tile.ink, marks.first());
    buffer.set_style(place, Style::reset());
    for row in place.rows() {
        buffer.set_string(row.x, row.y, " ".repeat(row.width.into()), style);
    }
    match place.width {
        FRAMED.. => draw_framed(buffer, look, place, tile, marks, here),
        3.. => draw_unframed(buffer, look, place, tile, marks),
        _ => draw_small(buffer, look, place, tile, marks),
    }
    if here && place.width < FRAMED {
        buffer.set_style(place, Style::new().add_modifier(Modifier::REVERSED));
    }
}

/// Signs on the left and right edge, and the cursor as a pair of brackets.
fn draw_framed(buffer: &mut Buffer, look: &Look, place: Rect, tile: &Tile, marks: MarkSet, here: bool) {
    let style = look.cell(tile.ground, tile.ink, marks.first());
    let (left, right) = (place.x, place.right() - 1);
    let sign = marks.first().map_or(" ", |mark| look.mark(mark));
    let second = marks.second().map_or(" ", |mark| look.mark(mark));
    let sign = match (marks.first(), tile.owner) {
        (None, Some(owner)) => &*owner.to_string(),
        _ => sign,
    };
    let middle = |text: &str| left + (place.width.saturating_sub(face::width(text) as u16)) / 2;
    buffer.set_string(middle(&tile.long), place.y, &tile.long, style);
    if place.height > 1 {
        buffer.set_string(middle(&tile.note), place.y + 1, &tile.note, style);
    }
    // The cursor takes the edges of the first line; the signs give way to the second.
    let row = if here && place.height > 1 { place.y + 1 } else { place.y };
    buffer.set_string(left, row, sign, style);
    buffer.set_string(right, row, second, style);
    if here {
        let edge = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        buffer.set_string(left, place.y, "[", edge);
        buffer.set_string(right, place.y, "]", edge);
    }
}

/// A sign on the left edge; without one, whose it is.
fn draw_unframed(buffer: &mut Buffer, look: &Look, place: Rect, tile: &Tile, marks: MarkSet) {
    let style = look.cell(tile.ground, tile.ink, marks.first());
    let sign = match marks.first() {
        Some(_) if marks.second() == Some(Mark::Danger) => look.mark(Mark::Danger).to_string(),
        Some(mark) => look.mark(mark).to_string(),
        None if tile.ink == Ink::Ground => tile.short.chars().take(1).collect(),
        None => tile.owner.unwrap_or(' ').to_string(),
    };
    buffer.set_string(place.x, place.y, &sign, style);
    let text = if place.width > 3 { &tile.long } else { &tile.short };
    buffer.set_stringn(place.x + 1, place.y, text, usize::from(place.width) - 1, style);
    if tile.ink == Ink::Ground && marks.second() == Some(Mark::Ghost) {
        buffer.set_string(place.x + 1, place.y, look.mark(Mark::Ghost), style);
    }
    if place.height > 1 {
        let edge = if tile.ink == Ink::Ground && marks.first().is_none() { &sign } else { " " };
        buffer.set_string(place.x, place.y + 1, edge, style);
        buffer.set_stringn(place.x + 1, place.y + 1, &tile.note, usize::from(place.width) - 1, style);
    }
}

/// A cell of two columns has no room for signs beside what stands there: they fill empty ground.
fn draw_small(buffer: &mut Buffer, look: &Look, place: Rect, tile: &Tile, marks: MarkSet) {
    let style = look.cell(tile.ground, tile.ink, marks.first());
    let text = match (marks.first(), tile.owner) {
        (Some(mark), _) if tile.ink == Ink::Ground => {
            let second = marks.second().map_or("", |mark| look.mark(mark));
            format!("{}{second}", look.mark(mark))
        }
        (_, Some(owner)) => [owner].into_iter().chain(tile.short.chars()).collect(),
        _ => tile.short.clone(),
    };
    buffer.set_stringn(place.x, place.y, text, place.width.into(), style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use face::Ground;

    const SIZES: [CellSize; 3] = [CellSize::new(5, 2), CellSize::new(3, 1), CellSize::new(2, 1)];

    fn fit(width: u16, height: u16, size: Size, focus: Cell) -> Grid {
        Grid::fit(Rect::new(0, 1, width, height), size, &SIZES, focus, Cell::new(0, 0))
    }

    #[test]
    fn cells_are_as_large_as_the_room_allows() {
        let eight = Size::new(8, 8);
        assert_eq!(fit(46, 20, eight, Cell::new(0, 0)).cell, SIZES[0]);
        assert_eq!(fit(30, 20, eight, Cell::new(0, 0)).cell, SIZES[1]);
        assert_eq!(fit(20, 10, eight, Cell::new(0, 0)).cell, SIZES[2]);
    }

    #[test]
    fn a_large_board_scrolls_to_the_focus() {
        let grid = fit(23, 11, Size::new(60, 60), Cell::new(30, 59));
        assert_eq!(grid.origin(), Cell::new(21, 50));
        assert!(grid.place_of(Cell::new(30, 59)).is_some());
        assert_eq!(grid.place_of(Cell::new(31, 59)), None);
    }

    #[test]
    fn places_and_cells_belong_together() {
        let grid = fit(46, 20, Size::new(8, 8), Cell::new(0, 0));
        for cell in Size::new(8, 8).cells() {
            let place = grid.place_of(cell).unwrap();
            for at in place.positions() {
                assert_eq!(grid.cell_at(at), Some(cell));
            }
        }
        assert_eq!(grid.cell_at(Position::new(0, 0)), None);
        assert_eq!(grid.cell_at(Position::new(2, 5)), None);
    }

    /// No screen, however small, may make it panic.
    #[test]
    fn any_area_will_do() {
        for width in 0..12 {
            for height in 0..6 {
                let grid = fit(width, height, Size::new(20, 20), Cell::new(19, 19));
                let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 20));
                let look = Look { lang: crate::Lang::En, ascii: true, colour: true };
                grid.draw(&mut buffer, &look, Cell::new(19, 19), |_| {
                    (Tile::ground(Ground::Water, "~"), MarkSet::default())
                });
            }
        }
    }
}
