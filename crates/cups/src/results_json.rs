//! Results for programs: what `compare`, `rate`, `tournament status` and `tune` print with
//! `--json`.
//!
//! A figure that is not finite (Elo after nothing but wins) is `null`.

use crate::comparing::{Compared, Comparing, ComparisonVerdict};
use crate::cup::Cup;
use crate::rate::{Found, Rated};
use crate::table::RatedEntrant;
use crate::tuning::Tuned;
use game::replay::Hex;
use game::schema::{self, SchemaPart};
use matches::results_json::EntrantLine;
use schemars::JsonSchema;
use serde::Serialize;
use store::{EntryRow, EntryTally, KeptRating, OnlineRating, Totals};
use tournament::comparison::{Estimate, Scale};

/// The schemas of all of it.
#[must_use]
pub fn schemas() -> Vec<SchemaPart> {
    vec![
        SchemaPart { name: "compare", schema: schema::written::<CompareDocument>() },
        SchemaPart { name: "rate", schema: schema::written::<RateDocument>() },
        SchemaPart { name: "tournament-status", schema: schema::written::<StatusDocument>() },
        SchemaPart { name: "tune", schema: schema::written::<TuneDocument>() },
    ]
}

fn finite(figure: f64) -> Option<f64> {
    figure.is_finite().then_some(figure)
}

/// What `compare` has found out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CompareDocument {
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The maps' names or files.
    pub maps: Vec<String>,
    /// The seed: sixteen hexadecimal digits.
    #[schemars(with = "String")]
    pub seed: Hex,
    /// The clock.
    pub clock: String,
    /// The new bot and the old one.
    pub entrants: Vec<EntrantLine>,
    /// What it says.
    pub verdict: VerdictWord,
    /// Games that count or repeat others.
    pub games: u32,
    /// The games of a block.
    pub block_games: usize,
    /// Blocks that count.
    pub blocks: u32,
    /// Blocks that were the same games again and count for nothing.
    pub repeated: u32,
    /// How many blocks have which score.
    pub scores: Vec<ScoreCount>,
    /// How much better the new bot is; none before two blocks.
    pub estimate: Option<EstimateFigures>,
    /// What is tested.
    pub sprt: SprtFigures,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where it decides.
    pub bounds: BoundFigures,
    /// Games in which the new bot, then the old one, did something wrong as a program.
    pub faulty_games: [u32; 2],
    /// The last games that the new bot lost, by their numbers.
    pub lost: Vec<u32>,
}

/// What a comparison says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictWord {
    /// The new bot is better.
    Accepted,
    /// It is not.
    Rejected,
    /// Neither, after as many games as were allowed.
    Undecided,
    /// Neither, and more games would only repeat those that were played.
    Exhausted,
    /// Neither, because somebody stopped it.
    Stopped,
}

/// A score and how many blocks have it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ScoreCount {
    /// The new bot's share, from 0 to 1.
    pub score: f64,
    /// Number of blocks.
    pub blocks: u64,
}

/// How much better the new bot is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EstimateFigures {
    /// Mean score of a game, from 0 to 1.
    pub score: f64,
    /// Half the width of its 95 % interval.
    pub score_error: Option<f64>,
    /// Difference in Elo.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub elo_error: Option<f64>,
    /// Difference in normalised Elo.
    pub normalized_elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub normalized_elo_error: Option<f64>,
    /// The probability that the new bot is the better one.
    pub superiority: Option<f64>,
}

impl From<Estimate> for EstimateFigures {
    fn from(of: Estimate) -> Self {
        Self {
            score: of.score,
            score_error: finite(of.score_error),
            elo: finite(of.elo),
            elo_error: finite(of.elo_error),
            normalized_elo: finite(of.normalized_elo),
            normalized_elo_error: finite(of.normalized_elo_error),
            superiority: finite(of.superiority),
        }
    }
}

/// A sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SprtFigures {
    /// The two claims.
    pub hypotheses: ClaimFigures,
    /// How often it may accept the larger difference though the smaller is true.
    pub alpha: f64,
    /// How often it may accept the smaller difference though the larger is true.
    pub beta: f64,
}

/// Two claims about the difference between two bots.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ClaimFigures {
    /// The smaller difference.
    pub elo0: f64,
    /// The larger difference.
    pub elo1: f64,
    /// What they are measured in.
    pub scale: ScaleWord,
}

/// What a difference is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScaleWord {
    /// Standard deviations of a game.
    Normalized,
    /// The expected score.
    Logistic,
}

/// Where a test decides.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BoundFigures {
    /// At or below it, the smaller difference is accepted.
    pub lower: f64,
    /// At or above it, the larger difference is accepted.
    pub upper: f64,
}

