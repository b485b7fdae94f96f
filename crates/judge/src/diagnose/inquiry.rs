//! Which mistake of the list a program makes: the engine makes each on purpose, and outputs are
//! compared.
//!
//! A mistake counts in a case only if the engine that makes it prints what the program prints
//! through the whole piece of output (board, question or message) in which the program first
//! differs from the right one, and some lines beyond. It is contradicted by a case in which the
//! program does right where the engine with the mistake does not. Of several the one is named that
//! accounts for most of what fails.

use super::concern::{Concern, Site};
use super::{Certainty, Diagnosis, Extent, Failed, Known, Observations, is_refusal};
use crate::case::Case;
use crate::compare::same_lines;
use crate::context::end_of_part;
use crate::exercise::Exercise;
use crate::foreseen::Foreseen;
use crate::language::Language;
use crate::probe::{self, PROBE};
use crate::wording::mistake_in_words;
use game::conform::bare_lines;
use game::mistakes::MistakeSet;
use std::cmp::Reverse;

/// More mistakes than this at once are not looked for.
const MOST: usize = 3;

/// Lines that a mistake must account for if it does not account for everything: one may be the same
/// by chance.
const FEWEST_LINES: usize = 3;

/// More suspects than this are not told apart.
const MOST_SUSPECTS: usize = 16;

/// More mistakes than this are not probed only because they show where the program goes wrong.
const MOST_NEIGHBOURS: usize = 8;

/// More alternatives than this are no help.
const MOST_ALTERNATIVES: usize = 2;

/// Everything known about one program.
pub(super) struct Inquiry<'a> {
    known: Known<'a>,
    seen: Observations<'a>,
    /// The first so many failed cases are those asked about; probes follow.
    asked: usize,
    /// For each failed case what became of every mistake.
    trials: Vec<Trials>,
    /// For each mistake what is said for and against it.
    evidence: Vec<Evidence>,
}

/// What programs that make one mistake each print in a failed case.
struct Trials {
    /// The line in which the program parts from the right output.
    parts_at: usize,
    /// The mistakes that account for what the program prints.
    fits: Vec<Fit>,
    /// For each mistake that shows here the line in which it does.
    shows_at: Vec<(usize, usize)>,
}

/// A mistake that reproduces an output further than the right engine does.
#[derive(Clone, Copy)]
struct Fit {
    place: usize,
    lines: usize,
    whole: bool,
}

