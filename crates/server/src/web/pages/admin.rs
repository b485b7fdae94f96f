//! The administrator's page: people, what waits, who did what.

use super::{Frame, Shown, shown};
use crate::accounts::secret::Secret;
use crate::database::audit::AuditEntry;
use crate::database::now;
use crate::database::sessions::LinkPurpose;
use crate::database::users::{Role, User};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use serde::Deserialize;

/// How long a link to a new password works: two days.
const LINK_LIFE: i64 = 48 * 60 * 60 * 1000;

#[derive(Debug, Template)]
#[template(path = "admin.html")]
struct AdminPage {
    p: Frame,
    users: Vec<User>,
    next: Option<i64>,
    audit: Vec<AuditEntry>,
    builds: i64,
    matches: i64,
    no_uploads: Option<String>,
    /// The way to a new password, just made: it is shown once.
    link: Option<(String, String)>,
    roles: [Role; 3],
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct After {
    #[serde(default)]
    after: i64,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Query(after): Query<After>) -> Shown {
    page(&arena, &viewer, after.after, None).await
}

async fn page(arena: &Shared, viewer: &Viewer, after: i64, link: Option<(String, String)>) -> Shown {
    viewer.at_least(Role::Administrator)?;
    let users = arena.database.users(after, 50).await?;
    let next = users.last().map(|user| user.id).filter(|_| users.len() == 50);
    let (builds, matches) = arena.database.queue().await?;
    let p = Frame::new(viewer, "");
    let p = Frame { title: p.say("Administration", "管理").to_owned(), ..p };
    let audit = arena.database.audit(50).await?;
    let no_uploads = arena.sandbox.as_ref().err().cloned();
    shown(&AdminPage { p, users, next, audit, builds, matches, no_uploads, link, roles: Role::ALL })
}

/// Whoever administers, and whom it is about. Nobody shuts themselves out.
async fn about(arena: &Shared, viewer: &Viewer, csrf: &str, id: i64) -> Result<(i64, User), Refusal> {
    let me = viewer.sent(csrf)?.id;
    viewer.at_least(Role::Administrator)?;
    let user = arena.database.users(id - 1, 1).await?.pop().filter(|user| user.id == id);
    Ok((me, user.ok_or(Refusal::NotFound)?))
}

#[derive(Debug, Deserialize)]
pub(super) struct NewRole {
    csrf: String,
    role: String,
}

pub(super) async fn role(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<NewRole>,
) -> Result<Redirect, Refusal> {
    let (me, user) = about(&arena, &viewer, &form.csrf, id).await?;
    let role = Role::named(&form.role).ok_or_else(|| Refusal::Bad("there is no such role".into()))?;
    if user.id == me {
        return Err(Refusal::Conflict("another administrator changes your role".into()));
    }
    arena.database.set_role(user.id, role).await?;
    arena.database.note(Some(me), "role", &format!("{} {role}", user.name)).await?;
    Ok(Redirect::to("/admin"))
}

#[derive(Debug, Deserialize)]
pub(super) struct Disabling {
    csrf: String,
    disabled: bool,
}

pub(super) async fn disabled(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Disabling>,
) -> Result<Redirect, Refusal> {
    let (me, user) = about(&arena, &viewer, &form.csrf, id).await?;
    if user.id == me {
        return Err(Refusal::Conflict("another administrator shuts you out".into()));
    }
    arena.database.set_disabled(user.id, form.disabled).await?;
    let what = if form.disabled { "shut out" } else { "let in" };
    arena.database.note(Some(me), what, &user.name).await?;
    Ok(Redirect::to("/admin"))
}

#[derive(Debug, Deserialize)]
pub(super) struct Only {
    csrf: String,
}

/// Makes a link by which somebody sets a new password.
pub(super) async fn link(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Only>,
) -> Shown {
    let (me, user) = about(&arena, &viewer, &form.csrf, id).await?;
    let secret = Secret::new();
    let expires = now() + LINK_LIFE;
    arena.database.add_link(&secret.hash(), LinkPurpose::Password, Some(user.id), expires).await?;
    arena.database.note(Some(me), "password link", &user.name).await?;
    let link = (user.name, format!("/password/{}", secret.text()));
    page(&arena, &viewer, 0, Some(link)).await
}
