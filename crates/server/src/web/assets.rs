//! Stylesheets and scripts. They are part of the program.

use super::Shared;
use super::refusal::Refusal;
use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::LazyLock;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/assets/style.css", get(|| async { file("text/css", style()) }))
        .route("/assets/live.js", get(|| async { script(include_str!("../../assets/live.js")) }))
        .route("/assets/refresh.js", get(|| async { script(include_str!("../../assets/refresh.js")) }))
        .route("/assets/follow.js", get(|| async { script(include_str!("../../assets/follow.js")) }))
        .route("/assets/page/{*name}", get(page_module))
        .route("/robots.txt", get(|| async { file("text/plain", "User-agent: *\nDisallow: /api/\n") }))
}

/// The colours of all pages, then what is ours.
fn style() -> &'static str {
    static STYLE: LazyLock<String> =
        LazyLock::new(|| [page::html::TOKENS, include_str!("../../assets/style.css")].concat());
    &STYLE
}

fn file(kind: &'static str, text: &'static str) -> impl IntoResponse + use<> {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=300")], text)
}

fn script(text: &'static str) -> impl IntoResponse + use<> {
    file("text/javascript", text)
}

/// A module of the replay page.
async fn page_module(Path(name): Path<String>) -> Result<impl IntoResponse, Refusal> {
    page::module(&name).map(script).ok_or(Refusal::NotFound)
}
