//! Accounts: what pages and the API do with them alike.

use super::desk::{SignUpPolicy, sign_up_policy};
use crate::accounts::names::is_name;
use crate::accounts::password;
use crate::accounts::secret::{Secret, is_same};
use crate::class_result::feedback;
use crate::database::courses::Member;
use crate::database::now;
use crate::database::users::{Role, User};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use game::Words;
use judge::Language;
use serde_json::{Value, json};
use std::time::Instant;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Tokens of one person.
const MOST_TOKENS: usize = 20;

/// How long a token works: a year.
const TOKEN_LIFE: i64 = 365 * 24 * 60 * 60 * 1000;

/// Why an account was not made, or a password not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unfit {
    Name,
    Password,
    Taken,
}

impl Unfit {
    pub(crate) const fn words(self) -> Words {
        match self {
            Self::Name => Words(
                "A name has up to 32 letters and digits, with - _ and . between them.",
                "用户名最多 32 个字符，由字母和数字组成，中间可用 - _ 和 .。",
            ),
            Self::Password => Words("A password has 8 to 256 bytes.", "密码长度为 8 至 256 字节。"),
            Self::Taken => Words("Somebody has this name.", "这个用户名已被占用。"),
        }
    }
}

/// The same as a refusal.
pub(crate) fn refuse_account(why: Unfit) -> Refusal {
    let sentence = why.words().0.to_owned();
    match why {
        Unfit::Taken => Refusal::Conflict(sentence),
        Unfit::Name | Unfit::Password => Refusal::Bad(sentence),
    }
}

/// Makes an account. A link that allows it is used up; whoever comes too late finds none.
pub(crate) async fn make_account(
    arena: &Shared,
    name: &str,
    password: String,
    role: Role,
    link: Option<&str>,
) -> Result<Result<i64, Unfit>, Refusal> {
    let name = name.trim();
    if !is_name(name) {
        return Ok(Err(Unfit::Name));
    }
    if let Some(why) = unfit(&password) {
        return Ok(Err(why));
    }
    let hash = hashed(password).await?;
    if arena.database.user_named(name).await?.is_some() {
        return Ok(Err(Unfit::Taken));
    }
    if let Some(link) = link
        && !arena.database.use_link(link).await?
    {
        return Err(Refusal::NotFound);
    }
    let Some(user) = arena.database.add_user(name, &hash, role).await? else { return Ok(Err(Unfit::Taken)) };
    arena.database.note(Some(user), "sign up", role.name()).await?;
    Ok(Ok(user))
}

/// Whether whoever asks may make an account now.
pub(crate) async fn may_sign_up(arena: &Shared, viewer: &Viewer, code: &str) -> Result<(), Refusal> {
    let policy = refuse_closed(arena).await?;
    arena.sign_ups.try_once(&viewer.address, Instant::now()).map_err(Refusal::TooMany)?;
    let SignUpPolicy::ByCode(wanted) = policy else { return Ok(()) };
    arena.wrong_codes.try_once(&viewer.address, Instant::now()).map_err(Refusal::TooMany)?;
    if !is_same(code.trim(), &wanted) {
        return Err(Refusal::Forbidden("an account is made with the code that the organiser gives you"));
    }
    arena.wrong_codes.forget(&viewer.address);
    Ok(())
}

/// Who may sign up; refuses if nobody may.
pub(crate) async fn refuse_closed(arena: &Shared) -> Result<SignUpPolicy, Refusal> {
    match sign_up_policy(arena).await? {
        SignUpPolicy::Closed => {
            Err(Refusal::Forbidden("accounts are made by the administrator of this arena"))
        }
        policy => Ok(policy),
    }
}

