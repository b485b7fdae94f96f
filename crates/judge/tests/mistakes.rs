//! Every mistake is recognised by what a program that makes it prints.

use game::console::Stage;
use game::mistakes::MistakeSet;
use judge::case::{Case, Strictness};
use judge::diagnose::{Diagnosis, Extent, Failed, diagnose};
use judge::{Exercise, Language, Section, bundled};

/// Diagnoses a program that makes these mistakes from the bundled cases of a stage.
fn diagnoses(exercise: &Exercise, stage: Stage, mistakes: MistakeSet) -> Vec<Option<Diagnosis>> {
    let set = |section| bundled(exercise, stage, section, Strictness::Course).unwrap();
    let cases = [set(Section::Handout), set(Section::Robustness)].concat();
    let (failed, correct): (Vec<Case>, Vec<Case>) =
        cases.into_iter().partition(|case| case.exposes(exercise, mistakes));
    let outputs: Vec<Vec<u8>> =
        failed.iter().map(|case| exercise.play(stage, &case.input, mistakes).output).collect();
    // A refused map tells nothing about the reason, so nothing is said about it.
    let tells = |(_, output): &(&Case, &Vec<u8>)| !output.starts_with(b"Failed to load map!");
    let failed: Vec<Failed<'_>> =
        failed.iter().zip(&outputs).filter(tells).map(|(case, output)| Failed { case, output }).collect();
    diagnose(exercise, &failed, &correct.iter().collect::<Vec<_>>(), Language::En)
}

/// The mistakes that each diagnosis names, alternatives included.
fn named(diagnosis: &Diagnosis) -> Vec<String> {
    diagnosis.mistakes[..1]
        .iter()
        .chain(&diagnosis.alternatives)
        .map(|mistake| mistake.name.clone())
        .collect()
}

#[test]
fn one_mistake_is_named_and_accounts_for_everything() {
    let mut wrong = Vec::new();
    for exercise in Exercise::all() {
        for stage in Stage::ALL {
            for (place, mistake) in exercise.mistakes_in(stage) {
                let found = diagnoses(exercise, stage, MistakeSet::NONE.with(place));
                let whole = |it: &Option<Diagnosis>| {
                    it.as_ref().is_some_and(|it| it.extent == Extent::Whole && it.unless.is_empty())
                };
                if found.is_empty() {
                    continue;
                }
                let names: Vec<_> = found.iter().flatten().map(named).collect();
                let right =
                    names.iter().filter(|names| names.iter().any(|name| name == mistake.name)).count();
                if !found.iter().all(whole) || right * 2 <= names.len() {
                    wrong.push(format!("{} {stage:?} {}: {names:?}", exercise.name, mistake.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn two_mistakes_are_both_named() {
    let exercise = Exercise::find("goblins").unwrap();
    let place = |name| exercise.mistakes_in(Stage::Two).find(|(_, it)| it.name == name).unwrap().0;
    let both = MistakeSet::NONE.with(place("blocked-step-costs")).with(place("fire-stops-at-water"));
    let names: Vec<String> = diagnoses(exercise, Stage::Two, both)
        .into_iter()
        .flatten()
        .flat_map(|it| it.mistakes)
        .map(|it| it.name)
        .collect();
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    assert!(has("blocked-step-costs") && has("fire-stops-at-water"), "{names:?}");
}

#[test]
fn nothing_is_said_where_nothing_fits() {
    let exercise = Exercise::find("breach").unwrap();
    let cases = bundled(exercise, Stage::Three, Section::Handout, Strictness::Course).unwrap();
    let case = &cases[0];
    let text = String::from_utf8(case.expected.clone()).unwrap();
    let output = text.replacen("End this turn (y,n)?", "End the turn (y,n)?", 1).into_bytes();
    let found = diagnose(exercise, &[Failed { case, output: &output }], &[], Language::En);
    assert_eq!(found, [None]);
}
