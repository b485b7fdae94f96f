//! Reading JSON.

use super::Value;
use std::error::Error;
use std::fmt;

/// Why a text is not JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// How many bytes of the text stand before the place.
    pub offset: usize,
    what: &'static str,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON at column {}: {}", self.offset + 1, self.what)
    }
}

impl Error for SyntaxError {}

type Result<T> = std::result::Result<T, SyntaxError>;

/// Lists and objects inside each other: more than any message has, and less than any stack holds.
const DEEPEST: u32 = 100;

impl Value {
    /// Reads a text that is one JSON value.
    ///
    /// # Errors
    /// If it is not, or lists and objects are more than 100 deep.
    pub fn parse(text: &str) -> Result<Self> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(DEEPEST)?;
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(value),
            Some(_) => reader.fail("something follows the value"),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The next byte. Always between two characters of the text.
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, what: &'static str) -> Result<T> {
        Err(SyntaxError { offset: self.at, what })
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Passes a byte if it is the next.
    fn passes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Passes bytes as long as they are of a kind, and says how many.
    fn pass_while(&mut self, kind: impl Fn(u8) -> bool) -> usize {
        let count = self.rest().iter().take_while(|byte| kind(**byte)).count();
        self.at += count;
        count
    }

    fn skip_blanks(&mut self) {
        self.pass_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    fn value(&mut self, depth: u32) -> Result<Value> {
        self.skip_blanks();
        match self.peek() {
            Some(b'{') => self.object(self.deeper(depth)?),
            Some(b'[') => self.list(self.deeper(depth)?),
            Some(b'"') => self.string().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => self.fail("no value begins like this"),
            None => self.fail("the text ends where a value should be"),
        }
    }

    fn deeper(&self, depth: u32) -> Result<u32> {
        depth.checked_sub(1).map_or_else(|| self.fail("too many lists and objects inside each other"), Ok)
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value> {
        if !self.rest().starts_with(word.as_bytes()) {
            return self.fail("no value begins like this");
        }
        self.at += word.len();
        Ok(value)
    }

    fn list(&mut self, depth: u32) -> Result<Value> {
        let mut values = Vec::new();
        self.elements(b']', |reader| {
            values.push(reader.value(depth)?);
            Ok(())
        })?;
        Ok(Value::List(values))
    }

    fn object(&mut self, depth: u32) -> Result<Value> {
        let mut fields = Vec::new();
        self.elements(b'}', |reader| {
            if reader.peek() != Some(b'"') {
                return reader.fail("a name in quotes is missing");
            }
            let name = reader.string()?;
            reader.skip_blanks();
            if !reader.passes(b':') {
                return reader.fail("a colon is missing");
            }
            fields.push((name, reader.value(depth)?));
            Ok(())
        })?;
        Ok(Value::Object(fields))
    }

    /// What stands between the bracket that is next and the one that closes it, with commas between.
    fn elements(&mut self, close: u8, mut element: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.at += 1;
        self.skip_blanks();
        if self.passes(close) {
            return Ok(());
        }
        loop {
            self.skip_blanks();
            element(self)?;
            self.skip_blanks();
            if self.passes(close) {
                return Ok(());
            }
            if !self.passes(b',') {
                return self.fail("a comma or a closing bracket is missing");
            }
        }
    }

    fn number(&mut self) -> Result<Value> {
        let begin = self.at;
        self.passes(b'-');
        let whole = self.rest();
        match self.pass_while(|byte| byte.is_ascii_digit()) {
            0 => return self.fail("a digit is missing"),
            2.. if whole[0] == b'0' => return self.fail("a number begins with a needless 0"),
            _ => {}
        }
        let fraction = self.passes(b'.');
        if fraction && self.pass_while(|byte| byte.is_ascii_digit()) == 0 {
            return self.fail("a digit is missing");
        }
        let exponent = self.passes(b'e') || self.passes(b'E');
        if exponent {
            let _sign = self.passes(b'+') || self.passes(b'-');
            if self.pass_while(|byte| byte.is_ascii_digit()) == 0 {
                return self.fail("a digit is missing");
            }
        }
        let text = &self.text[begin..self.at];
        if let (false, false, Ok(number)) = (fraction, exponent, text.parse()) {
            return Ok(Value::Integer(number));
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Float(number)),
            _ => self.fail("the number is too large"),
        }
    }

    fn string(&mut self) -> Result<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let begin = self.at;
            self.pass_while(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f));
            string.push_str(&self.text[begin..self.at]);
            if self.passes(b'"') {
                return Ok(string);
            }
            if !self.passes(b'\\') {
                let what = match self.peek() {
                    None => "the text ends inside a string",
                    Some(_) => "a control character inside a string",
                };
                return self.fail(what);
            }
            string.push(self.escaped()?);
        }
    }

    /// What is meant by the characters after a backslash.
    fn escaped(&mut self) -> Result<char> {
        let meant = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.by_number(),
            _ => return self.fail("an unknown escape"),
        };
        self.at += 1;
        Ok(meant)
    }

    /// A character written as one number, or as two if it is beyond the first 65536.
    fn by_number(&mut self) -> Result<char> {
        let first = self.unit()?;
        if let Some(meant) = char::from_u32(first) {
            return Ok(meant);
        }
        if !self.passes(b'\\') || self.peek() != Some(b'u') {
            return self.fail("half a character");
        }
        let both = [first, self.unit()?].map(|unit| unit as u16);
        match char::decode_utf16(both).next() {
            Some(Ok(meant)) => Ok(meant),
            _ => self.fail("half a character"),
        }
    }

    /// The four digits after the `u` that is next.
    fn unit(&mut self) -> Result<u32> {
        self.at += 1;
        let mut unit = 0;
        for _ in 0..4 {
            match self.peek().and_then(|byte| char::from(byte).to_digit(16)) {
                Some(digit) => unit = unit * 16 + digit,
                None => return self.fail("a digit is missing"),
            }
            self.at += 1;
        }
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(text: &str) -> String {
        Value::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_kind_of_value() {
        let text = " {\"a\": [1, -20, 0, 1.5, 1e2, true, false, null], \"b\":{} ,\"c\":\"\"}\r\n";
        let list = [
            Value::Integer(1),
            Value::Integer(-20),
            Value::Integer(0),
            Value::Float(1.5),
            Value::Float(100.0),
            Value::Bool(true),
            Value::Bool(false),
            Value::Null,
        ];
        let fields = [
            ("a".to_owned(), Value::List(list.into())),
            ("b".to_owned(), Value::Object(Vec::new())),
            ("c".to_owned(), Value::Text(String::new())),
        ];
        assert_eq!(Value::parse(text), Ok(Value::Object(fields.into())));
    }

    #[test]
    fn numbers_beyond_64_bits_are_rounded() {
        assert_eq!(Value::parse("9223372036854775807"), Ok(Value::Integer(i64::MAX)));
        assert_eq!(Value::parse("9223372036854775808"), Ok(Value::Float(9_223_372_036_854_775_808.0)));
        assert!(what("1e999").contains("too large"));
    }

    #[test]
    fn escapes() {
        let text = r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é""#;
        assert_eq!(Value::parse(text), Ok(Value::Text("\"\\/\u{8}\u{c}\n\r\té😀 é".into())));
        for wrong in [r#""\x""#, r#""\ud83d""#, r#""\ud83d\n""#, r#""\ud83dA""#, r#""\ude00""#, r#""\u12g4""#]
        {
            assert!(Value::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        assert_eq!(what("[1, 2"), "not JSON at column 6: a comma or a closing bracket is missing");
        assert_eq!(what(""), "not JSON at column 1: the text ends where a value should be");
        assert_eq!(what("{} x"), "not JSON at column 4: something follows the value");
        for wrong in
            ["01", "-", "1.", "1e", "+1", "nul", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "\"a", "\"\t\""]
        {
            assert!(Value::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(Value::parse(&nested(100)).is_ok());
        assert!(what(&nested(101)).contains("inside each other"));
        assert!(what(&"[{\"a\":".repeat(1_000_000)).contains("inside each other"));
    }
}
