//! Handing in, feedback, marks.

use super::course_answers::{MadeAnswer, PairAnswer, RegradeAnswer, RegradeBody, SubmissionAnswer};
use super::once::once;
use super::operation::{ByToken, Content, Operation, Who, by_token, json, read};
use crate::class_result::Similarity;
use crate::database::courses::Member;
use crate::limits::LARGEST_UPLOAD;
use crate::web::Shared;
use crate::web::pages::{
    assignment_for, class_of, collection_of, grade_again, hand_in, lines_of, marks_of, submission_for,
    submitted_source, taught_assignment,
};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use game::Lang;
use judge::Language;
use serde::Deserialize;

pub(super) fn operations() -> Vec<Operation> {
    let bytes = || Content::Bytes("application/octet-stream");
    let by_account =
        |method, path, summary, handler| Operation::new(method, path, summary, handler).by(Who::Account);
    vec![
        by_account(
            "get",
            "/assignments/{assignment}/submissions",
            "What one handed in, the newest first; for teachers, what counts of everybody",
            get(list),
        )
        .answers(200, json::<Vec<SubmissionAnswer>>()),
        by_account(
            "post",
            "/assignments/{assignment}/submissions",
            "Hand in: the body is the file, `file` its name",
            post(send).layer(DefaultBodyLimit::max(LARGEST_UPLOAD)),
        )
        .query(&[("file", "string")])
        .once_a_key()
        .takes(bytes())
        .answers(202, json::<MadeAnswer>()),
        by_account("get", "/submissions/{submission}", "A submission with what it came to", get(submission))
            .answers(200, json::<SubmissionAnswer>()),
        by_account("get", "/submissions/{submission}/source", "What was handed in", get(source))
            .answers(200, bytes()),
        by_account("get", "/assignments/{assignment}/marks", "The marks of a class, as CSV", get(marks))
            .answers(200, Content::Bytes("text/csv; charset=utf-8")),
        by_account(
            "get",
            "/assignments/{assignment}/class",
            "All that counts, as a zip file for `sandtable class`",
            get(class),
        )
        .answers(200, bytes()),
        by_account(
            "get",
            "/assignments/{assignment}/similarity",
            "Submissions that are alike",
            get(similarity),
        )
        .answers(200, json::<Vec<PairAnswer>>()),
        by_account("post", "/assignments/{assignment}/regrade", "Grade again", post(regrade))
            .takes(json::<RegradeBody>())
            .answers(202, json::<RegradeAnswer>()),
    ]
}

fn language(viewer: &Viewer) -> Language {
    match viewer.lang {
        Lang::En => Language::En,
        Lang::Zh => Language::Zh,
    }
}

async fn list(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<Vec<SubmissionAnswer>>, Refusal> {
    let user = viewer.user()?;
    let (assignment, member) = assignment_for(&arena, user, id).await?;
    let lines = match member {
        Member::Student(student) => lines_of(&arena, &assignment, student, language(&viewer)).await?,
        Member::Teacher => {
            let mut lines = Vec::new();
            for one in arena.database.counting_submissions(id).await? {
                lines.push(submission_for(&arena, user, one.id, language(&viewer)).await?.1);
            }
            lines
        }
    };
    Ok(Json(lines.into_iter().map(SubmissionAnswer::of).collect()))
}

#[derive(Debug, Deserialize)]
struct FileName {
    file: String,
}

async fn send(
    State(arena): State<Shared>,
    ByToken(user): ByToken,
    Path(id): Path<i64>,
    Query(FileName { file }): Query<FileName>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<impl IntoResponse, Refusal> {
    let once = once(&headers, &[&id.to_le_bytes(), file.as_bytes(), &body])?;
    let id = hand_in(&arena, &user, id, (&file, body.to_vec()), once.as_ref()).await?;
    Ok((StatusCode::ACCEPTED, Json(MadeAnswer { id })))
}

async fn submission(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<SubmissionAnswer>, Refusal> {
    let (_, line, _) = submission_for(&arena, viewer.user()?, id, language(&viewer)).await?;
    Ok(Json(SubmissionAnswer::of(line)))
}

async fn source(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    submitted_source(&arena, viewer.user()?, id).await
}

async fn marks(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    marks_of(&arena, viewer.user()?, id).await
}

async fn class(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    collection_of(&arena, viewer.user()?, id).await
}

async fn similarity(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<Vec<PairAnswer>>, Refusal> {
    let user = viewer.user()?;
    let assignment = taught_assignment(&arena, user, id).await?;
    let class = class_of(&arena, &assignment, Similarity::Compared).await?;
    arena.database.note(Some(user.id), "report read", &format!("assignment {id}: similarity")).await?;
    let who = |at: usize| class.report.rows[at].who();
    let pair = |pair: &class::similarity::SimilarPair| PairAnswer {
        first: who(pair.pair.0),
        second: who(pair.pair.1),
        similarity: pair.similarity,
        contained: pair.contained,
    };
    Ok(Json(class.report.pairs.iter().map(pair).collect()))
}

async fn regrade(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    body: Result<Json<RegradeBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let user = by_token(&viewer)?;
    let submissions = grade_again(&arena, user, id, read(body)?.submission).await?;
    Ok((StatusCode::ACCEPTED, Json(RegradeAnswer { submissions })))
}
