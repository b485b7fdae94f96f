//! What the arena answers, as far as a client reads it. Fields it does not know are left alone.

use serde::Deserialize;
use serde_json::Value;

/// Whoever the token belongs to.
#[derive(Clone, Debug, Deserialize)]
pub struct Me {
    /// The name.
    pub name: String,
    /// What they may do.
    pub role: String,
    /// Their bots.
    pub bots: Vec<Bot>,
}

/// A bot.
#[derive(Clone, Debug, Deserialize)]
pub struct Bot {
    /// Its number.
    pub id: i64,
    /// Its game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// The version that plays; none if none does.
    pub active_version: Option<i64>,
    /// Its versions, the newest first.
    pub versions: Vec<Version>,
}

impl Bot {
    /// The version that plays.
    #[must_use]
    pub fn active(&self) -> Option<&Version> {
        self.versions.iter().find(|version| Some(version.id) == self.active_version)
    }
}

/// A version of a bot.
#[derive(Clone, Debug, Deserialize)]
pub struct Version {
    /// Its number among all versions.
    pub id: i64,
    /// Its number among the bot's versions, from 1.
    pub number: i64,
    /// `waiting`, `building`, `ready` or `broken`.
    pub state: String,
    /// What the check found, for its owner.
    pub findings: Option<Vec<Finding>>,
}

impl Version {
    /// Whether the arena has made up its mind about it.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        matches!(self.state.as_str(), "ready" | "broken")
    }
}

/// Something that the check of a version found.
#[derive(Clone, Debug, Deserialize)]
pub struct Finding {
    /// What was looked at.
    pub check: String,
    /// `ok`, `note`, `warning` or `problem`.
    pub level: String,
    /// What was seen.
    pub what: String,
    /// What to do about it.
    pub advice: Option<String>,
    /// More lines about it.
    #[serde(default)]
    pub details: Vec<String>,
}

/// A page of a ladder, its lines as they came.
#[derive(Clone, Debug, Deserialize)]
pub struct LadderPage {
    /// The lines, the best bot first.
    pub bots: Vec<Value>,
    /// What to ask for to see the next page; none on the last.
    pub next: Option<String>,
}

/// A line of a ladder.
#[derive(Clone, Debug, Deserialize)]
pub struct LadderRow {
    /// The place, from 1.
    pub place: i64,
    /// The bot's name.
    pub name: String,
    /// Whose it is; none for built-in ones.
    pub owner: Option<String>,
    /// The version that plays.
    pub version: i64,
    /// The rating in Elo; none before it has played.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// Games that count.
    pub games: i64,
}

/// Where a bot stands on its ladder.
#[derive(Clone, Debug, Deserialize)]
pub struct Standing {
    /// The place, from 1; none before it has played.
    pub place: Option<i64>,
    /// The rating in Elo.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// Games that count.
    pub games: i64,
}

/// What became of an upload.
#[derive(Clone, Debug, Deserialize)]
pub struct Uploaded {
    /// The bot.
    pub bot: i64,
    /// The version.
    pub version: i64,
}

/// A page of matches.
#[derive(Clone, Debug, Deserialize)]
pub struct MatchPage {
    /// The matches, the newest first.
    pub matches: Vec<Match>,
    /// What to ask for to see older ones; none on the last page.
    pub next: Option<i64>,
}

/// A match.
#[derive(Clone, Debug, Deserialize)]
pub struct Match {
    /// Its number.
    pub id: i64,
    /// Its game.
    pub game: String,
    /// Its map.
    pub map: String,
    /// `waiting`, `running`, `played`, `verifying`, `checked`, `done` or `failed`.
    pub state: String,
    /// Who sat where.
    pub seats: Vec<MatchSeat>,
}

/// A seat of a match.
#[derive(Clone, Debug, Deserialize)]
pub struct MatchSeat {
    /// The bot's name.
    pub name: String,
    /// The place, from 1; equal places are ties.
    pub place: Option<i64>,
    /// The game's own score.
    pub score: Option<i64>,
}

/// A challenge that was accepted.
#[derive(Clone, Debug, Deserialize)]
pub struct ChallengeStarted {
    /// Its number.
    pub id: i64,
}

/// How a challenge stands.
#[derive(Clone, Debug, Deserialize)]
pub struct ChallengeResult {
    /// Blocks that are played against each opponent.
    pub blocks: i64,
    /// How it stands against each.
    pub opponents: Vec<OpponentResult>,
}

/// How a challenge stands against one opponent.
#[derive(Clone, Debug, Deserialize)]
pub struct OpponentResult {
    /// The bot that is challenged.
    pub bot: String,
    /// Blocks that are finished and count.
    pub blocks: i64,
    /// Blocks that were the same games again.
    pub repeated: i64,
    /// The challenger's share of the points, in per cent.
    pub score: Option<f64>,
    /// The difference in Elo; none where it has no bound.
    pub elo: Option<f64>,
    /// How far it may be off (95 %).
    pub elo_error: Option<f64>,
    /// The chance that the challenger is the better one, in per cent.
    pub superiority: Option<f64>,
}
