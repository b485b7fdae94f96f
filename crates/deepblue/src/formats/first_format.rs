//! Orders as version 1 of the protocol wrote them, which are in replays of the first format: places
//! by the contest's `x`, `y` and `z`.

use crate::order::Order;
use game::JsonText;
use game::replay::OrderResult;
use serde::Deserialize;

/// The orders that were written in other words. All others read as they did.
#[derive(Deserialize)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
enum OldOrder {
    AttackPos {
        unit: i32,
        x: i32,
        y: i32,
        z: i32,
    },
    ChangeDest {
        unit: i32,
        x: i32,
        y: i32,
        #[serde(default)]
        z: i32,
    },
}

/// Which order it is, whether the rest of it can be read or not.
#[derive(Deserialize)]
struct Tag {
    order: OldTag,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OldTag {
    AttackPos,
    ChangeDest,
}

/// Puts an order into the words of today. One that could not be read then becomes `null`, which
/// cannot be read, either.
pub(super) fn modernise(order: &mut JsonText, answer: &mut OrderResult) {
    let text = order.get();
    if let Ok(old) = serde_json::from_str(text) {
        *order = JsonText::of(&match old {
            OldOrder::AttackPos { unit, x, y, z } => Order::AttackPos { unit, row: x, col: y, level: z },
            OldOrder::ChangeDest { unit, x, y, z } => Order::ChangeDest { unit, row: x, col: y, level: z },
        });
    } else if serde_json::from_str::<Tag>(text)
        .is_ok_and(|tag| matches!(tag.order, OldTag::AttackPos | OldTag::ChangeDest))
    {
        *order = JsonText::default();
        answer.shorten_unreadable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn orders_are_put_into_the_words_of_today() {
        let unreadable = || OrderResult::Refused("this is not an order of this game: `x` is missing".into());
        let today = |text: &str, mut answer: OrderResult| {
            let mut order: JsonText = serde_json::from_str(text).unwrap();
            modernise(&mut order, &mut answer);
            (order.to_string(), answer)
        };
        let moved = r#"{"unit":7,"order":"change_dest","y":-3,"x":2}"#;
        let now = r#"{"col":-3,"level":0,"order":"change_dest","row":2,"unit":7}"#;
        assert_eq!(today(moved, OrderResult::Done), (now.to_string(), OrderResult::Done));
        let shot = r#"{"order":"attack_pos","unit":7,"x":1,"y":2,"z":0}"#;
        let now = r#"{"col":2,"level":0,"order":"attack_pos","row":1,"unit":7}"#;
        assert_eq!(today(shot, OrderResult::Taken), (now.to_string(), OrderResult::Taken));
        for kept in [r#""cd7 2 3 0""#, r#"{"order":"cancel","unit":7}"#, "null", "[]"] {
            assert_eq!(today(kept, unreadable()), (kept.to_string(), unreadable()));
        }
        // Today these would be orders, or refused in other words.
        for unread in [now, r#"{"order":"attack_pos","unit":7,"x":1}"#] {
            let (order, answer) = today(unread, unreadable());
            assert_eq!(
                (&order[..], answer.to_string()),
                ("null", "refused: this is not an order of this game".to_string())
            );
        }
    }
}
