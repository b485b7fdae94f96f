//! Assignments: made and changed by teachers, and what a class has come to.

use super::courses::{member_of, refuse_others, titled};
use super::form_files::FormFiles;
use super::{Frame, Shown, shown};
use crate::case_files::{case_set, handout_sources};
use crate::class_result::{ClassResult, Similarity, read_handout};
use crate::database::courses::{Assignment, Handout, Member, NewAssignment};
use crate::database::submissions::Submission;
use crate::database::users::User;
use crate::limits::LARGEST_UPLOAD;
use crate::web::Shared;
use crate::web::pages::csv::Csv;
use crate::web::pages::submissions::{Line, lines_of};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use crate::zipped::zipped;
use askama::Template;
use axum::Form;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use class::Policy;
use class::report::{pages, tables};
use game::Lang;
use game::console::Stage;
use judge::{Exercise, Language};
use serde::Deserialize;

/// All that is handed over in one file, in bytes.
const LARGEST_COLLECTION: i64 = 64 << 20;

/// The folder of what was handed out, beside all that counts.
const HANDOUT: &str = "handout";

/// What a report's pages may do: they are ours, and hold no script.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'";

/// An assignment as it was sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedAssignment {
    pub(crate) title: String,
    pub(crate) game: String,
    pub(crate) stage: Option<i64>,
    pub(crate) policy: String,
    /// The language of explanations: en or zh.
    pub(crate) language: String,
    /// Zip files; none leaves what there is.
    pub(crate) cases: Option<Vec<u8>>,
    pub(crate) hidden: Option<Vec<u8>>,
    pub(crate) handout: Option<Vec<u8>>,
}

/// An assignment, for whoever teaches or attends its course.
pub(crate) async fn assignment_for(
    arena: &Shared,
    user: &User,
    id: i64,
) -> Result<(Assignment, Member), Refusal> {
    let assignment = arena.database.assignment(id).await?.ok_or(Refusal::NotFound)?;
    let member = member_of(arena, user, assignment.course_id).await?;
    Ok((assignment, member))
}

/// An assignment, for whoever teaches its course.
pub(crate) async fn taught_assignment(arena: &Shared, user: &User, id: i64) -> Result<Assignment, Refusal> {
    let (assignment, _) = assignment_for(arena, user, id).await?;
    refuse_others(arena, user, assignment.course_id).await?;
    Ok(assignment)
}

/// The language in which reports are written.
pub(super) const fn report_language(lang: Lang) -> Language {
    match lang {
        Lang::En => Language::En,
        Lang::Zh => Language::Zh,
    }
}

