//! What there is: games, maps, bots.

use crate::value_error;
use game::NewMap;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The games: for each its name, what it is, its maps, its rule profiles and the styles of its map
/// generator.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let describe = |entry: &&dyn game::GameEntry| {
        let about = PyDict::new(py);
        about.set_item("name", entry.name())?;
        about.set_item("about", entry.about())?;
        about.set_item("maps", entry.maps().iter().map(|(name, _)| *name).collect::<Vec<_>>())?;
        about.set_item("usual_map", entry.usual_map())?;
        about.set_item("rules", entry.profiles())?;
        about.set_item("map_styles", entry.map_styles())?;
        Ok(about)
    };
    ::games::ALL.iter().map(describe).collect()
}

/// The names of the built-in bots, the weakest first.
#[pyfunction]
pub(crate) fn bots() -> Vec<&'static str> {
    ::bots::names().to_vec()
}

/// The text of a map that comes with a game.
#[pyfunction]
pub(crate) fn map_text(game: &str, name: &str) -> PyResult<&'static str> {
    let entry = find(game)?;
    let found = entry.maps().iter().find(|(map, _)| *map == name);
    found.map(|(_, text)| *text).ok_or_else(|| {
        let known: Vec<&str> = entry.maps().iter().map(|(name, _)| *name).collect();
        value_error(format!("{game} has no map `{name}`; it has {}", known.join(", ")))
    })
}

/// The text of a new map.
#[pyfunction]
#[pyo3(signature = (game, seed, rows=None, cols=None, style=None))]
pub(crate) fn new_map(
    game: &str,
    seed: u64,
    rows: Option<u8>,
    cols: Option<u8>,
    style: Option<&str>,
) -> PyResult<String> {
    let entry = find(game)?;
    if let Some(style) = style.filter(|style| !entry.map_styles().contains(style)) {
        let known = entry.map_styles().join(", ");
        return Err(value_error(format!("{game} has no style `{style}`; it has: {known}")));
    }
    entry.new_map(NewMap { seed, rows, cols, style }).map_err(value_error)
}

fn find(game: &str) -> PyResult<&'static dyn game::GameEntry> {
    let names = || ::games::ALL.iter().map(|entry| entry.name()).collect::<Vec<_>>().join(", ");
    ::games::find(game)
        .ok_or_else(|| value_error(format!("there is no game `{game}`; there are {}", names())))
}
