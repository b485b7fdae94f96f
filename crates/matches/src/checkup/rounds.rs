//! Do its orders come when they are meant, and once?

use super::finding::{Check, Finding, count};
use super::trial::{OwnTurn, Trial};
use game::JsonText;

/// Turns that must look alike before chance is out of the question.
const ENOUGH: usize = 3;

/// What is odd about when orders came, in all games.
pub(super) fn findings(games: &[Trial], game: &str) -> Vec<Finding> {
    // A turn that was lost by a fault is empty for another reason.
    let sound = games.iter().filter(|trial| trial.report.faults.is_empty());
    let games: Vec<&[OwnTurn]> = sound.map(|trial| trial.turns.as_slice()).collect();
    let is_old = sdk::Kit::of(game).is_some();
    late(&games, is_old).into_iter().chain(twice(&games, is_old)).collect()
}

/// A bot whose first turn is empty, or every second one.
fn late(games: &[&[OwnTurn]], is_old: bool) -> Option<Finding> {
    let begins_empty = |turns: &&[OwnTurn]| matches!(turns, [first, second, ..] if first.orders.is_empty() && !second.orders.is_empty());
    if games.is_empty() || !games.iter().all(begins_empty) {
        return None;
    }
    let alternates = games
        .iter()
        .all(|turns| turns.len() >= 2 * ENOUGH && turns.iter().step_by(2).all(|own| own.orders.is_empty()));
    let what = if alternates {
        "every second turn is empty, the first one, too"
    } else {
        "its first turn is empty, and its second is not: its orders may come a turn late"
    };
    let advice = if is_old {
        "A bot orders in the turn it was asked for. A program for the old contest's interface ends its round with `Update()`, and with the second `TryUpdate()` in a round: what it orders after that belongs to the next. It cannot be seen from outside which round such a program means."
    } else {
        "A bot orders in the turn it was asked for, in the reply to that `turn`. If it has nothing to order in its first, this is as it should be."
    };
    Some(Finding::warning(Check::Orders, what, advice))
}

/// A bot that gives the orders of a turn two times over.
fn twice(games: &[&[OwnTurn]], is_old: bool) -> Option<Finding> {
    let times = games.iter().flat_map(|turns| turns.iter()).filter(|own| is_doubled(&own.orders)).count();
    if times < ENOUGH {
        return None;
    }
    let advice = if is_old {
        "A program for the old contest's interface that never returns from its function goes round once more before the next round has come: let it compare the round's number, or wait with `Update()`."
    } else {
        "Clear the list of orders when they have been sent."
    };
    let what = format!("in {} all orders come twice", count(times, "turn"));
    Some(Finding::warning(Check::Orders, what, advice))
}

/// Whether the second half says the same as the first, and more than one thing.
fn is_doubled(orders: &[JsonText]) -> bool {
    let (first, second) = orders.split_at(orders.len() / 2);
    first == second && first.iter().any(|order| *order != first[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Turns with these orders, one letter each.
    fn turns(orders: &[&str]) -> Vec<OwnTurn> {
        let own = |(turn, letters): (usize, &&str)| OwnTurn {
            turn: turn as u32,
            orders: letters.chars().map(|letter| JsonText::of(&letter.to_string())).collect(),
            answers: Vec::new(),
            cpu: Duration::ZERO,
        };
        orders.iter().enumerate().map(own).collect()
    }

    fn found(orders: &[&str]) -> Vec<String> {
        let turns = turns(orders);
        let games = [turns.as_slice()];
        late(&games, true).into_iter().chain(twice(&games, true)).map(|finding| finding.what).collect()
    }

    #[test]
    fn orders_that_come_late_are_seen() {
        assert!(found(&["", "a", "b", ""])[0].contains("first turn is empty"));
        assert!(found(&["", "a", "", "b", "", "c"])[0].contains("every second turn is empty"));
        assert_eq!(found(&["a", "", "b"]), [""; 0]);
        assert_eq!(found(&["", "", "b"]), [""; 0]);
        assert_eq!(found(&[]), [""; 0]);
    }

    #[test]
    fn orders_that_come_twice_are_seen() {
        assert_eq!(found(&["abab", "a", "cdcd", "efgefg"]), ["in 3 turns all orders come twice"]);
        // Two steps in one direction, or two units of a kind, are what they are.
        assert_eq!(found(&["aa", "aaaa", "bb", "abba"]), [""; 0]);
        assert_eq!(found(&["abab", "abab", "ab"]), [""; 0]);
    }
}
