//! The old contest's JSON, which may hold the bare word `Infinity`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use game::bounded_json::{BoundedJson, MemoryBudget};
use serde::de::DeserializeSeed;
use serde_json::Value;
use std::io::{self, Read};

/// What `Infinity` is read as: a text as long as the word, so that places in the file stay what
/// they are.
const INFINITY: &str = "Infini";

/// The longest text within the JSON, in bytes. States are texts, and none comes near.
const LONGEST: usize = 2 << 20;

/// What a tree may take in memory, in bytes.
const TREE: usize = 24 << 20;

/// Reads JSON in which numbers may be `Infinity`.
///
/// # Errors
/// Line (from 1) and what is wrong there.
pub(crate) fn read(bytes: &[u8]) -> Result<Value, (u32, String)> {
    let budget = MemoryBudget::new(TREE);
    read_with(bytes, BoundedJson(&budget))
}

/// Reads JSON in which numbers may be `Infinity`, as a stream: only what the seed makes of it is
/// kept.
///
/// # Errors
/// Line (from 1) and what is wrong there.
pub(crate) fn read_with<T>(
    from: impl Read,
    seed: impl for<'de> DeserializeSeed<'de, Value = T>,
) -> Result<T, (u32, String)> {
    let mut reader = serde_json::Deserializer::from_reader(io::BufReader::new(Plain::new(from)));
    let read = seed.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    read.map_err(|wrong| (wrong.line().max(1) as u32, wrong.to_string()))
}

/// JSON with `Infinity` made a text of the same length, without a byte order mark, and without
/// endless texts.
struct Plain<R> {
    from: R,
    /// What was read and not looked at: a word may be cut in two.
    pending: Vec<u8>,
    ready: Vec<u8>,
    handed: usize,
    in_text: bool,
    escaped: bool,
    length: usize,
    started: bool,
    ended: bool,
}

impl<R: Read> Plain<R> {
    const WORD: &[u8] = b"Infinity";
    const MARK: &[u8] = b"\xef\xbb\xbf";

    fn new(from: R) -> Self {
        let (pending, ready) = (Vec::new(), Vec::new());
        Self {
            from,
            pending,
            ready,
            handed: 0,
            in_text: false,
            escaped: false,
            length: 0,
            started: false,
            ended: false,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut buffer = [0; 8 << 10];
        let count = self.from.read(&mut buffer)?;
        self.ended = count == 0;
        self.pending.extend_from_slice(&buffer[..count]);
        self.ready.clear();
        self.handed = 0;
        self.look_through()
    }

    fn look_through(&mut self) -> io::Result<()> {
        let pending = core::mem::take(&mut self.pending);
        let mut rest = &pending[..];
        while let Some(first) = rest.first() {
            // The longest thing that is looked for may still be incomplete.
            if rest.len() < Self::WORD.len() && !self.ended {
                break;
            }
            if !core::mem::replace(&mut self.started, true) && rest.starts_with(Self::MARK) {
                rest = &rest[Self::MARK.len()..];
                continue;
            }
            if !self.in_text && rest.starts_with(Self::WORD) {
                self.ready.push(b'"');
                self.ready.extend_from_slice(INFINITY.as_bytes());
                self.ready.push(b'"');
                rest = &rest[Self::WORD.len()..];
                continue;
            }
            self.take_byte(*first)?;
            rest = &rest[1..];
        }
        self.pending = rest.to_vec();
        Ok(())
    }

    fn take_byte(&mut self, byte: u8) -> io::Result<()> {
        self.ready.push(byte);
        if core::mem::take(&mut self.escaped) {
            self.length += 1;
        } else if byte == b'"' {
            self.in_text = !self.in_text;
            self.length = 0;
        } else if self.in_text {
            self.escaped = byte == b'\\';
            self.length += 1;
        }
        if self.length > LONGEST {
            let most = LONGEST >> 20;
            return Err(io::Error::other(alloc::format!("a text in it is longer than {most} MiB")));
        }
        Ok(())
    }
}

impl<R: Read> Read for Plain<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.handed == self.ready.len() && !(self.ended && self.pending.is_empty()) {
            self.fill()?;
        }
        let rest = &self.ready[self.handed..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.handed += count;
        Ok(count)
    }
}

/// A number as the old files write them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    /// A whole number.
    Whole(i64),
    /// A whole number written as text.
    Text(i64),
    /// A number with a fraction.
    Broken(f64),
    /// Without limit.
    Infinite,
}

impl Number {
    /// The number that the value is, if it is one.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) if text == INFINITY => Some(Self::Infinite),
            Value::String(text) => text.trim().parse().ok().map(Self::Text),
            _ => value.as_i64().map(Self::Whole).or_else(|| value.as_f64().map(Self::Broken)),
        }
    }

    /// As 32 bits, what is beyond them cut; fractions are cut off.
    pub(crate) fn to_i32(self) -> i32 {
        match self {
            Self::Whole(number) | Self::Text(number) => number.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            Self::Broken(number) => number as i32,
            Self::Infinite => i32::MAX,
        }
    }
}
