//! The clock of a person: so long for each turn, and a bank for when that is not enough.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// How long a person may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonClock {
    /// In every turn.
    pub turn: Duration,
    /// In all turns together, once the time of a turn is used up.
    pub bank: Duration,
}

impl PersonClock {
    /// Generous: ten minutes a turn, and two hours beyond.
    #[must_use]
    pub const fn usual() -> Self {
        Self { turn: Duration::from_secs(600), bank: Duration::from_secs(7200) }
    }
}

/// The clock of one seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatClock {
    limit: Option<PersonClock>,
    bank: Duration,
    /// What was used of this turn while the clock ran before.
    used: Duration,
    /// Since when it runs.
    since: Option<Instant>,
}

impl SeatClock {
    pub(crate) fn new(limit: Option<PersonClock>) -> Self {
        let bank = limit.map_or(Duration::ZERO, |limit| limit.bank);
        Self { limit, bank, used: Duration::ZERO, since: None }
    }

    /// Runs, if it does not already.
    pub(crate) fn run(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    /// Stands still; the turn goes on later.
    pub(crate) fn pause(&mut self, now: Instant) {
        self.used = self.used(now);
        self.since = None;
    }

    /// The turn has ended: what it took beyond its time is taken from the bank.
    pub(crate) fn end_turn(&mut self, now: Instant) {
        if let Some(limit) = self.limit {
            self.bank = self.bank.saturating_sub(self.used(now).saturating_sub(limit.turn));
        }
        (self.used, self.since) = (Duration::ZERO, None);
    }

    /// Sets what is left of the bank.
    pub(crate) fn set_bank(&mut self, bank: Duration) {
        self.bank = bank;
    }

    /// What is left of the bank, if there is a limit.
    pub(crate) fn bank(&self) -> Option<Duration> {
        self.limit.map(|_| self.bank)
    }

    /// When the time is up, if it runs out at all.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let limit = self.limit?;
        Some(self.since? + (limit.turn + self.bank).saturating_sub(self.used))
    }

    /// What is left of this turn and of the bank, and whether it runs; none without a limit.
    pub(crate) fn left(&self, now: Instant) -> Option<(Duration, Duration, bool)> {
        let limit = self.limit?;
        let used = self.used(now);
        let beyond = used.saturating_sub(limit.turn);
        Some((limit.turn.saturating_sub(used), self.bank.saturating_sub(beyond), self.since.is_some()))
    }

    fn used(&self, now: Instant) -> Duration {
        self.used + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_turn_takes_its_own_time_first() {
        let start = Instant::now();
        let mut clock = SeatClock::new(Some(PersonClock { turn: 10 * SECOND, bank: 5 * SECOND }));
        assert_eq!(clock.deadline(), None, "it does not run yet");
        clock.run(start);
        assert_eq!(clock.deadline(), Some(start + 15 * SECOND));
        clock.pause(start + 4 * SECOND);
        assert_eq!(clock.deadline(), None);
        clock.run(start + 60 * SECOND);
        assert_eq!(clock.left(start + 61 * SECOND), Some((5 * SECOND, 5 * SECOND, true)));
        clock.end_turn(start + 68 * SECOND);
        assert_eq!(clock.bank(), Some(3 * SECOND));
        clock.run(start + 70 * SECOND);
        assert_eq!(clock.deadline(), Some(start + 83 * SECOND));
    }

    #[test]
    fn without_a_limit_nothing_runs_out() {
        let mut clock = SeatClock::new(None);
        clock.run(Instant::now());
        assert_eq!((clock.deadline(), clock.bank()), (None, None));
    }
}
