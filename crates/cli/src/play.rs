//! `sandtable play`.

use crate::args::Play;
use crate::failure::Failure;
use crate::map::broken;
use crate::out;
use crate::seed::Seed;
use crate::{maps, registry};
use game::GameEntry;
use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
#[cfg(feature = "server")]
use std::time::Duration;
use std::time::SystemTime;
use terminal::{App, End, Lang, Look, OpenError, Options, Store};

/// Who sits in the other seats if nobody is named.
const USUAL_BOT: &str = "greedy";

pub(crate) fn run(options: &Play) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    #[cfg(feature = "server")]
    if options.web {
        let wishes = wishes(entry, options)?;
        return match (options.table.seats.is_empty(), &wishes.map) {
            (true, _) => in_browser(options, wishes),
            (false, Some(_)) => crate::play_table::run(options, wishes),
            (false, None) => in_browser(options, crate::play_table::chosen_on_the_page(options, wishes)?),
        };
    }
    let mut app = App::new(wishes(entry, options)?).map_err(|problem| explain(options, problem))?;
    check_terminal(entry)?;
    match terminal::run(&mut app, out::raw) {
        Ok(End::Left) => Ok(ExitCode::SUCCESS),
        Ok(End::Signal(number)) => Ok(ExitCode::from(128_u8.saturating_add(number as u8))),
        Err(error) => Err(Failure::failed(format!("cannot use the terminal: {error}"))),
    }
}

/// Serves the game to a browser on this machine.
#[cfg(feature = "server")]
fn in_browser(options: &Play, wishes: Options) -> Result<ExitCode, Failure> {
    const PATIENCE: Duration = Duration::from_secs(60);
    let settings = web::Settings { listen: options.listen, port: options.port, patience: Some(PATIENCE) };
    let ready = |links: &[web::Address]| {
        for web::Address { link, .. } in links {
            outln!("Play at {link} (Ctrl-C ends it, and so does closing the tab; the game is kept)");
            if !options.no_open {
                open_browser(link);
            }
        }
    };
    let ended = web::serve(wishes, settings, ready);
    ended_in_browser(ended.map_err(|problem| explain(options, problem))?)
}

#[cfg(feature = "server")]
pub(crate) fn ended_in_browser(end: web::End) -> Result<ExitCode, Failure> {
    match end {
        web::End::Left => Ok(ExitCode::SUCCESS),
        web::End::Signal(number) => Ok(ExitCode::from(128_u8.saturating_add(number))),
    }
}

/// Opens an address in the user's browser, where there is a desktop to show it. The link is printed
/// in any case.
#[cfg(feature = "server")]
pub(crate) fn open_browser(address: &str) {
    let has_desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if has_desktop || cfg!(target_os = "macos") {
        let _ = sandbox::start_aside(&[opener, address]);
    }
}

fn wishes(entry: &'static dyn GameEntry, options: &Play) -> Result<Options, Failure> {
    let map = options.map.as_deref().map(|file| named_map(entry, file)).transpose()?;
    Ok(Options {
        entry,
        map,
        rules: registry::profile(entry, options.rules.as_deref(), None)?,
        seed: options.seed.map_or_else(any_seed, Seed::of_one_game),
        seat: options.seat,
        opponents: opponents(&options.against),
        save: options.save.clone(),
        anew: options.new,
        store: Store::of_user(|name| env::var_os(name)),
        look: look(options),
        pages: PathBuf::new(),
    })
}

/// Name and text of a map. A bundled one goes by its name, another by its file's.
fn named_map(entry: &dyn GameEntry, file: &Path) -> Result<(String, String), Failure> {
    let map = maps::read(entry, file)?;
    let text = String::from_utf8(map)
        .map_err(|_| Failure::failed(format!("{}: a map is text, and this is not", file.display())))?;
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    Ok((name, text))
}

/// One bot for each of the other seats: the last one named takes those that are left.
fn opponents(named: &[String]) -> Vec<String> {
    let last = named.last().map_or(USUAL_BOT, String::as_str);
    let others = game::MAX_SEATS - 1;
    named
        .iter()
        .map(String::as_str)
        .chain(std::iter::repeat(last))
        .take(others.max(named.len()))
        .map(String::from)
        .collect()
}

/// Nobody who plays for fun needs a better one; who wants the same game again names a seed.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

fn look(options: &Play) -> Look {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let words = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG")).unwrap_or_default();
    let letters = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    // Who has set no locale at all has most likely a terminal of today.
    let knows_signs =
        letters.is_none_or(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"));
    let lang = match options.lang.as_deref() {
        Some("zh") => Lang::Zh,
        Some(_) => Lang::En,
        None => Lang::of_locale(&words),
    };
    Look { lang, ascii: options.ascii || !knows_signs, colour: set("NO_COLOR").is_none() }
}

fn check_terminal(entry: &dyn GameEntry) -> Result<(), Failure> {
    if env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(Failure::usage("this terminal (TERM=dumb) cannot show a board"));
    }
    if io::stdin().is_terminal() && out::raw().is_terminal() {
        return Ok(());
    }
    let game = entry.name();
    let instead = match entry.console() {
        Some(_) => format!("; `sandtable console {game}` plays through pipes"),
        None => String::new(),
    };
    Err(Failure::usage(format!("playing needs a terminal, and standard input or output is none{instead}")))
}

pub(crate) fn explain(options: &Play, problem: OpenError) -> Failure {
    match problem {
        OpenError::Map { name, report } => {
            broken(options.map.as_deref().unwrap_or(Path::new(&name)), &report)
        }
        OpenError::Usage(text) => Failure::usage(text),
        OpenError::File(text) => Failure::failed(text),
    }
}
