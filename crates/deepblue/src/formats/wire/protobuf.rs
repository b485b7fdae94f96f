//! As much of the protobuf encoding as the old protocol needs.

use alloc::vec::Vec;
use core::fmt;

/// Why bytes are not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// No length stands in front, or one beyond reason.
    Length,
    /// They end in the middle of a field.
    Truncated,
    /// A field is encoded in a way that does not exist.
    Encoding,
    /// A field has another type than it should.
    Type {
        /// Number of the field.
        field: u32,
    },
    /// A required field is not there.
    Missing {
        /// Its name.
        field: &'static str,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "a message must begin with its length and a newline"),
            Self::Truncated => write!(f, "the message ends in the middle of a field"),
            Self::Encoding => write!(f, "the message is not protobuf"),
            Self::Type { field } => write!(f, "field {field} has the wrong type"),
            Self::Missing { field } => write!(f, "the required field `{field}` is missing"),
        }
    }
}

impl core::error::Error for Malformed {}

/// Writes fields one after the other.
#[derive(Debug, Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

/// How a field is encoded; the number is the one on the wire.
#[derive(Clone, Copy)]
enum Encoding {
    Varint = 0,
    Fixed64 = 1,
    Bytes = 2,
    Fixed32 = 5,
}

impl Writer {
    pub(super) fn int(&mut self, field: u32, value: i32) {
        self.key(field, Encoding::Varint);
        // Negative numbers are written with all 64 bits.
        self.varint(i64::from(value) as u64);
    }

    pub(super) fn maybe_int(&mut self, field: u32, value: Option<i32>) {
        if let Some(value) = value {
            self.int(field, value);
        }
    }

    pub(super) fn float(&mut self, field: u32, value: f32) {
        self.key(field, Encoding::Fixed32);
        self.0.extend_from_slice(&value.to_bits().to_le_bytes());
    }

    /// A message inside this one.
    pub(super) fn inner(&mut self, field: u32, fill: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        fill(&mut inner);
        self.key(field, Encoding::Bytes);
        self.varint(inner.0.len() as u64);
        self.0.extend_from_slice(&inner.0);
    }

    /// A message inside this one whose fields 1, 2, … are these numbers.
    pub(super) fn numbers(&mut self, field: u32, numbers: &[i32]) {
        self.inner(field, |inner| (1..).zip(numbers).for_each(|(field, number)| inner.int(field, *number)));
    }

    fn key(&mut self, field: u32, encoding: Encoding) {
        self.varint(u64::from(field) << 3 | encoding as u64);
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

/// A field with its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) number: u32,
    value: Value<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Value<'a> {
    Varint(u64),
    Fixed32(u32),
    Fixed64,
    Bytes(&'a [u8]),
}

impl<'a> Field<'a> {
    /// As a 32-bit number; like the original, what is longer is cut.
    pub(super) fn int(self) -> Result<i32, Malformed> {
        match self.value {
            Value::Varint(value) => Ok(value as i32),
            _ => Err(self.wrong_type()),
        }
    }

    pub(super) fn float(self) -> Result<f32, Malformed> {
        match self.value {
            Value::Fixed32(bits) => Ok(f32::from_bits(bits)),
            _ => Err(self.wrong_type()),
        }
    }

    pub(super) fn bytes(self) -> Result<&'a [u8], Malformed> {
        match self.value {
            Value::Bytes(bytes) => Ok(bytes),
            _ => Err(self.wrong_type()),
        }
    }

    /// Adds a repeated number to a list, or several if they are packed.
    pub(super) fn add_to(self, list: &mut Vec<i32>) -> Result<(), Malformed> {
        let Value::Bytes(mut packed) = self.value else {
            list.push(self.int()?);
            return Ok(());
        };
        while !packed.is_empty() {
            list.push(varint(&mut packed)? as i32);
        }
        Ok(())
    }

    /// As a message whose fields 1, 2, … are numbers, all required.
    pub(super) fn numbers<const N: usize>(self, names: [&'static str; N]) -> Result<[i32; N], Malformed> {
        let mut found = [None; N];
        for field in fields(self.bytes()?) {
            let field = field?;
            if let Some(place) = (field.number as usize).checked_sub(1).and_then(|place| found.get_mut(place))
            {
                *place = Some(field.int()?);
            }
        }
        let mut numbers = [0; N];
        for ((number, found), name) in numbers.iter_mut().zip(found).zip(names) {
            *number = required(found, name)?;
        }
        Ok(numbers)
    }

    const fn wrong_type(self) -> Malformed {
        Malformed::Type { field: self.number }
    }
}

/// A field that must be there.
pub(super) fn required<T>(value: Option<T>, field: &'static str) -> Result<T, Malformed> {
    value.ok_or(Malformed::Missing { field })
}

/// The fields of a message in the order in which they were written.
pub(super) fn fields(mut bytes: &[u8]) -> impl Iterator<Item = Result<Field<'_>, Malformed>> {
    core::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let field = next_field(&mut bytes);
        if field.is_err() {
            bytes = &[];
        }
        Some(field)
    })
}

fn next_field<'a>(bytes: &mut &'a [u8]) -> Result<Field<'a>, Malformed> {
    let key = varint(bytes)?;
    let number = u32::try_from(key >> 3).map_err(|_| Malformed::Encoding)?;
    let value = match key & 7 {
        code if code == Encoding::Varint as u64 => Value::Varint(varint(bytes)?),
        code if code == Encoding::Fixed64 as u64 => {
            take(bytes, 8)?;
            Value::Fixed64
        }
        code if code == Encoding::Bytes as u64 => {
            let length = usize::try_from(varint(bytes)?).map_err(|_| Malformed::Truncated)?;
            Value::Bytes(take(bytes, length)?)
        }
        code if code == Encoding::Fixed32 as u64 => {
            let four = take(bytes, 4)?;
            Value::Fixed32(four.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte)))
        }
        _ => return Err(Malformed::Encoding),
    };
    Ok(Field { number, value })
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8], Malformed> {
    let (taken, rest) = bytes.split_at_checked(length).ok_or(Malformed::Truncated)?;
    *bytes = rest;
    Ok(taken)
}

/// At most ten bytes, seven bits each, the lowest first.
fn varint(bytes: &mut &[u8]) -> Result<u64, Malformed> {
    let mut value = 0;
    for place in 0..10 {
        let byte = take(bytes, 1)?[0];
        value |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(Malformed::Encoding)
}
