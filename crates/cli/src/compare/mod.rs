//! `sandtable compare`.

pub(crate) mod args;
mod verdict;

use crate::failure::Failure;
use crate::match_command::{self, Board, INTERRUPTED};
use crate::out::print_json;
use crate::screen;
use args::{Compare, EloScale};
use cups::blocks::seatings;
use cups::results_json::CompareDocument;
use cups::{Compared, Comparing, ComparisonVerdict};
use matches::{Entrant, IfUnstartable, Replays, Schedule, Series, SeriesSeed, Workshop};
use std::process::ExitCode;
use std::time::Instant;
use tournament::comparison::{Hypotheses, Scale, Sprt};

/// The exit status of a comparison that is not decided.
const UNDECIDED: u8 = 3;

pub(crate) fn run(options: &Compare) -> Result<ExitCode, Failure> {
    // 1 means that the new bot is not better, and nothing else.
    compare(options).map_err(Failure::into_usage)
}

fn compare(options: &Compare) -> Result<ExitCode, Failure> {
    let series = series(options)?;
    let jobs = options.series.jobs(&series.entrants);
    let hypotheses = Hypotheses {
        elo0: options.sprt.elo0,
        elo1: options.sprt.elo1,
        scale: match options.scale {
            EloScale::Normalized => Scale::Normalized,
            EloScale::Logistic => Scale::Logistic,
        },
    };
    let sprt = Sprt { hypotheses, alpha: options.error, beta: options.error };
    let most_blocks = (options.games / series.schedule.block_size() as u32).max(1);
    let comparing = Comparing { series: &series, sprt, most_blocks, jobs };
    let stop = match_command::stop_on_signals()?;
    let (line, begun) = (screen::spinner(), Instant::now());
    let compared = comparing.run(&stop, &|so_far| line.set_message(verdict::live(so_far, begun.elapsed())));
    line.finish_and_clear();
    let compared = compared.map_err(Failure::failed)?;
    match options.play.json {
        true => print_json(&CompareDocument::new(&comparing, &compared)),
        false => verdict::print(&series, &comparing, &compared),
    }
    Ok(status(&compared, stop.is_wanted()))
}

fn status(compared: &Compared, is_stopped: bool) -> ExitCode {
    match compared.verdict {
        ComparisonVerdict::Accepted => ExitCode::SUCCESS,
        ComparisonVerdict::Rejected => ExitCode::from(1),
        ComparisonVerdict::Unfinished if is_stopped => ExitCode::from(INTERRUPTED),
        ComparisonVerdict::Undecided | ComparisonVerdict::Exhausted | ComparisonVerdict::Unfinished => {
            ExitCode::from(UNDECIDED)
        }
    }
}

fn series(options: &Compare) -> Result<Series, Failure> {
    let Board { entry, rules, maps, seats } = options.series.board(&options.game)?;
    let bots = [options.new.clone(), options.old.clone()];
    let sandbox = match_command::sandbox(options.play.containment, &bots)?;
    let without: Vec<_> = options.replay.iter().cloned().collect();
    let bound = options.play.bound.folders()?;
    let workshop =
        Workshop { game: entry.name(), rules: &rules, sandbox: &sandbox, without: &without, bound: &bound };
    let entrants = match_command::entrants(&bots, workshop)?;
    if let Some(guest) = entrants.iter().find(|entrant| Entrant::needs_wall_time(entrant)) {
        return Err(Failure::usage(format!("{}: programs that come over TCP are not compared", guest.name)));
    }
    if let Some(folder) =
        options.replay.as_deref().filter(|folder| folder.is_file() || match_command::holds_replays(folder))
    {
        return Err(Failure::usage(format!("{}: name a folder without replays in it", folder.display())));
    }
    let seed = options.seed.map_or_else(match_command::random_seed, |seed| Ok(seed.number()))?;
    match_command::timed(Series {
        entry,
        rules,
        maps,
        schedule: Schedule::Blocks(seatings(seats, 2, false)),
        entrants,
        seed: SeriesSeed::Master(seed),
        clock: options.play.clock,
        replays: options.replay.clone().map_or(Replays::None, Replays::Folder),
        record: None,
        canonical: false,
        sandbox,
        unstartable: IfUnstartable::Stops,
    })
}
