//! Courses: who teaches, who attends, what is to be handed in.

use super::course_answers::{
    AssignmentAnswer, AssignmentBody, CourseAnswer, CourseBody, JoinBody, LinkRow, MadeAnswer,
};
use super::operation::{ByToken, Content, Operation, Who, by_token, json, read};
use crate::database::courses::Member;
use crate::database::users::User;
use crate::limits::LARGEST_UPLOAD;
use crate::web::Shared;
use crate::web::pages::{
    WantedAssignment, assignment_for, cases_of, change_assignment, handout_of, join_course, make_assignment,
    make_course, member_of, part_student, read_roster, roster_table, set_teacher, student_links,
    taught_assignment,
};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post, put};

pub(super) fn operations() -> Vec<Operation> {
    let bytes = || Content::Bytes("application/octet-stream");
    let csv = || Content::Bytes("text/csv; charset=utf-8");
    let large = || DefaultBodyLimit::max(LARGEST_UPLOAD);
    let by_account =
        |method, path, summary, handler| Operation::new(method, path, summary, handler).by(Who::Account);
    vec![
        by_account("get", "/courses", "The courses that one teaches or attends", get(courses))
            .answers(200, json::<Vec<CourseAnswer>>()),
        by_account("post", "/courses", "Make a course, and teach it", post(make))
            .takes(json::<CourseBody>())
            .answers(201, json::<MadeAnswer>()),
        by_account("get", "/courses/{course}", "A course with its assignments", get(course))
            .answers(200, json::<CourseAnswer>()),
        by_account("get", "/courses/{course}/roster", "The students of a course, as CSV", get(roster))
            .answers(200, csv()),
        by_account(
            "put",
            "/courses/{course}/roster",
            "Make a CSV the roster",
            put(set_roster).layer(large()),
        )
        .takes(csv()),
        by_account("post", "/courses/{course}/links", "New links for who has not joined", post(links))
            .answers(201, json::<Vec<LinkRow>>()),
        by_account(
            "delete",
            "/courses/{course}/students/{student}/account",
            "Part a student from the account",
            delete(part),
        ),
        by_account("put", "/courses/{course}/teachers/{name}", "Let somebody teach", put(add_teacher)),
        by_account(
            "delete",
            "/courses/{course}/teachers/{name}",
            "Somebody teaches no more",
            delete(drop_teacher),
        ),
        by_account("post", "/join", "Become the student of a link", post(join))
            .takes(json::<JoinBody>())
            .answers(200, json::<MadeAnswer>()),
        by_account("post", "/courses/{course}/assignments", "Make an assignment", post(make_one))
            .takes(json::<AssignmentBody>())
            .answers(201, json::<MadeAnswer>()),
        by_account("get", "/assignments/{assignment}", "An assignment", get(assignment))
            .answers(200, json::<AssignmentAnswer>()),
        by_account("put", "/assignments/{assignment}", "Change title and policy", put(change))
            .takes(json::<AssignmentBody>()),
        by_account("get", "/assignments/{assignment}/cases", "The public cases, as a zip file", get(cases))
            .answers(200, bytes()),
        by_account(
            "put",
            "/assignments/{assignment}/cases",
            "Set the public cases: the body is a zip file",
            put(set_cases).layer(large()),
        )
        .takes(bytes()),
        by_account(
            "put",
            "/assignments/{assignment}/hidden-cases",
            "Set the hidden cases: the body is a zip file",
            put(set_hidden).layer(large()),
        )
        .takes(bytes()),
        by_account(
            "get",
            "/assignments/{assignment}/handout",
            "What was handed out, as a zip file",
            get(handout),
        )
        .answers(200, bytes()),
        by_account(
            "put",
            "/assignments/{assignment}/handout",
            "Set what was handed out: the body is a zip file, whose code counts for nothing in comparisons",
            put(set_handout).layer(large()),
        )
        .takes(bytes()),
    ]
}

async fn courses(State(arena): State<Shared>, viewer: Viewer) -> Result<Json<Vec<CourseAnswer>>, Refusal> {
    let user = viewer.user()?;
    let mut answers = Vec::new();
    for course in arena.database.courses_of(user.id).await? {
        let member = member_of(&arena, user, course.id).await?;
        let assignments = arena.database.assignments(course.id).await?;
        answers.push(CourseAnswer::of(course, member, assignments));
    }
    Ok(Json(answers))
}

