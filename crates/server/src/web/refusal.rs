//! What is refused, and how it is said: as a page, or as a problem of RFC 9457.

use super::Shared;
use super::refusal_words::in_chinese;
use super::text::encoded;
use super::viewer::Viewer;
use crate::web::pages::{Frame, RefusedPage};
use askama::Template;
use axum::Json;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use game::{Lang, Words};
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
        if matches!(error.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded) {
            tracing::error!("the disk is full: {error}");
            return Self::Unavailable("there is no room at the moment: try again later".into());
        }
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
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let wants_page = !path.starts_with("/api/")
        && parts
            .headers
            .get(header::ACCEPT)
            .is_some_and(|accept| accept.to_str().is_ok_and(|accept| accept.contains("text/html")));
    // Only a page of refusal says who is signed in: nothing else pays for finding out.
    let mut asked = wants_page.then(|| parts.clone());
    let response = next.run(Request::from_parts(parts, body)).await;
    let Some(refusal) = refusal_of(&response) else { return response };
    if let Refusal::Internal(why) = &refusal {
        tracing::error!("{path}: {why}");
    }
    let viewer = match &mut asked {
        Some(parts) => Viewer::from_request_parts(parts, &arena).await.ok(),
        None => None,
    };
    let mut said = match (viewer, asked) {
        (Some(viewer), Some(parts)) => said_on_a_page(&refusal, &viewer, &parts),
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

fn said_on_a_page(refusal: &Refusal, viewer: &Viewer, asked: &Parts) -> Response {
    if matches!(refusal, Refusal::SignIn) {
        return Redirect::to(&sign_in_then(asked)).into_response();
    }
    let title = match refusal {
        Refusal::NotFound => Words("There is nothing here", "没有该页面"),
        Refusal::Internal(_) | Refusal::Unavailable(_) => Words("It cannot be done now", "暂时无法完成"),
        _ => Words("It was not done", "未能完成"),
    };
    let frame = Frame::new(viewer, viewer.lang.pick(title));
    let detail = match viewer.lang {
        Lang::En => refusal.detail(),
        Lang::Zh => in_chinese(&refusal.detail()),
    };
    let page = RefusedPage { p: frame, status: refusal.status().as_u16(), detail };
    (refusal.status(), Html(page.render().unwrap_or_default())).into_response()
}

/// The way to sign in, and from there to the page that was asked for.
fn sign_in_then(asked: &Parts) -> String {
    if asked.method != Method::GET {
        return "/sign-in".to_owned();
    }
    let wanted = asked.uri.path_and_query().map_or("/", |wanted| wanted.as_str());
    format!("/sign-in?next={}", encoded(wanted))
}

pub(super) async fn no_such_page() -> Refusal {
    Refusal::NotFound
}
