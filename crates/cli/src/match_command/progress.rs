//! A bar for people who wait.

use super::results::Results;
use crate::screen;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use matches::{GameReport, SeriesObserver};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Follows a series: adds up the results, and shows a bar on a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    running: AtomicU32,
    results: Mutex<Results>,
}

impl Progress {
    /// Goes on from these results.
    pub(crate) fn new(games: u32, done: Results, shown: bool) -> Self {
        let target = if shown { screen::target() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(games.into()), target);
        let already = done.games as u64;
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg}{left}") {
            bar.set_style(style.with_key("left", move |state: &ProgressState, to: &mut dyn fmt::Write| {
                // Before the first game is over nobody knows how long one takes.
                if state.pos() > already {
                    let _ = write!(to, ", {:#} left", HumanDuration(state.eta()));
                }
            }));
        }
        bar.set_position(already);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar, running: AtomicU32::new(0), results: Mutex::new(done) }
    }

    /// Removes the bar and hands over what was collected.
    pub(crate) fn finish(self) -> Results {
        self.bar.finish_and_clear();
        self.results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, running: u32) {
        self.bar.set_message(format!("{running} running"));
    }
}

impl SeriesObserver for Progress {
    fn started(&self, _game: u32) {
        self.say(self.running.fetch_add(1, Ordering::Relaxed) + 1);
    }

    fn finished(&self, report: GameReport) {
        self.say(self.running.fetch_sub(1, Ordering::Relaxed) - 1);
        self.bar.inc(1);
        self.results.lock().unwrap_or_else(PoisonError::into_inner).add(report);
    }
}
