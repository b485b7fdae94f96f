//! Refusals as version 1 of the protocol worded them, which are in replays of the first format: a
//! cell was `(x, y)`.

use alloc::format;
use alloc::string::{String, ToString};
use game::replay::OrderResult;

/// Puts the cells of a refusal into today's order: the row, then the column. What could not be read
/// has no cells.
pub(super) fn modernise(answer: &mut OrderResult) {
    match answer {
        OrderResult::Refused(why) if !OrderResult::is_unreadable(why) => *why = swapped(why),
        _ => {}
    }
}

/// The text with the numbers of every pair `(a, b)` exchanged.
fn swapped(text: &str) -> String {
    let mut parts = text.split('(');
    let mut new = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let pair = part.split_once(')').and_then(|(inside, rest)| Some((inside.split_once(", ")?, rest)));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match pair.filter(|((first, second), _)| is_number(first) && is_number(second)) {
            Some(((x, y), rest)) => new += &format!("({y}, {x}){rest}"),
            None => new += &format!("({part}"),
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_exchanged_and_nothing_else_is() {
        let cases = [
            (
                "corps 3 stands at the edge of the map, at (14, 5)",
                "corps 3 stands at the edge of the map, at (5, 14)",
            ),
            ("(0, 12) already holds your fighter 4", "(12, 0) already holds your fighter 4"),
            ("(a, b) (1,2) (1, 2", "(a, b) (1,2) (1, 2"),
            ("", ""),
        ];
        for (old, new) in cases {
            assert_eq!(swapped(old), new);
        }
    }
}
