//! Steps: things that pass, fail, or are skipped for a reason.

use std::cell::RefCell;
use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Why a step did not pass.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// Something is wrong.
    Failed(String),
    /// This machine cannot do it.
    Skipped(String),
}

/// One step of a list.
pub(crate) struct Step<'a> {
    pub(crate) name: &'a str,
    pub(crate) action: Box<dyn Fn() -> Result<(), Stop> + 'a>,
}

impl<'a> Step<'a> {
    pub(crate) fn new(name: &'a str, action: impl Fn() -> Result<(), Stop> + 'a) -> Self {
        Self { name, action: Box::new(action) }
    }

    /// The same step, not done.
    pub(crate) fn left_out(self) -> Self {
        Self::new(self.name, || Err(Stop::Skipped("left out by --skip".into())))
    }
}

impl fmt::Debug for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whether to go on after a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnFailure {
    Stop,
    KeepGoing,
}

/// Runs the steps in order and, as the last line, counts them.
///
/// The exit code says whether one failed.
///
/// `not_tested` is what the steps left out; it is listed before the counts.
pub(crate) fn run(steps: &[Step<'_>], on_failure: OnFailure, not_tested: &RefCell<Vec<String>>) -> ExitCode {
    let mut results = Vec::new();
    for step in steps {
        let result = run_one(step);
        let failed = matches!(result, Err(Stop::Failed(_)));
        results.push((step.name, result));
        if failed && on_failure == OnFailure::Stop {
            break;
        }
    }
    if summarise(&results, steps.len(), &not_tested.borrow()) == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn run_one(step: &Step<'_>) -> Result<(), Stop> {
    println!("\n== {} ==", step.name);
    let start = Instant::now();
    let result = (step.action)();
    let time = Seconds(start.elapsed());
    match &result {
        Ok(()) => println!("passed: {} ({time})", step.name),
        Err(Stop::Failed(why)) => println!("FAILED: {} ({time}): {why}", step.name),
        Err(Stop::Skipped(why)) => println!("skipped: {}: {why}", step.name),
    }
    result
}

/// Repeats what did not pass, prints the counts, and returns how many failed.
fn summarise(results: &[(&str, Result<(), Stop>)], steps: usize, not_tested: &[String]) -> usize {
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    println!();
    for (name, result) in results {
        match result {
            Ok(()) => passed += 1,
            Err(Stop::Failed(why)) => {
                failed += 1;
                println!("FAILED: {name}: {why}");
            }
            Err(Stop::Skipped(why)) => {
                skipped += 1;
                println!("skipped: {name}: {why}");
            }
        }
    }
    if results.len() < steps {
        println!("not run: {} steps (--keep-going runs them all)", steps - results.len());
    }
    if !not_tested.is_empty() {
        println!("not tested here: {} tests were skipped", not_tested.len());
        not_tested.iter().for_each(|what| println!("  {what}"));
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    failed
}

struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} s", self.0.as_secs_f64())
    }
}
