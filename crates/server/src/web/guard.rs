//! What every answer says to the browser, and which requests are ours.

use super::Shared;
use super::refusal::Refusal;
use crate::limits::LARGEST_BODY;
use crate::work::said;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

/// Only our own files, no inline scripts, nobody else's frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/// Adds the headers that every answer has, and counts it. An answer with a policy of its own keeps
/// it.
pub(super) async fn headers(State(arena): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    arena.metrics.request(response.status().as_u16());
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// How long somebody may take to send what changes something, and we to change it. The largest body
/// is a tournament of 64 MiB.
const LONGEST: Duration = Duration::from_secs(600);

/// Ends requests whose body never comes to its end. What is only read has no body and may last, as
/// live matches do.
pub(super) async fn in_time(request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let answered = tokio::time::timeout(LONGEST, next.run(request)).await;
    answered.unwrap_or_else(|_| Refusal::Unreadable(StatusCode::REQUEST_TIMEOUT).into_response())
}

/// Refuses at once what says that it is larger than anything that is taken here. What only turns out
/// to be too large for its route is refused while it is read.
pub(super) async fn within_bounds(request: Request, next: Next) -> Response {
    if HttpBody::size_hint(request.body()).lower() > LARGEST_BODY {
        return Refusal::TooLarge("that is too large".into()).into_response();
    }
    next.run(request).await
}

/// Answers also where we have made a mistake: nobody is hung up on.
pub(super) async fn unbroken(request: Request, next: Next) -> Response {
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answered.unwrap_or_else(|panic| Refusal::Internal(said(&*panic)).into_response())
}

/// Refuses what another site's page sends in the name of whoever looks at it.
pub(super) async fn same_origin(request: Request, next: Next) -> Response {
    let changes_something = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes_something && is_foreign(request.headers()) {
        return Refusal::Forbidden("this was sent from another site").into_response();
    }
    next.run(request).await
}

fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site")) {
        return !matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN) else { return false };
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_none() || host != text(header::HOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_sites_are_told_apart() {
        let is_foreign = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            is_foreign(&pairs.collect())
        };
        assert!(!is_foreign(&[]), "no browser");
        assert!(!is_foreign(&[("sec-fetch-site", "same-origin")]));
        assert!(is_foreign(&[("sec-fetch-site", "cross-site")]));
        assert!(is_foreign(&[("sec-fetch-site", "same-site")]));
        assert!(!is_foreign(&[("origin", "http://here:1"), ("host", "here:1")]));
        assert!(is_foreign(&[("origin", "http://there"), ("host", "here:1")]));
        assert!(is_foreign(&[("origin", "null"), ("host", "here:1")]));
    }
}
