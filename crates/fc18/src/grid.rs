//! Flat tables with one entry a cell.

use crate::kinds::Point;

/// One entry for every cell of a board of at most `SIDE` rows and columns.
///
/// `SIDE` is a power of two: coordinates are cut to it, so that no look-up can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid<T, const SIDE: usize>([[T; SIDE]; SIDE]);

impl<T: Copy, const SIDE: usize> Grid<T, SIDE> {
    pub(crate) const fn filled(value: T) -> Self {
        assert!(SIDE.is_power_of_two());
        Self([[value; SIDE]; SIDE])
    }

    #[inline]
    pub(crate) const fn get(&self, at: Point) -> T {
        self.0[at.y as usize % SIDE][at.x as usize % SIDE]
    }

    #[inline]
    pub(crate) const fn at(&mut self, at: Point) -> &mut T {
        &mut self.0[at.y as usize % SIDE][at.x as usize % SIDE]
    }
}

/// The extent of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Extent {
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
}

impl Extent {
    /// The contest's own boards.
    pub const CONTEST: Self = Self { width: 15, height: 15 };

    /// Number of cells.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the point lies on the board.
    #[must_use]
    #[inline]
    pub const fn contains(self, at: Point) -> bool {
        at.x < self.width && at.y < self.height
    }

    /// Place of the point when the board is listed row by row.
    #[must_use]
    pub const fn index(self, at: Point) -> usize {
        at.y as usize * self.width as usize + at.x as usize
    }

    /// The point with these coordinates, if it lies on the board.
    #[must_use]
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let at = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        self.contains(at).then_some(at)
    }

    /// The point this far away, if it lies on the board.
    #[must_use]
    #[inline]
    pub const fn offset(self, from: Point, (columns, rows): (i8, i8)) -> Option<Point> {
        let at = Point::new(from.x.wrapping_add_signed(columns), from.y.wrapping_add_signed(rows));
        if self.contains(at) { Some(at) } else { None }
    }

    /// All points, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point { x, y }))
    }

    /// The points at most `distance` away, row by row.
    #[inline]
    pub fn around(self, centre: Point, distance: u8) -> impl Iterator<Item = Point> {
        let columns = centre.x.saturating_sub(distance)
            ..self.width.min(centre.x.saturating_add(distance).saturating_add(1));
        let rows = centre.y.saturating_sub(distance)
            ..self.height.min(centre.y.saturating_add(distance).saturating_add(1));
        rows.flat_map(move |y| columns.clone().map(move |x| Point { x, y }))
    }

    /// The columns and rows of the strip that runs through the middle.
    #[must_use]
    pub const fn strip(self) -> (core::ops::Range<u8>, core::ops::Range<u8>) {
        (middle(self.width), middle(self.height))
    }

    /// The player in whose quadrant the point lies; none on the strip.
    #[must_use]
    pub fn quadrant(self, at: Point) -> Option<game::Seat> {
        let (columns, rows) = self.strip();
        if columns.contains(&at.x) || rows.contains(&at.y) {
            return None;
        }
        let (right, below) = (at.x >= columns.end, at.y >= rows.end);
        Some(game::Seat(match (right, below) {
            (false, false) => 0,
            (true, false) => 1,
            (true, true) => 2,
            (false, true) => 3,
        }))
    }
}

/// Where the strip lies in one dimension: three cells wide, two if the dimension is even.
const fn middle(length: u8) -> core::ops::Range<u8> {
    let width = 2 + length % 2;
    let before = length.saturating_sub(width) / 2;
    before..before + width
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;

    #[test]
    fn quadrants_of_the_contest() {
        let extent = Extent::CONTEST;
        assert_eq!(extent.strip(), (6..9, 6..9));
        let corners = [(0, 0), (14, 5), (9, 9), (5, 14)];
        for (player, (x, y)) in (0..).zip(corners) {
            assert_eq!(extent.quadrant(Point::new(x, y)), Some(Seat(player)));
        }
        assert_eq!(extent.quadrant(Point::new(6, 0)), None);
        assert_eq!(middle(16), 7..9);
    }
}
