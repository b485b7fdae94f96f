//! Those who think: built-in bots, and the solver.

use crate::batches::PACE;
use crate::states::{State, seat_of};
use crate::value_error;
use batch::Position;
use bots::Player;
use pyo3::prelude::*;
use solver::{Limits, MOST_TURNS, Progress, Question};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A built-in bot in one seat of one game.
#[pyclass(frozen, module = "sandtable._core")]
pub(crate) struct Bot {
    name: String,
    seed: u64,
    /// Made for the first state that it is asked about.
    player: Mutex<Option<Made>>,
}

/// A bot, and which game it is for.
struct Made {
    game: &'static str,
    player: Box<dyn Player>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (name, seed=0))]
    fn new(name: String, seed: u64) -> PyResult<Self> {
        if bots::is_built_in(&name) {
            return Ok(Self { name, seed, player: Mutex::new(None) });
        }
        let unknown = || format!("there is no bot `{name}`; there are {}", bots::names().join(", "));
        Err(value_error(bots::misnamed(&name).unwrap_or_else(unknown)))
    }

    /// What it orders in the seat's turn, as a JSON list.
    fn orders(&self, py: Python<'_>, state: &State, seat: u8) -> PyResult<String> {
        let position = state.copied();
        py.detach(|| {
            let position = position;
            self.ask(&*position, seat)
        })
    }
}

impl Bot {
    fn ask(&self, position: &dyn Position, seat: u8) -> PyResult<String> {
        let seat = seat_of(position, seat)?;
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let game = position.name();
        let made = match player.take() {
            Some(made) => made,
            None => {
                let player = position.bot(&self.name, self.seed);
                let none = || value_error(format!("there is no bot `{}` for {game}", self.name));
                Made { game, player: player.ok_or_else(none)? }
            }
        };
        let made = player.insert(made);
        if made.game != game {
            let first = made.game;
            return Err(value_error(format!("this bot has begun to play {first}: make another for {game}")));
        }
        position.orders_by(&mut *made.player, seat).map_err(value_error)
    }
}

/// Solves a state: what is known, as JSON.
pub(crate) fn solve(
    py: Python<'_>,
    position: Box<dyn Position>,
    question: Question,
    seconds: f64,
    megabytes: u64,
) -> PyResult<String> {
    if !(1..=MOST_TURNS).contains(&question.most_turns) {
        return Err(value_error(format!(
            "`turns` is {} and must be from 1 to {MOST_TURNS}",
            question.most_turns
        )));
    }
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| value_error(format!("`time` is {seconds} and must be a number of seconds")))?;
    let limits = Limits::memory(usize::try_from(megabytes.saturating_mul(1 << 20)).unwrap_or(usize::MAX));
    let mut watch = Interruptible::new(time);
    let game = position.name();
    let found = py.detach(|| {
        let position = position;
        position.solve(question, limits, &mut |progress| watch.look(progress))
    });
    match (watch.interrupted, found) {
        (Some(interrupted), _) => Err(interrupted),
        (None, Some(answer)) => Ok(answer.to_json().to_string()),
        (None, None) => Err(value_error(format!("{game} cannot be solved"))),
    }
}

/// Stops a search when its time is up, or when somebody presses Ctrl-C.
struct Interruptible {
    end: Option<Instant>,
    next_look: Instant,
    interrupted: Option<PyErr>,
}

#[allow(clippy::disallowed_methods, reason = "the caller says how long the search may take")]
impl Interruptible {
    fn new(time: Duration) -> Self {
        let now = Instant::now();
        Self { end: now.checked_add(time), next_look: now + PACE, interrupted: None }
    }

    fn look(&mut self, _: &Progress) -> ControlFlow<()> {
        let now = Instant::now();
        if self.end.is_some_and(|end| now >= end) {
            return ControlFlow::Break(());
        }
        if now >= self.next_look {
            self.next_look = now + PACE;
            self.interrupted = Python::attach(|py| py.check_signals()).err();
        }
        if self.interrupted.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
