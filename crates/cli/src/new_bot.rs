//! `sandtable new-bot`.

use crate::args::{Language, NewBot, Style};
use crate::failure::Failure;
use crate::{match_command, registry};
use game::{DynGame, Seat};
use matches::Clock;
use sandbox::Tool;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::ExitCode;

/// A real start and a real first turn, for the bot's own test.
const SAMPLE: &str = "sample.jsonl";

pub(crate) fn run(options: &NewBot) -> Result<ExitCode, Failure> {
    let language = language(options)?;
    let folder = std::path::absolute(&options.folder)
        .map_err(|error| Failure::usage(format!("{}: {error}", options.folder.display())))?;
    let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut files = sdk::start(&options.game, language, &sdk::package_name(&name))
        .map_err(|wrong| Failure::usage(wrong.to_string()))?;
    let (rules, table) = opening(&options.game)?;
    if language != sdk::Language::ClassicCpp {
        let sample = matches::protocol::opening(rules, &*table, Seat(0), Clock::default());
        files.push((SAMPLE.to_owned(), sample));
    }
    refuse_to_overwrite(&folder)?;
    write(&folder, &files).map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
    say(options, language, &files, table.seats());
    Ok(ExitCode::SUCCESS)
}

fn language(options: &NewBot) -> Result<sdk::Language, Failure> {
    match (options.language, options.style) {
        (Language::Cpp, Style::Modern) => Ok(sdk::Language::Cpp),
        (Language::Cpp, Style::Classic) => Ok(sdk::Language::ClassicCpp),
        (Language::Python, Style::Modern) => Ok(sdk::Language::Python),
        (Language::Rust, Style::Modern) => Ok(sdk::Language::Rust),
        (Language::Python | Language::Rust, Style::Classic) => Err(Failure::usage(
            "the classic interfaces are C++: sandtable new-bot GAME cpp DIR --style classic",
        )),
    }
}

/// A game as it begins if nothing is asked for: the rule profile, and the table.
fn opening(game: &str) -> Result<(&'static str, Box<dyn DynGame>), Failure> {
    let entry = registry::find(game)?;
    let rules = registry::profile(entry, None, None)?;
    // The smallest map shows the most on one screen; the starts' own tests are about it.
    let (name, map) =
        match_command::map(entry, entry.maps().first().map(|(name, _)| Path::new(*name)), rules)?;
    let table = entry.start(map.as_bytes(), rules, 0);
    let table = table.map_err(|_| Failure::failed(format!("the bundled map {name} cannot be played")))?;
    Ok((rules, table))
}

fn refuse_to_overwrite(folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::usage(format!("{shown} is not empty: name a new folder"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::usage(format!("{shown}: {error}"))),
    }
}

/// All files or none: they are written beside the place, and moved there when they are complete.
fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    let parent = folder.parent().unwrap_or(folder);
    fs::create_dir_all(parent)?;
    let whole = tempfile::Builder::new().prefix(".new-bot-").tempdir_in(parent)?;
    for (name, contents) in files {
        let path = whole.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(whole.path()))?;
        fs::write(path, contents)?;
    }
    fs::set_permissions(whole.path(), Permissions::from_mode(0o755))?;
    fs::rename(whole.path(), folder)?;
    // There is nothing left to remove.
    let _ = whole.keep();
    Ok(())
}

fn say(options: &NewBot, language: sdk::Language, files: &[(String, Vec<u8>)], seats: u8) {
    let (game, folder) = (&options.game, options.folder.display());
    let own = |name: &&String| !name.contains('/') || name.starts_with("src/");
    let names: Vec<&str> = files.iter().map(|(name, _)| name).filter(own).map(String::as_str).collect();
    outln!("{folder}: {}", names.join(", "));
    let others = " random".repeat(usize::from(seats.saturating_sub(1)));
    outln!("\nLet it play:   sandtable match {game} {folder}{others}");
    outln!("Look it over:  sandtable check-bot {game} {folder}");
    outln!("Test it:       cd {folder} && {}", language.test());
    if Tool::find(language.tool()).is_none() {
        outln!("\nThis machine lacks what it needs: {}", language.tool().remedy());
    }
}
