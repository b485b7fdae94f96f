//! `sandtable replay pack` and `unpack`.

use super::args::{Pack, Unpack};
use super::files::{beside, listed};
use super::wrong::Wrong;
use crate::failure::Failure;
use crate::out;
use replays::Replay;
use std::fs::{File, Permissions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn pack(options: &Pack) -> Result<ExitCode, Failure> {
    // What is packed already stays what it is.
    let is_packed = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "replay");
    let mut files = listed(&options.files)?;
    files.retain(|path| options.files.contains(path) || !is_packed(path));
    if options.output.is_some() && files.len() != 1 {
        return Err(Failure::usage(format!("-o names one file, and there are {} replays", files.len())));
    }
    for path in &files {
        let packed = packed(path).map_err(|what| Wrong::Unusable(what).with(path))?;
        let output = options.output.clone().unwrap_or_else(|| beside(path, ".replay"));
        if output == Path::new("-") {
            out::print_bytes(&packed);
        } else if output == *path {
            return Err(Failure::usage(format!("{}: name another file with -o", path.display())));
        } else {
            write(&output, |file| file.write_all(&packed))?;
            outln!("{}: {} bytes", output.display(), packed.len());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A packed replay that gives back what it was made from.
fn packed(path: &Path) -> Result<Vec<u8>, String> {
    let open = || File::open(path).map_err(|error| format!("cannot read it: {error}"));
    let packed = replays::pack(open()?)?;
    let again = replays::text_of(io::Cursor::new(packed.clone()))?;
    match is_same(again, replays::text_of(open()?)?) {
        Ok(true) => Ok(packed),
        Ok(false) => Err("it was packed, and unpacks to something else: please report this".into()),
        Err(error) => Err(format!("cannot read it: {error}")),
    }
}

fn is_same(one: impl Read, other: impl Read) -> io::Result<bool> {
    let (mut one, mut other) = (io::BufReader::new(one).bytes(), io::BufReader::new(other).bytes());
    loop {
        match (one.next().transpose()?, other.next().transpose()?) {
            (None, None) => return Ok(true),
            (one, other) if one != other => return Ok(false),
            _ => {}
        }
    }
}

pub(super) fn unpack(options: &Unpack) -> Result<ExitCode, Failure> {
    let path = &options.file;
    let failed = |what: String| Wrong::Unusable(what).with(path);
    // What is no replay is not copied either.
    Replay::open(path).map_err(failed)?;
    let file = File::open(path).map_err(|error| failed(format!("cannot read it: {error}")))?;
    let mut text = replays::text_of(file).map_err(failed)?;
    let output = options.output.clone().unwrap_or_else(|| beside(path, ".jsonl"));
    if output == Path::new("-") {
        let mut buffer = vec![0; 64 << 10];
        loop {
            let read = text.read(&mut buffer);
            match read.map_err(|error| failed(format!("cannot be unpacked: {error}")))? {
                0 => return Ok(ExitCode::SUCCESS),
                count => out::print_bytes(&buffer[..count]),
            }
        }
    }
    if output == *path {
        return Err(Failure::usage(format!("{}: name another file with -o", path.display())));
    }
    let is_compressed = output.extension().is_some_and(|extension| extension == "zst");
    write(&output, |file| match is_compressed {
        true => zstd::stream::copy_encode(&mut text, file, 3),
        false => io::copy(&mut text, file).map(drop),
    })?;
    outln!("{}", output.display());
    Ok(ExitCode::SUCCESS)
}

/// Writes a file whole or not at all.
fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // As readable as any file: the system takes off what the user's mask forbids.
    let readable = Permissions::from_mode(0o666);
    let written = tempfile::Builder::new().permissions(readable).tempfile_in(folder).and_then(|mut file| {
        let mut sink = BufWriter::new(file.as_file_mut());
        fill(&mut sink)?;
        sink.flush()?;
        drop(sink);
        file.persist(path).map(drop).map_err(|refused| refused.error)
    });
    written.map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}
