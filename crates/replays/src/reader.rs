//! Replays read from disk, line by line.

use crate::lines::Lines;
use crate::map_hash;
use crate::packed::{MAGIC, Unpacker};
use game::GameEntry;
use game::replay::{Header, ReplayLine};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// How a compressed file begins.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What some editors put before the first letter.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How far a compressed file may refer back, as a power of two: as far as `zstd -19` does. It has
/// to be kept in memory.
const WINDOW_LOG: u32 = 23;

/// A replay being read: its header, then its lines one by one. A damaged file is read as far as it
/// goes.
pub struct Replay {
    /// What was played.
    pub header: Header,
    /// Its game; none if that is not known here.
    entry: Option<&'static dyn GameEntry>,
    lines: Lines<Box<dyn BufRead>>,
    turns: usize,
    /// Which of the last lines were read.
    ended: bool,
    saved: bool,
    /// Why the file could not be read to its end, once that is known.
    damage: Option<String>,
    /// Whether there is nothing more to read.
    done: bool,
}

impl Replay {
    /// Opens a file, packed, compressed or plain.
    ///
    /// # Errors
    /// If it cannot be opened or is no replay at all.
    pub fn open(path: &Path) -> Result<Self, String> {
        File::open(path).map_err(unreadable).and_then(Self::read)
    }

    /// Reads the contents of a file, packed, compressed or plain.
    ///
    /// # Errors
    /// If this is no replay at all.
    pub fn read(file: impl Read + 'static) -> Result<Self, String> {
        let mut lines = Lines::new(text_of(file)?);
        let header = first_line(lines.next()?.ok_or("the file is empty")?)?;
        let entry = games::find(&header.game);
        Ok(Self { header, entry, lines, turns: 0, ended: false, saved: false, damage: None, done: false })
    }

    /// Why the file could not be read to its end; none if it could, or has not been read so far.
    #[must_use]
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// How many turns were read.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.turns
    }

    fn take(&mut self) -> Result<Option<ReplayLine>, String> {
        let Some(line) = self.lines.next()? else {
            return self.is_whole().map(|()| None);
        };
        let read = read_line(self.entry, &self.header, line);
        let line = read.and_then(|line| self.in_place(line));
        line.map(Some).map_err(|what| format!("line {}: {what}", self.lines.number))
    }

    /// Whether the line may come here.
    fn in_place(&mut self, line: ReplayLine) -> Result<ReplayLine, String> {
        match &line {
            _ if self.saved => return Err("there is something after the last line".to_owned()),
            ReplayLine::Cursor(_) => self.saved = true,
            _ if self.ended => return Err("there is something after the end".to_owned()),
            ReplayLine::End(_) => self.ended = true,
            ReplayLine::Turn(_) => self.turns += 1,
        }
        Ok(line)
    }

    fn is_whole(&self) -> Result<(), String> {
        if self.ended || self.saved {
            return Ok(());
        }
        let (turns, plural) = (self.turns, if self.turns == 1 { "" } else { "s" });
        Err(format!("it stops after {turns} turn{plural}, before the end of the game"))
    }
}

/// The text of a replay, whether it is packed, compressed or plain.
pub(crate) fn text_of(mut file: impl Read + 'static) -> Result<Box<dyn BufRead>, String> {
    let mut head = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head).map_err(unreadable)?;
    if Unpacker::is_packed(&head) {
        let unpacker = Unpacker::new(file).map_err(unreadable)?;
        return Ok(Box::new(BufReader::new(unpacker)));
    }
    let is_compressed = head.starts_with(&ZSTD_MAGIC);
    let file = io::Cursor::new(head).chain(file);
    if !is_compressed {
        return Ok(Box::new(BufReader::new(file)));
    }
    let mut decoder = zstd::stream::read::Decoder::new(file).map_err(unreadable)?;
    decoder.window_log_max(WINDOW_LOG).map_err(unreadable)?;
    Ok(Box::new(BufReader::new(decoder)))
}

