//! The levels that search: the same game again, notes about it, and what they must always manage.

#[path = "../examples/strength/opponents/mod.rs"]
mod opponents;

use bots::{Player, Playout, Script, built_in, is_sole_first};
use game::{DynSetup, GameEntry, Seat};

fn setup(entry: &dyn GameEntry, map: &str, rules: &str) -> Box<dyn DynSetup> {
    let text = entry.maps().iter().find(|(name, _)| *name == map).unwrap().1;
    entry.open(text.as_bytes(), rules).unwrap()
}

/// What a replay keeps must not change what is played, nor may the number of games before it.
#[test]
fn the_same_seed_and_budget_play_the_same_game() {
    for (entry, map) in [(fc18::ENTRY, "campus"), (deepblue::ENTRY, "duel")] {
        let setup = setup(entry, map, entry.profiles()[0]);
        let digests = |written: bool| {
            let mut table = setup.start(3);
            table.listen(written);
            let mut players: Vec<_> = (0..table.seats())
                .map(|seat| built_in("strong:300", &*table, seat.into()).unwrap())
                .collect();
            let mut digests = Vec::new();
            for _ in 0..10 {
                for seat in table.to_move().iter() {
                    let mut script = written.then(Script::default);
                    players[seat.index()].play(&mut *table, seat, script.as_mut());
                    let note = script.and_then(|script| script.note);
                    assert_eq!(note.is_some_and(|note| note.contains("simulated turns of 300)")), written);
                    table.end_turn(seat).unwrap();
                    digests.push(table.digest());
                }
            }
            digests
        };
        assert_eq!(digests(false), digests(true), "{}", entry.name());
    }
}

/// A plan is tried on a copy of the state, so what it orders is what the rules take.
#[test]
fn nothing_strong_orders_is_refused() {
    for (entry, map, turns) in [(fc18::ENTRY, "campus", 40), (deepblue::ENTRY, "duel", 40)] {
        let mut table = setup(entry, map, entry.profiles()[0]).start(5);
        table.listen(false);
        let mut players: Vec<_> = (0..table.seats())
            .map(|seat| built_in(if seat == 0 { "strong:120" } else { "greedy" }, &*table, 1).unwrap())
            .collect();
        for turn in 0..turns * u32::from(table.seats()) {
            for seat in table.to_move().iter() {
                let given = players[seat.index()].play(&mut *table, seat, None);
                assert_eq!(given.refused, 0, "{} turn {turn} seat {}", entry.name(), seat.0);
                table.end_turn(seat).unwrap();
            }
        }
    }
}

/// The score does not decide it: the base falls.
#[test]
fn an_idle_enemy_is_finished() {
    for rules in ["document", "final"] {
        let setup = setup(deepblue::ENTRY, "duel", rules);
        let playout = Playout { setup: &*setup, bots: &["strong:300", "idle"], seed: 1, most_turns: 400 };
        let end = playout.run().unwrap();
        assert!(is_sole_first(&end.outcome().unwrap(), Seat(0)), "{rules}");
        assert!(end.turn() < 190, "{rules}: it took {} rounds", end.turn());
    }
}

/// Pooled over maps, rules and seats; `cargo xtask strength` shows them one by one.
#[test]
#[ignore = "long: whole games at the full budget"]
fn strong_beats_greedy() {
    for (entry, rules) in [(deepblue::ENTRY, "document"), (deepblue::ENTRY, "final"), (fc18::ENTRY, "manual")]
    {
        let (mut won, mut played) = (0, 0);
        for (map, _) in entry.maps() {
            let setup = setup(entry, map, rules);
            for seat in 0..setup.start(0).seats() {
                let mut seated = vec!["greedy"; setup.start(0).seats().into()];
                seated[usize::from(seat)] = "strong";
                let end =
                    Playout { setup: &*setup, bots: &seated, seed: 77, most_turns: 2_000 }.run().unwrap();
                won += u32::from(is_sole_first(&end.outcome().unwrap(), Seat(seat)));
                played += 1;
            }
        }
        assert!(won * 10 >= played * 9, "{} {rules}: {won} of {played}", entry.name());
    }
}

/// Whoever plays otherwise than the models is beaten, too: scripts that share nothing with the
/// built-in bots, on a small budget.
#[test]
#[ignore = "long: some minutes"]
fn strong_beats_scripts() {
    let games = [
        (deepblue::ENTRY, "document", ["duel", "lagoon"]),
        (deepblue::ENTRY, "final", ["duel", "lagoon"]),
        (fc18::ENTRY, "manual", ["campus", "moor"]),
    ];
    for (entry, rules, maps) in games {
        for script in opponents::NAMES {
            let (mut won, mut played) = (0, 0);
            for map in maps {
                let setup = setup(entry, map, rules);
                for own in 0..setup.start(0).seats() {
                    won += u32::from(is_won_against(&*setup, Seat(own), script));
                    played += 1;
                }
            }
            assert!(won * 4 >= played * 3, "{} {rules} against {script}: {won} of {played}", entry.name());
        }
    }
}

fn is_won_against(setup: &dyn DynSetup, own: Seat, script: &str) -> bool {
    let mut table = setup.start(9);
    table.listen(false);
    let mut players: Vec<Box<dyn Player>> = (0..table.seats())
        .map(|seat| match seat == own.0 {
            true => built_in("strong:500", &*table, 9).unwrap(),
            false => opponents::named(script, &*table).unwrap(),
        })
        .collect();
    while !table.to_move().is_empty() {
        for seat in table.to_move().iter() {
            players[seat.index()].play(&mut *table, seat, None);
            table.end_turn(seat).unwrap();
        }
    }
    is_sole_first(&table.outcome().unwrap(), own)
}
