//! Replays written to disk.

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// After so many bytes what was written can be unpacked, whatever becomes of the rest.
const BLOCK: usize = 16 << 10;

/// A replay being written.
///
/// It grows under another name (`.part`) and gets its own when it is complete: a file with a
/// replay's name is a whole one. What is not completed is removed.
pub(crate) struct Recorder {
    path: PathBuf,
    part: TempPath,
    sink: Sink,
    /// Bytes since the last block was closed.
    open: usize,
}

enum Sink {
    Plain(BufWriter<File>),
    Packed(zstd::stream::write::Encoder<'static, BufWriter<File>>),
}

impl Recorder {
    /// Starts a file, and makes the folder that it is in; it is compressed if its name ends in
    /// `.zst`. A link is followed.
    ///
    /// # Errors
    /// If it cannot be written, or is there and not a regular file.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let is_packed = path.extension().is_some_and(|extension| extension == "zst");
        let path = target_of(path)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let part = part_of(&path);
        let file = BufWriter::new(open_alone(&part)?);
        let part = TempPath::try_from_path(part)?;
        let sink = match is_packed {
            true => Sink::Packed(zstd::stream::write::Encoder::new(file, 3)?),
            false => Sink::Plain(file),
        };
        Ok(Self { path, part, sink, open: 0 })
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        let sink = self.sink.writer();
        sink.write_all(line.as_bytes())?;
        sink.write_all(b"\n")?;
        self.open += line.len() + 1;
        if self.open >= BLOCK { self.close_block() } else { Ok(()) }
    }

    /// Lets what was written so far be unpacked without what follows.
    fn close_block(&mut self) -> io::Result<()> {
        self.open = 0;
        self.sink.writer().flush()
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.close_block()?;
        let mut file = match self.sink {
            Sink::Plain(file) => file,
            Sink::Packed(encoder) => encoder.finish()?,
        };
        file.flush()?;
        file.get_ref().sync_all()?;
        self.part.persist(&self.path).map_err(|refused| refused.error)
    }
}

impl Sink {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(file) => file,
            Self::Packed(encoder) => encoder,
        }
    }
}

/// The file that a path leads to, over links; it need not be there yet.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    /// As many links in a row as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let kind = match fs::symlink_metadata(&path) {
            Ok(there) => there.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        };
        if kind.is_file() {
            return Ok(path);
        }
        if !kind.is_symlink() {
            return Err(io::Error::other("it is not a regular file; name a file to write the replay to"));
        }
        let leads_to = fs::read_link(&path)?;
        path.pop();
        path.push(leads_to);
    }
    Err(io::Error::other("it is a link that leads nowhere"))
}

/// Opens a file that nobody else is writing, and empties it. It is ours as long as it is open.
fn open_alone(part: &Path) -> io::Result<File> {
    loop {
        // Nobody asked for this name: a link that has it was laid by somebody else.
        let flags = OFlags::NOFOLLOW.bits().cast_signed();
        let mut options = File::options();
        options.write(true).create(true).truncate(false).custom_flags(flags);
        let file = options.open(part)?;
        if let Err(Errno::WOULDBLOCK) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
            return Err(io::Error::other("another match is writing it at this moment"));
        }
        // Since we opened it, somebody may have completed it and given it its name.
        let (ours, there) = (file.metadata()?, fs::metadata(part));
        if there.is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())) {
            file.set_len(0)?;
            return Ok(file);
        }
    }
}

fn part_of(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn write(path: &Path) -> io::Result<()> {
        let mut recorder = Recorder::create(path)?;
        recorder.line("hello")?;
        recorder.finish()
    }

    #[test]
    fn the_folders_of_a_replay_are_made() {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("new/newer/r.jsonl")).unwrap();
        assert_eq!(names(&folder.path().join("new/newer")), ["r.jsonl"]);
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(write(&folder.path().join("file/r.jsonl")).is_err(), "a file has no files in it");
    }

    #[test]
    fn two_cannot_write_one_replay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.jsonl");
        let mut first = Recorder::create(&path).unwrap();
        first.line("one").unwrap();
        assert!(Recorder::create(&path).is_err_and(|error| error.to_string().contains("another match")));
        first.line("two").unwrap();
        first.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        write(&path).unwrap();
        assert_eq!(names(folder.path()), ["r.jsonl"]);
        // What somebody left behind who was killed is nobody's.
        fs::write(part_of(&path), "a long beginning of something").unwrap();
        write(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "hello\n");
    }

    #[test]
    fn links_stay_and_lead_to_the_replay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/old"), "old").unwrap();
        symlink("far/old", at("to-old")).unwrap();
        symlink("far/new", at("to-new")).unwrap();
        symlink("to-new", at("to-link")).unwrap();
        for (link, target) in [("to-old", "far/old"), ("to-new", "far/new"), ("to-link", "far/new")] {
            write(&at(link)).unwrap();
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
            assert_eq!(fs::read_to_string(at(target)).unwrap(), "hello\n", "{link}");
        }
        assert_eq!(names(folder.path()), ["far", "to-link", "to-new", "to-old"]);
        assert_eq!(names(&at("far")), ["new", "old"]);
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let _socket = UnixListener::bind(at("socket")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        symlink("socket", at("to-socket")).unwrap();
        symlink("circle", at("circle")).unwrap();
        let before = names(folder.path());
        for name in ["socket", "folder", "to-socket"] {
            let said = write(&at(name)).unwrap_err().to_string();
            assert_eq!(said, "it is not a regular file; name a file to write the replay to", "{name}");
        }
        assert_eq!(write(&at("circle")).unwrap_err().to_string(), "it is a link that leads nowhere");
        assert_eq!(names(folder.path()), before);
    }

    #[test]
    fn no_half_file_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.jsonl.zst");
        let mut recorder = Recorder::create(&path).unwrap();
        recorder.line("given up").unwrap();
        drop(recorder);
        assert_eq!(names(folder.path()), [""; 0]);

        let recorder = Recorder::create(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(recorder.finish().is_err(), "a folder is in the way");
        assert_eq!(names(folder.path()), ["r.jsonl.zst"]);
    }

    #[test]
    fn a_packed_file_without_its_last_byte_can_be_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.zst");
        let mut recorder = Recorder::create(&path).unwrap();
        recorder.line("first").unwrap();
        recorder.line("last").unwrap();
        recorder.finish().unwrap();
        let packed = fs::read(&path).unwrap();
        let mut text = Vec::new();
        let cut = &packed[..packed.len() - 1];
        assert!(zstd::stream::copy_decode(cut, &mut text).is_err());
        assert_eq!(text, b"first\nlast\n");
    }
}
