//! Places on a board.

use crate::{Compass, Direction};
use core::fmt;

/// A place on a board: row 0 on top, column 0 on the left.
///
/// A `Cell` does not know its board; [`Size`] says whether it lies on one. Cells compare in
/// row-major order: rows first, then columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
// Aligned so that a cell is loaded, stored and compared as one 16-bit word.
#[repr(C, align(2))]
pub struct Cell {
    /// Row, counted from the top.
    pub row: u8,
    /// Column, counted from the left.
    pub col: u8,
}

impl Cell {
    /// The cell in this row and column.
    #[must_use]
    #[inline]
    pub const fn new(row: u8, col: u8) -> Self {
        Self { row, col }
    }

    /// Row difference plus column difference.
    #[must_use]
    #[inline]
    pub const fn manhattan(self, other: Self) -> u32 {
        self.row.abs_diff(other.row) as u32 + self.col.abs_diff(other.col) as u32
    }

    /// The larger of row difference and column difference.
    #[must_use]
    #[inline]
    pub const fn chebyshev(self, other: Self) -> u32 {
        let rows = self.row.abs_diff(other.row) as u32;
        let cols = self.col.abs_diff(other.col) as u32;
        if rows > cols { rows } else { cols }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.col)
    }
}

/// In JSON a cell is the pair `[row, column]`.
#[cfg(feature = "serde")]
impl serde::Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.row, self.col).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (row, col) = serde::Deserialize::deserialize(deserializer)?;
        Ok(Self { row, col })
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Cell {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let column = |title: &str, description: &str| {
            schemars::json_schema!({
                "title": title, "description": description, "type": "integer", "minimum": 0, "maximum": u8::MAX,
            })
        };
        schemars::json_schema!({
            "type": "array",
            "description": "A place on the board.",
            "prefixItems": [column("row", "Row, counted from the top."), column("col", "Column, counted from the left.")],
            "items": false,
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

/// The extent of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Size {
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
}

impl Size {
    /// A board of this many rows and columns.
    #[must_use]
    #[inline]
    pub const fn new(rows: u8, cols: u8) -> Self {
        Self { rows, cols }
    }

    /// Number of cells.
    #[must_use]
    #[inline]
    pub const fn area(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Whether the cell lies on this board.
    #[must_use]
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// The cell with these coordinates, if they lie on this board. For numbers that people typed.
    #[must_use]
    #[inline]
    pub fn cell(self, row: i32, col: i32) -> Option<Cell> {
        let cell = Cell::new(u8::try_from(row).ok()?, u8::try_from(col).ok()?);
        self.contains(cell).then_some(cell)
    }

    /// Place of the cell in row-major order.
    #[must_use]
    #[inline]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.cols as usize + cell.col as usize
    }

    /// The cell with this place when the board is listed row by row, which is below the area.
    #[must_use]
    #[inline]
    pub const fn at_index(self, index: usize) -> Cell {
        let (index, cols) = (index as u32, self.cols as u32);
        Cell::new((index / cols) as u8, (index % cols) as u8)
    }

    /// The neighbour in this direction, if it lies on the board.
    #[must_use]
    #[inline]
    pub const fn step(self, from: Cell, direction: Direction) -> Option<Cell> {
        let (rows, cols) = direction.delta();
        self.offset(from, rows, cols)
    }

    /// The neighbour in one of the eight directions, if it lies on the board.
    #[must_use]
    #[inline]
    pub const fn step8(self, from: Cell, direction: Compass) -> Option<Cell> {
        let (rows, cols) = direction.delta();
        self.offset(from, rows, cols)
    }

    /// The cell that lies `rows` below and `cols` to the right, if it lies on the board.
    #[must_use]
    #[inline]
    pub const fn offset(self, from: Cell, rows: i8, cols: i8) -> Option<Cell> {
        // Below zero the sum is larger than any board when it is read without its sign: one
        // comparison for both edges.
        let row = (from.row as i16 + rows as i16) as u16;
        let col = (from.col as i16 + cols as i16) as u16;
        if row < self.rows as u16 && col < self.cols as u16 {
            Some(Cell { row: row as u8, col: col as u8 })
        } else {
            None
        }
    }

    /// The cells at most `distance` rows and columns away, row by row.
    #[inline]
    pub fn around(self, centre: Cell, distance: u8) -> impl Iterator<Item = Cell> {
        let within = |at: u8, below: u8| {
            at.saturating_sub(distance)..below.min(at.saturating_add(distance).saturating_add(1))
        };
        let (rows, cols) = (within(centre.row, self.rows), within(centre.col, self.cols));
        rows.flat_map(move |row| cols.clone().map(move |col| Cell { row, col }))
    }

    /// All cells in row-major order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Cell { row, col }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stop_at_the_edge() {
        let size = Size::new(2, 3);
        assert_eq!(size.step(Cell::new(0, 0), Direction::Up), None);
        assert_eq!(size.step(Cell::new(1, 2), Direction::Right), None);
        assert_eq!(size.step(Cell::new(0, 2), Direction::Down), Some(Cell::new(1, 2)));
        assert_eq!(size.step8(Cell::new(1, 0), Compass::UpRight), Some(Cell::new(0, 1)));
    }

    #[test]
    fn offsets_of_any_length_stay_on_boards_of_any_size() {
        for size in [Size::new(8, 8), Size::new(150, 129), Size::new(255, 255)] {
            for (at, by) in [(0, -1), (20, -128), (128, 127), (129, 127), (254, 1), (254, 127), (5, 0)] {
                let on_board = |sides: u8| (0..i32::from(sides)).contains(&(i32::from(at) + i32::from(by)));
                let from = Cell::new(at, at);
                let to = size.offset(from, by, by);
                assert_eq!(to.is_some(), on_board(size.rows) && on_board(size.cols), "{size:?} {at} {by}");
                assert!(to.is_none_or(|to| i32::from(to.row) == i32::from(at) + i32::from(by)));
            }
        }
    }

    #[test]
    fn typed_coordinates_may_be_anything() {
        let size = Size::new(8, 8);
        assert_eq!(size.cell(7, 7), Some(Cell::new(7, 7)));
        for (row, col) in [(-1, 0), (0, 8), (256, 0), (i32::MIN, i32::MAX)] {
            assert_eq!(size.cell(row, col), None);
        }
    }

    #[test]
    fn cells_around_another_stop_at_the_edge() {
        let size = Size::new(3, 9);
        for centre in size.cells() {
            for distance in [0, 1, 2, u8::MAX] {
                let near = size.cells().filter(|cell| cell.chebyshev(centre) <= u32::from(distance));
                assert!(size.around(centre, distance).eq(near));
            }
        }
    }

    #[test]
    fn cells_come_in_row_major_order() {
        let size = Size::new(3, 4);
        assert!(size.cells().enumerate().all(|(at, cell)| size.index(cell) == at));
        assert_eq!(size.cells().count(), size.area());
    }

    #[test]
    fn distances() {
        let (a, b) = (Cell::new(1, 7), Cell::new(4, 2));
        assert_eq!((a.manhattan(b), a.chebyshev(b)), (8, 5));
    }
}
