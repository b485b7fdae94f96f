//! Who takes part: a bot as it is named on the command line.

use crate::manifest::Manifest;
use sandbox::{Limits, Program};
use std::path::{Path, PathBuf};

/// A bot that takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub what: Contender,
}

/// What a bot is.
#[derive(Clone, Debug)]
pub enum Contender {
    /// One of ours, by name.
    BuiltIn(String),
    /// Somebody's program.
    Program(Box<Runnable>),
}

/// A program ready to be started.
#[derive(Clone, Debug)]
pub struct Runnable {
    /// What to run.
    pub program: Program,
    /// Within which bounds.
    pub limits: Limits,
}

impl Entrant {
    /// Finds the bot that is meant: a built-in one, a program, a Python file, or a folder with a `bot.toml`.
    ///
    /// # Errors
    /// One message, if there is no such bot or it cannot be used.
    pub fn find(text: &str) -> Result<Self, String> {
        if bots::names().contains(&text) {
            return Ok(Self { name: text.to_owned(), what: Contender::BuiltIn(text.to_owned()) });
        }
        let path = std::path::absolute(text).map_err(|error| format!("{text}: {error}"))?;
        let meta = path.metadata().map_err(|_| {
            format!(
                "there is no bot `{text}`: no such file or folder, and the built-in ones are {}",
                bots::names().join(", ")
            )
        })?;
        if meta.is_dir() {
            return Manifest::read(&path)?.entrant(&path);
        }
        let argv = command(&path, &meta)?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        Ok(Self { name: short_name(&path), what: program(Program::new(folder, argv)) })
    }

    /// Whether it runs in this program, without a process of its own.
    #[must_use]
    pub const fn is_built_in(&self) -> bool {
        matches!(self.what, Contender::BuiltIn(_))
    }
}

fn program(program: Program) -> Contender {
    Contender::Program(Box::new(Runnable { program, limits: Limits::default() }))
}

fn short_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// How a file is run.
fn command(path: &Path, meta: &std::fs::Metadata) -> Result<Vec<std::ffi::OsString>, String> {
    use std::os::unix::fs::PermissionsExt;
    let extension = path.extension().unwrap_or_default();
    if extension == "py" {
        return Ok(vec!["python3".into(), path.into()]);
    }
    if meta.permissions().mode() & 0o111 == 0 {
        return Err(format!(
            "{} is not a program: make it executable (chmod +x), or put it into a folder with a bot.toml that says how it is run",
            path.display()
        ));
    }
    Ok(vec![path.into()])
}
