//! The administrator's page: people, what waits, who did what.

use super::csv::{Csv, MOST_ROWS};
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
    let audit = arena.database.audit(i64::MAX, 50).await?;
    let no_uploads = arena.no_strangers().await?;
    shown(&AdminPage { p, users, next, audit, builds, matches, no_uploads, link, roles: Role::ALL })
}

/// Somebody by id.
async fn person(arena: &Shared, id: i64) -> Result<User, Refusal> {
    let user = arena.database.users(id.saturating_sub(1), 1).await?.pop().filter(|user| user.id == id);
    user.ok_or(Refusal::NotFound)
}

/// Whoever administers and sent this form.
fn administrator<'a>(viewer: &'a Viewer, csrf: &str) -> Result<&'a User, Refusal> {
    viewer.sent(csrf)?;
    viewer.at_least(Role::Administrator)
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
    set_role(&arena, administrator(&viewer, &form.csrf)?, id, &form.role).await?;
    Ok(Redirect::to("/admin"))
}

/// Gives somebody a role: the same for pages and the API.
pub(crate) async fn set_role(arena: &Shared, me: &User, id: i64, role: &str) -> Result<(), Refusal> {
    let user = person(arena, id).await?;
    let role = Role::named(role).ok_or_else(|| Refusal::Bad("there is no such role".into()))?;
    if user.id == me.id {
        return Err(Refusal::Conflict("another administrator changes your role".into()));
    }
    arena.database.set_role(user.id, role).await?;
    Ok(arena.database.note(Some(me.id), "role", &format!("{} {role}", user.name)).await?)
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
    set_disabled(&arena, administrator(&viewer, &form.csrf)?, id, form.disabled).await?;
    Ok(Redirect::to("/admin"))
}

/// Shuts somebody out, or lets them in: the same for pages and the API. Nobody shuts themselves
/// out.
pub(crate) async fn set_disabled(arena: &Shared, me: &User, id: i64, disabled: bool) -> Result<(), Refusal> {
    let user = person(arena, id).await?;
    if user.id == me.id {
        return Err(Refusal::Conflict("another administrator shuts you out".into()));
    }
    arena.database.set_disabled(user.id, disabled).await?;
    let what = if disabled { "shut out" } else { "let in" };
    Ok(arena.database.note(Some(me.id), what, &user.name).await?)
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
    let link = password_link(&arena, administrator(&viewer, &form.csrf)?, id).await?;
    page(&arena, &viewer, 0, Some(link)).await
}

/// The name of somebody, and the way to the page on which they set a new password.
pub(crate) async fn password_link(arena: &Shared, me: &User, id: i64) -> Result<(String, String), Refusal> {
    let user = person(arena, id).await?;
    let secret = Secret::new();
    let expires = now() + LINK_LIFE;
    arena.database.add_link(&secret.hash(), LinkPurpose::Password, Some(user.id), expires).await?;
    arena.database.note(Some(me.id), "password link", &user.name).await?;
    Ok((user.name, format!("/password/{}", secret.text())))
}

/// All people, as a table for other programs.
pub(super) async fn users_csv(State(arena): State<Shared>, viewer: Viewer) -> Result<Csv, Refusal> {
    viewer.at_least(Role::Administrator)?;
    let mut csv = Csv::new(&["id", "name", "role", "created", "disabled"]);
    for user in arena.database.users(0, MOST_ROWS).await? {
        let (role, created) = (user.role.name().to_owned(), user.created.to_string());
        csv.add(&[user.id.to_string(), user.name, role, created, user.is_disabled.to_string()]);
    }
    Ok(csv)
}

/// The latest of who did what, as a table for other programs.
pub(super) async fn audit_csv(State(arena): State<Shared>, viewer: Viewer) -> Result<Csv, Refusal> {
    viewer.at_least(Role::Administrator)?;
    let mut csv = Csv::new(&["id", "happened", "user", "what", "about"]);
    for one in arena.database.audit(i64::MAX, MOST_ROWS).await? {
        let user = one.user.unwrap_or_default();
        csv.add(&[one.id.to_string(), one.happened.to_string(), user, one.what, one.about]);
    }
    Ok(csv)
}
