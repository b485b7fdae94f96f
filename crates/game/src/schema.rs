//! JSON Schemas of what is sent and received.
//!
//! They are made from the types themselves: doc comments become descriptions, the columns of a row
//! get titles. Whoever generates code from them finds fields in their order in `required` and
//! columns in `prefixItems`.

use crate::JsonGame;
use alloc::string::String;
use alloc::vec::Vec;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, json_schema};
use serde::Serialize;
use serde_json::Value;

/// The schema of one kind of JSON.
#[derive(Clone, PartialEq, Debug)]
pub struct SchemaPart {
    /// Its name on the command line and in file names.
    pub name: &'static str,
    /// The schema.
    pub schema: Value,
}

/// The schemas that every game has: what is ordered, what is seen, what is told once, what happens.
#[must_use]
pub fn of_game<G: JsonGame>() -> Vec<SchemaPart> {
    [
        ("order", read::<G::Order>()),
        ("view", written::<G::View>()),
        ("briefing", written::<G::Briefing>()),
        ("event", written::<G::Event>()),
    ]
    .map(|(name, schema)| SchemaPart { name, schema })
    .into()
}

/// The schema of what we accept.
#[must_use]
pub fn read<T: JsonSchema>() -> Value {
    root::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of what we write.
#[must_use]
pub fn written<T: JsonSchema>() -> Value {
    root::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn root<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with_transform(RecursiveTransform(unwrap_lines));
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Lets the lines of a doc comment run on; an empty line stays a paragraph.
fn unwrap_lines(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let paragraphs: Vec<String> = text.split("\n\n").map(|text| text.replace('\n', " ")).collect();
        *text = paragraphs.join("\n\n");
    }
}

/// An array with exactly these columns: name, what it means, what it holds.
#[must_use]
pub fn row<const N: usize>(about: &str, columns: [(&str, String, Schema); N]) -> Schema {
    let columns = columns.map(|(name, meaning, schema)| {
        let mut column = described(schema, &meaning);
        column.insert("title".into(), name.into());
        column
    });
    json_schema!({
        "type": "array",
        "description": about.trim(),
        "prefixItems": columns.as_slice(),
        "items": false,
        "minItems": N,
        "maxItems": N,
    })
}

/// The same schema with another description.
#[must_use]
pub fn described(mut schema: Schema, meaning: &str) -> Schema {
    schema.insert("description".into(), meaning.trim().into());
    schema
}

/// A list of any length.
#[must_use]
pub fn list(of: Schema) -> Schema {
    json_schema!({ "type": "array", "items": of })
}

/// One of these words or letters.
#[must_use]
pub fn one_of<T: Serialize>(about: &str, words: impl IntoIterator<Item = T>) -> Schema {
    let words: Vec<T> = words.into_iter().collect();
    json_schema!({ "type": "string", "description": about, "enum": words })
}

/// A whole number from one to another.
#[must_use]
pub fn integer(about: &str, least: i64, most: i64) -> Schema {
    json_schema!({ "type": "integer", "description": about, "minimum": least, "maximum": most })
}
