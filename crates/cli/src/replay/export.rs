//! `sandtable replay export`.

use super::Opened;
use super::args::Export;
use super::wrong::Wrong;
use crate::failure::Failure;
use crate::{files, out};
use game::{ExportedFile, GameEntry};
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(options: &Export) -> Result<ExitCode, Failure> {
    let opened = Opened::read(&options.file).map_err(|wrong| wrong.with(&options.file))?;
    check_format(opened.entry, &options.format)?;
    let damage = match opened.verify() {
        Ok(()) => None,
        Err(wrong @ Wrong::Damaged { .. }) => Some(wrong),
        Err(wrong) => return Err(wrong.with_remedy(&options.file, "nothing was written")),
    };
    let recording = &opened.recording;
    let files = opened.entry.export(&options.format, &recording.header, &recording.turns);
    let files = files.map_err(|what| Wrong::Unusable(what).with(&options.file))?;
    write_all(&options.output, &files)?;
    match damage {
        Some(wrong) => Err(wrong.with_remedy(&options.file, "what was before it was written")),
        None => Ok(ExitCode::SUCCESS),
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
