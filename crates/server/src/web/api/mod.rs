//! The API: what the pages do, for programs. One table says which operations there are; routes and the OpenAPI
//! document are made from it, so neither can have what the other lacks.
//!
//! The schemas come from the types, by schemars: OpenAPI 3.1 speaks the same dialect of JSON Schema as the bot protocol.

mod answers;
mod openapi;
mod operations;
mod stream;

use super::Shared;
use axum::Router;
use axum::routing::get;

pub(super) fn router() -> Router<Shared> {
    let mut router = Router::new().route("/api/v1/openapi.json", get(openapi::show));
    for operation in operations::all() {
        router = router.route(&format!("/api/v1{}", operation.path), operation.handler);
    }
    router
}

/// The OpenAPI document.
pub(crate) fn document() -> serde_json::Value {
    openapi::document()
}