/// Reads the first line.
pub(crate) fn first_line(line: &[u8]) -> Result<Header, String> {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let text = str::from_utf8(line).map_err(|_| "this is not a replay: it does not begin with text")?;
    let header = Header::read(text)?;
    // The first format had no hash.
    if header.replay > 1 && header.map_hash != map_hash(&header.map) {
        return Err("its map is not the one whose hash the header names: one of them was changed".into());
    }
    Ok(header)
}

fn read_line(entry: Option<&dyn GameEntry>, header: &Header, line: &[u8]) -> Result<ReplayLine, String> {
    if !line.ends_with(b"\n") {
        return Err("the last line is cut short".to_owned());
    }
    ReplayLine::read(entry, header, str::from_utf8(line).map_err(|_| "it is not UTF-8")?)
}

impl Iterator for Replay {
    type Item = ReplayLine;

    fn next(&mut self) -> Option<ReplayLine> {
        if self.done {
            return None;
        }
        let line = self.take();
        self.done = !matches!(line, Ok(Some(_)));
        line.unwrap_or_else(|damage| {
            self.damage = Some(damage);
            None
        })
    }
}

impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay")
            .field("header", &self.header)
            .field("turns", &self.turns)
            .finish_non_exhaustive()
    }
}

pub(crate) fn unreadable(error: io::Error) -> String {
    format!("cannot read it: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"replay":1,"game":"breach","rules":"stage4","map_name":"m","map":"","seed":"0000000000000000","seats":[],"clock":"off"}"#;

    fn damage_of(file: impl Read + 'static) -> String {
        let mut replay = Replay::read(file).unwrap();
        replay.by_ref().for_each(drop);
        replay.damage().unwrap().to_owned()
    }

    #[test]
    fn what_is_no_replay_is_said_to_be_none() {
        let cases: [(&'static [u8], &str); 9] = [
            (b"", "the file is empty"),
            (b"\n", "this is not a replay: "),
            (b"nonsense\n", "this is not a replay: "),
            (b"\x1f\x8b\x08\0\0\0\0\0\0\x03", "this is not a replay: it does not begin with text"),
            (b"{}", "this is not a replay: the first line has no `replay` field"),
            (b"{\"replay\":\"one\"}", "the `replay` field is \"one\", and not a version of the format"),
            (b"{\"replay\":0}", "the replay has format 0; this program reads 1 to 2"),
            (b"{\"replay\":3}", "the replay has format 3; this program reads 1 to 2"),
            (b"{\"replay\":1}", "the header is damaged: "),
        ];
        for (bytes, expected) in cases {
            let said = Replay::read(bytes).unwrap_err();
            assert!(said.starts_with(expected), "{said}, not {expected}");
        }
    }

    #[test]
    fn a_byte_order_mark_does_no_harm() {
        let file = format!("\u{feff}{HEADER}\n");
        assert_eq!(damage_of(io::Cursor::new(file)), "it stops after 0 turns, before the end of the game");
    }

    #[test]
    fn a_line_without_end_is_not_read() {
        let file = io::Cursor::new(format!("{HEADER}\n{{\"turn\":1,\"moves\":["));
        let said = damage_of(file.chain(io::repeat(b' ')));
        assert_eq!(said, "line 2: it is longer than 8 MiB; no line of a replay is");

        let packed = zstd::encode_all(io::repeat(b' ').take(1 << 28), 3).unwrap();
        let said = Replay::read(io::Cursor::new(packed)).unwrap_err();
        assert_eq!(said, "line 1: it is longer than 8 MiB; no line of a replay is");
    }

    #[test]
    fn a_map_that_is_not_the_one_named_is_refused() {
        let header = HEADER.replace("\"replay\":1", "\"replay\":2,\"rules_version\":1,\"map_hash\":\"00\"");
        let said = Replay::read(io::Cursor::new(header + "\n")).unwrap_err();
        assert!(said.starts_with("its map is not the one whose hash"), "{said}");
    }
}
