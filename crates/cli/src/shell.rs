//! What shells and manual readers want, made from the command line's own definition.

use crate::args::{Arguments, Man};
use crate::failure::Failure;
use crate::files;
use clap::{Command, CommandFactory};
use std::path::Path;
use std::process::ExitCode;

/// `sandtable` alone.
pub(crate) fn help() -> Result<ExitCode, Failure> {
    out!("{}", Arguments::command().render_help());
    Ok(ExitCode::SUCCESS)
}

/// `sandtable completions`.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "sandtable", &mut script);
    out!("{}", String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}

/// `sandtable man`.
pub(crate) fn man(options: &Man) -> Result<ExitCode, Failure> {
    let mut whole = Arguments::command().disable_help_subcommand(true);
    whole.build();
    match &options.dir {
        Some(folder) => write_pages(&whole, folder)?,
        None => out!("{}", String::from_utf8_lossy(&page(named(&whole, &options.command)?)?)),
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that these words name.
fn named<'a>(whole: &'a Command, words: &[String]) -> Result<&'a Command, Failure> {
    words.iter().try_fold(whole, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            let name = command.get_bin_name().unwrap_or_default();
            Failure::usage(match known.is_empty() {
                true => format!("`{name}` has no commands of its own, and so no page `{word}`"),
                false => format!("`{name}` has no command `{word}`; it has {}", known.join(", ")),
            })
        })
    })
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(Failure::failed)?;
    Ok(page)
}

/// Writes the page of a command, and those of the commands in it.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    let failed = |path: &Path, error| Failure::failed(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = folder.join(format!("{name}.1"));
    files::write_whole(&path, &page(command)?).map_err(|error| failed(&path, error))?;
    outln!("{}", path.display());
    command.get_subcommands().try_for_each(|inner| write_pages(inner, folder))
}
