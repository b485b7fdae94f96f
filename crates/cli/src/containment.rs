//! The sandbox as commands ask for it: `--sandbox`.

use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sandbox::{Mode, Sandbox};
use std::io::{self, Write};

/// How strangers' programs are contained.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Containment {
    /// How programs are contained: `require` runs nothing where a promise cannot be kept, `auto` takes what this machine offers, `off` is for programs of your own
    #[arg(long = "sandbox", value_name = "MODE", default_value_t, value_parser = modes())]
    pub(crate) mode: Mode,
}

fn modes() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(Mode::name)).try_map(|name| name.parse::<Mode>())
}

impl Containment {
    /// The sandbox asked for; what this machine cannot enforce is said in one line on standard error.
    pub(crate) fn open(self) -> Result<Sandbox, Failure> {
        let sandbox = Sandbox::new(self.mode).map_err(Failure::failed)?;
        if let Some(missing) = sandbox.missing() {
            let _ = writeln!(
                io::stderr(),
                "warning: the sandbox (--sandbox {}) lacks {missing}; `sandtable doctor` says how to get it",
                self.mode
            );
        }
        Ok(sandbox)
    }
}
