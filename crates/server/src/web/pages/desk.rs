//! The organiser's desk: what waits, what failed and why, what is played again, who may sign up,
//! backups.

use super::{Frame, Shown, shown};
use crate::admin;
use crate::database::desk::{BrokenVersion, FailedMatch};
use crate::database::users::{Role, User};
use crate::database::{Engine, now};
use crate::limits::UPLOADS_AN_HOUR;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::text::moment;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;

/// How much of a list is shown.
const SHOWN: i64 = 50;

/// Uploads of one person within an hour, at most.
const MOST_UPLOADS: i64 = 10_000;

/// Who may make an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SignUpPolicy {
    Open,
    /// Whoever knows this code.
    ByCode(String),
    Closed,
}

impl SignUpPolicy {
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::ByCode(_) => "code",
            Self::Closed => "closed",
        }
    }

    /// The code, for organisers.
    fn code(&self) -> &str {
        match self {
            Self::ByCode(code) => code,
            Self::Open | Self::Closed => "",
        }
    }
}

/// Who may make an account now: what was decided last, else what the arena was started with.
pub(crate) async fn sign_up_policy(arena: &Shared) -> Result<SignUpPolicy, Refusal> {
    let chosen = arena.database.choice("sign_up").await?;
    let Some(chosen) = chosen else {
        return Ok(if arena.web.open_sign_up { SignUpPolicy::Open } else { SignUpPolicy::Closed });
    };
    Ok(match chosen.split_once(' ') {
        Some(("code", code)) => SignUpPolicy::ByCode(code.to_owned()),
        None if chosen == "open" => SignUpPolicy::Open,
        _ => SignUpPolicy::Closed,
    })
}

/// Uploads of one person within an hour.
pub(crate) async fn uploads_an_hour(arena: &Shared) -> Result<i64, Refusal> {
    let chosen = arena.database.choice("uploads_an_hour").await?;
    Ok(chosen.and_then(|text| text.parse().ok()).unwrap_or(UPLOADS_AN_HOUR))
}

#[derive(Debug, Template)]
#[template(path = "desk.html")]
struct DeskPage {
    p: Frame,
    builds: i64,
    matches: i64,
    submissions: i64,
    stuck: i64,
    workers: usize,
    live: usize,
    no_uploads: Option<String>,
    failed: Vec<FailedMatch>,
    broken: Vec<BrokenVersion>,
    policy: SignUpPolicy,
    uploads: i64,
    backups: Vec<String>,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    viewer.at_least(Role::Organiser)?;
    let database = &arena.database;
    let (builds, matches) = database.queue().await?;
    let (submissions, stuck) = database.submission_queue().await?;
    let p = Frame::new(&viewer, "");
    let p = Frame { title: p.say("Organiser's desk", "组织者工作台").to_owned(), ..p };
    shown(&DeskPage {
        p,
        builds,
        matches,
        submissions,
        stuck,
        workers: arena.settings.jobs,
        live: arena.live.count(),
        no_uploads: arena.sandbox.as_ref().err().cloned(),
        failed: database.failed_matches(SHOWN).await?,
        broken: database.broken_versions(SHOWN).await?,
        policy: sign_up_policy(&arena).await?,
        uploads: uploads_an_hour(&arena).await?,
        backups: backups(&arena),
    })
}

/// The names of the backups that were made here, the newest first.
fn backups(arena: &Shared) -> Vec<String> {
    let entries = std::fs::read_dir(arena.folder.path().join("backups")).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_by(|one, two| two.cmp(one));
    names
}

#[derive(Debug, Deserialize)]
pub(super) struct Only {
    csrf: String,
}

pub(super) async fn again(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Only>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    play_again(&arena, user, id).await?;
    Ok(Redirect::to(&format!("/matches/{id}")))
}

/// Has a match played again: the same for pages and the API.
pub(crate) async fn play_again(arena: &Shared, user: &User, id: i64) -> Result<(), Refusal> {
    refuse_players(user)?;
    arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    if !arena.database.play_again(id).await? {
        let why = "only what was given up is played again, and what counts for no ladder";
        return Err(Refusal::Conflict(why.into()));
    }
    arena.database.note(Some(user.id), "match played again", &format!("match {id}")).await?;
    arena.bell.notify_waiters();
    Ok(())
}

fn refuse_players(user: &User) -> Result<(), Refusal> {
    match user.role >= Role::Organiser {
        true => Ok(()),
        false => Err(Refusal::Forbidden("your role does not allow this")),
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Decided {
    csrf: String,
    #[serde(default)]
    policy: String,
    #[serde(default)]
    code: String,
    uploads: Option<i64>,
}

pub(super) async fn decide(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<Decided>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    set_policy(&arena, user, &form.policy, &form.code, form.uploads).await?;
    Ok(Redirect::to("/desk"))
}

/// Decides who may sign up and how often one may upload: the same for pages and the API.
pub(crate) async fn set_policy(
    arena: &Shared,
    user: &User,
    policy: &str,
    code: &str,
    uploads: Option<i64>,
) -> Result<(), Refusal> {
    refuse_players(user)?;
    let code = code.trim();
    let value = match policy {
        "open" | "closed" => policy.to_owned(),
        "code" if (4..=64).contains(&code.chars().count()) && !code.contains(char::is_whitespace) => {
            format!("code {code}")
        }
        "code" => return Err(Refusal::Bad("a code has 4 to 64 letters and no blanks".into())),
        _ => return Err(Refusal::Bad("who may sign up is `open`, `code` or `closed`".into())),
    };
    if uploads.is_some_and(|number| !(1..=MOST_UPLOADS).contains(&number)) {
        return Err(Refusal::Bad(format!("uploads within an hour are 1 to {MOST_UPLOADS}")));
    }
    arena.database.choose("sign_up", &value).await?;
    if let Some(number) = uploads {
        arena.database.choose("uploads_an_hour", &number.to_string()).await?;
    }
    let about = format!("sign-up {policy}, uploads an hour {uploads:?}");
    Ok(arena.database.note(Some(user.id), "policy", &about).await?)
}

pub(super) async fn backup(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<Only>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    make_backup(&arena, user).await?;
    Ok(Redirect::to("/desk"))
}

/// Copies the arena into a folder of its own, beside everything else: the same for pages and the
/// API. It holds everybody's data, so administrators do it.
pub(crate) async fn make_backup(arena: &Shared, user: &User) -> Result<String, Refusal> {
    if user.role != Role::Administrator {
        return Err(Refusal::Forbidden("administrators make backups"));
    }
    if arena.database.engine == Engine::Postgres {
        let instead = "the rows of this arena are in PostgreSQL: use pg_dump, and copy the folder of files";
        return Err(Refusal::Conflict(instead.into()));
    }
    // To the minute, and what of it has passed: two are never the same.
    let name = format!("{}_{:05}", moment(now()).replace(' ', "_").replace(':', "-"), now() % 60_000);
    let data = arena.folder.path().to_path_buf();
    let to = data.join("backups").join(&name);
    // It runs a small runtime of its own, which a thread of ours must not.
    let copy = move || std::thread::spawn(move || admin::backup(&data, &to)).join();
    let done =
        tokio::task::spawn_blocking(copy).await.map_err(|error| Refusal::Internal(error.to_string()))?;
    let done = done.map_err(|_| Refusal::Internal("the backup broke off".into()))?;
    done.map_err(Refusal::Conflict)?;
    arena.database.note(Some(user.id), "backup", &name).await?;
    Ok(name)
}
