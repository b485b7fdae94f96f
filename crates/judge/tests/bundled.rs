//! The bundled cases: they are what the generator makes, show everything, and find out every
//! mistake.
//!
//! `UPDATE_CASES=1 cargo test --release -p sandtable-judge --test bundled -- --ignored` makes the
//! sets anew.

use game::console::Stage;
use game::mistakes::MistakeSet;
use judge::case::{Case, Strictness, read_folder};
use judge::generate::{CaseWish, Scope, generate, probes};
use judge::{Exercise, Section, bundled};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The seed the sets were made with: `sandtable judge gen GAME --stage N --graded-only -o
/// crates/judge/cases/GAME/stageN`.
const SEED: u64 = 1;

const SECTIONS: [(Section, Scope); 2] =
    [(Section::Handout, Scope::Graded), (Section::Robustness, Scope::Robust)];

fn each_set(mut check: impl FnMut(&'static Exercise, Stage, Section, Vec<Case>)) {
    for exercise in Exercise::all() {
        for stage in Stage::ALL {
            for (section, _) in SECTIONS {
                check(
                    exercise,
                    stage,
                    section,
                    bundled(exercise, stage, section, Strictness::Exact).unwrap(),
                );
            }
        }
    }
}

#[test]
fn expected_outputs_are_ours() {
    each_set(|exercise, stage, _, cases| {
        for case in cases {
            let played = exercise.play(stage, &case.input, MistakeSet::NONE);
            assert!(played.output == case.expected, "{} stage {stage:?} case {}", exercise.name, case.name);
            assert_eq!(played.status, case.exit_status);
        }
    });
}

#[test]
fn what_is_graded_is_within_the_handout() {
    each_set(|exercise, stage, section, cases| {
        for case in cases {
            let name = format!("{} stage {stage:?} case {}", exercise.name, case.name);
            assert_eq!(Section::of(exercise, &case), section, "{name}");
        }
    });
}

/// The course's own cases are what the hand-out allows: were one of them not, our idea of the
/// hand-out would be too narrow.
#[test]
fn published_cases_are_within_the_handout() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    if !shared.is_dir() {
        return skipped("the recorded cases are not beside this checkout");
    }
    let published = [("breach", [5, 6, 6, 8]), ("goblins", [2, 5, 2, 2])];
    let mut beyond = Vec::new();
    for (game, counts) in published {
        let exercise = Exercise::find(game).unwrap();
        for (stage, count) in Stage::ALL.into_iter().zip(counts) {
            let folder = Folder(shared.join(game).join(format!("stage{}", stage as u8)));
            let cases = read_folder(&folder, stage, Strictness::Course).unwrap();
            let graded = |case: &&Case| Section::of(exercise, case) == Section::Handout;
            let others = cases.iter().take(count).filter(|case| !graded(case));
            beyond.extend(others.map(|case| format!("{game} {} {}", stage as u8, case.name)));
        }
    }
    // A picture of the hand-out that stops after the first of three mages, and a sample map without
    // commands: the course grades neither.
    assert_eq!(beyond, ["goblins 2 3", "goblins 4 2"]);
}

struct Folder(PathBuf);

impl game::conform::Folder for Folder {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.0.join(name)).map_err(|error| error.to_string())
    }

    fn other(&self, _: &str) -> Option<Box<dyn game::conform::Folder>> {
        None
    }
}

#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn skipped(why: &str) {
    println!("skipped: {why}");
}

#[test]
fn every_mistake_is_found_out() {
    for exercise in Exercise::all() {
        for stage in Stage::ALL {
            let set = |section| bundled(exercise, stage, section, Strictness::Exact).unwrap();
            let (graded, robust) = (set(Section::Handout), set(Section::Robustness));
            for (place, mistake) in exercise.mistakes_in(stage) {
                let beyond = exercise.beyond_handout.contains(&mistake.name);
                let cases = if beyond { &robust } else { &graded };
                let found_out = cases.iter().any(|case| case.exposes(exercise, MistakeSet::NONE.with(place)));
                assert!(found_out, "{} stage {stage:?}: {} passes", exercise.name, mistake.name);
            }
        }
    }
}

