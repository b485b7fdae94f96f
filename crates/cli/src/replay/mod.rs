//! `sandtable replay`.

pub(crate) mod args;
mod branch;
mod export;
mod html;
mod show;
mod verify;
mod wrong;

use self::args::{Action, Replay};
use self::wrong::Wrong;
use crate::failure::Failure;
use crate::registry;
use game::GameEntry;
use game::replay::{Divergence, Rerun, Turn};
use matches::Recording;
use matches::inbox::harmless;
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
    entry: &'static dyn GameEntry,
}

impl Opened {
    fn read(path: &Path) -> Result<Self, Wrong> {
        let recording = Recording::open(path).map_err(Wrong::Unusable)?;
        let entry = registry::find(&recording.header.game)
            .map_err(|failure| Wrong::Unusable(failure.message().to_owned()))?;
        Ok(Self { recording, entry })
    }

    /// Starts its game.
    fn rerun(&self) -> Result<Rerun, Wrong> {
        Rerun::new(self.entry, &self.recording.header).map_err(Wrong::Unusable)
    }

    /// Runs all of it again. `each` sees every turn when it was run, with what differs in it.
    fn run(
        &self,
        rerun: &mut Rerun,
        each: &mut dyn FnMut(&mut Rerun, &Turn, Option<&Divergence>),
    ) -> Result<(), Wrong> {
        let Recording { turns, end, .. } = &self.recording;
        self.judge(rerun.run(turns, end.as_ref(), each))
    }

    /// Runs all of it again, for nothing but to learn what is wrong with it.
    fn verify(&self) -> Result<(), Wrong> {
        let mut rerun = self.rerun()?;
        rerun.table_mut().listen(false);
        self.run(&mut rerun, &mut |_, _, _| {})
    }

    /// What is wrong with it, after it was run again.
    fn judge(&self, compared: Result<(), Divergence>) -> Result<(), Wrong> {
        compared.map_err(Wrong::Different)?;
        match &self.recording.damage {
            Some(what) => Err(Wrong::Damaged { what: what.clone(), turns: self.recording.turns.len() }),
            None => Ok(()),
        }
    }
}

/// Prints a line that may hold the words of whoever wrote the file.
fn say(line: &str) {
    outln!("{}", harmless(line));
}