/// What a failed case has told of a mistake that shows in it.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    /// The program prints what the mistake makes of it.
    Reproduced,
    /// They part in this line.
    Parts(usize),
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
    pub(super) fn new(known: Known<'a>, seen: Observations<'a>) -> Self {
        let trials = seen.failed.iter().map(|failed| Trials::new(&known, failed)).collect();
        Self { known, asked: seen.failed.len(), seen, trials, evidence: Vec::new() }.weighed()
    }

    /// The same inquiry when probes have been added to what was seen.
    pub(super) fn resumed(self, seen: Observations<'a>) -> Self {
        let Self { known, asked, mut trials, .. } = self;
        trials.extend(seen.failed[asked..].iter().map(|failed| Trials::new(&known, failed)));
        Self { known, seen, asked, trials, evidence: Vec::new() }.weighed()
    }

    fn weighed(mut self) -> Self {
        let count = self.known.exercise.console.mistakes().len();
        self.evidence = (0..count).map(|place| self.evidence(place)).collect();
        self
    }

    fn evidence(&self, place: usize) -> Evidence {
        let mut evidence = Evidence::default();
        for (failed, trials) in self.seen.failed.iter().zip(&self.trials) {
            match trials.fit(place) {
                Some(fit) if fit.whole => evidence.whole += 1,
                Some(_) => evidence.partly += 1,
                None => match trials.shows_at(place) {
                    Some(line) if line < trials.parts_at => evidence.against.push(failed.case.name.clone()),
                    Some(line) if line == trials.parts_at => evidence.elsewhere += 1,
                    Some(_) | None => {}
                },
            }
        }
        if evidence.whole + evidence.partly == 0 {
            return Evidence::default();
        }
        let exercise = self.known.exercise;
        let exposed = |case: &&&Case| Foreseen::of(exercise, case).effect(exercise, case, place).fails;
        let exposed = self.seen.correct.iter().filter(exposed);
        evidence.against.extend(exposed.map(|case| case.name.clone()));
        evidence
    }

    /// Inputs in which those mistakes show and part that could account for what was seen.
    pub(super) fn probes(&self) -> Vec<Case> {
        let Some(stage) = self.seen.failed.first().map(|failed| failed.case.stage) else { return Vec::new() };
        let mut suspects: Vec<usize> =
            self.trials.iter().flat_map(|trials| &trials.fits).map(|fit| fit.place).collect();
        suspects.sort_unstable();
        suspects.dedup();
        suspects.retain(|place| self.evidence[*place].against.is_empty());
        suspects.sort_by_key(|place| Reverse((self.evidence[*place].whole, self.evidence[*place].partly)));
        suspects.truncate(MOST_SUSPECTS);
        if suspects.is_empty() {
            suspects = self.neighbours();
        }
        let told = self.trials.iter().map(|trials| trials.told_of(&suspects)).collect::<Vec<_>>();
        probe::choose(self.known.exercise, stage, &suspects, &told)
    }

    /// The mistakes that show most often just where the program goes wrong.
    fn neighbours(&self) -> Vec<usize> {
        let count = self.known.exercise.console.mistakes().len();
        let near = |place: usize| {
            let is_near = |trials: &&Trials| trials.shows_at(place) == Some(trials.parts_at);
            self.trials.iter().filter(is_near).count()
        };
        let mut places: Vec<(usize, usize)> = (0..count).map(|place| (near(place), place)).collect();
        places.retain(|(near, _)| *near > 0);
        places.sort_by_key(|(near, _)| Reverse(*near));
        places.truncate(MOST_NEIGHBOURS);
        places.into_iter().map(|(_, place)| place).collect()
    }

    pub(super) fn diagnoses(&self, language: Language) -> Vec<Option<Diagnosis>> {
        let mut diagnoses: Vec<Option<Diagnosis>> =
            (0..self.asked).map(|at| self.diagnosis(at, language)).collect();
        let is_named =
            |it: &Option<Diagnosis>| it.as_ref().is_some_and(|it| it.certainty == Certainty::Named);
        // Where a mistake is named the other failures may well follow from it in ways of their own.
        let some_are_named = diagnoses.iter().any(is_named);
        let concern = self.concern().map(|it| if some_are_named { it.doubtful() } else { it });
        if let Some(concern) = concern {
            for (diagnosis, failed) in diagnoses.iter_mut().zip(&self.seen.failed) {
                if !is_named(diagnosis) && Site::is_telling(failed) {
                    *diagnosis = Some(concern.diagnosis(self.known.exercise, language));
                }
            }
        }
        diagnoses
    }

    /// The rule concerned wherever no mistake can be named.
    fn concern(&self) -> Option<Concern> {
        let is_riddle = |at: &usize| {
            self.best(*at).is_none_or(|(first, equals)| self.certainty(&first, &equals) != Certainty::Named)
        };
        let sites = (0..self.trials.len())
            .filter(is_riddle)
            .filter_map(|at| Site::new(self.known.exercise, &self.seen.failed[at], self.trials[at].parts_at));
        Concern::of(self.known.exercise, &sites.collect::<Vec<_>>(), &self.seen)
    }

    /// How well a mistake accounts for a case, in view of all of them.
    fn rank(&self, fit: &Fit) -> (bool, usize, bool, usize) {
        let evidence = &self.evidence[fit.place];
        (evidence.against.is_empty(), evidence.whole, fit.whole, evidence.partly)
    }

    /// The mistake that accounts best for a case, and those that do so just as well.
    fn best(&self, at: usize) -> Option<(Fit, Vec<Fit>)> {
        let fits = &self.trials[at].fits;
        // Of equals the first in the list: the list goes from the common to the rare.
        let first = *fits.iter().rev().max_by_key(|fit| self.rank(fit))?;
        let is_equal = |fit: &&Fit| fit.place != first.place && self.rank(fit) == self.rank(&first);
        Some((first, fits.iter().filter(is_equal).copied().collect()))
    }

    fn diagnosis(&self, at: usize, language: Language) -> Option<Diagnosis> {
        let (first, equals) = self.best(at)?;
        let evidence = &self.evidence[first.place];
        let certainty = self.certainty(&first, &equals);
        // What several mistakes explain with something against each is no explanation.
        let is_idle = certainty == Certainty::Possible
            && (!first.whole && !evidence.against.is_empty() || equals.len() > MOST_ALTERNATIVES);
        if is_idle || is_refusal(self.seen.failed[at].output) && !self.explains_refusals(&first, certainty) {
            return None;
        }
        let in_words = |place: usize| mistake_in_words(self.known.exercise, place, language);
        let found = Found::new(first).extended(&self.known, &self.seen.failed[at]);
        Some(Diagnosis {
            mistakes: found.places.iter().map(|place| in_words(*place)).collect(),
            alternatives: equals.iter().map(|fit| in_words(fit.place)).collect(),
            extent: if found.fit.whole { Extent::Whole } else { Extent::Lines(found.fit.lines) },
            certainty,
            unless: evidence.against.iter().filter(|name| *name != PROBE).cloned().collect(),
            unless_probes: evidence.against.iter().filter(|name| *name == PROBE).count(),
        })
    }

    /// A mistake is named if nothing speaks against it, it explains enough of what fails, and what
    /// else explains as much is about the same rule.
    fn certainty(&self, fit: &Fit, equals: &[Fit]) -> Certainty {
        let Evidence { whole, partly, elsewhere, against } = &self.evidence[fit.place];
        let explained = whole + partly;
        let all = self.seen.failed.iter().zip(&self.trials);
        // What goes beyond the hand-out may fail for reasons of its own.
        let failed =
            all.filter(|(it, trials)| Site::is_telling(it) || trials.fit(fit.place).is_some()).count();
        let is_one_of_several = *whole >= 3 && self.accounted() * 3 >= failed * 2;
        let enough = *whole > 0 && (explained * 3 >= failed * 2 || is_one_of_several);
        let rule = self.known.rule(fit.place);
        let agree = equals.len() <= MOST_ALTERNATIVES
            && equals.iter().all(|other| self.known.rule(other.place) == rule);
        if against.is_empty() && enough && agree && elsewhere * 4 <= explained {
            Certainty::Named
        } else {
            Certainty::Possible
        }
    }

    /// How many failed cases some mistake accounts for against which nothing speaks.
    fn accounted(&self) -> usize {
        let holds = |fit: &Fit| self.evidence[fit.place].against.is_empty();
        self.trials.iter().filter(|trials| trials.fits.iter().any(holds)).count()
    }

    /// One refusal looks like another: a mistake must account for every map that is refused
    /// wrongly.
    fn explains_refusals(&self, fit: &Fit, certainty: Certainty) -> bool {
        let both = self.seen.failed.iter().zip(&self.trials);
        let mut refused = both.filter(|(failed, _)| is_refusal(failed.output));
        certainty == Certainty::Named && refused.all(|(_, trials)| trials.fit(fit.place).is_some())
    }
}

