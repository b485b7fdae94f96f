//! What is kept of a series: a few figures, however many games it has.

use arena::{GameReport, SeatReport, Series, Tally};

/// How many seats with faults are told in full.
const TOLD: usize = 20;

/// What came of a series, as far as it is to be printed.
#[derive(Debug)]
pub(crate) struct Results {
    pub(crate) games: usize,
    /// How each bot did, in the order in which they were named.
    pub(crate) tallies: Vec<Tally>,
    /// The first seats with faults, with their games, in the order of the games.
    pub(crate) faulty: Vec<(u32, SeatReport)>,
    /// How many more there are.
    pub(crate) more_faulty: usize,
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
        let tallies = series.entrants.iter().map(|bot| Tally::new(&bot.name, seats)).collect();
        Self { games: 0, tallies, faulty: Vec::new(), more_faulty: 0, reports: Vec::new(), keeps }
    }

    /// Adds a game. Games may come in any order.
    pub(crate) fn add(&mut self, report: GameReport) {
        self.games += 1;
        for (seat, place) in report.seats.iter().enumerate() {
            if let Some(tally) = self.tallies.get_mut(place.bot as usize) {
                tally.add(&report.outcome, seat, place.out);
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

    fn add_faulty(&mut self, game: u32, seat: &SeatReport) {
        let at = self.faulty.partition_point(|(other, _)| *other <= game);
        self.faulty.insert(at, (game, seat.clone()));
        if self.faulty.len() > TOLD {
            self.faulty.pop();
            self.more_faulty += 1;
        }
    }
}
