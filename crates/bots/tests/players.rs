//! Bots at a table whose game is not known: what is written down is what was played.

use bots::{Script, built_in, is_built_in, names};
use game::{Answer, DynGame, GameEntry, Seat};

fn table(entry: &dyn GameEntry) -> Box<dyn DynGame> {
    entry.start(entry.maps()[0].1.as_bytes(), entry.profiles()[0], 9).unwrap()
}

/// The bot of this name, thinking little if it thinks.
fn quick(name: &str) -> String {
    if matches!(name, "hard" | "strong") { format!("{name}:1") } else { name.to_owned() }
}

/// The orders as JSON text lead to the same state with the same answers.
#[test]
fn a_script_can_be_played_again() {
    for entry in games::ALL.iter().copied() {
        for name in names().iter().map(|name| quick(name)) {
            let (mut played, mut again) = (table(entry), table(entry));
            let mut player = built_in(&name, &*played, 4).unwrap();
            for _ in 0..6 {
                for seat in played.to_move().iter() {
                    let mut script = Script::default();
                    player.play(&mut *played, seat, Some(&mut script));
                    for (order, answer) in &script.lines {
                        assert_eq!(again.submit(seat, order.get()), *answer, "{} {order}", entry.name());
                    }
                    played.end_turn(seat).unwrap();
                    again.end_turn(seat).unwrap();
                    assert_eq!(played.digest(), again.digest(), "{} {name}", entry.name());
                }
            }
        }
    }
}

/// Whether anything is written down or not, the same is played.
#[test]
fn a_script_changes_nothing() {
    for entry in games::ALL.iter().copied() {
        let (mut written, mut silent) = (table(entry), table(entry));
        let mut players =
            [built_in("random", &*written, 4).unwrap(), built_in("random", &*silent, 4).unwrap()];
        let seat = Seat(0);
        players[0].play(&mut *written, seat, Some(&mut Script::default()));
        players[1].play(&mut *silent, seat, None);
        assert_eq!(written.digest(), silent.digest(), "{}", entry.name());
    }
}

#[test]
fn nothing_greedy_orders_is_refused() {
    for entry in [deepblue::ENTRY, fc18::ENTRY] {
        let mut table = table(entry);
        let mut player = built_in("greedy", &*table, 0).unwrap();
        for _ in 0..100 {
            for seat in table.to_move().iter() {
                let mut script = Script::default();
                if seat == Seat(0) {
                    player.play(&mut *table, seat, Some(&mut script));
                }
                for (order, answer) in script.lines {
                    assert_eq!(answer, Answer::Done, "{} turn {}: {order}", entry.name(), table.turn());
                }
                table.end_turn(seat).unwrap();
            }
        }
    }
}

#[test]
fn at_another_games_table_a_bot_does_nothing() {
    let mut player = built_in("random", &*table(breach::ENTRY), 1).unwrap();
    let mut other = table(goblins::ENTRY);
    let before = other.digest();
    player.play(&mut *other, Seat::ONLY, None);
    assert_eq!(other.digest(), before);
}

#[test]
fn the_catalogue_is_complete() {
    assert_eq!(names(), ["idle", "random", "greedy", "easy", "medium", "hard", "strong"]);
    assert!(names().iter().all(|name| bots::about(name).is_some()));
    assert!(bots::about("grumpy").is_none());
    assert!(built_in("grumpy", &*table(breach::ENTRY), 0).is_none());
}

#[test]
fn how_much_to_think_can_be_said() {
    let table = table(fc18::ENTRY);
    for known in ["strong:1", "hard:500", "strong:10000000"] {
        assert!(is_built_in(known) && built_in(known, &*table, 0).is_some(), "{known}");
    }
    for unknown in
        ["strong:", "strong:0", "strong:-1", "strong:10000001", "strong:5x", "easy:5", "greedy:5", ":5"]
    {
        assert!(!is_built_in(unknown) && built_in(unknown, &*table, 0).is_none(), "{unknown}");
    }
    let said = bots::misnamed("strong:0").unwrap();
    assert!(said.contains("`0` is not a number from 1 to 10000000"), "{said}");
    assert!(bots::misnamed("easy:5").is_some_and(|said| said.contains("simulates nothing")));
    assert!(["strong:1", "greedy:5", "folder/bot"].iter().all(|text| bots::misnamed(text).is_none()));
}
