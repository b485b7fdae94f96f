//! What the arena answers of tournaments, as far as a client reads it. Fields it does not know are
//! left alone.

use serde::Deserialize;

/// A tournament.
#[derive(Clone, Debug, Deserialize)]
pub struct Tournament {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The format, as in files of `sandtable tournament`.
    pub format: String,
    /// `open`, `running` or `finished`.
    pub state: String,
}

/// A tournament, and how it stands.
#[derive(Clone, Debug, Deserialize)]
pub struct Contest {
    /// What it is.
    #[serde(flatten)]
    pub tournament: Tournament,
    /// Who takes part, in the order of the seeds.
    pub entries: Vec<Entry>,
    /// How it stands.
    pub standings: Standings,
}

/// Who takes part.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    /// The bot's name.
    pub name: String,
    /// Whose it is; none for built-in ones.
    pub owner: Option<String>,
}

/// How a tournament stands.
#[derive(Clone, Debug, Deserialize)]
pub struct Standings {
    /// Blocks that are finished.
    pub played: u64,
    /// Blocks that are known to be played, or were.
    pub planned: u64,
    /// Who has won it, if the format names somebody.
    pub champion: Option<String>,
    /// The entrants, the best first.
    pub rows: Vec<StandingRow>,
}

/// An entrant's line.
#[derive(Clone, Debug, Deserialize)]
pub struct StandingRow {
    /// The place, from 1.
    pub place: u64,
    /// The entrant's name.
    pub name: String,
    /// The rating in Elo.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// The share of opponents that it beat, in per cent.
    pub score: f64,
    /// Games that count.
    pub games: u64,
}
