//! JSON: values, reading, writing, and the way from values to types.

mod convert;
mod read;
mod write;

pub(crate) use convert::{bare, field, Columns};
pub use convert::{FromJson, Mismatch, ToJson};
pub use read::SyntaxError;
use std::ops::Index;

/// Any JSON.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction that 64 bits can hold.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(String),
    /// Values in their order.
    List(Vec<Value>),
    /// Values by name, in their order. Of several with the same name the last counts.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// What stands under a name, if this is an object that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(fields) => fields.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The number, if it is one without fraction.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether it is true, if it is `true` or `false`.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The values, if it is a list; otherwise none.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(values) => values,
            _ => &[],
        }
    }
}

static NULL: Value = Value::Null;

/// What stands under a name; `null` if there is nothing.
impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&NULL)
    }
}

/// What stands at a place of a list; `null` if there is nothing.
impl Index<usize> for Value {
    type Output = Value;

    fn index(&self, place: usize) -> &Value {
        self.items().get(place).unwrap_or(&NULL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_name() {
        use super::convert::field;
        use std::collections::BTreeMap;
        type Numbers = Option<BTreeMap<String, f64>>;
        let start = Value::parse(r#"{"parameters": {"care": 0.5, "luck": 3}}"#).unwrap();
        let numbers = field::<Numbers>(&start, "parameters").unwrap().unwrap();
        assert_eq!((numbers["care"], numbers["luck"]), (0.5, 3.0));
        assert_eq!(field::<Numbers>(&Value::parse("{}").unwrap(), "parameters").unwrap(), None);
        let wrong = Value::parse(r#"{"parameters": {"luck": "high"}}"#).unwrap();
        let path = field::<Numbers>(&wrong, "parameters").unwrap_err().path;
        assert_eq!(path, "parameters.luck");
    }

    #[test]
    fn what_is_not_there_is_null() {
        let event = Value::parse(r#"{"event": "sunk", "at": [3, 4], "at": [5, 6]}"#).unwrap();
        assert_eq!(event["event"].as_str(), Some("sunk"));
        assert_eq!(event["at"][1].as_i64(), Some(6), "the last of two with the same name counts");
        assert_eq!(event["at"][7]["nothing"], Value::Null);
        assert_eq!(event["event"].items(), []);
    }
}
