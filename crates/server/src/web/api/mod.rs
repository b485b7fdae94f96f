//! The API: what the pages do, for programs. One table says which operations there are; routes and
//! the OpenAPI document are made from it, so neither can have what the other lacks.
//!
//! The schemas come from the types, by schemars: OpenAPI 3.1 speaks the same dialect of JSON Schema
//! as the bot protocol.

mod account;
mod administration;
mod answers;
mod bots;
mod challenges;
mod course_answers;
mod courses;
mod desk;
mod games;
mod matches;
mod once;
mod openapi;
mod operation;
mod stream;
mod submissions;
mod tournaments;

use super::Shared;
use axum::Router;
use axum::routing::get;
use operation::Operation;

pub(super) fn router() -> Router<Shared> {
    let mut router = Router::new().route("/api/v1/openapi.json", get(openapi::show));
    for operation in operations() {
        router = router.route(&format!("/api/v1{}", operation.path), operation.handler);
    }
    router
}

/// Every operation there is.
fn operations() -> impl Iterator<Item = Operation> {
    [
        games::operations(),
        bots::operations(),
        matches::operations(),
        challenges::operations(),
        courses::operations(),
        submissions::operations(),
        tournaments::operations(),
        account::operations(),
        administration::operations(),
        desk::operations(),
    ]
    .into_iter()
    .flatten()
}

/// The OpenAPI document.
pub(crate) fn document() -> serde_json::Value {
    openapi::document()
}
