//! From JSON to types and back.

use super::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// Something that can be read from JSON.
pub trait FromJson: Sized {
    /// Reads it. Fields and columns that are not known are ignored.
    ///
    /// # Errors
    /// If something is missing or of the wrong kind, with the place.
    fn from_json(value: &Value) -> Result<Self, Mismatch>;

    /// What it is where nothing is said, if that means something.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }
}

/// Something that can be written as JSON.
pub trait ToJson {
    /// It as JSON.
    fn to_json(&self) -> Value;

    /// Whether it is left out of objects.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Why JSON is not what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The place, from the outermost field inwards: `view.units[3].hp`.
    pub path: String,
    /// What is wrong there.
    pub what: String,
}

impl Mismatch {
    /// Something else was expected in this place.
    pub(crate) fn expected(wanted: &str, found: &Value) -> Self {
        let text = found.to_string();
        let shown: String = text.chars().take(40).collect();
        let dots = if shown.len() < text.len() { "…" } else { "" };
        Self::other(format!("expected {wanted}, got {shown}{dots}"))
    }

    /// Something else is wrong in this place.
    pub(crate) fn other(what: impl Into<String>) -> Self {
        Self { path: String::new(), what: what.into() }
    }

    fn missing() -> Self {
        Self::other("it is missing")
    }

    /// The same, seen from outside the field in which it was found.
    pub(crate) fn inside(self, field: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{field}{dot}{}", self.path), what: self.what }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.path.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", self.path, self.what)
    }
}

impl Error for Mismatch {}

/// Reads a field of an object.
pub(crate) fn field<T: FromJson>(object: &Value, name: &str) -> Result<T, Mismatch> {
    let read = match object.get(name) {
        Some(value) => T::from_json(value),
        None if matches!(object, Value::Object(_)) => T::absent().ok_or_else(Mismatch::missing),
        None => return Err(Mismatch::expected("an object", object)),
    };
    read.map_err(|wrong| wrong.inside(name))
}

/// A field's name in JSON: words that mean something to the compiler are marked in Rust.
pub(crate) fn bare(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// The columns of a row, read from left to right.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    row: &'a [Value],
    next: usize,
    /// A column that has been read already.
    passed: Option<usize>,
}

impl<'a> Columns<'a> {
    pub(crate) fn of(value: &'a Value) -> Result<Self, Mismatch> {
        match value {
            Value::List(row) => Ok(Self { row, next: 0, passed: None }),
            _ => Err(Mismatch::expected("a list", value)),
        }
    }

    /// Reads the word in one column ahead of the others.
    pub(crate) fn word(&mut self, column: usize) -> Result<&'a str, Mismatch> {
        self.passed = Some(column);
        let value = self.row.get(column).ok_or_else(Mismatch::missing);
        let word = value.and_then(|value| value.as_str().ok_or_else(|| Mismatch::expected("a word", value)));
        word.map_err(|wrong| wrong.inside(&format!("[{column}]")))
    }

    pub(crate) fn next<T: FromJson>(&mut self, name: &str) -> Result<T, Mismatch> {
        self.next += usize::from(self.passed == Some(self.next));
        let value = self.row.get(self.next);
        self.next += 1;
        value.ok_or_else(Mismatch::missing).and_then(T::from_json).map_err(|wrong| wrong.inside(name))
    }
}

impl FromJson for Value {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        Ok(value.clone())
    }
}

impl FromJson for i64 {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        value.as_i64().ok_or_else(|| Mismatch::expected("a whole number", value))
    }
}

impl ToJson for i64 {
    fn to_json(&self) -> Value {
        Value::Integer(*self)
    }
}

impl FromJson for i32 {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        let number = value.as_i64().and_then(|number| number.try_into().ok());
        number.ok_or_else(|| Mismatch::expected("a whole number of 32 bits", value))
    }
}

impl ToJson for i32 {
    fn to_json(&self) -> Value {
        Value::Integer((*self).into())
    }
}

impl FromJson for f64 {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        match value {
            Value::Integer(number) => Ok(*number as f64),
            Value::Float(number) => Ok(*number),
            _ => Err(Mismatch::expected("a number", value)),
        }
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        let fields = match value {
            Value::Object(fields) => fields.iter(),
            _ => return Err(Mismatch::expected("an object", value)),
        };
        let read = |(name, value): &(String, Value)| match T::from_json(value) {
            Ok(read) => Ok((name.clone(), read)),
            Err(wrong) => Err(wrong.inside(name)),
        };
        fields.map(read).collect()
    }
}

impl FromJson for bool {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        value.as_bool().ok_or_else(|| Mismatch::expected("true or false", value))
    }
}

impl ToJson for bool {
    fn to_json(&self) -> Value {
        Value::Bool(*self)
    }
}

impl FromJson for String {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        value.as_str().map(str::to_owned).ok_or_else(|| Mismatch::expected("a text", value))
    }
}

impl ToJson for String {
    fn to_json(&self) -> Value {
        Value::Text(self.clone())
    }
}

/// Nothing is `null`, or left out.
impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        match value {
            Value::Null => Ok(None),
            _ => T::from_json(value).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        let values = match value {
            Value::List(values) => values.iter().enumerate(),
            _ => return Err(Mismatch::expected("a list", value)),
        };
        let read = |(place, value)| T::from_json(value).map_err(|wrong| wrong.inside(&format!("[{place}]")));
        values.map(read).collect()
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Value {
        Value::List(self.iter().map(T::to_json).collect())
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        let wrong = |_| Mismatch::expected(&format!("a list of {N}"), value);
        Vec::from_json(value)?.try_into().map_err(wrong)
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn to_json(&self) -> Value {
        Value::List(self.iter().map(T::to_json).collect())
    }
}
