//! `bot.toml`: how a bot in a folder is built and run.

use crate::entrant::{BotKind, Entrant, EntrantError, Runnable, Workshop, classic};
use crate::parameters::{self, Parameter, Parameters};
use crate::taking;
use sandbox::{
    CompileError, Compiled, Ending, Limits, Processes, Program, Recipe, Snapshot, SnapshotError,
    SourceFolder, StrangersFolder, Tool, ToolKind,
};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// What a `bot.toml` says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// What the bot is called; the folder's name if nothing is said.
    pub name: Option<String>,
    /// What it is written in, for people.
    pub language: Option<String>,
    /// How it is built, if it is: a command for the shell, run in a copy of the folder.
    pub build: Option<String>,
    /// The files that building makes; by default the program that is run.
    #[serde(default)]
    pub products: Vec<String>,
    /// How it is run, from its folder.
    pub run: Option<CommandWords>,
    /// That its sources are written against the old contest's interface, and with which options
    /// they are compiled.
    pub classic: Option<sdk::Options>,
    /// What in the folder is no part of the bot, as a shell would name it: a change to it is no
    /// other bot, and nothing to build.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// Whether it cannot do without processes of its own.
    #[serde(default)]
    pub needs_processes: bool,
    /// What it finds in its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// What it may use.
    #[serde(default)]
    pub limits: LimitOverrides,
    /// Numbers that it gets with its first message, and that can be tuned.
    #[serde(default)]
    pub parameters: BTreeMap<String, Parameter>,
}

/// A command: one text, split at blanks, or a list of words.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged, expecting = "a command is one text, or a list of words")]
pub enum CommandWords {
    /// To be split at blanks.
    Text(String),
    /// As it is.
    List(Vec<String>),
}

/// Limits that differ from the usual ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitOverrides {
    /// Memory in MiB.
    pub memory_mb: Option<u32>,
    /// Processes and threads.
    pub processes: Option<u32>,
    /// Space for files of its own, in MiB.
    pub scratch_mb: Option<u32>,
}

impl CommandWords {
    /// The words.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
            Self::List(words) => words.clone(),
        }
    }
}

impl LimitOverrides {
    /// How many times the usual a bot may ask for: it shares the machine with the others, and with
    /// the other games.
    const MOST_TIMES: u64 = 4;

    const MIB: u64 = 1 << 20;

    /// Whether a bot may ask for this: more than nothing, and no more than an organiser can grant
    /// to all.
    fn check(self) -> Result<(), String> {
        let usual = Limits::default();
        let asked = [
            ("memory_mb", self.memory_mb, usual.memory / Self::MIB),
            ("processes", self.processes, usual.processes.into()),
            ("scratch_mb", self.scratch_mb, usual.scratch_bytes / Self::MIB),
        ];
        for (key, value, usual) in asked {
            let most = Self::MOST_TIMES * usual;
            if let Some(value) = value.filter(|value| !(1..=most).contains(&u64::from(*value))) {
                return Err(format!(
                    "`{key} = {value}` in [limits]: it may be from 1 to {most}, and is {usual} if left out"
                ));
            }
        }
        Ok(())
    }

    fn apply(self, to: &mut Limits) {
        to.memory = self.memory_mb.map_or(to.memory, |mb| u64::from(mb) * Self::MIB);
        to.processes = self.processes.unwrap_or(to.processes);
        to.scratch_bytes = self.scratch_mb.map_or(to.scratch_bytes, |mb| u64::from(mb) * Self::MIB);
        to.file_size = to.file_size.max(to.scratch_bytes);
    }
}

impl Manifest {
    /// The file's name.
    pub const FILE: &str = "bot.toml";

    /// More than anybody has to say in it.
    const MOST_BYTES: u64 = 64 << 10;

