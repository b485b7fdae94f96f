//! What is refused, and how it is said: as a page, or as a problem of RFC 9457.

use super::Shared;
use super::viewer::Viewer;
use crate::web::pages::{Frame, RefusedPage};
use askama::Template;
use axum::Json;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Serialize;

/// Why a request gets nothing else.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// There is no such thing, or whoever asks may not know of it.
    NotFound,
    /// It is for people with an account.
    SignIn,
    /// Whoever asks may not do this, with the reason.
    Forbidden(&'static str),
    /// What was sent makes no sense, with the reason.
    Bad(String),
    /// It clashes with what is there, with the reason.
    Conflict(String),
    /// More was sent than is taken, with what is.
    TooLarge(String),
    /// Too often: try again in so many seconds.
    TooMany(u64),
    /// It cannot be done now, with the reason.
    Unavailable(String),
    /// The framework did not take the request.
    Unreadable(StatusCode),
    /// Our fault. The reason is for the log.
    Internal(String),
}

impl From<sqlx::Error> for Refusal {
    fn from(error: sqlx::Error) -> Self {
        /// What PostgreSQL calls a text with a character that it does not take: the one of
        /// number 0.
        const NO_TEXT: &str = "22021";
        let code = error.as_database_error().and_then(|error| error.code());
        match (&error, code.as_deref()) {
            (_, Some(NO_TEXT)) => Self::Bad("a text holds a character that is none".into()),
            (sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed, _) => {
                tracing::error!("the database does not answer: {error}");
                Self::Unavailable("the database does not answer: try again".into())
            }
            _ => Self::Internal(error.to_string()),
        }
    }
}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

impl Refusal {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::SignIn => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Unreadable(status) => *status,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What whoever asked is told.
    pub(crate) fn detail(&self) -> String {
        match self {
            Self::NotFound => "there is no such thing here".into(),
            Self::SignIn => "sign in first, or send a token".into(),
            Self::Forbidden(why) => (*why).into(),
            Self::Bad(why) | Self::Conflict(why) | Self::TooLarge(why) | Self::Unavailable(why) => {
                why.clone()
            }
            Self::TooMany(seconds) => format!("too often: try again in {seconds} seconds"),
            Self::Unreadable(status) => format!("the request cannot be read ({status})"),
            Self::Internal(_) => "something went wrong here; the log of the arena says what".into(),
        }
    }
}

impl IntoResponse for Refusal {
    /// The refusal travels with the answer; [`show`] says it in the form and language that whoever
    /// asked reads.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// A problem of RFC 9457.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Problem {
    /// What kind of problem it is.
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    /// The status in words.
    pub(crate) title: String,
    /// The status.
    pub(crate) status: u16,
    /// What is wrong, in one sentence.
    pub(crate) detail: String,
}

/// Says refusals, ours and those of the framework.
pub(super) async fn show(State(arena): State<Shared>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let is_api = path.starts_with("/api/");
    let wants_page = parts
        .headers
        .get(header::ACCEPT)
        .is_some_and(|accept| accept.to_str().is_ok_and(|accept| accept.contains("text/html")));
    let viewer = Viewer::from_request_parts(&mut parts, &arena).await.ok();
    let response = next.run(Request::from_parts(parts, body)).await;
    let Some(refusal) = refusal_of(&response) else { return response };
    if let Refusal::Internal(why) = &refusal {
        tracing::error!("{path}: {why}");
    }
    let mut said = match (is_api, viewer) {
        (false, Some(viewer)) if wants_page => said_on_a_page(&refusal, &viewer, &path),
        _ => said_as_a_problem(&refusal),
    };
    if let Refusal::TooMany(seconds) = refusal {
        said.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    said
}

/// The refusal behind an answer; none if it is none, or a page of ours says it already.
fn refusal_of(response: &Response) -> Option<Refusal> {
    if let Some(refusal) = response.extensions().get::<Refusal>() {
        return Some(refusal.clone());
    }
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("text/html")) {
        return None;
    }
    match response.status() {
        StatusCode::NOT_FOUND => Some(Refusal::NotFound),
        StatusCode::PAYLOAD_TOO_LARGE => Some(Refusal::TooLarge("that is too large".into())),
        StatusCode::INTERNAL_SERVER_ERROR => Some(Refusal::Internal("a handler failed".into())),
        status if status.is_client_error() => Some(Refusal::Unreadable(status)),
        _ => None,
    }
}

fn said_as_a_problem(refusal: &Refusal) -> Response {
    let status = refusal.status();
    let problem = Problem {
        kind: "about:blank",
        title: status.canonical_reason().unwrap_or_default().to_owned(),
        status: status.as_u16(),
        detail: refusal.detail(),
    };
    let mut response = (status, Json(problem)).into_response();
    let kind = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

fn said_on_a_page(refusal: &Refusal, viewer: &Viewer, path: &str) -> Response {
    if matches!(refusal, Refusal::SignIn) {
        let _ = path;
        return Redirect::to("/sign-in").into_response();
    }
    let frame = Frame::new(viewer, refusal.status().canonical_reason().unwrap_or_default());
    let page = RefusedPage { p: frame, status: refusal.status().as_u16(), detail: refusal.detail() };
    (refusal.status(), Html(page.render().unwrap_or_default())).into_response()
}

pub(super) async fn no_such_page() -> Refusal {
    Refusal::NotFound
}
