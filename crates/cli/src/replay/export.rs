//! `sandtable replay export`.

use super::Opened;
use super::args::Export;
use super::wrong::Wrong;
use crate::failure::Failure;
use crate::{files, out};
use game::replay::{Divergence, ReplayLine, Rerun, Turn};
use game::{ExportedFile, GameEntry};
use replays::Replay;
use std::iter;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(options: &Export) -> Result<ExitCode, Failure> {
    let failed = |wrong: Wrong| wrong.with(&options.file);
    let mut opened = Opened::read(&options.file).map_err(failed)?;
    check_format(opened.entry, &options.format)?;
    let mut rerun = opened.rerun().map_err(failed)?;
    rerun.table_mut().listen(false);
    let header = opened.header().clone();
    let mut verified = VerifiedTurns { rerun, lines: &mut opened.replay, compared: Ok(()) };
    let files = opened.entry.export(&options.format, &header, &mut verified);
    let compared = verified.finish();
    let damage = match opened.judge(compared) {
        Ok(()) => None,
        Err(wrong @ Wrong::Damaged { .. }) => Some(wrong),
        Err(wrong) => return Err(wrong.with_remedy(&options.file, "nothing was written")),
    };
    let files = files.map_err(|what| failed(Wrong::Unusable(what)))?;
    write_all(&options.output, &files)?;
    match damage {
        Some(wrong) => Err(wrong.with_remedy(&options.file, "what was before it was written")),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The turns of a replay, each run again before it is handed on. After the first that differs there
/// are no more.
struct VerifiedTurns<'a> {
    rerun: Rerun,
    lines: &'a mut Replay,
    compared: Result<(), Divergence>,
}

impl VerifiedTurns<'_> {
    /// Runs what nobody has asked for, and says what differs.
    fn finish(mut self) -> Result<(), Divergence> {
        self.by_ref().for_each(drop);
        self.compared
    }
}

impl Iterator for VerifiedTurns<'_> {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        while self.compared.is_ok() {
            let line = self.lines.next()?;
            self.compared = self.rerun.run(&mut iter::once(line.clone()), &mut |_, _, _| {});
            if let (ReplayLine::Turn(turn), Ok(())) = (line, &self.compared) {
                return Some(turn);
            }
        }
        None
    }
}

fn check_format(entry: &dyn GameEntry, format: &str) -> Result<(), Failure> {
    let known = entry.export_formats();
    if known.contains(&format) {
        return Ok(());
    }
    let (game, known) = (entry.name(), if known.is_empty() { "none".to_owned() } else { known.join(", ") });
    Err(Failure::usage(format!("replays of {game} are not written as `{format}`; the formats are: {known}")))
}

/// Writes a single file where the output is to be, several into a folder there.
fn write_all(output: &Path, files: &[ExportedFile]) -> Result<(), Failure> {
    let is_standard_output = output == Path::new("-");
    match files {
        [only] if is_standard_output => out::print_bytes(&only.bytes),
        [only] => write(output, &only.bytes)?,
        _ if is_standard_output => {
            return Err(Failure::usage("this format is of several files: name a folder with -o"));
        }
        several => {
            let wrong = |error| Failure::failed(format!("{}: {error}", output.display()));
            std::fs::create_dir_all(output).map_err(wrong)?;
            for file in several {
                write(&output.join(&file.name), &file.bytes)?;
            }
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::write_whole(path, bytes)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    outln!("{}", path.display());
    Ok(())
}
