//! A tournament as its organiser describes it: `CUP.toml`.

use matches::Clock;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// A commented file to start from; `{game}` stands for the game's name.
pub const TEMPLATE: &str = include_str!("template.toml");

/// A tournament's settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cup {
    /// The game's name.
    pub game: String,
    /// The rule profile; the game's own if left out.
    #[serde(default)]
    pub rules: Option<String>,
    /// Who plays whom.
    #[serde(default)]
    pub format: Format,
    /// Names of bundled maps, files, or `all`; the usual one if left out.
    #[serde(default)]
    pub maps: Vec<String>,
    /// How long bots may think.
    #[serde(default = "usual_clock")]
    pub clock: String,
    /// Blocks of each pairing; of a ladder, in all (0: without end); of groups, for each entrant.
    #[serde(default = "usual_blocks")]
    pub blocks: u32,
    /// Rounds of a Swiss tournament; enough to find a winner if left out.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// Whether groups play all orders of the seats, not only rotations.
    #[serde(default)]
    pub all_seatings: bool,
    /// After so many blocks an entrant of a ladder plays again, whatever it tells.
    #[serde(default = "usual_patience")]
    pub patience: u32,
    /// Where all chance comes from; drawn if left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Games at the same time.
    #[serde(default)]
    pub jobs: Option<u16>,
    /// Whether replays are kept.
    #[serde(default = "yes")]
    pub replays: bool,
    /// A folder in which everything is an entrant: zip files, folders, sources, programs.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// Entrants by name: a path or a built-in bot.
    #[serde(default)]
    pub entrants: BTreeMap<String, String>,
    /// The names in the order in which they stand in the file, which is the order of the seeds.
    #[serde(default)]
    pub order: Vec<String>,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// The first against everybody else.
    Gauntlet,
    /// As many as the game has seats, in changing groups.
    Groups,
    /// Equals against equals, nobody twice.
    Swiss,
    /// Who loses is out.
    SingleElimination,
    /// Who loses twice is out.
    DoubleElimination,
    /// Whoever tells most about the ratings plays next, for as long as it runs.
    Ladder,
}

impl Format {
    /// As it is written in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Groups => "groups",
            Self::Swiss => "swiss",
            Self::SingleElimination => "single-elimination",
            Self::DoubleElimination => "double-elimination",
            Self::Ladder => "ladder",
        }
    }

    /// Whether somebody can join after it has begun.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::RoundRobin | Self::Gauntlet | Self::Ladder)
    }
}

/// Why a cup cannot be played, in one message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CupError(pub String);

impl fmt::Display for CupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CupError {}

fn usual_clock() -> String {
    "100ms+10s".to_owned()
}

const fn usual_blocks() -> u32 {
    10
}

const fn usual_patience() -> u32 {
    100
}

const fn yes() -> bool {
    true
}

impl Cup {
    /// Reads a file. Paths in it are relative to the file's folder.
    ///
    /// # Errors
    /// One message with the file and the line.
    pub fn read(path: &Path) -> Result<Self, CupError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| CupError(format!("{}: {error}", path.display())))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::parse(&text, folder).map_err(|wrong| CupError(format!("{}: {wrong}", path.display())))
    }

    /// Reads the text of a file in this folder.
    ///
    /// # Errors
    /// One message with the line.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, CupError> {
        let wrong = |error: toml::de::Error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            CupError(format!("line {line}: {}", error.message().replace('\n', " ")))
        };
        let mut cup: Self = toml::from_str(text).map_err(wrong)?;
        let order: toml::Table = toml::from_str(text).map_err(wrong)?;
        if !cup.order.is_empty() {
            return Err(CupError(
                "`order` is not yours to say: entrants are seeded in the order of the file".to_owned(),
            ));
        }
        cup.order = names_in_order(text, order.get("entrants").and_then(toml::Value::as_table));
        for source in cup.entrants.values_mut() {
            *source = beside(folder, source);
        }
        cup.folder = cup.folder.map(|inner| folder.join(inner));
        for map in &mut cup.maps {
            // A bundled map has no slash and no dot.
            if map.contains(['/', '.']) {
                *map = folder.join(&*map).display().to_string();
            }
        }
        cup.check()?;
        Ok(cup)
    }

    fn check(&self) -> Result<(), CupError> {
        let wrong = |what: &str| Err(CupError(what.to_owned()));
        self.clock()?;
        if self.blocks == 0 && self.format != Format::Ladder {
            return wrong("`blocks` is 0, and only a ladder goes on without end");
        }
        if self.rounds == Some(0) {
            return wrong("`rounds` is 0");
        }
        if self.blocks > 1_000_000 || self.rounds.is_some_and(|rounds| rounds > 1000) {
            return wrong("`blocks` is at most 1000000, `rounds` at most 1000");
        }
        if self.jobs.is_some_and(|jobs| jobs > 1024) {
            return wrong("`jobs` is at most 1024");
        }
        if self.entrants.is_empty() && self.folder.is_none() {
            return wrong("nobody takes part: list them under [entrants], or name a `folder`");
        }
        match self.entrants.iter().find(|(name, source)| name.trim().is_empty() || source.is_empty()) {
            Some((name, _)) => {
                Err(CupError(format!("entrant `{name}`: its name and its path must not be empty")))
            }
            None => Ok(()),
        }
    }

    /// The clock.
    ///
    /// # Errors
    /// One message, if it is none.
    pub fn clock(&self) -> Result<Clock, CupError> {
        self.clock.parse().map_err(|wrong| CupError(format!("`clock`: {wrong}")))
    }

    /// The names and sources of the entrants, in the order of their seeds.
    ///
    /// # Errors
    /// If the folder cannot be read, or two have one name.
    pub fn listed(&self) -> Result<Vec<(String, String)>, CupError> {
        let mut list: Vec<(String, String)> = Vec::new();
        for name in &self.order {
            list.extend(self.entrants.get(name).map(|source| (name.clone(), source.clone())));
        }
        if let Some(folder) = &self.folder {
            list.extend(in_folder(folder)?);
        }
        for (at, (name, _)) in list.iter().enumerate() {
            if list[..at].iter().any(|(other, _)| other == name) {
                return Err(CupError(format!(
                    "two entrants are called `{name}`: give one of them another name"
                )));
            }
        }
        Ok(list)
    }

    /// As it is kept with the tournament.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As it was kept.
    ///
    /// # Errors
    /// One message, if it cannot be read.
    pub fn from_json(text: &str) -> Result<Self, CupError> {
        let wrong = |what: &dyn fmt::Display| CupError(format!("the settings cannot be read: {what}"));
        let cup: Self = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        cup.check().map_err(|error| wrong(&error))?;
        Ok(cup)
    }

    /// The first thing in which two cups differ that must not change once games are played.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let fields = [
            ("game", self.game.clone(), other.game.clone()),
            ("format", self.format.name().to_owned(), other.format.name().to_owned()),
            ("maps", self.maps.join(","), other.maps.join(",")),
            ("clock", self.clock.clone(), other.clock.clone()),
            ("blocks", self.blocks.to_string(), other.blocks.to_string()),
            ("rounds", format!("{:?}", self.rounds), format!("{:?}", other.rounds)),
            ("all-seatings", self.all_seatings.to_string(), other.all_seatings.to_string()),
            ("patience", self.patience.to_string(), other.patience.to_string()),
        ];
        let differing = fields.into_iter().find(|(_, one, another)| one != another);
        // What a file leaves out was settled when the tournament began.
        let rules = (other.rules.is_some() && self.rules != other.rules).then(|| "its rules".to_owned());
        let seed = (other.seed.is_some() && self.seed != other.seed).then(|| "its seed".to_owned());
        differing.map(|(what, one, another)| format!("its {what}: {one}, now {another}")).or(rules).or(seed)
    }
}

