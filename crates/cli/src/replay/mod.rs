//! `sandtable replay`.

pub(crate) mod args;
mod branch;
mod export;
mod html;
mod show;
mod verify;

use self::args::{Action, Replay};
use crate::failure::Failure;
use crate::registry;
use arena::Recording;
use game::Title;
use game::replay::Rerun;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &Replay) -> Result<ExitCode, Failure> {
    match &options.action {
        Action::Verify(options) => verify::run(options),
        Action::Show(options) => show::run(options),
        Action::Html(options) => html::run(options),
        Action::Export(options) => export::run(options),
        Action::Branch(options) => branch::run(options),
    }
}

/// A replay with its game.
struct Opened {
    recording: Recording,
    title: &'static dyn Title,
}

impl Opened {
    fn read(path: &Path) -> Result<Self, Failure> {
        let failed = |what: String| Failure::failed(format!("{}: {what}", path.display()));
        let recording = Recording::open(path).map_err(failed)?;
        let title = registry::find(&recording.header.game)?;
        Ok(Self { recording, title })
    }

    fn rerun(&self, path: &Path) -> Result<Rerun, Failure> {
        Rerun::new(self.title, &self.recording.header)
            .map_err(|what| Failure::failed(format!("{}: {what}", path.display())))
    }
}
