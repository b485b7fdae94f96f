//! A bot's parameters are tuned: values on either side of the present ones are played, iteration
//! by iteration ([`tournament::spsa`]).
//!
//! Every iteration is a line in a file of the folder, written when its games are over. The values
//! are a function of the lines, and so is what is tried next: a tuning that is killed and goes on
//! finds what it would have found.

mod files;
mod report;

pub use files::{FILES, TuningFolder};
pub use report::{verdict, write as write_report};

use crate::blocks::{BlockKey, HalfPoints, PlayedBlock, PlayedGame, seatings};
use crate::cup::CupError;
use matches::{Entrant, GamePlan, GameReport, Parameter, Series, SeriesError, Stop, Unobserved};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tournament::spsa::{Dimension, Evidence, Probe, Schedule, Tuning, is_learnt};

/// How often a parameter without influence may be said to have one.
pub const ERROR: f64 = 0.05;

/// What a tuning is: one that goes on must be the same.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuningSettings {
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The maps' names and hashes.
    pub maps: Vec<(String, String)>,
    /// The clock.
    pub clock: String,
    /// The bot that is tuned, and the hash of its files.
    pub bot: (String, Option<String>),
    /// Whom both sides play, and the hash of its files; nobody if they play each other.
    pub against: Option<(String, Option<String>)>,
    /// The parameters.
    pub parameters: BTreeMap<String, Parameter>,
    /// Number of iterations.
    pub iterations: u32,
    /// Blocks of an iteration.
    pub blocks: u32,
    /// Steps that an iteration moves.
    pub rate: f64,
    /// The seed, in sixteen hexadecimal digits.
    pub seed: String,
}

/// An iteration whose games are over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: u32,
    /// How the first side did against the opponent, or against the other side.
    pub plus: HalfPoints,
    /// How the other side did.
    pub minus: HalfPoints,
    /// Games that were played.
    pub games: u32,
    /// Games in which the tuned bot did something wrong as a program.
    pub faulty: u32,
    /// The first thing that it did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The values after it, for people.
    pub values: Vec<f64>,
}

impl Iteration {
    /// 1 if the first side won everything, -1 if the other one did.
    fn result(&self) -> f64 {
        self.plus.share().unwrap_or(0.5) - self.minus.share().unwrap_or(0.5)
    }
}

/// What a tuning has come to.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Its settings.
    pub settings: TuningSettings,
    /// The iterations so far.
    pub iterations: Vec<Iteration>,
    tuning: Tuning,
}

/// What was found for a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FoundValue {
    /// As it was declared.
    pub declared: Parameter,
    /// The mean over the last window, as the bot would be sent it.
    pub value: f64,
    /// The strongest drift, over all iterations or the first of them.
    pub evidence: Evidence,
    /// What the last window says.
    pub recent: Evidence,
}

impl Tuned {
    /// A tuning with these iterations behind it.
    #[must_use]
    pub fn new(settings: TuningSettings, iterations: Vec<Iteration>) -> Self {
        let dimension = |parameter: &Parameter| Dimension {
            start: parameter.default,
            min: parameter.min,
            max: parameter.max,
            step: parameter.step,
        };
        let schedule = Schedule {
            iterations: settings.iterations,
            rate: settings.rate,
            seed: u64::from_str_radix(&settings.seed, 16).unwrap_or_default(),
        };
        let mut tuning = Tuning::new(settings.parameters.values().map(dimension).collect(), schedule);
        iterations.iter().for_each(|iteration| tuning.learn(iteration.result()));
        Self { settings, iterations, tuning }
    }