    /// Reads the `bot.toml` of a folder, which is called `shown` in messages.
    ///
    /// # Errors
    /// One message that names the file, the line and what is wrong.
    fn read(folder: &Path, shown: &Path) -> Result<Self, String> {
        let path = shown.join(Self::FILE);
        let read =
            StrangersFolder::open(folder).and_then(|it| it.read(Path::new(Self::FILE), Self::MOST_BYTES));
        let bytes = read.map_err(|error| match error {
            SnapshotError::Link(_) => SnapshotError::Link(path.clone()).to_string(),
            SnapshotError::Special(_) => format!("{} is not a file", path.display()),
            SnapshotError::Files { error, .. } => format!(
                "{}: {error}; a folder that is a bot has a {} with `run = \"COMMAND\"`, or with `[classic]` if its sources were written for an old contest's interface (a folder with such an ai.cpp needs none)",
                path.display(),
                Self::FILE
            ),
            other => other.to_string(),
        })?;
        let text =
            String::from_utf8(bytes).map_err(|_| format!("{}: this is no UTF-8 text", path.display()))?;
        Self::parse(&text).map_err(|wrong| format!("{}: {wrong}", path.display()))
    }

    /// Reads the text of a `bot.toml`.
    ///
    /// # Errors
    /// One message that names the line and what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let manifest: Self = toml::from_str(text).map_err(|wrong| wrong.to_string())?;
        manifest.limits.check()?;
        parameters::check(&manifest.parameters)?;
        if manifest.name.as_ref().is_some_and(|name| name.trim().is_empty()) {
            return Err("`name` is empty; leave it out to use the folder's".to_owned());
        }
        let words = manifest.run.as_ref().map(CommandWords::words);
        match (&manifest.classic, words) {
            (Some(_), None) => Ok(manifest),
            (Some(_), Some(_)) => Err("a bot has either `run` or `[classic]`, not both".to_owned()),
            (None, Some(words)) if !words.is_empty() => Ok(manifest),
            (None, _) => Err("nothing says how it is run; write for example run = \"./mybot\", or [classic] for sources written for an old contest's interface".to_owned()),
        }
    }

    /// The bot in a folder, with this name unless it has one of its own. From here on only a copy
    /// of the folder is looked at.
    pub(crate) fn entrant(
        folder: &Path,
        name: &str,
        workshop: Workshop<'_>,
    ) -> Result<Entrant, EntrantError> {
        // What is needed of the folder depends on how the bot is run; what counts is said by the
        // copy.
        let first = Self::read(folder, folder)?;
        first.check_environment(folder).map_err(EntrantError::NotReady)?;
        let copy = taking::folder(folder, &first.needed(), &first.ignore, workshop.without)?;
        let manifest = Self::read(copy.folder(), folder)?;
        let mut runnable = match &manifest.classic {
            Some(options) => classic(copy.folder(), options, workshop)
                .map_err(|error| error.map(|text| text.replace(&shown(copy.folder()), &shown(folder))))?,
            None => manifest.runnable(copy, folder, workshop)?,
        };
        let env = manifest.env.iter().map(|(name, value)| (name.into(), value.into()));
        runnable.program.env.extend(env);
        if manifest.needs_processes {
            runnable.program.processes = Processes::Needed;
        }
        manifest.limits.apply(&mut runnable.limits);
        runnable.parameters = Parameters::new(manifest.parameters);
        let what = BotKind::Program(Box::new(runnable.with_bound(workshop.bound)));
        Ok(Entrant::new(manifest.name.as_deref().map_or(name, str::trim), what))
    }

    /// Whether the command names the interpreter of a virtual environment in the folder, which
    /// holds links to what is elsewhere.
    fn check_environment(&self, folder: &Path) -> Result<(), String> {
        let words = self.run.as_ref().map(CommandWords::words).unwrap_or_default();
        let Some((inside, _)) = words.first().and_then(|word| bare(word).split_once("/bin/")) else {
            return Ok(());
        };
        match folder.join(inside).join("pyvenv.cfg").is_file() {
            true => Err(format!(
                "{}: `run` names the Python of {inside}, a virtual environment, which is no part of the bot: write run = \"python3 ...\", and add --bind {} to the command line",
                folder.join(Self::FILE).display(),
                folder.join(inside).display()
            )),
            false => Ok(()),
        }
    }

    /// The files that the command names: they are needed even where a folder says that it can be
    /// made again.
    fn needed(&self) -> Vec<PathBuf> {
        match (&self.build, &self.run) {
            (None, Some(run)) => run.words().iter().map(|word| PathBuf::from(bare(word))).collect(),
            _ => Vec::new(),
        }
    }

    fn runnable(
        &self,
        copy: Snapshot,
        folder: &Path,
        workshop: Workshop<'_>,
    ) -> Result<Runnable, EntrantError> {
        let words = self.run.as_ref().map(CommandWords::words).unwrap_or_default();
        let mut argv: Vec<OsString> = words.iter().map(Into::into).collect();
        let mut readable = Vec::new();
        let in_file = |wrong| format!("{}: {wrong}", folder.join(Self::FILE).display());
        let tool = words.first().map_or(Ok(None), |word| tool_called(word, workshop));
        if let Some(tool) = tool.map_err(|missing| EntrantError::NotReady(in_file(missing)))? {
            argv[0] = tool.path.into();
            readable.extend(tool.readable);
        }
        let mut compiled = None;
        if let Some(command) = &self.build {
            let products = self.products(&words).map_err(in_file)?;
            let built = build(command, &products, (&copy.sources(), folder), workshop)?;
            for word in &mut argv {
                // What was built is not in the folder, which nobody writes to.
                if let Some(product) =
                    products.iter().find(|product| word.to_str().map(bare) == Some(product))
                {
                    *word = built.entry.folder.join(product).into();
                }
            }
            readable.push(built.entry.folder.clone());
            compiled = Some(built);
        }
        let program = Program { readable, ..Program::new(copy.folder(), argv) };
        let runnable = Runnable::copied(program, copy)?;
        Ok(runnable.with_compiled(compiled))
    }

    /// The files that building makes.
    fn products(&self, run: &[String]) -> Result<Vec<String>, String> {
        let own = run.first().filter(|word| word.starts_with("./")).map(|word| bare(word).to_owned());
        let products = match (self.products.is_empty(), own) {
            (false, _) => self.products.clone(),
            (true, Some(own)) => vec![own],
            (true, None) => return Err("`build` needs `products`, the files that it makes".to_owned()),
        };
        match products.iter().find(|product| product.contains('/')) {
            Some(inside) => Err(format!(
                "`build` makes {inside} in a folder of its own: have it end with `&& cp {inside} .`, and name the copy in `run`"
            )),
            None => Ok(products),
        }
    }
}

