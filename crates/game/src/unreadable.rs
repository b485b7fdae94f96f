//! Why a JSON value is no order: the field, and what was expected there.
//!
//! The schema of a game's orders knows it, so that no game says it twice.

use crate::{RefusalReason, schema};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::TypeId;
use once_cell::race::OnceBox;
use schemars::JsonSchema;
use serde_json::{Map, Value};

/// What is said of every order that cannot be read, before the reason.
pub(crate) fn sentence() -> String {
    RefusalReason::<&str>::Unreadable.to_string()
}

/// Says of a value that could not be read as an order what is wrong with it.
pub(crate) fn explain<Order: JsonSchema + 'static>(value: &Value) -> String {
    let schema = schema_of::<Order>();
    let orders = Orders { schema };
    match orders.whole(value) {
        Some(why) => format!("{}: {why}", sentence()),
        None => sentence(),
    }
}

/// The schema of a type, made once: a bot may give thousands of unreadable orders.
fn schema_of<T: JsonSchema + 'static>() -> &'static Value {
    static FIRST: OnceBox<Known> = OnceBox::new();
    let wanted = TypeId::of::<T>();
    let mut place = &FIRST;
    loop {
        // Whoever comes second at an empty place finds the other's, and goes on to the next.
        let known = place.get_or_init(|| {
            Box::new(Known { of: wanted, schema: schema::read::<T>(), next: OnceBox::new() })
        });
        if known.of == wanted {
            return &known.schema;
        }
        place = &known.next;
    }
}

/// Schemas of one game after the other.
struct Known {
    of: TypeId,
    schema: Value,
    next: OnceBox<Known>,
}

/// Orders as a schema describes them.
struct Orders<'a> {
    schema: &'a Value,
}

/// The field that says which order it is.
const TAG: &str = "order";

