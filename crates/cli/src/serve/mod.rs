//! `sandtable serve`.

pub(crate) mod args;
pub(crate) mod log;

use self::args::{Serve, SignUp};
use crate::failure::Failure;
use server::{Settings, Started, WebSettings};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

pub(crate) fn run(options: &Serve) -> Result<ExitCode, Failure> {
    log::start(options.log);
    let settings = Settings {
        data: data_folder(options.data.clone())?,
        database: options.database.address.clone(),
        files: options.files.clone(),
        jobs: options.jobs.map_or_else(all_but_one, usize::from),
        grace: Duration::from_secs(options.grace.into()),
    };
    let web = WebSettings {
        listen: options.listen,
        open_sign_up: options.sign_up == SignUp::Open,
        behind_proxy: options.behind_proxy,
    };
    server::serve(settings, web, &say).map_err(Failure::failed)?;
    Ok(ExitCode::SUCCESS)
}

/// The folder that was named, or the usual one.
pub(crate) fn data_folder(named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named {
        return Ok(folder);
    }
    let of_home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share"));
    let base = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = base
        .or_else(of_home)
        .ok_or_else(|| Failure::usage("there is no home folder: name one with --data"))?;
    Ok(base.join("sandtable/arena"))
}

pub(crate) fn all_but_one() -> usize {
    std::thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1))
}

fn say(started: &Started) {
    let address = started.address;
    outln!("The arena is at http://{address}/ (Ctrl-C stops it)");
    if let Some(path) = &started.first_administrator {
        outln!("Become its administrator, once and within 24 hours: http://{address}{path}");
    }
    if let Some(why) = &started.no_uploads {
        outln!("Uploads are refused, because this machine cannot contain strangers' code: {why}");
    }
}
