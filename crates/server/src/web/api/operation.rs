//! What an operation of the API is.

use crate::database::users::{Role, User};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::extract::FromRequestParts;
use axum::extract::rejection::JsonRejection;
use axum::http::request::Parts;
use axum::routing::MethodRouter;
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Who may use an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    Anybody,
    /// Whoever sends a token.
    Account,
    /// An administrator who sends a token.
    Administrator,
}

/// What is sent or answered.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    Nothing,
    Json(fn(&mut SchemaGenerator) -> Schema),
    Bytes(&'static str),
}

/// The JSON of a type.
pub(super) fn json<T: JsonSchema>() -> Content {
    Content::Json(SchemaGenerator::subschema_for::<T>)
}

/// An operation: what it is called, who may use it, what goes in and what comes out.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) who: Who,
    /// Parameters after the question mark, with the type of each.
    pub(crate) query: &'static [(&'static str, &'static str)],
    /// Whether an `Idempotency-Key` is taken.
    pub(crate) is_idempotent: bool,
    pub(crate) body: Content,
    pub(crate) status: u16,
    pub(crate) answer: Content,
    pub(crate) handler: MethodRouter<Shared>,
}

impl Operation {
    /// What anybody may ask for, with its method, and the place and meaning of it.
    pub(super) fn new(
        method: &'static str,
        path: &'static str,
        summary: &'static str,
        handler: MethodRouter<Shared>,
    ) -> Self {
        let (body, answer) = (Content::Nothing, Content::Nothing);
        Self {
            method,
            path,
            summary,
            who: Who::Anybody,
            query: &[],
            is_idempotent: false,
            body,
            status: 204,
            answer,
            handler,
        }
    }

    pub(super) fn by(self, who: Who) -> Self {
        Self { who, ..self }
    }

    pub(super) fn query(self, query: &'static [(&'static str, &'static str)]) -> Self {
        Self { query, ..self }
    }

    pub(super) fn takes(self, body: Content) -> Self {
        Self { body, ..self }
    }

    pub(super) fn answers(self, status: u16, answer: Content) -> Self {
        Self { status, answer, ..self }
    }

    /// It may be sent again under the same key, and is done once.
    pub(super) fn once_a_key(self) -> Self {
        Self { is_idempotent: true, ..self }
    }
}

/// Whoever sent a token. A session is not enough: its cookie would be sent by any page.
pub(super) fn by_token(viewer: &Viewer) -> Result<&User, Refusal> {
    match viewer.session {
        Some(_) => Err(Refusal::Forbidden("the API takes a token, not the session of a browser")),
        None => viewer.user(),
    }
}

/// Whoever sent a token, as a part of a request that has a large body: it is known before anything
/// of the body is read, and a stranger's is not.
#[derive(Debug)]
pub(super) struct ByToken(pub(super) User);

impl FromRequestParts<Shared> for ByToken {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, arena: &Shared) -> Result<Self, Refusal> {
        let viewer = Viewer::from_request_parts(parts, arena).await?;
        by_token(&viewer).cloned().map(Self)
    }
}

/// The same, of an organiser.
#[derive(Debug)]
pub(super) struct ByOrganiser(pub(super) User);

impl FromRequestParts<Shared> for ByOrganiser {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, arena: &Shared) -> Result<Self, Refusal> {
        let viewer = Viewer::from_request_parts(parts, arena).await?;
        by_token(&viewer)?;
        viewer.at_least(Role::Organiser).cloned().map(Self)
    }
}

/// The body, or what is wrong with it.
pub(super) fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    body.map(|Json(body)| body).map_err(|wrong| Refusal::Bad(wrong.body_text()))
}
