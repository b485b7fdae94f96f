//! Batches.

use crate::arrays::Held;
use crate::value_error;
use batch::{Arrays, AutoReset, MapText, OnIllegal, Options, Painting, Rewards, Rows, StepError, open};
use game::{Seat, Viewer};
use numpy::PyReadonlyArrayDyn;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Games that are stepped together, by Rust threads and without Python's lock.
#[pyclass(frozen, module = "sandtable._core")]
pub(crate) struct Batch {
    inner: Mutex<Box<dyn batch::Batch>>,
    games: usize,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        game, maps, *, rules="", games=1, seed=0, threads=1, opponents=vec![], rewards=[1.0, 0.0, -1.0, 0.0, 0.0, 0.0],
        on_illegal="error", auto_reset="same_step", max_turns=0, max_steps=0, record=false, rows="acting",
        painting="changes"
    ))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        maps: Vec<(String, String)>,
        rules: &str,
        games: usize,
        seed: u64,
        threads: usize,
        opponents: Vec<Option<String>>,
        rewards: [f32; 6],
        on_illegal: &str,
        auto_reset: &str,
        max_turns: u32,
        max_steps: u32,
        record: bool,
        rows: &str,
        painting: &str,
    ) -> PyResult<Self> {
        let [win, draw, loss, score, step, turn] = rewards;
        let options = Options {
            game: game.into(),
            maps: maps.into_iter().map(|(name, text)| MapText { name, text }).collect(),
            rules: rules.into(),
            games,
            seed,
            threads,
            opponents,
            rewards: Rewards { win, draw, loss, score, step, turn },
            on_illegal: word("on_illegal", on_illegal, &ON_ILLEGAL)?,
            auto_reset: word("auto_reset", auto_reset, &AUTO_RESET)?,
            max_turns,
            max_steps,
            record,
            rows: word("rows", rows, &ROWS)?,
            painting: word("painting", painting, &PAINTING)?,
        };
        let inner = py.detach(|| open(&options)).map_err(value_error)?;
        Ok(Self { inner: Mutex::new(inner), games })
    }

    /// What the arrays are like.
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let shape = *self.lock().shape();
        let about = PyDict::new(py);
        about.set_item("games", self.games)?;
        about.set_item("seats", shape.seats)?;
        about.set_item("actions", shape.numbering.count())?;
        about.set_item("actors", shape.numbering.actors)?;
        about.set_item("each", shape.numbering.each)?;
        about.set_item("others", shape.numbering.others)?;
        about.set_item("words", shape.numbering.words())?;
        about.set_item("height", shape.layout.height)?;
        about.set_item("width", shape.layout.width)?;
        about.set_item("channels", shape.layout.channels)?;
        about.set_item("rows", shape.layout.rows)?;
        about.set_item("columns", shape.layout.columns)?;
        about.set_item("scalars", shape.layout.scalars)?;
        Ok(about)
    }

    /// Begins games again.
    #[pyo3(signature = (out, which=None, seeds=None))]
    fn reset(
        &self,
        py: Python<'_>,
        out: &Bound<'_, PyDict>,
        which: Option<Vec<bool>>,
        seeds: Option<Vec<u64>>,
    ) -> PyResult<()> {
        self.write(py, out, |batch, arrays| batch.reset(arrays, which.as_deref(), seeds.as_deref()))
    }

    /// Starts all chance again.
    fn reseed(&self, py: Python<'_>, out: &Bound<'_, PyDict>, seed: u64) -> PyResult<()> {
        self.write(py, out, |batch, arrays| batch.reseed(arrays, seed))
    }

    /// Plays one action in each game.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i64>,
        out: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let held = Held::beside(&actions, out)?;
        let actions = actions.as_slice()?;
        self.write_into(py, held, |batch, arrays| batch.step(actions, arrays))
    }

    /// Plays a random legal action in each game, so many times.
    #[pyo3(signature = (out, times=1))]
    fn step_random(&self, py: Python<'_>, out: &Bound<'_, PyDict>, times: u64) -> PyResult<()> {
        self.repeat(py, out, times, |batch, arrays| batch.step_random(arrays))
    }

    /// Plays a whole turn of every awaited seat in each game.
    fn round(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i64>,
        out: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let held = Held::beside(&actions, out)?;
        let actions = actions.as_slice()?;
        self.write_into(py, held, |batch, arrays| batch.round(actions, arrays))
    }

    /// Plays a round of random legal actions, one for each actor of each awaited seat, so many
    /// times.
    #[pyo3(signature = (out, times=1))]
    fn round_random(&self, py: Python<'_>, out: &Bound<'_, PyDict>, times: u64) -> PyResult<()> {
        self.repeat(py, out, times, |batch, arrays| batch.round_random(arrays))
    }

    /// Writes everything anew.
    fn show(&self, py: Python<'_>, out: &Bound<'_, PyDict>) -> PyResult<()> {
        self.write(py, out, |batch, arrays| batch.show(arrays))
    }

    /// A game as bytes.
    fn save<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.lock().save(game).map_err(value_error)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Has a game go on from bytes.
    fn load(&self, game: usize, bytes: &[u8]) -> PyResult<()> {
        self.lock().load(game, bytes).map_err(value_error)
    }

    /// Has a game go on from where another one is.
    fn copy(&self, from_game: usize, to_game: usize) -> PyResult<()> {
        self.lock().copy(from_game, to_game).map_err(value_error)
    }

    /// A game's replay.
    #[pyo3(signature = (game, finished=false))]
    fn replay(&self, game: usize, finished: bool) -> PyResult<String> {
        self.lock().replay(game, finished).map_err(value_error)
    }

    /// A game's board as text.
    #[pyo3(signature = (game, seat=None))]
    fn draw(&self, game: usize, seat: Option<u8>) -> PyResult<String> {
        let batch = self.lock();
        let who = viewer(seat, batch.shape().seats)?;
        batch.draw(game, who).map_err(value_error)
    }

    /// Figures of a game.
    fn facts<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyDict>> {
        let facts = self.lock().facts(game).map_err(value_error)?;
        let about = PyDict::new(py);
        about.set_item("turn", facts.turn)?;
        about.set_item("steps", facts.steps)?;
        about.set_item("seed", facts.seed)?;
        about.set_item("map", facts.map)?;
        about.set_item("digest", facts.digest)?;
        about.set_item("outcome", facts.outcome.as_ref().map(standings))?;
        Ok(about)
    }
}

