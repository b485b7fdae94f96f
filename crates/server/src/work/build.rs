//! A version is built and looked over, as `check-bot` does it.

use super::entrants::{Unready, workshop};
use super::{Trouble, Unfinished, Worker, unbroken};
use crate::catalogue::HostedLadder;
use crate::database::bots::Version;
use crate::database::jobs::MOST_ATTEMPTS;
use matches::checkup::{Check, Checkup, CheckupError, Finding, Level};
use matches::{Entrant, EntrantError, IfUnstartable, Replays, Schedule, Series, SeriesSeed};
use sandbox::Sandbox;
use serde::{Deserialize, Serialize};

/// Who fills the other seats.
const OPPONENT: &str = "random";

/// The seed of every checkup, so that two of the same source say the same.
const SEED: u64 = 1;

/// What is kept of a checkup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CheckReport {
    pub(crate) findings: Vec<ShownFinding>,
}

/// A finding, as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct ShownFinding {
    /// What was looked at.
    pub(crate) check: String,
    /// ok, note, warning or problem.
    pub(crate) level: String,
    /// What was seen.
    pub(crate) what: String,
    /// What to do about it.
    pub(crate) advice: Option<String>,
    /// More lines about it.
    pub(crate) details: Vec<String>,
}

impl CheckReport {
    fn of(findings: &[Finding]) -> Self {
        let shown = |finding: &Finding| ShownFinding {
            check: finding.check.name().to_owned(),
            level: finding.level.name().to_owned(),
            what: finding.what.clone(),
            advice: finding.advice.clone(),
            details: finding.details.clone(),
        };
        Self { findings: findings.iter().map(shown).collect() }
    }
}

impl Worker {
    pub(super) fn build(
        &self,
        version: &Version,
        (game, name): (&str, &str),
        attempt: i64,
    ) -> Result<(), Trouble> {
        tracing::info!("building version {} of {name}", version.number);
        let database = &self.arena.database;
        match unbroken(|| self.checked_fairly(version, game, name)) {
            Ok(findings) => {
                let is_ready = findings.iter().all(|finding| finding.level != Level::Problem);
                let report = serde_json::to_string(&CheckReport::of(&findings)).unwrap_or_default();
                self.wait(database.finish_build(version, attempt, is_ready, &report))?;
                self.arena.bell.notify_waiters();
            }
            Err(Unfinished::Stopped) => self.wait(database.hand_back_build(version.id, attempt))?,
            Err(Unfinished::Unable(why)) => {
                self.wait(database.hand_back_build(version.id, attempt))?;
                let number = version.number;
                return Err(Trouble::Here(format!(
                    "version {number} of {name} cannot be built here now: {why}"
                )));
            }
            // Another machine may have the compiler that is missing here.
            Err(Unfinished::Failed(why)) if attempt < MOST_ATTEMPTS => {
                self.wait(database.hand_back_build(version.id, attempt))?;
                return Err(Trouble::Here(format!("version {} of {name}: {why}", version.number)));
            }
            Err(Unfinished::Failed(why)) => {
                tracing::error!("version {} of {name} could not be built: {why}", version.number);
                let finding = Finding::does_not_compile(&format!("the arena could not build it: {why}"));
                let report = serde_json::to_string(&CheckReport::of(&[finding])).unwrap_or_default();
                self.wait(database.finish_build(version, attempt, false, &report))?;
            }
        }
        Ok(())
    }

    /// Builds a version and looks it over. What fails as a program is looked over once more: if it
    /// does not fail again somebody killed it, or the machine was short of something.
    fn checked_fairly(&self, version: &Version, game: &str, name: &str) -> Result<Vec<Finding>, Unfinished> {
        let findings = self.checked(version, game, name)?;
        let has_failed =
            |finding: &Finding| finding.level == Level::Problem && finding.check != Check::Builds;
        if findings.iter().any(has_failed) {
            return self.checked(version, game, name);
        }
        Ok(findings)
    }

    fn checked(&self, version: &Version, game: &str, name: &str) -> Result<Vec<Finding>, Unfinished> {
        let sandbox = self.arena.sandbox.as_ref().map_err(|why| Unfinished::Failed(why.clone()))?;
        let ladder = self.arena.ladder(game).ok_or_else(|| Unfinished::Failed(format!("no game {game}")))?;
        let bot = match self.made_ready(version, name, workshop(game, ladder.rules, sandbox)) {
            Ok(bot) => bot,
            Err(Unready::Entrant(EntrantError::DoesNotCompile(why) | EntrantError::Unusable(why))) => {
                return Ok(vec![Finding::does_not_compile(&why)]);
            }
            Err(Unready::Entrant(error)) => return Err(Unfinished::Failed(error.to_string())),
            Err(Unready::Ours(why)) => return Err(why),
        };
        let series = trial_series(ladder, bot, sandbox)?;
        let checkup = Checkup::new(&series, &self.arena.stop)?;
        checkup.run(&|_| {}).map_err(|unchecked| match unchecked {
            CheckupError::Stopped => Unfinished::Stopped,
            CheckupError::Failed(error) => Unfinished::Failed(error.to_string()),
        })
    }
}

/// The games of a checkup, on the game's usual map.
fn trial_series(ladder: &HostedLadder, bot: Entrant, sandbox: &Sandbox) -> Result<Series, Unfinished> {
    let map = ladder.map(ladder.entry.usual_map()).unwrap_or(&ladder.maps[0]).clone();
    let workshop = workshop(ladder.name(), ladder.rules, sandbox);
    let opponents = (1..ladder.seats).map(|_| Entrant::find(OPPONENT, workshop));
    let entrants: Result<Vec<Entrant>, _> = std::iter::once(Ok(bot)).chain(opponents).collect();
    Ok(Series {
        entry: ladder.entry,
        rules: ladder.rules.to_owned(),
        maps: vec![map],
        schedule: Schedule::Rotating,
        entrants: entrants.map_err(|error| Unfinished::Failed(error.to_string()))?,
        seed: SeriesSeed::Master(SEED),
        clock: ladder.clock,
        replays: Replays::None,
        record: None,
        canonical: false,
        sandbox: sandbox.clone(),
        unstartable: IfUnstartable::Stops,
    })
}
