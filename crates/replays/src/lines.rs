//! The lines of a file of which nobody knows how long they are.

use game::replay::{LONGEST_LINE, MOST_BYTES};
use std::io::{self, BufRead, Read};

/// The lines of a file, none of them longer than can be a line of a replay.
pub(crate) struct Lines<R> {
    file: io::Take<R>,
    /// Number of the line that was read last, from 1.
    pub(crate) number: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(file: R) -> Self {
        Self { file: file.take(MOST_BYTES), number: 0, line: Vec::new() }
    }

    /// The next line, with its newline if it has one; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, String> {
        self.number += 1;
        let number = self.number;
        self.line.clear();
        let read = self.file.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut self.line);
        read.map_err(|error| {
            format!("line {number}: from here on it cannot be read, or unpacked ({error})")
        })?;
        if !self.line.ends_with(b"\n") && self.line.len() == LONGEST_LINE {
            let most = LONGEST_LINE >> 20;
            return Err(format!("line {number}: it is longer than {most} MiB; no line of a replay is"));
        }
        if self.file.limit() == 0 {
            return Err(format!("it is longer than {} MiB, unpacked; no replay is", MOST_BYTES >> 20));
        }
        Ok((!self.line.is_empty()).then_some(&self.line))
    }
}
