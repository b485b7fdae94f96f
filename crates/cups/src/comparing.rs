//! Two bots are played against each other until it is clear which one is better.

use crate::blocks::{BlockKey, PlayedBlock, PlayedGame};
use matches::{GameReport, Series, SeriesError, Stop, Unobserved};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use tournament::comparison::{BlockScores, Decision, Estimate, Sprt, SprtBounds};

/// A comparison: the first bot of the series is the new one, the second the old one. The series
/// plays in blocks.
#[derive(Debug)]
pub struct Comparing<'a> {
    /// The bots, maps and blocks.
    pub series: &'a Series,
    /// What is tested.
    pub sprt: Sprt,
    /// After so many blocks it stays undecided.
    pub most_blocks: u32,
    /// Games at the same time.
    pub jobs: usize,
}

/// How a comparison stands.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Games that count or repeat others.
    pub games: u32,
    /// Blocks that count.
    pub blocks: u32,
    /// Blocks that were the same games again and count for nothing.
    pub repeated: u32,
    /// The scores of the blocks that count.
    pub scores: Option<BlockScores>,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// Where it decides.
    pub bounds: SprtBounds,
    /// Games in which the new bot, then the old one, did something wrong as a program.
    pub faulty: [u32; 2],
    /// What the new bot, then the old one, did wrong first, with the number of the game.
    pub first_fault: [Option<(u32, String)>; 2],
    /// The last games that the new bot lost, by their numbers.
    pub lost: Vec<u32>,
    /// What it says.
    pub verdict: ComparisonVerdict,
}

/// What a comparison says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparisonVerdict {
    /// The new bot is better.
    Accepted,
    /// It is not.
    Rejected,
    /// Neither, after as many blocks as were allowed.
    Undecided,
    /// Neither, and more blocks would only repeat those that were played.
    Exhausted,
    /// Neither, because somebody wanted to stop, or it goes on.
    Unfinished,
}

/// How many lost games are kept in mind.
const MOST_LOST: usize = 10;

impl Compared {
    fn new(sprt: &Sprt) -> Self {
        Self {
            games: 0,
            blocks: 0,
            repeated: 0,
            scores: None,
            ratio: 0.0,
            bounds: sprt.bounds(),
            faulty: [0; 2],
            first_fault: [None, None],
            lost: Vec::new(),
            verdict: ComparisonVerdict::Unfinished,
        }
    }

    /// How much better the new bot is, by the blocks so far.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.scores.as_ref()?.estimate()
    }
}

impl Comparing<'_> {
    /// Plays until it is decided. Blocks count in the order of their numbers, however long their
    /// games take, so the same seed gives the same verdict; `watch` is told after each.
    ///
    /// # Errors
    /// If a bot cannot be started or a file not be written.
    pub fn run(&self, stop: &Stop, watch: &dyn Fn(&Compared)) -> Result<Compared, SeriesError> {
        let enough = Stop::default();
        let next = AtomicU32::new(1);
        let last = self.most_blocks.saturating_mul(self.series.schedule.block_size() as u32);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                let (sender, next, enough) = (sender.clone(), &next, &enough);
                scope.spawn(move || {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game > last || enough.is_wanted() {
                            return;
                        }
                        let path = self.series.replays.path(game);
                        let plan = self.series.plan(game);
                        let played = self.series.play_planned(&plan, path.as_deref(), enough, &Unobserved);
                        let Some(played) = played.transpose() else { return };
                        if sender.send(played).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let compared = self.gather(&receiver, stop, watch);
            enough.wish();
            compared
        })
    }

    fn gather(
        &self,
        games: &mpsc::Receiver<Result<GameReport, SeriesError>>,
        stop: &Stop,
        watch: &dyn Fn(&Compared),
    ) -> Result<Compared, SeriesError> {
        let mut so_far = Gathering { compared: Compared::new(&self.sprt), seen: BTreeSet::new(), stale: 0 };
        let mut waiting: BTreeMap<u32, GameReport> = BTreeMap::new();
        let size = self.series.schedule.block_size() as u32;
        let mut next = 1;
        while !stop.is_wanted() {
            match games.recv_timeout(Duration::from_millis(100)) {
                Ok(report) => {
                    let report = report?;
                    waiting.insert(report.game, report);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while (next..next + size).all(|game| waiting.contains_key(&game)) {
                let block: Vec<GameReport> =
                    (next..next + size).filter_map(|game| waiting.remove(&game)).collect();
                next += size;
                self.count(&block, &mut so_far);
                watch(&so_far.compared);
                if so_far.compared.verdict != ComparisonVerdict::Unfinished {
                    return Ok(so_far.compared);
                }
            }
        }
        if !stop.is_wanted() {
            so_far.compared.verdict = ComparisonVerdict::Undecided;
        }
        Ok(so_far.compared)
    }

    fn count(&self, reports: &[GameReport], so_far: &mut Gathering) {
        let compared = &mut so_far.compared;
        let first = reports[0].game;
        let key = BlockKey { round: 0, pairing: 0, number: (first - 1) / reports.len() as u32 };
        let games: Vec<PlayedGame> = reports.iter().map(PlayedGame::of).collect();
        let block = PlayedBlock { key, map: self.series.plan(first).map, members: vec![0, 1], games };
        compared.games += reports.len() as u32;
        reports.iter().for_each(|report| note_faults(report, compared));
        note_lost(reports, &block, compared);
        if !so_far.seen.insert(block.signature()) {
            compared.repeated += 1;
            so_far.stale += 1;
            if so_far.stale >= self.series.maps.len() {
                compared.verdict = ComparisonVerdict::Exhausted;
            }
            return;
        }
        so_far.stale = 0;
        compared.blocks += 1;
        block.add_to(&mut compared.scores, 0, 1);
        if let Some(scores) = &compared.scores {
            compared.ratio = self.sprt.hypotheses.log_likelihood_ratio(scores);
            compared.verdict = match self.sprt.decide(scores) {
                Decision::Accepted => ComparisonVerdict::Accepted,
                Decision::Rejected => ComparisonVerdict::Rejected,
                Decision::Undecided => ComparisonVerdict::Unfinished,
            };
        }
    }
}

/// A comparison going on.
struct Gathering {
    compared: Compared,
    /// The signatures of the blocks so far.
    seen: BTreeSet<u64>,
    /// Blocks in a row that repeated others.
    stale: usize,
}

fn note_faults(report: &GameReport, compared: &mut Compared) {
    for bot in 0..2_usize {
        let seats = || report.seats.iter().filter(|seat| seat.bot as usize == bot);
        if let Some(fault) = seats().flat_map(|seat| &seat.faults).next() {
            compared.faulty[bot] += 1;
            compared.first_fault[bot].get_or_insert((report.game, fault.what.clone()));
        }
    }
}

fn note_lost(reports: &[GameReport], block: &PlayedBlock, compared: &mut Compared) {
    for (report, game) in reports.iter().zip(&block.games) {
        let best =
            |bot: usize| game.seats.iter().filter(|seat| seat.entrant == bot).map(|seat| seat.place).min();
        let is_lost = match (best(0), best(1)) {
            (Some(new), Some(old)) => new > old,
            (Some(new), None) => new > 1,
            (None, _) => false,
        };
        if is_lost {
            compared.lost.push(report.game);
            if compared.lost.len() > MOST_LOST {
                compared.lost.remove(0);
            }
        }
    }
}
