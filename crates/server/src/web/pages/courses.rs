//! Courses: who teaches, who attends, how students join.

use super::form_files::FormFiles;
use super::{Frame, Shown, shown};
use crate::accounts::names::is_name;
use crate::accounts::secret::Secret;
use crate::database::courses::{Assignment, Course, Member, NewStudent, RosterRow};
use crate::database::users::{Role, User};
use crate::web::Shared;
use crate::web::pages::csv::Csv;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::Form;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect};
use judge::Exercise;
use serde::Deserialize;

/// Students of one course.
const MOST_STUDENTS: usize = 2000;

/// Letters of a course's or an assignment's name.
pub(super) const LONGEST_TITLE: usize = 100;

#[derive(Debug, Template)]
#[template(path = "courses.html")]
struct CoursesPage {
    p: Frame,
    courses: Vec<Course>,
    may_make: bool,
}

pub(super) async fn list(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    let user = viewer.user()?;
    let courses = arena.database.courses_of(user.id).await?;
    let p = Frame::new(&viewer, "");
    let p = Frame { title: p.say("Courses", "课程").to_owned(), ..p };
    shown(&CoursesPage { p, courses, may_make: user.role >= Role::Organiser })
}

#[derive(Debug, Deserialize)]
pub(super) struct Named {
    csrf: String,
    name: String,
}

pub(super) async fn make(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<Named>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    let id = make_course(&arena, user, &form.name).await?;
    Ok(Redirect::to(&format!("/courses/{id}")))
}

/// Makes a course whose teacher is whoever makes it: the same for pages and the API.
pub(crate) async fn make_course(arena: &Shared, user: &User, name: &str) -> Result<i64, Refusal> {
    if user.role < Role::Organiser {
        return Err(Refusal::Forbidden("organisers make courses"));
    }
    let name = titled(name)?;
    let id = arena.database.add_course(name, user.id).await?;
    arena.database.note(Some(user.id), "course made", &format!("course {id} {name}")).await?;
    Ok(id)
}

/// A name for a course or an assignment.
pub(super) fn titled(name: &str) -> Result<&str, Refusal> {
    let name = name.trim();
    let is_plain =
        !name.is_empty() && name.chars().count() <= LONGEST_TITLE && !name.contains(char::is_control);
    match is_plain {
        true => Ok(name),
        false => Err(Refusal::Bad(format!("a name has 1 to {LONGEST_TITLE} letters"))),
    }
}

/// What somebody is in a course. For everybody else there is no such course.
pub(crate) async fn member_of(arena: &Shared, user: &User, course: i64) -> Result<Member, Refusal> {
    arena.database.member(course, user.id).await?.ok_or(Refusal::NotFound)
}

/// Refuses whoever does not teach the course.
pub(crate) async fn refuse_others(arena: &Shared, user: &User, course: i64) -> Result<(), Refusal> {
    match member_of(arena, user, course).await? {
        Member::Teacher => Ok(()),
        Member::Student(_) => Err(Refusal::Forbidden("this is for the teachers of the course")),
    }
}

#[derive(Debug, Template)]
#[template(path = "course.html")]
struct CoursePage {
    p: Frame,
    course: Course,
    is_teacher: bool,
    assignments: Vec<Assignment>,
    /// For teachers only.
    roster: Vec<RosterRow>,
    teachers: Vec<(i64, String)>,
    games: Vec<&'static str>,
    policy: &'static str,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(id): Path<i64>) -> Shown {
    let user = viewer.user()?;
    let is_teacher = member_of(&arena, user, id).await? == Member::Teacher;
    let course = arena.database.course(id).await?.ok_or(Refusal::NotFound)?;
    let roster = if is_teacher { arena.database.roster(id).await? } else { Vec::new() };
    let p = Frame::new(&viewer, course.name.clone());
    shown(&CoursePage {
        p,
        course,
        is_teacher,
        assignments: arena.database.assignments(id).await?,
        roster,
        teachers: arena.database.teachers(id).await?,
        games: Exercise::all().iter().map(|exercise| exercise.name).collect(),
        policy: class::Policy::TEMPLATE,
    })
}

