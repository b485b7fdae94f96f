//! Every bundled map: par is proven, and the line of play wins in the engine, order by order, and
//! in the graded dialogue.

use game::console::{DialogueOptions, Transcript};
use game::{Answer as Accepted, DynGame, GameEntry, Seat};
use games::{HostedGame, Visitor};
use solver::{AnyAnswer, Limits, Question, Verdict, solve_table};
use std::ops::ControlFlow;

/// What the proofs of these maps take is too long for every change, without optimization.
const LONG: [&str; 5] = ["old-forest", "citadel", "crossfire", "hornets-nest", "gatehouse"];

/// Each map has to be proven within this memory, the two largest within four times as much.
const MEMORY: usize = 256 << 20;

/// The bundled maps of the games for one, with their par.
struct Maps(Vec<(&'static dyn GameEntry, &'static str, u32)>);

impl Visitor for Maps {
    type Found = ();

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<()> {
        let par = |info: &face::MapInfo| info.puzzle.map(|puzzle| (entry, info.name, u32::from(puzzle.par)));
        self.0.extend(G::MAPS.iter().filter_map(par));
        ControlFlow::Continue(())
    }
}

fn maps(long: bool) -> Vec<(&'static dyn GameEntry, &'static str, u32)> {
    let mut maps = Maps(Vec::new());
    games::visit(&mut maps);
    assert_eq!(maps.0.len(), 26);
    maps.0.retain(|(_, name, _)| LONG.contains(name) == long);
    maps.0
}

fn table(entry: &dyn GameEntry, name: &str) -> Box<dyn DynGame> {
    let (_, text) = entry.maps().iter().find(|(other, _)| *other == name).unwrap();
    entry.start(text.as_bytes(), entry.profiles()[0], 0).unwrap()
}

fn solve(entry: &dyn GameEntry, name: &str, fewest_losses: bool) -> AnyAnswer {
    let memory = if ["old-forest", "citadel"].contains(&name) { 4 * MEMORY } else { MEMORY };
    let question = Question { most_turns: 20, fewest_losses };
    let watch = &mut |_: &_| ControlFlow::Continue(());
    solve_table(&*table(entry, name), question, Limits::memory(memory), watch).unwrap()
}

fn check(entry: &dyn GameEntry, name: &str, par: u32) {
    let found = solve(entry, name, false);
    assert_eq!(found.answer.verdict(), Verdict::Solved(par), "{name}");
    assert_eq!(found.answer.no_win_within, par - 1, "{name}");
    let mut table = table(entry, name);
    for turn in &found.answer.win.unwrap().turns {
        for order in turn {
            assert!(
                matches!(table.submit(Seat::ONLY, order.json.get()), Accepted::Done),
                "{name}: {}",
                order.text
            );
        }
        assert!(table.outcome().is_none(), "{name}");
        table.end_turn(Seat::ONLY).unwrap();
    }
    assert_eq!(table.outcome().unwrap().of(Seat::ONLY).score, 1, "{name}");
    check_dialogue(entry, name, &found.dialogue.unwrap());
}

fn check_dialogue(entry: &dyn GameEntry, name: &str, dialogue: &str) {
    let (_, text) = entry.maps().iter().find(|(other, _)| *other == name).unwrap();
    let mut port = Transcript::new(dialogue.as_bytes());
    let options = DialogueOptions { map: Some(text.as_bytes()), ..DialogueOptions::default() };
    assert_eq!(entry.console().unwrap().run(&mut port, options), 0, "{name}");
    let output = String::from_utf8_lossy(&port.output);
    assert!(matches!(output.lines().last(), Some("Won" | "You Win!")), "{name}");
}

#[test]
fn par_of_the_bundled_maps_is_proven() {
    maps(false).into_iter().for_each(|(entry, name, par)| check(entry, name, par));
}

#[test]
#[ignore = "long: the hardest maps"]
fn par_of_the_hardest_maps_is_proven() {
    for (entry, name, par) in maps(true) {
        println!("{name}");
        check(entry, name, par);
    }
}

#[test]
fn the_same_limits_give_the_same_answer() {
    let (entry, name, _) = maps(false)[2];
    let question = Question { most_turns: 20, fewest_losses: true };
    for nodes in [1, 100, 5_000, 100_000] {
        let limits = Limits { nodes, memory: MEMORY };
        let once = || solve_table(&*table(entry, name), question, limits, &mut |_| ControlFlow::Continue(()));
        assert_eq!(once(), once());
        assert!(once().unwrap().answer.nodes <= nodes);
    }
}

#[test]
fn too_little_of_anything_is_said() {
    let (entry, name, par) = maps(false).into_iter().find(|(_, _, par)| *par == 2).unwrap();
    let ask = |most_turns, limits, stop: bool| {
        let mut watch = |_: &_| if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let question = Question { most_turns, fewest_losses: false };
        solve_table(&*table(entry, name), question, limits, &mut watch).unwrap().answer
    };
    assert_eq!(ask(par - 1, Limits::memory(MEMORY), false).verdict(), Verdict::NotWithin(par - 1));
    let little = ask(20, Limits { nodes: 10, memory: MEMORY }, false);
    assert_eq!(little.halt, Some(solver::Halt::Nodes));
    assert!(matches!(little.verdict(), Verdict::Between { known: None, .. }), "{little:?}");
    assert_eq!(ask(20, Limits::memory(0), false).halt, Some(solver::Halt::Memory));
    assert_eq!(ask(20, Limits::memory(MEMORY), true).halt, Some(solver::Halt::Asked));
}

#[test]
fn fewest_losses_are_proven() {
    // The first win that is found loses a unit or none; no smaller number of losses is possible.
    for (entry, name, par) in maps(false).into_iter().filter(|(_, _, par)| *par <= 2) {
        let any = solve(entry, name, false).answer;
        let fewest = solve(entry, name, true).answer;
        assert_eq!(fewest.verdict(), Verdict::Solved(par), "{name}");
        assert!(fewest.fewest_losses, "{name}");
        assert!(fewest.win.unwrap().losses <= any.win.unwrap().losses, "{name}");
    }
}