impl Trials {
    fn new(known: &Known<'_>, failed: &Failed<'_>) -> Self {
        let (expected, got) = (bare_lines(&failed.case.expected), bare_lines(failed.output));
        let parts_at = same_lines(&expected, &got);
        let mut trials = Self { parts_at, fits: Vec::new(), shows_at: Vec::new() };
        let foreseen = Foreseen::of(known.exercise, failed.case);
        for place in known.places(failed.case.stage) {
            let effect = foreseen.effect(known.exercise, failed.case, place);
            let Some(line) = effect.parts_at else { continue };
            trials.shows_at.push((place, line));
            // What parts from the right output in another line is not what the program does.
            if line == parts_at {
                let mistakes = MistakeSet::NONE.with(place);
                let played = known.exercise.play(failed.case.stage, &failed.case.input, mistakes);
                let fit =
                    fit(known.exercise, failed, mistakes, (&bare_lines(&played.output), &got), parts_at);
                trials.fits.extend(fit.map(|(lines, whole)| Fit { place, lines, whole }));
            }
        }
        trials
    }

    fn fit(&self, place: usize) -> Option<&Fit> {
        self.fits.iter().find(|fit| fit.place == place)
    }

    /// What this case has told of each of these mistakes already: nothing where it does not show.
    fn told_of(&self, places: &[usize]) -> Vec<Option<Told>> {
        let told = |place: &usize| match (self.fit(*place), self.shows_at(*place)) {
            (Some(fit), _) if fit.whole => Some(Told::Reproduced),
            (Some(fit), _) => Some(Told::Parts(fit.lines)),
            (None, Some(line)) => Some(Told::Parts(line)),
            (None, None) => None,
        };
        places.iter().map(told).collect()
    }

    fn shows_at(&self, place: usize) -> Option<usize> {
        self.shows_at.iter().find(|(its, _)| *its == place).map(|(_, line)| *line)
    }
}

/// How many lines of the program's output such a program reproduces, and whether those are all; if
/// they are more than this many.
fn fit(
    exercise: &Exercise,
    failed: &Failed<'_>,
    mistakes: MistakeSet,
    (mistaken, got): (&[&[u8]], &[&[u8]]),
    lines: usize,
) -> Option<(usize, bool)> {
    let same = same_lines(mistaken, got);
    let whole = same == got.len() && same == mistaken.len();
    let fits = whole || same >= lines + FEWEST_LINES && convinces(exercise, failed, mistakes, same, lines);
    fits.then_some((same, whole))
}

/// The mistakes that, added to those already found, reproduce more than this many lines.
fn fits_beyond(known: &Known<'_>, failed: &Failed<'_>, found: MistakeSet, lines: usize) -> Vec<Fit> {
    let stage = failed.case.stage;
    let got = bare_lines(failed.output);
    let mut fits = Vec::new();
    for place in known.places(stage).filter(|place| !found.has(*place)) {
        let mistakes = found.with(place);
        let played = known.exercise.play(stage, &failed.case.input, mistakes);
        let mistaken = bare_lines(&played.output);
        let fit = fit(known.exercise, failed, mistakes, (&mistaken, &got), lines);
        fits.extend(fit.map(|(lines, whole)| Fit { place, lines, whole }));
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
    fn extended(self, known: &Known<'_>, failed: &Failed<'_>) -> Self {
        let mut found = Self { places: self.places.clone(), fit: self.fit };
        while !found.fit.whole && found.places.len() < MOST {
            let more = fits_beyond(known, failed, found.set(), found.fit.lines);
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
