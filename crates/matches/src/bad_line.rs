//! A line that is no reply: what is wrong with it, and what it looks like.

use serde_json::Value;
use serde_json::error::Category;

/// Says of a line that could not be read as a reply what it looks like, in words that follow "it
/// wrote a line that is".
pub(crate) fn describe(text: &str, wrong: &serde_json::Error) -> String {
    let value: Result<Value, _> = serde_json::from_str(text);
    match value {
        Err(error) => not_json(text, error.classify()),
        Ok(Value::Object(fields)) if fields.contains_key("order") && !fields.contains_key("turn") => {
            "an order alone: a reply is an object with `turn`, and the orders in a list `orders`".to_owned()
        }
        Ok(Value::Object(fields)) if fields.contains_key("type") => {
            "one of our messages: is it an echo of what it read?".to_owned()
        }
        Ok(Value::Object(_)) => format!("not a reply: {}", without_place(&wrong.to_string())),
        Ok(Value::Array(_)) => {
            "a list: a reply is an object with `turn`, and the orders in a list `orders`".to_owned()
        }
        Ok(_) => format!("JSON, but not a reply: {DEBUGGING}"),
    }
}

const DEBUGGING: &str = "did it print for debugging? That goes to standard error";

fn not_json(text: &str, category: Category) -> String {
    let begins_as_object = text.trim_start().starts_with(['{', '[']);
    if !begins_as_object {
        return format!("not JSON: {DEBUGGING}");
    }
    let first_name = text.trim_start().trim_start_matches(['{', '[', ' ']).chars().next();
    match category {
        _ if first_name == Some('\'') => {
            "not JSON but a Python object as Python prints it: write it with json.dumps".to_owned()
        }
        Category::Eof => {
            "only the beginning of some JSON: a reply stands on one line, without line breaks in it"
                .to_owned()
        }
        _ if serde_json::Deserializer::from_str(text)
            .into_iter::<Value>()
            .next()
            .is_some_and(|one| one.is_ok()) =>
        {
            "JSON with something behind it: a reply stands alone on its line".to_owned()
        }
        _ => "almost JSON: it cannot be read to its end".to_owned(),
    }
}

/// A message of the JSON reader without the place, which is always in line 1.
fn without_place(message: &str) -> &str {
    message.rsplit_once(" at line ").map_or(message, |(what, _)| what)
}

#[cfg(test)]
mod tests {
    use crate::protocol::Reply;

    #[test]
    fn it_is_said_what_a_wrong_line_looks_like() {
        for (line, said) in [
            ("my fleet: 3 ships", "not JSON: did it print for debugging? That goes to standard error"),
            ("42", "JSON, but not a reply: did it print for debugging? That goes to standard error"),
            (
                "{'turn': 1, 'orders': []}",
                "not JSON but a Python object as Python prints it: write it with json.dumps",
            ),
            ("{", "only the beginning of some JSON: a reply stands on one line, without line breaks in it"),
            ("{\"turn\":1} {\"turn\":1}", "JSON with something behind it: a reply stands alone on its line"),
            ("{\"turn\":1,,}", "almost JSON: it cannot be read to its end"),
            (
                "{\"order\":\"done\"}",
                "an order alone: a reply is an object with `turn`, and the orders in a list `orders`",
            ),
            (
                "[{\"order\":\"done\"}]",
                "a list: a reply is an object with `turn`, and the orders in a list `orders`",
            ),
            ("{\"type\":\"turn\",\"turn\":1}", "one of our messages: is it an echo of what it read?"),
            ("{\"orders\":[]}", "not a reply: missing field `turn`"),
            (
                "{\"turn\":1,\"ordres\":[]}",
                "not a reply: unknown field `ordres`, expected one of `turn`, `orders`, `note`, `events`, `more`",
            ),
            ("{\"turn\":\"1\"}", "not a reply: invalid type: string \"1\", expected u32"),
        ] {
            assert_eq!(
                Reply::read(line.as_bytes()).unwrap_err(),
                format!("it wrote a line that is {said}"),
                "{line}"
            );
        }
    }
}