async fn make(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<CourseBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let id = make_course(&arena, by_token(&viewer)?, &read(body)?.name).await?;
    Ok((StatusCode::CREATED, Json(MadeAnswer { id })))
}

async fn course(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<CourseAnswer>, Refusal> {
    let member = member_of(&arena, viewer.user()?, id).await?;
    let course = arena.database.course(id).await?.ok_or(Refusal::NotFound)?;
    let assignments = arena.database.assignments(id).await?;
    Ok(Json(CourseAnswer::of(course, member, assignments)))
}

async fn roster(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    roster_table(&arena, viewer.user()?, id).await
}

async fn set_roster(
    State(arena): State<Shared>,
    ByToken(user): ByToken,
    Path(id): Path<i64>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    read_roster(&arena, &user, id, &body).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn links(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    let links = student_links(&arena, by_token(&viewer)?, id).await?;
    let row = |(student, link): (crate::database::courses::RosterRow, String)| LinkRow {
        number: student.number,
        name: student.name,
        link,
    };
    Ok((StatusCode::CREATED, Json(links.into_iter().map(row).collect::<Vec<_>>())))
}

async fn part(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, student)): Path<(i64, i64)>,
) -> Result<StatusCode, Refusal> {
    part_student(&arena, by_token(&viewer)?, id, student).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn add_teacher(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, name)): Path<(i64, String)>,
) -> Result<StatusCode, Refusal> {
    set_teacher(&arena, by_token(&viewer)?, id, &name, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn drop_teacher(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, name)): Path<(i64, String)>,
) -> Result<StatusCode, Refusal> {
    set_teacher(&arena, by_token(&viewer)?, id, &name, false).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn join(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<JoinBody>, JsonRejection>,
) -> Result<Json<MadeAnswer>, Refusal> {
    let user = by_token(&viewer)?;
    let link = read(body)?.link;
    // The whole link, or what comes last in it.
    let secret = link.rsplit('/').next().unwrap_or_default();
    Ok(Json(MadeAnswer { id: join_course(&arena, user, secret).await? }))
}

async fn make_one(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(course): Path<i64>,
    body: Result<Json<AssignmentBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let user = by_token(&viewer)?;
    let wanted = read(body)?.wanted();
    let id = make_assignment(&arena, user, course, wanted).await?;
    Ok((StatusCode::CREATED, Json(MadeAnswer { id })))
}

async fn assignment(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<AssignmentAnswer>, Refusal> {
    let (assignment, member) = assignment_for(&arena, viewer.user()?, id).await?;
    Ok(Json(AssignmentAnswer::of(assignment, member)))
}

async fn change(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    body: Result<Json<AssignmentBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let user = by_token(&viewer)?;
    change_assignment(&arena, user, id, read(body)?.wanted()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn cases(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    cases_of(&arena, viewer.user()?, id).await
}

async fn set_cases(
    State(arena): State<Shared>,
    ByToken(user): ByToken,
    Path(id): Path<i64>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let file = Some(body.to_vec());
    changed_files(&arena, &user, id, |wanted| WantedAssignment { cases: file, ..wanted }).await
}

async fn set_hidden(
    State(arena): State<Shared>,
    ByToken(user): ByToken,
    Path(id): Path<i64>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let file = Some(body.to_vec());
    changed_files(&arena, &user, id, |wanted| WantedAssignment { hidden: file, ..wanted }).await
}

async fn handout(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    handout_of(&arena, viewer.user()?, id).await
}

async fn set_handout(
    State(arena): State<Shared>,
    ByToken(user): ByToken,
    Path(id): Path<i64>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let file = Some(body.to_vec());
    changed_files(&arena, &user, id, |wanted| WantedAssignment { handout: file, ..wanted }).await
}

/// Changes files of an assignment, and leaves the rest of it.
async fn changed_files(
    arena: &Shared,
    user: &User,
    id: i64,
    with: impl FnOnce(WantedAssignment) -> WantedAssignment,
) -> Result<StatusCode, Refusal> {
    let known = taught_assignment(arena, user, id).await?;
    let wanted = WantedAssignment { title: known.title, policy: known.policy, ..WantedAssignment::default() };
    change_assignment(arena, user, id, with(wanted)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether whoever asks teaches.
pub(super) fn is_teacher(member: Member) -> bool {
    member == Member::Teacher
}
