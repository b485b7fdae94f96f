//! Bytes as a source of decisions.

use board::Cell;
use game::console::Stage;

/// The rest of an input.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A cell: the row in the upper four bits, the column in the lower; on the board, off it, or
    /// far off.
    pub fn cell(&mut self) -> Option<Cell> {
        let byte = self.byte()?;
        Some(Cell::new(coordinate(byte >> 4), coordinate(byte & 15)))
    }

    /// What stands before the next zero byte, which is dropped; everything if there is none.
    pub fn text(&mut self) -> &'a [u8] {
        let all = self.0;
        let end = all.iter().position(|byte| *byte == 0).unwrap_or(all.len());
        self.0 = all.get(end + 1..).unwrap_or_default();
        &all[..end]
    }
}

/// The extremes must come up too, and four bits do not reach them.
const fn coordinate(nibble: u8) -> u8 {
    if nibble == 15 { u8::MAX } else { nibble }
}

/// The stage that a byte names: `1` to `4` mean themselves.
#[must_use]
pub const fn stage(byte: u8) -> Stage {
    Stage::ALL[byte.wrapping_sub(b'1') as usize % Stage::ALL.len()]
}
