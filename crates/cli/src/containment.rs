//! The sandbox as commands ask for it: `--sandbox`, and what programs in it may read beside their
//! own files: `--bind`.

use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sandbox::{Mode, Sandbox};
use std::path::PathBuf;

/// How strangers' programs are contained.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Containment {
    /// How programs are contained: `require` runs nothing where a promise cannot be kept, `auto`
    /// takes what this machine offers, `off` is for programs of your own
    #[arg(long = "sandbox", value_name = "MODE", default_value_t, value_parser = modes())]
    pub(crate) mode: Mode,
}

/// Folders that programs can read where they are.
#[derive(Args, Clone, Debug)]
pub(crate) struct Bound {
    /// Let bots read this folder where it is, without copying it: a virtual environment (its Python
    /// then runs Python bots) or a library; can be given more than once
    #[arg(long = "bind", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl Bound {
    /// The folders, by their real paths.
    pub(crate) fn folders(&self) -> Result<Vec<PathBuf>, Failure> {
        let real = |folder: &PathBuf| {
            let real = folder
                .canonicalize()
                .map_err(|error| Failure::usage(format!("--bind {}: {error}", folder.display())))?;
            match real.is_dir() && real.parent().is_some() {
                true => Ok(real),
                false => Err(Failure::usage(format!(
                    "--bind {}: name a folder that bots may read, other than the root of the file system",
                    folder.display()
                ))),
            }
        };
        self.folders.iter().map(real).collect()
    }
}

fn modes() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(Mode::name)).try_map(|name| name.parse::<Mode>())
}

impl Containment {
    /// The sandbox asked for; what this machine cannot enforce is said in one line on standard
    /// error.
    pub(crate) fn open(self) -> Result<Sandbox, Failure> {
        let sandbox = Sandbox::new(self.mode).map_err(Failure::failed)?;
        if let Some(missing) = sandbox.missing() {
            let mode = self.mode;
            errln!(
                "warning: the sandbox (--sandbox {mode}) lacks {missing}; `sandtable doctor` says how to get it"
            );
        }
        Ok(sandbox)
    }
}
