//! From sources to a program that can be run.

use crate::submission::{Part, is_source};
use game::console::Stage;
use sandbox::{Cache, CompileError, Entry, Program, Recipe, Sandbox, SourceFolder, Tool, ToolKind};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How programs are built and run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Recipes {
    /// The command that builds, if sources are not just C++ files. `{stage}` stands for the number of the stage.
    pub build: Option<String>,
    /// The command that runs, if it is not the program that was built. `{stage}` stands for the number of the stage.
    pub run: Option<String>,
    /// Folders with a teacher's headers.
    pub include: Vec<PathBuf>,
    /// A teacher's libraries, or folders with such.
    pub link: Vec<PathBuf>,
}

/// A program that can be run.
#[derive(Debug)]
pub struct Built {
    /// The program.
    pub program: Program,
    /// What must not be removed while it is in use.
    _kept: Kept,
}

#[derive(Debug)]
enum Kept {
    Nothing,
    Compiled(#[allow(dead_code, reason = "its lock is what is needed")] Entry),
}

/// Why there is no program to run.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is nothing to build.
    #[error("there are no .cpp files in it; other languages need --build and --run")]
    NoSources,
    /// There is no compiler.
    #[error("there is no C++ compiler on this machine; install g++ (`sandtable doctor` says what was found)")]
    NoCompiler,
    /// The compiler or the command failed.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A file could not be read or written.
    #[error("{0}")]
    Files(#[from] io::Error),
    /// A library is not where it should be.
    #[error("--{option} {path}: {why}")]
    Library {
        /// The option that names it.
        option: &'static str,
        /// The path.
        path: String,
        /// What is wrong.
        why: String,
    },
}

/// The course's flags.
const FLAGS: &[&str] = &["-std=c++11", "-Wall", "-Wextra", "-Wno-return-type", "-pedantic"];

/// What the compiler is told to make.
const PRODUCT: &str = "program";

/// The folder in which a build command works; what it leaves there is what is run.
const WORK: &str = "work";

impl Recipes {
    /// Makes the program for a stage.
    ///
    /// # Errors
    /// The compiler's messages, or why it could not be run.
    pub fn build(
        &self,
        sandbox: &Sandbox,
        cache: &Cache,
        part: &Part,
        stage: Stage,
    ) -> Result<Built, BuildError> {
        match (part, &self.build, &self.run) {
            (Part::Program(program, _), _, None) => {
                let folder = program.parent().unwrap_or(Path::new("/"));
                Ok(Built { program: Program::new(folder, [program]), _kept: Kept::Nothing })
            }
            (_, None, None) => self.compile(sandbox, cache, part.folder()),
            (_, None, Some(run)) => {
                Ok(Built { program: command(&for_stage(run, stage), part.folder()), _kept: Kept::Nothing })
            }
            (_, Some(build), run) => {
                let built = self.run_build(sandbox, cache, part.folder(), &for_stage(build, stage))?;
                let run = run.clone().unwrap_or_else(|| format!("./{PRODUCT}"));
                let program = command(&for_stage(&run, stage), &built.folder.join(WORK));
                Ok(Built { program, _kept: Kept::Compiled(built) })
            }
        }
    }

    /// Compiles all C++ files of a folder and links them, as the course does.
    fn compile(&self, sandbox: &Sandbox, cache: &Cache, folder: &SourceFolder) -> Result<Built, BuildError> {
        let sources = sources(folder)?;
        if sources.is_empty() {
            return Err(BuildError::NoSources);
        }
        let compiler = Tool::find(ToolKind::Cxx).ok_or(BuildError::NoCompiler)?;
        let libraries = self.libraries()?;
        let mut arguments: Vec<OsString> = FLAGS.iter().map(OsString::from).collect();
        for include in &self.include {
            arguments.push("-I".into());
            arguments.push(absolute("include", include)?.into());
        }
        arguments.extend(sources.into_iter().map(OsString::from));
        // The order among libraries should not matter to a student.
        arguments.push("-Wl,--start-group".into());
        arguments.extend(libraries.iter().map(OsString::from));
        arguments.extend(["-Wl,--end-group".into(), "-o".into(), PRODUCT.into()]);
        let mut recipe = Recipe::new(compiler, folder, arguments, PRODUCT);
        recipe.others = self.folders(&libraries)?;
        let compiled = sandbox.compile(&recipe, cache)?;
        let program = compiled.entry.folder.join(PRODUCT);
        let mut program = Program::new(&compiled.entry.folder, [program]);
        // Libraries that are shared are needed again when the program runs.
        program.readable = libraries;
        Ok(Built { program, _kept: Kept::Compiled(compiled.entry) })
    }

