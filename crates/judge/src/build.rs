//! From sources to a program that can be run.

use crate::compiler_output::errors_first;
use crate::language::{Language, say};
use crate::precompiled;
use crate::sources::{Sources, Unavailable};
use crate::submission::StageSource;
use crate::text;
use game::console::Stage;
use sandbox::{
    Cache, CompileError, Compiled, Entry, Key, KeyMaker, Program, Recipe, Sandbox, SourceFolder, Tool,
    ToolKind,
};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use thiserror::Error;

/// How programs are built and run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Recipes {
    /// The command that builds, if sources are not just C++ files. `{stage}` stands for the number
    /// of the stage.
    pub build: Option<String>,
    /// The command that runs, if it is not the program that was built. `{stage}` stands for the
    /// number of the stage.
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
    /// What the compiler said although it was content.
    pub messages: String,
    /// What decides how it behaves.
    pub(crate) identity: Key,
    /// How to compile it with sanitisers, if it was compiled here.
    sanitized: Option<Sanitized>,
    /// What must not be removed while it is in use.
    _kept: Kept,
}

/// The same program with sanitisers, made when it is wanted first.
#[derive(Debug)]
struct Sanitized {
    recipe: Recipe,
    made: OnceLock<Option<(Program, Entry)>>,
}

#[derive(Debug)]
enum Kept {
    Nothing,
    Compiled(#[allow(dead_code, reason = "its lock is what is needed")] Entry),
}

/// Why a program was not built, for its author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuildReport {
    /// What is wrong, the first errors before everything else.
    pub summary: String,
    /// All that compiler and linker said.
    pub output: String,
}

impl BuildReport {
    /// There is nothing for this stage.
    pub(crate) fn missing(stage: Stage, language: Language) -> Self {
        let number = stage as u8;
        let summary = say!(language, "there is no folder {0}_task{0}", "没有文件夹 {0}_task{0}", number);
        Self { summary, output: String::new() }
    }
}

