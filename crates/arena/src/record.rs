//! What went in and out of a bot, byte for byte, for playing it to the bot again.

use crate::entrant::Runnable;
use game::replay::Header;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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

/// Files in a folder of the seat's own.
#[derive(Debug)]
pub(crate) struct Record {
    input: File,
    output: File,
    log: File,
    /// How much more of what the bot writes is kept.
    room: usize,
}

impl Record {
    /// The exact bytes that the bot got.
    pub(crate) const INPUT: &str = "input.jsonl";
    /// The exact bytes that the bot wrote.
    pub(crate) const OUTPUT: &str = "output.jsonl";
    /// Whose record it is.
    pub(crate) const ABOUT: &str = "about.json";
    const LOG: &str = "stderr.txt";
    /// Bots may flood; what they get is ours and always kept.
    const MOST_OUTPUT: usize = 64 << 20;

    /// Makes the folder and its files.
    pub(crate) fn create(folder: &Path, about: &About) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut text = serde_json::to_vec_pretty(about)?;
        text.push(b'\n');
        fs::write(folder.join(Self::ABOUT), text)?;
        let file = |name| File::create(folder.join(name));
        Ok(Self {
            input: file(Self::INPUT)?,
            output: file(Self::OUTPUT)?,
            log: file(Self::LOG)?,
            room: Self::MOST_OUTPUT,
        })
    }

    pub(crate) fn sent(&mut self, bytes: &[u8]) {
        keep(&mut self.input, bytes);
    }

    pub(crate) fn wrote(&mut self, bytes: &[u8]) {
        let bytes = self.as_much_as_fits(bytes);
        keep(&mut self.output, bytes);
    }

    pub(crate) fn logged(&mut self, bytes: &[u8]) {
        let bytes = self.as_much_as_fits(bytes);
        keep(&mut self.log, bytes);
    }

    fn as_much_as_fits<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let bytes = &bytes[..bytes.len().min(self.room)];
        self.room -= bytes.len();
        bytes
    }
}

/// A full disk must not decide a match; the record is then short.
fn keep(file: &mut File, bytes: &[u8]) {
    let _ = file.write_all(bytes);
}
