//! `sandtable class`.

pub(crate) mod args;
mod files;

use crate::failure::Failure;
use crate::judge::{case_set, exercise, language, stage, workshop};
use crate::{match_command, screen};
use args::Class;
use class::collect::{Collection, collect};
use class::judging::{COMPARED, Judging, grading_options};
use class::report::{ClassReport, State};
use class::run::{GradedClass, KeptResults, Unfinished, grade_class};
use class::similarity::{SourceFile, WORTH_A_LOOK, similar_pairs};
use class::{Policy, Roster};
use indicatif::{ProgressBar, ProgressStyle};
use judge::case::Strictness;
use judge::{GradingWorkshop, Recipes, VerdictStore};
use serde_json::json;
use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(crate) fn run(options: &Class) -> Result<ExitCode, Failure> {
    if options.print_policy {
        out!("{}", Policy::TEMPLATE);
        return Ok(ExitCode::SUCCESS);
    }
    let (Some(folder), Some(output)) = (&options.folder, &options.output) else {
        return Err(Failure::usage(
            "which folder is to be graded, and where to? See `sandtable class --help`",
        ));
    };
    let roster = options.roster.as_deref().map(read_roster).transpose()?;
    let (policy, handout) = match &options.policy {
        Some(file) => read_policy(file)?,
        None => (Policy::default(), Vec::new()),
    };
    let collection = collect(folder, roster.as_ref()).map_err(|error| named(folder, &error))?;
    if collection.entries.is_empty() {
        return Err(Failure::usage(format!(
            "{}: there are no submissions; expected a folder, a .zip or a source file for each student",
            folder.display()
        )));
    }
    fs::create_dir_all(output).map_err(|error| named(output, &error))?;
    let _lock = lock(output)?;
    let Some(graded) = grade(options, &policy, &collection, output)? else {
        return Ok(ExitCode::from(match_command::INTERRUPTED));
    };
    let kept = graded.kept;
    let mut pairs = similar_pairs(&graded.sources, &handout);
    pairs.retain(|pair| pair.similarity.max(pair.contained) >= WORTH_A_LOOK);
    let report = ClassReport::new(
        &options.game,
        policy,
        (&collection, roster.as_ref()),
        graded.results,
        pairs,
        options.file_times,
    );
    files::write(output, &report, roster.as_ref(), &graded.sources, language(options.lang.as_deref()))?;
    print_summary(options, &report, output, kept);
    Ok(ExitCode::SUCCESS)
}

fn named(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}

fn read_roster(file: &Path) -> Result<Roster, Failure> {
    let opened = File::open(file).map_err(|error| named(file, &error))?;
    Roster::read(opened).map_err(|error| named(file, &error))
}

/// The policy, and the sources of the handout it names.
fn read_policy(file: &Path) -> Result<(Policy, Vec<SourceFile>), Failure> {
    let text = fs::read_to_string(file).map_err(|error| named(file, &error))?;
    let policy = Policy::parse(&text).map_err(|error| named(file, &error))?;
    let Some(folder) = policy.handout_beside(file) else { return Ok((policy, Vec::new())) };
    let sources = judge::submission::sources_in(&folder, COMPARED).map_err(|error| named(&folder, &error))?;
    let handout = sources.into_iter().map(|(name, text)| SourceFile { name, text }).collect();
    Ok((policy, handout))
}

/// Keeps a second run off the same report.
fn lock(output: &Path) -> Result<File, Failure> {
    let path = output.join(".lock");
    let file = File::create(&path).map_err(|error| named(&path, &error))?;
    file.try_lock().map_err(|_| {
        Failure::failed(format!("{}: another run is writing this report; wait for it", output.display()))
    })?;
    Ok(file)
}

/// Grades everything; none if it was interrupted.
fn grade(
    options: &Class,
    policy: &Policy,
    collection: &Collection,
    output: &Path,
) -> Result<Option<GradedClass>, Failure> {
    let exercise = exercise(&options.game)?;
    let (sandbox, cache) = workshop(options.containment)?;
    let cases = case_set(exercise, options.cases.as_deref(), options.hidden.as_deref(), Strictness::Course)?;
    let language = language(options.lang.as_deref());
    let mut grading = grading_options(exercise, options.stage.map(stage), cases, policy, language);
    grading.recipes =
        Recipes { include: options.include.clone(), link: options.link.clone(), ..Recipes::default() };
    let verdicts = Some(VerdictStore::new(&cache));
    let judging = Judging {
        exercise,
        workshop: GradingWorkshop { sandbox: &sandbox, cache: &cache, verdicts },
        options: &grading,
    };
    let kept = KeptResults::open(&output.join(".kept")).map_err(|error| named(output, &error))?;
    let bar = bar(collection.entries.len(), !options.json);
    let stop = stop_on_signals()?;
    let jobs =
        options.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let graded = grade_class(&collection.entries, &judging, &kept, jobs, stop, &|entry, _| {
        bar.set_message(matches::inbox::harmless(&entry.name));
        bar.inc(1);
    });
    bar.finish_and_clear();
    match graded {
        Ok(graded) => Ok(Some(graded)),
        Err(Unfinished::Failed(why)) => Err(Failure::failed(why)),
        Err(Unfinished::Stopped) => {
            outln!("Interrupted. The same command goes on where it was.");
            Ok(None)
        }
    }
}

/// Set by the first Ctrl-C; the second ends the program.
fn stop_on_signals() -> Result<&'static AtomicBool, Failure> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if STOP.swap(true, std::sync::atomic::Ordering::Relaxed) {
            std::process::exit(match_command::INTERRUPTED.into());
        }
    })
    .map_err(|error| Failure::failed(format!("signals cannot be watched: {error}")))?;
    Ok(&STOP)
}

fn bar(count: usize, shown: bool) -> ProgressBar {
    let target = if shown { screen::target() } else { indicatif::ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(count as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} submissions, {eta} left  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn print_summary(options: &Class, report: &ClassReport, output: &Path, kept: usize) {
    let count = |state: State| report.rows.iter().filter(|row| row.state == state).count();
    let handed_in = report.rows.iter().filter(|row| row.entry.is_some()).count();
    if options.json {
        outln!(
            "{}",
            json!({
                "game": report.game,
                "submissions": handed_in,
                "kept": kept,
                "correct": count(State::Correct),
                "incorrect": count(State::Incorrect),
                "not_built": count(State::NotBuilt),
                "unusable": count(State::Unusable),
                "missing": count(State::Missing),
                "similar_pairs": report.pairs.len(),
                "report": output.display().to_string(),
            })
        );
        return;
    }
    let numbered = |number: usize, what: &str| {
        let plural = if number == 1 { "" } else { "s" };
        format!("{number} {what}{plural}")
    };
    outln!("{}, {kept} of them unchanged since the last run", numbered(handed_in, "submission"));
    outln!(
        "{} correct, {} not all correct, {} not built, {} cannot be opened, {} students without one",
        count(State::Correct),
        count(State::Incorrect),
        count(State::NotBuilt),
        count(State::Unusable),
        count(State::Missing)
    );
    if let Some(first) = report.pairs.first() {
        let who = |number: usize| report.rows[number].who();
        outln!(
            "{} worth a look for similarity; the most alike: {} and {} ({:.0} %)",
            numbered(report.pairs.len(), "pair"),
            who(first.pair.0),
            who(first.pair.1),
            100.0 * first.similarity
        );
    }
    outln!("The report is {}", output.join("class.html").display());
}