impl Orders<'_> {
    fn whole(&self, value: &Value) -> Option<String> {
        let forms = self.forms(self.schema);
        let Value::Object(fields) = value else {
            let text = forms.iter().find(|form| value.is_string() && form["type"] == "string");
            return Some(match text.and_then(|form| form["description"].as_str()) {
                Some(about) => format!("{} is not {}", quoted(value), lowered(about)),
                None => format!("{} is not an object with a field `{TAG}`", quoted(value)),
            });
        };
        let named = || forms.iter().copied().filter(|form| form["properties"][TAG]["const"].is_string());
        let names: Vec<&str> = named().filter_map(|form| form["properties"][TAG]["const"].as_str()).collect();
        let Some(tag) = fields.get(TAG) else {
            return Some(format!("`{TAG}` is missing: it is {}", choice(&names)));
        };
        match named().find(|form| form["properties"][TAG]["const"] == *tag) {
            Some(form) => self.object(form, fields),
            None => Some(format!("`{TAG}` is {}: it has to be {}", quoted(tag), choice(&names))),
        }
    }

    /// The alternatives of a schema, those within others, too.
    fn forms<'s>(&'s self, schema: &'s Value) -> Vec<&'s Value> {
        let schema = self.resolved(schema);
        let parts = ["oneOf", "anyOf"].iter().find_map(|name| schema[*name].as_array());
        match parts {
            Some(parts) => parts.iter().flat_map(|part| self.forms(part)).collect(),
            None => [schema].into(),
        }
    }

    /// What a reference leads to.
    fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
        name.map_or(schema, |name| self.resolved(&self.schema["$defs"][name]))
    }

    /// The first thing that is wrong with the fields of an order.
    fn object(&self, form: &Value, fields: &Map<String, Value>) -> Option<String> {
        let order = form["properties"][TAG]["const"].as_str().unwrap_or_default();
        let known = form["properties"].as_object()?;
        // A schema names what a field was called in earlier versions of the protocol.
        let renamed = |name: &String| known.iter().find(|(_, field)| field["formerly"] == **name);
        if let Some((old, (new, _))) = fields.keys().find_map(|name| Some((name, renamed(name)?))) {
            return Some(format!(
                "`{order}` has no field `{old}`: it is called `{new}` since version 2 of the protocol"
            ));
        }
        let required = || form["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        if let Some(missing) = required().find(|name| !fields.contains_key(*name)) {
            let field = &known[missing];
            let about = field["description"].as_str().map(|about| format!(", {}", lowered(about)));
            let expected = self.expected(field);
            return Some(format!(
                "`{order}` needs `{missing}`{}: {expected}",
                about.unwrap_or_default().trim_end_matches('.')
            ));
        }
        if let Some(unknown) = fields.keys().find(|name| !known.contains_key(*name)) {
            let names: Vec<&str> = known.keys().map(String::as_str).filter(|name| *name != TAG).collect();
            let has = if names.is_empty() { "no other fields".to_string() } else { choice(&names) };
            let unknown = quoted(&Value::String(unknown.clone()));
            return Some(format!(
                "`{order}` has no field {unknown}: it has {}",
                has.replace(" or ", " and ")
            ));
        }
        let mut fields = fields.iter().filter(|(name, _)| *name != TAG);
        fields.find_map(|(name, value)| self.field(&known[name], value, name))
    }

    fn field(&self, schema: &Value, value: &Value, name: &str) -> Option<String> {
        if self.forms(schema).iter().any(|form| self.fits(form, value)) {
            return None;
        }
        Some(format!("`{name}` is {}: it has to be {}", quoted(value), self.expected(schema)))
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        if !schema["const"].is_null() {
            return schema["const"] == *value;
        }
        if let Some(words) = schema["enum"].as_array() {
            return words.contains(value);
        }
        match (schema["type"].as_str(), value) {
            (Some("integer"), Value::Number(number)) => {
                let (least, most) = bounds(schema);
                number.as_i64().is_some_and(|number| (least..=most).contains(&number))
            }
            (Some("integer"), _) => false,
            (Some("array"), Value::Array(items)) => {
                let columns = schema["prefixItems"].as_array();
                columns.is_none_or(|columns| {
                    columns.len() == items.len()
                        && columns
                            .iter()
                            .zip(items)
                            .all(|(column, item)| self.fits(self.resolved(column), item))
                })
            }
            (Some("array"), _) => false,
            (Some("string"), value) => value.is_string(),
            (Some("boolean"), value) => value.is_boolean(),
            (Some("null"), value) => value.is_null(),
            _ => match schema["type"].as_array() {
                // A field that may be left out may also be null.
                Some(types) => types.iter().filter_map(Value::as_str).any(|one| {
                    let mut alone = schema.clone();
                    alone["type"] = one.into();
                    self.fits(&alone, value)
                }),
                None => true,
            },
        }
    }

    /// What a schema expects, in words.
    fn expected(&self, schema: &Value) -> String {
        let forms = self.forms(schema);
        let mut words: Vec<String> = Vec::new();
        for form in forms {
            let listed = form["enum"].as_array();
            let constant = Some(&form["const"]).filter(|constant| !constant.is_null());
            if let Some(listed) = listed {
                words.extend(listed.iter().map(bare));
            } else if let Some(constant) = constant {
                words.push(bare(constant));
            } else {
                words.push(self.kind(form));
            }
        }
        choice(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn kind(&self, form: &Value) -> String {
        let kind = form["type"].as_str().or_else(|| form["type"][0].as_str());
        match kind {
            Some("integer") => match bounds(form) {
                (i64::MIN, i64::MAX) => "a whole number".to_string(),
                (least, most) => format!("a whole number from {least} to {most}"),
            },
            Some("array") => match form["prefixItems"].as_array() {
                Some(columns) => {
                    let titles: Vec<&str> =
                        columns.iter().map(|column| column["title"].as_str().unwrap_or("value")).collect();
                    let each = columns.first().map(|column| self.expected(column)).unwrap_or_default();
                    format!("[{}], each {each}", titles.join(", "))
                }
                None => "a list".to_string(),
            },
            Some("string") => "a text".to_string(),
            Some("boolean") => "true or false".to_string(),
            _ => "something else".to_string(),
        }
    }
}

/// The least and the greatest number that a schema allows.
fn bounds(schema: &Value) -> (i64, i64) {
    let (least, most) = match schema["format"].as_str() {
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    };
    (schema["minimum"].as_i64().unwrap_or(least), schema["maximum"].as_i64().unwrap_or(most))
}

/// Letters of a value that are enough to recognise it.
const SHORT: usize = 60;

/// A value as JSON, cut short.
fn quoted(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

/// A text without its quotes, anything else as JSON.
fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToString::to_string)
}

/// "a, b or c".
fn choice(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_string(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A sentence as a part of another.
fn lowered(sentence: &str) -> String {
    let sentence = sentence.trim_end_matches('.');
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
