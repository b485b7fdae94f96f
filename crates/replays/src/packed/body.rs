//! The parts of a packed replay, and the numbers and texts in them.

use super::{LARGEST_BODY, damaged};
use std::io;

/// A packed replay before it is compressed.
///
/// Three streams one after the other, so that like stands beside like: the records, the texts that
/// they name, and what was measured. The lengths of the first two stand before them.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) records: Vec<u8>,
    texts: Vec<u8>,
    measured: Vec<u8>,
}

impl Body {
    /// A number among the records.
    pub(super) fn number(&mut self, number: u64) {
        put(number, &mut self.records);
    }

    /// A text: its length is among the records.
    pub(super) fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.texts.extend_from_slice(text);
    }

    /// A number that was measured.
    pub(super) fn measured(&mut self, number: u64) {
        put(number, &mut self.measured);
    }

    /// All of it.
    pub(super) fn finish(self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        put(self.records.len() as u64, &mut bytes);
        put(self.texts.len() as u64, &mut bytes);
        for part in [self.records, self.texts, self.measured] {
            bytes.extend_from_slice(&part);
        }
        if bytes.len() > LARGEST_BODY {
            return Err(format!("it cannot be packed: that would take more than {} MiB", LARGEST_BODY >> 20));
        }
        Ok(bytes)
    }
}

/// A body being read.
#[derive(Debug)]
pub(super) struct Streams {
    bytes: Vec<u8>,
    records: Span,
    texts: Span,
    measured: Span,
}

#[derive(Clone, Copy, Debug)]
struct Span {
    at: usize,
    end: usize,
}

impl Streams {
    pub(super) fn new(bytes: Vec<u8>) -> io::Result<Self> {
        let mut rest = &bytes[..];
        let (records, texts) = (take(&mut rest)?, take(&mut rest)?);
        let at = bytes.len() - rest.len();
        let end = |from: usize, length: u64| {
            let end = usize::try_from(length).ok().and_then(|length| from.checked_add(length));
            end.filter(|end| *end <= bytes.len()).ok_or_else(|| damaged("a part of it is missing"))
        };
        let records = Span { at, end: end(at, records)? };
        let texts = Span { at: records.end, end: end(records.end, texts)? };
        let measured = Span { at: texts.end, end: bytes.len() };
        Ok(Self { bytes, records, texts, measured })
    }

    pub(super) const fn has_more(&self) -> bool {
        self.records.at < self.records.end
    }

    pub(super) fn number(&mut self) -> io::Result<u64> {
        number(&self.bytes, &mut self.records)
    }

    pub(super) fn measured(&mut self) -> io::Result<u64> {
        number(&self.bytes, &mut self.measured)
    }

    pub(super) fn text(&mut self) -> io::Result<&[u8]> {
        let length = self.number()?;
        let Span { at, end } = self.texts;
        let length = usize::try_from(length).ok().filter(|length| *length <= end - at);
        self.texts.at = at + length.ok_or_else(|| damaged("a text is missing"))?;
        Ok(&self.bytes[at..self.texts.at])
    }

    /// Takes off the records whatever `read` takes off the front.
    pub(super) fn take_with<T>(&mut self, read: impl FnOnce(&mut &[u8]) -> Option<T>) -> io::Result<T> {
        let mut rest = &self.bytes[self.records.at..self.records.end];
        let taken = read(&mut rest).ok_or_else(|| damaged("an order is missing"))?;
        self.records.at = self.records.end - rest.len();
        Ok(taken)
    }
}

fn number(bytes: &[u8], span: &mut Span) -> io::Result<u64> {
    let mut rest = &bytes[span.at..span.end];
    let number = take(&mut rest)?;
    span.at = span.end - rest.len();
    Ok(number)
}

/// Appends a number: seven bits a byte, the low ones first; all bytes but the last have their high
/// bit set.
fn put(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

fn take(from: &mut &[u8]) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (first, rest) = from.split_first().ok_or_else(|| damaged("a number is missing"))?;
        *from = rest;
        number |= u64::from(first & 0x7f) << shift;
        if *first < 0x80 {
            return Ok(number);
        }
    }
    Err(damaged("a number is too long"))
}
