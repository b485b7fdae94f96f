//! What the API answers.

use crate::catalogue::HostedLadder;
use crate::database::bots::{Bot, Version};
use crate::database::matches::{Match, MatchSeat};
use crate::database::ratings::LadderRow;
use crate::database::users::User;
use crate::work::build::{CheckReport, ShownFinding};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of the arena.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GameAnswer {
    /// Its name in addresses.
    pub(crate) name: &'static str,
    /// What people call it, in English.
    pub(crate) title: &'static str,
    /// Seats of a match.
    pub(crate) seats: usize,
    /// The rule profile of the ladder.
    pub(crate) rules: &'static str,
    /// How long bots may think.
    pub(crate) clock: String,
    /// The maps of the ladder.
    pub(crate) maps: Vec<String>,
}

impl GameAnswer {
    pub(super) fn of(ladder: &HostedLadder) -> Self {
        Self {
            name: ladder.name(),
            title: ladder.title.0,
            seats: ladder.seats,
            rules: ladder.rules,
            clock: ladder.clock.to_string(),
            maps: ladder.maps.iter().map(|map| map.name.clone()).collect(),
        }
    }
}

/// A line of a ladder.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LadderAnswer {
    /// The place, from 1.
    pub(crate) place: i64,
    /// The bot's id.
    pub(crate) bot: i64,
    /// Its name.
    pub(crate) name: String,
    /// Whose it is; null for built-in ones.
    pub(crate) owner: Option<String>,
    /// The id of the version that plays.
    pub(crate) version: i64,
    /// The rating in Elo; null before it has played.
    pub(crate) elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub(crate) error: Option<f64>,
    /// Games that count.
    pub(crate) games: i64,
}

impl LadderAnswer {
    pub(super) fn of(place: i64, row: LadderRow) -> Self {
        Self {
            place,
            bot: row.bot_id,
            name: row.bot,
            owner: row.owner,
            version: row.version_id,
            elo: row.rating.map(|rating| rating.elo),
            error: row.rating.map(|rating| rating.error),
            games: row.rating.map_or(0, |rating| rating.games),
        }
    }
}

/// A bot.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BotAnswer {
    /// Its id.
    pub(crate) id: i64,
    /// Its game.
    pub(crate) game: String,
    /// Its name.
    pub(crate) name: String,
    /// Whose it is; null for built-in ones.
    pub(crate) owner: Option<String>,
    /// The id of the version that plays; null if none does.
    pub(crate) active_version: Option<i64>,
    /// Its versions, the newest first.
    pub(crate) versions: Vec<VersionAnswer>,
}

impl BotAnswer {
    pub(super) fn of(bot: Bot, versions: Vec<Version>, viewer: Option<&User>) -> Self {
        let is_owner = viewer.is_some_and(|user| Some(user.id) == bot.owner_id);
        let versions = versions.into_iter().map(|version| VersionAnswer::of(version, is_owner)).collect();
        let Bot { id, game, name, owner, active_version, .. } = bot;
        Self { id, game, name, owner, active_version, versions }
    }
}

/// A version of a bot.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct VersionAnswer {
    /// Its id.
    pub(crate) id: i64,
    /// Its number among the bot's versions, from 1.
    pub(crate) number: i64,
    /// waiting, building, ready or broken.
    pub(crate) state: &'static str,
    /// When it was uploaded, in milliseconds since 1970.
    pub(crate) created: i64,
    /// What the check found; only for its owner.
    pub(crate) findings: Option<Vec<ShownFinding>>,
}

impl VersionAnswer {
    pub(super) fn of(version: Version, is_owner: bool) -> Self {
        let report = version.report.as_deref().filter(|_| is_owner);
        let report = report.and_then(|text| serde_json::from_str::<CheckReport>(text).ok());
        Self {
            id: version.id,
            number: version.number,
            state: version.state.name(),
            created: version.created,
            findings: report.map(|report| report.findings),
        }
    }
}

/// What became of an upload.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UploadAnswer {
    /// The bot's id.
    pub(crate) bot: i64,
    /// The version's id.
    pub(crate) version: i64,
}

/// A page of matches.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchesAnswer {
    /// The matches, the newest first.
    pub(crate) matches: Vec<MatchAnswer>,
    /// What to send as `before` for the next page; null on the last.
    pub(crate) next: Option<i64>,
}

/// A match.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchAnswer {
    /// Its id.
    pub(crate) id: i64,
    /// Its game.
    pub(crate) game: String,
    /// Its map.
    pub(crate) map: String,
    /// ladder or challenge.
    pub(crate) purpose: String,
    /// waiting, running, played, verifying, done or failed. Only what is done counts.
    pub(crate) state: String,
    /// Turns of the game.
    pub(crate) turns: Option<i64>,
    /// When it was done, in milliseconds since 1970.
    pub(crate) finished: Option<i64>,
    /// Who sat where.
    pub(crate) seats: Vec<SeatAnswer>,
}

impl MatchAnswer {
    pub(super) fn of(one: Match) -> Self {
        let Match { id, game, map, purpose, state, turns, finished, seats, .. } = one;
        let seats = seats.into_iter().map(SeatAnswer::of).collect();
        Self { id, game, map, purpose, state, turns, finished, seats }
    }
}

/// A seat of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SeatAnswer {
    /// The bot's id.
    pub(crate) bot: i64,
    /// Its name.
    pub(crate) name: String,
    /// The version's id.
    pub(crate) version: i64,
    /// The place, from 1; equal places are ties.
    pub(crate) place: Option<i64>,
    /// The game's own score.
    pub(crate) score: Option<i64>,
    /// Whether it was put out.
    pub(crate) out: bool,
    /// CPU time in seconds.
    pub(crate) cpu: Option<f64>,
    /// What it did wrong as a program: turn and sentence.
    pub(crate) faults: Vec<(u32, String)>,
}

impl SeatAnswer {
    fn of(seat: MatchSeat) -> Self {
        Self {
            faults: seat.faults(),
            bot: seat.bot_id,
            name: seat.bot,
            version: seat.version_id,
            place: seat.place,
            score: seat.score,
            out: seat.is_out,
            cpu: seat.cpu,
        }
    }
}

/// Whoever asks.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MeAnswer {
    /// The name.
    pub(crate) name: String,
    /// player, organiser or administrator.
    pub(crate) role: &'static str,
    /// One's bots.
    pub(crate) bots: Vec<BotAnswer>,
}

/// Which version plays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ActiveBody {
    /// Its id; null to take the bot off the ladder.
    pub(crate) version: Option<i64>,
}

/// A challenge to be played.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ChallengeBody {
    /// The id of a version of one's own.
    pub(crate) version: i64,
    /// The id of the version that is challenged.
    pub(crate) opponent: i64,
    /// Blocks, 1 to 50.
    pub(crate) blocks: i64,
}

/// A challenge that was accepted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChallengeAnswer {
    /// Its id.
    pub(crate) id: i64,
}
