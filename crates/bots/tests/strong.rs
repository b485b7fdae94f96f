//! `strong` in the games that can be solved: par on every map that it can prove within its
//! positions.

use bots::Playout;
use game::{DynGame, GameEntry, Seat};
use games::{HostedGame, Visitor};
use std::ops::ControlFlow;

/// What the proofs of these maps take is too long for every change, without optimization.
const LONG: [&str; 5] = ["old-forest", "citadel", "crossfire", "hornets-nest", "gatehouse"];

/// Its proof takes more positions than `strong` has, so it may take more turns than par.
const BEYOND: [&str; 1] = ["old-forest"];

/// Maps with their par.
struct Maps(Vec<(&'static dyn GameEntry, face::MapInfo)>);

impl Visitor for Maps {
    type Found = ();

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<()> {
        let all = G::MAPS.iter().chain(G::PUZZLES);
        self.0.extend(all.filter(|info| info.puzzle.is_some()).map(|info| (entry, *info)));
        ControlFlow::Continue(())
    }
}

fn maps(long: bool) -> Vec<(&'static dyn GameEntry, face::MapInfo)> {
    let mut maps = Maps(Vec::new());
    games::visit(&mut maps);
    maps.0.retain(|(_, info)| LONG.contains(&info.name) == long);
    assert!(!maps.0.is_empty());
    maps.0
}

/// The end of a game of `strong` alone.
fn played(entry: &dyn GameEntry, map: &str, most_turns: u32) -> Box<dyn DynGame> {
    let setup = entry.open(map.as_bytes(), entry.profiles()[0]).unwrap();
    Playout { setup: &*setup, bots: &["strong"], seed: 0, most_turns }.run().unwrap()
}

fn wins_in_par(long: bool) {
    for (entry, info) in maps(long) {
        let par = u32::from(info.puzzle.unwrap().par);
        let most_turns = if BEYOND.contains(&info.name) { 10 } else { par };
        let end = played(entry, entry.bundled(info.name).unwrap(), most_turns);
        let score = end.outcome().map(|outcome| outcome.of(Seat::ONLY).score);
        assert_eq!(score, Some(1), "{} {} in {most_turns} turns", entry.name(), info.name);
    }
}

#[test]
fn strong_wins_in_par() {
    wins_in_par(false);
}

#[test]
#[ignore = "long: the hardest maps"]
fn strong_wins_the_hardest_maps_in_par() {
    wins_in_par(true);
}

/// Beyond the solver's reach it plays on, and does not just stand there.
#[test]
#[ignore = "long: millions of positions a turn"]
fn strong_plays_on_where_no_win_is_known() {
    // A large field, five mages in one corner, twelve goblins in the other.
    let mut map = "20 20 0 5 12\n".to_owned();
    (0..5).for_each(|mage| map += &format!("19 {mage}\n"));
    (0..12).for_each(|goblin| map += &format!("{} {} TG 5\n", goblin / 6, 14 + goblin % 6));
    let start = goblins::ENTRY.start(map.as_bytes(), "stage4", 0).unwrap();
    let end = played(goblins::ENTRY, &map, 3);
    assert_ne!(end.draw(game::Viewer::Everything), start.draw(game::Viewer::Everything));
    assert_eq!(end.digest(), played(goblins::ENTRY, &map, 3).digest());
}
