//! Bots at a table whose game is not known: what is written down is what was played.

use bots::{Script, built_in, names};
use game::{Answer, Seat, Table, Title};

const TITLES: [&dyn Title; 4] = [breach::TITLE, goblins::TITLE, deepblue::TITLE, fc18::TITLE];

fn table(title: &dyn Title) -> Box<dyn Table> {
    title.start(title.maps()[0].1.as_bytes(), title.profiles()[0], 9).unwrap()
}

/// The orders as JSON text lead to the same state with the same answers.
#[test]
fn a_script_can_be_played_again() {
    for title in TITLES {
        for name in names() {
            let (mut played, mut again) = (table(title), table(title));
            let mut player = built_in(name, &*played, 4).unwrap();
            for _ in 0..6 {
                for seat in played.to_move().iter() {
                    let mut script = Script::default();
                    player.play(&mut *played, seat, Some(&mut script));
                    for (order, answer) in &script.lines {
                        assert_eq!(
                            again.submit(seat, &order.to_string()),
                            *answer,
                            "{} {order}",
                            title.name()
                        );
                    }
                    played.end_turn(seat).unwrap();
                    again.end_turn(seat).unwrap();
                    assert_eq!(played.digest(), again.digest(), "{} {name}", title.name());
                }
            }
        }
    }
}

/// Whether anything is written down or not, the same is played.
#[test]
fn a_script_changes_nothing() {
    for title in TITLES {
        let (mut written, mut silent) = (table(title), table(title));
        let mut players =
            [built_in("random", &*written, 4).unwrap(), built_in("random", &*silent, 4).unwrap()];
        let seat = Seat(0);
        players[0].play(&mut *written, seat, Some(&mut Script::default()));
        players[1].play(&mut *silent, seat, None);
        assert_eq!(written.digest(), silent.digest(), "{}", title.name());
    }
}

#[test]
fn nothing_greedy_orders_is_refused() {
    for title in [deepblue::TITLE, fc18::TITLE] {
        let mut table = table(title);
        let mut player = built_in("greedy", &*table, 0).unwrap();
        for _ in 0..100 {
            for seat in table.to_move().iter() {
                let mut script = Script::default();
                if seat == Seat(0) {
                    player.play(&mut *table, seat, Some(&mut script));
                }
                for (order, answer) in script.lines {
                    assert_eq!(answer, Answer::Done, "{} turn {}: {order}", title.name(), table.turn());
                }
                table.end_turn(seat).unwrap();
            }
        }
    }
}

#[test]
fn at_another_games_table_a_bot_does_nothing() {
    let mut player = built_in("random", &*table(breach::TITLE), 1).unwrap();
    let mut other = table(goblins::TITLE);
    let before = other.digest();
    player.play(&mut *other, Seat::ONLY, None);
    assert_eq!(other.digest(), before);
}

#[test]
fn the_catalogue_is_complete() {
    assert_eq!(names(), ["idle", "random", "greedy"]);
    assert!(names().iter().all(|name| bots::about(name).is_some()));
    assert!(bots::about("grumpy").is_none());
    assert!(built_in("grumpy", &*table(breach::TITLE), 0).is_none());
}