/// Whoever has this name and password; none if nobody does. Too many tries have to wait.
pub(crate) async fn sign_in_as(
    arena: &Shared,
    viewer: &Viewer,
    name: &str,
    password: String,
) -> Result<Option<User>, Refusal> {
    let (name, now) = (name.trim(), Instant::now());
    arena.sign_ins_of_one.try_once(&format!("from {}", viewer.address), now).map_err(Refusal::TooMany)?;
    if !is_name(name) {
        return Ok(None);
    }
    let (by_name, by_both) =
        (format!("as {}", name.to_lowercase()), format!("{} {}", viewer.address, name.to_lowercase()));
    arena.sign_ins.try_once(&by_both, now).map_err(Refusal::TooMany)?;
    arena.sign_ins_of_one.try_once(&by_name, now).map_err(Refusal::TooMany)?;
    let found = arena.database.user_named(name).await?;
    let (user, hash) = found.filter(|(user, _)| !user.is_disabled).unzip();
    match checked(password, hash).await? {
        true => {
            arena.sign_ins.forget(&by_both);
            Ok(user)
        }
        false => Ok(None),
    }
}

/// Sets a new password. All sessions and tokens end.
pub(crate) async fn change_password(
    arena: &Shared,
    user: &User,
    old: String,
    password: String,
) -> Result<(), Refusal> {
    confirm(arena, user, old).await?;
    if let Some(why) = unfit(&password) {
        return Err(refuse_account(why));
    }
    arena.database.set_password(user.id, &hashed(password).await?).await?;
    Ok(arena.database.note(Some(user.id), "password", "").await?)
}

/// Forgets a person.
pub(crate) async fn forget(arena: &Shared, user: &User, password: String) -> Result<(), Refusal> {
    confirm(arena, user, password).await?;
    arena.database.forget_user(user.id).await?;
    Ok(arena.database.note(Some(user.id), "account deleted", "").await?)
}

/// Asks for the password again before something that cannot be undone.
async fn confirm(arena: &Shared, user: &User, password: String) -> Result<(), Refusal> {
    let key = format!("confirm {}", user.id);
    arena.sign_ins.try_once(&key, Instant::now()).map_err(Refusal::TooMany)?;
    let hash = arena.database.user_named(&user.name).await?.map(|(_, hash)| hash);
    match checked(password, hash).await? {
        true => Ok(()),
        false => Err(Refusal::Forbidden("the password is wrong")),
    }
}

/// Makes a token. It is shown once.
pub(crate) async fn make_token(arena: &Shared, user: i64, name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 64 {
        return Err(Refusal::Bad("a token has a name of up to 64 letters".into()));
    }
    if arena.database.tokens_of(user).await?.len() >= MOST_TOKENS {
        return Err(Refusal::Conflict(format!("there are {MOST_TOKENS} tokens: revoke one first")));
    }
    let secret = Secret::new();
    arena.database.add_token(&secret.hash(), user, name, now() + TOKEN_LIFE).await?;
    arena.database.note(Some(user), "token", name).await?;
    Ok(secret.text().to_owned())
}

/// Everything that is kept of a person.
pub(crate) async fn data_of(arena: &Shared, user: &User) -> Result<Value, Refusal> {
    let mut bots = Vec::new();
    for bot in arena.database.bots_of(user.id).await? {
        let versions = arena.database.versions_of(bot.id).await?;
        let version = |version: &crate::database::bots::Version| {
            let report = version.report.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok());
            let source = format!("/bots/{}/versions/{}/source", bot.id, version.number);
            let (number, created) = (version.number, version.created);
            let state = version.state.name();
            json!({ "number": number, "state": state, "created": created, "report": report, "source": source })
        };
        let versions: Vec<Value> = versions.iter().map(version).collect();
        let (id, game, name, created) = (bot.id, bot.game, bot.name, bot.created);
        bots.push(json!({ "id": id, "game": game, "name": name, "created": created, "versions": versions }));
    }
    let tokens = arena.database.tokens_of(user.id).await?;
    let tokens: Vec<Value> =
        tokens.iter().map(|token| json!({ "name": token.name, "created": token.created })).collect();
    let challenges = arena.database.challenges_of(user.id).await?;
    let challenges: Vec<i64> = challenges.iter().map(|challenge| challenge.id).collect();
    let sessions = arena.database.sessions_of(user.id).await?;
    let sessions: Vec<i64> = sessions.into_iter().map(|(_, since)| since).collect();
    let entries = arena.database.entries_of(user.id).await?.into_iter();
    let entries: Vec<Value> =
        entries.map(|(id, name, bot)| json!({ "tournament": id, "name": name, "bot": bot })).collect();
    let news = arena.database.notices(user.id, i64::MAX).await?.into_iter();
    let news: Vec<Value> = news
        .map(|one| json!({ "kind": one.kind, "link": one.link, "about": one.about, "created": one.created }))
        .collect();
    let deeds = arena.database.audit_of(user.id).await?.into_iter();
    let deeds: Vec<Value> =
        deeds.map(|one| json!({ "happened": one.happened, "what": one.what, "about": one.about })).collect();
    Ok(json!({
        "name": user.name, "role": user.role.name(), "created": user.created,
        "bots": bots, "tokens": tokens, "challenges": challenges, "entries": entries,
        "courses": courses_of(arena, user).await?, "submissions": submissions_of(arena, user).await?,
        "notices": news, "audit": deeds, "sessions": sessions,
    }))
}

