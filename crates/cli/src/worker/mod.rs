//! `sandtable worker`.

pub(crate) mod args;

use self::args::Worker;
use crate::failure::Failure;
use crate::serve::{data_folder, log};
use server::{Joined, Settings, WorkSettings};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

pub(crate) fn run(options: &Worker) -> Result<ExitCode, Failure> {
    log::start(options.log);
    let settings = Settings {
        data: own_folder(options.data.clone())?,
        database: Some(options.database.clone()),
        files: Some(options.files.clone()),
        jobs: options.jobs.map_or_else(processors, usize::from),
        grace: Duration::from_secs(options.grace.into()),
    };
    let name = options.name.clone().unwrap_or_else(server::host_name);
    let work = WorkSettings { name, games: options.games.clone(), builds: options.builds };
    server::run_jobs(settings, &work, &|joined| say(&work, joined)).map_err(Failure::failed)?;
    Ok(ExitCode::SUCCESS)
}

/// The folder that was named, or one beside the usual one of an arena.
fn own_folder(named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match named {
        Some(folder) => Ok(folder),
        None => Ok(data_folder(None)?.with_file_name("worker")),
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn say(work: &WorkSettings, joined: &Joined) {
    outln!("{} is machine {} of the arena (Ctrl-C stops it)", work.name, joined.number);
    outln!("Speed beside the first server: {:.2}", joined.speed);
    match &joined.no_strangers {
        None => outln!("Its sandbox keeps every promise: it plays strangers' bots"),
        Some(why) => outln!("It plays built-in bots only, because it cannot contain strangers' code: {why}"),
    }
}
