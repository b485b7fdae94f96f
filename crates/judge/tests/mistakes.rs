//! Every mistake is recognised by what a program that makes it prints.

use game::console::Stage;
use game::mistakes::MistakeSet;
use judge::case::{Case, Strictness};
use judge::diagnose::{Diagnosis, Extent, Failed, Observations, Probed, diagnose};
use judge::{Exercise, Language, Section, bundled};
use std::convert::Infallible;

/// Diagnoses a program that makes these mistakes from the bundled cases of a stage.
fn diagnoses(exercise: &Exercise, stage: Stage, mistakes: MistakeSet) -> Vec<Option<Diagnosis>> {
    let set = |section| bundled(exercise, stage, section, Strictness::Course).unwrap();
    let cases = [set(Section::Handout), set(Section::Robustness)].concat();
    let (failed, correct): (Vec<Case>, Vec<Case>) =
        cases.into_iter().partition(|case| case.exposes(exercise, mistakes));
    let played = |case: &Case| exercise.play(stage, &case.input, mistakes).output;
    let outputs: Vec<Vec<u8>> = failed.iter().map(played).collect();
    let seen = Observations {
        failed: failed.iter().zip(&outputs).map(|(case, output)| Failed { case, output }).collect(),
        correct: correct.iter().collect(),
    };
    let probed = |case: &Case| {
        let fails = case.exposes(exercise, mistakes);
        if fails { Probed::Wrong(played(case)) } else { Probed::Right }
    };
    let probe = |probes: &[Case]| Ok::<_, Infallible>(probes.iter().map(probed).collect());
    let Ok(diagnoses) = diagnose(exercise, &seen, Language::En, probe);
    diagnoses
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
fn some_mistakes_are_named_and_account_for_everything() {
    each_mistake_is_named(9);
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn every_mistake_is_named_and_accounts_for_everything() {
    each_mistake_is_named(1);
}

/// Diagnoses programs that make one mistake each, every so many of the list.
fn each_mistake_is_named(step: usize) {
    let mut wrong = Vec::new();
    for exercise in Exercise::all() {
        for stage in Stage::ALL {
            for (place, mistake) in exercise.mistakes_in(stage).step_by(step) {
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
fn where_no_mistake_fits_the_rule_concerned_is_named() {
    let exercise = Exercise::find("breach").unwrap();
    let cases = bundled(exercise, Stage::Three, Section::Handout, Strictness::Course).unwrap();
    let case = &cases[0];
    let text = String::from_utf8(case.expected.clone()).unwrap();
    let output = text.replacen("End this turn (y,n)?", "End the turn (y,n)?", 1).into_bytes();
    let seen = Observations { failed: vec![Failed { case, output: &output }], correct: Vec::new() };
    let all_right = |probes: &[Case]| Ok::<_, Infallible>(vec![Probed::Right; probes.len()]);
    let Ok(found) = diagnose(exercise, &seen, Language::En, all_right);
    let said: Vec<String> = found.iter().flatten().map(|it| it.mistakes[0].name.clone()).collect();
    assert_eq!(said, ["rule: The turn"]);
}

/// A soldier that stays tired, and an enemy between mountains: nobody can act, and no answer is
/// awaited.
#[test]
fn a_game_in_which_nobody_can_act_any_more_ends() {
    let exercise = Exercise::find("breach").unwrap();
    let (place, _) = exercise.mistakes_in(Stage::Three).find(|(_, it)| it.name == "stays-tired").unwrap();
    let input = b"2 2\n6 7 M\n7 6 M\n0 0 S\n7 7 B\nn\n0 0\n1\n0 0\nn\n0 0\n1\n0 1\n";
    let played = exercise.play(Stage::Three, input, MistakeSet::NONE.with(place));
    assert!(played.output.ends_with(b"No more actable units.\n"));
}
