//! Program output made fit for people: white space visible, odd bytes spelt out, long lines cut.

use std::fmt::Write;

/// The longest line that is shown whole.
const WIDEST: usize = 100;

/// A line with nothing hidden: blanks as `·`, tabs as `→`, carriage returns as `␍`, other odd bytes
/// as `\x07`.
#[must_use]
pub fn visible(line: &[u8]) -> String {
    shown(line, 0)
}

/// A line with only the white space at its end made visible.
#[must_use]
pub fn plain(line: &[u8]) -> String {
    shown(line, line.trim_ascii_end().len())
}

/// A line whose blanks are shown as they are before this column.
fn shown(line: &[u8], blanks_from: usize) -> String {
    let mut text = String::new();
    for (column, byte) in line.iter().enumerate() {
        if column >= WIDEST {
            let _ = write!(text, "… ({} more)", line.len() - column);
            break;
        }
        match byte {
            b' ' if column >= blanks_from => text.push('·'),
            b'\t' => text.push('→'),
            b'\r' => text.push('␍'),
            b' '..=b'~' => text.push(*byte as char),
            odd => {
                let _ = write!(text, "\\x{odd:02x}");
            }
        }
    }
    text
}

/// A short answer or command in quotes.
#[must_use]
pub fn quoted(line: &[u8]) -> String {
    format!("`{}`", plain(line))
}

/// The last lines of a text that may hold anything.
#[must_use]
pub fn last_lines(text: &[u8], count: usize) -> Vec<String> {
    let lines: Vec<&[u8]> = text.trim_ascii_end().split(|byte| *byte == b'\n').collect();
    lines.iter().skip(lines.len().saturating_sub(count)).map(|line| plain(line.trim_ascii_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_hidden() {
        assert_eq!(visible(b"a b \t\r\x07"), "a·b·→␍\\x07");
        assert_eq!(plain(b"a b \t"), "a b·→");
        assert_eq!(plain(&[0xe4, b'x']), "\\xe4x");
    }

    #[test]
    fn long_lines_are_cut() {
        let line = vec![b'x'; 130];
        assert!(visible(&line).ends_with("x… (30 more)"));
    }

    #[test]
    fn the_end_of_a_text() {
        assert_eq!(last_lines(b"a\nb\nc\n\n", 2), ["b", "c"]);
        assert_eq!(last_lines(b"", 2), [""]);
    }
}
