//! From a player's sources to a program that can be seated: compiled in the sandbox, and kept.

use crate::build::{Attempt, Build, Compiler, Options};
use crate::kit::Kit;
use crate::source::{SourceError, Sources};
use sandbox::{
    Author, Cache, CompileError, Compiled, Ending, Input, Program, Recipe, Sandbox, Snapshot, SnapshotError,
    Tool, ToolKind,
};
use std::ffi::OsString;
use std::path::Path;
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
    #[error("{0} has no classic C++ interface; those that have are {all}", all = Kit::games())]
    NoKit(String),
    /// There is nothing to compile.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Nothing to compile it with.
    #[error("no C++ compiler was found: {}", ToolKind::Cxx.remedy())]
    NoCompiler,
    /// It does not compile, or the compiler could not be run.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// It does not compile, and uses what only other contests' interfaces had.
    #[error(
        "this is a program for another year's contest: it uses {words}, which the interface of {game} does not have. Programs for {game} can play here. The compiler says:\n{error}"
    )]
    AnotherYear {
        /// The game.
        game: &'static str,
        /// What it uses.
        words: String,
        /// What the compiler says.
        error: CompileError,
    },
    /// An option of another game.
    #[error("`{option}` in [classic] does not exist in {game}")]
    Option {
        /// The option.
        option: &'static str,
        /// The game.
        game: &'static str,
    },
    /// The files could not be laid out.
    #[error("the sources cannot be laid out for the compiler: {0}")]
    Files(SnapshotError),
}

/// Compiles a player for matches of a game under a rule profile: a source file, or a folder of
/// sources.
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
    if let Some(option) = options.out_of_place(kit) {
        return Err(PrepareError::Option { option, game: kit.game });
    }
    let sources = Sources::read(kit, path)?;
    let words = sources.of_other_years(kit);
    let tool = Tool::find(ToolKind::Cxx).ok_or(PrepareError::NoCompiler)?;
    let build = Build::new(kit, rules, Compiler::of_version(&tool.version), sources, options);
    let files = build.files.iter().map(|(name, contents)| (name.as_str(), contents.as_slice()));
    let laid_out = Snapshot::of_contents(files).map_err(PrepareError::Files)?;
    let compiled = Workshop { tool: &tool, sources: &laid_out, sandbox, cache }.compile(&build);
    let compiled = compiled.map_err(|error| match error {
        CompileError::Faulty { .. } if !words.is_empty() => {
            PrepareError::AnotherYear { game: kit.game, words: words.join(", "), error }
        }
        other => other.into(),
    })?;
    let player = compiled.entry.folder.join(Build::PROGRAM).into_os_string();
    let argv = [player].into_iter().chain(build.arguments.iter().map(Into::into));
    Ok(Prepared { program: Program::new(&compiled.entry.folder, argv), compiled, notes: build.notes })
}

/// What the compiler calls of one build have in common.
struct Workshop<'a> {
    tool: &'a Tool,
    sources: &'a Snapshot,
    sandbox: &'a Sandbox,
    cache: &'a Cache,
}

impl Workshop<'_> {
    /// Tries the compiler calls of a build one after the other, until one works.
    ///
    /// Only sources that the compiler does not understand are tried with another call: what cannot
    /// be linked, or takes too long, will not get better by it.
    fn compile(&self, build: &Build) -> Result<Compiled, CompileError> {
        let mut attempts = build.attempts.iter();
        let Some(first) = attempts.next() else {
            return Err(CompileError::Missing(Build::PROGRAM.to_owned()));
        };
        let fault = match self.make(first) {
            Err(fault @ CompileError::Faulty { ending: Ending::Exited(_), .. }) => fault,
            other => return other,
        };
        if self.understands(first)? {
            return Err(fault);
        }
        for attempt in attempts {
            if self.understands(attempt)? {
                return self.make(attempt);
            }
        }
        Err(fault)
    }

    fn make(&self, attempt: &Attempt) -> Result<Compiled, CompileError> {
        self.sandbox.compile(&self.recipe(attempt.arguments(self.sources.folder())), self.cache)
    }

    /// Whether the compiler takes the player's own sources.
    fn understands(&self, attempt: &Attempt) -> Result<bool, CompileError> {
        let recipe = self.recipe(attempt.arguments_to_look(self.sources.folder()));
        let argv = [self.tool.path.clone().into_os_string()].into_iter().chain(recipe.arguments);
        let mut program = Program::new(self.sources.folder(), argv);
        program.author = Author::Tool;
        program.readable.clone_from(&self.tool.readable);
        let looked = self.sandbox.run(&program, &recipe.limits, Input::Empty, &recipe.bounds)?;
        Ok(looked.ending == Ending::Exited(0))
    }

    fn recipe(&self, arguments: Vec<OsString>) -> Recipe {
        Recipe::new(self.tool.clone(), &self.sources.sources(), arguments, Build::PROGRAM)
    }
}