/// The courses that somebody teaches or attends; of the latter, as whom.
async fn courses_of(arena: &Shared, user: &User) -> Result<Vec<Value>, Refusal> {
    let mut courses = Vec::new();
    for course in arena.database.courses_of(user.id).await? {
        let (id, name) = (course.id, course.name);
        let Some(member) = arena.database.member(id, user.id).await? else { continue };
        courses.push(match member {
            Member::Teacher => json!({ "id": id, "name": name, "role": "teacher" }),
            Member::Student(student) => {
                let roster = arena.database.roster(id).await?;
                let me = roster.into_iter().find(|row| row.id == student);
                let (number, called) = me.map(|row| (row.number, row.name)).unzip();
                json!({ "id": id, "name": name, "role": "student", "number": number, "student": called })
            }
        });
    }
    Ok(courses)
}

/// What somebody handed in, with what its teacher lets them see of it.
async fn submissions_of(arena: &Shared, user: &User) -> Result<Vec<Value>, Refusal> {
    let mut submissions = Vec::new();
    for one in arena.database.submissions_by(user.id).await? {
        let Some(assignment) = arena.database.assignment(one.assignment_id).await? else { continue };
        let feedback = feedback(&arena.files, &assignment, &one, false, Language::En);
        let feedback = feedback.map_err(Refusal::Internal)?;
        let source = one.source.is_some().then(|| format!("/submissions/{}/source", one.id));
        submissions.push(json!({
            "id": one.id, "assignment": assignment.id, "title": assignment.title, "created": one.created,
            "state": one.state.name(), "bytes": one.bytes, "feedback": feedback, "source": source,
        }));
    }
    Ok(submissions)
}

/// What is wrong with a new password.
pub(crate) fn unfit(password: &str) -> Option<Unfit> {
    let fits = (password::SHORTEST..=password::LONGEST).contains(&password.len());
    (!fits).then_some(Unfit::Password)
}

/// Passwords that are hashed at the same time: each takes 19 MiB and a processor.
static HASHING: Semaphore = Semaphore::const_new(2);

async fn turn() -> Result<SemaphorePermit<'static>, Refusal> {
    HASHING.acquire().await.map_err(|_| Refusal::Unavailable("the arena stops".into()))
}

/// The hash of a password, made where it keeps nobody waiting.
pub(crate) async fn hashed(text: String) -> Result<String, Refusal> {
    let _turn = turn().await?;
    let made = tokio::task::spawn_blocking(move || password::hash(&text)).await;
    made.ok().flatten().ok_or_else(|| Refusal::Internal("a password could not be hashed".into()))
}

/// Whether a password is right, found out where it keeps nobody waiting.
async fn checked(text: String, hash: Option<String>) -> Result<bool, Refusal> {
    if text.len() > password::LONGEST {
        return Ok(false);
    }
    let _turn = turn().await?;
    let found = tokio::task::spawn_blocking(move || password::is_right(&text, hash.as_deref())).await;
    found.map_err(|error| Refusal::Internal(error.to_string()))
}
