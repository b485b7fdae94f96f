//! What is said of mistakes that nobody has thought of: each of the list is taken out of it in
//! turn.

#![allow(clippy::print_stdout, reason = "the figures are what this is for")]

use game::console::Stage;
use game::mistakes::{Mistake, MistakeSet};
use judge::case::{Case, Strictness};
use judge::diagnose::{Certainty, Diagnosis, Diagnostician, Failed, Observations, Probed};
use judge::{Exercise, Language, Section, bundled};
use std::convert::Infallible;

/// Diagnoses a program that makes this mistake, as if nobody knew of it.
fn diagnoses(exercise: &Exercise, cases: &[Case], mistake: MistakeSet) -> Vec<Diagnosis> {
    let played = |case: &Case| exercise.play(case.stage, &case.input, mistake).output;
    let (failed, correct): (Vec<&Case>, Vec<&Case>) =
        cases.iter().partition(|case| case.exposes(exercise, mistake));
    let outputs: Vec<Vec<u8>> = failed.iter().map(|case| played(case)).collect();
    let seen = Observations {
        failed: failed.into_iter().zip(&outputs).map(|(case, output)| Failed { case, output }).collect(),
        correct,
    };
    let probed = |case: &Case| {
        if case.exposes(exercise, mistake) { Probed::Wrong(played(case)) } else { Probed::Right }
    };
    let probe = |probes: &[Case]| Ok::<_, Infallible>(probes.iter().map(probed).collect());
    let diagnostician = Diagnostician::new(exercise, Language::En).without(mistake);
    let Ok(found) = diagnostician.diagnose(&seen, probe);
    found.into_iter().flatten().filter(|diagnosis| diagnosis.certainty == Certainty::Named).collect()
}

/// Whether a diagnosis is about the rule of this mistake.
fn is_about(diagnosis: &Diagnosis, mistake: &Mistake) -> bool {
    let mut said = diagnosis.mistakes[..1].iter().chain(&diagnosis.alternatives);
    said.any(|said| said.rule.title == mistake.rule.title)
}

/// Takes every so many mistakes out of the list.
fn measure(step: usize) {
    for exercise in Exercise::all() {
        let set = |section| bundled(exercise, Stage::Four, section, Strictness::Course).unwrap();
        let cases = [set(Section::Handout), set(Section::Robustness)].concat();
        let (mut tried, mut named, mut right, mut wrong) = (0, 0, 0, 0);
        for (place, mistake) in exercise.mistakes_in(Stage::Four).step_by(step) {
            let found = diagnoses(exercise, &cases, MistakeSet::NONE.with(place));
            let (about, other): (Vec<Diagnosis>, Vec<Diagnosis>) =
                found.into_iter().partition(|diagnosis| is_about(diagnosis, mistake));
            tried += 1;
            named += usize::from(!about.is_empty());
            right += about.len();
            wrong += other.len();
            if about.is_empty() || !other.is_empty() {
                let said: Vec<&str> = other.iter().map(|it| it.mistakes[0].name.as_str()).collect();
                println!("{}: {} ({}): {said:?}", exercise.name, mistake.name, mistake.rule.title);
            }
        }
        println!(
            "{}: of {tried} mistakes taken out of the list the rule of {named} is named; of {} cases with a rule named {right} right",
            exercise.name,
            right + wrong
        );
        // A mistake that is in no list is harder to name than one that only has not been seen; what
        // is said must be right all the same.
        assert!(right * 100 >= (right + wrong) * 95, "{}: too many rules are named wrongly", exercise.name);
        assert!(named * 100 >= tried * 40, "{}: too few rules are named", exercise.name);
    }
}

#[test]
#[ignore = "long: cargo xtask long judge"]
fn the_rules_of_unlisted_mistakes_are_named() {
    measure(std::env::var("STEP").map_or(1, |step| step.parse().unwrap()));
}
