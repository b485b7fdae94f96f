//! Maps named on the command line.

use crate::failure::Failure;
use crate::input::read_at_most;
use game::GameEntry;
use game::replay::LARGEST_MAP;
use std::path::Path;

/// The contents of a map file, or of the bundled map of that name. Files come first.
pub(crate) fn read(entry: &dyn GameEntry, name: &Path) -> Result<Vec<u8>, Failure> {
    let error = match read_at_most(name, LARGEST_MAP) {
        Ok(map) => return Ok(map),
        Err(error) => error,
    };
    let bundled = name.to_str().and_then(|name| entry.bundled(name));
    bundled.map(|map| map.as_bytes().to_vec()).ok_or_else(|| {
        let (game, name) = (entry.name(), name.display());
        Failure::usage(format!("cannot read the map {name}: {error} (and no bundled map has that name; `sandtable map {game} list` shows them)"))
    })
}
