//! The map: one line per row, `w` for the first seat's pawns, `b` for the second's, `.` for empty
//! cells.

use alloc::format;
use board::{Cell, Mask8, Size};
use game::Diagnostics;

/// A valid map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The pawns of both seats.
    pub pawns: [Mask8; 2],
}

impl Setup {
    /// Reads a map.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &[u8]) -> Result<Self, Diagnostics> {
        let mut report = Diagnostics::default();
        let mut setup = Self { size: Size::new(0, 0), pawns: [Mask8::EMPTY; 2] };
        let text = text.trim_ascii_end();
        let width = text.split(|byte| *byte == b'\n').next().map_or(0, |row| row.trim_ascii_end().len());
        for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
            let row = line.trim_ascii_end();
            if row.len() != width || !(3..=8).contains(&width) || number > 8 {
                report.problem(number, "a board has 3 to 8 rows of 3 to 8 cells, all of the same length");
                break;
            }
            setup.size = Size::new(number as u8, width as u8);
            for (col, letter) in (0..).zip(row) {
                let cell = Cell::new(number as u8 - 1, col);
                match letter {
                    b'w' => setup.pawns[0].insert(cell),
                    b'b' => setup.pawns[1].insert(cell),
                    b'.' => {}
                    _ => report.problem(number, format!("`{}` is no pawn: w, b or .", char::from(*letter))),
                }
            }
        }
        if report.is_usable() && setup.size.rows < 3 {
            report.problem(1, "a board has 3 to 8 rows");
        }
        if report.is_usable() {
            setup.check_pawns(&mut report);
        }
        if report.is_usable() { Ok(setup) } else { Err(report) }
    }

    fn check_pawns(&self, report: &mut Diagnostics) {
        for (pawns, letter, far) in [(self.pawns[0], 'w', 0), (self.pawns[1], 'b', self.size.rows - 1)] {
            if pawns.is_empty() {
                report.problem(1, format!("there is no `{letter}`"));
            }
            if pawns.cells().any(|cell| cell.row == far) {
                report.problem(u32::from(far) + 1, format!("a `{letter}` stands on its goal"));
            }
        }
    }
}
