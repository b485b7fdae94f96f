//! What went in and out of a bot, byte for byte, for playing it to the bot again.

use crate::entrant::Runnable;
use game::replay::Header;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Whose record it is: what a reader has to know beside what was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordHeader {
    /// The version of the record.
    pub record: u32,
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The map's name or file.
    pub map: String,
    /// The seat, from 0.
    pub seat: u8,
    /// What the bot is called.
    pub bot: String,
    /// The command with which its author would start it.
    pub command: Vec<String>,
    /// The folder in which its author would start it.
    pub folder: PathBuf,
    /// What it finds in its environment beside the usual.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

impl RecordHeader {
    /// The version that is written.
    const VERSION: u32 = 1;

    /// A program in a seat of a game.
    pub(crate) fn new(header: &Header, seat: u8, bot: &str, runnable: &Runnable) -> Self {
        let words = runnable.own_command();
        let env = runnable.program.env.iter();
        Self {
            record: Self::VERSION,
            game: header.game.clone(),
            rules: header.rules.clone(),
            map: header.map_name.clone(),
            seat,
            bot: bot.to_owned(),
            command: words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            folder: runnable.own_folder().to_owned(),
            env: env
                .map(|(name, value)| {
                    (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
                })
                .collect(),
        }
    }
}

/// The folder of a seat in the folder of a game's record.
pub(crate) fn seat_folder(seat: u8) -> String {
    format!("seat-{seat}")
}

/// The folder of a game, counted from 1, in the folder of a match's records.
pub(crate) fn game_folder(game: u32) -> String {
    format!("game-{game:05}")
}

/// What a record lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MissingRecord {
    /// A file could not be written from some point on.
    Unwritten(String),
    /// The bot wrote more than is kept.
    Cut(String),
}

impl fmt::Display for MissingRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unwritten(what) | Self::Cut(what)) = self;
        f.write_str(what)
    }
}

impl Serialize for MissingRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The first thing that a game's records lack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loss(Arc<Mutex<Option<MissingRecord>>>);

impl Loss {
    fn note(&self, lost: MissingRecord) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*first, &lost) {
            // What could not be written is worse than what was not wanted.
            (None, _) | (Some(MissingRecord::Cut(_)), MissingRecord::Unwritten(_)) => *first = Some(lost),
            _ => {}
        }
    }

    pub(crate) fn take(&self) -> Option<MissingRecord> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Files in a folder of the seat's own.
#[derive(Debug)]
pub(crate) struct SeatRecord {
    input: Kept,
    output: Kept,
    log: Kept,
    loss: Loss,
}

impl SeatRecord {
    /// The exact bytes that the bot got.
    pub(crate) const INPUT: &str = "input.jsonl";
    /// The exact bytes that the bot wrote.
    pub(crate) const OUTPUT: &str = "output.jsonl";
    /// Whose record it is.
    pub(crate) const ABOUT: &str = "about.json";
    const LOG: &str = "stderr.txt";
    /// Bots may flood, so that much of each file is kept; what they get is ours and always kept.
    const MOST_BYTES: usize = 64 << 20;

    /// Makes the folder and its files. What cannot be written later on is noted as a loss.
    pub(crate) fn create(folder: &Path, about: &RecordHeader, loss: &Loss) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut text = serde_json::to_vec_pretty(about)?;
        text.push(b'\n');
        fs::write(folder.join(Self::ABOUT), text)?;
        let file = |name, room| Kept::create(folder.join(name), room);
        Ok(Self {
            input: file(Self::INPUT, usize::MAX)?,
            output: file(Self::OUTPUT, Self::MOST_BYTES)?,
            log: file(Self::LOG, Self::MOST_BYTES)?,
            loss: loss.clone(),
        })
    }

    pub(crate) fn sent(&mut self, bytes: &[u8]) {
        self.input.write(bytes, &self.loss);
    }

    pub(crate) fn wrote(&mut self, bytes: &[u8]) {
        self.output.write(bytes, &self.loss);
    }

    pub(crate) fn logged(&mut self, bytes: &[u8]) {
        self.log.write(bytes, &self.loss);
    }
}

/// A file of a record. It ends where it could not be written, or was full: a gap would make it a
/// lie.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    file: Option<File>,
    /// How much more is kept.
    room: usize,
}

