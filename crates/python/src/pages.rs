//! Replays as pages.

use crate::value_error;
use pyo3::prelude::*;
use replays::Replay;
use std::io::Cursor;

/// The page of a replay: one HTML file that needs nothing else.
#[pyfunction]
pub(crate) fn replay_page(py: Python<'_>, replay: Vec<u8>) -> PyResult<String> {
    py.detach(|| page_of(replay)).map_err(value_error)
}

fn page_of(replay: Vec<u8>) -> Result<String, String> {
    let mut replay = Replay::read(Cursor::new(replay))?;
    let header = replay.header.clone();
    let unknown = || format!("there is no game `{}`", header.game);
    let entry = games::find(&header.game).ok_or_else(unknown)?;
    let (film, difference) = page::replay::film(entry, &header, &mut replay)?;
    match difference {
        Some(difference) => Err(format!("the replay does not follow the rules: {difference}")),
        None => Ok(page::render(&film)),
    }
}
