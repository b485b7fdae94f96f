//! JSON that is kept as text.

use alloc::boxed::Box;
use alloc::string::ToString;
use core::fmt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// JSON that is kept as text: what somebody ordered, whether it can be read or not.
///
/// A tree of values can take a hundred times as much memory as its text, and whoever wrote the text
/// is a stranger.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JsonText(Box<RawValue>);

impl JsonText {
    /// The text of a value, without blanks and with the keys of objects in the order of the
    /// alphabet.
    ///
    /// Our own types always have a JSON form; a failure would be a bug in their `Serialize`.
    #[must_use]
    pub fn of(value: &impl Serialize) -> Self {
        serde_json::to_value(value).map_or_else(|_| Self::default(), Self::from)
    }

    /// The text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Whether it is `null`, which stands for nothing and for what cannot be read.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.get() == "null"
    }
}

impl From<Value> for JsonText {
    fn from(value: Value) -> Self {
        Self(RawValue::from_string(value.to_string()).unwrap_or_default())
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for JsonText {}

impl fmt::Display for JsonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}
