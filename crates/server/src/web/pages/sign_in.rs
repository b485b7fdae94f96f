//! Accounts are made and opened: sign up, sign in, the first administrator, new passwords.

use super::accounts::{hashed, make_account, may_sign_up, refuse_closed, sign_in_as, unfit};
use super::desk::{SignUpPolicy, sign_up_policy};
use super::{Frame, Shown, shown};
use crate::accounts::secret::Secret;
use crate::database::now;
use crate::database::sessions::LinkPurpose;
use crate::database::users::Role;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::text::encoded;
use crate::web::viewer::{SESSION, SESSION_LIFE, Viewer};
use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

/// Which form it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    SignIn,
    SignUp,
    Welcome,
    Password,
}

#[derive(Debug, Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    p: Frame,
    purpose: Purpose,
    action: String,
    /// What was wrong with the last try.
    wrong: String,
    name: String,
    may_sign_up: bool,
    /// Whether a code is asked for.
    needs_code: bool,
}

impl SignInPage {
    fn new(viewer: &Viewer, purpose: Purpose, action: &str) -> Self {
        let p = Frame::new(viewer, "");
        let title = match purpose {
            Purpose::SignIn => p.say("Sign in", "登录"),
            Purpose::SignUp => p.say("Sign up", "注册"),
            Purpose::Welcome => p.say("The first administrator", "首位管理员"),
            Purpose::Password => p.say("A new password", "新密码"),
        };
        let p = Frame { title: title.to_owned(), ..p };
        let (wrong, name) = (String::new(), String::new());
        Self { p, purpose, action: action.to_owned(), wrong, name, may_sign_up: true, needs_code: false }
    }

