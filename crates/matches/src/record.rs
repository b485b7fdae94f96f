//! What went in and out of a bot, byte for byte, for playing it to the bot again.

use crate::entrant::Runnable;
use game::replay::Header;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Whose record it is: what a reader has to know beside what was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
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

impl About {
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

/// The first file of a game's records that could not be written, and why.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loss(Arc<Mutex<Option<String>>>);

impl Loss {
    fn note(&self, path: &Path, why: &io::Error) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| format!("{}: {why}", path.display()));
    }

    /// What was lost, in words.
    pub(crate) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Files in a folder of the seat's own.
#[derive(Debug)]
pub(crate) struct SeatRecord {
    input: Kept,
    output: Kept,
    log: Kept,
    /// How much more of what the bot writes is kept.
    room: usize,
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
    /// Bots may flood; what they get is ours and always kept.
    const MOST_OUTPUT: usize = 64 << 20;

    /// Makes the folder and its files. What cannot be written later on is noted as a loss.
    pub(crate) fn create(folder: &Path, about: &About, loss: &Loss) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut text = serde_json::to_vec_pretty(about)?;
        text.push(b'\n');
        fs::write(folder.join(Self::ABOUT), text)?;
        let file = |name| Kept::create(folder.join(name));
        Ok(Self {
            input: file(Self::INPUT)?,
            output: file(Self::OUTPUT)?,
            log: file(Self::LOG)?,
            room: Self::MOST_OUTPUT,
            loss: loss.clone(),
        })
    }

    pub(crate) fn sent(&mut self, bytes: &[u8]) {
        self.input.write(bytes, &self.loss);
    }

    pub(crate) fn wrote(&mut self, bytes: &[u8]) {
        let bytes = self.as_much_as_fits(bytes);
        self.output.write(bytes, &self.loss);
    }

    pub(crate) fn logged(&mut self, bytes: &[u8]) {
        let bytes = self.as_much_as_fits(bytes);
        self.log.write(bytes, &self.loss);
    }

    fn as_much_as_fits<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let bytes = &bytes[..bytes.len().min(self.room)];
        self.room -= bytes.len();
        bytes
    }
}

/// A file of a record. It ends where it could not be written: a gap would make it a lie.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    file: Option<File>,
}

impl Kept {
    fn create(path: PathBuf) -> io::Result<Self> {
        let file = Some(File::create(&path)?);
        Ok(Self { path, file })
    }

    /// A full disk must not decide a match: it is noted, and the game goes on.
    fn write(&mut self, bytes: &[u8], loss: &Loss) {
        let Some(file) = &mut self.file else { return };
        if let Err(why) = file.write_all(bytes) {
            loss.note(&self.path, &why);
            self.file = None;
        }
    }
}
