//! Probes: inputs on which a program that fails is tried before a mistake is named.
//!
//! The graded cases show every mistake at least once, and often only once, together with others.
//! Probes are small inputs of which each shows something else: for every mistake there are several
//! in which it shows, for every two some in which they part. They cost no points, and nothing is
//! said about them.

use crate::bundled::FILES;
use crate::case::Case;
use crate::exercise::Exercise;
use crate::foreseen::Foreseen;
use game::console::Stage;
use game::mistakes::MistakeSet;
use std::sync::{Arc, Mutex, OnceLock};

/// Probes chosen in which a suspect shows, if there are as many.
const SHOWN: usize = 5;

/// Probes chosen in which two suspects part.
const PARTED: usize = 2;

/// More probes than this are not run.
const MOST: usize = 40;

/// Chooses probes in which the suspects show and part, as far as the cases have not told them apart
/// already; none if there are no suspects, or nothing is left to decide.
///
/// For each case `told` has what it tells of each suspect.
pub(crate) fn choose<T: PartialEq>(
    exercise: &Exercise,
    stage: Stage,
    suspects: &[usize],
    told: &[Vec<Option<T>>],
) -> Vec<Case> {
    let mut needs = Needs::new(suspects.len(), SHOWN, PARTED);
    for told in told {
        needs.take(told);
    }
    let mut chosen = Vec::new();
    for probe in Probe::all(exercise, stage).iter() {
        if needs.are_met() || chosen.len() == MOST {
            break;
        }
        let (case, foreseen) = probe.case(exercise, stage);
        let effect = |place: &usize| foreseen.effect(exercise, case, *place).output;
        if needs.take(&suspects.iter().map(effect).collect::<Vec<_>>()) > 0 {
            chosen.push(case.clone());
        }
    }
    chosen
}

/// What all probes are called: they are in no set.
pub(crate) const PROBE: &str = "probe";

/// What programs print that make these mistakes; nothing where that is right.
pub(crate) fn predictions(exercise: &Exercise, case: &Case, places: &[usize]) -> Vec<Option<Vec<u8>>> {
    let play = |place: &usize| exercise.play(case.stage, &case.input, MistakeSet::NONE.with(*place)).output;
    places.iter().map(play).map(|output| (output != case.expected).then_some(output)).collect()
}

/// An input that belongs to the program, with what is known of it.
#[derive(Debug)]
struct Probe {
    input: Vec<u8>,
    made: OnceLock<(Case, Arc<Foreseen>)>,
}

/// The probes of a stage of a game.
type ProbesOfStage = Arc<Vec<Probe>>;

static PROBES: Mutex<Vec<((&str, Stage), ProbesOfStage)>> = Mutex::new(Vec::new());

impl Probe {
    /// All probes of a stage: the same for every program.
    fn all(exercise: &Exercise, stage: Stage) -> ProbesOfStage {
        let read = || {
            let probe = |input| Self { input, made: OnceLock::new() };
            Arc::new(inputs(exercise, stage).map(probe).collect::<Vec<_>>())
        };
        let Ok(mut known) = PROBES.lock() else { return read() };
        let of = (exercise.name, stage);
        if let Some((_, probes)) = known.iter().find(|(its, _)| *its == of) {
            return probes.clone();
        }
        let probes = read();
        known.push((of, probes.clone()));
        probes
    }

    fn case(&self, exercise: &Exercise, stage: Stage) -> &(Case, Arc<Foreseen>) {
        self.made.get_or_init(|| {
            let case = Case::made(exercise, stage, PROBE, self.input.clone());
            let foreseen = Foreseen::of(exercise, &case);
            (case, foreseen)
        })
    }
}

/// The probes of a stage, one JSON string per line.
fn inputs(exercise: &Exercise, stage: Stage) -> impl Iterator<Item = Vec<u8>> {
    let path = format!("probes/{}/stage{}.jsonl", exercise.name, stage as u8);
    let text = FILES.iter().find(|(its, _)| *its == path).map_or(&[][..], |(_, text)| *text);
    let lines = text.split(|byte| *byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice::<String>(line).ok()).map(String::into_bytes)
}

/// How often mistakes still have to show, and any two of them to part.
pub(crate) struct Needs {
    shown: Vec<usize>,
    parted: Vec<Vec<usize>>,
}

impl Needs {
    /// For so many mistakes.
    pub(crate) fn new(count: usize, shown: usize, parted: usize) -> Self {
        Self { shown: vec![shown; count], parted: (0..count).map(|at| vec![parted; at]).collect() }
    }

    /// Whether nothing is lacking.
    pub(crate) fn are_met(&self) -> bool {
        self.shown.iter().chain(self.parted.iter().flatten()).all(|left| *left == 0)
    }

    /// The mistakes that have not shown as often as they should, by their places.
    pub(crate) fn unshown(&self) -> Vec<usize> {
        (0..self.shown.len()).filter(|at| self.shown[*at] > 0).collect()
    }

    /// Counts an input with these predictions. Returns how many needs it helps to meet.
    pub(crate) fn take<T: PartialEq>(&mut self, predictions: &[Option<T>]) -> usize {
        let mut helped = 0;
        let mut count = |left: &mut usize| {
            if *left > 0 {
                *left -= 1;
                helped += 1;
            }
        };
        for (at, one) in predictions.iter().enumerate() {
            if one.is_some() {
                count(&mut self.shown[at]);
            }
            for (other, left) in predictions.iter().zip(&mut self.parted[at]) {
                if other != one {
                    count(left);
                }
            }
        }
        helped
    }
}