    /// Whether all iterations are done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tuning.is_over()
    }

    /// The values before the first iteration and after each, in the order of the names.
    #[must_use]
    pub fn path(&self) -> &[Vec<f64>] {
        self.tuning.path()
    }

    /// Number of iterations in the last window.
    #[must_use]
    pub fn window(&self) -> usize {
        self.tuning.window().len()
    }

    /// Games so far.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.iterations.iter().map(|iteration| iteration.games).sum()
    }

    /// Games in which the tuned bot had a fault, and the first one.
    #[must_use]
    pub fn faults(&self) -> Option<(u32, &str)> {
        let count = self.iterations.iter().map(|iteration| iteration.faulty).sum();
        let first = self.iterations.iter().find_map(|iteration| iteration.fault.as_deref());
        first.map(|first| (count, first))
    }

    /// What was found, by the parameters' names.
    #[must_use]
    pub fn found(&self) -> BTreeMap<&str, FoundValue> {
        let values = self.tuning.found();
        let evidence = self.tuning.drifts();
        let recent = self.tuning.evidence(self.tuning.window());
        self.settings
            .parameters
            .iter()
            .enumerate()
            .map(|(at, (name, declared))| {
                let value = declared.rounded(values[at]);
                let found =
                    FoundValue { declared: *declared, value, evidence: evidence[at], recent: recent[at] };
                (name.as_str(), found)
            })
            .collect()
    }

    /// Whether any parameter has moved farther than chance alone would move it.
    #[must_use]
    pub fn is_learnt(&self) -> bool {
        is_learnt(&self.tuning.drifts(), ERROR)
    }

    /// Whether any parameter was still moving in the last window.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        is_learnt(&self.tuning.evidence(self.tuning.window()), ERROR)
    }
}

/// A tuning being played.
#[derive(Debug)]
pub struct TuningRun {
    /// The bot that is tuned, and whom it plays, if anybody.
    pub series: Series,
    /// Seats of the game.
    pub seats: usize,
    /// Games at the same time.
    pub jobs: usize,
}

/// The places of both sides and of the opponent among the entrants of an iteration.
const PLUS: usize = 0;
const MINUS: usize = 1;
const OPPONENT: usize = 2;

impl TuningRun {
    /// Plays the iterations that are missing, and has each written down; `watch` is told after
    /// each.
    ///
    /// # Errors
    /// If a bot cannot be started or an iteration not be written down.
    pub fn play(
        &mut self,
        tuned: &mut Tuned,
        stop: &Stop,
        write: &mut dyn FnMut(&Iteration) -> Result<(), CupError>,
        watch: &dyn Fn(&Tuned),
    ) -> Result<(), CupError> {
        let bot = self.series.entrants[0].clone();
        let opponent = self.series.entrants.get(1).cloned();
        while !tuned.is_over() && !stop.is_wanted() {
            let probe = tuned.tuning.probe();
            self.seat(&bot, opponent.as_ref(), &probe);
            let number = tuned.iterations.len() as u32 + 1;
            let played = self.iteration(number, tuned.settings.blocks, opponent.is_some(), stop);
            let played = played.map_err(|error| CupError(error.to_string()))?;
            let Some(mut iteration) = played else { break };
            tuned.tuning.learn(iteration.result());
            iteration.values = tuned.tuning.path().last().cloned().unwrap_or_default();
            write(&iteration)?;
            tuned.iterations.push(iteration);
            watch(tuned);
        }
        Ok(())
    }

    /// Both sides of a probe take part, and the opponent.
    fn seat(&mut self, bot: &Entrant, opponent: Option<&Entrant>, probe: &Probe) {
        let sides = [("plus", &probe.plus), ("minus", &probe.minus)];
        let sides = sides.map(|(name, values)| bot.with_values(name, values));
        self.series.entrants = sides.into_iter().chain(opponent.cloned()).collect();
    }

