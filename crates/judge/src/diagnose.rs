//! Which mistake a program makes: the engine makes each on purpose, and outputs are compared.

use crate::case::Case;
use crate::compare::same_lines;
use crate::context::end_of_part;
use crate::exercise::Exercise;
use game::conform::bare_lines;
use game::mistakes::{Mistake, MistakeSet, Rule};
use serde::Serialize;

/// What a program seems to have misunderstood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Diagnosis {
    /// The mistakes, the one that shows first at the head.
    pub mistakes: Vec<Misunderstanding>,
    /// Others that explain the first difference just as well.
    pub alternatives: Vec<Misunderstanding>,
    /// How much of the program's output they account for.
    pub extent: Extent,
    /// Cases the program gets right although a program with these mistakes would not.
    pub unless: Vec<String>,
}

/// A mistake in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Misunderstanding {
    /// Its name in the game's list.
    pub name: &'static str,
    /// Completes "your program behaves as if …".
    pub behaves_as_if: &'static str,
    /// The rule as it should be.
    pub rule: &'static Rule,
}

/// How much of an output is accounted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// All of it.
    Whole,
    /// So many lines from the start.
    Lines(usize),
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
/// A mistake counts only if the engine that makes it prints what the program prints through the whole piece of
/// output (board, question or message) in which the program first differs from the right one, and some lines beyond. Of several, one that accounts for everything is
/// preferred, then one that no correct case speaks against, then one that fits more of the failed cases.
#[must_use]
pub fn diagnose(exercise: &Exercise, failed: &[Failed<'_>], correct: &[&Case]) -> Vec<Option<Diagnosis>> {
    let fits: Vec<Vec<Fit>> = failed.iter().map(|failed| first_mistakes(exercise, failed)).collect();
    let votes = |place: usize| fits.iter().flatten().filter(|fit| fit.place == place).count();
    let contradicted: Vec<bool> = (0..exercise.console.mistakes().len())
        .map(|place| {
            votes(place) > 0
                && contradictions(exercise, MistakeSet::NONE.with(place), correct).next().is_some()
        })
        .collect();
    let rank = |fit: &Fit| (fit.whole, !contradicted[fit.place], votes(fit.place), fit.lines);
    // Of equals the first in the list: the list goes from the common to the rare.
    let best = |fits: &[Fit]| fits.iter().rev().max_by_key(|fit| rank(fit)).copied();
    let diagnosis = |(failed, fits): (&Failed<'_>, &Vec<Fit>)| {
        let first = best(fits)?;
        let equals = fits.iter().filter(|fit| fit.place != first.place && rank(fit) == rank(&first));
        let alternatives = equals.take(MOST_ALTERNATIVES).map(|fit| in_words(exercise, fit.place)).collect();
        let found = Found::new(first).extended(exercise, failed);
        Some(Diagnosis { alternatives, ..found.into_diagnosis(exercise, correct) })
    };
    failed.iter().zip(&fits).map(diagnosis).collect()
}

/// A mistake that reproduces an output further than the right engine does.
#[derive(Clone, Copy)]
struct Fit {
    place: usize,
    lines: usize,
    whole: bool,
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
        let record = exercise.record(stage, &failed.case.input, known.with(place));
        let mistaken = bare_lines(record.output());
        let same = same_lines(&mistaken, &got);
        let whole = same == got.len() && same == mistaken.len();
        let convinces =
            same >= lines + FEWEST_LINES && same >= end_of_part(&record, lines).min(mistaken.len());
        if whole || convinces {
            fits.push(Fit { place, lines: same, whole });
        }
    }
    fits
}

/// The correct cases that a program with these mistakes would fail.
fn contradictions<'a>(
    exercise: &Exercise,
    mistakes: MistakeSet,
    correct: &'a [&'a Case],
) -> impl Iterator<Item = &'a Case> {
    correct.iter().copied().filter(move |case| case.exposes(exercise, mistakes))
}

fn in_words(exercise: &Exercise, place: usize) -> Misunderstanding {
    let Mistake { name, behaves_as_if, rule, .. } = exercise.console.mistakes()[place];
    Misunderstanding { name, behaves_as_if, rule }
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

    /// Looks for more mistakes as long as each accounts for more of the output.
    fn extended(mut self, exercise: &Exercise, failed: &Failed<'_>) -> Self {
        while !self.fit.whole && self.places.len() < MOST {
            let more = fits_beyond(exercise, failed, self.set(), self.fit.lines);
            let Some(next) = more.into_iter().max_by_key(|fit| (fit.whole, fit.lines)) else { break };
            self.places.push(next.place);
            self.fit = next;
        }
        self
    }

    fn set(&self) -> MistakeSet {
        self.places.iter().fold(MistakeSet::NONE, |set, place| set.with(*place))
    }

    fn into_diagnosis(self, exercise: &Exercise, correct: &[&Case]) -> Diagnosis {
        Diagnosis {
            mistakes: self.places.iter().map(|place| in_words(exercise, *place)).collect(),
            alternatives: Vec::new(),
            extent: if self.fit.whole { Extent::Whole } else { Extent::Lines(self.fit.lines) },
            unless: contradictions(exercise, self.set(), correct).map(|case| case.name.clone()).collect(),
        }
    }
}
