//! `sandtable replay export`.

use super::Opened;
use super::args::Export;
use crate::failure::Failure;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(options: &Export) -> Result<ExitCode, Failure> {
    let Opened { recording, title } = Opened::read(&options.file)?;
    let known = title.export_formats();
    if !known.contains(&options.format.as_str()) {
        let (game, known) =
            (title.name(), if known.is_empty() { "none".to_owned() } else { known.join(", ") });
        let format = &options.format;
        return Err(Failure::usage(format!(
            "replays of {game} are not written as `{format}`; the formats are: {known}"
        )));
    }
    let files = title.export(&options.format, &recording.header, &recording.turns);
    let files = files.map_err(|what| Failure::failed(format!("{}: {what}", options.file.display())))?;
    match &files[..] {
        [only] => write(&options.output, &only.bytes)?,
        several => {
            let wrong = |error| Failure::failed(format!("{}: {error}", options.output.display()));
            std::fs::create_dir_all(&options.output).map_err(wrong)?;
            for file in several {
                write(&options.output.join(&file.name), &file.bytes)?;
            }
        }
    }
    match recording.damage {
        Some(damage) => Err(Failure::failed(format!(
            "{}: {damage}; what was before it was written",
            options.file.display()
        ))),
        None => Ok(ExitCode::SUCCESS),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    outln!("{}", path.display());
    Ok(())
}
