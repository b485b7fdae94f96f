//! Replays read from disk.

use game::replay::{End, Header, ReplayLine, Turn};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// How a file is seen to be compressed.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What some editors put before the first letter.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The most bytes that are read, unpacked.
const MOST_BYTES: u64 = 1 << 30;

/// The longest line that is read. Programs are heard for a mebibyte a turn each; numbers can be four times as long when they are
/// written down, and a refusal can quote its order.
const LONGEST_LINE: u64 = 16 << 20;

/// A replay as read, as far as it could be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Recording {
    /// What was played.
    pub header: Header,
    /// The turns.
    pub turns: Vec<Turn>,
    /// How it ended; none if the file stops before.
    pub end: Option<End>,
    /// Why the file could not be read to its end.
    pub damage: Option<String>,
}

impl Recording {
    /// Reads a file, compressed or not.
    ///
    /// # Errors
    /// If it cannot be opened or is no replay at all. A damaged file is read as far as it goes.
    pub fn open(path: &Path) -> Result<Self, String> {
        File::open(path).map_err(unreadable).and_then(Self::read)
    }

    /// Reads the contents of a file, compressed or not.
    ///
    /// # Errors
    /// If this is no replay at all.
    pub fn read(mut file: impl Read) -> Result<Self, String> {
        let mut head = Vec::new();
        file.by_ref().take(ZSTD_MAGIC.len() as u64).read_to_end(&mut head).map_err(unreadable)?;
        let is_packed = head == ZSTD_MAGIC;
        let file = io::Cursor::new(head).chain(file);
        if is_packed {
            let decoder = zstd::stream::read::Decoder::new(file).map_err(unreadable)?;
            Self::parse(Lines::new(BufReader::new(decoder)))
        } else {
            Self::parse(Lines::new(BufReader::new(file)))
        }
    }

    fn parse(mut lines: Lines<impl BufRead>) -> Result<Self, String> {
        let first = lines.next()?.ok_or("the file is empty")?;
        let first = first.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&first);
        let text = str::from_utf8(first).map_err(|_| "this is not a replay: it does not begin with text")?;
        let mut recording = Self { header: Header::read(text)?, turns: Vec::new(), end: None, damage: None };
        recording.damage = recording.take_all(&mut lines).err();
        Ok(recording)
    }

    /// Takes what follows the header.
    fn take_all(&mut self, lines: &mut Lines<impl BufRead>) -> Result<(), String> {
        while let Some(line) = lines.next()? {
            self.take(&line).map_err(|what| format!("line {}: {what}", lines.number))?;
        }
        if self.end.is_none() {
            let (turns, plural) = (self.turns.len(), if self.turns.len() == 1 { "" } else { "s" });
            return Err(format!("it stops after {turns} turn{plural}, before the end of the game"));
        }
        Ok(())
    }

    fn take(&mut self, line: &[u8]) -> Result<(), String> {
        if self.end.is_some() {
            return Err("there is something after the end".to_owned());
        }
        if !line.ends_with(b"\n") {
            return Err("the last line is cut short".to_owned());
        }
        match ReplayLine::read(str::from_utf8(line).map_err(|_| "it is not UTF-8")?)? {
            ReplayLine::Turn(turn) => self.turns.push(turn),
            ReplayLine::End(end) => self.end = Some(end),
        }
        Ok(())
    }
}

fn unreadable(error: io::Error) -> String {
    format!("cannot read it: {error}")
}

/// The lines of a file, none of them longer than can be a line of a replay.
struct Lines<R> {
    file: io::Take<R>,
    /// Number of the line that was read last, from 1.
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn new(file: R) -> Self {
        Self { file: file.take(MOST_BYTES), number: 0 }
    }

    /// The next line, with its newline if it has one; none at the end.
    fn next(&mut self) -> Result<Option<Vec<u8>>, String> {
        self.number += 1;
        let number = self.number;
        let mut line = Vec::new();
        let read = self.file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        read.map_err(|error| {
            format!("line {number}: from here on it cannot be read, or unpacked ({error})")
        })?;
        if !line.ends_with(b"\n") && line.len() as u64 == LONGEST_LINE {
            let most = LONGEST_LINE >> 20;
            return Err(format!("line {number}: it is longer than {most} MiB; no line of a replay is"));
        }
        if self.file.limit() == 0 {
            return Err(format!("it is longer than {} GiB", MOST_BYTES >> 30));
        }
        Ok((!line.is_empty()).then_some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"replay":1,"game":"breach","rules":"stage4","map_name":"m","map":"","seed":"0000000000000000","seats":[],"clock":"off"}"#;

    #[test]
    fn what_is_no_replay_is_said_to_be_none() {
        let cases: [(&[u8], &str); 9] = [
            (b"", "the file is empty"),
            (b"\n", "this is not a replay: "),
            (b"nonsense\n", "this is not a replay: "),
            (b"\x1f\x8b\x08\0\0\0\0\0\0\x03", "this is not a replay: it does not begin with text"),
            (b"{}", "this is not a replay: the first line has no `replay` field"),
            (b"{\"replay\":\"one\"}", "the `replay` field is \"one\", and not a version of the format"),
            (b"{\"replay\":0}", "the replay has format 0; this program reads 1 to 1"),
            (b"{\"replay\":2}", "the replay has format 2; this program reads 1 to 1"),
            (b"{\"replay\":1}", "the header is damaged: "),
        ];
        for (bytes, expected) in cases {
            let said = Recording::read(bytes).unwrap_err();
            assert!(said.starts_with(expected), "{said}, not {expected}");
        }
    }

    #[test]
    fn a_byte_order_mark_does_no_harm() {
        let file = format!("\u{feff}{HEADER}\n");
        let recording = Recording::read(file.as_bytes()).unwrap();
        assert_eq!(recording.header.game, "breach");
        assert_eq!(recording.damage.unwrap(), "it stops after 0 turns, before the end of the game");
    }

    #[test]
    fn a_line_without_end_is_not_read() {
        let file = io::Cursor::new(format!("{HEADER}\n{{\"turn\":1,\"moves\":["));
        let mut file = file.chain(io::repeat(b' '));
        let recording = Recording::read(&mut file).unwrap();
        assert_eq!(recording.damage.unwrap(), "line 2: it is longer than 16 MiB; no line of a replay is");

        let packed = zstd::encode_all(io::repeat(b' ').take(1 << 28), 3).unwrap();
        let said = Recording::read(&packed[..]).unwrap_err();
        assert_eq!(said, "line 1: it is longer than 16 MiB; no line of a replay is");
    }
}
