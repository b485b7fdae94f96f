//! From a player's sources to a program: the files to lay out and the compiler calls to try.

use crate::contest::Why;
use crate::kit::Kit;
use crate::source::Sources;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

/// What a player's author may choose, in `bot.toml` for example.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// The C++ standard, as the compiler names it (`c++11`); else several are tried.
    pub standard: Option<String>,
    /// Where a kit has a word for it: this player's up is the contest's y - 1, as it was until
    /// March 2021.
    pub legacy_directions: bool,
    /// Where a kit has a word for it: what `pos` is of a base.
    pub base: BaseCell,
}

/// Which cell of a base its `pos` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BaseCell {
    /// The one in the middle, as the contest's server sent it.
    #[default]
    Centre,
    /// The upper-left one, as its manual said.
    Corner,
}

impl Options {
    /// What the driver is told.
    fn arguments(&self, kit: &Kit) -> Vec<String> {
        self.chosen(kit).into_iter().filter_map(|(_, argument)| argument).map(str::to_owned).collect()
    }

    /// An option that was chosen and that this game does not have.
    #[must_use]
    pub fn out_of_place(&self, kit: &Kit) -> Option<&'static str> {
        self.chosen(kit).into_iter().find(|(_, argument)| argument.is_none()).map(|(name, _)| name)
    }

    /// What differs from the usual, by name, and how the driver is told.
    fn chosen(&self, kit: &Kit) -> Vec<(&'static str, Option<&'static str>)> {
        let all = [
            (self.legacy_directions, "legacy-directions", kit.legacy_directions),
            (self.base == BaseCell::Corner, "base", kit.base_corner),
        ];
        all.into_iter().filter(|(chosen, ..)| *chosen).map(|(_, name, argument)| (name, argument)).collect()
    }
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
    /// Compiler calls, each of which makes the program [`Build::PROGRAM`] in the folder where the
    /// compiler is run. The first that works counts; if none does, the messages of the first are
    /// the ones to show.
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
    /// The arguments that make the program, without the compiler itself, for files that are laid
    /// out in this folder.
    #[must_use]
    pub fn arguments(&self, folder: &Path) -> Vec<OsString> {
        let render = |argument: &Argument| match argument {
            Argument::Plain(text) | Argument::ToMake(text) => text.into(),
            Argument::Path(name) | Argument::PathToMake(name) => folder.join(name).into_os_string(),
        };
        self.0.iter().map(render).collect()
    }

    /// The arguments with which the compiler only looks whether it understands the player's own
    /// sources, which is much quicker.
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

/// Options of all calls. Old programs count on numbers that wrap around and on memory seen as
/// another type.
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
            let mut macros: Vec<&str> = kit.table_macro(rules).into_iter().chain(leftovers).collect();
            macros.extend(sources.parts(kit));
            let call = Call { kit, compiler, sources: &sources, macros };
            calls.extend(chosen.iter().map(|standard| call.attempt(standard)));
        }
        let notes = notes(&sources);
        let tables = (!sources.tables.is_empty())
            .then(|| (format!("{KIT_FOLDER}/{}/own_tables.h", kit.headers), own_tables(&sources.tables)));
        let own =
            kit.files.iter().map(|(path, text)| (format!("{KIT_FOLDER}/{path}"), text.as_bytes().to_vec()));
        Self {
            files: sources.files.into_iter().chain(own).chain(tables).collect(),
            attempts: calls,
            arguments: options.arguments(kit),
            notes,
        }
    }
}

/// What was left out, one sentence for each reason.
fn notes(sources: &Sources) -> Vec<String> {
    let mut by_reason: BTreeMap<Why, Vec<&str>> = BTreeMap::new();
    for file in &sources.left_out {
        by_reason.entry(file.why).or_default().push(&file.name);
    }
    let sentence = |(why, names): (Why, Vec<&str>)| match names.as_slice() {
        [name] => format!("{name} was left out: {why}"),
        [first, rest @ ..] => format!("{first} and {} were left out: {why}", rest.join(", ")),
        [] => String::new(),
    };
    by_reason.into_iter().map(sentence).collect()
}

/// A header with the tables of texts that a player brought.
fn own_tables(tables: &[(&str, String)]) -> Vec<u8> {
    let table = |(name, texts): &(&str, String)| {
        format!("#define SANDTABLE_FC18_OWN_{name}\nconst string {name}[] = {{{texts}}};\n")
    };
    tables.iter().map(table).collect::<String>().into_bytes()
}

struct Call<'a> {
    kit: &'a Kit,
    compiler: Compiler,
    sources: &'a Sources,
    macros: Vec<&'a str>,
}

impl Call<'_> {
    fn attempt(&self, standard: &str) -> Attempt {
        let mut options = vec![format!("-std={standard}")];
        options.extend(USUAL.map(str::to_owned));
        if self.restores_gbk(standard) {
            // It holds every character, so that no text fails to be converted.
            options.push("-fexec-charset=GB18030".into());
        }
        options.extend(self.macros.iter().map(|name| format!("-D{name}")));
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

    /// Whether texts are to come out in GBK again. From C++20 on the standard library does not
    /// compile with this option, and clang does not know it.
    fn restores_gbk(&self, standard: &str) -> bool {
        let old = ["98", "03", "11", "14", "17"].iter().any(|year| standard.ends_with(year));
        self.kit.keeps_gbk_texts && self.sources.has_gbk && self.compiler == Compiler::Gcc && old
    }
}
