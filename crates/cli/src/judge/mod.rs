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
use judge::case::Strictness;
use judge::{CaseSet, Exercise, Language};
use sandbox::{Cache, Sandbox};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &Judge) -> Result<ExitCode, Failure> {
    match &options.action {
        Some(Action::Gen(options)) => generate::run(options),
        Some(Action::Minimize(options)) => minimize::run(options),
        None => grade::run(&options.grade),
    }
}

pub(crate) fn exercise(name: &str) -> Result<&'static Exercise, Failure> {
    Exercise::find(name).ok_or_else(|| Failure::usage(format!("{name} has no graded dialogue")))
}

pub(crate) fn stage(number: u8) -> Stage {
    Stage::from_number(number).unwrap_or_default()
}

/// The sandbox and the place for compiled programs.
pub(crate) fn workshop(containment: Containment) -> Result<(Sandbox, Cache), Failure> {
    let sandbox = containment.open()?;
    let cache = Cache::of_user()
        .map_err(|error| Failure::failed(format!("there is no place for compiled programs: {error}")))?;
    Ok((sandbox, cache))
}

/// The language asked for, or that of the locale.
pub(crate) fn language(name: Option<&str>) -> Language {
    if let Some(name) = name {
        return Language::ALL.into_iter().find(|language| language.name() == name).unwrap_or_default();
    }
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.into_iter()
        .find(|value| !value.is_empty())
        .map_or(Language::En, |locale| Language::of_locale(&locale))
}

/// The cases of every stage: those of the folder named, or our own; and the hidden ones.
pub(crate) fn case_set(
    exercise: &Exercise,
    folder: Option<&Path>,
    hidden: Option<&Path>,
    strictness: Strictness,
) -> Result<CaseSet, Failure> {
    CaseSet::read(exercise, folder, hidden, strictness).map_err(Failure::usage)
}
