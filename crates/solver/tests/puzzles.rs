//! Every bundled puzzle: exactly one first turn wins in time, and its grade is right.

use game::{Answer as Accepted, DynGame, GameEntry, Seat};
use games::{HostedGame, Visitor};
use solver::{FirstTurns, Grade, Limits, Question, Verdict, compose_map, first_turns_of, solve_table};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const LIMITS: Limits = Limits { nodes: 200_000, memory: 64 << 20 };

/// A bundled puzzle.
struct Puzzle {
    entry: &'static dyn GameEntry,
    name: &'static str,
    par: u32,
    difficulty: u8,
}

/// All of them.
struct Puzzles(Vec<Puzzle>);

impl Visitor for Puzzles {
    type Found = ();

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<()> {
        self.0.extend(G::PUZZLES.iter().map(|info| {
            let face::Puzzle { par, difficulty } = info.puzzle.unwrap();
            Puzzle { entry, name: info.name, par: par.into(), difficulty }
        }));
        ControlFlow::Continue(())
    }
}

fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = Puzzles(Vec::new());
    games::visit(&mut puzzles);
    puzzles.0
}

impl Puzzle {
    fn table(&self) -> Box<dyn DynGame> {
        let map = self.entry.bundled(self.name).unwrap();
        self.entry.start(map.as_bytes(), self.entry.profiles()[0], 0).unwrap()
    }

    fn title(&self) -> String {
        format!("{} {}", self.entry.name(), self.name)
    }
}

fn verdict(table: &dyn DynGame) -> Verdict {
    let question = Question { most_turns: 4, fewest_losses: false };
    let answer = solve_table(table, question, LIMITS, &mut |_| ControlFlow::Continue(()));
    answer.unwrap().answer.verdict()
}

fn first_turns(puzzle: &Puzzle) -> FirstTurns<solver::AnyOrder> {
    let watch = &mut |_: &_| ControlFlow::Continue(());
    let first = first_turns_of(&*puzzle.table(), puzzle.par, 1, LIMITS, watch).unwrap();
    first.unwrap().unwrap_or_else(|| panic!("{}: several turns win, or fewer", puzzle.title()))
}

#[test]
fn there_are_fifty_different_puzzles() {
    let puzzles = puzzles();
    let maps: BTreeSet<_> = puzzles.iter().map(|puzzle| puzzle.entry.bundled(puzzle.name).unwrap()).collect();
    assert_eq!((puzzles.len(), maps.len()), (50, 50));
    let pars: BTreeSet<_> = puzzles.iter().map(|puzzle| puzzle.par).collect();
    let difficulties: BTreeSet<_> = puzzles.iter().map(|puzzle| puzzle.difficulty).collect();
    assert_eq!((pars.len(), difficulties.len()), (3, 3));
}

/// No first turn but one wins in time; the one that does leaves a win that takes one turn less.
#[test]
fn exactly_one_first_turn_wins() {
    for puzzle in puzzles() {
        let title = puzzle.title();
        let first = first_turns(&puzzle);
        assert_eq!(first.winning, 1, "{title}");
        let grade = [Grade::Easy, Grade::Medium, Grade::Hard][usize::from(puzzle.difficulty) - 1];
        assert_eq!(Grade::of(puzzle.par, first.tries), grade, "{title}");
        assert_eq!(verdict(&*puzzle.table()), Verdict::Solved(puzzle.par), "{title}");
        let mut table = puzzle.table();
        for order in first.solution.unwrap() {
            assert!(matches!(table.submit(Seat::ONLY, order.json.get()), Accepted::Done), "{title}");
        }
        table.end_turn(Seat::ONLY).unwrap();
        match puzzle.par {
            1 => assert_eq!(table.outcome().unwrap().of(Seat::ONLY).score, 1, "{title}"),
            par => assert_eq!(verdict(&*table), Verdict::Solved(par - 1), "{title}"),
        }
    }
}

/// What a seed makes is the same on every machine: these were bundled.
#[test]
fn seeds_make_the_puzzles_that_they_always_made() {
    let bundled = [("breach", 3, 9, "puzzle-07"), ("goblins", 2, 14, "puzzle-05")];
    for (game, turns, seed, name) in bundled {
        let made = compose_map(game, turns, seed, &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
        assert_eq!(Some(made.map.as_str()), games::find(game).unwrap().bundled(name));
    }
}

#[test]
fn who_stops_it_gets_no_puzzle() {
    let made = compose_map("breach", 2, 7, &mut |_| ControlFlow::Break(()));
    assert_eq!(made, Some(Err(solver::Halt::Asked)));
    assert_eq!(compose_map("deepblue", 2, 7, &mut |_| ControlFlow::Continue(())), None);
}
