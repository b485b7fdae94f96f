//! Who takes part: a bot as it is named on the command line.

use crate::inbox::shown;
use crate::interpreter;
use crate::manifest::Manifest;
use crate::parameters::Parameters;
use crate::taking;
use sandbox::{
    ArchiveError, Cache, CompileError, Compiled, Limits, Program, Sandbox, Snapshot, SnapshotError, Tool,
    ToolKind, is_zip,
};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Letters of a bot's name; the rest is cut off.
const LONGEST_NAME: usize = 40;

const WHAT_BOTS_ARE: &str = "a bot is a built-in one, a program, a source file, a folder with a bot.toml, a folder with an old contest's ai.cpp, or a zip file of such a folder";

/// A bot that takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// How it was named: a path, or the name of a built-in bot.
    pub source: String,
    /// What it is.
    pub what: BotKind,
}

/// What a bot is.
#[derive(Clone, Debug)]
pub enum BotKind {
    /// One of ours, by name.
    BuiltIn(String),
    /// Somebody's program.
    Program(Box<Runnable>),
    /// A program of the old contest that its user starts; it connects to this port.
    Guest(u16),
    /// Nobody: it could not be made ready, and why.
    Absent(String),
}

/// A program ready to be started.
#[derive(Clone, Debug)]
pub struct Runnable {
    /// What to run.
    pub program: Program,
    /// Within which bounds.
    pub limits: Limits,
    /// What was made for it; it goes when nobody needs it any more.
    pub made: Arc<BuiltFiles>,
    /// A hash of the files that are run, by which a series knows its bots again.
    pub fingerprint: String,
    /// What its author should know about how it was compiled, one sentence each.
    pub notes: Vec<String>,
    /// The numbers that it leaves open, with the values that it is sent.
    pub parameters: Parameters,
}

impl Runnable {
    /// The command with which its author would start it: with the author's own files, not with the
    /// copies that were made of them.
    #[must_use]
    pub fn own_command(&self) -> Vec<OsString> {
        match &self.made.snapshot {
            Some(copy) => self.program.argv.iter().map(|word| copy.original(word.as_ref()).into()).collect(),
            None => self.program.argv.clone(),
        }
    }

    /// The folder in which its author would start it.
    #[must_use]
    pub fn own_folder(&self) -> &Path {
        self.made.snapshot.as_ref().map_or(&self.program.folder, Snapshot::origin)
    }
}

/// Files that were made so that a program can be run.
#[derive(Debug, Default)]
pub struct BuiltFiles {
    /// Copies of its files, taken once: they stay what they are, whatever becomes of the originals.
    pub snapshot: Option<Snapshot>,
    /// What a compiler made.
    pub compiled: Option<Compiled>,
}

/// Why a bot cannot take part, in one message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntrantError {
    /// There is no such bot, or this is none.
    Unusable(String),
    /// It is there, and its sources do not compile: with the compiler's own words.
    DoesNotCompile(String),
    /// It is there, and this machine cannot make it ready: a compiler or an interpreter is missing,
    /// or there is no room.
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

impl From<SnapshotError> for EntrantError {
    fn from(error: SnapshotError) -> Self {
        Self::Unusable(error.to_string())
    }
}

impl EntrantError {
    /// The same with another message.
    pub fn map(self, change: impl FnOnce(String) -> String) -> Self {
        match self {
            Self::Unusable(message) => Self::Unusable(change(message)),
            Self::DoesNotCompile(message) => Self::DoesNotCompile(change(message)),
            Self::NotReady(message) => Self::NotReady(change(message)),
        }
    }

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
    /// Folders that belong to no bot, wherever they are: what the match itself writes.
    pub without: &'a [PathBuf],
    /// Folders that every program can read where they are: what the user of this match has named.
    pub bound: &'a [PathBuf],
}

