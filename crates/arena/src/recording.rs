//! Replays on disk.

use game::replay::{End, Entry, Header, Turn};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// How a file is seen to be compressed.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The most a compressed replay may unpack to.
const MOST_BYTES: u64 = 1 << 30;

/// A replay as read, as far as it could be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Recording {
    /// What was played.
    pub header: Header,
    /// The turns.
    pub turns: Vec<Turn>,
    /// How it ended; none if the file stops before.
    pub end: Option<End>,
    /// Why the file could not be read to its end.
    pub damage: Option<String>,
}

impl Recording {
    /// Reads a file, compressed or not.
    ///
    /// # Errors
    /// If it cannot be opened or is no replay at all. A damaged file is read as far as it goes.
    pub fn open(path: &Path) -> Result<Self, String> {
        let packed = fs::read(path).map_err(|error| format!("cannot read it: {error}"))?;
        Self::unpack(&packed)
    }

    /// Reads the contents of a file, compressed or not.
    ///
    /// # Errors
    /// If this is no replay at all.
    pub fn unpack(packed: &[u8]) -> Result<Self, String> {
        if !packed.starts_with(&ZSTD_MAGIC) {
            return Self::parse(packed, None);
        }
        let mut bytes = Vec::new();
        let read = zstd::stream::read::Decoder::with_buffer(packed)
            .and_then(|decoder| decoder.take(MOST_BYTES).read_to_end(&mut bytes));
        let damage = match read {
            Ok(_) if bytes.len() as u64 == MOST_BYTES => Some("it unpacks to more than 1 GiB".to_owned()),
            Ok(_) => None,
            Err(error) => Some(format!("its compressed data are cut short or damaged ({error})")),
        };
        Self::parse(&bytes, damage)
    }

    fn parse(bytes: &[u8], packing: Option<String>) -> Result<Self, String> {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..);
        let header = match lines.next() {
            Some((line, _)) => Header::read(&text(line)?)?,
            None => return Err(packing.unwrap_or_else(|| "the file is empty".to_owned())),
        };
        let mut recording = Self { header, turns: Vec::new(), end: None, damage: None };
        for (line, number) in lines {
            if let Err(what) = recording.take(line) {
                recording.damage = Some(format!("line {number}: {what}"));
                break;
            }
        }
        if recording.end.is_none() && recording.damage.is_none() {
            let turns = recording.turns.len();
            recording.damage = Some(format!("it stops after {turns} turns, before the end of the game"));
        }
        recording.damage = packing.or(recording.damage);
        Ok(recording)
    }

    fn take(&mut self, line: &[u8]) -> Result<(), String> {
        if self.end.is_some() {
            return Err("there is something after the end".to_owned());
        }
        if !line.ends_with(b"\n") {
            return Err("the last line is cut short".to_owned());
        }
        match Entry::read(&text(line)?)? {
            Entry::Turn(turn) => self.turns.push(turn),
            Entry::End(end) => self.end = Some(end),
        }
        Ok(())
    }
}

fn text(line: &[u8]) -> Result<std::borrow::Cow<'_, str>, String> {
    str::from_utf8(line).map(Into::into).map_err(|_| "it is not UTF-8".to_owned())
}

/// A replay being written.
///
/// It grows under another name (`.part`) and gets its own when it is complete: a file with a replay's name is a whole one.
pub struct Recorder {
    path: PathBuf,
    part: PathBuf,
    sink: Sink,
}

enum Sink {
    Plain(BufWriter<File>),
    Packed(zstd::stream::write::Encoder<'static, BufWriter<File>>),
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Recorder {
    /// Starts a file; it is compressed if its name ends in `.zst`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let part = part_of(path);
        let file = BufWriter::new(File::create(&part)?);
        let sink = if path.extension().is_some_and(|extension| extension == "zst") {
            Sink::Packed(zstd::stream::write::Encoder::new(file, 3)?)
        } else {
            Sink::Plain(file)
        };
        Ok(Self { path: path.to_owned(), part, sink })
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        let sink: &mut dyn Write = match &mut self.sink {
            Sink::Plain(file) => file,
            Sink::Packed(encoder) => encoder,
        };
        sink.write_all(line.as_bytes())?;
        sink.write_all(b"\n")
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        let mut file = match self.sink {
            Sink::Plain(file) => file,
            Sink::Packed(encoder) => encoder.finish()?,
        };
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&self.part, &self.path)
    }

    /// Gives the file up.
    pub fn discard(self) {
        // It is not a replay by its name; leaving it behind would do no harm either.
        let _ = fs::remove_file(&self.part);
    }
}

fn part_of(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}
