//! `sandtable remote`: an arena, from the command line.

pub(crate) mod args;
mod challenge;
mod contest;
mod coursework;
mod listing;
mod replays;
mod upload;
mod wait;

use self::args::{Action, Remote};
use crate::failure::Failure;
use crate::input::read_at_most;
use crate::replay;
use ::remote::{Client, Login, LoginFile, Me, RemoteError};
use console::Term;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn run(options: &Remote) -> Result<ExitCode, Failure> {
    match &options.action {
        Action::Login { arena } => login(arena)?,
        Action::Logout => logout()?,
        Action::Status { json } => listing::status(&client()?, *json)?,
        Action::Ladder { game, json } => listing::ladder(&client()?, &game.name, *json)?,
        Action::Upload(options) => return upload::run(&client()?, options),
        Action::Challenge(options) => challenge::run(&client()?, options)?,
        Action::Watch { id, brief } => return watch(&client()?, *id, *brief),
        Action::Replays(options) => replays::run(&client()?, options)?,
        Action::Submit(options) => return coursework::submit(&client()?, options),
        Action::Tournament(options) => contest::show(&client()?, options)?,
        Action::Enter(options) => contest::enter(&client()?, options)?,
        Action::Marks(options) => coursework::marks(&client()?, options)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl From<RemoteError> for Failure {
    fn from(error: RemoteError) -> Self {
        Self::failed(error)
    }
}

/// Keeps a login that the arena has been seen to accept.
fn login(arena: &str) -> Result<(), Failure> {
    let token = match std::env::var("SANDTABLE_TOKEN") {
        Ok(token) => token,
        Err(_) => typed_token().map_err(|error| Failure::usage(format!("standard input: {error}")))?,
    };
    let login = Login::new(arena, &token).map_err(Failure::usage)?;
    if login.is_in_the_open() {
        errln!("note: {} is not encrypted: whoever carries it there can read the token", login.arena);
    }
    let (me, _) = Client::new(login.clone()).everywhere::<Me>("/me")?;
    let file = login_file()?;
    file.write(&login).map_err(Failure::failed)?;
    outln!("{} at {}, kept in {}", me.name, login.arena, file.path().display());
    Ok(())
}

/// The token from a file or pipe, or typed without being shown.
fn typed_token() -> std::io::Result<String> {
    const LONGEST: usize = 4 << 10;
    if std::io::stdin().is_terminal() {
        errln!("The token (your account's page makes one; it is not shown):");
        return Term::stderr().read_secure_line();
    }
    let bytes = read_at_most(Path::new("/dev/stdin"), LONGEST)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn logout() -> Result<(), Failure> {
    let file = login_file()?;
    match file.remove().map_err(Failure::failed)? {
        true => outln!("{}: removed", file.path().display()),
        false => outln!("there was no login"),
    }
    Ok(())
}

/// A running match is shown as its lines come; a finished one from its replay.
fn watch(client: &Client, id: u32, brief: bool) -> Result<ExitCode, Failure> {
    let lines = client.stream(&format!("/matches/{id}/lines"))?;
    replay::show_stream(lines, brief)
}

/// Whoever the environment or the kept file says one is.
fn client() -> Result<Client, Failure> {
    let variable = |name| std::env::var(name).ok();
    let login = match (variable("SANDTABLE_ARENA"), variable("SANDTABLE_TOKEN")) {
        (Some(arena), Some(token)) => Login::new(&arena, &token).map_err(Failure::usage)?,
        _ => {
            let kept = login_file()?.read().map_err(Failure::usage)?;
            kept.ok_or_else(|| Failure::usage("you are not signed in: `sandtable remote login ADDRESS`"))?
        }
    };
    Ok(Client::new(login))
}

fn login_file() -> Result<LoginFile, Failure> {
    let of_home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".config"));
    let base = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = base.or_else(of_home).ok_or_else(|| Failure::usage("there is no home folder: set $HOME"))?;
    Ok(LoginFile::at(base.join("sandtable/arena.json")))
}