#[test]
fn there_are_dozens_of_mistakes_in_each_game() {
    for exercise in Exercise::all() {
        assert!(exercise.console.mistakes().len() >= 80);
        for stage in Stage::ALL {
            assert!(exercise.mistakes_in(stage).count() >= 5, "{} {stage:?}", exercise.name);
        }
    }
}

fn is_made_anew(exercise: &str, stage: Stage, section: Section, scope: Scope) {
    let exercise = Exercise::find(exercise).unwrap();
    let made = generate(exercise, CaseWish { stage, count: None, seed: SEED, scope });
    if std::env::var_os("UPDATE_CASES").is_some() {
        return write_set(exercise, stage, section, &made);
    }
    assert!(made.unseen.is_empty() && made.survivors.is_empty(), "{:?} {:?}", made.unseen, made.survivors);
    let kept = bundled(exercise, stage, section, Strictness::Exact).unwrap();
    let inputs = |cases: Vec<Case>| cases.into_iter().map(|case| case.input).collect::<Vec<_>>();
    let made = made.cases.into_iter().map(|made| made.case).collect();
    assert!(inputs(made) == inputs(kept), "{} stage {stage:?}: make the set anew", exercise.name);
}

#[allow(clippy::print_stdout, reason = "whoever makes sets anew wants to know what they lack")]
fn write_set(exercise: &Exercise, stage: Stage, section: Section, made: &judge::generate::Generated) {
    let set = if section == Section::Robustness { "robust/" } else { "" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("cases/{}/{set}stage{}", exercise.name, stage as u8));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut manifest = String::from("case\texit_status\tcompare\tmechanisms\tmistakes\n");
    for made in &made.cases {
        let case = &made.case;
        fs::write(folder.join(format!("{}.in", case.name)), &case.input).unwrap();
        fs::write(folder.join(format!("{}.out", case.name)), &case.expected).unwrap();
        let (shows, kills) = (made.shows.join(" "), made.kills.join(" "));
        let _ = writeln!(manifest, "{}\t{}\texact\t{shows}\t{kills}", case.name, case.exit_status);
    }
    fs::write(folder.join("manifest.tsv"), manifest).unwrap();
    let count = made.cases.len();
    println!(
        "{} {stage:?} {section:?}: {count} cases, unseen {:?}, survivors {:?}",
        exercise.name, made.unseen, made.survivors
    );
}

#[test]
#[ignore = "takes minutes without optimisation: cargo test --release -p sandtable-judge -- --ignored"]
fn breach_sets_are_what_the_generator_makes() {
    for stage in Stage::ALL {
        for (section, scope) in SECTIONS {
            is_made_anew("breach", stage, section, scope);
        }
    }
}

#[test]
#[ignore = "takes minutes without optimisation: cargo test --release -p sandtable-judge -- --ignored"]
fn goblins_sets_are_what_the_generator_makes() {
    for stage in Stage::ALL {
        for (section, scope) in SECTIONS {
            is_made_anew("goblins", stage, section, scope);
        }
    }
}

/// Probes are what the generator makes, too; they are kept as one JSON string per line.
#[test]
#[ignore = "takes minutes without optimisation: cargo test --release -p sandtable-judge -- --ignored"]
fn probes_are_what_the_generator_makes() {
    for exercise in Exercise::all() {
        for stage in Stage::ALL {
            let path = format!("probes/{}/stage{}.jsonl", exercise.name, stage as u8);
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            let mut made = String::new();
            for probe in probes(exercise, stage, SEED) {
                let _ = writeln!(made, "{}", serde_json::to_string(&probe).unwrap());
            }
            if std::env::var_os("UPDATE_CASES").is_some() {
                fs::write(path, made).unwrap();
            } else {
                assert!(
                    fs::read_to_string(path).unwrap() == made,
                    "{} {stage:?}: make them anew",
                    exercise.name
                );
            }
        }
    }
}

#[test]
fn a_small_set_is_what_the_generator_makes() {
    is_made_anew("goblins", Stage::One, Section::Handout, Scope::Graded);
}
