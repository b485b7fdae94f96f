//! What is fixed when people sit down at a table.

use super::clock::PersonClock;
use face::film::Recorder;
use game::{DynGame, Session};
use games::{HostedGame, Task};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What is fixed when people sit down at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSetup {
    /// The game.
    pub game: String,
    /// What the map is called.
    pub map_name: String,
    /// The map itself.
    pub map: String,
    /// The rule profile.
    pub rules: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Who plays which seat.
    pub seats: Vec<Sitter>,
    /// How long people may think; as long as they like without one.
    pub clock: Option<PersonClock>,
    /// What spectators see; there are none without it.
    pub watching: Option<Watching>,
    /// Whether people are guided by the lesson on this map.
    #[serde(default)]
    pub lesson: bool,
}

impl TableSetup {
    /// The seat of the host: the first person's.
    #[must_use]
    pub fn host(&self) -> Option<u8> {
        (0..).zip(&self.seats).find(|(_, sitter)| **sitter == Sitter::Person).map(|(seat, _)| seat)
    }
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Sitter {
    /// A person.
    Person,
    /// A bot, by how it was named.
    Bot(String),
}

impl Sitter {
    /// What people call it: a program goes by the name of its folder or file, or by the one that it
    /// was given.
    #[must_use]
    pub fn shown(&self) -> String {
        let Self::Bot(text) = self else { return self.to_string() };
        if let Some((name, _)) = text.split_once('=').filter(|(name, _)| !name.is_empty()) {
            return name.into();
        }
        let last = text.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(text);
        last.trim_end_matches(".zip").into()
    }
}

const PERSON: &str = "person";

impl From<String> for Sitter {
    fn from(text: String) -> Self {
        if text == PERSON { Self::Person } else { Self::Bot(text) }
    }
}

impl From<Sitter> for String {
    fn from(sitter: Sitter) -> Self {
        sitter.to_string()
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(PERSON),
            Self::Bot(name) => f.write_str(name),
        }
    }
}

/// What spectators see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Watching {
    /// How much of the board.
    pub sight: Sight,
    /// How many turns later than the players.
    pub late: u32,
}

/// Turns that spectators are behind if they see everything and the players do not: what they could
/// tell a player is old by then.
const LATE_IN_FOG: u32 = 10;

/// How many turns late everything is shown to spectators of the game at this table, if nobody says
/// otherwise.
#[must_use]
pub fn usual_lateness(table: &dyn DynGame) -> u32 {
    struct Fog;

    impl Task for Fog {
        type Output = bool;

        fn run<G: HostedGame>(self, session: &Session<G>) -> bool {
            G::Recorder::default().cast(session.game()).fog
        }
    }

    if games::at_table(table, Fog).unwrap_or(false) { LATE_IN_FOG } else { 0 }
}

/// How much of the board somebody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// All of it.
    Everything,
    /// What this seat sees.
    Seat(u8),
}

impl FromStr for Sight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "everything" => Ok(Self::Everything),
            _ => text.parse().map(Self::Seat).map_err(|_| {
                format!("`{text}` is neither `everything` nor the number of a seat whose view is watched")
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_go_by_their_names() {
        let shown = |text: &str| Sitter::from(text.to_owned()).shown();
        assert_eq!(shown("person"), "person");
        assert_eq!(shown("greedy"), "greedy");
        assert_eq!(shown("../bots/shark/"), "shark");
        assert_eq!(shown("/home/x/shark.zip"), "shark");
        assert_eq!(shown("jaws=../bots/shark"), "jaws");
    }
}
