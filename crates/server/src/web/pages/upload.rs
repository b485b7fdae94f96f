//! A bot is handed in: as a file, as a folder, as a zip file, or pasted.

use super::desk::uploads_an_hour;
use super::form_files::FormFiles;
use super::{Frame, Shown, shown};
use crate::accounts::names::is_name;
use crate::catalogue::HostedLadder;
use crate::database::bots::{SourceKind, UploadRefused};
use crate::database::now;
use crate::database::once::Once;
use crate::database::users::User;
use crate::limits::LARGEST_UPLOAD;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use crate::zipped::zipped;
use askama::Template;
use axum::extract::multipart::MultipartRejection;
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
    let no_uploads = arena.no_strangers().await?;
    shown(&UploadPage { p, ladders: &arena.ladders, chosen, no_uploads })
}

pub(super) async fn send(
    State(arena): State<Shared>,
    viewer: Viewer,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Refusal> {
    // Nobody's files are read before it is known that they may send any.
    let mut sent = FormFiles::read(&viewer, form).await?;
    let user = viewer.sent(sent.field("csrf"))?;
    let (file_name, bytes) = match sent.take_handed_over()? {
        Some(file) => file,
        None => {
            let name = if sent.field("language") == "cpp" { "ai.cpp" } else { "bot.py" };
            (name.to_owned(), sent.take_field("source"))
        }
    };
    let bot = (sent.field("game"), sent.field("name"));
    let (bot, _) = accept(&arena, user, bot, (&file_name, bytes), None).await?;
    Ok(Redirect::to(&format!("/bots/{bot}")))
}

/// Takes a source: the same for pages and the API. Returns the ids of the bot and the version.
pub(crate) async fn accept(
    arena: &Shared,
    user: &User,
    (game, name): (&str, &str),
    (file_name, bytes): (&str, Vec<u8>),
    once: Option<&Once>,
) -> Result<(i64, i64), Refusal> {
    if let Some(why) = arena.no_strangers().await? {
        let why = format!("this arena runs no strangers' code, because its machine cannot contain it: {why}");
        return Err(Refusal::Unavailable(why));
    }
    let ladder = arena.ladder(game).ok_or_else(|| Refusal::Bad("there is no such game".into()))?;
    let name = name.trim();
    if !is_name(name) {
        let rule = "a bot's name has up to 32 letters and digits, with `-`, `_` and `.` between them";
        return Err(Refusal::Bad(rule.into()));
    }
    if bots::is_built_in(name) {
        return Err(Refusal::Conflict("a built-in bot has this name".into()));
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
    if arena.database.uploads_since(user.id, now() - 3_600_000).await? >= uploads_an_hour(arena).await? {
        return Err(Refusal::TooMany(3600));
    }
    let length = bytes.len() as i64;
    let files = arena.files.clone();
    let kept = tokio::task::spawn_blocking(move || files.keep(&bytes)).await;
    let source = kept.map_err(|error| Refusal::Internal(error.to_string()))??;
    let added =
        arena.database.add_version(user.id, (ladder.name(), name), kind, (&source, length), once).await;
    let (bot, version) = added.map_err(|refused| match refused {
        UploadRefused::NameTaken => Refusal::Conflict("this name is somebody else's on this ladder".into()),
        UploadRefused::KeyUsed => Refusal::Conflict("another request had this Idempotency-Key".into()),
        UploadRefused::Database(error) => error.into(),
    })?;
    arena.database.note(Some(user.id), "upload", &format!("bot {bot} version {version}")).await?;
    arena.bell.notify_one();
    Ok((bot, version))
}

/// A folder as a zip file. Paths are only names in it; what unpacks it, in the sandbox, checks them
/// again.
pub(super) fn packed(mut files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Refusal> {
    files.retain(|(path, _)| !is_aside(path));
    if let Some((path, _)) = files.iter().find(|(path, _)| !is_plain(path)) {
        let shown: String = path.chars().take(100).collect();
        return Err(Refusal::Bad(format!("`{shown}` is no path in a folder")));
    }
    // A browser puts the name of the chosen folder before everything.
    let top = files.first().and_then(|(path, _)| path.split_once('/')).map(|(top, _)| format!("{top}/"));
    let is_common = |top: &String| files.iter().all(|(path, _)| path.starts_with(top.as_str()));
    let length = top.filter(is_common).map_or(0, |top| top.len());
    let files: Vec<(String, Vec<u8>)> =
        files.into_iter().map(|(path, bytes)| (path[length..].to_owned(), bytes)).collect();
    if files.is_empty() {
        return Err(Refusal::Bad("there is nothing in the folder".into()));
    }
    zipped(&files).map_err(|_| Refusal::Bad("two files of the folder have the same name".into()))
}

/// What nobody means to upload: hidden files, and what Python and Cargo leave behind.
fn is_aside(path: &str) -> bool {
    path.split('/')
        .skip(1)
        .any(|part| part.starts_with('.') && part != ".." || part == "__pycache__" || part == "target")
}

/// A path of plain names.
fn is_plain(path: &str) -> bool {
    let is_name = |part: &str| {
        !matches!(part, "" | "." | "..")
            && part.len() <= 100
            && !part.contains(|c: char| c.is_control() || "\\:".contains(c))
    };
    path.len() <= 200 && path.split('/').all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_become_zip_files_of_plain_names() {
        let file = |path: &str| (path.to_owned(), b"x".to_vec());
        let packed = |paths: &[&str]| packed(paths.iter().map(|path| file(path)).collect());
        let zip = packed(&[
            "my-bot/bot.toml",
            "my-bot/src/main.py",
            "my-bot/.git/config",
            "my-bot/__pycache__/a.pyc",
        ]);
        let text = String::from_utf8_lossy(&zip.unwrap()).into_owned();
        assert!(text.contains("src/main.py") && !text.contains("my-bot") && !text.contains(".git"), "{text}");
        for wrong in
            ["../bot.toml", "a/../b", "/etc/passwd", "a\\b", "a//b", "c:/x", "a/b\0", &"x".repeat(201)]
        {
            assert!(packed(&[wrong]).is_err(), "{wrong}");
        }
        assert!(packed(&[]).is_err() && packed(&["a/.hidden"]).is_err());
        assert!(packed(&["a/b", "a/b"]).is_err(), "the same twice");
    }
}