pub(super) async fn make(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(course): Path<i64>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Refusal> {
    let user = viewer.user()?;
    refuse_others(&arena, user, course).await?;
    let wanted = sent(&viewer, FormFiles::read(&viewer, form).await?)?;
    let id = make_assignment(&arena, user, course, wanted).await?;
    Ok(Redirect::to(&format!("/assignments/{id}")))
}

/// Reads the form of an assignment. A deadline of its own field is part of the policy.
fn sent(viewer: &Viewer, mut form: FormFiles) -> Result<WantedAssignment, Refusal> {
    let number = form.field("stage").trim();
    let stage = match number {
        "" => None,
        number => Some(number.parse().map_err(|_| Refusal::Bad("that is no stage".into()))?),
    };
    let mut policy = form.field("policy").replace("\r\n", "\n");
    let deadline = form.field("deadline").trim();
    if !deadline.is_empty() {
        // A browser sends minutes without seconds and without a time zone: the form says that it
        // means UTC.
        let late = form.field("late").trim();
        let late = if late.is_empty() { "0" } else { late };
        policy.push_str(&format!("\n[deadline]\nat = {deadline}:00Z\nlate-factor = {late}\n"));
    }
    Ok(WantedAssignment {
        title: form.field("title").to_owned(),
        game: form.field("game").to_owned(),
        stage,
        policy,
        language: report_language(viewer.lang).name().to_owned(),
        cases: form.take_file("cases").map(|(_, bytes)| bytes),
        hidden: form.take_file("hidden").map(|(_, bytes)| bytes),
        handout: form.take_file("handout").map(|(_, bytes)| bytes),
    })
}

/// Makes an assignment: the same for pages and the API.
pub(crate) async fn make_assignment(
    arena: &Shared,
    user: &User,
    course: i64,
    wanted: WantedAssignment,
) -> Result<i64, Refusal> {
    refuse_others(arena, user, course).await?;
    let title = titled(&wanted.title)?;
    let exercise = Exercise::find(&wanted.game)
        .ok_or_else(|| Refusal::Bad("there is no coursework of this game".into()))?;
    let deadline = checked_policy(&wanted.policy)?;
    let (cases, hidden) = (kept(arena, wanted.cases).await?, kept(arena, wanted.hidden).await?);
    let handout = kept_handout(arena, wanted.handout).await?;
    checked_cases(arena, exercise, wanted.stage, (cases.as_deref(), hidden.as_deref())).await?;
    let new = NewAssignment {
        title,
        game: exercise.name,
        stage: wanted.stage,
        cases: cases.as_deref(),
        hidden: hidden.as_deref(),
        handout: handout.as_ref(),
        policy: &wanted.policy,
        deadline,
        language: Language::of_locale(&wanted.language).name(),
    };
    let id = arena.database.add_assignment(course, &new).await?;
    let about = format!("course {course} assignment {id} {title}");
    arena.database.note(Some(user.id), "assignment made", &about).await?;
    // Its deadline may be near already.
    arena.database.tell_deadlines().await?;
    Ok(id)
}

/// The deadline of a policy that can be one here, in milliseconds.
fn checked_policy(text: &str) -> Result<Option<i64>, Refusal> {
    let policy = Policy::parse(text).map_err(|wrong| Refusal::Bad(format!("the policy: {wrong}")))?;
    Ok(policy.deadline.map(|deadline| deadline.at.as_millisecond()))
}

async fn kept(arena: &Shared, file: Option<Vec<u8>>) -> Result<Option<String>, Refusal> {
    let Some(bytes) = file else { return Ok(None) };
    if bytes.len() > LARGEST_UPLOAD {
        let most = LARGEST_UPLOAD >> 20;
        return Err(Refusal::TooLarge(format!("a zip file of an assignment has at most {most} MiB")));
    }
    let files = arena.files.clone();
    Ok(Some(blocking(move || files.keep(&bytes)).await??))
}

/// Keeps what was handed out, and the sources in it.
async fn kept_handout(arena: &Shared, file: Option<Vec<u8>>) -> Result<Option<Handout>, Refusal> {
    let Some(bytes) = file else { return Ok(None) };
    let shared = arena.clone();
    let (bytes, sources) = blocking(move || {
        let sandbox = shared.sandbox.as_ref().map_err(|why| Refusal::Unavailable(why.clone()))?;
        let sources = handout_sources(sandbox, &bytes)
            .map_err(|wrong| Refusal::Bad(format!("the handout: {wrong}")))?;
        let sources = serde_json::to_vec(&sources).map_err(|error| Refusal::Internal(error.to_string()))?;
        Ok::<_, Refusal>((bytes, sources))
    })
    .await??;
    let (zip, sources) = (kept(arena, Some(bytes)).await?, kept(arena, Some(sources)).await?);
    Ok(zip.zip(sources).map(|(zip, sources)| Handout { zip, sources }))
}

/// Does something that takes a while where it keeps nobody waiting.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Refusal::Internal(error.to_string()))
}

