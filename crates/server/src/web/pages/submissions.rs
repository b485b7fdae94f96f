//! Handing in, and what came of it.

use super::assignments::{assignment_for, report_language};
use super::desk::uploads_an_hour;
use super::form_files::FormFiles;
use super::{Frame, Shown, shown};
use crate::class_result::feedback;
use crate::database::courses::{Assignment, Member};
use crate::database::now;
use crate::database::once::Once;
use crate::database::submissions::{HandInKind, NewSubmission, Submission, SubmitRefused};
use crate::database::users::User;
use crate::limits::LARGEST_UPLOAD;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::text::moment;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect};
use class::Policy;
use class::report::feedback::Feedback;
use judge::Language;

/// A submission with what may be said of it.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) submission: Submission,
    /// The place in the queue, from 1, while it waits.
    pub(crate) place: Option<i64>,
    pub(crate) feedback: Option<Feedback>,
}

pub(super) async fn send(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Refusal> {
    let user = viewer.user()?;
    assignment_for(&arena, user, id).await?;
    let mut form = FormFiles::read(&viewer, form).await?;
    let file = form.take_handed_over()?;
    let (name, bytes) =
        file.ok_or_else(|| Refusal::Bad("there is nothing in it: choose a file or a folder".into()))?;
    hand_in(&arena, user, id, (&name, bytes), None).await?;
    Ok(Redirect::to(&format!("/assignments/{id}")))
}

/// Takes what a student hands in: the same for pages and the API.
pub(crate) async fn hand_in(
    arena: &Shared,
    user: &User,
    id: i64,
    (file_name, bytes): (&str, Vec<u8>),
    once: Option<&Once>,
) -> Result<i64, Refusal> {
    let (assignment, member) = assignment_for(arena, user, id).await?;
    let Member::Student(student) = member else {
        return Err(Refusal::Forbidden("students of the course hand in"));
    };
    if let Err(why) = &arena.sandbox {
        let why = format!("this arena runs no strangers' code, because its machine cannot contain it: {why}");
        return Err(Refusal::Unavailable(why));
    }
    refuse_late(&assignment)?;
    if bytes.is_empty() {
        return Err(Refusal::Bad("there is nothing in it: choose a file or a folder".into()));
    }
    if bytes.len() > LARGEST_UPLOAD {
        return Err(Refusal::TooLarge(format!("a submission has at most {} MiB", LARGEST_UPLOAD >> 20)));
    }
    let kind = HandInKind::of_upload(file_name, &bytes)
        .ok_or_else(|| Refusal::Bad("hand in a .cpp file, a zip file or a folder".into()))?;
    if arena.database.hand_ins_since(student, now() - 3_600_000).await? >= uploads_an_hour(arena).await? {
        return Err(Refusal::TooMany(3600));
    }
    let length = bytes.len() as i64;
    let files = arena.files.clone();
    let kept = tokio::task::spawn_blocking(move || files.keep(&bytes)).await;
    let source = kept.map_err(|error| Refusal::Internal(error.to_string()))??;
    let new = NewSubmission { assignment: id, student, kind, source: &source, bytes: length };
    let added = arena.database.add_submission(&new, user.id, once).await;
    let submission = added.map_err(|refused| match refused {
        SubmitRefused::KeyUsed => Refusal::Conflict("another request had this Idempotency-Key".into()),
        SubmitRefused::Database(error) => error.into(),
    })?;
    arena.bell.notify_one();
    Ok(submission)
}

/// Refuses what would count for nothing.
fn refuse_late(assignment: &Assignment) -> Result<(), Refusal> {
    let policy = Policy::parse(&assignment.policy).map_err(Refusal::Internal)?;
    match policy.deadline {
        Some(deadline) if deadline.late_factor == 0.0 && deadline.at.as_millisecond() < now() => {
            let at = moment(deadline.at.as_millisecond());
            Err(Refusal::Conflict(format!("the deadline was {at} UTC: what comes later counts for nothing")))
        }
        _ => Ok(()),
    }
}

/// What a student handed in, the newest first.
pub(crate) async fn lines_of(
    arena: &Shared,
    assignment: &Assignment,
    student: i64,
    language: Language,
) -> Result<Vec<Line>, Refusal> {
    let mut lines = Vec::new();
    for submission in arena.database.submissions_of(assignment.id, student).await? {
        lines.push(line(arena, assignment, submission, false, language).await?);
    }
    Ok(lines)
}

async fn line(
    arena: &Shared,
    assignment: &Assignment,
    submission: Submission,
    for_teacher: bool,
    language: Language,
) -> Result<Line, Refusal> {
    let place = match submission.state.is_open() {
        true => arena.database.place_in_queue(submission.id).await?,
        false => None,
    };
    let feedback = feedback(&arena.files, assignment, &submission, for_teacher, language);
    Ok(Line { submission, place, feedback: feedback.map_err(Refusal::Internal)? })
}

/// A submission, for its author and for whoever teaches the course.
pub(crate) async fn submission_for(
    arena: &Shared,
    user: &User,
    id: i64,
    language: Language,
) -> Result<(Assignment, Line, Member), Refusal> {
    let submission = arena.database.submission(id).await?.ok_or(Refusal::NotFound)?;
    let (assignment, member) = assignment_for(arena, user, submission.assignment_id).await?;
    if let Member::Student(student) = member
        && student != submission.student_id
    {
        return Err(Refusal::NotFound);
    }
    let line = line(arena, &assignment, submission, member == Member::Teacher, language).await?;
    Ok((assignment, line, member))
}

#[derive(Debug, Template)]
#[template(path = "submission.html")]
struct SubmissionPage {
    p: Frame,
    assignment: Assignment,
    line: Line,
    is_teacher: bool,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(id): Path<i64>) -> Shown {
    let language = report_language(viewer.lang);
    let (assignment, line, member) = submission_for(&arena, viewer.user()?, id, language).await?;
    let is_teacher = member == Member::Teacher;
    let p = Frame::new(&viewer, format!("{} · {}", assignment.title, line.submission.number));
    shown(&SubmissionPage { p, assignment, line, is_teacher })
}

pub(super) async fn source(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    submitted_source(&arena, viewer.user()?, id).await
}

/// What was handed in, for its author and for whoever teaches the course: the same for pages and
/// the API.
pub(crate) async fn submitted_source(
    arena: &Shared,
    user: &User,
    id: i64,
) -> Result<impl IntoResponse + use<>, Refusal> {
    let (_, line, member) = submission_for(arena, user, id, Language::En).await?;
    let source = line.submission.source.as_deref().ok_or(Refusal::NotFound)?;
    let bytes = arena.files.read(source, LARGEST_UPLOAD as u64)?;
    if member == Member::Teacher {
        arena.database.note(Some(user.id), "sources read", &format!("submission {id}")).await?;
    }
    let name = format!("attachment; filename=\"submission-{id}.{}\"", line.submission.kind.name());
    let kind = "application/octet-stream".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes))
}
