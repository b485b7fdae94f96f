//! `sandtable puzzle`.

pub(crate) mod args;

use crate::failure::Failure;
use crate::files::write_whole;
use crate::match_command::random_seed;
use crate::seed::Seed;
use crate::solve::Reporter;
use crate::{map, par, registry};
use args::Puzzle;
use game::GameEntry;
use serde_json::{Value, json};
use solver::{AnyOrder, Composed, Grade, Progress, turns};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &Puzzle) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    if options.list {
        list(entry, options.json);
        return Ok(ExitCode::SUCCESS);
    }
    let seed = options.seed.map_or_else(|| random_seed().map(Seed::Whole), Ok)?;
    let puzzle = compose(options, seed.number())?;
    if let Some(file) = &options.output {
        write_whole(file, puzzle.map.as_bytes())
            .map_err(|error| Failure::failed(format!("cannot write {}: {error}", file.display())))?;
    }
    match (&options.output, options.json) {
        (_, true) => outln!("{}", as_json(options, seed, &puzzle)),
        (Some(file), false) => {
            out!("{}", drawn(entry, file, &puzzle.map)?);
            about(options, seed, &puzzle).iter().for_each(|line| outln!("{line}"));
        }
        (None, false) => {
            out!("{}", puzzle.map);
            about(options, seed, &puzzle).iter().for_each(|line| errln!("{line}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn compose(options: &Puzzle, seed: u64) -> Result<Composed<AnyOrder>, Failure> {
    let mut reporter = Reporter::new();
    let mut watch = |progress: &Progress| {
        reporter.tell("making a puzzle", progress);
        ControlFlow::Continue(())
    };
    match solver::compose_map(&options.game, options.turns, seed, &mut watch) {
        Some(Ok(puzzle)) => Ok(puzzle),
        Some(Err(_)) => Err(Failure::failed("no puzzle was made")),
        None => Err(Failure::usage(format!("puzzles of {} cannot be made", options.game))),
    }
}

fn drawn(entry: &dyn GameEntry, file: &Path, text: &str) -> Result<String, Failure> {
    let drawing = entry.show_map(text.as_bytes(), entry.profiles()[0]);
    drawing.map_err(|wrong| map::unusable(file, &wrong))
}

/// What is said of a puzzle, a line each.
fn about(options: &Puzzle, seed: Seed, puzzle: &Composed<AnyOrder>) -> Vec<String> {
    let Composed { tries, all, .. } = puzzle;
    let mut lines = vec![format!(
        "win in {}; {}: 1 of {all} first turns wins, {tries} others look at least as good; seed {seed}",
        turns(puzzle.turns),
        puzzle.grade().name(),
    )];
    if options.solution {
        let orders: Vec<_> = puzzle.solution.iter().map(|order| order.text.as_str()).collect();
        lines.push(format!("turn 1: {}", orders.join(", ")));
    }
    lines
}

fn as_json(options: &Puzzle, seed: Seed, puzzle: &Composed<AnyOrder>) -> Value {
    let order = |order: &AnyOrder| serde_json::from_str::<Value>(order.json.get()).unwrap_or_default();
    json!({
        "game": options.game,
        "turns": puzzle.turns,
        "seed": seed.to_string(),
        "grade": puzzle.grade().name(),
        "tries": puzzle.tries,
        "first_turns": puzzle.all,
        "solution": puzzle.solution.iter().map(order).collect::<Vec<_>>(),
        "map": puzzle.map,
    })
}

/// The puzzles that come with the game.
fn list(entry: &dyn GameEntry, as_json: bool) {
    let infos = entry
        .puzzles()
        .iter()
        .filter_map(|(name, _)| par::info(entry.name(), name)?.puzzle.map(|puzzle| (name, puzzle)));
    let rows = infos.map(|(name, puzzle)| (name, u32::from(puzzle.par), grade(puzzle.difficulty).name()));
    if as_json {
        let rows = rows.map(|(name, par, grade)| json!({ "name": name, "par": par, "grade": grade }));
        outln!("{}", rows.collect::<Value>());
    } else {
        rows.for_each(|(name, par, grade)| outln!("{name}  par {par}  {grade}"));
    }
}

/// The grade of a bundled puzzle, which is listed as the difficulty of a map.
const fn grade(difficulty: u8) -> Grade {
    match difficulty {
        0 | 1 => Grade::Easy,
        2 => Grade::Medium,
        _ => Grade::Hard,
    }
}
