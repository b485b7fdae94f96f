//! A bot that sleeps a tenth of a second each turn, gives no orders and makes no mistakes: what
//! `crowd` sits in every seat.

use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

/// How the line begins that wants a reply; the number of the turn follows.
const TURN: &[u8] = br#"{"type":"turn","turn":"#;

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if let Some(rest) = line.strip_prefix(TURN) {
            let turn = rest.split(|byte| !byte.is_ascii_digit()).next().unwrap_or_default();
            sleep(Duration::from_millis(100));
            output.write_all(&[br#"{"turn":"#, turn, b"}\n"].concat())?;
        }
        line.clear();
    }
    Ok(())
}
