//! `sandtable judge minimize`.

use super::args::Minimize;
use super::{exercise, stage, workshop};
use crate::failure::Failure;
use crate::screen;
use game::conform::Compare;
use game::console::Stage;
use indicatif::ProgressBar;
use judge::case::Case;
use judge::grade::run_case;
use judge::minimize::{Search, minimize};
use judge::{Allowance, CaseVerdict, Exercise, Recipes, Submission};
use sandbox::Sandbox;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub(crate) fn run(options: &Minimize) -> Result<ExitCode, Failure> {
    let (exercise, case) = find_case(options)?;
    let (sandbox, cache) = workshop(options.containment)?;
    let (submission, recipes) = program(&options.program, &sandbox)?;
    let part = submission
        .part(case.stage)
        .ok_or_else(|| Failure::usage(format!("there is no program for stage {} in it", case.stage as u8)))?;
    let built = recipes.build(&sandbox, &cache, part, case.stage).map_err(Failure::failed)?;
    let cannot_run = |error| Failure::failed(format!("the program cannot be run: {error}"));
    let usual = Allowance::default();
    let judged = run_case(&sandbox, &built.program, &case, &usual).map_err(cannot_run)?;
    if judged.verdict == CaseVerdict::Correct {
        return Err(Failure::failed("the program does not fail this case: there is nothing to shrink"));
    }
    // A smaller case takes no longer; whoever waits for more input is not waited for.
    let least = Duration::from_millis(300);
    let allowance = Allowance {
        cpu: (judged.cpu * 4).clamp(least, usual.cpu.max(least)),
        wall: 4 * least,
        output: 4 << 20,
        ..usual
    };
    let failure = judge::minimize::Failure::of(exercise, &case, &judged);
    let lines = |case: &Case| case.input.split_inclusive(|byte| *byte == b'\n').count();
    let before = lines(&case);
    let mut runs = 0;
    let mut run = |case: &Case| {
        runs += 1;
        run_case(&sandbox, &built.program, case, &allowance)
    };
    let bar = ProgressBar::with_draw_target(None, screen::target());
    let mut progress =
        |left: usize, runs: usize| bar.set_message(format!("{left} of {before} lines left, {runs} runs"));
    let search = Search {
        exercise,
        run: &mut run,
        until: Instant::now() + Duration::from_secs_f64(options.time),
        progress: &mut progress,
    };
    let least = minimize(search, &case, &failure).map_err(cannot_run)?;
    bar.finish_and_clear();
    errln!("{} of {before} lines left, after {runs} runs", lines(&least));
    match &options.output {
        Some(name) => write_case(name, &least)?,
        None => out!("{}", String::from_utf8_lossy(&least.input)),
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the case and finds out whose it is: the game and stage in which our engine gives the
/// expected output.
fn find_case(options: &Minimize) -> Result<(&'static Exercise, Case), Failure> {
    let read = |path: &Path| {
        fs::read(path).map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))
    };
    let input = read(&options.case)?;
    let expected = read(&options.case.with_extension("out"))?;
    let name = options.case.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let exercises: Vec<&'static Exercise> = match &options.game {
        Some(name) => vec![exercise(name)?],
        None => Exercise::all().iter().collect(),
    };
    let stages = match options.stage {
        Some(number) => vec![stage(number)],
        None => Stage::ALL.into_iter().rev().collect(),
    };
    for exercise in exercises {
        for stage in &stages {
            let mut case = Case::made(exercise, *stage, name.clone(), input.clone());
            if judge::compare::difference(Compare::Loose, &expected, &case.expected).is_none() {
                if options.exact {
                    case.compare = Compare::Exact;
                }
                return Ok((exercise, case));
            }
        }
    }
    Err(Failure::usage(format!(
        "{}: no game and stage gives the expected output that stands beside it, so expected outputs of smaller cases cannot be worked out",
        options.case.display()
    )))
}

/// One word may be anything that can be judged; several are a command.
fn program(words: &[String], sandbox: &Sandbox) -> Result<(Submission, Recipes), Failure> {
    if let [source] = words {
        let submission = Submission::open(Path::new(source), None, sandbox).map_err(Failure::usage)?;
        return Ok((submission, Recipes::default()));
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
    let first = fs::canonicalize(&words[0]).map_or(words[0].clone(), |path| path.display().to_string());
    let run = [&[first], &quoted[1..]].concat().join(" ");
    let submission = Submission::nothing().map_err(Failure::failed)?;
    Ok((submission, Recipes { run: Some(run), ..Recipes::default() }))
}

fn write_case(name: &Path, case: &Case) -> Result<(), Failure> {
    for (extension, contents) in [("in", &case.input), ("out", &case.expected)] {
        let path = name.with_extension(extension);
        fs::write(&path, contents)
            .map_err(|error| Failure::failed(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(())
}
