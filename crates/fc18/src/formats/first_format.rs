//! Refusals as version 1 of the protocol worded them, which are in replays of the first format: a cell was `(x, y)`, and a player's own
//! tower was not called so.

use alloc::format;
use alloc::string::{String, ToString};
use game::replay::OrderResult;

/// Puts a refusal into today's words. What could not be read has no cells and no towers.
pub(super) fn modernise(answer: &mut OrderResult) {
    match answer {
        OrderResult::Refused(why) if !OrderResult::is_unreadable(why) => *why = with_owner(swapped(why)),
        _ => {}
    }
}

/// Says whose the tower is, where that went without saying.
fn with_owner(text: String) -> String {
    let what = text.strip_prefix("tower ").and_then(|rest| Some(rest.split_once(' ')?.1));
    let is_own = what
        .is_some_and(|what| what.starts_with("stands at ") || what.starts_with("accepts no more orders "));
    if is_own { format!("your {text}") } else { text }
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
    fn only_own_towers_are_called_so() {
        let cases = [
            ("tower 4 stands at (3, 3)", "your tower 4 stands at (3, 3)"),
            ("tower 0 accepts no more orders this turn", "your tower 0 accepts no more orders this turn"),
            ("tower 1 of player 2 stands at (2, 12)", "tower 1 of player 2 stands at (2, 12)"),
            ("tower 1 belongs to player 2", "tower 1 belongs to player 2"),
            ("tower 1", "tower 1"),
        ];
        for (old, new) in cases {
            assert_eq!(with_owner(old.to_string()), new);
        }
    }

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
