//! The old contest's JSON, which may hold the bare word `Infinity`.

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// What `Infinity` is read as: a text as long as the word, so that places in the file stay what they are.
const INFINITY: &str = "Infini";

/// Reads JSON in which numbers may be `Infinity`.
///
/// # Errors
/// Line (from 1) and what is wrong there.
pub(crate) fn read(bytes: &[u8]) -> Result<Value, (u32, String)> {
    let plain = without_infinity(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    serde_json::from_slice(&plain).map_err(|wrong| {
        use alloc::string::ToString;
        (wrong.line().max(1) as u32, wrong.to_string())
    })
}

fn without_infinity(bytes: &[u8]) -> Vec<u8> {
    const WORD: &[u8] = b"Infinity";
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    let mut in_text = false;
    while let Some((first, others)) = rest.split_first() {
        match first {
            b'"' => in_text = !in_text,
            b'\\' if in_text => {
                out.push(*first);
                out.extend(others.first());
                rest = others.get(1..).unwrap_or_default();
                continue;
            }
            b'I' if !in_text && rest.starts_with(WORD) => {
                out.push(b'"');
                out.extend_from_slice(INFINITY.as_bytes());
                out.push(b'"');
                rest = &rest[WORD.len()..];
                continue;
            }
            _ => {}
        }
        out.push(*first);
        rest = others;
    }
    out
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
