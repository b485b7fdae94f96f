//! The bundled cases: they are what the generator makes, show everything, and find out every mistake.

use game::console::Stage;
use game::mistakes::MistakeSet;
use judge::case::{Case, Strictness};
use judge::generate::{Scope, Wish, generate};
use judge::{Exercise, bundled};

/// The seed the sets were made with: `sandtable judge gen GAME --stage N --graded-only -o crates/judge/cases/GAME/stageN`.
const SEED: u64 = 1;

fn each_set(mut check: impl FnMut(&'static Exercise, Stage, Vec<Case>)) {
    for exercise in Exercise::all() {
        for stage in Stage::ALL {
            check(exercise, stage, bundled(exercise, stage, Strictness::Exact).unwrap());
        }
    }
}

#[test]
fn expected_outputs_are_ours() {
    each_set(|exercise, stage, cases| {
        for case in cases {
            let played = exercise.play(stage, &case.input, MistakeSet::NONE);
            assert!(played.output == case.expected, "{} stage {stage:?} case {}", exercise.name, case.name);
            assert_eq!((played.status, case.exit_status), (0, 0), "the course wants status 0");
        }
    });
}

#[test]
fn every_mistake_is_found_out() {
    each_set(|exercise, stage, cases| {
        for (place, mistake) in exercise.mistakes_in(stage) {
            let found_out = cases.iter().any(|case| case.exposes(exercise, MistakeSet::NONE.with(place)));
            assert!(found_out, "{} stage {stage:?}: {} passes", exercise.name, mistake.name);
        }
    });
}

#[test]
fn there_are_a_dozen_mistakes_in_each_game() {
    for exercise in Exercise::all() {
        assert!(exercise.console.mistakes().len() >= 12);
        for stage in Stage::ALL {
            assert!(exercise.mistakes_in(stage).count() >= 5, "{} {stage:?}", exercise.name);
        }
    }
}

fn is_made_anew(exercise: &str, stage: Stage) {
    let exercise = Exercise::find(exercise).unwrap();
    let made = generate(exercise, Wish { stage, count: None, seed: SEED, scope: Scope::Graded });
    assert!(made.unseen.is_empty() && made.survivors.is_empty(), "{:?} {:?}", made.unseen, made.survivors);
    let kept = bundled(exercise, stage, Strictness::Exact).unwrap();
    let inputs = |cases: Vec<Case>| cases.into_iter().map(|case| case.input).collect::<Vec<_>>();
    let made = made.cases.into_iter().map(|made| made.case).collect();
    assert!(inputs(made) == inputs(kept), "{} stage {stage:?}: make the set anew", exercise.name);
}

#[test]
fn goblins_sets_are_what_the_generator_makes() {
    for stage in [Stage::One, Stage::Two, Stage::Three] {
        is_made_anew("goblins", stage);
    }
}

#[test]
#[ignore = "takes a minute without optimisation: cargo test --release -p sandtable-judge -- --ignored"]
fn all_sets_are_what_the_generator_makes() {
    for exercise in Exercise::all() {
        for stage in Stage::ALL {
            is_made_anew(exercise.name, stage);
        }
    }
}
