//! What shells and manual readers want, made from the command line's own definition.

use crate::args::Arguments;
use crate::failure::Failure;
use clap::CommandFactory;
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
pub(crate) fn man() -> Result<ExitCode, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut page).map_err(Failure::failed)?;
    out!("{}", String::from_utf8_lossy(&page));
    Ok(ExitCode::SUCCESS)
}
