//! `bot.toml`: how a bot in a folder is built and run.

use crate::entrant::{Contender, Entrant, Runnable};
use sandbox::{Limits, Processes, Program};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What a `bot.toml` says.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// What the bot is called; the folder's name if nothing is said.
    pub name: Option<String>,
    /// What it is written in, for people.
    pub language: Option<String>,
    /// How it is built, if it is.
    pub build: Option<Words>,
    /// How it is run, from its folder.
    pub run: Words,
    /// Whether it cannot do without processes of its own.
    #[serde(default)]
    pub needs_processes: bool,
    /// What it finds in its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// What it may use.
    #[serde(default)]
    pub limits: Bounds,
}

/// A command: one text, split at blanks, or a list of words.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Words {
    /// To be split at blanks.
    Text(String),
    /// As it is.
    List(Vec<String>),
}

/// Limits that differ from the usual ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Memory in MiB.
    pub memory_mb: Option<u32>,
    /// Processes and threads.
    pub processes: Option<u32>,
    /// Space for files of its own, in MiB.
    pub scratch_mb: Option<u32>,
}

impl Words {
    /// The words.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
            Self::List(words) => words.clone(),
        }
    }
}

impl Bounds {
    fn apply(self, to: &mut Limits) {
        const MIB: u64 = 1 << 20;
        to.memory = self.memory_mb.map_or(to.memory, |mb| u64::from(mb) * MIB);
        to.processes = self.processes.unwrap_or(to.processes);
        to.scratch_bytes = self.scratch_mb.map_or(to.scratch_bytes, |mb| u64::from(mb) * MIB);
        to.file_size = to.file_size.max(to.scratch_bytes);
    }
}

impl Manifest {
    /// The file's name.
    pub const FILE: &str = "bot.toml";

    /// Reads the `bot.toml` of a folder.
    ///
    /// # Errors
    /// One message that names the file, the line and what is wrong.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join(Self::FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| {
            format!(
                "{}: {error}; a folder that is a bot has a {} with at least `run = \"COMMAND\"`",
                path.display(),
                Self::FILE
            )
        })?;
        Self::parse(&text).map_err(|wrong| format!("{}: {wrong}", path.display()))
    }

    /// Reads the text of a `bot.toml`.
    ///
    /// # Errors
    /// One message that names the line and what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let manifest: Self = toml::from_str(text).map_err(|wrong| wrong.to_string())?;
        match manifest.run.words().is_empty() {
            true => Err("`run` is empty; write for example run = \"./mybot\"".to_owned()),
            false => Ok(manifest),
        }
    }

    pub(crate) fn entrant(&self, folder: &Path) -> Result<Entrant, String> {
        let own = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut program = Program::new(folder, self.run.words());
        program.env = self.env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        if self.needs_processes {
            program.processes = Processes::Needed;
        }
        let mut limits = Limits::default();
        self.limits.apply(&mut limits);
        let what = Contender::Program(Box::new(Runnable { program, limits, stage: None }));
        Ok(Entrant { name: self.name.clone().unwrap_or(own), what })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_says_how_a_bot_is_built_and_run() {
        let text = "name = 'x'\nbuild = 'make -j2'\nrun = ['./x', 'two words']\n[limits]\nmemory_mb = 64\n";
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.build.unwrap().words(), ["make", "-j2"]);
        assert_eq!(manifest.run.words(), ["./x", "two words"]);
        let mut limits = Limits::default();
        manifest.limits.apply(&mut limits);
        assert_eq!(limits.memory, 64 << 20);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let wrong = Manifest::parse("run = './x'\nbild = 'make'\n").unwrap_err();
        assert!(wrong.contains("line 2") && wrong.contains("bild"), "{wrong}");
        assert!(Manifest::parse("").unwrap_err().contains("run"));
        assert!(Manifest::parse("run = ''").unwrap_err().contains("empty"));
    }
}
