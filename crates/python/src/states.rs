//! States as values.

use crate::batches::{standings, viewer};
use crate::thinking::solve;
use crate::value_error;
use batch::{MapText, Pictures, Position, position};
use game::{Layout, Seat};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use solver::Question;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A state of a game.
#[pyclass(frozen, module = "sandtable._core")]
pub(crate) struct State {
    inner: Mutex<Box<dyn Position>>,
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, map_name, map_text, rules="", seed=0))]
    fn new(game: &str, map_name: String, map_text: String, rules: &str, seed: u64) -> PyResult<Self> {
        let map = MapText { name: map_name, text: map_text };
        position(game, &map, rules, seed).map(Self::of).map_err(value_error)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.lock().name()
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.lock().seats()
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.lock().turn()
    }

    /// The seats whose orders are awaited.
    #[getter]
    fn to_move(&self) -> Vec<u32> {
        self.lock().to_move().iter().map(|seat| seat.0.into()).collect()
    }

    /// Places and scores, seat by seat, when the game is over.
    #[getter]
    fn outcome(&self) -> Option<Vec<(u8, i64)>> {
        self.lock().outcome().as_ref().map(standings)
    }

    #[getter]
    fn key(&self) -> u64 {
        self.lock().key()
    }

    #[getter]
    fn digest(&self) -> u64 {
        self.lock().digest()
    }

    /// How many actions there are; the last ends the turn.
    #[getter]
    fn actions(&self) -> u32 {
        self.lock().numbering().count()
    }

    /// The legal orders as a JSON list.
    fn legal(&self, seat: u8) -> PyResult<String> {
        let position = self.lock();
        Ok(position.legal(seat_of(&**position, seat)?))
    }

    /// The actions that may be chosen.
    fn legal_actions<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(PyArray1::from_vec(py, self.chosen_from(seat)?))
    }

    /// The order that an action stands for, as JSON.
    fn order_of(&self, seat: u8, action: u32) -> PyResult<Option<String>> {
        let position = self.lock();
        Ok(position.order_of(seat_of(&**position, seat)?, action))
    }

    /// The action that stands for an order.
    fn action_of(&self, seat: u8, order: &str) -> PyResult<Option<u32>> {
        let position = self.lock();
        position.number_of(seat_of(&**position, seat)?, order).map_err(value_error)
    }

    /// Gives an order: whether it was done, not only taken.
    fn play(&self, seat: u8, order: &str) -> PyResult<bool> {
        let mut position = self.lock();
        let seat = seat_of(&**position, seat)?;
        position.play(seat, order).map_err(value_error)
    }

    /// Plays an action.
    fn play_action(&self, seat: u8, action: u32) -> PyResult<bool> {
        let mut position = self.lock();
        let seat = seat_of(&**position, seat)?;
        position.play_number(seat, action).map_err(value_error)
    }

    /// Ends the seat's turn.
    fn end_turn(&self, seat: u8) -> PyResult<()> {
        let mut position = self.lock();
        let seat = seat_of(&**position, seat)?;
        position.end_turn(seat).map_err(value_error)
    }

    /// The events that an order, or the end of the turn, would cause, as a JSON list.
    #[pyo3(signature = (seat, order=None))]
    fn preview(&self, seat: u8, order: Option<&str>) -> PyResult<String> {
        let position = self.lock();
        position.preview(seat_of(&**position, seat)?, order).map_err(value_error)
    }

    /// What a calculator answers to a question in JSON, as JSON.
    fn calculate(&self, seat: u8, question: &str) -> PyResult<String> {
        let position = self.lock();
        position.calculate(seat_of(&**position, seat)?, question).map_err(value_error)
    }

    /// What a seat sees, or everything, as JSON.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<u8>) -> PyResult<String> {
        let position = self.lock();
        Ok(position.view(viewer(seat, position.seats().into())?))
    }

    /// What every seat is told once, as JSON.
    fn briefing(&self) -> String {
        self.lock().briefing()
    }

    /// The board as text.
    #[pyo3(signature = (seat=None))]
    fn draw(&self, seat: Option<u8>) -> PyResult<String> {
        let position = self.lock();
        Ok(position.draw(viewer(seat, position.seats().into())?))
    }

    /// What a seat sees as flat arrays, with their shapes.
    fn observe<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyDict>> {
        let (layout, planes, table, scalars) = self.painted(seat)?;
        let seen = PyDict::new(py);
        let shape = (layout.height, layout.width, layout.channels.len());
        seen.set_item("planes", (PyArray1::from_vec(py, planes), shape))?;
        seen.set_item("table", (PyArray1::from_vec(py, table), (layout.rows, layout.columns.len())))?;
        seen.set_item("scalars", (PyArray1::from_vec(py, scalars), (layout.scalars.len(),)))?;
        Ok(seen)
    }

    /// A copy.
    fn clone(&self) -> Self {
        Self::of(self.lock().copy())
    }

    /// The state as bytes.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.lock().save();
        PyBytes::new(py, &bytes)
    }

    /// The state that these bytes are, on the same map.
    fn load(&self, bytes: &[u8]) -> PyResult<Self> {
        let found = self.lock().load(bytes);
        found.map(Self::of).ok_or_else(|| value_error("these bytes are no state on this map"))
    }

    /// Looks for the shortest win: what is known, as JSON.
    fn solve(
        &self,
        py: Python<'_>,
        turns: u32,
        seconds: f64,
        megabytes: u64,
        fewest_losses: bool,
    ) -> PyResult<String> {
        let position = self.copied();
        solve(py, position, Question { most_turns: turns, fewest_losses }, seconds, megabytes)
    }

    /// Replaces the seed of all chance still to come.
    fn reseed(&self, seed: u64) {
        self.lock().reseed(seed);
    }
}

impl State {
    fn of(position: Box<dyn Position>) -> Self {
        Self { inner: Mutex::new(position) }
    }

    /// Whoever holds the state makes no objects of Python: that may collect garbage, and so run code
    /// that asks for the same state.
    fn lock(&self) -> MutexGuard<'_, Box<dyn Position>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy to think about while others go on with the state.
    pub(crate) fn copied(&self) -> Box<dyn Position> {
        self.lock().copy()
    }

    fn chosen_from(&self, seat: u8) -> PyResult<Vec<i64>> {
        let position = self.lock();
        let mask = position.mask(seat_of(&**position, seat)?);
        let set = (0..position.numbering().count()).filter(|n| mask[(n / 64) as usize] >> (n % 64) & 1 != 0);
        Ok(set.map(i64::from).collect())
    }

    fn painted(&self, seat: u8) -> PyResult<Painted> {
        let position = self.lock();
        let seat = seat_of(&**position, seat)?;
        let layout = position.layout();
        let (mut planes, mut table) = (vec![0; layout.planes_len()], vec![0; layout.table_len()]);
        let mut scalars = vec![0; layout.scalars.len()];
        let mut pictures = Pictures { planes: &mut planes, table: &mut table, scalars: &mut scalars };
        position.paint(seat, &mut pictures);
        Ok((layout, planes, table, scalars))
    }
}

/// What the arrays of a picture are like, and the arrays.
type Painted = (Layout, Vec<u8>, Vec<i16>, Vec<i32>);

pub(crate) fn seat_of(position: &dyn Position, seat: u8) -> PyResult<Seat> {
    match seat < position.seats() {
        true => Ok(Seat(seat)),
        false => {
            let seats = position.seats();
            Err(value_error(format!("there is no seat {seat}: the game has {seats}, counted from 0")))
        }
    }
}
