//! Whole games: the same again with the same seed, and greedy wins them.

use bots::{Playout, is_sole_first};
use game::{DynSetup, GameEntry, Seat};

/// Turns after which a game is given up.
const MOST_TURNS: u32 = 400;

/// The bot of this name, thinking little if it thinks.
fn quick(name: &str) -> String {
    if matches!(name, "hard" | "strong") { format!("{name}:200") } else { name.to_owned() }
}

/// The digests after every turn of a seat.
fn digests(playout: &Playout<'_>) -> Vec<u64> {
    let mut digests = Vec::new();
    playout.watch(|table| digests.push(table.digest())).unwrap();
    digests
}

/// A map under a rule profile, with its number of seats; none if the profile does not know what is
/// on the map.
fn open(entry: &dyn GameEntry, map: &str, rules: &str) -> Option<(Box<dyn DynSetup>, usize)> {
    let setup = entry.open(map.as_bytes(), rules).ok()?;
    let seats = setup.start(0).seats().into();
    Some((setup, seats))
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for entry in games::ALL.iter().copied() {
        for bot in bots::names() {
            let (setup, seats) = open(entry, entry.maps()[0].1, entry.profiles()[0]).unwrap();
            let quick = quick(bot);
            let seated = vec![quick.as_str(); seats];
            let most_turns = if quick == *bot { 60 } else { 8 };
            let playout = |seed| Playout { setup: &*setup, bots: &seated, seed, most_turns };
            assert_eq!(digests(&playout(5)), digests(&playout(5)), "{} {bot}", entry.name());
            if *bot == "random" {
                assert_ne!(digests(&playout(5)), digests(&playout(6)), "{} {bot}", entry.name());
            }
        }
    }
}

/// Whether `greedy` in this seat beats `random` in all others.
fn greedy_wins(setup: &dyn DynSetup, seats: usize, seat: usize, seed: u64) -> bool {
    let mut seated = vec!["random"; seats];
    seated[seat] = "greedy";
    let end = Playout { setup, bots: &seated, seed, most_turns: 2_000 }.run().unwrap();
    end.outcome().is_some_and(|outcome| is_sole_first(&outcome, Seat(seat as u8)))
}

/// A sample; `cargo xtask strength` plays a hundred seeds a seat.
#[test]
fn greedy_beats_random_from_every_seat() {
    for entry in [deepblue::ENTRY, fc18::ENTRY] {
        let profiles: &[&str] =
            if entry.name() == "fc18" { &["manual", "judge"] } else { &["document", "final"] };
        for (turn, (name, map)) in entry.maps().iter().enumerate().filter(|(_, map)| map.0 != "great-ocean") {
            let rules = profiles[turn % profiles.len()];
            let (setup, seats) = open(entry, map, rules).unwrap();
            for seat in 0..seats {
                let won = greedy_wins(&*setup, seats, seat, 1_000 + seat as u64);
                assert!(won, "{} {name} {rules} seat {seat}", entry.name());
            }
        }
    }
}

#[test]
fn greedy_wins_against_the_rules() {
    for (entry, map) in [
        (breach::ENTRY, "first-contact"),
        (breach::ENTRY, "harbour"),
        (goblins::ENTRY, "first-spell"),
        (goblins::ENTRY, "lake"),
        (goblins::ENTRY, "hunt"),
    ] {
        let text = entry.maps().iter().find(|(name, _)| *name == map).unwrap().1;
        let (setup, _) = open(entry, text, entry.profiles()[0]).unwrap();
        let playout = Playout { setup: &*setup, bots: &["greedy"], seed: 0, most_turns: MOST_TURNS };
        let outcome = playout.run().unwrap().outcome();
        assert_eq!(outcome.map(|outcome| outcome.of(Seat::ONLY).score), Some(1), "{map}");
    }
}

/// Stages without turns have no end of their own; a bot must still end its turn.
#[test]
fn every_profile_is_played_to_an_end_of_the_turn() {
    for entry in games::ALL.iter().copied() {
        for rules in entry.profiles() {
            for bot in bots::names() {
                // Early stages know fewer kinds of units.
                let Some((setup, seats)) = entry.maps().iter().find_map(|(_, map)| open(entry, map, rules))
                else {
                    continue;
                };
                let quick = quick(bot);
                let seated = vec![quick.as_str(); seats];
                let playout = Playout { setup: &*setup, bots: &seated, seed: 1, most_turns: 4 };
                let table = playout.run().unwrap();
                assert!(table.turn() > 4 || table.to_move().is_empty(), "{} {rules} {bot}", entry.name());
            }
        }
    }
}

#[test]
fn what_cannot_be_played_says_why() {
    let (setup, _) = open(fc18::ENTRY, fc18::ENTRY.maps()[0].1, "manual").unwrap();
    let playout = |bots| Playout { setup: &*setup, bots, seed: 0, most_turns: 1 };
    let said = |bots| playout(bots).run().unwrap_err().to_string();
    assert_eq!(said(&["idle"]), "the game has 4 seats, and there are 1 bots");
    assert_eq!(said(&["idle", "idle", "idle", "grumpy"]), "there is no bot `grumpy`");
}