/// Refuses cases that nothing could be graded with.
async fn checked_cases(
    arena: &Shared,
    exercise: &'static Exercise,
    stage: Option<i64>,
    (public, hidden): (Option<&str>, Option<&str>),
) -> Result<(), Refusal> {
    let chosen = match stage {
        None => None,
        Some(number) => {
            let found = u8::try_from(number).ok().and_then(Stage::from_number);
            Some(found.ok_or_else(|| Refusal::Bad("a stage is 1, 2, 3 or 4".into()))?)
        }
    };
    if public.is_none() && hidden.is_none() {
        return Ok(());
    }
    let (shared, public, hidden) = (arena.clone(), public.map(str::to_owned), hidden.map(str::to_owned));
    let read = move || {
        let sandbox = shared.sandbox.as_ref().map_err(|why| Refusal::Unavailable(why.clone()))?;
        case_set(&shared, sandbox, exercise, (public.as_deref(), hidden.as_deref()))
            .map_err(|wrong| Refusal::Bad(format!("the cases: {wrong}")))
    };
    let set = blocking(read).await??;
    let mut wanted = Stage::ALL.into_iter().filter(|stage| chosen.is_none_or(|only| only == *stage));
    match wanted.find(|stage| set.stages.get(stage).is_none_or(Vec::is_empty)) {
        None => Ok(()),
        Some(stage) => Err(Refusal::Bad(format!("the cases: there are none for stage {}", stage as u8))),
    }
}

pub(super) async fn change(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Refusal> {
    let user = viewer.user()?;
    taught_assignment(&arena, user, id).await?;
    let wanted = sent(&viewer, FormFiles::read(&viewer, form).await?)?;
    change_assignment(&arena, user, id, wanted).await?;
    Ok(Redirect::to(&format!("/assignments/{id}")))
}

/// Changes title, policy and cases: the same for pages and the API. Game and stage stay what they
/// are.
pub(crate) async fn change_assignment(
    arena: &Shared,
    user: &User,
    id: i64,
    wanted: WantedAssignment,
) -> Result<(), Refusal> {
    let mut assignment = taught_assignment(arena, user, id).await?;
    assignment.deadline = checked_policy(&wanted.policy)?;
    assignment.title = titled(&wanted.title)?.to_owned();
    let before = (assignment.cases.clone(), assignment.hidden.clone(), limits_of(&assignment.policy));
    assignment.policy = wanted.policy;
    assignment.cases = kept(arena, wanted.cases).await?.or(assignment.cases);
    assignment.hidden = kept(arena, wanted.hidden).await?.or(assignment.hidden);
    assignment.handout = kept_handout(arena, wanted.handout).await?.or(assignment.handout);
    let exercise = Exercise::find(&assignment.game).ok_or(Refusal::NotFound)?;
    let files = (assignment.cases.as_deref(), assignment.hidden.as_deref());
    checked_cases(arena, exercise, assignment.stage, files).await?;
    let after = (assignment.cases.clone(), assignment.hidden.clone(), limits_of(&assignment.policy));
    assignment.revision += i64::from(before != after);
    arena.database.change_assignment(&assignment).await?;
    arena.database.tell_deadlines().await?;
    Ok(arena.database.note(Some(user.id), "assignment changed", &format!("assignment {id}")).await?)
}

/// What of a policy results depend on, and not only points.
fn limits_of(policy: &str) -> Option<class::policy::ProgramLimits> {
    Policy::parse(policy).ok().map(|policy| policy.limits)
}

#[derive(Debug, Template)]
#[template(path = "assignment.html")]
struct AssignmentPage {
    p: Frame,
    assignment: Assignment,
    is_teacher: bool,
    is_late: bool,
    /// Whether something is being graded.
    is_open: bool,
    /// A student's own submissions, the newest first.
    mine: Vec<Line>,
    /// The class, for its teachers.
    class: Vec<ClassLine>,
    open: usize,
    failed: usize,
    outdated: usize,
    /// Whether the policy names a handout that nobody has sent.
    lacks_handout: bool,
    no_uploads: Option<String>,
}

/// A student on the page of a teacher.
#[derive(Debug)]
struct ClassLine {
    number: String,
    name: String,
    submission: Option<Submission>,
    /// What became of it, in a word of the page's language.
    state: &'static str,
    late: bool,
    points: f64,
    out_of: f64,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(id): Path<i64>) -> Shown {
    let (assignment, member) = assignment_for(&arena, viewer.user()?, id).await?;
    let p = Frame::new(&viewer, assignment.title.clone());
    let mut page = AssignmentPage {
        p,
        is_teacher: member == Member::Teacher,
        is_late: assignment.deadline.is_some_and(|at| at < crate::database::now()),
        is_open: false,
        mine: Vec::new(),
        class: Vec::new(),
        open: 0,
        failed: 0,
        outdated: 0,
        lacks_handout: assignment.handout.is_none() && names_handout(&assignment.policy),
        no_uploads: arena.sandbox.as_ref().err().cloned(),
        assignment,
    };
    match member {
        Member::Student(student) => {
            page.mine = lines_of(&arena, &page.assignment, student, report_language(viewer.lang)).await?;
            page.is_open = page.mine.iter().any(|line| line.submission.state.is_open());
        }
        Member::Teacher => fill_class(&arena, &mut page).await?,
    }
    shown(&page)
}

fn names_handout(policy: &str) -> bool {
    Policy::parse(policy).is_ok_and(|policy| policy.handout.is_some())
}

/// Puts the class on a teacher's page.
async fn fill_class(arena: &Shared, page: &mut AssignmentPage) -> Result<(), Refusal> {
    let submissions = arena.database.counting_submissions(page.assignment.id).await?;
    let class = gathered(arena, &page.assignment, &submissions, Similarity::LeftOut).await?;
    page.open = class.open;
    page.is_open = class.open > 0;
    page.failed = class.failed;
    let revision = page.assignment.revision;
    let is_outdated = |one: &&Submission| one.grade.as_ref().is_some_and(|grade| grade.revision != revision);
    page.outdated = submissions.iter().filter(is_outdated).count();
    let frame = page.p.clone();
    let line = |row: &class::report::MarksRow| {
        let student = row.student.clone()?;
        let submission = submissions.iter().find(|one| one.number == student.number).cloned();
        let state = match submission.as_ref().filter(|one| one.grade.is_none()) {
            Some(waiting) => frame.submission_state(&waiting.state),
            None => work_state(&frame, row.state),
        };
        let (late, points, out_of) = (row.marks.late, row.marks.points, row.marks.out_of);
        Some(ClassLine {
            number: student.number,
            name: student.name,
            submission,
            state,
            late,
            points,
            out_of,
        })
    };
    page.class = class.report.by_student(Some(&class.roster)).into_iter().filter_map(line).collect();
    Ok(())
}

/// What became of a student's work, in the language of the page.
pub(super) fn work_state(p: &Frame, state: class::report::State) -> &'static str {
    use class::report::State;
    match state {
        State::Correct => p.say("correct", "全部正确"),
        State::Incorrect => p.say("not all correct", "有错误"),
        State::NotBuilt => p.say("not built", "编译失败"),
        State::Unusable => p.say("cannot be opened", "无法打开"),
        State::Missing => p.say("nothing handed in", "未提交"),
    }
}

