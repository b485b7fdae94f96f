//! Language and theme, kept in cookies.

use crate::web::refusal::Refusal;
use axum::Form;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Preferences {
    lang: Option<String>,
    theme: Option<String>,
}

pub(super) async fn set(
    headers: HeaderMap,
    Form(form): Form<Preferences>,
) -> Result<impl IntoResponse, Refusal> {
    let pairs = [("lang", form.lang, ["en", "zh"]), ("theme", form.theme, ["light", "dark"])];
    let mut cookies = Vec::new();
    for (name, value, known) in pairs {
        let Some(value) = value else { continue };
        let known = known.into_iter().find(|known| *known == value);
        let value = known.ok_or_else(|| Refusal::Bad(format!("there is no such {name}")))?;
        let cookie = format!("{name}={value}; Path=/; SameSite=Lax; Max-Age=31536000");
        cookies.push((header::SET_COOKIE, HeaderValue::from_str(&cookie).map_err(|_| Refusal::NotFound)?));
    }
    Ok((AppendHeaders(cookies), Redirect::to(&back(&headers))))
}

/// The page of ours that it was sent from: only its path is used, so it never leads elsewhere.
fn back(headers: &HeaderMap) -> String {
    let referer = headers.get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = referer.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
    path.filter(|path| !path.starts_with("//")).unwrap_or("/").to_owned()
}
