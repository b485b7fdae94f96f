//! `sandtable replay`.

pub(crate) mod args;
mod branch;
mod export;
mod files;
mod gallery;
mod html;
mod pack;
mod show;
mod verify;
mod wrong;

use self::args::Action;
use self::wrong::Wrong;
use crate::failure::Failure;
use crate::registry;
use game::GameEntry;
use game::replay::{Divergence, Header, ReplayLine, Rerun};
use matches::inbox::harmless;
use replays::Replay;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &args::Replay) -> Result<ExitCode, Failure> {
    match &options.action {
        Action::Verify(options) => verify::run(options),
        Action::Show(options) => show::run(options),
        Action::Html(options) => html::run(options),
        Action::Export(options) => export::run(options),
        Action::Pack(options) => pack::pack(options),
        Action::Unpack(options) => pack::unpack(options),
        Action::Branch(options) => branch::run(options),
    }
}

/// Shows a replay as it comes, turn by turn.
#[cfg(feature = "remote")]
pub(crate) fn show_stream(lines: impl std::io::Read + 'static, brief: bool) -> Result<ExitCode, Failure> {
    show::stream(lines, brief)
}

/// A replay with its game.
struct Opened {
    replay: Replay,
    entry: &'static dyn GameEntry,
}

impl Opened {
    fn read(path: &Path) -> Result<Self, Wrong> {
        Self::of(Replay::open(path).map_err(Wrong::Unusable)?)
    }

    fn of(replay: Replay) -> Result<Self, Wrong> {
        let entry = registry::find(&replay.header.game)
            .map_err(|failure| Wrong::Unusable(failure.message().to_owned()))?;
        Ok(Self { replay, entry })
    }

    fn header(&self) -> &Header {
        &self.replay.header
    }

    /// Starts its game.
    fn rerun(&self) -> Result<Rerun, Wrong> {
        Rerun::new(self.entry, self.header()).map_err(Wrong::Unusable)
    }

    /// Runs all of it again. `each` sees every line when it was run, with what differs in it.
    fn run(
        &mut self,
        rerun: &mut Rerun,
        each: &mut dyn FnMut(&mut Rerun, &ReplayLine, Option<&Divergence>),
    ) -> Result<(), Wrong> {
        let compared = rerun.run(&mut self.replay, each);
        self.judge(compared)
    }

    /// Runs it again up to the first difference.
    fn verify(&mut self, rerun: &mut Rerun) -> Result<(), Wrong> {
        let compared = rerun.verify(&mut self.replay);
        self.judge(compared)
    }

    /// What is wrong with it, after it was run again.
    fn judge(&self, compared: Result<(), Divergence>) -> Result<(), Wrong> {
        compared.map_err(Wrong::Different)?;
        match self.replay.damage() {
            Some(what) => Err(Wrong::Damaged { what: what.to_owned(), turns: self.replay.turns() }),
            None => Ok(()),
        }
    }
}

/// Prints a line that may hold the words of whoever wrote the file.
fn say(line: &str) {
    outln!("{}", harmless(line));
}
