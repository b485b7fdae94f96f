//! JSON of strangers, read into no more memory than it may take.
//!
//! A tree of values can take a hundred times as much memory as its text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;
use core::mem::size_of;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Bytes of memory that may still be used.
#[derive(Debug)]
pub struct MemoryBudget(Cell<usize>);

impl MemoryBudget {
    /// So many bytes.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    /// Uses some of it.
    ///
    /// # Errors
    /// One sentence, if there is not enough.
    pub fn spend<E: Error>(&self, bytes: usize) -> Result<(), E> {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.ok_or_else(|| E::custom("it holds more than any such file does: it is not read"))?);
        Ok(())
    }
}

/// Reads any JSON value, within a budget.
#[derive(Clone, Copy, Debug)]
pub struct BoundedJson<'a>(pub &'a MemoryBudget);

/// What an object takes in memory, if it is not empty: it has room for eleven entries.
const OBJECT: usize = 11 * (size_of::<String>() + size_of::<Value>()) + 32;

impl<'de> DeserializeSeed<'de> for BoundedJson<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for BoundedJson<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.0.spend(value.len())?;
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element_seed(self)? {
            // A list that grows has room for twice as much.
            self.0.spend(2 * size_of::<Value>())?;
            list.push(entry);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let first = if object.is_empty() { OBJECT } else { 0 };
            self.0.spend(first + key.len() + size_of::<String>() + size_of::<Value>())?;
            let value = entries.next_value_seed(self)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

/// Reads JSON into a tree that takes so many bytes of memory at most.
///
/// # Errors
/// What is wrong with it, in one sentence.
pub fn read(text: &[u8], most: usize) -> Result<Value, String> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let tree = BoundedJson(&MemoryBudget::new(most)).deserialize(&mut reader);
    tree.and_then(|tree| reader.end().map(|()| tree)).map_err(|wrong| wrong.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn what_fits_is_read_as_it_is() {
        let text = r#"{"a":[1,-2,3.5,null,true,"x"],"b":{"c":{}}}"#;
        assert_eq!(read(text.as_bytes(), 10_000).unwrap().to_string(), text);
        assert!(read(b"[1", 10_000).is_err() && read(b"1 2", 10_000).is_err());
    }

    #[test]
    fn what_does_not_fit_is_not_read() {
        let objects = format!("[{}0]", r#"{"":0},"#.repeat(2_000));
        assert!(
            read(objects.as_bytes(), 1 << 20).unwrap_err().starts_with("it holds more than any such file")
        );
        assert!(read(objects.as_bytes(), 4 << 20).is_ok());
        let numbers = format!("[{}0]", "0,".repeat(10_000));
        assert!(read(numbers.as_bytes(), 1 << 19).is_err() && read(numbers.as_bytes(), 1 << 20).is_ok());
    }
}