impl Workshop<'_> {
    /// The tool that bots use. Python is that of a virtual environment, if the user has bound one.
    pub(crate) fn tool(&self, kind: ToolKind) -> Option<Tool> {
        let environments = self.bound.iter().filter(|folder| folder.join("pyvenv.cfg").is_file());
        let programs = environments.map(|folder| folder.join("bin/python3"));
        match kind {
            ToolKind::Python => programs.filter_map(|file| Tool::at(kind, &file)).next(),
            _ => None,
        }
        .or_else(|| Tool::find_for(kind, self.sandbox))
    }

    /// Where compiled programs are kept.
    pub(crate) fn cache() -> Result<Cache, EntrantError> {
        Cache::of_user().map_err(|error| {
            EntrantError::NotReady(format!("there is no place for compiled programs: {error}"))
        })
    }
}

/// A bot as it is named on the command line: `NAME=BOT`, or the bot alone.
///
/// What exists as a file is a file, whatever signs its name has.
#[must_use]
pub fn label_and_bot(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, bot)) if !name.is_empty() && !name.contains('/') && !Path::new(text).exists() => {
            (Some(name), bot)
        }
        _ => (None, text),
    }
}

impl Entrant {
    /// Finds the bot that is meant by `NAME=BOT` or `BOT`. A name that was given counts, not the
    /// bot's own.
    ///
    /// # Errors
    /// One message, if there is no such bot or it cannot be used.
    pub fn find_labelled(text: &str, workshop: Workshop<'_>) -> Result<Self, EntrantError> {
        let (label, bot) = label_and_bot(text);
        let found = Self::find(bot, workshop)?;
        let name = label.map_or(found.name, |label| shown(label.as_bytes(), LONGEST_NAME));
        Ok(Self { name, source: bot.to_owned(), what: found.what })
    }

    /// A bot that could not be made ready, and forfeits its games.
    #[must_use]
    pub fn absent(name: &str, why: &EntrantError) -> Self {
        Self::new(name, BotKind::Absent(why.to_string()))
    }

    /// Finds the bot that is meant: a built-in one, a program, a Python file, a C++ source for an
    /// old contest's interface, a folder with a `bot.toml`, or a zip file of one. What needs
    /// compiling is compiled.
    ///
    /// # Errors
    /// One message, if there is no such bot or it cannot be used.
    pub fn find(text: &str, workshop: Workshop<'_>) -> Result<Self, EntrantError> {
        if bots::is_built_in(text) {
            return Ok(Self::new(text, BotKind::BuiltIn(text.to_owned())));
        }
        if let Some(port) = text.strip_prefix("tcp:") {
            return Ok(guest(text, port, workshop)?);
        }
        if text.is_empty() {
            return Err(format!("a bot is named by an empty text; {WHAT_BOTS_ARE}").into());
        }
        let path = std::path::absolute(text).map_err(|error| format!("{text}: {error}"))?;
        let meta = path.symlink_metadata().map_err(|_| {
            bots::misnamed(text).unwrap_or_else(|| {
                let known = bots::names().join(", ");
                format!("there is no bot `{text}`: no such file or folder, and the built-in ones are {known}")
            })
        })?;
        if meta.is_symlink() {
            return Err(SnapshotError::Link(path).into());
        }
        if meta.is_dir() {
            return Self::in_folder(&path, &own_name(&path), workshop);
        }
        if !meta.is_file() {
            return Err(format!("{text} is neither a file nor a folder; {WHAT_BOTS_ARE}").into());
        }
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let runnable = match extension.as_deref() {
            Some("py") => python(&path, workshop)?,
            Some("cpp" | "cc" | "cxx") => classic(&path, &sdk::Options::default(), workshop)?,
            _ if is_zip(&path) => return Self::in_archive(&path, workshop),
            _ => executable(&path, workshop)?,
        };
        let runnable = runnable.with_bound(workshop.bound);
        Ok(Self::new(&own_name(&path), BotKind::Program(Box::new(runnable))))
    }

    /// The bot that a folder is: one with a `bot.toml`, or a player of the game's old contest.
    fn in_folder(folder: &Path, name: &str, workshop: Workshop<'_>) -> Result<Self, EntrantError> {
        if is_old_player(folder, workshop) {
            let runnable = classic(folder, &sdk::Options::default(), workshop)?.with_bound(workshop.bound);
            return Ok(Self::new(name, BotKind::Program(Box::new(runnable))));
        }
        Manifest::entrant(folder, name, workshop)
    }