/// The class as far as it is graded.
async fn gathered(
    arena: &Shared,
    assignment: &Assignment,
    submissions: &[Submission],
    similarity: Similarity,
) -> Result<ClassResult, Refusal> {
    let students = arena.database.roster(assignment.course_id).await?;
    let (files, assignment, submissions) = (arena.files.clone(), assignment.clone(), submissions.to_vec());
    // Comparing programs takes a processor for a moment.
    let _place = match similarity {
        Similarity::Compared => arena.films.acquire().await.ok(),
        Similarity::LeftOut => None,
    };
    let gather = move || ClassResult::gather(&files, &assignment, &students, &submissions, similarity);
    blocking(gather).await?.map_err(Refusal::Internal)
}

/// What counts of an assignment, with all that is known of it.
pub(crate) async fn class_of(
    arena: &Shared,
    assignment: &Assignment,
    similarity: Similarity,
) -> Result<ClassResult, Refusal> {
    let submissions = arena.database.counting_submissions(assignment.id).await?;
    gathered(arena, assignment, &submissions, similarity).await
}

pub(super) async fn marks(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Response, Refusal> {
    marks_of(&arena, viewer.user()?, id).await
}

/// The marks, as `sandtable class` writes them: the same for pages and the API. There are none
/// before everything that counts is graded.
pub(crate) async fn marks_of(arena: &Shared, user: &User, id: i64) -> Result<Response, Refusal> {
    let assignment = taught_assignment(arena, user, id).await?;
    let class = class_of(arena, &assignment, Similarity::LeftOut).await?;
    if class.open + class.failed > 0 {
        let why = format!(
            "{} submissions are still being graded and {} could not be graded: marks come when all are",
            class.open, class.failed
        );
        return Err(Refusal::Conflict(why));
    }
    let csv = tables::marks_csv(&class.report, Some(&class.roster));
    let csv = csv.map_err(|error| Refusal::Internal(error.to_string()))?;
    arena.database.note(Some(user.id), "marks read", &format!("assignment {id}")).await?;
    let name = "attachment; filename=\"marks.csv\"";
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8"), (header::CONTENT_DISPOSITION, name)], csv)
        .into_response())
}

