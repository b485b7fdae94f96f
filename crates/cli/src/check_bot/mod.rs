//! `sandtable check-bot`.

pub(crate) mod args;
mod report;

use self::args::CheckBot;
use crate::failure::Failure;
use crate::match_command::{self, Board};
use crate::screen;
use matches::checkup::{Checkup, CheckupError, Finding, Level};
use matches::{Entrant, EntrantError, IfUnstartable, Pace, Replays, Schedule, Series, SeriesSeed, Workshop};
use std::process::ExitCode;

/// Who fills the other seats.
const OPPONENT: &str = "random";

pub(crate) fn run(options: &CheckBot) -> Result<ExitCode, Failure> {
    refuse_what_is_no_program(&options.bot)?;
    if options.play.clock.pace == Pace::Rounds {
        return Err(Failure::usage("check-bot waits for every reply: give a clock without `rounds`"));
    }
    let board = Board::find(&options.game, options.map.as_deref(), options.rules.as_deref())?;
    let sandbox = options.play.containment.open()?;
    let bound = options.play.bound.folders()?;
    let (game, rules) = (board.entry.name(), &board.rules);
    let workshop = Workshop { game, rules, sandbox: &sandbox, without: &[], bound: &bound };
    let bot = match match_command::made_ready(&options.bot, workshop) {
        Ok(bot) => bot,
        Err(EntrantError::DoesNotCompile(why)) => {
            return Ok(finish(options, &board, &options.bot, &[Finding::does_not_compile(&why)]));
        }
        Err(error) => return Err(error.into()),
    };
    let opponents = (1..board.seats).map(|_| Entrant::find(OPPONENT, workshop));
    let entrants: Result<Vec<Entrant>, _> = std::iter::once(Ok(bot)).chain(opponents).collect();
    let series = Series {
        entry: board.entry,
        rules: board.rules.clone(),
        maps: board.maps.clone(),
        schedule: Schedule::Rotating,
        entrants: entrants?,
        seed: SeriesSeed::Master(options.seed.number()),
        clock: options.play.clock,
        replays: Replays::None,
        record: None,
        canonical: false,
        sandbox,
        unstartable: IfUnstartable::Stops,
    };
    let stop = match_command::stop_on_signals()?;
    let checkup = Checkup::new(&series, &stop).map_err(Failure::failed)?;
    let bar = screen::spinner();
    let checked = checkup.run(&|what| bar.set_message(what.to_owned()));
    bar.finish_and_clear();
    match checked {
        Ok(findings) => Ok(finish(options, &board, &series.entrants[0].name, &findings)),
        Err(CheckupError::Stopped) => Ok(match_command::status(&stop)),
        Err(CheckupError::Failed(error)) => Err(Failure::failed(error)),
    }
}

/// Only programs speak the protocol.
fn refuse_what_is_no_program(bot: &str) -> Result<(), Failure> {
    let why = if bots::is_built_in(bot) {
        "is built in and speaks no protocol"
    } else if bot.starts_with("tcp:") {
        "comes over TCP and speaks the old contest's protocol"
    } else {
        return Ok(());
    };
    Err(Failure::usage(format!(
        "`{bot}` {why}: check-bot looks at programs (a file named like it is `./{bot}`)"
    )))
}

fn finish(options: &CheckBot, board: &Board, bot: &str, findings: &[Finding]) -> ExitCode {
    let report = report::CheckReport { options, board, bot, findings };
    match options.play.json {
        true => outln!("{}", report.json()),
        false => report.print(),
    }
    ExitCode::from(u8::from(report.count(Level::Problem) > 0))
}
