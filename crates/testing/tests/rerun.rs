//! A replay run again: what agrees, agrees; what somebody changed is found, and where.

use game::JsonText;
use game::replay::{Divergence, End, Header, Hex, OrderResult, ReplayLine, Rerun, Turn};

/// A whole game of breach in the first version of the format: three turns, lost.
const GAME: &str = include_str!("data/breach.jsonl");

fn parts() -> (Header, Vec<Turn>, End) {
    let (first, rest) = GAME.split_once('\n').unwrap();
    let header = Header::read(first).unwrap();
    let (mut turns, mut end) = (Vec::new(), None);
    for line in rest.lines() {
        match ReplayLine::read(Some(breach::ENTRY), &header, line).unwrap() {
            ReplayLine::Turn(turn) => turns.push(turn),
            ReplayLine::End(last) => end = Some(last),
            ReplayLine::Cursor(_) => panic!("the first format had no cursor"),
        }
    }
    (header, turns, end.unwrap())
}

/// Runs the game after somebody has changed it; the first difference, if there is one.
fn run(change: impl FnOnce(&mut Vec<Turn>, &mut End)) -> Option<Divergence> {
    let (header, mut turns, mut end) = parts();
    change(&mut turns, &mut end);
    let mut rerun = Rerun::new(breach::ENTRY, &header).unwrap();
    let wrong = turns.iter().find_map(|turn| rerun.turn(turn).err());
    wrong.or_else(|| rerun.end(&end).err())
}

#[test]
fn a_game_of_the_first_format_verifies() {
    assert_eq!(run(|_, _| ()), None);
}

#[test]
fn an_end_from_before_games_could_be_stopped_verifies() {
    let written = Hex(0x1bde_5a13_ae14_d3e9);
    assert_eq!(run(|_, end| end.check = written), None);
    let both: fn(&mut Vec<Turn>, &mut End) =
        |_, end| (end.check, end.turns) = (Hex(0x1bde_5a13_ae14_d3e9), 7);
    assert!(run(both).is_some());
}

#[test]
fn what_was_changed_is_found() {
    let at = |change: fn(&mut Vec<Turn>, &mut End)| {
        let found = run(change).expect("a difference");
        assert!(!found.what.is_empty() && !found.to_string().contains('\n'), "{found}");
        (found.turn, found.seat)
    };
    assert_eq!(at(|turns, _| turns[1].digest = Hex(1)).0, Some(2), "a digest");
    assert_eq!(
        at(|turns, _| turns[1].moves[0].answers[0] = OrderResult::Taken),
        (Some(2), Some(0)),
        "an answer"
    );
    assert_eq!(
        at(|turns, _| turns[0].moves[0].orders[1] = JsonText::of(&"nonsense")),
        (Some(1), Some(0)),
        "an order"
    );
    assert_eq!(at(|turns, _| turns[0].moves[0].seat = 1).0, Some(1), "a seat");
    assert_eq!(at(|_, end| end.end[0].place = 1).0, None, "a place");
    assert_eq!(at(|_, end| end.turns = 7).0, None, "the number of turns");
}

#[test]
fn a_replay_of_something_else_is_refused_with_a_sentence() {
    let (header, ..) = parts();
    let said = |change: fn(&mut Header)| {
        let mut header = header.clone();
        change(&mut header);
        Rerun::new(breach::ENTRY, &header).expect_err("it is not this game")
    };
    assert_eq!(said(|header| header.game = "goblins".into()), "the replay is of goblins, not of breach");
    assert!(said(|header| header.rules_version = 9).contains("version 9 of the rules of breach"));
    assert!(said(|header| header.rules = "stage9".into()).contains("stage9"));
    assert!(said(|header| header.map = "1 1".into()).contains("map"));
    assert!(said(|header| header.seats.clear()).contains("0 seats"));
}