impl Batch {
    /// A panic would have left the games as they were before or after a step of one of them.
    fn lock(&self) -> MutexGuard<'_, Box<dyn batch::Batch>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something that writes into arrays, without Python's lock.
    fn write(
        &self,
        py: Python<'_>,
        out: &Bound<'_, PyDict>,
        work: impl FnOnce(&mut dyn batch::Batch, &mut Arrays<'_>) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        self.write_into(py, Held::new(out)?, work)
    }

    fn write_into(
        &self,
        py: Python<'_>,
        mut held: Held<'_>,
        work: impl FnOnce(&mut dyn batch::Batch, &mut Arrays<'_>) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        let mut arrays = held.arrays()?;
        py.detach(|| work(&mut **self.lock(), &mut arrays)).map_err(value_error)
    }

    /// The same, so many times; Ctrl-C ends it. The games are let go before Python looks at its
    /// signals: somebody who has Python's lock may wait for them.
    #[allow(clippy::disallowed_methods, reason = "Python looks at its signals now and then")]
    fn repeat(
        &self,
        py: Python<'_>,
        out: &Bound<'_, PyDict>,
        times: u64,
        mut step: impl FnMut(&mut dyn batch::Batch, &mut Arrays<'_>) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        let mut held = Held::new(out)?;
        let mut arrays = held.arrays()?;
        let mut left = times;
        while left > 0 {
            let pause = Instant::now() + PACE;
            let work = || {
                let mut batch = self.lock();
                while left > 0 && Instant::now() < pause {
                    step(&mut **batch, &mut arrays)?;
                    left -= 1;
                }
                Ok::<(), StepError>(())
            };
            py.detach(work).map_err(value_error)?;
            py.check_signals()?;
        }
        Ok(())
    }
}

/// How long Python waits at most for a look at its signals.
pub(crate) const PACE: Duration = Duration::from_millis(50);

/// Places and scores, seat by seat.
pub(crate) fn standings(outcome: &game::Outcome) -> Vec<(u8, i64)> {
    outcome.standings().iter().map(|standing| (standing.place, standing.score)).collect()
}

/// Who looks: a seat of so many, or somebody who sees everything.
pub(crate) fn viewer(seat: Option<u8>, seats: usize) -> PyResult<Viewer> {
    match seat {
        None => Ok(Viewer::Everything),
        Some(seat) if usize::from(seat) < seats => Ok(Viewer::Seat(Seat(seat))),
        Some(seat) => {
            Err(value_error(format!("there is no seat {seat}: the game has {seats}, counted from 0")))
        }
    }
}

type Words<T> = [(&'static str, T)];

const ON_ILLEGAL: [(&str, OnIllegal); 3] =
    [("error", OnIllegal::Error), ("noop", OnIllegal::Nothing), ("loss", OnIllegal::Loss)];
const AUTO_RESET: [(&str, AutoReset); 3] =
    [("same_step", AutoReset::SameStep), ("next_step", AutoReset::NextStep), ("never", AutoReset::Never)];
const ROWS: [(&str, Rows); 2] = [("acting", Rows::Acting), ("seats", Rows::Seats)];
const PAINTING: [(&str, Painting); 2] = [("changes", Painting::Changes), ("full", Painting::Full)];

/// What a word stands for.
fn word<T: Copy>(name: &str, said: &str, known: &Words<T>) -> PyResult<T> {
    let found = known.iter().find(|(word, _)| *word == said);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        value_error(format!("{name}={said:?} is not one of {}", words.join(", ")))
    })
}
