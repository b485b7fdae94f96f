//! Results for programs: what `match --json` and `match --json-lines` print.

use crate::referee::GameReport;
use crate::seat_state::SeatReport;
use crate::series::Series;
use crate::standings::StandingsRow;
use game::replay::Hex;
use game::schema::{self, SchemaPart};
use schemars::JsonSchema;
use serde::Serialize;

/// The results of a series, in one document.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MatchDocument {
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The map's name or file; several with commas between them.
    pub map: String,
    /// The maps' names or files.
    pub maps: Vec<String>,
    /// The seed of the series: sixteen hexadecimal digits.
    #[schemars(with = "String")]
    pub seed: Hex,
    /// The clock.
    pub clock: String,
    /// What the sandbox enforces, by layer.
    #[schemars(with = "serde_json::Value")]
    pub sandbox: serde_json::Value,
    /// Names of bots that were neither contained nor charged CPU time.
    pub uncontained: Vec<String>,
    /// How each bot did, in the order in which they were named.
    pub bots: Vec<StandingsRow>,
    /// What each bot is, in the same order.
    pub entrants: Vec<EntrantLine>,
    /// The games of a block; 1 where there are no blocks.
    pub block_games: u32,
    /// Number of games that were asked for.
    pub wanted: u32,
    /// Whether all of them are here.
    pub complete: bool,
    /// Number of different states in which games ended.
    pub endings: usize,
    /// The games.
    pub games: Vec<GameLine>,
}

/// What a bot is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EntrantLine {
    /// What it is called in this series.
    pub name: String,
    /// How it was named: a path, or the name of a built-in bot.
    pub path: String,
    /// A hash of the files that are run; none for built-in bots.
    pub hash: Option<String>,
}

/// A game of a series.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameLine {
    /// Its number, from 1.
    pub game: u32,
    /// Its block, from 1: games of one block have one map and one seed.
    pub block: u32,
    /// Its map's name or file.
    pub map: String,
    /// The seed of all chance in it: sixteen hexadecimal digits.
    #[schemars(with = "String")]
    pub seed: Hex,
    /// The standings, seat by seat, as they count: who is out comes after the others.
    pub outcome: Vec<game::Standing>,
    /// What became of each seat.
    pub seats: Vec<SeatLine>,
    /// Turns of the game; those before a branch count.
    pub turns: u32,
    /// Time on the wall, in seconds; none for a game that was read from its replay.
    pub wall: Option<f64>,
    /// The hash of the state in which it ended: sixteen hexadecimal digits.
    #[schemars(with = "String")]
    pub digest: Hex,
    /// The file of its replay.
    pub replay: Option<String>,
}

/// What became of a seat, and what sat in it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeatLine {
    /// What became of it.
    #[serde(flatten)]
    pub report: SeatReport,
    /// How the bot was named: a path, or the name of a built-in bot.
    pub path: String,
    /// A hash of the files that are run; none for built-in bots.
    pub hash: Option<String>,
}

/// The schemas of all of it.
#[must_use]
pub fn schemas() -> Vec<SchemaPart> {
    vec![
        SchemaPart { name: "match", schema: schema::written::<MatchDocument>() },
        SchemaPart { name: "match-game", schema: schema::written::<GameLine>() },
    ]
}

impl Series {
    /// A game of this series for programs.
    #[must_use]
    pub fn game_line(&self, report: &GameReport) -> GameLine {
        let size = self.schedule.block_size() as u32;
        let plan = self.plan(report.game);
        GameLine {
            game: report.game,
            block: report.game.saturating_sub(1) / size + 1,
            map: self.maps[plan.map].name.clone(),
            seed: report.seed,
            outcome: report.outcome.clone(),
            seats: report.seats.iter().map(|seat| self.seat_line(seat)).collect(),
            turns: report.turns,
            wall: report.wall,
            digest: report.digest,
            replay: self.replays.path(report.game).map(|path| path.display().to_string()),
        }
    }

    /// What the bots of this series are.
    #[must_use]
    pub fn entrant_lines(&self) -> Vec<EntrantLine> {
        let line = |entrant: &crate::Entrant| EntrantLine {
            name: entrant.name.clone(),
            path: entrant.source.clone(),
            hash: entrant.fingerprint(),
        };
        self.entrants.iter().map(line).collect()
    }

    fn seat_line(&self, seat: &SeatReport) -> SeatLine {
        let entrant = self.entrants.get(seat.bot as usize);
        SeatLine {
            report: seat.clone(),
            path: entrant.map(|entrant| entrant.source.clone()).unwrap_or_default(),
            hash: entrant.and_then(crate::Entrant::fingerprint),
        }
    }
}
