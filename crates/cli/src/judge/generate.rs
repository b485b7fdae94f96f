//! `sandtable judge gen`.

use super::args::Gen;
use super::{exercise, stage};
use crate::failure::Failure;
use judge::Section;
use judge::generate::{CaseWish, Generated, MadeCase, Scope, generate};
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &Gen) -> Result<ExitCode, Failure> {
    let folder = &options.output;
    make_empty(folder)?;
    let scope = match (options.graded_only, options.robust_only) {
        (true, _) => Scope::Graded,
        (_, true) => Scope::Robust,
        _ => Scope::Everything,
    };
    let wish = CaseWish {
        stage: stage(options.stage),
        count: options.count.map(usize::from),
        seed: options.seed.number(),
        scope,
    };
    let generated = generate(exercise(&options.game)?, wish);
    write_cases(folder, &generated)
        .map_err(|error| Failure::failed(format!("cannot write to {}: {error}", folder.display())))?;
    if options.json {
        print_json(&generated);
    } else {
        print_report(&generated);
    }
    Ok(ExitCode::SUCCESS)
}

fn make_empty(folder: &Path) -> Result<(), Failure> {
    let cannot = |error| Failure::usage(format!("cannot use the folder {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    if fs::read_dir(folder).map_err(cannot)?.next().is_some() {
        return Err(Failure::usage(format!("the folder {} is not empty", folder.display())));
    }
    Ok(())
}

fn write_cases(folder: &Path, generated: &Generated) -> std::io::Result<()> {
    for made in &generated.cases {
        fs::write(folder.join(format!("{}.in", made.case.name)), &made.case.input)?;
        fs::write(folder.join(format!("{}.out", made.case.name)), &made.case.expected)?;
    }
    fs::write(folder.join("manifest.tsv"), manifest(&generated.cases))
}

fn manifest(cases: &[MadeCase]) -> String {
    let mut text = String::from("case\texit_status\tcompare\tsection\tmechanisms\tmistakes\n");
    for MadeCase { case, shows, kills } in cases {
        let (shows, kills) = (shows.join(" "), kills.join(" "));
        let section = match case.section {
            Section::Handout => "handout",
            Section::Robustness => "robustness",
        };
        let _ = writeln!(text, "{}\t{}\texact\t{section}\t{shows}\t{kills}", case.name, case.exit_status);
    }
    text
}

fn print_report(generated: &Generated) {
    for made in &generated.cases {
        outln!(
            "{}: {} lines of input, {} of output",
            made.case.name,
            lines(&made.case.input),
            lines(&made.case.expected)
        );
        outln!("  shows {}", listed(&made.shows));
        outln!("  finds out {}", listed(&made.kills));
    }
    let counted = |what: &str, missing: &[&str]| {
        if missing.is_empty() {
            format!("every {what}")
        } else {
            format!("every {what} but {}", missing.join(", "))
        }
    };
    outln!(
        "{} cases that show {} and find out {}",
        generated.cases.len(),
        counted("mechanism of the stage", &generated.unseen),
        counted("known mistake", &generated.survivors)
    );
}

fn lines(text: &[u8]) -> usize {
    text.split_inclusive(|byte| *byte == b'\n').count()
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "nothing new".to_string() } else { names.join(", ") }
}

fn print_json(generated: &Generated) {
    let cases: Vec<_> = generated
        .cases
        .iter()
        .map(|made| {
            json!({"case": made.case.name, "exit_status": made.case.exit_status, "mechanisms": made.shows, "mistakes": made.kills})
        })
        .collect();
    outln!("{}", json!({"cases": cases, "unseen": generated.unseen, "survivors": generated.survivors}));
}
