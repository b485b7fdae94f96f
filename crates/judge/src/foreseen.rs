//! What becomes of a case when somebody makes one mistake of the list: played once, and remembered.
//!
//! All programs of a class are tried on the same cases, and each of some hundred mistakes is played
//! in every case that a program fails. Little is kept of such a game: where it parts from the right
//! one, and a number that tells it from others.

use crate::case::Case;
use crate::compare::same_lines;
use crate::context::rules_at_work;
use crate::exercise::Exercise;
use game::conform::bare_lines;
use game::mistakes::{MistakeSet, Rule};
use sandbox::{Key, KeyMaker};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

/// What a mistake makes of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effect {
    /// The first line that is another one.
    pub(crate) parts_at: Option<usize>,
    /// Whether a program that makes it fails the case.
    pub(crate) fails: bool,
    /// Stands for the output; nothing if that is right to the last byte.
    pub(crate) output: Option<u64>,
}

/// What is known of a case.
#[derive(Debug)]
pub(crate) struct Foreseen {
    /// For each mistake of the game's list what it makes of the case.
    effects: Vec<OnceLock<Effect>>,
    rules_at_work: OnceLock<Vec<&'static Rule>>,
}

/// More cases than this are not remembered: some dozen kilobytes each.
const MOST: usize = 4000;

static KNOWN: Mutex<Option<HashMap<Key, Arc<Foreseen>>>> = Mutex::new(None);

impl Foreseen {
    /// What is known of this case.
    pub(crate) fn of(exercise: &Exercise, case: &Case) -> Arc<Self> {
        let fresh = || Arc::new(Self::nothing(exercise));
        let Ok(mut known) = KNOWN.lock() else { return fresh() };
        let known = known.get_or_insert_default();
        if known.len() >= MOST {
            known.clear();
        }
        known.entry(key(exercise, case)).or_insert_with(fresh).clone()
    }

    fn nothing(exercise: &Exercise) -> Self {
        let effects = exercise.console.mistakes().iter().map(|_| OnceLock::new()).collect();
        Self { effects, rules_at_work: OnceLock::new() }
    }

    /// What the mistake at this place of the list makes of the case.
    pub(crate) fn effect(&self, exercise: &Exercise, case: &Case, place: usize) -> Effect {
        *self.effects[place].get_or_init(|| Effect::played(exercise, case, place))
    }

    /// The rules of all that happens in the case and of all that is written in it.
    pub(crate) fn rules_at_work(&self, exercise: &Exercise, case: &Case) -> &[&'static Rule] {
        self.rules_at_work.get_or_init(|| rules_at_work(exercise, case))
    }
}

impl Effect {
    fn played(exercise: &Exercise, case: &Case, place: usize) -> Self {
        let played = exercise.play(case.stage, &case.input, MistakeSet::NONE.with(place));
        let (expected, mistaken) = (bare_lines(&case.expected), bare_lines(&played.output));
        let is_same = played.output == case.expected;
        Self {
            parts_at: (expected != mistaken).then(|| same_lines(&expected, &mistaken)),
            fails: case.is_failed_by(&played),
            output: (!is_same).then(|| hash(&played.output)),
        }
    }
}

fn hash(output: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    output.hash(&mut hasher);
    hasher.finish()
}

/// What decides about the effects of mistakes.
fn key(exercise: &Exercise, case: &Case) -> Key {
    let mut maker = KeyMaker::default();
    maker.add(exercise.name.as_bytes()).add(&[case.stage as u8, case.exit_status]);
    maker.add(format!("{:?}", case.compare).as_bytes()).add(&case.input).add(&case.expected);
    maker.key()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Strictness;
    use crate::{Section, bundled};
    use game::console::Stage;

    #[test]
    fn what_is_remembered_is_what_playing_shows() {
        for exercise in Exercise::all() {
            let cases = bundled(exercise, Stage::Two, Section::Handout, Strictness::Course).unwrap();
            let case = &cases[cases.len() / 2];
            let foreseen = Foreseen::of(exercise, case);
            for (place, mistake) in exercise.mistakes_in(Stage::Two) {
                let exposes = case.exposes(exercise, MistakeSet::NONE.with(place));
                let effect = foreseen.effect(exercise, case, place);
                assert_eq!((effect.fails, effect.parts_at.is_some()), (exposes, exposes), "{}", mistake.name);
                assert_eq!(Foreseen::of(exercise, case).effect(exercise, case, place), effect);
            }
        }
    }

    #[test]
    fn cases_with_another_output_are_other_cases() {
        let exercise = Exercise::find("goblins").unwrap();
        let case = Case::made(exercise, Stage::Four, "one", b"1 1 0 0 0\n".to_vec());
        let other = Case { expected: b"Turn 1 begins:\n".to_vec(), ..case.clone() };
        let parts_at = |case| Foreseen::of(exercise, case).effect(exercise, case, 0).parts_at;
        assert_eq!((parts_at(&case), parts_at(&other)), (None, Some(1)));
    }
}