    /// The bot that a zip file holds: its files, or those in the folders that are all there is in
    /// it.
    fn in_archive(path: &Path, workshop: Workshop<'_>) -> Result<Self, EntrantError> {
        let unpacked = workshop.sandbox.unpack(&taking::file(path)?);
        let unpacked = unpacked.map_err(|error| match error {
            ArchiveError::Sandbox(_) | ArchiveError::Files(_) => {
                EntrantError::NotReady(format!("{}: {error}", path.display()))
            }
            _ => EntrantError::Unusable(format!("{}: {error}", path.display())),
        })?;
        let folder = innermost(unpacked.folder());
        let name = path.file_stem().unwrap_or(OsStr::new("bot")).to_string_lossy();
        // Its author knows the archive, not where it was unpacked.
        let (ours, theirs) = (folder.display().to_string(), path.display().to_string());
        Self::in_folder(&folder, &name, workshop)
            .map_err(|error| error.map(|said| said.replace(&ours, &theirs)))
    }

    /// A bot by its name, which may be anybody's choice: it is made harmless for terminals, and
    /// short.
    pub(crate) fn new(name: &str, what: BotKind) -> Self {
        let name = shown(name.as_bytes(), LONGEST_NAME);
        Self { source: name.clone(), name, what }
    }

    /// A hash of the files that are run; none if no files of a bot's own are.
    #[must_use]
    pub fn fingerprint(&self) -> Option<String> {
        match &self.what {
            BotKind::Program(runnable) => Some(runnable.fingerprint.clone()),
            BotKind::BuiltIn(_) | BotKind::Guest(_) | BotKind::Absent(_) => None,
        }
    }

    /// What its author should know about how it was compiled, one sentence each.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        match &self.what {
            BotKind::Program(runnable) => &runnable.notes,
            BotKind::BuiltIn(_) | BotKind::Guest(_) | BotKind::Absent(_) => &[],
        }
    }

    /// The numbers that it leaves open; none if it runs no program of its own.
    #[must_use]
    pub fn parameters(&self) -> Option<&Parameters> {
        match &self.what {
            BotKind::Program(runnable) => Some(&runnable.parameters),
            BotKind::BuiltIn(_) | BotKind::Guest(_) | BotKind::Absent(_) => None,
        }
    }

    /// The same bot under another name, with other values for the numbers that it leaves open.
    #[must_use]
    pub fn with_values(&self, name: &str, values: &[f64]) -> Self {
        let mut other = Self { name: name.to_owned(), ..self.clone() };
        if let BotKind::Program(runnable) = &mut other.what {
            runnable.parameters = runnable.parameters.with_values(values);
        }
        other
    }

    /// Whether it knows no end of a turn, so that rounds must go by wall time.
    #[must_use]
    pub const fn needs_wall_time(&self) -> bool {
        matches!(self.what, BotKind::Guest(_))
    }

    /// Whether it runs in this program, without a process of its own.
    #[must_use]
    pub const fn is_built_in(&self) -> bool {
        matches!(self.what, BotKind::BuiltIn(_))
    }
}

/// The first folder on the way down that holds anything but one folder.
fn innermost(folder: &Path) -> PathBuf {
    let mut here = folder.to_owned();
    loop {
        let mut entries = here.read_dir().into_iter().flatten().flatten();
        match (entries.next().map(|entry| entry.path()), entries.next()) {
            (Some(only), None) if only.is_dir() => here = only,
            _ => return here,
        }
    }
}

/// Whether a folder without a `bot.toml` is a player of the game's old contest.
fn is_old_player(folder: &Path, workshop: Workshop<'_>) -> bool {
    let has_kit = sdk::Kit::of(workshop.game).is_some();
    has_kit && !folder.join(Manifest::FILE).exists() && sdk::has_player(folder)
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
    Ok(Entrant::new(text, BotKind::Guest(port)))
}

/// What a file or folder is called by itself, without those on the way to it.
pub(crate) fn own_name(path: &Path) -> String {
    // `..` has a name, too.
    let real = path.canonicalize().unwrap_or_default();
    let name = path.file_name().or_else(|| real.file_name()).unwrap_or(OsStr::new("bot"));
    name.to_string_lossy().into_owned()
}

