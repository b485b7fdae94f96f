//! `sandtable map`.

use crate::args::{Map, MapAction, MapFile};
use crate::failure::Failure;
use crate::{maps, par, registry};
use game::{Diagnostics, GameEntry, NewMap, Problem, SetupError};
use matches::inbox::harmless;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &Map) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    match &options.action {
        MapAction::Check(file) => check(entry, file),
        MapAction::Show(file) => show(entry, file),
        MapAction::New { seed, rows, cols, style } => {
            let style = style.as_deref();
            new(entry, NewMap { seed: seed.number(), rows: *rows, cols: *cols, style })
        }
        MapAction::List { json: true } => {
            outln!("{}", list_as_json(entry));
            Ok(ExitCode::SUCCESS)
        }
        MapAction::List { json: false } => list(entry),
    }
}

fn check(entry: &dyn GameEntry, wanted: &MapFile) -> Result<ExitCode, Failure> {
    let (map, rules) = open(entry, wanted)?;
    let report = entry.check_map(&map, rules).map_err(Failure::usage)?;
    if wanted.json {
        outln!("{}", report_as_json(&wanted.file, &report));
    } else {
        print_report(&wanted.file, &report);
        if report.is_usable() {
            outln!("{}: a valid map for {} ({rules})", wanted.file.display(), entry.name());
        }
    }
    Ok(if report.is_usable() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn show(entry: &dyn GameEntry, wanted: &MapFile) -> Result<ExitCode, Failure> {
    let (map, rules) = open(entry, wanted)?;
    match entry.show_map(&map, rules) {
        Ok(drawing) if wanted.json => outln!("{}", json!({ "drawing": drawing })),
        Ok(drawing) => out!("{drawing}"),
        Err(wrong) => return Err(unusable(&wanted.file, &wrong)),
    }
    Ok(ExitCode::SUCCESS)
}

fn new(entry: &dyn GameEntry, wanted: NewMap<'_>) -> Result<ExitCode, Failure> {
    if let Some(style) = wanted.style.filter(|style| !entry.map_styles().contains(style)) {
        let (game, known) = (entry.name(), entry.map_styles().join(", "));
        return Err(Failure::usage(format!(
            "{game} makes no maps in the style `{style}`; it knows: {known}"
        )));
    }
    out!("{}", entry.new_map(wanted).map_err(Failure::failed)?);
    Ok(ExitCode::SUCCESS)
}

fn list(entry: &dyn GameEntry) -> Result<ExitCode, Failure> {
    let widest = entry.maps().iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, text) in entry.maps() {
        match par::of_map(entry, text) {
            Some(par) => outln!("{name:widest$}  par {par}"),
            None => outln!("{name}"),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The maps for programs.
fn list_as_json(entry: &dyn GameEntry) -> Value {
    let maps = entry.maps().iter();
    maps.map(|(name, text)| json!({ "name": name, "par": par::of_map(entry, text) })).collect()
}

fn open(entry: &dyn GameEntry, wanted: &MapFile) -> Result<(Vec<u8>, &'static str), Failure> {
    let rules = registry::profile(entry, wanted.rules.as_deref(), wanted.stage)?;
    Ok((maps::read(entry, &wanted.file)?, rules))
}

/// The failure of a command that needed a setup.
pub(crate) fn unusable(file: &Path, wrong: &SetupError) -> Failure {
    match wrong {
        SetupError::Profile(unknown) => Failure::usage(unknown),
        SetupError::Map(report) => broken(file, report),
    }
}

/// The failure of a command that needed a valid map.
pub(crate) fn broken(file: &Path, report: &Diagnostics) -> Failure {
    let lines: Vec<String> = report
        .problems
        .iter()
        .map(|problem| harmless(&format!("{}:{}: {}", file.display(), problem.line, problem.text)))
        .collect();
    Failure::failed(lines.join("\n       "))
}

fn print_report(file: &Path, report: &Diagnostics) {
    for (kind, problems) in [("error", &report.problems), ("warning", &report.warnings)] {
        for Problem { line, text } in problems {
            outln!("{}", harmless(&format!("{}:{line}: {kind}: {text}", file.display())));
        }
    }
    if report.unlisted > 0 {
        outln!("{}: and {} more like these", file.display(), report.unlisted);
    }
}

fn report_as_json(file: &Path, report: &Diagnostics) -> Value {
    let rows = |problems: &[Problem]| -> Vec<Value> {
        problems.iter().map(|problem| json!({"line": problem.line, "text": problem.text})).collect()
    };
    json!({
        "file": file.display().to_string(),
        "usable": report.is_usable(),
        "problems": rows(&report.problems),
        "warnings": rows(&report.warnings),
        "unlisted": report.unlisted,
    })
}
