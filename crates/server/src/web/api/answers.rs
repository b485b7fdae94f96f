//! What the API answers.

use crate::catalogue::HostedLadder;
use crate::database::audit::AuditEntry;
use crate::database::bots::{Bot, Version};
use crate::database::ladders::LadderRow;
use crate::database::matches::{Match, MatchSeat};
use crate::database::sessions::Token;
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

/// Where a bot stands on its ladder.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StandingAnswer {
    /// The place, from 1; null before it has played, or if none of its versions plays.
    pub(crate) place: Option<i64>,
    /// The rating in Elo.
    pub(crate) elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub(crate) error: Option<f64>,
    /// Games that count.
    pub(crate) games: i64,
}

/// A page of a ladder.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LadderPageAnswer {
    /// The bots, the best first.
    pub(crate) bots: Vec<LadderAnswer>,
    /// What to send as `after` for the next page; null on the last.
    pub(crate) next: Option<String>,
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
    /// ladder, challenge or tournament.
    pub(crate) purpose: String,
    /// waiting, running, played, verifying, checked, done or failed. Only what is done counts.
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
    /// The ids of the versions that are challenged, 1 to 10.
    pub(crate) opponents: Vec<i64>,
    /// Names of the game's maps, played in turn; all if there are none.
    #[serde(default)]
    pub(crate) maps: Vec<String>,
    /// Blocks against each opponent, 1 to 50.
    pub(crate) blocks: i64,
}

/// A challenge that was accepted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChallengeAnswer {
    /// Its id.
    pub(crate) id: i64,
}

/// A point of a rating's history.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RatingPoint {
    /// Finished blocks of the ladder.
    pub(crate) blocks: i64,
    /// The rating in Elo.
    pub(crate) elo: f64,
    /// Half the width of its 95 % interval.
    pub(crate) error: f64,
}

/// An account to be made.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct AccountBody {
    /// The name: up to 32 letters and digits, with `-`, `_` and `.` between them.
    pub(crate) name: String,
    /// The password: 8 to 256 bytes.
    pub(crate) password: String,
    /// The code, where one is asked for.
    #[serde(default)]
    pub(crate) code: String,
}

/// Who wants a token.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SignInBody {
    /// The name.
    pub(crate) name: String,
    /// The password.
    pub(crate) password: String,
    /// What the token is called.
    pub(crate) token: Option<String>,
}

/// A password to be set.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct NewPasswordBody {
    /// The one until now.
    pub(crate) old: String,
    /// The new one: 8 to 256 bytes.
    pub(crate) password: String,
}

/// A confirmation that an account is to be deleted.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteBody {
    /// The password.
    pub(crate) password: String,
}

/// A token to be made.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TokenBody {
    /// What it is called, in up to 64 letters.
    pub(crate) name: String,
}

/// A token that was just made: it is shown once.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TokenAnswer {
    /// What to send as `Authorization: Bearer …`.
    pub(crate) token: String,
}

/// A token, as its owner sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TokenRow {
    /// Its id.
    pub(crate) id: i64,
    /// What it is called.
    pub(crate) name: String,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Until when it works.
    pub(crate) expires: i64,
}

impl TokenRow {
    pub(super) fn of(token: Token) -> Self {
        let Token { id, name, created, expires } = token;
        Self { id, name, created, expires }
    }
}

/// A page of people.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UsersAnswer {
    /// The people, the oldest accounts first.
    pub(crate) users: Vec<UserAnswer>,
    /// What to send as `after` for the next page; null on the last.
    pub(crate) next: Option<i64>,
}

/// Somebody with an account.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UserAnswer {
    /// The id.
    pub(crate) id: i64,
    /// The name.
    pub(crate) name: String,
    /// player, organiser or administrator.
    pub(crate) role: &'static str,
    /// When the account was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Whether they are shut out.
    pub(crate) disabled: bool,
}

impl UserAnswer {
    pub(super) fn of(user: User) -> Self {
        let User { id, name, role, created, is_disabled } = user;
        Self { id, name, role: role.name(), created, disabled: is_disabled }
    }
}

/// A role to be given.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RoleBody {
    /// player, organiser or administrator.
    pub(crate) role: String,
}

/// Whether somebody is to be shut out.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DisabledBody {
    /// true shuts them out, false lets them in again.
    pub(crate) disabled: bool,
}

/// A link that works once.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LinkAnswer {
    /// The way to the page, without the address of the arena.
    pub(crate) path: String,
}

/// Something that somebody did.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AuditAnswer {
    /// Its id; the last one is the next page's `before`.
    pub(crate) id: i64,
    /// When, in milliseconds since 1970.
    pub(crate) happened: i64,
    /// Who; null for the command line.
    pub(crate) user: Option<String>,
    /// What was done.
    pub(crate) what: String,
    /// To what.
    pub(crate) about: String,
}

impl AuditAnswer {
    pub(super) fn of(entry: AuditEntry) -> Self {
        let AuditEntry { id, happened, user, what, about } = entry;
        Self { id, happened, user, what, about }
    }
}
