//! What is kept of a series: a few figures, however many games it has.

use matches::{GameReport, MissingRecord, SeatReport, Series, StandingsRow};
use std::collections::HashSet;

/// How many seats with faults are told in full, and how many lost games.
const TOLD: usize = 20;

/// What came of a series, as far as it is to be printed.
#[derive(Debug)]
pub(crate) struct Results {
    pub(crate) games: usize,
    /// How each bot did, in the order in which they were named.
    pub(crate) tallies: Vec<StandingsRow>,
    /// The first seats with faults, with their games, in the order of the games.
    pub(crate) faulty: Vec<(u32, SeatReport)>,
    /// How many more seats with faults there are.
    pub(crate) more_faulty: usize,
    /// The states in which the games ended, each once, as hashes.
    pub(crate) endings: HashSet<u64>,
    /// The first thing that a record lacks, and why.
    pub(crate) unrecorded: Option<MissingRecord>,
    /// The first games that the first bot did not win, with its place.
    pub(crate) lost: Vec<(u32, u8)>,
    /// How many more of them there are.
    pub(crate) more_lost: usize,
    /// The games themselves: all of them, or one if nobody wants to read them all.
    pub(crate) reports: Vec<GameReport>,
    keeps: Keeps,
}

/// Which games' reports are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeps {
    All,
    One,
}

impl Results {
    pub(crate) fn new(series: &Series, keeps: Keeps) -> Self {
        let seats = series.entrants.len();
        let tallies = series.entrants.iter().map(|bot| StandingsRow::new(&bot.name, seats)).collect();
        Self {
            games: 0,
            tallies,
            faulty: Vec::new(),
            more_faulty: 0,
            endings: HashSet::new(),
            unrecorded: None,
            lost: Vec::new(),
            more_lost: 0,
            reports: Vec::new(),
            keeps,
        }
    }

    /// Adds a game. Games may come in any order.
    pub(crate) fn add(&mut self, report: GameReport) {
        self.games += 1;
        self.endings.insert(report.digest.0);
        if self.unrecorded.is_none() {
            self.unrecorded.clone_from(&report.unrecorded);
        }
        for (seat, place) in report.seats.iter().enumerate() {
            if let Some(tally) = self.tallies.get_mut(place.bot as usize) {
                tally.add(&report.outcome, seat, place.out);
            }
            if place.bot == 0 && report.outcome.get(seat).is_some_and(|standing| standing.place > 1) {
                self.add_lost(report.game, report.outcome[seat].place);
            }
            if !place.faults.is_empty() {
                self.add_faulty(report.game, place);
            }
        }
        if self.keeps == Keeps::All || self.reports.is_empty() {
            let at = self.reports.partition_point(|other| other.game < report.game);
            self.reports.insert(at, report);
        }
    }

    /// Whether games seem to be the same ones again: without chance there is one for each way in
    /// which the seats rotate.
    ///
    /// Where there is chance a small map may have few endings, and still its games are independent.
    pub(crate) fn look_repeated(&self) -> bool {
        self.endings.len() < self.games && self.endings.len() <= self.tallies.len()
    }

    /// Whether any bot did anything wrong as a program.
    pub(crate) const fn is_faulty(&self) -> bool {
        !self.faulty.is_empty()
    }

    fn add_lost(&mut self, game: u32, place: u8) {
        let at = self.lost.partition_point(|(other, _)| *other <= game);
        self.lost.insert(at, (game, place));
        if self.lost.len() > TOLD {
            self.lost.pop();
            self.more_lost += 1;
        }
    }

    fn add_faulty(&mut self, game: u32, seat: &SeatReport) {
        let at = self.faulty.partition_point(|(other, _)| *other <= game);
        self.faulty.insert(at, (game, seat.clone()));
        if self.faulty.len() > TOLD {
            self.faulty.pop();
            self.more_faulty += 1;
        }
    }
}
