//! Answers to orders.

use crate::json::{FromJson, Mismatch, Value};
use std::fmt;

/// The answer to an order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Accepted. In deepblue it is looked at again when the round settles.
    Done,
    /// Received. What becomes of it depends on what the seat may not know.
    Taken,
    /// Refused, and why.
    Refused(String),
    /// An answer that this version does not know.
    Other(String),
}

impl Answer {
    /// Whether the order was refused.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.refusal().is_some()
    }

    /// Why the order was refused, if it was.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        match self {
            Answer::Refused(why) => Some(why),
            Answer::Done | Answer::Taken | Answer::Other(_) => None,
        }
    }
}

/// As a person would say it: `done`, `taken`, `refused: ` and why.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Done => f.write_str("done"),
            Answer::Taken => f.write_str("taken"),
            Answer::Refused(why) => write!(f, "refused: {why}"),
            Answer::Other(answer) => f.write_str(answer),
        }
    }
}

impl FromJson for Answer {
    fn from_json(value: &Value) -> Result<Self, Mismatch> {
        match (value, value.get("refused")) {
            (Value::Text(word), _) if word == "done" => Ok(Answer::Done),
            (Value::Text(word), _) if word == "taken" => Ok(Answer::Taken),
            (Value::Text(word), _) => Ok(Answer::Other(word.clone())),
            (_, Some(why)) => {
                String::from_json(why).map(Answer::Refused).map_err(|wrong| wrong.inside("refused"))
            }
            (Value::Object(_), None) => Ok(Answer::Other(value.to_string())),
            _ => Err(Mismatch::expected("an answer to an order", value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Answer, Mismatch> {
        Answer::from_json(&Value::parse(text).unwrap())
    }

    #[test]
    fn a_refusal_has_a_reason() {
        let refused = read(r#"{"refused": "too far", "by": 3}"#).unwrap();
        assert_eq!(refused.refusal(), Some("too far"));
        assert_eq!(refused.to_string(), "refused: too far");
        assert!(!read("\"done\"").unwrap().is_refused());
        assert_eq!(read("\"postponed\""), Ok(Answer::Other("postponed".to_owned())));
        assert_eq!(read("{\"refused\": 1}").unwrap_err().path, "refused");
        assert!(read("1").is_err());
    }
}