    /// Plays the games of an iteration; nothing if somebody wanted to stop.
    fn iteration(
        &self,
        number: u32,
        blocks: u32,
        has_opponent: bool,
        stop: &Stop,
    ) -> Result<Option<Iteration>, SeriesError> {
        let pairs: &[[usize; 2]] = match has_opponent {
            true => &[[PLUS, OPPONENT], [MINUS, OPPONENT]],
            false => &[[PLUS, MINUS]],
        };
        let plans = self.plans(number, blocks, pairs);
        let Some(reports) = self.games(&plans, stop)? else { return Ok(None) };
        let mut sums = [HalfPoints::default(); 2];
        for block in 0..blocks {
            let games: BTreeMap<&[usize], &GameReport> = plans
                .iter()
                .zip(&reports)
                .filter(|((of, _), _)| *of == block)
                .map(|((_, plan), report)| (plan.seating.as_slice(), report))
                .collect();
            for (sum, pair) in sums.iter_mut().zip(pairs) {
                *sum = sum.plus(self.between(*pair, &games));
            }
        }
        if !has_opponent {
            let HalfPoints { won, comparisons } = sums[0];
            sums[1] = HalfPoints { won: 2 * comparisons - won, comparisons };
        }
        let faults: Vec<&str> = reports.iter().filter_map(own_fault).collect();
        Ok(Some(Iteration {
            iteration: number,
            plus: sums[0],
            minus: sums[1],
            games: reports.len() as u32,
            faulty: faults.len() as u32,
            fault: faults.first().map(|fault| (*fault).to_owned()),
            values: Vec::new(),
        }))
    }

    /// The games of an iteration, each with its block: both sides play the same maps and seeds.
    fn plans(&self, number: u32, blocks: u32, pairs: &[[usize; 2]]) -> Vec<(u32, GamePlan)> {
        let mut plans: Vec<(u32, GamePlan)> = Vec::new();
        for block in 0..blocks {
            let at = (number - 1) * blocks + block;
            for seating in pairs.iter().flat_map(|pair| self.seatings(*pair)) {
                let plan = GamePlan {
                    game: plans.len() as u32 + 1,
                    map: at as usize % self.series.maps.len().max(1),
                    seed: self.series.seed.of_game(at + 1),
                    seating,
                };
                // Where everybody plays alone, the opponent plays a map once for both.
                if !plans.iter().any(|(of, known)| *of == block && known.seating == plan.seating) {
                    plans.push((block, plan));
                }
            }
        }
        plans
    }

    fn seatings(&self, pair: [usize; 2]) -> Vec<Vec<usize>> {
        let places = seatings(self.seats, 2, false);
        places.into_iter().map(|seating| seating.into_iter().map(|at| pair[at]).collect()).collect()
    }

    fn between(&self, pair: [usize; 2], games: &BTreeMap<&[usize], &GameReport>) -> HalfPoints {
        let seatings = self.seatings(pair);
        let games = seatings.iter().filter_map(|seating| games.get(seating.as_slice()));
        let block = PlayedBlock {
            key: BlockKey { round: 0, pairing: 0, number: 0 },
            map: 0,
            members: pair.to_vec(),
            games: games.map(|report| PlayedGame::of(report)).collect(),
        };
        block.between(pair[0], pair[1])
    }

    /// Plays games, several at a time; nothing if somebody wanted to stop.
    fn games(&self, plans: &[(u32, GamePlan)], stop: &Stop) -> Result<Option<Vec<GameReport>>, SeriesError> {
        let next = AtomicUsize::new(0);
        let played: Mutex<BTreeMap<usize, Result<Option<GameReport>, SeriesError>>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, plans.len().max(1)) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some((_, plan)) = plans.get(at) else { return };
                        let report = self.series.play_planned(plan, None, stop, &Unobserved);
                        if let Ok(mut played) = played.lock() {
                            played.insert(at, report);
                        }
                    }
                });
            }
        });
        played.into_inner().unwrap_or_default().into_values().collect()
    }
}

/// What the tuned bot did wrong first in a game.
fn own_fault(report: &GameReport) -> Option<&str> {
    let own = report.seats.iter().filter(|seat| (seat.bot as usize) < OPPONENT);
    own.flat_map(|seat| &seat.faults).map(|fault| fault.what.as_str()).next()
}