/// The pages that `sandtable class` writes, each made when it is asked for.
pub(super) async fn report(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, file)): Path<(i64, String)>,
) -> Result<Response, Refusal> {
    let user = viewer.user()?;
    let assignment = taught_assignment(&arena, user, id).await?;
    let class = class_of(&arena, &assignment, Similarity::Compared).await?;
    let language = report_language(viewer.lang);
    let about = format!("assignment {id}: {file}");
    let page = blocking(move || report_page(&class, &file, language)).await??;
    arena.database.note(Some(user.id), "report read", &about).await?;
    let headers = [(header::CONTENT_SECURITY_POLICY, REPORT_POLICY)];
    Ok((headers, Html(page)).into_response())
}

fn report_page(class: &ClassResult, file: &str, language: Language) -> Result<String, Refusal> {
    let report = &class.report;
    let rendered = if file == "class.html" {
        pages::class_page(report, Some(&class.roster), language)
    } else if let Some(row) =
        report.rows.iter().find(|row| row.entry.is_some() && pages::feedback_file(row) == file)
    {
        pages::feedback_page(report, row, language)
    } else {
        let pair = report.pairs.iter().find(|pair| pages::pair_file(report, pair) == file);
        let pair = pair.ok_or(Refusal::NotFound)?;
        let both = (&class.sources[pair.pair.0][..], &class.sources[pair.pair.1][..]);
        pages::pair_page(report, pair, both, language)
    };
    rendered.map_err(|error| Refusal::Internal(error.to_string()))
}

#[derive(Debug, Deserialize)]
pub(super) struct Regrading {
    csrf: String,
    submission: Option<i64>,
}

pub(super) async fn regrade(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Regrading>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    grade_again(&arena, user, id, form.submission).await?;
    Ok(Redirect::to(&format!("/assignments/{id}")))
}

/// Has a class graded again, or one submission: the same for pages and the API. Returns how many.
pub(crate) async fn grade_again(
    arena: &Shared,
    user: &User,
    id: i64,
    only: Option<i64>,
) -> Result<u64, Refusal> {
    taught_assignment(arena, user, id).await?;
    let count = arena.database.regrade(id, only).await?;
    let about = format!("assignment {id}: {count} submissions");
    arena.database.note(Some(user.id), "regrade", &about).await?;
    arena.bell.notify_waiters();
    Ok(count)
}

