//! `sandtable judge`.

pub(crate) mod args;
mod generate;
mod grade;
mod minimize;
mod watch;

use crate::containment::Containment;
use crate::failure::Failure;
use args::{Action, Judge};
use game::console::Stage;
use judge::Exercise;
use sandbox::{Cache, Sandbox};
use std::process::ExitCode;

pub(crate) fn run(options: &Judge) -> Result<ExitCode, Failure> {
    match &options.action {
        Some(Action::Gen(options)) => generate::run(options),
        Some(Action::Minimize(options)) => minimize::run(options),
        None => grade::run(&options.grade),
    }
}

fn exercise(name: &str) -> Result<&'static Exercise, Failure> {
    Exercise::find(name).ok_or_else(|| Failure::usage(format!("{name} has no graded dialogue")))
}

fn stage(number: u8) -> Stage {
    Stage::from_number(number).unwrap_or_default()
}

/// The sandbox and the place for compiled programs.
fn workshop(containment: Containment) -> Result<(Sandbox, Cache), Failure> {
    let sandbox = containment.open()?;
    let cache = Cache::of_user()
        .map_err(|error| Failure::failed(format!("there is no place for compiled programs: {error}")))?;
    Ok((sandbox, cache))
}
