//! Columns of text.

use alloc::string::{String, ToString};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that a text takes on the screen: most Chinese characters take two.
#[must_use]
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Cuts a text to so many columns, with a sign where something is left out.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if width(&short) + letter.width().unwrap_or(0) + 1 > columns {
            break;
        }
        short.push(letter);
    }
    if columns > 0 {
        short.push('~');
    }
    short
}

/// Pads a text with blanks to so many columns; a longer one is cut.
#[must_use]
pub fn pad(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    let missing = columns.saturating_sub(width(&text));
    text + &" ".repeat(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_counts_columns() {
        assert_eq!(cut("沙盘推演", 5), "沙盘~");
        assert_eq!(cut("沙盘", 4), "沙盘");
        assert_eq!(pad("沙盘", 6), "沙盘  ");
        assert_eq!(width(&pad("沙盘推演", 4)), 4);
        assert_eq!(cut("abc", 0), "");
    }
}