/// A Python file: it sees the other Python files beside it, and nothing else of the folder.
fn python(path: &Path, workshop: Workshop<'_>) -> Result<Runnable, EntrantError> {
    let python = workshop.tool(ToolKind::Python).ok_or_else(|| {
        let remedy = ToolKind::Python.remedy();
        EntrantError::NotReady(format!("there is no python3 on this machine: {remedy}"))
    })?;
    let copy = taking::python_file(path)?;
    let file = copy.folder().join(path.file_name().unwrap_or_default());
    let mut program = Program::new(copy.folder(), [python.path.into_os_string(), "-u".into(), file.into()]);
    program.readable = python.readable;
    Runnable::copied(program, copy)
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
        other @ sdk::PrepareError::AnotherYear { .. } => {
            EntrantError::DoesNotCompile(format!("{}: {other}", path.display()))
        }
        other @ (sdk::PrepareError::NoCompiler | sdk::PrepareError::Files(_)) => {
            EntrantError::NotReady(format!("{}: {other}", path.display()))
        }
        other => EntrantError::Unusable(format!("{}: {other}", path.display())),
    })?;
    let fingerprint = prepared.compiled.entry.digest.clone();
    let made = Arc::new(BuiltFiles { snapshot: None, compiled: Some(prepared.compiled) });
    let (program, notes) = (prepared.program, prepared.notes);
    let (limits, parameters) = (Limits::default(), Parameters::default());
    Ok(Runnable { program, limits, made, fingerprint, notes, parameters })
}

/// A program by itself. One that needs other files comes in a folder with a `bot.toml`.
fn executable(path: &Path, workshop: Workshop<'_>) -> Result<Runnable, EntrantError> {
    if let Some(advice) = foreign(path) {
        return Err(format!("{} {advice}", path.display()).into());
    }
    let copy = taking::file(path)?;
    let file = copy.folder().join(path.file_name().unwrap_or_default());
    if !file.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0) {
        let message = format!(
            "{} is not a program: make it executable (chmod +x), or put it into a folder with a {} that says how it is run",
            path.display(),
            Manifest::FILE
        );
        return Err(message.into());
    }
    let mut program = Program::new(copy.folder(), [&file]);
    if let Some(tool) = interpreter::kind_of(&file).and_then(|kind| workshop.tool(kind)) {
        // For `#!/usr/bin/env python3`.
        program.env.push(("PATH".into(), Tool::search_path(std::slice::from_ref(&tool))));
        program.readable = tool.readable;
    }
    Runnable::copied(program, copy)
}

impl Runnable {
    /// A program that runs from a copy of its files.
    pub(crate) fn copied(program: Program, copy: Snapshot) -> Result<Self, EntrantError> {
        let unreadable = |error| EntrantError::NotReady(format!("{}: {error}", copy.origin().display()));
        let fingerprint = copy.digest().map_err(unreadable)?;
        let notes = copy.left_out().to_vec();
        let made = Arc::new(BuiltFiles { snapshot: Some(copy), compiled: None });
        let (limits, parameters) = (Limits::default(), Parameters::default());
        Ok(Self { program, limits, made, fingerprint, notes, parameters })
    }

    /// The same with what was compiled for it.
    pub(crate) fn with_compiled(self, compiled: Option<Compiled>) -> Self {
        let snapshot = Arc::into_inner(self.made).and_then(|made| made.snapshot);
        Self { made: Arc::new(BuiltFiles { snapshot, compiled }), ..self }
    }

    /// The same with folders that it can read where they are.
    pub(crate) fn with_bound(mut self, bound: &[PathBuf]) -> Self {
        self.program.readable.extend_from_slice(bound);
        self
    }
}

/// What to do with a file that no system like this one runs, by its first bytes.
fn foreign(path: &Path) -> Option<&'static str> {
    let mut head = [0; 4];
    let mut file = File::open(path).ok()?;
    let length = file.read(&mut head).ok()?;
    match &head[..length] {
        [b'M', b'Z', ..] => Some(
            "is a program or library for Windows, which cannot be run here: name its sources instead (ai.cpp, or the folder or zip file it is in)",
        ),
        b"Rar!" | b"7z\xbc\xaf" => {
            Some("is an archive: unpack it and name the folder, or pack it as a zip file")
        }
        _ => None,
    }
}
