//! Who takes part: a bot as it is named on the command line.

use crate::inbox::shown;
use crate::manifest::Manifest;
use crate::staging::Stage;
use crate::{fingerprint, interpreter};
use sandbox::{Cache, CompileError, Compiled, Limits, Program, Sandbox, Tool, ToolKind};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

/// Letters of a bot's name; the rest is cut off.
const LONGEST_NAME: usize = 40;

const WHAT_BOTS_ARE: &str = "a bot is a built-in one, a program, a source file or a folder with a bot.toml";

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
    /// A program of the old contest that its user starts; it connects to this port.
    Guest(u16),
}

/// A program ready to be started.
#[derive(Clone, Debug)]
pub struct Runnable {
    /// What to run.
    pub program: Program,
    /// Within which bounds.
    pub limits: Limits,
    /// What was made for it; it goes when nobody needs it any more.
    pub made: Option<Arc<Made>>,
    /// What its author should know about how it was compiled, one sentence each.
    pub notes: Vec<String>,
}

impl Runnable {
    /// The command with which its author would start it: with the author's own files, not with the copies that were made of them.
    #[must_use]
    pub fn own_command(&self) -> Vec<OsString> {
        match self.made.as_deref() {
            Some(Made::Staged(stage)) => {
                self.program.argv.iter().map(|word| stage.original(word.as_ref()).into()).collect()
            }
            _ => self.program.argv.clone(),
        }
    }

    /// The folder in which its author would start it.
    #[must_use]
    pub fn own_folder(&self) -> &Path {
        match self.made.as_deref() {
            Some(Made::Staged(stage)) => stage.origin(),
            _ => &self.program.folder,
        }
    }
}

/// Files that were made so that a program can be run.
#[derive(Debug)]
pub enum Made {
    /// Copies of its files in a folder of their own.
    Staged(Stage),
    /// What a compiler made.
    Compiled(Compiled),
}

/// Why a bot cannot take part, in one message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntrantError {
    /// There is no such bot, or this is none.
    Unusable(String),
    /// It is there, and its sources do not compile: with the compiler's own words.
    DoesNotCompile(String),
    /// It is there, and this machine cannot make it ready: a compiler or an interpreter is missing, or there is no room.
    NotReady(String),
}

impl fmt::Display for EntrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unusable(message) | Self::DoesNotCompile(message) | Self::NotReady(message)) = self;
        f.write_str(message)
    }
}

impl std::error::Error for EntrantError {}

impl From<String> for EntrantError {
    fn from(message: String) -> Self {
        Self::Unusable(message)
    }
}

impl EntrantError {
    /// What came of compiling the sources at this path.
    pub(crate) fn of_compiler(path: &Path, error: &CompileError) -> Self {
        let message = format!("{}: {error}", path.display());
        match error {
            CompileError::Faulty { .. } | CompileError::Missing(_) => Self::DoesNotCompile(message),
            CompileError::Start(_) | CompileError::Files(_) => Self::NotReady(message),
        }
    }
}

/// Where bots are made ready for a match.
#[derive(Clone, Copy, Debug)]
pub struct Workshop<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The rule profile.
    pub rules: &'a str,
    /// How compilers are contained.
    pub sandbox: &'a Sandbox,
}

impl Workshop<'_> {
    /// Where compiled programs are kept.
    pub(crate) fn cache() -> Result<Cache, EntrantError> {
        Cache::of_user().map_err(|error| {
            EntrantError::NotReady(format!("there is no place for compiled programs: {error}"))
        })
    }
}

impl Entrant {
    /// Finds the bot that is meant: a built-in one, a program, a Python file, a C++ source for an old contest's interface, or a folder with
    /// a `bot.toml`. What needs compiling is compiled.
    ///
    /// # Errors
    /// One message, if there is no such bot or it cannot be used.
    pub fn find(text: &str, workshop: Workshop<'_>) -> Result<Self, EntrantError> {
        if bots::names().contains(&text) {
            return Ok(Self::new(text, Contender::BuiltIn(text.to_owned())));
        }
        if let Some(port) = text.strip_prefix("tcp:") {
            return Ok(guest(text, port, workshop)?);
        }
        if text.is_empty() {
            return Err(format!("a bot is named by an empty text; {WHAT_BOTS_ARE}").into());
        }
        let path = std::path::absolute(text).map_err(|error| format!("{text}: {error}"))?;
        let meta = path.metadata().map_err(|_| {
            format!(
                "there is no bot `{text}`: no such file or folder, and the built-in ones are {}",
                bots::names().join(", ")
            )
        })?;
        if meta.is_dir() {
            return Manifest::read(&path)?.entrant(&path, workshop);
        }
        if !meta.is_file() {
            return Err(format!("{text} is neither a file nor a folder; {WHAT_BOTS_ARE}").into());
        }
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let runnable = match extension.as_deref() {
            Some("py") => python(&path)?,
            Some("cpp" | "cc" | "cxx") => classic(&path, &sdk::Options::default(), workshop)?,
            _ => executable(&path, &meta)?,
        };
        Ok(Self::new(&own_name(&path), Contender::Program(Box::new(runnable))))
    }

