//! A bot that gives no orders, and says at the end how long its turns were apart: what `overhead`
//! sits in a seat.

use std::io::{self, BufRead, Write};
use std::time::Instant;

/// How the line begins that wants a reply; the number of the turn follows.
const TURN: &[u8] = br#"{"type":"turn","turn":"#;

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    let mut arrivals = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if let Some(turn) = turn_of(&line) {
            arrivals.push(Instant::now());
            output.write_all(&[br#"{"turn":"#, turn, b",\"orders\":[]}\n"].concat())?;
        }
        line.clear();
    }
    // One number a line, in nanoseconds; as one write, so that a record of it is whole.
    let apart = arrivals.windows(2).map(|pair| format!("{}\n", (pair[1] - pair[0]).as_nanos()));
    io::stderr().write_all(apart.collect::<String>().as_bytes())
}

/// The digits of the turn's number.
fn turn_of(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(TURN)?;
    rest.split(|byte| !byte.is_ascii_digit()).next()
}
