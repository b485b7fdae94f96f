//! What a program has misunderstood.

mod concern;
mod inquiry;
mod misprint;

use crate::case::Case;
use crate::exercise::Exercise;
use crate::language::Language;
use crate::wording::RuleText;
use game::console::Stage;
use game::mistakes::{MistakeSet, Rule};
use inquiry::Inquiry;
use serde::{Deserialize, Serialize};

/// What a program seems to have misunderstood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnosis {
    /// The mistakes, the one that shows first at the head.
    pub mistakes: Vec<Misunderstanding>,
    /// Others that explain all of this run just as well.
    pub alternatives: Vec<Misunderstanding>,
    /// How much of the program's output they account for.
    pub extent: Extent,
    /// How sure that is.
    pub certainty: Certainty,
    /// Cases that speak against it: the program does there what a program with this mistake would
    /// not.
    pub unless: Vec<String>,
    /// How many further inputs speak against it on which the program was tried.
    pub unless_probes: usize,
}

/// A mistake in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Misunderstanding {
    /// Its name in the game's list.
    pub name: String,
    /// Completes "your program behaves as if …".
    pub behaves_as_if: String,
    /// The rule as it should be.
    pub rule: RuleText,
}

/// How much of an output is accounted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// All of it.
    Whole,
    /// So many lines from the start.
    Lines(usize),
    /// None of it: only the place where it goes wrong is known.
    Place,
}

/// How sure a diagnosis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// It accounts for what the program prints here, and nothing in the whole run speaks against
    /// it.
    Named,
    /// It accounts for what the program prints here up to a point, or something speaks against it.
    Possible,
}

/// A failed case and what the program printed.
#[derive(Clone, Copy, Debug)]
pub struct Failed<'a> {
    /// The case.
    pub case: &'a Case,
    /// What the program printed.
    pub output: &'a [u8],
}

/// What a program did, as far as it tells of the rules: a program that crashed has another problem
/// first.
#[derive(Clone, Default, Debug)]
pub struct Observations<'a> {
    /// The cases it fails.
    pub failed: Vec<Failed<'a>>,
    /// The cases it gets right.
    pub correct: Vec<&'a Case>,
}

/// Diagnoses a program from what it did in the cases of a stage: a diagnosis for each failed case,
/// in their order.
///
/// `probe` runs the program on further inputs, chosen so that those mistakes show and part that
/// could account for what was seen. It is not called if there are none.
///
/// # Errors
/// What `probe` returns.
pub fn diagnose<E>(
    exercise: &Exercise,
    seen: &Observations<'_>,
    language: Language,
    probe: impl FnOnce(&[Case]) -> Result<Vec<Probed>, E>,
) -> Result<Vec<Option<Diagnosis>>, E> {
    Diagnostician::new(exercise, language).diagnose(seen, probe)
}

/// Finds out what programs have misunderstood.
///
/// Three things are tried, from the exact to the general: a mistake of the game's list, made by the
/// engine on purpose; the right game written down wrongly; and the rule that is concerned wherever
/// the program goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Diagnostician<'a> {
    exercise: &'a Exercise,
    language: Language,
    unknown: MistakeSet,
}

impl<'a> Diagnostician<'a> {
    /// One that knows the whole list of mistakes.
    #[must_use]
    pub const fn new(exercise: &'a Exercise, language: Language) -> Self {
        Self { exercise, language, unknown: MistakeSet::NONE }
    }

    /// One that has never heard of these mistakes: for trying what is said of mistakes that are in
    /// no list.
    #[must_use]
    pub const fn without(self, unknown: MistakeSet) -> Self {
        Self { unknown, ..self }
    }

    /// Diagnoses a program, as [`diagnose`] does.
    ///
    /// # Errors
    /// What `probe` returns.
    pub fn diagnose<E>(
        &self,
        seen: &Observations<'_>,
        probe: impl FnOnce(&[Case]) -> Result<Vec<Probed>, E>,
    ) -> Result<Vec<Option<Diagnosis>>, E> {
        let known = Known { exercise: self.exercise, unknown: self.unknown };
        if let Some(misprint) = misprint::find(&known, seen) {
            let diagnosis = misprint.diagnosis(self.exercise, self.language);
            let of =
                |failed: &Failed<'_>| misprint.accounts_for(self.exercise, failed).then(|| diagnosis.clone());
            return Ok(seen.failed.iter().map(of).collect());
        }
        let inquiry = Inquiry::new(known, seen.clone());
        let probes = inquiry.probes();
        if probes.is_empty() {
            return Ok(inquiry.diagnoses(self.language));
        }
        let outcomes = probe(&probes)?;
        let mut all = seen.clone();
        for (case, outcome) in probes.iter().zip(&outcomes) {
            match outcome {
                Probed::Right => all.correct.push(case),
                Probed::Wrong(output) => all.failed.push(Failed { case, output }),
                Probed::Silent => {}
            }
        }
        Ok(inquiry.resumed(all).diagnoses(self.language))
    }
}

/// An exercise and the part of its list of mistakes that is known.
#[derive(Clone, Copy)]
struct Known<'a> {
    exercise: &'a Exercise,
    unknown: MistakeSet,
}

impl Known<'_> {
    /// The known mistakes that can show in a stage, by their places.
    fn places(&self, stage: Stage) -> impl Iterator<Item = usize> {
        let places = self.exercise.mistakes_in(stage).map(|(place, _)| place);
        places.filter(|place| !self.unknown.has(*place))
    }

    /// The rule that a mistake is about.
    fn rule(&self, place: usize) -> &'static Rule {
        self.exercise.console.mistakes()[place].rule
    }
}

/// What became of a probe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probed {
    /// The program does right.
    Right,
    /// It prints something else.
    Wrong(Vec<u8>),
    /// It crashed or was stopped, which tells nothing of the rules.
    Silent,
}

/// Whether a program has refused its map: that tells nothing about the reason.
pub(crate) fn is_refusal(output: &[u8]) -> bool {
    output.trim_ascii() == b"Failed to load map!"
}
