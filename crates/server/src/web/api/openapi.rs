//! The OpenAPI document.

use super::operation::{Content, Operation, Who};
use super::operations;
use crate::web::refusal::Problem;
use axum::Json;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

pub(super) async fn show() -> Json<Value> {
    Json(document())
}

/// Describes every operation.
pub(super) fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut schemas = settings.into_generator();
    let mut paths = Map::new();
    for operation in operations() {
        let path = paths.entry(format!("/api/v1{}", operation.path)).or_insert_with(|| json!({}));
        path[operation.method] = described(&operation, &mut schemas);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Sandtable arena", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn described(operation: &Operation, schemas: &mut SchemaGenerator) -> Value {
    let mut parameters: Vec<Value> = in_path(operation.path)
        .map(|name| {
            let kind = if matches!(name, "game" | "name" | "language") { "string" } else { "integer" };
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": kind } })
        })
        .collect();
    parameters.extend(operation.query.iter().map(|(name, kind)| {
        json!({ "name": name, "in": "query", "required": *name == "file", "schema": { "type": kind } })
    }));
    if operation.is_idempotent {
        let schema = json!({ "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$" });
        parameters
            .push(json!({ "name": "Idempotency-Key", "in": "header", "required": false, "schema": schema }));
    }
    let answer = content(operation.answer, schemas);
    let problem = schemas.subschema_for::<Problem>();
    let mut value = json!({
        "summary": operation.summary,
        "parameters": parameters,
        "responses": {
            operation.status.to_string(): { "description": "Done", "content": answer },
            "default": {
                "description": "A problem (RFC 9457)",
                "content": { "application/problem+json": { "schema": problem } },
            },
        },
    });
    if operation.who != Who::Anybody {
        value["security"] = json!([{ "token": [] }]);
    }
    if !matches!(operation.body, Content::Nothing) {
        value["requestBody"] = json!({ "required": true, "content": content(operation.body, schemas) });
    }
    value
}

/// The names between braces.
fn in_path(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn content(content: Content, schemas: &mut SchemaGenerator) -> Value {
    match content {
        Content::Nothing => json!({}),
        Content::Json(schema) => json!({ "application/json": { "schema": schema(schemas) } }),
        Content::Bytes(kind) => json!({ kind: {} }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_referred_to_is_there() {
        let document = document();
        let text = document.to_string();
        let references = text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
        let mut count = 0;
        for pointer in references {
            assert!(document.pointer(pointer).is_some(), "{pointer}");
            count += 1;
        }
        assert!(count > 10 && document["paths"].as_object().unwrap().len() >= 12, "{count}");
    }
}
