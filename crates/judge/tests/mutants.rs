//! How often a mistake is named, and how often rightly: right programs with one line made wrong.
//!
//! `cargo test --release -p sandtable-judge --test mutants -- --ignored --nocapture` runs all and
//! prints the figures.

#![allow(clippy::print_stdout, reason = "the figures are what this is for, and a skipped test says why")]

use game::console::Stage;
use judge::case::{Case, Strictness};
use judge::compare::difference;
use judge::diagnose::{Certainty, Diagnosis, Failed, Misunderstanding, Observations, Probed, diagnose};
use judge::{Exercise, Language, Section, bundled};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The right programs: three of each game, which have nothing in common but what they print.
const PROGRAMS: [&str; 6] =
    ["breach", "breach-arrays", "breach-tables", "goblins", "goblins-classes", "goblins-canvas"];

/// Lists of further mutants, made when the list of mistakes was finished: of the first programs.
const UNSEEN: &str = "-unseen";

/// The exercise that a program is for.
fn exercise_of(program: &str) -> &'static Exercise {
    Exercise::find(program.split('-').next().unwrap()).unwrap()
}

fn source_of(program: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants");
    fs::read_to_string(folder.join(format!("{}.cpp", program.trim_end_matches(UNSEEN)))).unwrap()
}

/// A line of a list of mutants.
struct Mutant {
    /// What may be named: mistakes, titles of rules, or `text`.
    names: Vec<String>,
    source: String,
    /// What was replaced, to tell it from others.
    label: String,
}

impl Mutant {
    /// Whether it is right to say this of it. What names the rule of a mistake is right, too.
    fn is(&self, exercise: &Exercise, said: &Misunderstanding) -> bool {
        let rule_of = |name: &String| {
            exercise.console.mistakes().iter().find(|mistake| mistake.name == *name).map(|it| it.rule.title)
        };
        let is_general = said.name.starts_with("rule: ");
        self.names.iter().any(|name| {
            *name == said.name
                || *name == said.rule.title
                || name == "text" && said.name.starts_with("text: ")
                || is_general && rule_of(name) == Some(said.rule.title.as_str())
        })
    }
}

