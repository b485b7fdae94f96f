//! Which mistake a program makes: the engine makes each on purpose, and outputs are compared.

use crate::case::Case;
use crate::compare::same_lines;
use crate::context::end_of_part;
use crate::exercise::Exercise;
use crate::language::Language;
use crate::probe::{self, PROBE};
use crate::wording::{RuleText, mistake_in_words};
use game::conform::bare_lines;
use game::mistakes::MistakeSet;
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};

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

/// More mistakes than this at once are not looked for.
const MOST: usize = 3;

/// Lines that a mistake must account for if it does not account for everything: one may be the same
/// by chance.
const FEWEST_LINES: usize = 3;

/// More suspects than this are not told apart.
const MOST_SUSPECTS: usize = 16;

/// More alternatives than this are no help.
const MOST_ALTERNATIVES: usize = 2;

/// Diagnoses a program from what it did in the cases of a stage: a diagnosis for each failed case,
/// in their order.
///
/// `probe` runs the program on further inputs, chosen so that those mistakes show and part that
/// could account for what was seen. It is not called if there are none.
///
/// A mistake counts in a case only if the engine that makes it prints what the program prints
/// through the whole piece of output (board, question or message) in which the program first
/// differs from the right one, and some lines beyond. It is contradicted by a case in which the
/// program does right where the engine with the mistake does not. Of several the one is named that
/// accounts for most of what fails.
///
/// # Errors
/// What `probe` returns.
pub fn diagnose<E>(
    exercise: &Exercise,
    seen: &Observations<'_>,
    language: Language,
    probe: impl FnOnce(&[Case]) -> Result<Vec<Probed>, E>,
) -> Result<Vec<Option<Diagnosis>>, E> {
    let inquiry = Inquiry::new(exercise, seen.clone());
    let probes = inquiry.probes();
    if probes.is_empty() {
        return Ok(inquiry.diagnoses(language));
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
    Ok(inquiry.resumed(all).diagnoses(language))
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

/// Everything known about one program.
struct Inquiry<'a> {
    exercise: &'a Exercise,
    seen: Observations<'a>,
    /// The first so many failed cases are those asked about; probes follow.
    asked: usize,
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

/// What is said for and against a mistake.
#[derive(Clone, Default)]
struct Evidence {
    /// Failed cases that it accounts for from beginning to end.
    whole: usize,
    /// Failed cases whose first difference it accounts for.
    partly: usize,
    /// Failed cases that part from the right output where it would, and go another way.
    elsewhere: usize,
    /// Cases and probes that speak against it: the program does right where it would not.
    against: Vec<String>,
}

impl<'a> Inquiry<'a> {
    fn new(exercise: &'a Exercise, seen: Observations<'a>) -> Self {
        let fits = seen.failed.iter().map(|failed| first_mistakes(exercise, failed)).collect();
        Self { exercise, asked: seen.failed.len(), seen, fits, evidence: Vec::new() }.weighed()
    }

    /// The same inquiry when probes have been added to what was seen.
    fn resumed(self, seen: Observations<'a>) -> Self {
        let Self { exercise, asked, mut fits, .. } = self;
        fits.extend(seen.failed[asked..].iter().map(|failed| first_mistakes(exercise, failed)));
        Self { exercise, seen, asked, fits, evidence: Vec::new() }.weighed()
    }

    fn weighed(mut self) -> Self {
        self.evidence =
            (0..self.exercise.console.mistakes().len()).map(|place| self.evidence(place)).collect();
        self
    }

    fn evidence(&self, place: usize) -> Evidence {
        let its: Vec<&Fit> = self.fits.iter().flatten().filter(|fit| fit.place == place).collect();
        if its.is_empty() {
            return Evidence::default();
        }
        let whole = its.iter().filter(|fit| fit.whole).count();
        let mistake = MistakeSet::NONE.with(place);
        let mut evidence = Evidence { whole, partly: its.len() - whole, ..Evidence::default() };
        let exposed = self.seen.correct.iter().filter(|case| case.exposes(self.exercise, mistake));
        evidence.against.extend(exposed.map(|case| case.name.clone()));
        for (failed, fits) in self.seen.failed.iter().zip(&self.fits) {
            if fits.iter().any(|fit| fit.place == place) {
                continue;
            }
            match parting(self.exercise, failed, mistake) {
                Parting::Later => evidence.against.push(failed.case.name.clone()),
                Parting::Elsewhere => evidence.elsewhere += 1,
                Parting::Earlier => {}
            }
        }
        evidence
    }

    /// Inputs in which those mistakes show and part that could account for what was seen.
    fn probes(&self) -> Vec<Case> {
        let Some(stage) = self.seen.failed.first().map(|failed| failed.case.stage) else { return Vec::new() };
        let mut suspects: Vec<usize> = self.fits.iter().flatten().map(|fit| fit.place).collect();
        suspects.sort_unstable();
        suspects.dedup();
        suspects.retain(|place| self.evidence[*place].against.is_empty());
        suspects.sort_by_key(|place| Reverse((self.evidence[*place].whole, self.evidence[*place].partly)));
        suspects.truncate(MOST_SUSPECTS);
        probe::choose(self.exercise, stage, &suspects)
    }

    fn diagnoses(&self, language: Language) -> Vec<Option<Diagnosis>> {
        (0..self.asked).map(|at| self.diagnosis(at, language)).collect()
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
        // What several mistakes explain with something against each is no explanation.
        let is_idle = certainty == Certainty::Possible
            && (!first.whole && !evidence.against.is_empty() || equals.len() > MOST_ALTERNATIVES);
        if is_idle || is_refusal(self.seen.failed[at].output) && !self.explains_refusals(&first, certainty) {
            return None;
        }
        let in_words = |place: usize| mistake_in_words(self.exercise, place, language);
        let found = Found::new(first).extended(self.exercise, &self.seen.failed[at]);
        Some(Diagnosis {
            mistakes: found.places.iter().map(|place| in_words(*place)).collect(),
            alternatives: equals.iter().map(|fit| in_words(fit.place)).collect(),
            extent: if found.fit.whole { Extent::Whole } else { Extent::Lines(found.fit.lines) },
            certainty,
            unless: evidence.against.iter().filter(|name| *name != PROBE).cloned().collect(),
            unless_probes: evidence.against.iter().filter(|name| *name == PROBE).count(),
        })
    }

    /// A mistake is named if nothing speaks against it, nothing else explains as much, and it
    /// explains enough of what fails.
    fn certainty(&self, fit: &Fit, equals: usize) -> Certainty {
        let Evidence { whole, partly, elsewhere, against } = &self.evidence[fit.place];
        let (explained, failed) = (whole + partly, self.seen.failed.len());
        let is_one_of_several = *whole >= 3 && self.accounted() * 3 >= failed * 2;
        let enough = *whole > 0 && (explained * 2 >= failed || is_one_of_several);
        if against.is_empty() && enough && equals == 0 && elsewhere * 4 <= explained {
            Certainty::Named
        } else {
            Certainty::Possible
        }
    }

    /// How many failed cases some mistake accounts for against which nothing speaks.
    fn accounted(&self) -> usize {
        let holds = |fit: &Fit| self.evidence[fit.place].against.is_empty();
        self.fits.iter().filter(|fits| fits.iter().any(holds)).count()
    }

    /// One refusal looks like another: a mistake must account for every map that is refused
    /// wrongly.
    fn explains_refusals(&self, fit: &Fit, certainty: Certainty) -> bool {
        let both = self.seen.failed.iter().zip(&self.fits);
        let mut refused = both.filter(|(failed, _)| is_refusal(failed.output));
        certainty == Certainty::Named
            && refused.all(|(_, fits)| fits.iter().any(|its| its.place == fit.place))
    }
}

/// Where a program and one with a mistake part from the right output, compared.
enum Parting {
    /// The program parts from it first: it says nothing about this mistake.
    Earlier,
    /// Both part from it in the same line, in different ways.
    Elsewhere,
    /// The program does right where one with the mistake does not.
    Later,
}

fn parting(exercise: &Exercise, failed: &Failed<'_>, mistakes: MistakeSet) -> Parting {
    let played = exercise.play(failed.case.stage, &failed.case.input, mistakes);
    let (expected, got) = (bare_lines(&failed.case.expected), bare_lines(failed.output));
    let mistaken = bare_lines(&played.output);
    let program = same_lines(&expected, &got);
    match same_lines(&expected, &mistaken).cmp(&program) {
        Ordering::Less => Parting::Later,
        Ordering::Equal if expected != mistaken => Parting::Elsewhere,
        Ordering::Equal | Ordering::Greater => Parting::Earlier,
    }
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

    /// Looks for more mistakes as long as each accounts for more of the output, and keeps them if
    /// together they account for all of it.
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
