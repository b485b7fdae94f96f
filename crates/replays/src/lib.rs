//! Replays on disk. An internal crate: it knows no game and prints nothing.
//!
//! A [`Replay`] is read line by line, and whoever reads it keeps what they need: a file of a few
//! kilobytes may unfold to gigabytes, and a stranger wrote it. Whatever the file, reading takes no
//! more than [`BUDGET`] bytes of memory beyond its own size; what would is refused with a sentence.
//! What the lines mean is in [`game::replay`].
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod lines;
pub mod packed;
mod reader;

pub use packed::pack;
pub use reader::Replay;

use game::replay::MOST_BYTES;
use std::io::Read;

/// What reading a file may take beyond the file's own size, in bytes.
pub const BUDGET: usize = 64 << 20;

/// The text of a replay, whether the file is packed, compressed or plain; no longer than a replay
/// may be.
///
/// # Errors
/// One sentence, if the file is packed and cannot be unpacked.
pub fn text_of(file: impl Read + 'static) -> Result<impl Read, String> {
    reader::text_of(file).map(|text| text.take(MOST_BYTES))
}

/// The hash by which a header names its map.
#[must_use]
pub fn map_hash(map: &str) -> String {
    blake3::hash(map.as_bytes()).to_hex().to_string()
}