/// Why there is no program to run.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is nothing to build.
    #[error("there are no .cpp files in it; other languages need --build and --run")]
    NoSources,
    /// It includes what is not here.
    #[error("{} includes {}, which needs {}: the judge has no {}, so only the console program can be graded", .0.file, .0.include, .0.what, .0.what)]
    Unavailable(Unavailable),
    /// There is no compiler.
    #[error("there is no C++ compiler on this machine; install g++ (`sandtable doctor` says what was found)")]
    NoCompiler,
    /// The compiler or the command failed.
    #[error("{}", compile_error(.0))]
    Compile(#[from] CompileError),
    /// The build command left nothing to run, or several programs.
    #[error("the build ended well, but there is no `program` to run{found}; name it with --run ./NAME")]
    NoProgram {
        /// What was found instead.
        found: String,
    },
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

impl BuildError {
    /// What the author of the program is told.
    #[must_use]
    pub fn report(&self, language: Language) -> BuildReport {
        let output = match self {
            Self::Compile(CompileError::Faulty { messages, .. }) => messages.clone(),
            _ => String::new(),
        };
        let summary = match self {
            Self::NoSources => language
                .pick(self.to_string(), "里面没有 .cpp 文件；其他语言需要 --build 和 --run".to_string()),
            Self::NoProgram { found } if language == Language::Zh => {
                format!("构建成功，但没有可运行的 `program`{found}；请用 --run ./NAME 指定")
            }
            Self::Unavailable(Unavailable { file, include, what }) if language == Language::Zh => {
                format!("{file} 包含了 {include}，需要 {what}：评测机没有 {what}，只能评测控制台程序")
            }
            Self::Compile(CompileError::Faulty { ending, messages }) if language == Language::Zh => {
                format!("编译失败（{ending}）：\n{}", errors_first(messages))
            }
            _ => self.to_string(),
        };
        BuildReport { summary, output }
    }
}

/// What the compiler says, its errors before its warnings.
fn compile_error(error: &CompileError) -> String {
    match error {
        CompileError::Faulty { ending, messages } => {
            format!("it does not compile ({ending}):\n{}", errors_first(messages))
        }
        other => other.to_string(),
    }
}

/// The course's flags.
const FLAGS: &[&str] = &["-std=c++11", "-Wall", "-Wextra", "-Wno-return-type", "-pedantic"];

/// What finds mistakes of memory and arithmetic while the program runs. With optimisation such a
/// build takes more than twice as long, and of what debuggers want to know only lines are needed.
const SANITIZERS: &[&str] = &[
    "-w",
    "-g1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fno-omit-frame-pointer",
    "-D_GLIBCXX_ASSERTIONS",
];

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
        part: &StageSource,
        stage: Stage,
    ) -> Result<Built, BuildError> {
        match (part, &self.build, &self.run) {
            (StageSource::Program(program, _), _, None) => {
                let folder = program.parent().unwrap_or(Path::new("/"));
                Built::new(Program::new(folder, [program]), &[program], Kept::Nothing)
            }
            (_, None, None) => self.compile(sandbox, cache, part.folder()),
            (_, None, Some(run)) => {
                let program = command(&for_stage(run, stage), part.folder());
                Built::new(program, &[part.folder()], Kept::Nothing)
            }
            (_, Some(build), run) => {
                let built = self.run_build(sandbox, cache, part.folder(), &for_stage(build, stage))?;
                let folder = built.folder.join(WORK);
                let run = match run {
                    Some(run) => run.clone(),
                    None => what_was_built(part.folder(), &folder)?,
                };
                let program = command(&for_stage(&run, stage), &folder);
                Built::new(program, &[&folder], Kept::Compiled(built))
            }
        }
    }

    /// Compiles all C++ files of a folder and links them, as the course does.
    fn compile(&self, sandbox: &Sandbox, cache: &Cache, folder: &SourceFolder) -> Result<Built, BuildError> {
        let sources = Sources::find(folder)?;
        if sources.files.is_empty() {
            return Err(BuildError::NoSources);
        }
        if let Some(missing) = sources.unavailable.clone() {
            return Err(BuildError::Unavailable(missing));
        }
        let libraries = self.libraries()?;
        let recipe = self.recipe(folder, &sources, &libraries, &[])?;
        let compiled = match quickly(sandbox, cache, &recipe, &sources) {
            Some(compiled) => compiled,
            None => sandbox.compile(&recipe, cache),
        }?;
        let path = compiled.entry.folder.join(PRODUCT);
        let mut program = Program::new(&compiled.entry.folder, [&path]);
        // Libraries that are shared are needed again when the program runs.
        program.readable = libraries.clone();
        let sanitized = self.recipe(folder, &sources, &libraries, SANITIZERS)?;
        let messages = compiled.messages;
        let built = Built::new(program, &[&path], Kept::Compiled(compiled.entry))?;
        let sanitized = Some(Sanitized { recipe: sanitized, made: OnceLock::new() });
        Ok(Built { sanitized, messages, ..built })
    }

    /// How sources are compiled, with some flags more.
    fn recipe(
        &self,
        folder: &SourceFolder,
        sources: &Sources,
        libraries: &[PathBuf],
        flags: &[&str],
    ) -> Result<Recipe, BuildError> {
        let compiler = tool(ToolKind::Cxx).ok_or(BuildError::NoCompiler)?;
        let mut arguments: Vec<OsString> = FLAGS.iter().chain(flags).map(OsString::from).collect();
        for include in &self.include {
            arguments.push("-I".into());
            arguments.push(absolute("include", include)?.into());
        }
        if let Some(library) = &sources.library {
            arguments.extend(["-isystem".into(), library.into()]);
        }
        arguments.extend(sources.main.map(|name| format!("-D{name}=main").into()));
        arguments.extend(sources.files.iter().map(OsString::from));
        // The order among libraries should not matter to a student.
        arguments.push("-Wl,--start-group".into());
        arguments.extend(libraries.iter().map(OsString::from));
        arguments.extend(["-Wl,--end-group".into(), "-o".into(), PRODUCT.into()]);
        let mut recipe = Recipe::new(compiler, folder, arguments, PRODUCT);
        recipe.others = self.folders(libraries)?;
        Ok(recipe)
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
        // What was written on Windows is to be found here, whoever builds it.
        let sources = Sources::find(folder)?;
        let library = sources.library.as_ref().and_then(|library| library.strip_prefix(&**folder).ok());
        let headers = library.map_or(String::new(), |library| {
            format!("export CPLUS_INCLUDE_PATH=\"$PWD/{}\" && ", library.display())
        });
        let script = format!("mkdir {WORK} && cp -R \"$0\"/. {WORK} && cd {WORK} && {headers}{build}");
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

/// Compiles with headers that were read before; nothing if there are none, or if what the compiler
/// says could be another thing because of them.
fn quickly(
    sandbox: &Sandbox,
    cache: &Cache,
    recipe: &Recipe,
    sources: &Sources,
) -> Option<Result<Compiled, CompileError>> {
    let folders = precompiled::folders(sandbox, cache, &recipe.compiler, FLAGS, &sources.files);
    if folders.is_empty() {
        return None;
    }
    let mut recipe = recipe.clone();
    let searched = folders.iter().flat_map(|folder| ["-isystem".into(), folder.into()]);
    recipe.arguments = searched.chain(recipe.arguments).collect();
    recipe.prepared = folders;
    let compiled = sandbox.compile(&recipe, cache);
    let said = match &compiled {
        Ok(compiled) => &compiled.messages,
        Err(CompileError::Faulty { messages, .. }) => messages,
        Err(_) => return None,
    };
    (!said.contains(precompiled::WRAPPER)).then_some(compiled)
}

impl Built {
    fn new(program: Program, files: &[&Path], kept: Kept) -> Result<Self, BuildError> {
        let mut maker = KeyMaker::default();
        maker.add(b"program");
        let named = program.argv.iter().skip(1).map(|argument| argument.as_encoded_bytes());
        named.for_each(|argument| {
            maker.add(argument);
        });
        let others = program.readable.iter().filter(|path| path.is_file()).map(PathBuf::as_path);
        for path in files.iter().copied().chain(others) {
            add_contents(&mut maker, path, path)?;
        }
        Ok(Self { program, messages: String::new(), identity: maker.key(), sanitized: None, _kept: kept })
    }

    /// The program with sanitisers; none where it was not compiled here, or the compiler has none.
    pub(crate) fn sanitized(&self, sandbox: &Sandbox, cache: &Cache) -> Option<&Program> {
        let Sanitized { recipe, made } = self.sanitized.as_ref()?;
        let made = made.get_or_init(|| {
            let entry = sandbox.compile(recipe, cache).ok()?.entry;
            let mut program = Program::new(&entry.folder, [entry.folder.join(PRODUCT)]);
            program.readable = self.program.readable.clone();
            Some((program, entry))
        });
        made.as_ref().map(|(program, _)| program)
    }
}

/// The command that runs what a build left behind: `./program`, or the only program there is.
fn what_was_built(sources: &Path, folder: &Path) -> Result<String, BuildError> {
    if folder.join(PRODUCT).is_file() {
        return Ok(format!("./{PRODUCT}"));
    }
    let is_program = |path: &PathBuf| {
        let mode = fs::symlink_metadata(path).map_or(0, |its| if its.is_file() { its.mode() } else { 0 });
        mode & 0o111 != 0 && !sources.join(path.file_name().unwrap_or_default()).exists()
    };
    let mut found: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    found.retain(is_program);
    found.sort();
    let names: Vec<String> =
        found.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_string())).collect();
    match &names[..] {
        [name] if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) => {
            Ok(format!("./{name}"))
        }
        _ => Err(BuildError::NoProgram { found: in_brackets(&names) }),
    }
}

