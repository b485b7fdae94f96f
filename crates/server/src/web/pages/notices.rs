//! News that a person has not seen, as a page and as an Atom feed.

use super::{Frame, Shown, shown};
use crate::accounts::secret::Secret;
use crate::database::notices::Notice;
use crate::database::users::User;
use crate::limits::PAGE;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect};
use game::Words;
use serde::Deserialize;

/// What a kind of news says of what it is about.
pub(crate) fn sentence(kind: &str) -> Words {
    match kind {
        "bot_broken" => Words("Your bot did not pass its check:", "你的选手程序未通过检查："),
        "challenge_done" => Words("Your challenge is played:", "你的挑战已结束："),
        "graded" => Words("Your submission is graded:", "你的提交已评测："),
        "deadline" => {
            Words("The deadline is near, and you have handed in nothing:", "截止时间临近，你尚未提交：")
        }
        "tournament_started" => Words("The tournament has begun:", "比赛已开始："),
        "tournament_finished" => Words("The tournament is over:", "比赛已结束："),
        _ => Words("News:", "消息："),
    }
}

#[derive(Debug, Template)]
#[template(path = "notices.html")]
struct NoticesPage {
    p: Frame,
    notices: Vec<Notice>,
    last: i64,
    /// The address of the feed, just made: it is shown once.
    feed: Option<String>,
}

impl NoticesPage {
    fn said(&self, notice: &Notice) -> &'static str {
        self.p.pick(&sentence(&notice.kind))
    }
}

async fn page(arena: &Shared, viewer: &Viewer, feed: Option<String>) -> Shown {
    let notices = arena.database.notices(viewer.user()?.id, PAGE).await?;
    let p = Frame::new(viewer, "");
    let p = Frame { title: p.say("News", "消息").to_owned(), ..p };
    let last = notices.first().map_or(0, |notice| notice.id);
    shown(&NoticesPage { p, notices, last, feed })
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    page(&arena, &viewer, None).await
}

#[derive(Debug, Deserialize)]
pub(super) struct Seen {
    csrf: String,
    #[serde(default)]
    last: i64,
}

pub(super) async fn seen(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<Seen>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    arena.database.mark_seen(user.id, form.last).await?;
    Ok(Redirect::to("/notices"))
}

pub(super) async fn make_feed(
    State(arena): State<Shared>,
    viewer: Viewer,
    headers: HeaderMap,
    Form(form): Form<Seen>,
) -> Shown {
    let user = viewer.sent(&form.csrf)?;
    let way = feed_of(&arena, user).await?;
    page(&arena, &viewer, Some(format!("{}{way}", address(&viewer, &headers)))).await
}

/// A new address of somebody's feed: the same for pages and the API.
pub(crate) async fn feed_of(arena: &Shared, user: &User) -> Result<String, Refusal> {
    let secret = Secret::new();
    arena.database.set_feed(user.id, &secret.hash()).await?;
    arena.database.note(Some(user.id), "feed", "").await?;
    Ok(format!("/feed/{}", secret.text()))
}

/// Where whoever asks found us.
fn address(viewer: &Viewer, headers: &HeaderMap) -> String {
    let scheme = if viewer.is_secure { "https" } else { "http" };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    format!("{scheme}://{host}")
}

#[derive(Debug, Template)]
#[template(path = "feed.xml")]
struct Feed {
    address: String,
    /// The way to this very feed.
    way: String,
    name: String,
    updated: String,
    entries: Vec<FeedEntry>,
}

#[derive(Debug)]
struct FeedEntry {
    id: i64,
    title: String,
    link: String,
    updated: String,
}

/// A text without the characters that XML has no way to write.
fn in_xml(text: &str) -> String {
    let is_one = |letter: &char| match letter {
        '\u{9}' | '\u{a}' | '\u{d}' => true,
        '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    };
    text.chars().filter(is_one).collect()
}

/// The news as Atom, for whoever has the secret address.
pub(super) async fn feed(
    State(arena): State<Shared>,
    viewer: Viewer,
    headers: HeaderMap,
    Path(text): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let hash = Secret::shown(&text).ok_or(Refusal::NotFound)?.hash();
    let (user, name) = arena.database.feed(&hash).await?.ok_or(Refusal::NotFound)?;
    let notices = arena.database.notices(user, PAGE).await?;
    let moment =
        |millis: i64| jiff::Timestamp::from_millisecond(millis).map(|at| at.to_string()).unwrap_or_default();
    let entry = |notice: &Notice| FeedEntry {
        id: notice.id,
        title: in_xml(&format!("{} {}", viewer.lang.pick(sentence(&notice.kind)), notice.about)),
        link: notice.link.clone(),
        updated: moment(notice.created),
    };
    let feed = Feed {
        address: address(&viewer, &headers),
        way: format!("/feed/{text}"),
        name,
        updated: moment(notices.first().map_or(0, |notice| notice.created)),
        entries: notices.iter().map(entry).collect(),
    };
    let text = feed.render().map_err(|error| Refusal::Internal(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")], text))
}