impl Kept {
    fn create(path: PathBuf, room: usize) -> io::Result<Self> {
        let file = Some(File::create(&path)?);
        Ok(Self { path, file, room })
    }

    /// A full disk must not decide a match: it is noted, and the game goes on.
    fn write(&mut self, bytes: &[u8], loss: &Loss) {
        let Some(file) = &mut self.file else { return };
        let kept = &bytes[..bytes.len().min(self.room)];
        self.room -= kept.len();
        let written = file.write_all(kept);
        let shown = self.path.display();
        if let Err(why) = written {
            loss.note(MissingRecord::Unwritten(format!("{shown}: {why}")));
            self.file = None;
        } else if kept.len() < bytes.len() {
            let most = SeatRecord::MOST_BYTES >> 20;
            loss.note(MissingRecord::Cut(format!("{shown} is cut after {most} MiB: the bot wrote more")));
            self.file = None;
        }
    }
}

/// The folder of a match's records, held by one match: another is refused meanwhile.
#[derive(Debug)]
pub(crate) struct RecordFolder {
    _lock: File,
}

impl RecordFolder {
    /// Takes the folder, and removes from it the records of games that `is_kept` does not know:
    /// they are of earlier matches.
    pub(crate) fn take(folder: &Path, is_kept: &dyn Fn(u32) -> bool) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let lock = File::open(folder)?;
        if let Err(Errno::WOULDBLOCK) = flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            return Err(io::Error::other("another match is writing records here at this moment"));
        }
        for entry in fs::read_dir(folder)? {
            let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
            let game = name.to_str().and_then(|name| name.strip_prefix("game-")?.parse().ok());
            if game.is_some_and(|game| !is_kept(game)) {
                remove_game(&path)?;
            }
        }
        Ok(Self { _lock: lock })
    }
}

/// Removes the record of a game: the files that records are made of, and the folders if nothing
/// else is in them.
fn remove_game(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if !name.to_str().is_some_and(|name| name.starts_with("seat-")) {
            continue;
        }
        for file in [SeatRecord::ABOUT, SeatRecord::INPUT, SeatRecord::OUTPUT, SeatRecord::LOG] {
            match fs::remove_file(path.join(file)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        // What else is in it is somebody's own.
        let _ = fs::remove_dir(&path);
    }
    let _ = fs::remove_dir(folder);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_logs_takes_no_room_from_what_it_replies() {
        let folder = tempfile::tempdir().unwrap();
        let loss = Loss::default();
        let mut log = Kept::create(folder.path().join("stderr.txt"), 4).unwrap();
        let mut output = Kept::create(folder.path().join("output.jsonl"), 4).unwrap();
        log.write(b"a flood", &loss);
        output.write(b"{}\n", &loss);
        log.write(b"more", &loss);
        assert_eq!(fs::read(folder.path().join("stderr.txt")).unwrap(), b"a fl");
        assert_eq!(fs::read(folder.path().join("output.jsonl")).unwrap(), b"{}\n");
        let lost = loss.take().unwrap();
        assert!(
            matches!(&lost, MissingRecord::Cut(_)) && lost.to_string().contains("stderr.txt is cut"),
            "{lost}"
        );
    }

    #[test]
    fn one_match_records_into_a_folder_and_leaves_no_older_games_there() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for seat in ["game-00001/seat-0", "game-00002/seat-0", "game-00003/seat-1", "notes/seat-0"] {
            fs::create_dir_all(at(seat)).unwrap();
            fs::write(at(seat).join(SeatRecord::INPUT), "").unwrap();
        }
        fs::write(at("game-00003/seat-1/mine.txt"), "").unwrap();
        let held = RecordFolder::take(folder.path(), &|game| game == 1).unwrap();
        assert!(at("game-00001/seat-0/input.jsonl").exists() && !at("game-00002").exists());
        assert!(at("game-00003/seat-1/mine.txt").exists() && !at("game-00003/seat-1/input.jsonl").exists());
        assert!(at("notes/seat-0/input.jsonl").exists(), "a folder that is none of ours");
        let second = RecordFolder::take(folder.path(), &|_| true).unwrap_err();
        assert!(second.to_string().contains("another match"), "{second}");
        drop(held);
        RecordFolder::take(folder.path(), &|_| true).unwrap();
    }
}
