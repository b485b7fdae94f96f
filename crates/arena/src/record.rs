//! What went in and out of a bot, byte for byte, for playing it to the bot again.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

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
    const OUTPUT: &str = "output.jsonl";
    const LOG: &str = "stderr.txt";
    /// Bots may flood; what they get is ours and always kept.
    const MOST_OUTPUT: usize = 64 << 20;

    /// Makes the folder and its files.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
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
