//! A student joins a course by a link: with the account at hand, or with a new one, also where
//! nobody else may make one.

use super::accounts::make_account;
use super::sign_in::new_session;
use super::{Frame, Shown, shown};
use crate::accounts::secret::Secret;
use crate::database::courses::RosterRow;
use crate::database::users::{Role, User};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

#[derive(Debug, Template)]
#[template(path = "join.html")]
struct JoinPage {
    p: Frame,
    course: String,
    student: RosterRow,
    action: String,
    /// What was wrong with the last try, and the name that was tried.
    wrong: &'static str,
    name: String,
}

/// The hash of a link, with whose it is and the course's name.
async fn found(arena: &Shared, text: &str) -> Result<(String, RosterRow, String), Refusal> {
    let hash = Secret::shown(text).ok_or(Refusal::NotFound)?.hash();
    let (student, course) = arena.database.student_of_link(&hash).await?.ok_or(Refusal::NotFound)?;
    Ok((hash, student, course))
}

pub(super) async fn form(State(arena): State<Shared>, viewer: Viewer, Path(text): Path<String>) -> Shown {
    let (_, student, course) = found(&arena, &text).await?;
    let p = Frame::new(&viewer, course.clone());
    let (action, wrong, name) = (format!("/join/{text}"), "", String::new());
    shown(&JoinPage { p, course, student, action, wrong, name })
}

#[derive(Debug, Deserialize)]
pub(super) struct Joining {
    #[serde(default)]
    csrf: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

pub(super) async fn join(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(text): Path<String>,
    Form(form): Form<Joining>,
) -> Result<Response, Refusal> {
    let (hash, student, course) = found(&arena, &text).await?;
    let next = Redirect::to(&format!("/courses/{}", student.course_id));
    if viewer.user.is_some() {
        let user = viewer.sent(&form.csrf)?;
        take_place(&arena, user, &hash, &student).await?;
        return Ok(next.into_response());
    }
    // A whole class may come from one address: the link is what bounds how many accounts there are.
    match make_account(&arena, &form.name, form.password, Role::Player, None).await? {
        Err(why) => {
            let (p, action) = (Frame::new(&viewer, course.clone()), format!("/join/{text}"));
            let wrong = viewer.lang.pick(why.words());
            let page = shown(&JoinPage { p, course, student, action, wrong, name: form.name })?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Ok(id) => {
            if !arena.database.join(&hash, id).await? {
                return Err(Refusal::NotFound);
            }
            Ok((new_session(&arena, &viewer, id).await?, next).into_response())
        }
    }
}

/// Makes somebody the student of a link: the same for pages and the API. Returns the course.
pub(crate) async fn join_course(arena: &Shared, user: &User, text: &str) -> Result<i64, Refusal> {
    let (hash, student, _) = found(arena, text).await?;
    take_place(arena, user, &hash, &student).await?;
    Ok(student.course_id)
}

async fn take_place(arena: &Shared, user: &User, hash: &str, student: &RosterRow) -> Result<(), Refusal> {
    if arena.database.member(student.course_id, user.id).await?.is_some() {
        return Err(Refusal::Conflict("this account is in the course already: sign in with another".into()));
    }
    match arena.database.join(hash, user.id).await? {
        true => {
            let about = format!("course {} student {}", student.course_id, student.number);
            Ok(arena.database.note(Some(user.id), "joined", &about).await?)
        }
        false => Err(Refusal::NotFound),
    }
}