impl CompareDocument {
    /// What a comparison has found out.
    #[must_use]
    pub fn new(comparing: &Comparing<'_>, compared: &Compared) -> Self {
        let (series, sprt) = (comparing.series, comparing.sprt);
        let scores = compared.scores.iter().flat_map(|scores| scores.scores());
        Self {
            game: series.entry.name().to_owned(),
            rules: series.rules.clone(),
            maps: series.maps.iter().map(|map| map.name.clone()).collect(),
            seed: series.seed.written(),
            clock: series.clock.to_string(),
            entrants: series.entrant_lines(),
            verdict: match compared.verdict {
                ComparisonVerdict::Accepted => VerdictWord::Accepted,
                ComparisonVerdict::Rejected => VerdictWord::Rejected,
                ComparisonVerdict::Undecided => VerdictWord::Undecided,
                ComparisonVerdict::Exhausted => VerdictWord::Exhausted,
                ComparisonVerdict::Unfinished => VerdictWord::Stopped,
            },
            games: compared.games,
            block_games: series.schedule.block_size(),
            blocks: compared.blocks,
            repeated: compared.repeated,
            scores: scores.map(|(score, blocks)| ScoreCount { score, blocks }).collect(),
            estimate: compared.estimate().map(EstimateFigures::from),
            sprt: SprtFigures {
                hypotheses: ClaimFigures {
                    elo0: sprt.hypotheses.elo0,
                    elo1: sprt.hypotheses.elo1,
                    scale: match sprt.hypotheses.scale {
                        Scale::Normalized => ScaleWord::Normalized,
                        Scale::Logistic => ScaleWord::Logistic,
                    },
                },
                alpha: sprt.alpha,
                beta: sprt.beta,
            },
            llr: compared.ratio,
            bounds: BoundFigures { lower: compared.bounds.lower, upper: compared.bounds.upper },
            faulty_games: compared.faulty,
            lost: compared.lost.clone(),
        }
    }
}

/// What `rate` has found in folders of replays.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RateDocument {
    /// The ratings, by game.
    pub games: Vec<RatedGame>,
    /// Files that are no whole replays.
    pub unusable: Vec<UnusableFile>,
}

/// The bots of one game, rated.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatedGame {
    /// The game's name.
    pub game: String,
    /// Number of replays.
    pub games: usize,
    /// Blocks that count.
    pub blocks: usize,
    /// Blocks that were the same games again, and count once.
    pub repeated: usize,
    /// The bots, the best first.
    pub bots: Vec<RatedBot>,
}

/// A bot with its rating.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatedBot {
    /// What it is called.
    pub name: String,
    /// The place, from 1.
    pub place: usize,
    /// Games that count, once for each seat.
    pub games: u32,
    /// The share of opponents that it beat, from 0 to 1.
    pub score: f64,
    /// The rating in Elo; the mean of all is 0.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// Whether the games determine it; else a prior bounds it.
    pub determined: bool,
}

/// A file that is no whole replay.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnusableFile {
    /// The file.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
}

impl From<&Found> for RateDocument {
    fn from(found: &Found) -> Self {
        let unusable = found
            .unusable
            .iter()
            .map(|(path, why)| UnusableFile { file: path.display().to_string(), why: why.clone() });
        Self { games: found.rated.iter().map(RatedGame::from).collect(), unusable: unusable.collect() }
    }
}

impl From<&Rated> for RatedGame {
    fn from(rated: &Rated) -> Self {
        let bot = |row: &RatedEntrant| RatedBot {
            name: rated.names[row.entrant].clone(),
            place: row.place,
            games: row.games,
            score: row.score,
            elo: finite(row.rating.elo),
            error: finite(row.rating.error),
            determined: row.rating.determined,
        };
        Self {
            game: rated.game.clone(),
            games: rated.games,
            blocks: rated.table.blocks,
            repeated: rated.table.repeated,
            bots: rated.table.rows.iter().map(bot).collect(),
        }
    }
}

/// How a tournament stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StatusDocument {
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: Option<String>,
    /// The format, as `CUP.toml` has it.
    pub format: String,
    /// The clock.
    pub clock: String,
    /// The maps' names or files.
    pub maps: Vec<String>,
    /// The seed: sixteen hexadecimal digits.
    pub seed: Option<String>,
    /// How far it is.
    pub totals: TotalFigures,
    /// Whether everything that is known to be played is played.
    pub complete: bool,
    /// Who takes part, by the last rating, the best first.
    pub entrants: Vec<StatusEntrant>,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct TotalFigures {
    /// Blocks that are known to be played, or were.
    pub blocks: u64,
    /// Those of them that are finished.
    pub blocks_finished: u64,
    /// Their games.
    pub games: u64,
    /// Those of them that are finished.
    pub games_finished: u64,
}

/// Somebody who takes part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StatusEntrant {
    /// The name, which is the organiser's.
    pub name: String,
    /// A path, or the name of a built-in bot.
    pub path: String,
    /// A hash of the files that are run, if it has files.
    pub hash: Option<String>,
    /// Why it forfeits its games, if it does.
    pub problem: Option<String>,
    /// Sums over its games.
    pub tally: TallyFigures,
    /// The rating of the last full fit.
    pub rating: Option<RatingFigures>,
    /// In a ladder, the rating since then, moved by every block (Weng-Lin).
    pub online: Option<OnlineFigures>,
}

