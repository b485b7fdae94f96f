//! Which mistake a program makes: the engine makes each on purpose, and outputs are compared.

use crate::case::Case;
use crate::compare::same_lines;
use crate::context::end_of_part;
use crate::exercise::Exercise;
use crate::language::Language;
use crate::wording::{RuleText, mistake_in_words};
use game::conform::bare_lines;
use game::mistakes::MistakeSet;
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
    /// Cases that speak against it: the program does there what a program with this mistake would not.
    pub unless: Vec<String>,
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
}

/// How sure a diagnosis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// It accounts for what the program prints here, and nothing in the whole run speaks against it.
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

/// More mistakes than this at once are not looked for.
const MOST: usize = 3;

/// Lines that a mistake must account for if it does not account for everything: one may be the same by chance.
const FEWEST_LINES: usize = 3;

/// More alternatives than this are no help.
const MOST_ALTERNATIVES: usize = 2;

/// Diagnoses a program from all its failed cases of a stage, in their order, given those that it gets right.
///
/// A mistake counts in a case only if the engine that makes it prints what the program prints through the whole piece of output (board,
/// question or message) in which the program first differs from the right one, and some lines beyond. It is contradicted by a case in which the
/// program does right where the engine with the mistake does not. Of several the one is named that accounts for most of the failed cases.
#[must_use]
pub fn diagnose(
    exercise: &Exercise,
    failed: &[Failed<'_>],
    correct: &[&Case],
    language: Language,
) -> Vec<Option<Diagnosis>> {
    let run = Run::new(exercise, failed, correct);
    (0..failed.len()).map(|at| run.diagnosis(at, language)).collect()
}

/// Everything known about one run.
struct Run<'a> {
    exercise: &'a Exercise,
    failed: &'a [Failed<'a>],
    correct: &'a [&'a Case],
    /// For each failed case the mistakes that account for it.
    fits: Vec<Vec<Fit>>,
    /// For each mistake what is said for and against it.
    evidence: Vec<Evidence>,
}

/// A mistake that reproduces an output further than the right engine does.
#[derive(Clone, Copy)]
struct Fit {
    place: usize,
    lines: usize,
    whole: bool,
}

/// What a run says about a mistake.
#[derive(Clone, Default)]
struct Evidence {
    /// Failed cases that it accounts for from beginning to end.
    whole: usize,
    /// Failed cases whose first difference it accounts for.
    partly: usize,
    /// Cases that speak against it.
    against: Vec<String>,
}