/// The mutants of a program; `MUTANTS=FOLDER` names another folder with lists.
fn mutants(program: &str) -> Vec<Mutant> {
    let source = source_of(program);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants");
    let lists = std::env::var_os("MUTANTS").map_or(folder, Into::into);
    let list = fs::read_to_string(lists.join(format!("{program}.txt"))).unwrap();
    let unescaped = |text: &str| {
        text.replace("\\\\", "\u{0}").replace("\\n", "\n").replace("\u{0}", "\\").replace("\u{1}", "|")
    };
    let mutant = |line: &str| {
        let line = line.replace("\\|", "\u{1}");
        let mut parts = line.split('|');
        let (names, old, new) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let (old, new) = (unescaped(old), unescaped(new));
        assert!(source.contains(&old), "{program}: `{old}` is not in the program");
        let names = names.split(',').map(str::to_string).collect();
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

/// What was said about one program.
struct Outcome {
    fails: bool,
    /// For each case with something named what that is: one of these.
    named: Vec<Vec<Misunderstanding>>,
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
    let named = diagnoses.into_iter().flatten().filter(|it| it.certainty == Certainty::Named);
    let of = |it: Diagnosis| it.mistakes.into_iter().take(1).chain(it.alternatives).collect();
    Outcome { fails: !seen.failed.is_empty(), named: named.map(of).collect() }
}

/// The figures of a program's mutants.
#[derive(Default)]
struct Figures {
    mutants: usize,
    unnoticed: usize,
    named: usize,
    /// Named in the first place, and not as an alternative.
    named_first: usize,
    right: usize,
    wrong: usize,
}

fn measure(program: &str, mutants: &[Mutant]) -> Option<Figures> {
    let exercise = exercise_of(program);
    let set = |section| bundled(exercise, Stage::Four, section, Strictness::Course).unwrap();
    let cases = [set(Section::Handout), set(Section::Robustness)].concat();
    let folder = tempfile::tempdir().unwrap();
    let mut figures = Figures::default();
    for mutant in mutants {
        let Outcome { fails, named } = judged(exercise, &cases, &compile(&mutant.source, folder.path())?);
        let is_right = |said: &&Vec<Misunderstanding>| said.iter().any(|it| mutant.is(exercise, it));
        let right = named.iter().filter(is_right).count();
        figures.mutants += 1;
        figures.unnoticed += usize::from(!fails);
        figures.named += usize::from(right > 0);
        let in_first_place = |said: &Vec<Misunderstanding>| mutant.is(exercise, &said[0]);
        figures.named_first += usize::from(named.iter().any(in_first_place));
        figures.right += right;
        figures.wrong += named.len() - right;
        if right == 0 || named.len() > right {
            let mut said: BTreeMap<Vec<String>, usize> = BTreeMap::new();
            for list in named {
                *said.entry(list.into_iter().map(|it| it.name).collect()).or_default() += 1;
            }
            println!("{program}: {}\n    fails {fails}, named {said:?}", mutant.label);
        }
    }
    Some(figures)
}

/// Measures mutants and prints the figures; none if there is no compiler.
fn measured(program: &str, mutants: &[Mutant]) -> Option<Figures> {
    let Some(figures) = measure(program, mutants) else {
        println!("skipped: there is no g++ on this machine");
        return None;
    };
    let Figures { mutants, unnoticed, named, named_first, right, wrong } = figures;
    println!(
        "{program}: {mutants} mutants, {unnoticed} pass all cases, {named} named ({} %, {named_first} in the first place); of {} cases with a mistake named {right} right ({} %)",
        named * 100 / mutants,
        right + wrong,
        right * 100 / (right + wrong).max(1)
    );
    Some(figures)
}

fn check(program: &str) {
    if let Some(Figures { mutants, named, right, wrong, .. }) = measured(program, &mutants(program)) {
        assert!(named * 100 >= mutants * 85, "too few mutants are named");
        assert!(right * 100 >= (right + wrong) * 98, "too many mistakes are named wrongly");
    }
}

#[test]
fn the_right_programs_pass_everything_graded() {
    for program in PROGRAMS {
        let exercise = exercise_of(program);
        let folder = tempfile::tempdir().unwrap();
        let Some(built) = compile(&source_of(program), folder.path()) else {
            return println!("skipped: there is no g++ on this machine");
        };
        let cases = bundled(exercise, Stage::Four, Section::Handout, Strictness::Course).unwrap();
        let outcome = judged(exercise, &cases, &built);
        assert!(!outcome.fails && outcome.named.is_empty(), "{program}");
    }
}

#[test]
fn some_mutants_are_named() {
    let (mut all_noticed, mut all_named) = (0, 0);
    for program in PROGRAMS {
        // The first and one from the middle: `cargo xtask long judge` tries them all.
        let all = mutants(program);
        let middle = all.len().div_ceil(2);
        let some: Vec<Mutant> = all.into_iter().step_by(middle).collect();
        let Some(Figures { mutants, unnoticed, named, wrong, .. }) = measured(program, &some) else { return };
        assert!(wrong <= 1, "{program}: {wrong} cases wrongly");
        all_noticed += mutants - unnoticed;
        all_named += named;
    }
    // So few may hold more of those without a name than all of them do.
    assert!(all_named * 100 >= all_noticed * 75, "{all_named} of {all_noticed} named");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_breach_are_named() {
    check("breach");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_breach_in_another_style_are_named() {
    check("breach-arrays");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_breach_in_a_third_style_are_named() {
    check("breach-tables");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn unseen_mutants_of_breach_are_named() {
    check("breach-unseen");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn unseen_mutants_of_goblins_are_named() {
    check("goblins-unseen");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_goblins_are_named() {
    check("goblins");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_goblins_in_another_style_are_named() {
    check("goblins-classes");
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn mutants_of_goblins_in_a_third_style_are_named() {
    check("goblins-canvas");
}