    /// Runs a build command on a copy of the folder, and keeps what it leaves behind.
    fn run_build(
        &self,
        sandbox: &Sandbox,
        cache: &Cache,
        folder: &SourceFolder,
        build: &str,
    ) -> Result<Entry, BuildError> {
        let shell = Tool {
            kind: ToolKind::C,
            path: "/bin/sh".into(),
            version: String::new(),
            readable: tool_of(build).map_or(Vec::new(), |tool| tool.readable),
        };
        let script = format!("mkdir {WORK} && cp -R \"$0\"/. {WORK} && cd {WORK} && {build}");
        let arguments = vec!["-c".into(), script.into(), folder.as_os_str().to_owned()];
        let mut recipe = Recipe::new(shell, folder, arguments, &format!("{WORK}/"));
        recipe.others = self.folders(&self.libraries()?)?;
        Ok(sandbox.compile(&recipe, cache)?.entry)
    }

    /// The files to link with: those named, and all libraries in folders named.
    fn libraries(&self) -> Result<Vec<PathBuf>, BuildError> {
        let mut libraries = Vec::new();
        for path in &self.link {
            let path = absolute("link", path)?;
            if !path.is_dir() {
                libraries.push(path);
                continue;
            }
            let mut files: Vec<PathBuf> = fs::read_dir(&path)?.flatten().map(|entry| entry.path()).collect();
            files.retain(|file| file.extension().is_some_and(|its| its == "a" || its == "o" || its == "so"));
            files.sort();
            if files.is_empty() {
                let why = "there is no library in this folder (.a, .so or .o)".to_string();
                return Err(BuildError::Library { option: "link", path: path.display().to_string(), why });
            }
            libraries.extend(files);
        }
        Ok(libraries)
    }

    /// The folders the compiler must be able to read beside the sources.
    fn folders(&self, libraries: &[PathBuf]) -> Result<Vec<PathBuf>, BuildError> {
        let mut folders: Vec<PathBuf> =
            libraries.iter().filter_map(|file| file.parent()).map(Path::to_path_buf).collect();
        for include in &self.include {
            folders.push(absolute("include", include)?);
        }
        folders.sort();
        folders.dedup();
        Ok(folders)
    }
}

impl Part {
    fn folder(&self) -> &SourceFolder {
        match self {
            Self::Program(_, folder) | Self::Folder(folder) => folder,
        }
    }
}

fn absolute(option: &'static str, path: &Path) -> Result<PathBuf, BuildError> {
    fs::canonicalize(path).map_err(|error| BuildError::Library {
        option,
        path: path.display().to_string(),
        why: error.to_string(),
    })
}

/// The C++ files of a folder, in the order of their names.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| is_source(file));
    files.sort();
    Ok(files)
}

fn for_stage(command: &str, stage: Stage) -> String {
    command.replace("{stage}", &(stage as u8).to_string())
}

/// A command that a shell runs in a folder, and then becomes.
fn command(run: &str, folder: &Path) -> Program {
    let mut program = Program::new(folder, ["/bin/sh", "-c", &format!("exec {run}")]);
    if let Some(tool) = tool_of(run) {
        program.readable = tool.readable;
    }
    let first = run.split_whitespace().next().map(Path::new);
    program.readable.extend(first.filter(|path| path.is_absolute() && path.is_file()).map(Path::to_path_buf));
    program
}

/// The compiler or interpreter that a command starts with, if it is one we know.
fn tool_of(command: &str) -> Option<Tool> {
    let first = command.split_whitespace().next()?;
    let kind = ToolKind::ALL.into_iter().find(|kind| kind.names().contains(&first))?;
    Tool::find(kind)
}
