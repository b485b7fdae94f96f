//! What shells and manual readers want, made from the command line's own definition.

use crate::args::Arguments;
use crate::failure::Failure;
use clap::CommandFactory;
use std::io;
use std::process::ExitCode;

/// `sandtable` alone.
pub(crate) fn help() -> Result<ExitCode, Failure> {
    Arguments::command().print_help().map_err(Failure::failed)?;
    Ok(ExitCode::SUCCESS)
}

/// `sandtable completions`.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    clap_complete::generate(shell, &mut Arguments::command(), "sandtable", &mut io::stdout());
    Ok(ExitCode::SUCCESS)
}

/// `sandtable man`.
pub(crate) fn man() -> Result<ExitCode, Failure> {
    clap_mangen::Man::new(Arguments::command()).render(&mut io::stdout()).map_err(Failure::failed)?;
    Ok(ExitCode::SUCCESS)
}
