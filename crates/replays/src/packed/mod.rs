//! Replays packed for stores of millions.
//!
//! A packed replay holds what cannot be computed: the header, the orders, what bots noted and did
//! wrong, and what was measured. Answers, hashes and the outcome come from running the game again.
//! Unpacking gives the same lines, byte for byte: whoever packs makes each line from what would be
//! stored, and stores the line itself where that gives another.
//!
//! The file is `MAGIC`; the length of the game's name in one byte, and the name; the number of the
//! dictionary in one byte, from 1 on, 0 for none; and the rest compressed with zstd: a `Body`. Its
//! records, one a line, are in `record`'s words.

mod body;
mod pack;
mod record;
mod running;
mod unpack;

pub use pack::pack;
pub(crate) use unpack::Unpacker;

use game::GameEntry;
use std::io::{self, Read};

/// How a packed replay begins. The last byte is the version of the form.
pub(crate) const MAGIC: [u8; 8] = *b"\x93STPACK\x01";

/// The most bytes of a body: it is kept in memory while it is read.
pub(crate) const LARGEST_BODY: usize = 32 << 20;

/// How hard new replays are compressed.
const LEVEL: i32 = 19;

/// The uncompressed body of a replay that is not packed yet: what dictionaries are made from.
///
/// # Errors
/// One sentence, if this is no replay.
pub fn body_of(replay: impl Read + 'static) -> Result<Vec<u8>, String> {
    pack::body(replay).map(|(_, body)| body)
}

/// The dictionary of this number, from 1 on.
fn dictionary(entry: &dyn GameEntry, number: u8) -> io::Result<&'static [u8]> {
    match usize::from(number).checked_sub(1) {
        None => Ok(&[]),
        Some(at) => entry.dictionaries().get(at).copied().ok_or_else(|| {
            damaged("it was packed with a dictionary that this program does not have: use a newer release")
        }),
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}
