//! What people see who wait.

use super::results::Results;
use super::table;
use crate::screen;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use matches::{AwaitedProgram, GameReport, Series, SeriesObserver};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Follows a series: adds up the results, and shows on a terminal how far it is and whom it waits
/// for.
pub(crate) struct Progress<'a> {
    bar: ProgressBar,
    state: Arc<State>,
    results: Mutex<Results>,
    told: Told<'a>,
}

/// When a game is told to programs.
pub(crate) enum Told<'a> {
    /// With all the others.
    AtTheEnd,
    /// As soon as it is over.
    Lines(&'a Series),
}

/// What is going on.
#[derive(Default)]
struct State {
    games: u32,
    running: AtomicU32,
    /// The turn, if there is one game.
    turn: AtomicU32,
    is_waiting: AtomicBool,
    /// The game in which a program is waited for, and what is to be said of it.
    waiting: Mutex<Option<(u32, String)>>,
}

impl State {
    fn waiting(&self) -> std::sync::MutexGuard<'_, Option<(u32, String)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot has replied, or the game is over: nobody in it is waited for.
    fn go_on(&self, game: u32) {
        // Turns of built-in bots are short: they must not all ask for the lock.
        if self.is_waiting.load(Ordering::Relaxed) {
            let mut waiting = self.waiting();
            if waiting.as_ref().is_some_and(|(other, _)| *other == game) {
                *waiting = None;
                self.is_waiting.store(false, Ordering::Relaxed);
            }
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            1 => write!(f, "turn {}", self.turn.load(Ordering::Relaxed))?,
            _ => write!(f, "{} running", self.running.load(Ordering::Relaxed))?,
        }
        match &*self.waiting() {
            Some((game, whom)) if self.games > 1 => write!(f, "; game {game}: {whom}"),
            Some((_, whom)) => write!(f, ": {whom}"),
            None => Ok(()),
        }
    }
}

impl<'a> Progress<'a> {
    /// Goes on from these results.
    pub(crate) fn new(games: u32, done: Results, shown: bool, told: Told<'a>) -> Self {
        let target = if shown { screen::target() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(games.into()), target);
        let already = done.games as u64;
        let state = Arc::new(State { games, ..State::default() });
        let template = match games {
            1 => "{spinner} {state}",
            _ => "{bar:30} {pos}/{len} games, {state}{left}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            let told = Arc::clone(&state);
            let style = style.with_key("state", move |_: &ProgressState, to: &mut dyn fmt::Write| {
                let _ = write!(to, "{told}");
            });
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
        Self { bar, state, results: Mutex::new(done), told }
    }

    /// Removes the bar and hands over what was collected.
    pub(crate) fn finish(self) -> Results {
        self.bar.finish_and_clear();
        self.results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SeriesObserver for Progress<'_> {
    fn started(&self, _game: u32) {
        self.state.running.fetch_add(1, Ordering::Relaxed);
    }

    fn turn(&self, game: u32, turn: u32) {
        self.state.turn.store(turn, Ordering::Relaxed);
        self.state.go_on(game);
    }

    fn waiting(&self, game: u32, whom: &AwaitedProgram<'_>) {
        *self.state.waiting() = Some((game, said(whom)));
        self.state.is_waiting.store(true, Ordering::Relaxed);
    }

    fn finished(&self, report: GameReport) {
        self.state.running.fetch_sub(1, Ordering::Relaxed);
        self.state.go_on(report.game);
        self.bar.inc(1);
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        // The lock is held, so that lines of two games do not mix.
        if let Told::Lines(series) = self.told {
            table::print_line(series, &report);
        }
        results.add(report);
    }
}

/// Whom is waited for, and what it does meanwhile.
fn said(whom: &AwaitedProgram<'_>) -> String {
    let AwaitedProgram { bot, seat, wall, cpu, within_a_line, .. } = whom;
    let doing = match within_a_line {
        true => "it wrote a line without a newline at its end".to_owned(),
        false => format!("it has used {:.1} s of CPU time", cpu.as_secs_f64()),
    };
    format!("waiting for {bot} (seat {seat}) for {} s; {doing}", wall.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_is_waited_for_is_said_until_it_replies() {
        let state = State { games: 1, ..State::default() };
        state.turn.store(7, Ordering::Relaxed);
        let mut whom = AwaitedProgram {
            bot: "bot.py",
            seat: 2,
            turn: 7,
            wall: Duration::from_millis(3900),
            cpu: Duration::from_millis(40),
            within_a_line: false,
        };
        *state.waiting() = Some((1, said(&whom)));
        state.is_waiting.store(true, Ordering::Relaxed);
        let told = "turn 7: waiting for bot.py (seat 2) for 3 s; it has used 0.0 s of CPU time";
        assert_eq!(state.to_string(), told);
        state.go_on(2);
        assert_eq!(state.to_string(), told, "another game goes on");
        state.go_on(1);
        assert_eq!(state.to_string(), "turn 7");
        whom.within_a_line = true;
        assert!(said(&whom).ends_with("it wrote a line without a newline at its end"));
    }
}
