//! Writing JSON.

use super::Value;
use std::fmt::{self, Display, Formatter, Write};

/// As JSON, on one line.
impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Float(number) if number.is_finite() => write!(f, "{number:?}"),
            // JSON has no word for it.
            Value::Float(_) => f.write_str("null"),
            Value::Text(text) => string(f, text),
            Value::List(values) => {
                f.write_char('[')?;
                for (place, value) in values.iter().enumerate() {
                    separate(f, place)?;
                    write!(f, "{value}")?;
                }
                f.write_char(']')
            }
            Value::Object(fields) => {
                f.write_char('{')?;
                for (place, (name, value)) in fields.iter().enumerate() {
                    separate(f, place)?;
                    string(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn separate(f: &mut Formatter<'_>, place: usize) -> fmt::Result {
    if place == 0 {
        return Ok(());
    }
    f.write_char(',')
}

fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\0'..='\u{1f}' => write!(f, "\\u{:04x}", u32::from(letter))?,
            _ => f.write_char(letter)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = r#"{"a":[1,-2,true,null,"é \"\\ \n\u0001"],"b":{},"c":[]}"#;
        let value = Value::parse(text).unwrap();
        assert_eq!(value.to_string(), text);
        for number in [0.1, -0.0, 1e300, 5e-324, 123_456_789.125] {
            assert_eq!(Value::parse(&Value::Float(number).to_string()), Ok(Value::Float(number)));
        }
        assert_eq!(Value::Float(f64::NAN).to_string(), "null");
    }
}
