//! `sandtable tune`.

pub(crate) mod args;

use crate::failure::Failure;
use crate::match_command::{self, Board, INTERRUPTED, counted, table};
use crate::out::print_json;
use crate::screen;
use args::Tune;
use cups::results_json::TuneDocument;
use cups::tuning::{FILES, Tuned, TuningFolder, TuningRun, TuningSettings, verdict, write_report};
use game::Lang;
use indicatif::{ProgressBar, ProgressStyle};
use matches::{Entrant, IfUnstartable, Replays, Schedule, Series, SeriesSeed, Stop, Workshop};
use std::cell::Cell;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The exit status if nothing was learnt.
const NOTHING_LEARNT: u8 = 3;

/// How often the charts are written anew for people who wait.
const DRAWN_EVERY: Duration = Duration::from_secs(10);

pub(crate) fn run(options: &Tune) -> Result<ExitCode, Failure> {
    let folder = TuningFolder::take(&options.output).map_err(Failure::failed)?;
    let kept = folder.seed().map_err(Failure::failed)?;
    let seed = match (options.seed, kept) {
        (Some(seed), _) => seed.number(),
        (None, Some(kept)) => kept,
        (None, None) => match_command::random_seed()?,
    };
    let (mut run, settings) = prepared(options, seed)?;
    let mut tuned = folder.open(settings).map_err(Failure::usage)?;
    let before = tuned.iterations.len();
    let stop = match_command::stop_on_signals()?;
    play(&mut run, &mut tuned, &folder, &stop)?;
    write_report(&folder, &tuned).map_err(Failure::failed)?;
    folder.save_found(&tuned).map_err(Failure::failed)?;
    match options.play.json {
        true => print_json(&TuneDocument::from(&tuned)),
        false => print(&tuned, before, &folder),
    }
    Ok(match (stop.is_wanted(), tuned.is_learnt()) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(NOTHING_LEARNT),
    })
}

/// Plays what is missing, with a line and charts for people who wait.
fn play(run: &mut TuningRun, tuned: &mut Tuned, folder: &TuningFolder, stop: &Stop) -> Result<(), Failure> {
    let bar = progress_bar(tuned);
    let drawn = Cell::new(Instant::now());
    let played = run.play(tuned, stop, &mut |iteration| folder.add(iteration), &|tuned| {
        bar.set_position(tuned.iterations.len() as u64);
        bar.set_message(shown_values(tuned));
        if drawn.get().elapsed() > DRAWN_EVERY {
            // The last ones are written in any case, and a problem is told then.
            let _ = write_report(folder, tuned);
            drawn.set(Instant::now());
        }
    });
    bar.finish_and_clear();
    played.map_err(Failure::failed)
}

fn progress_bar(tuned: &Tuned) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(tuned.settings.iterations.into()), screen::target());
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} iterations, {eta} left, {msg}") {
        bar.set_style(style);
    }
    bar.set_position(tuned.iterations.len() as u64);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// The values so far, for the line.
fn shown_values(tuned: &Tuned) -> String {
    let last = tuned.path().last().cloned().unwrap_or_default();
    let values = tuned.settings.parameters.keys().zip(last);
    values.map(|(name, value)| format!("{name} {value:.3}")).collect::<Vec<_>>().join(", ")
}

/// The bots, made ready, and what the tuning is.
fn prepared(options: &Tune, seed: u64) -> Result<(TuningRun, TuningSettings), Failure> {
    let Board { entry, rules, maps, seats } = options.series.board(&options.game)?;
    let bots: Vec<String> = [&options.bot].into_iter().chain(&options.against).cloned().collect();
    let sandbox = match_command::sandbox(options.play.containment, &bots)?;
    let (without, bound) = ([options.output.clone()], options.play.bound.folders()?);
    let workshop =
        Workshop { game: entry.name(), rules: &rules, sandbox: &sandbox, without: &without, bound: &bound };
    let entrants = match_command::entrants(&bots, workshop)?;
    if let Some(guest) = entrants.iter().find(|entrant| Entrant::needs_wall_time(entrant)) {
        return Err(Failure::usage(format!("{}: programs that come over TCP are not tuned", guest.name)));
    }
    let declared = entrants[0].parameters().map(|parameters| parameters.declared().clone());
    let parameters = declared.filter(|declared| !declared.is_empty()).ok_or_else(|| {
        Failure::usage(format!(
            "{}: it declares nothing to tune: write [parameters] into its bot.toml, for example\n  [parameters]\n  greed = {{ default = 0.5, min = 0.0, max = 1.0, step = 0.1 }}",
            options.bot
        ))
    })?;
    let known = |entrant: &Entrant| (entrant.name.clone(), entrant.fingerprint());
    let settings = TuningSettings {
        game: entry.name().to_owned(),
        rules: rules.clone(),
        maps: maps.iter().map(|map| (map.name.clone(), replays::map_hash(&map.text))).collect(),
        clock: options.play.clock.to_string(),
        bot: known(&entrants[0]),
        against: entrants.get(1).map(known),
        parameters,
        iterations: options.iterations,
        blocks: options.blocks,
        rate: options.rate,
        seed: format!("{seed:016x}"),
    };
    let jobs = options.series.jobs(&entrants);
    let series = match_command::timed(Series {
        entry,
        rules,
        maps,
        schedule: Schedule::Rotating,
        entrants,
        seed: SeriesSeed::Master(seed),
        clock: options.play.clock,
        replays: Replays::None,
        record: None,
        canonical: false,
        sandbox,
        unstartable: IfUnstartable::Stops,
    })?;
    Ok((TuningRun { series, seats, jobs }, settings))
}

fn print(tuned: &Tuned, before: usize, folder: &TuningFolder) {
    let settings = &tuned.settings;
    let against = settings.against.as_ref().map(|(name, _)| format!(" against {name}")).unwrap_or_default();
    outln!(
        "{}, {}{against}, seed {}: {} of {}, {}",
        settings.game,
        settings.bot.0,
        settings.seed,
        tuned.iterations.len(),
        counted(settings.iterations as usize, "iteration"),
        counted(tuned.games() as usize, "game")
    );
    if before > 0 {
        outln!("{} were played before", counted(before, "iteration"));
    }
    let mut shown = table(&["parameter", "default", "found", "drift", "by chance"]);
    for (name, found) in tuned.found() {
        let figure = |value: f64| format!("{:.*}", if found.declared.is_whole { 0 } else { 4 }, value);
        shown.add_row([
            name.to_owned(),
            figure(found.declared.default),
            figure(found.value),
            format!("{:+.1} σ", found.evidence.deviations),
            format!("{:.1} %", 100.0 * found.evidence.chance),
        ]);
    }
    outln!("{shown}");
    if let Some((count, first)) = tuned.faults() {
        outln!("the bot had faults in {}; the first: {first}", counted(count as usize, "game"));
    }
    outln!("{}", verdict(tuned, Lang::En));
    outln!("values for bot.toml: {} (in {}: {FILES})", folder.found().display(), folder.path().display());
}