/// Names in brackets; nothing if there are none.
fn in_brackets(names: &[String]) -> String {
    const MOST: usize = 5;
    let more = if names.len() > MOST { ", …" } else { "" };
    let names: Vec<String> = names.iter().take(MOST).map(|name| text::plain(name.as_bytes())).collect();
    if names.is_empty() { String::new() } else { format!(" ({}{more})", names.join(", ")) }
}

/// Takes in the names and contents of a file, or of everything in a folder. Links are not followed:
/// a stranger made them, and they may lead anywhere.
fn add_contents(maker: &mut KeyMaker, root: &Path, path: &Path) -> io::Result<()> {
    if path != root && path.is_symlink() {
        let name = path.strip_prefix(root).unwrap_or(path);
        maker
            .add(name.as_os_str().as_encoded_bytes())
            .add(fs::read_link(path)?.as_os_str().as_encoded_bytes());
        return Ok(());
    }
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = fs::read_dir(path)?.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        return entries.iter().try_for_each(|entry| add_contents(maker, root, entry));
    }
    if path.is_file() {
        let name = path.strip_prefix(root).unwrap_or(path);
        maker.add(name.as_os_str().as_encoded_bytes()).add(&fs::read(path)?);
    }
    Ok(())
}

impl StageSource {
    fn folder(&self) -> &SourceFolder {
        match self {
            Self::Program(_, folder) | Self::Folder(folder) => folder,
        }
    }
}

/// A compiler of this machine, looked for once: asking it for its version takes a while.
pub(crate) fn tool(kind: ToolKind) -> Option<Tool> {
    static FOUND: [OnceLock<Option<Tool>>; 2] = [OnceLock::new(), OnceLock::new()];
    let place = usize::from(kind == ToolKind::Cxx);
    FOUND[place].get_or_init(|| Tool::find(kind)).clone()
}

fn absolute(option: &'static str, path: &Path) -> Result<PathBuf, BuildError> {
    fs::canonicalize(path).map_err(|error| BuildError::Library {
        option,
        path: path.display().to_string(),
        why: error.to_string(),
    })
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
