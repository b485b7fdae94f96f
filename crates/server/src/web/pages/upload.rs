//! A bot is handed in: as a file, as a zip file, or pasted.

use super::{Frame, Shown, shown};
use crate::accounts::names::is_name;
use crate::catalogue::HostedLadder;
use crate::database::bots::{SourceKind, UploadRefused};
use crate::database::now;
use crate::database::users::User;
use crate::limits::{LARGEST_UPLOAD, UPLOADS_AN_HOUR};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{Multipart, Query, State};
use axum::response::Redirect;
use serde::Deserialize;

#[derive(Debug, Template)]
#[template(path = "upload.html")]
struct UploadPage<'a> {
    p: Frame,
    ladders: &'a [HostedLadder],
    chosen: Wanted,
    no_uploads: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    game: String,
    #[serde(default)]
    name: String,
}

pub(super) async fn form(State(arena): State<Shared>, viewer: Viewer, Query(chosen): Query<Wanted>) -> Shown {
    viewer.user()?;
    let p = Frame::new(&viewer, "");
    let p = Frame { title: p.say("Upload a bot", "上传选手程序").to_owned(), ..p };
    let no_uploads = arena.sandbox.as_ref().err().cloned();
    shown(&UploadPage { p, ladders: &arena.ladders, chosen, no_uploads })
}

/// What was sent.
#[derive(Debug, Default)]
struct Sent {
    csrf: String,
    game: String,
    name: String,
    language: String,
    source: Vec<u8>,
    file_name: String,
    file: Vec<u8>,
}

pub(super) async fn send(
    State(arena): State<Shared>,
    viewer: Viewer,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Refusal> {
    // Nobody's files are read before it is known that they may send any.
    viewer.user()?;
    let mut form = form.map_err(|wrong| Refusal::Bad(wrong.body_text()))?;
    let mut sent = Sent::default();
    while let Some(field) = form.next_field().await.map_err(unreadable)? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "csrf" => {
                sent.csrf = short(field).await?;
                viewer.sent(&sent.csrf)?;
            }
            "game" => sent.game = short(field).await?,
            "name" => sent.name = short(field).await?,
            "language" => sent.language = short(field).await?,
            "source" => sent.source = field.bytes().await.map_err(unreadable)?.to_vec(),
            "file" => {
                sent.file_name = field.file_name().unwrap_or_default().to_owned();
                sent.file = field.bytes().await.map_err(unreadable)?.to_vec();
            }
            _ => {}
        }
    }
    let user = viewer.sent(&sent.csrf)?;
    let (file_name, bytes) = match (sent.file.is_empty(), sent.language.as_str()) {
        (false, _) => (sent.file_name, sent.file),
        (true, "cpp") => ("ai.cpp".to_owned(), sent.source),
        (true, _) => ("bot.py".to_owned(), sent.source),
    };
    let (bot, _) = accept(&arena, user, (&sent.game, &sent.name), &file_name, bytes).await?;
    Ok(Redirect::to(&format!("/bots/{bot}")))
}

/// Takes a source: the same for pages and the API. Returns the ids of the bot and the version.
pub(crate) async fn accept(
    arena: &Shared,
    user: &User,
    (game, name): (&str, &str),
    file_name: &str,
    bytes: Vec<u8>,
) -> Result<(i64, i64), Refusal> {
    if let Err(why) = &arena.sandbox {
        let why = format!("this arena runs no strangers' code, because its machine cannot contain it: {why}");
        return Err(Refusal::Unavailable(why));
    }
    let ladder = arena.ladder(game).ok_or_else(|| Refusal::Bad("there is no such game".into()))?;
    let name = name.trim();
    if !is_name(name) {
        let rule = "a bot's name has up to 32 letters and digits, with `-`, `_` and `.` between them";
        return Err(Refusal::Bad(rule.into()));
    }
    if bytes.is_empty() {
        return Err(Refusal::Bad("there is nothing in it: choose a file, or paste a source".into()));
    }
    if bytes.len() > LARGEST_UPLOAD {
        return Err(Refusal::TooLarge(format!("a bot has at most {} MiB", LARGEST_UPLOAD >> 20)));
    }
    let kind = SourceKind::of_upload(file_name, &bytes).ok_or_else(|| {
        Refusal::Bad("send a .py or .cpp file, a zip file with a bot.toml, or a program for Linux".into())
    })?;
    if arena.database.uploads_since(user.id, now() - 3_600_000).await? >= UPLOADS_AN_HOUR {
        return Err(Refusal::TooMany(3600));
    }
    let length = bytes.len() as i64;
    let files = arena.files.clone();
    let kept = tokio::task::spawn_blocking(move || files.keep(&bytes)).await;
    let source = kept.map_err(|error| Refusal::Internal(error.to_string()))??;
    let added = arena.database.add_version(user.id, (ladder.name(), name), kind, (&source, length)).await;
    let (bot, version) = added.map_err(|refused| match refused {
        UploadRefused::NameTaken => Refusal::Conflict("this name is somebody else's on this ladder".into()),
        UploadRefused::Database(error) => error.into(),
    })?;
    arena.database.note(Some(user.id), "upload", &format!("bot {bot} version {version}")).await?;
    arena.bell.notify_one();
    Ok((bot, version))
}

/// A field that holds a word.
async fn short(field: Field<'_>) -> Result<String, Refusal> {
    let text = field.text().await.map_err(unreadable)?;
    match text.len() <= 256 {
        true => Ok(text),
        false => Err(Refusal::Bad("a field is too long".into())),
    }
}

fn unreadable(error: MultipartError) -> Refusal {
    match error.status() {
        axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::TooLarge(format!("a bot has at most {} MiB", LARGEST_UPLOAD >> 20))
        }
        _ => Refusal::Bad("the form cannot be read".into()),
    }
}