/// A path in a file, from where we are; a built-in bot is named as it is.
fn beside(folder: &Path, source: &str) -> String {
    if bots::is_built_in(source) || Path::new(source).is_absolute() {
        return source.to_owned();
    }
    folder.join(source).display().to_string()
}

/// The names under `[entrants]` as they stand in the file: TOML's tables have no order.
fn names_in_order(text: &str, table: Option<&toml::Table>) -> Vec<String> {
    let mut names: Vec<String> = table.map(|table| table.keys().cloned().collect()).unwrap_or_default();
    let place = |name: &String| {
        let begins = |line: &str| {
            let line = line.trim_start().trim_start_matches(['"', '\'']);
            line.strip_prefix(name.as_str())
                .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with('='))
        };
        text.lines().skip_while(|line| line.trim() != "[entrants]").position(begins)
    };
    names.sort_by_key(|name| place(name).unwrap_or(usize::MAX));
    names
}

/// Everything in a folder, as entrants called after their files.
fn in_folder(folder: &Path) -> Result<Vec<(String, String)>, CupError> {
    let wrong = |error| CupError(format!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            found.push((name, path.display().to_string()));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Cup, CupError> {
        Cup::parse(text, Path::new("cups"))
    }

    #[test]
    fn a_file_says_who_plays_and_how() {
        let cup = parse(
            "game = \"g\"\nformat = \"swiss\"\nmaps = [\"duel\", \"my.map\"]\n[entrants]\nzoe = \"greedy\"\n\"a b\" = \"bots/a.py\"\n",
        )
        .unwrap();
        assert_eq!(cup.format, Format::Swiss);
        assert_eq!(cup.maps, ["duel", "cups/my.map"]);
        assert_eq!(
            cup.listed().unwrap(),
            [("zoe".to_owned(), "greedy".to_owned()), ("a b".to_owned(), "cups/bots/a.py".to_owned())]
        );
        assert_eq!(Cup::from_json(&cup.to_json()).unwrap(), cup);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, said) in [
            ("game = \"g\"\nblocs = 3\n[entrants]\na = \"greedy\"", "line 2: unknown field `blocs`"),
            ("game = \"g\"\nformat = \"cup\"\n", "line 2: unknown variant `cup`"),
            ("game = \"g\"\n", "nobody takes part"),
            ("game = \"g\"\nblocks = 0\n[entrants]\na = \"greedy\"", "`blocks` is 0"),
            ("game = \"g\"\nclock = \"soon\"\n[entrants]\na = \"greedy\"", "`clock`"),
            ("game = ", "line 1"),
        ] {
            let wrong = parse(text).unwrap_err().to_string();
            assert!(wrong.contains(said), "{text}: {wrong}");
        }
    }

    #[test]
    fn the_template_is_a_cup() {
        let cup = parse(&TEMPLATE.replace("{game}", "deepblue")).unwrap();
        assert_eq!(cup.listed().unwrap().len(), 2);
    }
}
