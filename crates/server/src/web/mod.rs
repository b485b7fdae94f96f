//! Requests: routes, who asks, what is refused, pages and the API.

pub(crate) mod api;
mod assets;
pub(crate) mod connections;
mod guard;
mod operations;
mod pages;
mod refusal;
mod refusal_words;
mod text;
mod viewer;
mod work;

use crate::arena::Arena;
use crate::limits::LARGEST_FORM;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use std::sync::Arc;

/// What every handler has at hand.
pub(crate) type Shared = Arc<Arena>;

/// All routes of an arena.
pub(crate) fn router(arena: Shared) -> Router {
    Router::new()
        .merge(pages::router())
        .merge(assets::router())
        .merge(operations::router())
        .merge(work::router())
        .merge(api::router())
        .fallback(refusal::no_such_page)
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .layer(middleware::from_fn(guard::unbroken))
        .layer(middleware::from_fn(guard::in_time))
        .layer(middleware::from_fn(guard::within_bounds))
        .layer(middleware::from_fn(guard::same_origin))
        .layer(middleware::from_fn_with_state(Arc::clone(&arena), refusal::show))
        .layer(middleware::from_fn_with_state(Arc::clone(&arena), guard::headers))
        .with_state(arena)
}
