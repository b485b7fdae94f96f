//! A close look at one bot: whether it speaks the protocol, in time, without crashing, and leaves
//! when it should.
//!
//! Every look is a game (`trial`) that is led by the referee of matches, in the sandbox of matches,
//! with `random` in the other seats. What the games showed becomes [`Finding`]s, each with what was
//! seen and what to do about it.

mod finding;
mod leaving;
mod orders;
mod rounds;
mod speed;
mod starting;
mod talking;
mod trial;
mod variations;

pub use finding::{Check, Finding, Level};

use crate::check_options::{CheckOptions, Farewell};
use crate::series::{Series, SeriesError};
use crate::{ProtocolFault, Stop};
use sandbox::PrivateFolder;
use std::io;
use trial::Trial;

/// A close look at the first bot of a series.
#[derive(Debug)]
pub struct Checkup<'a> {
    /// What is played; the bot in question is the first one, the others only fill the seats.
    series: &'a Series,
    /// Where the games are written down for us.
    scratch: PrivateFolder,
    stop: &'a Stop,
}

/// Why a checkup has no result.
#[derive(Debug)]
pub enum CheckupError {
    /// Somebody wanted us to stop.
    Stopped,
    /// A game could not be played, which is no fault of the bot's.
    Failed(SeriesError),
}

/// Turns of each seat after which a game is broken off that is not played for its result.
const FEW_TURNS: u32 = 3;

impl<'a> Checkup<'a> {
    /// A checkup of the first bot of a series.
    ///
    /// # Errors
    /// If there is no room on disk to write games down.
    pub fn new(series: &'a Series, stop: &'a Stop) -> io::Result<Self> {
        let scratch = PrivateFolder::new()?;
        Ok(Self { series, scratch, stop })
    }

    /// Plays all the games and says what they showed. `tell` is told what is looked at now.
    ///
    /// # Errors
    /// If somebody wanted to stop, or a game could not be played.
    pub fn run(&self, tell: &dyn Fn(&str)) -> Result<Vec<Finding>, CheckupError> {
        let mut findings = vec![starting::building(&self.series.entrants[0])];
        let (starting, has_started) =
            starting::starting(&self.started(tell)?, self.series.clock, self.series.sandbox.enforced());
        findings.push(starting);
        if has_started {
            findings.extend(self.playing(tell)?);
        }
        Ok(findings)
    }

    /// What can be seen of a bot that has started.
    fn playing(&self, tell: &dyn Fn(&str)) -> Result<Vec<Finding>, CheckupError> {
        let games = self.whole_games(tell)?;
        let is_awake = !games.iter().any(Trial::is_idle);
        let broken_off = is_awake.then(|| self.broken_off(tell)).transpose()?;
        // What else it cannot take would not show in a bot that has faults anyway.
        let sound = games.first().filter(|first| is_awake && first.report.faults.is_empty());
        let surprised = sound.map(|_| self.with_unknown_field(tell)).transpose()?;
        let repeated = sound.map(|_| self.repeated(tell)).transpose()?;

        let (seats, game) = (self.series.entrants.len(), self.series.entry.name());
        let mut findings = talking::findings(&games, seats, game);
        findings.push(speed::finding(&games, self.series.clock));
        findings.extend(orders::findings(&games));
        findings.extend(rounds::findings(&games, game));
        findings.push(leaving::after_the_end(games.iter().chain(&surprised).chain(&repeated)));
        findings.push(match &broken_off {
            Some(trial) => leaving::when_the_input_stops(trial),
            None => Finding::unchecked(Check::InputStops),
        });
        findings.push(match &surprised {
            Some(trial) => variations::unknown_fields(trial),
            None => Finding::unchecked(Check::UnknownFields),
        });
        findings.push(match (sound, &repeated) {
            (Some(first), Some(again)) => variations::repeated(first, again),
            _ => Finding::unchecked(Check::Repeatable),
        });
        Ok(findings)
    }

    fn started(&self, tell: &dyn Fn(&str)) -> Result<Trial, CheckupError> {
        tell("starting it");
        let nothing =
            CheckOptions { most_turns: Some(0), parting: Farewell::Abrupt, ..CheckOptions::default() };
        self.trial(1, CheckOptions { pause_after_start: true, ..nothing })
    }

    /// A whole game from each seat. Whoever answers nothing in the first has shown enough.
    fn whole_games(&self, tell: &dyn Fn(&str)) -> Result<Vec<Trial>, CheckupError> {
        let seats = self.series.entrants.len() as u32;
        let mut games = Vec::new();
        // Seats rotate backwards over the games of a series: this order begins with seat 0 and goes
        // up.
        for game in std::iter::once(1).chain((2..=seats).rev()) {
            tell(&format!("playing game {} of {seats}", games.len() + 1));
            games.push(self.trial(game, CheckOptions::default())?);
            if games.iter().any(Trial::is_idle) {
                break;
            }
        }
        Ok(games)
    }

    fn broken_off(&self, tell: &dyn Fn(&str)) -> Result<Trial, CheckupError> {
        tell("stopping its input");
        let most_turns = Some(self.few_turns());
        self.trial(1, CheckOptions { most_turns, parting: Farewell::Abrupt, ..CheckOptions::default() })
    }

    fn with_unknown_field(&self, tell: &dyn Fn(&str)) -> Result<Trial, CheckupError> {
        tell("sending a field that it does not know");
        let most_turns = Some(self.few_turns());
        self.trial(1, CheckOptions { most_turns, unknown_field: true, ..CheckOptions::default() })
    }

    fn repeated(&self, tell: &dyn Fn(&str)) -> Result<Trial, CheckupError> {
        tell("playing the first game again");
        self.trial(1, CheckOptions::default())
    }

    fn few_turns(&self) -> u32 {
        FEW_TURNS * self.series.entrants.len() as u32
    }

    fn trial(&self, game: u32, conduct: CheckOptions) -> Result<Trial, CheckupError> {
        Trial::play(self.series, game, conduct, (self.scratch.path(), self.stop))
    }
}

impl Trial {
    /// Whether the bot was given up because it did nothing.
    fn is_idle(&self) -> bool {
        self.report.faults.iter().any(|fault| matches!(fault.lapse, Some(ProtocolFault::Idle(_))))
    }
}