fn bare(word: &str) -> &str {
    word.strip_prefix("./").unwrap_or(word)
}

/// The tool that goes by this name, wherever it is; none for a word that means no tool.
fn tool_called(word: &str, workshop: Workshop<'_>) -> Result<Option<Tool>, String> {
    let Some(kind) = ToolKind::behind(word) else { return Ok(None) };
    let tool =
        workshop.tool(kind).ok_or_else(|| format!("{word} is not on this machine: {}", kind.remedy()))?;
    Ok(Some(tool))
}

/// Runs a build command in a copy of the folder, unless the same has been built before.
fn build(
    command: &str,
    products: &[String],
    (sources, folder): (&SourceFolder, &Path),
    workshop: Workshop<'_>,
) -> Result<Compiled, EntrantError> {
    let tools: Vec<Tool> = ToolKind::ALL.into_iter().filter_map(Tool::find).collect();
    let recipe = recipe(command, products, sources, &tools)
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let built = workshop.sandbox.compile(&recipe, &Workshop::cache()?);
    built.map_err(|error| match advice(command, &error, &tools) {
        Some(advice) => EntrantError::NotReady(format!("{}: {error}{advice}", folder.display())),
        None => EntrantError::of_compiler(folder, &error),
    })
}

/// How a build command is run: by the shell, with all compilers of this machine within reach.
fn recipe(command: &str, products: &[String], sources: &SourceFolder, tools: &[Tool]) -> io::Result<Recipe> {
    // The versions of all compilers count: nobody knows which of them the command will call.
    let shell = Tool {
        kind: ToolKind::C,
        path: PathBuf::from("/bin/sh"),
        version: tools.iter().map(|tool| tool.version.as_str()).collect::<Vec<_>>().join("; "),
        readable: tools.iter().flat_map(|tool| tool.readable.clone()).collect(),
    };
    let entries = std::fs::read_dir(&**sources)?.map(|entry| Ok(entry?.path()));
    let mut entries = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    let script = format!("cp -R -- \"$@\" . && {command}");
    let arguments = ["-c".into(), script.into(), "sh".into()];
    let arguments = arguments.into_iter().chain(entries.into_iter().map(PathBuf::into_os_string)).collect();
    let mut recipe = Recipe::new(shell, sources, arguments, "");
    recipe.env = vec![("PATH".into(), Tool::search_path(tools))];
    recipe.products = products.to_vec();
    Ok(recipe)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// What to do if the shell did not find a tool that the command calls.
fn advice(command: &str, error: &CompileError, tools: &[Tool]) -> Option<String> {
    const NOT_FOUND: i32 = 127;
    if !matches!(error, CompileError::Faulty { ending: Ending::Exited(NOT_FOUND), .. }) {
        return None;
    }
    let called = command.split([' ', '\t', '\n', ';', '&', '|', '(', ')']);
    let (word, kind) = called.filter_map(|word| Some((word, ToolKind::behind(word)?))).next()?;
    Some(match tools.iter().find(|tool| tool.kind == kind) {
        None => format!("`{word}` is not on this machine: {}", kind.remedy()),
        Some(tool) => format!(
            "{kind} is in {}, where a user without rights, who builds bots, finds no `{word}`: {}",
            tool.path.display(),
            kind.remedy()
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_says_how_a_bot_is_built_and_run() {
        let text = "name = 'x'\nbuild = 'make -j2'\nrun = ['./x', 'two words']\n[limits]\nmemory_mb = 64\n";
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.build.as_deref(), Some("make -j2"));
        assert_eq!(manifest.run.as_ref().unwrap().words(), ["./x", "two words"]);
        assert_eq!(manifest.products(&["./x".to_owned()]).unwrap(), ["x"]);
        let mut limits = Limits::default();
        manifest.limits.apply(&mut limits);
        assert_eq!(limits.memory, 64 << 20);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let wrong = Manifest::parse("run = './x'\nbild = 'make'\n").unwrap_err();
        assert!(wrong.contains("line 2") && wrong.contains("bild"), "{wrong}");
        assert!(Manifest::parse("").unwrap_err().contains("run"));
        let wrong = Manifest::parse("run = 3").unwrap_err();
        assert!(wrong.contains("line 1") && wrong.contains("a list of words"), "{wrong}");
        assert!(Manifest::parse("run = ''").unwrap_err().contains("how it is run"));
        assert!(Manifest::parse("run = './x'\n[classic]").unwrap_err().contains("not both"));
        assert!(Manifest::parse("[classic]").is_ok());
    }

    #[test]
    fn a_bot_asks_for_something_and_not_for_everything() {
        let usual = Limits::default();
        let most = [("memory_mb", 4 * (usual.memory >> 20)), ("processes", 4 * u64::from(usual.processes))];
        for (key, most) in most.into_iter().chain([("scratch_mb", 4 * (usual.scratch_bytes >> 20))]) {
            let parse = |value: u64| Manifest::parse(&format!("run = './x'\n[limits]\n{key} = {value}"));
            assert!(parse(1).is_ok() && parse(most).is_ok(), "{key}");
            for value in [0, most + 1, u64::from(u32::MAX)] {
                let wrong = parse(value).unwrap_err();
                assert!(wrong.contains(&format!("{key} = {value}")), "{wrong}");
                assert!(wrong.contains(&format!("from 1 to {most}")), "{wrong}");
            }
        }
    }

    #[test]
    fn a_name_is_one() {
        assert!(Manifest::parse("name = ' '\nrun = './x'").unwrap_err().contains("`name` is empty"));
    }

    #[test]
    fn what_is_built_lies_in_the_folder_itself() {
        let manifest = Manifest::parse("build = 'cargo build'\nrun = './target/debug/x'").unwrap();
        let wrong = manifest.products(&["./target/debug/x".to_owned()]).unwrap_err();
        assert!(wrong.contains("cp target/debug/x ."), "{wrong}");
    }

    #[test]
    fn a_missing_tool_is_named_with_its_remedy() {
        let messages = "sh: 1: cargo: not found\n".to_owned();
        let error = CompileError::Faulty { ending: Ending::Exited(127), messages };
        let advice = advice("cd x && cargo build", &error, &[]).unwrap();
        assert!(advice.contains("`cargo` is not on this machine: install Rust with rustup"), "{advice}");
    }
}