/// Reads in a roster.
pub(super) async fn set_roster(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Refusal> {
    let user = viewer.user()?;
    refuse_others(&arena, user, id).await?;
    let mut form = FormFiles::read(&viewer, form).await?;
    let csv = form.take_file("file").map_or_else(|| form.take_field("csv"), |(_, bytes)| bytes);
    read_roster(&arena, user, id, &csv).await?;
    Ok(Redirect::to(&format!("/courses/{id}")))
}

/// Makes a table the roster of a course: the same for pages and the API.
pub(crate) async fn read_roster(arena: &Shared, user: &User, course: i64, csv: &[u8]) -> Result<(), Refusal> {
    refuse_others(arena, user, course).await?;
    let roster = class::Roster::read(csv).map_err(|wrong| Refusal::Bad(wrong.to_string()))?;
    if roster.students.is_empty() || roster.students.len() > MOST_STUDENTS {
        return Err(Refusal::Bad(format!("a roster has 1 to {MOST_STUDENTS} students")));
    }
    let mut students = Vec::new();
    for student in roster.students {
        if !is_name(&student.number) {
            let shown: String = student.number.chars().take(64).collect();
            let rule = "up to 32 letters and digits, with `-`, `_` and `.` between them";
            return Err(Refusal::Bad(format!("`{shown}` is no student number: {rule}")));
        }
        let name = student.name.chars().filter(|letter| !letter.is_control()).take(LONGEST_TITLE).collect();
        students.push(NewStudent { number: student.number, name });
    }
    arena.database.set_roster(course, &students).await?;
    let about = format!("course {course}: {} students", students.len());
    Ok(arena.database.note(Some(user.id), "roster", &about).await?)
}

/// The roster as a table, with the accounts of those who joined.
pub(super) async fn roster_csv(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Csv, Refusal> {
    roster_table(&arena, viewer.user()?, id).await
}

/// The same for pages and the API.
pub(crate) async fn roster_table(arena: &Shared, user: &User, course: i64) -> Result<Csv, Refusal> {
    refuse_others(arena, user, course).await?;
    let mut csv = Csv::new(&["number", "name", "account"]);
    for student in arena.database.roster(course).await? {
        csv.add(&[student.number, student.name, student.account.unwrap_or_default()]);
    }
    arena.database.note(Some(user.id), "roster read", &format!("course {course}")).await?;
    Ok(csv)
}

#[derive(Debug, Deserialize)]
pub(super) struct Only {
    csrf: String,
}

/// A table of links, one for every student who has not joined. It is shown once.
pub(super) async fn links(
    State(arena): State<Shared>,
    viewer: Viewer,
    headers: HeaderMap,
    Path(id): Path<i64>,
    Form(form): Form<Only>,
) -> Result<impl IntoResponse, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    let scheme = if viewer.is_secure { "https" } else { "http" };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let mut csv = Csv::new(&["number", "name", "link"]);
    for (student, link) in student_links(&arena, user, id).await? {
        csv.add(&[student.number, student.name, format!("{scheme}://{host}{link}")]);
    }
    Ok(([(header::CONTENT_DISPOSITION, "attachment; filename=\"links.csv\"")], csv))
}

/// New links for all students without an account: the same for pages and the API. Older ones no
/// longer work.
pub(crate) async fn student_links(
    arena: &Shared,
    user: &User,
    course: i64,
) -> Result<Vec<(RosterRow, String)>, Refusal> {
    refuse_others(arena, user, course).await?;
    let mut links = Vec::new();
    for student in arena.database.roster(course).await? {
        if student.user_id.is_none() {
            let secret = Secret::new();
            arena.database.set_student_link(student.id, &secret.hash()).await?;
            links.push((student, format!("/join/{}", secret.text())));
        }
    }
    let about = format!("course {course}: {} students", links.len());
    arena.database.note(Some(user.id), "links to join", &about).await?;
    Ok(links)
}

pub(super) async fn add_teacher(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Named>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    let next = match arena.database.member(id, user.id).await? {
        Some(_) => format!("/courses/{id}"),
        None => "/courses".to_owned(),
    };
    set_teacher(&arena, user, id, &form.name, true).await?;
    Ok(Redirect::to(&next))
}

pub(super) async fn remove_teacher(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Named>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    set_teacher(&arena, user, id, &form.name, false).await?;
    Ok(Redirect::to("/courses"))
}

/// Lets somebody teach a course, or no longer: the same for pages and the API. A teacher does, or
/// an administrator where there is none any more.
pub(crate) async fn set_teacher(
    arena: &Shared,
    user: &User,
    course: i64,
    name: &str,
    teaches: bool,
) -> Result<(), Refusal> {
    if user.role == Role::Administrator {
        arena.database.course(course).await?.ok_or(Refusal::NotFound)?;
    } else {
        refuse_others(arena, user, course).await?;
    }
    let found = arena.database.user_named(name.trim()).await?;
    let (other, _) = found.ok_or_else(|| Refusal::Bad("nobody here has this name".into()))?;
    match teaches {
        true => arena.database.add_teacher(course, other.id).await?,
        false if !arena.database.remove_teacher(course, other.id).await? => {
            return Err(Refusal::Conflict("a course has a teacher: add another one first".into()));
        }
        false => {}
    }
    let what = if teaches { "teacher added" } else { "teacher removed" };
    Ok(arena.database.note(Some(user.id), what, &format!("course {course}: {}", other.name)).await?)
}

/// Takes a student's account away: the next link gives the place to another.
pub(super) async fn unjoin(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, student)): Path<(i64, i64)>,
    Form(form): Form<Only>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    part_student(&arena, user, id, student).await?;
    Ok(Redirect::to(&format!("/courses/{id}")))
}

/// The same for pages and the API.
pub(crate) async fn part_student(
    arena: &Shared,
    user: &User,
    course: i64,
    student: i64,
) -> Result<(), Refusal> {
    refuse_others(arena, user, course).await?;
    if !arena.database.unjoin(course, student).await? {
        return Err(Refusal::NotFound);
    }
    Ok(arena
        .database
        .note(Some(user.id), "account parted", &format!("course {course}: student {student}"))
        .await?)
}
