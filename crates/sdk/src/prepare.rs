//! From a player's sources to a program that can be seated: compiled in the sandbox, and kept.

use crate::build::{Build, Compiler, Options};
use crate::kit::Kit;
use crate::source::{SourceError, Sources};
use sandbox::{Cache, CompileError, Compiled, Ending, Program, Recipe, Sandbox, Tool, ToolKind};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;
use thiserror::Error;

/// A player that can be started.
#[derive(Debug)]
pub struct Prepared {
    /// What to run.
    pub program: Program,
    /// Where it is; it stays there while this value lives.
    pub compiled: Compiled,
    /// What its author should know, one sentence each.
    pub notes: Vec<String>,
}

/// Why there is no program.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// The game was no contest with an interface of its own.
    #[error("{0} has no classic C++ interface; those that have are deepblue and fc18")]
    NoKit(String),
    /// There is nothing to compile.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Nothing to compile it with.
    #[error("no C++ compiler was found: install g++ (on Debian and Ubuntu: apt-get install g++) or clang++")]
    NoCompiler,
    /// It does not compile, or the compiler could not be run.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The files could not be laid out.
    #[error("the sources cannot be laid out for the compiler: {0}")]
    Files(#[from] io::Error),
}

/// Compiles a player for matches of a game under a rule profile: a source file, or a folder of sources.
///
/// # Errors
/// One message, the compiler's own where it found fault with the sources.
pub fn prepare(
    game: &str,
    rules: &str,
    path: &Path,
    options: &Options,
    (sandbox, cache): (&Sandbox, &Cache),
) -> Result<Prepared, PrepareError> {
    let kit = Kit::of(game).ok_or_else(|| PrepareError::NoKit(game.to_owned()))?;
    let sources = Sources::read(kit, path)?;
    let tool = Tool::find(ToolKind::Cxx).ok_or(PrepareError::NoCompiler)?;
    let build = Build::new(kit, rules, Compiler::of_version(&tool.version), sources, options);
    let folder = lay_out(&build.files)?;
    let compiled = compile(&build, &tool, folder.path(), sandbox, cache)?;
    let player = compiled.entry.folder.join(Build::PROGRAM).into_os_string();
    let argv = [player].into_iter().chain(build.arguments.iter().map(Into::into));
    Ok(Prepared { program: Program::new(&compiled.entry.folder, argv), compiled, notes: build.notes })
}

/// Tries the build's compiler calls one after the other. Only sources that the compiler found fault with are tried again.
fn compile(
    build: &Build,
    tool: &Tool,
    folder: &Path,
    sandbox: &Sandbox,
    cache: &Cache,
) -> Result<Compiled, CompileError> {
    let mut first = None;
    for attempt in &build.attempts {
        let recipe = Recipe::new(tool.clone(), folder, attempt.arguments(folder), Build::PROGRAM);
        match sandbox.compile(&recipe, cache) {
            Err(fault @ CompileError::Faulty { ending: Ending::Exited(_), .. }) => {
                first.get_or_insert(fault);
            }
            other => return other,
        }
    }
    Err(first.unwrap_or_else(|| CompileError::Missing(Build::PROGRAM.to_owned())))
}

/// A folder with these files. It is removed with the value.
fn lay_out(files: &[(String, Vec<u8>)]) -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("sandtable-build-").tempdir()?;
    // The compiler may run as a user that is not us.
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    for (name, contents) in files {
        let path = folder.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, contents)?;
    }
    Ok(folder)
}
