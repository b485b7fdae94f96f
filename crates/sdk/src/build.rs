//! From a player's sources to a program: the files to lay out and the compiler calls to try.

use crate::kit::Kit;
use crate::source::Sources;
use serde::Deserialize;
use std::ffi::OsString;
use std::path::Path;

/// What a player's author may choose, in `bot.toml` for example.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// The C++ standard, as the compiler names it (`c++11`); else several are tried.
    pub standard: Option<String>,
    /// In fc18: this player's Up is y - 1, as it was until March 2021.
    pub legacy_directions: bool,
}

/// A family of compilers, which share their options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    /// GNU.
    Gcc,
    /// LLVM.
    Clang,
}

impl Compiler {
    /// The family, from what a compiler says about its version.
    #[must_use]
    pub fn of_version(version: &str) -> Self {
        if version.contains("clang") { Self::Clang } else { Self::Gcc }
    }
}

/// Everything that is needed to make a program of a player's sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// Path and contents of every file to lay out in an empty folder.
    pub files: Vec<(String, Vec<u8>)>,
    /// Compiler calls, each of which makes the program [`Build::PROGRAM`] in the folder where the compiler is run. The first that works
    /// counts; if none does, the messages of the first are the ones to show.
    pub attempts: Vec<Attempt>,
    /// What the program is to be called with.
    pub arguments: Vec<String>,
    /// What the author should know, one sentence each.
    pub notes: Vec<String>,
}

/// One compiler call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt(Vec<Argument>);

/// An argument of a compiler call.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Argument {
    /// As it is.
    Plain(String),
    /// A file or folder, by its path in the build folder.
    Path(String),
    /// As it is, and only where a program is made.
    ToMake(String),
    /// A file that is only needed where a program is made.
    PathToMake(String),
}

impl Attempt {
    /// The arguments that make the program, without the compiler itself, for files that are laid out in this folder.
    #[must_use]
    pub fn arguments(&self, folder: &Path) -> Vec<OsString> {
        let render = |argument: &Argument| match argument {
            Argument::Plain(text) | Argument::ToMake(text) => text.into(),
            Argument::Path(name) | Argument::PathToMake(name) => folder.join(name).into_os_string(),
        };
        self.0.iter().map(render).collect()
    }

    /// The arguments with which the compiler only looks whether it understands the player's own sources, which is much quicker.
    #[must_use]
    pub fn arguments_to_look(&self, folder: &Path) -> Vec<OsString> {
        let only_to_make =
            |argument: &&Argument| matches!(argument, Argument::ToMake(_) | Argument::PathToMake(_));
        let looked_at = Self(self.0.iter().filter(|argument| !only_to_make(argument)).cloned().collect());
        [OsString::from("-fsyntax-only")].into_iter().chain(looked_at.arguments(folder)).collect()
    }
}

/// Where the kit is laid out: a name that no player has.
const KIT_FOLDER: &str = "sandtable-sdk";

/// Options of all calls. Old programs count on numbers that wrap around and on memory seen as another type.
const USUAL: [&str; 4] = ["-O2", "-fwrapv", "-fno-strict-aliasing", "-pthread"];

impl Build {
    /// The program that an attempt makes.
    pub const PROGRAM: &'static str = "player";

    /// How to build a player for a match under these rules.
    #[must_use]
    pub fn new(kit: &Kit, rules: &str, compiler: Compiler, sources: Sources, options: &Options) -> Self {
        let mut calls = Vec::new();
        let chosen: Vec<&str> =
            options.standard.as_deref().map_or(kit.standards.to_vec(), |standard| vec![standard]);
        for leftovers in
            [None, kit.without_leftovers].into_iter().take(1 + usize::from(kit.without_leftovers.is_some()))
        {
            let call = Call { kit, compiler, sources: &sources, macros: [kit.table_macro(rules), leftovers] };
            calls.extend(chosen.iter().map(|standard| call.attempt(standard)));
        }
        let note =
            |name: &String| format!("{name} was left out: the contest's own file of this name is used");
        let notes = sources.replaced.iter().map(note).collect();
        let own =
            kit.files.iter().map(|(path, text)| (format!("{KIT_FOLDER}/{path}"), text.as_bytes().to_vec()));
        let legacy = kit.legacy_directions.filter(|_| options.legacy_directions);
        Self {
            files: sources.files.into_iter().chain(own).collect(),
            attempts: calls,
            arguments: legacy.map(str::to_owned).into_iter().collect(),
            notes,
        }
    }
}

struct Call<'a> {
    kit: &'a Kit,
    compiler: Compiler,
    sources: &'a Sources,
    macros: [Option<&'a str>; 2],
}

impl Call<'_> {
    fn attempt(&self, standard: &str) -> Attempt {
        let mut options = vec![format!("-std={standard}")];
        options.extend(USUAL.map(str::to_owned));
        if self.restores_gbk(standard) {
            // It holds every character, so that no text fails to be converted.
            options.push("-fexec-charset=GB18030".into());
        }
        options.extend(self.macros.iter().flatten().map(|name| format!("-D{name}")));
        let mut arguments: Vec<Argument> = options.into_iter().map(Argument::Plain).collect();
        for headers in [format!("{KIT_FOLDER}/{}", self.kit.headers), String::new()] {
            // An argument of its own, so that the compile cache sees through to the path.
            arguments.extend([Argument::Plain("-I".into()), Argument::Path(headers)]);
        }
        arguments.extend(self.sources.units.iter().cloned().map(Argument::Path));
        arguments.extend(["-o", Build::PROGRAM].map(|option| Argument::ToMake(option.into())));
        arguments.push(Argument::PathToMake(format!("{KIT_FOLDER}/{}", self.kit.driver)));
        Attempt(arguments)
    }

    /// Whether texts are to come out in GBK again. From C++20 on the standard library does not compile with this option, and clang
    /// does not know it.
    fn restores_gbk(&self, standard: &str) -> bool {
        let old = ["98", "03", "11", "14", "17"].iter().any(|year| standard.ends_with(year));
        self.kit.keeps_gbk_texts && self.sources.has_gbk && self.compiler == Compiler::Gcc && old
    }
}
