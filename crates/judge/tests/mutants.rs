//! How often a mistake is named, and how often rightly: right programs with one line made wrong.
//!
//! `cargo test --release -p sandtable-judge --test mutants -- --ignored --nocapture` runs all and
//! prints the figures.

#![allow(clippy::print_stdout, reason = "the figures are what this is for, and a skipped test says why")]

use game::console::Stage;
use judge::case::{Case, Strictness};
use judge::compare::difference;
use judge::diagnose::{Certainty, Failed, Observations, Probed, diagnose};
use judge::{Exercise, Language, Section, bundled};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A line of a list of mutants.
struct Mutant {
    /// The mistakes that may be named; none if it is no mistake of our list.
    names: Vec<String>,
    source: String,
    /// What was replaced, to tell it from others.
    label: String,
}

/// The mutants of a game; `MUTANTS=FOLDER` names another folder with lists.
fn mutants(game: &str) -> Vec<Mutant> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants");
    let source = fs::read_to_string(folder.join(format!("{game}.cpp"))).unwrap();
    let lists = std::env::var_os("MUTANTS").map_or(folder, Into::into);
    let list = fs::read_to_string(lists.join(format!("{game}.txt"))).unwrap();
    let unescaped = |text: &str| {
        text.replace("\\\\", "\u{0}").replace("\\n", "\n").replace("\u{0}", "\\").replace("\u{1}", "|")
    };
    let mutant = |line: &str| {
        let line = line.replace("\\|", "\u{1}");
        let mut parts = line.split('|');
        let (names, old, new) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let (old, new) = (unescaped(old), unescaped(new));
        assert!(source.contains(&old), "{game}: `{old}` is not in the program");
        let names = names.split(',').filter(|name| *name != "-").map(str::to_string).collect();
        Mutant { names, source: source.replacen(&old, &new, 1), label: line.replace('\u{1}', "|") }
    };
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(mutant).collect()
}

/// Compiles a program; none if there is no compiler.
fn compile(source: &str, folder: &Path) -> Option<std::path::PathBuf> {
    let (text, program) = (folder.join("main.cpp"), folder.join("program"));
    fs::write(&text, source).unwrap();
    let output =
        Command::new("g++").args(["-std=c++11", "-w", "-o"]).args([&program, &text]).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

fn run(program: &Path, input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("timeout")
        .arg("2")
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap().stdout;
    feeder.join().unwrap();
    output
}

/// What was said about one mutant.
struct Outcome {
    fails: bool,
    /// The mistakes named, with the number of cases.
    named: BTreeMap<String, usize>,
}

fn judged(exercise: &'static Exercise, cases: &[Case], program: &Path) -> Outcome {
    let outputs: Vec<Vec<u8>> = cases.iter().map(|case| run(program, &case.input)).collect();
    let wrong = |case: &Case, output: &[u8]| difference(case.compare, &case.expected, output).is_some();
    let pairs = || cases.iter().zip(&outputs);
    let seen = Observations {
        failed: pairs()
            .filter(|(case, output)| wrong(case, output))
            .map(|(case, output)| Failed { case, output })
            .collect(),
        correct: pairs().filter(|(case, output)| !wrong(case, output)).map(|(case, _)| case).collect(),
    };
    let probe = |probes: &[Case]| {
        let probed = |case: &Case| {
            let output = run(program, &case.input);
            if wrong(case, &output) { Probed::Wrong(output) } else { Probed::Right }
        };
        Ok::<_, Infallible>(probes.iter().map(probed).collect())
    };
    let Ok(diagnoses) = diagnose(exercise, &seen, Language::En, probe);
    let mut named = BTreeMap::new();
    for diagnosis in diagnoses.into_iter().flatten() {
        if diagnosis.certainty == Certainty::Named {
            *named.entry(diagnosis.mistakes[0].name.clone()).or_insert(0) += 1;
        }
    }
    Outcome { fails: !seen.failed.is_empty(), named }
}

/// The figures of a game.
#[derive(Default)]
struct Figures {
    mutants: usize,
    unnoticed: usize,
    named: usize,
    right: usize,
    wrong: usize,
}

fn measure(game: &str, mutants: &[Mutant]) -> Option<Figures> {
    let exercise = Exercise::find(game).unwrap();
    let set = |section| bundled(exercise, Stage::Four, section, Strictness::Course).unwrap();
    let cases = [set(Section::Handout), set(Section::Robustness)].concat();
    let folder = tempfile::tempdir().unwrap();
    let mut figures = Figures::default();
    for mutant in mutants {
        let program = compile(&mutant.source, folder.path())?;
        let outcome = judged(exercise, &cases, &program);
        let right = outcome.named.keys().filter(|name| mutant.names.contains(name)).count();
        figures.mutants += 1;
        figures.unnoticed += usize::from(!outcome.fails);
        figures.named += usize::from(right > 0);
        figures.right += outcome
            .named
            .iter()
            .filter(|(name, _)| mutant.names.contains(name))
            .map(|(_, n)| n)
            .sum::<usize>();
        figures.wrong += outcome
            .named
            .iter()
            .filter(|(name, _)| !mutant.names.contains(name))
            .map(|(_, n)| n)
            .sum::<usize>();
        if right == 0 && !mutant.names.is_empty() || outcome.named.len() > right {
            println!("{game}: {}\n    fails {}, named {:?}", mutant.label, outcome.fails, outcome.named);
        }
    }
    Some(figures)
}

fn check(game: &str, mutants: &[Mutant]) {
    let Some(Figures { mutants, unnoticed, named, right, wrong }) = measure(game, mutants) else {
        return println!("skipped: there is no g++ on this machine");
    };
    println!(
        "{game}: {mutants} mutants, {unnoticed} pass all cases, {named} named ({} %); of {} cases with a mistake named {right} right ({} %)",
        named * 100 / mutants,
        right + wrong,
        right * 100 / (right + wrong).max(1)
    );
    assert!(named * 100 >= mutants * 85, "too few mutants are named");
    assert!(right * 100 >= (right + wrong) * 98, "too many mistakes are named wrongly");
}

#[test]
fn the_right_programs_pass_everything_graded() {
    for game in ["breach", "goblins"] {
        let exercise = Exercise::find(game).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/mutants/{game}.cpp"));
        let folder = tempfile::tempdir().unwrap();
        let Some(program) = compile(&fs::read_to_string(source).unwrap(), folder.path()) else {
            return println!("skipped: there is no g++ on this machine");
        };
        let cases = bundled(exercise, Stage::Four, Section::Handout, Strictness::Course).unwrap();
        assert!(!judged(exercise, &cases, &program).fails, "{game}");
    }
}

#[test]
fn some_mutants_are_named() {
    for game in ["breach", "goblins"] {
        let listed = mutants(game).into_iter().filter(|mutant| !mutant.names.is_empty());
        check(game, &listed.step_by(24).collect::<Vec<_>>());
    }
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_breach_are_named() {
    check("breach", &mutants("breach"));
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_goblins_are_named() {
    check("goblins", &mutants("goblins"));
}
