//! Lines of numbers: what all of the old contest's files are made of.

use alloc::format;
use alloc::string::{String, ToString};
use game::Problem;

/// The most rows of numbers that a log may have. The longest games have about 130,000; a row takes
/// a hundred bytes of memory.
pub(super) const MOST_ROWS: u32 = 260_000;

/// The lines of a file with their numbers, without line ends and blanks around them.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = (u32, &str)> {
    text.split(|byte| *byte == b'\n').zip(1u32..).map(|(line, number)| {
        // Bytes that are no text cannot be part of a number, and are reported as such.
        (number, core::str::from_utf8(line).unwrap_or("\u{fffd}").trim())
    })
}

/// At most `N` numbers separated by blanks, and how many there are.
pub(super) fn numbers<const N: usize>(line: u32, text: &str) -> Result<([i64; N], usize), Problem> {
    let mut found = [0; N];
    let mut count = 0;
    for word in text.split_ascii_whitespace() {
        let place =
            found.get_mut(count).ok_or_else(|| problem(line, format!("more than {N} numbers in a line")))?;
        *place = word.parse().map_err(|_| problem(line, format!("`{}` is not a number", shortened(word))))?;
        count += 1;
    }
    Ok((found, count))
}

/// Exactly `N` numbers.
pub(super) fn row<const N: usize>(line: u32, text: &str) -> Result<[i64; N], Problem> {
    let (found, count) = numbers(line, text)?;
    match count == N {
        true => Ok(found),
        false => Err(problem(line, format!("expected {N} numbers, found {count}"))),
    }
}

pub(super) fn problem(line: u32, text: impl Into<String>) -> Problem {
    Problem { line, text: text.into() }
}

/// The beginning of a word, for messages.
pub(super) fn shortened(word: &str) -> String {
    match word.char_indices().nth(20) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_string(),
    }
}
