//! Who asks, in which language, from where.

use super::Shared;
use super::refusal::Refusal;
use crate::accounts::secret::{Secret, is_same};
use crate::database::users::{Role, User};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use game::Lang;
use std::net::{IpAddr, SocketAddr};

/// The cookie of a session.
pub(crate) const SESSION: &str = "session";

/// How long a session lasts, in seconds.
pub(crate) const SESSION_LIFE: i64 = 30 * 24 * 60 * 60;

/// Whoever asks.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub(crate) user: Option<User>,
    /// The session; none for guests and for tokens.
    pub(crate) session: Option<Secret>,
    pub(crate) lang: Lang,
    /// `light` or `dark` if that was chosen, else nothing.
    pub(crate) theme: &'static str,
    pub(crate) address: String,
    /// Whether the browser came over TLS.
    pub(crate) is_secure: bool,
    /// News that whoever is signed in has not seen.
    pub(crate) unseen: i64,
}

impl Viewer {
    /// Whoever has an account.
    pub(crate) fn user(&self) -> Result<&User, Refusal> {
        self.user.as_ref().ok_or(Refusal::SignIn)
    }

    /// Whoever has this role, or one that may do more.
    pub(crate) fn at_least(&self, role: Role) -> Result<&User, Refusal> {
        let user = self.user()?;
        match user.role >= role {
            true => Ok(user),
            false => Err(Refusal::Forbidden("your role does not allow this")),
        }
    }

    /// Whoever sent a form of their own session.
    pub(crate) fn sent(&self, csrf: &str) -> Result<&User, Refusal> {
        let user = self.user()?;
        match is_same(csrf, &self.csrf()) && self.session.is_some() {
            true => Ok(user),
            false => {
                Err(Refusal::Forbidden("the form is from another session: go back, reload and send it again"))
            }
        }
    }

    /// What forms carry.
    pub(crate) fn csrf(&self) -> String {
        self.session.as_ref().map(Secret::form_token).unwrap_or_default()
    }
}

impl FromRequestParts<Shared> for Viewer {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, arena: &Shared) -> Result<Self, Refusal> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let headers = &parts.headers;
        let mut session = cookie(headers, SESSION).and_then(Secret::shown);
        let user = match (bearer(headers), &session) {
            (Some(token), _) => {
                session = None;
                let token = Secret::shown(token).ok_or(Refusal::SignIn)?;
                Some(arena.database.token(&token.hash()).await?.ok_or(Refusal::SignIn)?)
            }
            (None, Some(session)) => arena.database.session(&session.hash()).await?,
            (None, None) => None,
        };
        let unseen = match (&user, &session) {
            (Some(user), Some(_)) => arena.database.unseen(user.id).await?,
            _ => 0,
        };
        let viewer = Self {
            unseen,
            session: session.filter(|_| user.is_some()),
            user,
            lang: language(headers),
            theme: match cookie(headers, "theme") {
                Some("light") => "light",
                Some("dark") => "dark",
                _ => "",
            },
            address: address(parts, arena.web.behind_proxy),
            is_secure: arena.web.behind_proxy && last_text(headers, "x-forwarded-proto") == Some("https"),
        };
        parts.extensions.insert(viewer.clone());
        Ok(viewer)
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &'static str) -> Option<&'a str> {
    headers.get(HeaderName::from_static(name)).and_then(|value| value.to_str().ok())
}

/// The last line of a header: a proxy that adds one puts it after those that its client sent.
fn last_text<'a>(headers: &'a HeaderMap, name: &'static str) -> Option<&'a str> {
    headers.get_all(HeaderName::from_static(name)).iter().next_back().and_then(|value| value.to_str().ok())
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// A cookie by its name.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The language that was chosen, else the one that the browser prefers.
fn language(headers: &HeaderMap) -> Lang {
    let wanted = cookie(headers, "lang").or_else(|| text(headers, "accept-language")).unwrap_or_default();
    Lang::of_locale(wanted)
}

/// Where the request comes from. Behind a proxy the last entry is the proxy's own word; those
/// before it are anybody's.
fn address(parts: &Parts, behind_proxy: bool) -> String {
    let forwarded = last_text(&parts.headers, "x-forwarded-for").and_then(|list| list.rsplit(',').next());
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let told = forwarded.filter(|_| behind_proxy).and_then(|last| last.trim().parse().ok());
    told.or(peer).map(network).unwrap_or_default()
}

/// What is counted as one address: of the new kind everybody has more than anybody can count.
fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    #[test]
    fn only_the_proxy_says_where_a_request_comes_from() {
        let address = |lines: &[&str], behind_proxy| {
            let mut request = Request::builder();
            for line in lines {
                request = request.header("x-forwarded-for", *line);
            }
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            let peer: SocketAddr = "192.0.2.1:5".parse().unwrap();
            parts.extensions.insert(ConnectInfo(peer));
            address(&parts, behind_proxy)
        };
        assert_eq!(address(&["198.51.100.7"], false), "192.0.2.1");
        assert_eq!(address(&["10.0.0.1, 198.51.100.7"], true), "198.51.100.7");
        assert_eq!(address(&["10.0.0.1", "198.51.100.7"], true), "198.51.100.7", "a line of its own");
        assert_eq!(address(&["nonsense"], true), "192.0.2.1");
        assert_eq!(address(&["::ffff:198.51.100.7"], true), "198.51.100.7");
        assert_eq!(address(&["2001:db8:1:2:3:4:5:6"], true), "2001:db8:1:2::/64");
    }
}