/// The cases that students have.
pub(super) async fn cases(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Response, Refusal> {
    cases_of(&arena, viewer.user()?, id).await
}

/// What was handed out.
pub(super) async fn handout(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Response, Refusal> {
    handout_of(&arena, viewer.user()?, id).await
}

/// The same for pages and the API.
pub(crate) async fn handout_of(arena: &Shared, user: &User, id: i64) -> Result<Response, Refusal> {
    let (assignment, _) = assignment_for(arena, user, id).await?;
    let handout = assignment.handout.ok_or(Refusal::NotFound)?;
    let bytes = arena.files.read(&handout.zip, LARGEST_UPLOAD as u64)?;
    Ok(attached("handout.zip", bytes))
}

/// The same for pages and the API.
pub(crate) async fn cases_of(arena: &Shared, user: &User, id: i64) -> Result<Response, Refusal> {
    let (assignment, _) = assignment_for(arena, user, id).await?;
    let cases = assignment.cases.ok_or(Refusal::NotFound)?;
    let bytes = arena.files.read(&cases, LARGEST_UPLOAD as u64)?;
    Ok(attached("cases.zip", bytes))
}

/// The policy as `sandtable class` reads it beside the folder of the handout.
fn policy_with_handout(assignment: &Assignment) -> String {
    let text = &assignment.policy;
    let named = |policy: &Policy| policy.handout.as_deref() == Some(std::path::Path::new(HANDOUT));
    let is_right = assignment.handout.is_none() || Policy::parse(text).is_ok_and(|policy| named(&policy));
    if is_right {
        return text.clone();
    }
    // A key of no table stands before all tables.
    let tables = text.lines().position(|line| line.trim_start().starts_with('[')).unwrap_or(usize::MAX);
    let names_it = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        line.contains('=') && key == "handout"
    };
    let kept = text.lines().enumerate().filter(|(at, line)| *at > tables || !names_it(line));
    let kept = kept.map(|(_, line)| line);
    std::iter::once("handout = \"handout\"").chain(kept).map(|line| format!("{line}\n")).collect()
}

fn attached(name: &str, bytes: Vec<u8>) -> Response {
    let name = format!("attachment; filename=\"{name}\"");
    let kind = "application/octet-stream".to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response()
}

/// Everything that `sandtable class` needs to grade the same: what counts, the roster, the policy,
/// the cases.
pub(super) async fn collection(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Response, Refusal> {
    collection_of(&arena, viewer.user()?, id).await
}

/// The same for pages and the API.
pub(crate) async fn collection_of(arena: &Shared, user: &User, id: i64) -> Result<Response, Refusal> {
    let assignment = taught_assignment(arena, user, id).await?;
    let submissions = arena.database.counting_submissions(id).await?;
    if submissions.iter().map(|one| one.bytes).sum::<i64>() > LARGEST_COLLECTION {
        let most = LARGEST_COLLECTION >> 20;
        return Err(Refusal::TooLarge(format!("there are more than {most} MiB: fetch them one by one")));
    }
    let class = gathered(arena, &assignment, &submissions, Similarity::LeftOut).await?;
    let mut roster = Csv::new(&["number", "name", "submitted"]);
    for student in class.roster.students {
        let submitted = student.submitted.map_or_else(String::new, |at| at.to_string());
        roster.add(&[student.number, student.name, submitted]);
    }
    let read = |name: &str| arena.files.read(name, LARGEST_UPLOAD as u64);
    let mut files = vec![
        ("roster.csv".to_owned(), roster.text().as_bytes().to_vec()),
        ("policy.toml".to_owned(), policy_with_handout(&assignment).into_bytes()),
    ];
    if let Some(handout) = &assignment.handout {
        let sources = read_handout(&arena.files, handout).map_err(Refusal::Internal)?;
        let file = |source: class::similarity::SourceFile| {
            (format!("{HANDOUT}/{}", source.name), source.text.into_bytes())
        };
        files.extend(sources.into_iter().map(file));
    }
    for (name, file) in [("cases.zip", &assignment.cases), ("hidden.zip", &assignment.hidden)] {
        if let Some(file) = file {
            files.push((name.to_owned(), read(file)?));
        }
    }
    for submission in &submissions {
        if let Some(source) = &submission.source {
            files.push((format!("handed-in/{}", submission.file_name()), read(source)?));
        }
    }
    arena.database.note(Some(user.id), "sources read", &format!("assignment {id}: all that count")).await?;
    let zip = zipped(&files).map_err(|error| Refusal::Internal(error.to_string()))?;
    Ok(attached("class.zip", zip))
}