/// Sums over somebody's games.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct TallyFigures {
    /// Seats in games.
    pub games: u64,
    /// How often it was first, alone or with others.
    pub firsts: u64,
    /// How often it was put out.
    pub out: u64,
    /// What it did wrong, in all.
    pub faults: u64,
    /// CPU time, in seconds.
    pub cpu: f64,
    /// CPU time of the longest turn, in seconds.
    pub longest_cpu: f64,
}

/// A rating that was computed after some blocks.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct RatingFigures {
    /// Finished blocks at that time.
    pub blocks: u64,
    /// The rating in Elo.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// Whether the games determine it; else a prior bounds it.
    pub determined: bool,
}

/// A rating that moves with every block, until the next full fit.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct OnlineFigures {
    /// Finished blocks at that time.
    pub blocks: u64,
    /// The rating in Elo.
    pub elo: f64,
    /// Half the width of a rough 95 % interval.
    pub error: f64,
}

impl StatusDocument {
    /// How a tournament stands, with its entrants in the order in which they are shown.
    #[must_use]
    pub fn new(cup: &Cup, maps: Vec<String>, totals: Totals, entrants: Vec<StatusEntrant>) -> Self {
        let Totals { blocks, blocks_finished, games, games_finished } = totals;
        Self {
            game: cup.game.clone(),
            rules: cup.rules.clone(),
            format: cup.format.name().to_owned(),
            clock: cup.clock.clone(),
            maps,
            seed: cup.seed.map(|seed| format!("{seed:016x}")),
            totals: TotalFigures { blocks, blocks_finished, games, games_finished },
            complete: games == games_finished,
            entrants,
        }
    }
}

impl StatusEntrant {
    /// Somebody who takes part.
    #[must_use]
    pub fn new(
        entry: &EntryRow,
        tally: EntryTally,
        rating: Option<KeptRating>,
        online: Option<OnlineRating>,
    ) -> Self {
        let EntryTally { games, firsts, out, faults, cpu, longest_cpu } = tally;
        Self {
            name: entry.name.clone(),
            path: entry.source.clone(),
            hash: entry.fingerprint.clone(),
            problem: entry.problem.clone(),
            tally: TallyFigures { games, firsts, out, faults, cpu, longest_cpu },
            rating: rating.map(RatingFigures::from),
            online: online.map(|OnlineRating { blocks, elo, error }| OnlineFigures { blocks, elo, error }),
        }
    }
}

impl From<KeptRating> for RatingFigures {
    fn from(KeptRating { blocks, elo, error, determined }: KeptRating) -> Self {
        Self { blocks, elo: finite(elo), error: finite(error), determined }
    }
}

/// What a tuning has come to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TuneDocument {
    /// The game's name.
    pub game: String,
    /// The bot that is tuned.
    pub bot: String,
    /// Whom it plays; nobody if it plays itself.
    pub against: Option<String>,
    /// The seed: sixteen hexadecimal digits.
    pub seed: String,
    /// Iterations so far.
    pub iterations: usize,
    /// Iterations that were asked for.
    pub wanted: u32,
    /// Games so far.
    pub games: u32,
    /// Iterations in the last window, over whose values the mean is taken.
    pub window: usize,
    /// Whether any parameter has moved farther than chance alone would move it.
    pub learnt: bool,
    /// Whether any parameter was still moving in the last window.
    pub moving: bool,
    /// The same in words.
    pub verdict: String,
    /// Games in which the bot did something wrong as a program.
    pub faulty_games: u32,
    /// The parameters, by name.
    pub parameters: Vec<TunedParameter>,
}

/// What was found for a parameter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TunedParameter {
    /// Its name.
    pub name: String,
    /// The value in `bot.toml`.
    pub default: f64,
    /// The value that was found.
    pub found: f64,
    /// The strongest drift, over all iterations or the first of them, in standard errors: above 0
    /// where higher values did better.
    pub drift: f64,
    /// How often chance alone gives as strong a drift.
    pub chance: f64,
    /// The same for the last window.
    pub recent_chance: f64,
}

impl From<&Tuned> for TuneDocument {
    fn from(tuned: &Tuned) -> Self {
        let settings = &tuned.settings;
        let parameters = tuned.found().into_iter().map(|(name, found)| TunedParameter {
            name: name.to_owned(),
            default: found.declared.default,
            found: found.value,
            drift: found.evidence.deviations,
            chance: found.evidence.chance,
            recent_chance: found.recent.chance,
        });
        Self {
            game: settings.game.clone(),
            bot: settings.bot.0.clone(),
            against: settings.against.as_ref().map(|(name, _)| name.clone()),
            seed: settings.seed.clone(),
            iterations: tuned.iterations.len(),
            wanted: settings.iterations,
            games: tuned.games(),
            window: tuned.window(),
            learnt: tuned.is_learnt(),
            moving: tuned.is_moving(),
            verdict: crate::tuning::verdict(tuned, game::Lang::En),
            faulty_games: tuned.faults().map_or(0, |(count, _)| count),
            parameters: parameters.collect(),
        }
    }
}