    /// The form again, with what was wrong.
    fn again(self, wrong: &str, name: &str) -> Result<Response, Refusal> {
        let page = Self { wrong: wrong.to_owned(), name: name.to_owned(), ..self };
        let html = shown(&page)?;
        Ok((axum::http::StatusCode::UNPROCESSABLE_ENTITY, html).into_response())
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Credentials {
    #[serde(default)]
    name: String,
    password: String,
    #[serde(default)]
    code: String,
}

/// Where to go from here.
#[derive(Debug, Deserialize)]
pub(super) struct Then {
    #[serde(default)]
    next: String,
}

impl Then {
    /// The page of ours that was asked for; none if it leads elsewhere.
    fn way(&self) -> Option<&str> {
        let is_plain = self.next.len() <= 1000 && self.next.bytes().all(|byte| byte.is_ascii_graphic());
        let is_ours = self.next.starts_with('/') && !self.next.starts_with("//") && !self.next.contains('\\');
        (is_plain && is_ours).then_some(self.next.as_str())
    }

    /// Where the form is sent, so that the way is known afterwards.
    fn action(&self) -> String {
        self.way().map_or("/sign-in".to_owned(), |way| format!("/sign-in?next={}", encoded(way)))
    }
}

pub(super) async fn sign_in_form(
    State(arena): State<Shared>,
    viewer: Viewer,
    Query(then): Query<Then>,
) -> Shown {
    let page = SignInPage::new(&viewer, Purpose::SignIn, &then.action());
    let may_sign_up = sign_up_policy(&arena).await? != SignUpPolicy::Closed;
    shown(&SignInPage { may_sign_up, ..page })
}

pub(super) async fn sign_in(
    State(arena): State<Shared>,
    viewer: Viewer,
    Query(then): Query<Then>,
    Form(form): Form<Credentials>,
) -> Result<Response, Refusal> {
    match sign_in_as(&arena, &viewer, &form.name, form.password).await? {
        Some(user) => {
            let headers = new_session(&arena, &viewer, user.id).await?;
            Ok((headers, Redirect::to(then.way().unwrap_or("/account"))).into_response())
        }
        None => {
            let page = SignInPage::new(&viewer, Purpose::SignIn, &then.action());
            let wrong = page.p.say("The name or the password is wrong.", "用户名或密码不正确。").to_owned();
            page.again(&wrong, &form.name)
        }
    }
}

pub(super) async fn sign_up_form(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    let needs_code = matches!(refuse_closed(&arena).await?, SignUpPolicy::ByCode(_));
    let page = SignInPage::new(&viewer, Purpose::SignUp, "/sign-up");
    shown(&SignInPage { needs_code, ..page })
}

pub(super) async fn sign_up(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<Credentials>,
) -> Result<Response, Refusal> {
    may_sign_up(&arena, &viewer, &form.code).await?;
    let page = SignInPage::new(&viewer, Purpose::SignUp, "/sign-up");
    let page = SignInPage { needs_code: !form.code.is_empty(), ..page };
    sign_up_with(&arena, &viewer, page, form, (Role::Player, None)).await
}

pub(super) async fn welcome_form(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(secret): Path<String>,
) -> Shown {
    let hash = link_hash(&secret)?;
    arena.database.link(&hash, LinkPurpose::FirstAdministrator).await?.ok_or(Refusal::NotFound)?;
    shown(&SignInPage::new(&viewer, Purpose::Welcome, &format!("/welcome/{secret}")))
}

pub(super) async fn welcome(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(secret): Path<String>,
    Form(form): Form<Credentials>,
) -> Result<Response, Refusal> {
    let hash = link_hash(&secret)?;
    arena.database.link(&hash, LinkPurpose::FirstAdministrator).await?.ok_or(Refusal::NotFound)?;
    let page = SignInPage::new(&viewer, Purpose::Welcome, &format!("/welcome/{secret}"));
    sign_up_with(&arena, &viewer, page, form, (Role::Administrator, Some(&hash))).await
}

pub(super) async fn password_form(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(secret): Path<String>,
) -> Shown {
    let hash = link_hash(&secret)?;
    arena.database.link(&hash, LinkPurpose::Password).await?.ok_or(Refusal::NotFound)?;
    shown(&SignInPage::new(&viewer, Purpose::Password, &format!("/password/{secret}")))
}

pub(super) async fn password(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(secret): Path<String>,
    Form(form): Form<Credentials>,
) -> Result<Response, Refusal> {
    let link = link_hash(&secret)?;
    let user = arena.database.link(&link, LinkPurpose::Password).await?.flatten().ok_or(Refusal::NotFound)?;
    let page = SignInPage::new(&viewer, Purpose::Password, &format!("/password/{secret}"));
    if let Some(why) = unfit(&form.password) {
        let wrong = page.p.pick(&why.words()).to_owned();
        return page.again(&wrong, "");
    }
    if !arena.database.use_link(&link).await? {
        return Err(Refusal::NotFound);
    }
    arena.database.set_password(user, &hashed(form.password).await?).await?;
    arena.database.note(Some(user), "password by link", "").await?;
    opened(&arena, &viewer, user).await
}

#[derive(Debug, Deserialize)]
pub(super) struct SignOut {
    csrf: String,
    #[serde(default)]
    everywhere: bool,
}

pub(super) async fn sign_out(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<SignOut>,
) -> Result<impl IntoResponse, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    match (&viewer.session, form.everywhere) {
        (Some(session), false) => arena.database.end_session(&session.hash()).await?,
        _ => arena.database.end_sessions_of(user.id).await?,
    }
    let cookie = format!("{SESSION}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to("/")))
}

fn link_hash(secret: &str) -> Result<String, Refusal> {
    Secret::shown(secret).map(|secret| secret.hash()).ok_or(Refusal::NotFound)
}

/// Makes an account and opens it, or shows the form again.
async fn sign_up_with(
    arena: &Shared,
    viewer: &Viewer,
    page: SignInPage,
    form: Credentials,
    (role, link): (Role, Option<&str>),
) -> Result<Response, Refusal> {
    match make_account(arena, &form.name, form.password, role, link).await? {
        Ok(user) => opened(arena, viewer, user).await,
        Err(why) => {
            let wrong = page.p.pick(&why.words()).to_owned();
            page.again(&wrong, form.name.trim())
        }
    }
}

/// Opens a session and leads to the account.
async fn opened(arena: &Shared, viewer: &Viewer, user: i64) -> Result<Response, Refusal> {
    let headers = new_session(arena, viewer, user).await?;
    Ok((headers, Redirect::to("/account")).into_response())
}

/// A new session, as the header that sets its cookie.
pub(super) async fn new_session(
    arena: &Shared,
    viewer: &Viewer,
    user: i64,
) -> Result<[(HeaderName, String); 1], Refusal> {
    let session = Secret::new();
    arena.database.add_session(&session.hash(), user, now() + SESSION_LIFE * 1000).await?;
    let secure = if viewer.is_secure { "; Secure" } else { "" };
    let cookie = format!(
        "{SESSION}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={SESSION_LIFE}{secure}",
        session.text()
    );
    Ok([(header::SET_COOKIE, cookie)])
}

#[cfg(test)]
mod tests {
    use super::Then;

    #[test]
    fn signing_in_leads_to_no_other_site() {
        let way = |next: &str| Then { next: next.to_owned() }.way().map(str::to_owned);
        assert_eq!(way("/bots/1?before=4"), Some("/bots/1?before=4".to_owned()));
        for wrong in
            ["", "//evil.example", "/\\evil.example", "https://evil.example", "/a\nb", "/\u{e9}", "evil"]
        {
            assert_eq!(way(wrong), None, "{wrong}");
        }
        assert_eq!(Then { next: "/a?b=c&d".to_owned() }.action(), "/sign-in?next=/a%3Fb%3Dc%26d");
    }
}
