//! Accounts: what pages and the API do with them alike.

use super::desk::{SignUpPolicy, sign_up_policy};
use crate::accounts::names::is_name;
use crate::accounts::password;
use crate::accounts::secret::{Secret, is_same};
use crate::database::now;
use crate::database::users::{Role, User};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use game::Words;
use serde_json::{Value, json};
use std::time::Instant;

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
    match policy {
        SignUpPolicy::ByCode(wanted) if !is_same(code.trim(), &wanted) => {
            Err(Refusal::Forbidden("an account is made with the code that the organiser gives you"))
        }
        _ => Ok(()),
    }
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
    let by_name = format!("{} {}", viewer.address, name.to_lowercase());
    arena.sign_ins.try_once(&by_name, Instant::now()).map_err(Refusal::TooMany)?;
    let found = arena.database.user_named(name).await?;
    let (user, hash) = found.filter(|(user, _)| !user.is_disabled).unzip();
    match checked(password, hash).await? {
        true => {
            arena.sign_ins.forget(&by_name);
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
    Ok(json!({
        "name": user.name, "role": user.role.name(), "created": user.created,
        "bots": bots, "tokens": tokens, "challenges": challenges,
    }))
}

/// What is wrong with a new password.
pub(crate) fn unfit(password: &str) -> Option<Unfit> {
    let fits = (password::SHORTEST..=password::LONGEST).contains(&password.len());
    (!fits).then_some(Unfit::Password)
}

/// The hash of a password, made where it keeps nobody waiting.
pub(crate) async fn hashed(text: String) -> Result<String, Refusal> {
    let made = tokio::task::spawn_blocking(move || password::hash(&text)).await;
    made.ok().flatten().ok_or_else(|| Refusal::Internal("a password could not be hashed".into()))
}

/// Whether a password is right, found out where it keeps nobody waiting.
async fn checked(text: String, hash: Option<String>) -> Result<bool, Refusal> {
    if text.len() > password::LONGEST {
        return Ok(false);
    }
    let found = tokio::task::spawn_blocking(move || password::is_right(&text, hash.as_deref())).await;
    found.map_err(|error| Refusal::Internal(error.to_string()))
}
