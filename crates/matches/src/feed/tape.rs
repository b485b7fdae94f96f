//! A seat's record, read back.

use crate::protocol::Reply;
use crate::record::{RecordHeader, SeatRecord, game_folder, seat_folder};
use sandbox::{SnapshotError, StrangersFolder};
use serde::Deserialize;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A seat's record: what the bot was told and what it replied.
#[derive(Clone, Debug)]
pub struct RecordedSeat {
    /// The folder it was read from.
    pub folder: PathBuf,
    /// Whose it is; none in records of versions that did not say.
    pub about: Option<RecordHeader>,
    /// What the bot was told.
    pub messages: Vec<SentMessage>,
    /// Whether its output ends within a line that is no reply: the file was cut, or the bot came to
    /// its end there.
    pub ends_within_a_line: bool,
    /// Its replies by turn.
    replies: BTreeMap<u32, VecDeque<Vec<u8>>>,
}

/// A message as it was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentMessage {
    /// The bytes, with the newline.
    pub line: Vec<u8>,
    /// The turn, if it wants a reply.
    pub asks: Option<u32>,
}

/// Bytes of the largest file of a record that is read: more than the longest match writes.
const LARGEST_FILE: u64 = 256 << 20;

/// Why there is no record to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordedSeatError {
    /// It is not where it was looked for.
    Missing(String),
    /// It is there and cannot be used.
    Damaged(String),
}

impl fmt::Display for RecordedSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Missing(message) | Self::Damaged(message)) = self;
        f.write_str(message)
    }
}

impl std::error::Error for RecordedSeatError {}

impl RecordedSeat {
    /// Reads the record of a seat from the folder of a match (then of its game of this number, or
    /// its first) or of a game.
    ///
    /// # Errors
    /// If it is not there, or damaged.
    pub fn open(folder: &Path, game: Option<u32>, seat: u8) -> Result<Self, RecordedSeatError> {
        let folder = seat_in(&game_in(folder, game)?, seat)?;
        let missing = |error: SnapshotError| RecordedSeatError::Missing(error.to_string());
        let files = StrangersFolder::open(&folder).map_err(missing)?;
        let read = |name: &str| files.read(Path::new(name), LARGEST_FILE).map_err(missing);
        let messages = messages(&folder.join(SeatRecord::INPUT), &read(SeatRecord::INPUT)?)?;
        let mut replies: BTreeMap<u32, VecDeque<Vec<u8>>> = BTreeMap::new();
        let mut ends_within_a_line = false;
        for line in read(SeatRecord::OUTPUT)?.split_inclusive(|byte| *byte == b'\n') {
            match Reply::read(line.trim_ascii_end()) {
                Ok(reply) => {
                    let line = line.trim_ascii_end().to_owned();
                    replies.entry(reply.turn).or_default().push_back(line);
                }
                Err(_) => ends_within_a_line = !line.ends_with(b"\n"),
            }
        }
        let about = about(&files, &folder.join(SeatRecord::ABOUT))?;
        Ok(Self { folder, about, messages, ends_within_a_line, replies })
    }

    /// Everything the bot was told, byte for byte.
    #[must_use]
    pub fn input(&self) -> Vec<u8> {
        self.messages.iter().flat_map(|told| told.line.iter().copied()).collect()
    }

    /// The next of the replies that were recorded for a turn.
    pub(super) fn next_reply(&mut self, turn: u32) -> Option<Vec<u8>> {
        self.replies.get_mut(&turn)?.pop_front()
    }
}

/// The folder of a game.
fn game_in(folder: &Path, game: Option<u32>) -> Result<PathBuf, RecordedSeatError> {
    let shown = folder.display();
    if !folder.is_dir() {
        return Err(RecordedSeatError::Missing(format!("{shown}: there is no such folder")));
    }
    let has = |prefix: &str| !numbers(folder, prefix).is_empty();
    match (has("game-"), has("seat-"), game) {
        (true, _, game) => {
            let game = game.unwrap_or(1);
            let path = folder.join(game_folder(game));
            if path.is_dir() {
                return Ok(path);
            }
            let there = listed(&numbers(folder, "game-"));
            Err(RecordedSeatError::Missing(format!(
                "{shown} has no record of game {game}; it has those of {there}"
            )))
        }
        (false, true, None) => Ok(folder.to_owned()),
        (false, true, Some(_)) => {
            Err(RecordedSeatError::Missing(format!("{shown} is the record of one game: leave --game out")))
        }
        (false, false, _) => Err(RecordedSeatError::Missing(format!(
            "{shown} holds no record: name the folder that was given to `sandtable match --record`"
        ))),
    }
}

/// The folder of a seat.
fn seat_in(game: &Path, seat: u8) -> Result<PathBuf, RecordedSeatError> {
    let path = game.join(seat_folder(seat));
    if path.is_dir() {
        return Ok(path);
    }
    let there = listed(&numbers(game, "seat-"));
    Err(RecordedSeatError::Missing(format!(
        "{} has no record of seat {seat}; it has those of {there} (built-in bots have none)",
        game.display()
    )))
}

/// The numbers of the folders whose names begin like this.
fn numbers(folder: &Path, prefix: &str) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut numbers: Vec<u32> = names.filter_map(|name| name.strip_prefix(prefix)?.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

fn listed(numbers: &[u32]) -> String {
    const TOLD: usize = 8;
    let told: Vec<String> = numbers.iter().take(TOLD).map(u32::to_string).collect();
    match numbers.len() {
        0 => "none".to_owned(),
        count if count > TOLD => format!("{} and {} more", told.join(", "), count - TOLD),
        _ => told.join(", "),
    }
}

/// As much of a message as feeding has to understand.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Asking {
    Start {},
    Turn { turn: u32 },
    Answers { turn: u32 },
    End {},
}

fn messages(path: &Path, input: &[u8]) -> Result<Vec<SentMessage>, RecordedSeatError> {
    let damaged = |line: usize, what: &str| {
        RecordedSeatError::Damaged(format!("{}, line {line}: {what}", path.display()))
    };
    let mut messages = Vec::new();
    for (line, number) in input.split_inclusive(|byte| *byte == b'\n').zip(1..) {
        if !line.ends_with(b"\n") {
            return Err(damaged(number, "it is cut short; remove it to feed what comes before"));
        }
        let asking = serde_json::from_slice(line)
            .map_err(|wrong| damaged(number, &format!("this is not a message to a bot: {wrong}")))?;
        let asks = match asking {
            Asking::Turn { turn } | Asking::Answers { turn } => Some(turn),
            Asking::Start {} | Asking::End {} => None,
        };
        messages.push(SentMessage { line: line.to_owned(), asks });
    }
    if messages.is_empty() {
        return Err(RecordedSeatError::Damaged(format!(
            "{} is empty: the bot was told nothing",
            path.display()
        )));
    }
    Ok(messages)
}

/// Whose record it is, if it says so.
fn about(files: &StrangersFolder, path: &Path) -> Result<Option<RecordHeader>, RecordedSeatError> {
    let text = match files.read(Path::new(SeatRecord::ABOUT), LARGEST_FILE) {
        Err(error) if error.is_missing() => return Ok(None),
        read => read.map_err(|error| RecordedSeatError::Damaged(error.to_string()))?,
    };
    let read = serde_json::from_slice(&text);
    read.map(Some).map_err(|wrong| RecordedSeatError::Damaged(format!("{}: {wrong}", path.display())))
}