    /// A bot by its name, which may be anybody's choice: it is made harmless for terminals, and short.
    pub(crate) fn new(name: &str, what: Contender) -> Self {
        Self { name: shown(name.as_bytes(), LONGEST_NAME), what }
    }

    /// A hash of the files that are run, without these folders; none if no files of a bot's own are.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn fingerprint(&self, without: &[&Path]) -> io::Result<Option<String>> {
        match &self.what {
            Contender::Program(runnable) => {
                fingerprint::of_folder(&runnable.program.folder, without).map(Some)
            }
            Contender::BuiltIn(_) | Contender::Guest(_) => Ok(None),
        }
    }

    /// What its author should know about how it was compiled, one sentence each.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        match &self.what {
            Contender::Program(runnable) => &runnable.notes,
            Contender::BuiltIn(_) | Contender::Guest(_) => &[],
        }
    }

    /// Whether it knows no end of a turn, so that rounds must go by wall time.
    #[must_use]
    pub const fn needs_wall_time(&self) -> bool {
        matches!(self.what, Contender::Guest(_))
    }

    /// Whether it runs in this program, without a process of its own.
    #[must_use]
    pub const fn is_built_in(&self) -> bool {
        matches!(self.what, Contender::BuiltIn(_))
    }
}

/// A seat for a program of the old contest.
fn guest(text: &str, port: &str, workshop: Workshop<'_>) -> Result<Entrant, String> {
    if !games::find(workshop.game).is_some_and(|entry| entry.has_guests()) {
        let able: Vec<&str> =
            games::ALL.iter().filter(|entry| entry.has_guests()).map(|entry| entry.name()).collect();
        return Err(format!("{text}: only {} has programs that come over TCP", able.join(", ")));
    }
    let port = port.parse().ok().filter(|port| *port != 0);
    let port: u16 = port.ok_or_else(|| format!("{text}: write tcp:PORT with a port from 1 to 65535"))?;
    Ok(Entrant::new(text, Contender::Guest(port)))
}

/// What a file or folder is called by itself, without those on the way to it.
pub(crate) fn own_name(path: &Path) -> String {
    // `..` has a name, too.
    let real = path.canonicalize().unwrap_or_default();
    let name = path.file_name().or_else(|| real.file_name()).unwrap_or(OsStr::new("bot"));
    name.to_string_lossy().into_owned()
}

/// A Python file: it sees the other Python files beside it, and nothing else of the folder.
fn python(path: &Path) -> Result<Runnable, EntrantError> {
    let python = Tool::find(ToolKind::Python).ok_or_else(|| {
        let remedy = ToolKind::Python.remedy();
        EntrantError::NotReady(format!("there is no python3 on this machine: {remedy}"))
    })?;
    let stage = Stage::with_neighbours(path)?;
    let argv = [python.path.into_os_string(), "-u".into(), stage.program().into()];
    let mut program = Program::new(stage.folder(), argv);
    program.readable = python.readable;
    Ok(Runnable {
        program,
        limits: Limits::default(),
        made: Some(Arc::new(Made::Staged(stage))),
        notes: Vec::new(),
    })
}

/// Sources written against an old contest's interface.
pub(crate) fn classic(
    path: &Path,
    options: &sdk::Options,
    workshop: Workshop<'_>,
) -> Result<Runnable, EntrantError> {
    let places = (workshop.sandbox, &Workshop::cache()?);
    let prepared = sdk::prepare(workshop.game, workshop.rules, path, options, places);
    let prepared = prepared.map_err(|error| match error {
        sdk::PrepareError::Compile(error) => EntrantError::of_compiler(path, &error),
        other @ (sdk::PrepareError::NoCompiler | sdk::PrepareError::Files(_)) => {
            EntrantError::NotReady(format!("{}: {other}", path.display()))
        }
        other => EntrantError::Unusable(format!("{}: {other}", path.display())),
    })?;
    let made = Some(Arc::new(Made::Compiled(prepared.compiled)));
    Ok(Runnable { program: prepared.program, limits: Limits::default(), made, notes: prepared.notes })
}

/// A program by itself. One that needs other files comes in a folder with a `bot.toml`.
fn executable(path: &Path, meta: &Metadata) -> Result<Runnable, String> {
    if meta.permissions().mode() & 0o111 == 0 {
        return Err(format!(
            "{} is not a program: make it executable (chmod +x), or put it into a folder with a {} that says how it is run",
            path.display(),
            Manifest::FILE
        ));
    }
    let stage = Stage::alone(path)?;
    let mut program = Program::new(stage.folder(), [stage.program()]);
    program.readable = interpreter::tool_of(path).map(|tool| tool.readable).unwrap_or_default();
    Ok(Runnable {
        program,
        limits: Limits::default(),
        made: Some(Arc::new(Made::Staged(stage))),
        notes: Vec::new(),
    })
}