impl<'a> Run<'a> {
    fn new(exercise: &'a Exercise, failed: &'a [Failed<'a>], correct: &'a [&'a Case]) -> Self {
        let fits: Vec<Vec<Fit>> = failed.iter().map(|failed| first_mistakes(exercise, failed)).collect();
        let mut run = Self { exercise, failed, correct, fits, evidence: Vec::new() };
        run.evidence = (0..exercise.console.mistakes().len()).map(|place| run.evidence(place)).collect();
        run
    }

    fn evidence(&self, place: usize) -> Evidence {
        let its: Vec<&Fit> = self.fits.iter().flatten().filter(|fit| fit.place == place).collect();
        if its.is_empty() {
            return Evidence::default();
        }
        let whole = its.iter().filter(|fit| fit.whole).count();
        let mistake = MistakeSet::NONE.with(place);
        let correct = self.correct.iter().filter(|case| case.exposes(self.exercise, mistake));
        let failed = self.failed.iter().filter(|failed| does_right(self.exercise, failed, mistake));
        let against =
            correct.map(|case| case.name.clone()).chain(failed.map(|failed| failed.case.name.clone()));
        Evidence { whole, partly: its.len() - whole, against: against.collect() }
    }

    /// How well a mistake accounts for a case, in view of all of them.
    fn rank(&self, fit: &Fit) -> (bool, usize, bool, usize) {
        let evidence = &self.evidence[fit.place];
        (evidence.against.is_empty(), evidence.whole, fit.whole, evidence.partly)
    }

    fn diagnosis(&self, at: usize, language: Language) -> Option<Diagnosis> {
        let fits = &self.fits[at];
        // Of equals the first in the list: the list goes from the common to the rare.
        let first = *fits.iter().rev().max_by_key(|fit| self.rank(fit))?;
        let equals: Vec<&Fit> = fits
            .iter()
            .filter(|fit| fit.place != first.place && self.rank(fit) == self.rank(&first))
            .collect();
        let evidence = &self.evidence[first.place];
        let certainty = self.certainty(&first, equals.len());
        // One refusal looks like another, and what several mistakes explain with something against each is no explanation.
        let is_idle = certainty == Certainty::Possible
            && (!first.whole && !evidence.against.is_empty() || equals.len() > MOST_ALTERNATIVES);
        if is_idle || is_refusal(self.failed[at].output) {
            return None;
        }
        let in_words = |place: usize| mistake_in_words(self.exercise, place, language);
        let found = Found::new(first).extended(self.exercise, &self.failed[at]);
        Some(Diagnosis {
            mistakes: found.places.iter().map(|place| in_words(*place)).collect(),
            alternatives: equals.iter().map(|fit| in_words(fit.place)).collect(),
            extent: if found.fit.whole { Extent::Whole } else { Extent::Lines(found.fit.lines) },
            certainty,
            unless: evidence.against.clone(),
        })
    }

    /// A mistake is named if nothing speaks against it, nothing else explains as much, and it explains enough of what fails.
    fn certainty(&self, fit: &Fit, equals: usize) -> Certainty {
        let evidence = &self.evidence[fit.place];
        let explained = evidence.whole + evidence.partly;
        let enough = evidence.whole > 0 && (explained * 2 >= self.failed.len() || evidence.whole >= 3);
        if evidence.against.is_empty() && enough && equals == 0 {
            Certainty::Named
        } else {
            Certainty::Possible
        }
    }
}

/// Whether a program does right where one with these mistakes does not.
fn does_right(exercise: &Exercise, failed: &Failed<'_>, mistakes: MistakeSet) -> bool {
    let played = exercise.play(failed.case.stage, &failed.case.input, mistakes);
    let got = bare_lines(failed.output);
    let right = same_lines(&bare_lines(&failed.case.expected), &got);
    same_lines(&bare_lines(&played.output), &got) < right
}

/// Whether a program has refused its map: that tells nothing about the reason.
pub(crate) fn is_refusal(output: &[u8]) -> bool {
    output.trim_ascii() == b"Failed to load map!"
}

/// The mistakes that account for the first difference, each alone.
fn first_mistakes(exercise: &Exercise, failed: &Failed<'_>) -> Vec<Fit> {
    let right = same_lines(&bare_lines(&failed.case.expected), &bare_lines(failed.output));
    fits_beyond(exercise, failed, MistakeSet::NONE, right)
}

/// The mistakes that, added to those already found, reproduce more than this many lines.
fn fits_beyond(exercise: &Exercise, failed: &Failed<'_>, known: MistakeSet, lines: usize) -> Vec<Fit> {
    let stage = failed.case.stage;
    let got = bare_lines(failed.output);
    let mut fits = Vec::new();
    for (place, _) in exercise.mistakes_in(stage).filter(|(place, _)| !known.has(*place)) {
        let played = exercise.play(stage, &failed.case.input, known.with(place));
        let mistaken = bare_lines(&played.output);
        let same = same_lines(&mistaken, &got);
        let whole = same == got.len() && same == mistaken.len();
        if whole
            || same >= lines + FEWEST_LINES && convinces(exercise, failed, known.with(place), same, lines)
        {
            fits.push(Fit { place, lines: same, whole });
        }
    }
    fits
}

/// Whether so many same lines go beyond the piece of output in which the first difference is.
fn convinces(
    exercise: &Exercise,
    failed: &Failed<'_>,
    mistakes: MistakeSet,
    same: usize,
    lines: usize,
) -> bool {
    let record = exercise.record(failed.case.stage, &failed.case.input, mistakes);
    same >= end_of_part(&record, lines).min(bare_lines(record.output()).len())
}

/// Mistakes found so far, and how far they go.
struct Found {
    places: Vec<usize>,
    fit: Fit,
}

impl Found {
    fn new(first: Fit) -> Self {
        Self { places: vec![first.place], fit: first }
    }

    /// Looks for more mistakes as long as each accounts for more of the output, and keeps them if together they account for all of it.
    fn extended(self, exercise: &Exercise, failed: &Failed<'_>) -> Self {
        let mut found = Self { places: self.places.clone(), fit: self.fit };
        while !found.fit.whole && found.places.len() < MOST {
            let more = fits_beyond(exercise, failed, found.set(), found.fit.lines);
            let Some(next) = more.into_iter().max_by_key(|fit| (fit.whole, fit.lines)) else { break };
            found.places.push(next.place);
            found.fit = next;
        }
        if found.fit.whole { found } else { self }
    }

    fn set(&self) -> MistakeSet {
        self.places.iter().fold(MistakeSet::NONE, |set, place| set.with(*place))
    }
}
