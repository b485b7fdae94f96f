//! Text on the screen in two languages: breaking lines.

use face::width;
use unicode_width::UnicodeWidthChar;

/// Breaks a text into lines of at most so many columns: at blanks where there are any, within
/// Chinese anywhere.
///
/// Lines after the first are indented by `indent` blanks.
pub(crate) fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let columns = columns.max(indent + 2);
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        if width(&line) + width(piece.trim_end()) > columns && !line.trim().is_empty() {
            lines.push(line.trim_end().to_string());
            line = " ".repeat(indent);
        }
        for letter in piece.chars() {
            let wide = letter.width().unwrap_or(0);
            if width(&line) + wide > columns && letter != ' ' {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            }
            line.push(letter);
        }
    }
    lines.push(line.trim_end().to_string());
    lines
}

/// The parts between which a line may break: words with the blank after them, single wide
/// characters.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_wide(first) {
            // A closing mark does not begin a line.
            let after = first.len_utf8();
            rest[after..]
                .chars()
                .next()
                .filter(|next| CLOSING.contains(*next))
                .map_or(after, |next| after + next.len_utf8())
        } else {
            let stop = rest.char_indices().skip(1).find(|(_, letter)| is_wide(*letter));
            let stop = stop.map_or(rest.len(), |(at, _)| at);
            end_of_word(&rest[..stop])
        };
        let (piece, others) = rest.split_at(end);
        rest = others;
        Some(piece)
    })
}

/// Where a word with the blank after it ends. A place on the board, `(3, 4)` or with a level, is
/// one word.
fn end_of_word(text: &str) -> usize {
    const LONGEST_PLACE: usize = "(100, 100, 2)".len();
    let mut inside_until = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => {
                let end = text[at..].find(')').filter(|length| *length < LONGEST_PLACE);
                inside_until = end.map_or(inside_until, |length| at + length);
            }
            ' ' if at >= inside_until => return at + 1,
            _ => {}
        }
    }
    text.len()
}

const CLOSING: &str = "，。：；、）！？》";

fn is_wide(letter: char) -> bool {
    letter.width() == Some(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_within_chinese() {
        assert_eq!(wrap("the bee moves", 8, 1), ["the bee", " moves"]);
        assert_eq!(wrap("蜜蜂移动到平原。", 8, 0), ["蜜蜂移动", "到平原。"]);
        assert_eq!(wrap("坦克 (3, 4) 攻击", 9, 0), ["坦克", "(3, 4) 攻", "击"]);
        assert_eq!(wrap("the tank at (5, 3) loses", 18, 0), ["the tank at (5, 3)", "loses"]);
        assert_eq!(wrap("has 1 left", 4, 0), ["has", "1", "left"]);
        assert_eq!(wrap("", 8, 0), [""]);
    }

    /// However narrow the panel, nothing hangs and nothing is lost.
    #[test]
    fn words_longer_than_a_line_are_broken() {
        assert_eq!(wrap("abcdefgh", 3, 0), ["abc", "def", "gh"]);
        for columns in 0..12 {
            let lines = wrap("unbreakable 不可分割的文字", columns, 1);
            let kept: String = lines.concat().split_whitespace().collect();
            assert_eq!(kept, "unbreakable不可分割的文字");
        }
    }
}
