//! From a packed replay to lines.

use super::body::Streams;
use super::record::{END, LINE, MEASURED_END, MEASURED_TURN, TURN, json, take_measured, take_moves, text};
use super::running::RunningGame;
use super::{LARGEST_BODY, MAGIC, damaged, dictionary};
use crate::reader::first_line;
use game::replay::{Header, ReplayLine};
use game::{GameEntry, JsonText};
use std::io::{self, Read};

/// A packed replay as the text that it was made from. One line is in memory at a time.
pub(crate) struct Unpacker {
    entry: &'static dyn GameEntry,
    streams: Streams,
    /// What was played, once the first line is read.
    header: Option<Header>,
    /// The game; none if it cannot be run here.
    game: Option<RunningGame>,
    line: Vec<u8>,
    /// How much of the line was handed on.
    read: usize,
}

impl Unpacker {
    /// Opens a packed replay whose magic has been read.
    pub(crate) fn new(mut file: impl Read) -> io::Result<Self> {
        let length = byte(&mut file)?;
        let mut name = vec![0; length.into()];
        file.read_exact(&mut name)?;
        let name = String::from_utf8(name).map_err(|_| damaged("the name of the game is not UTF-8"))?;
        let entry = games::find(&name).ok_or_else(|| damaged(&format!("there is no game `{name}`")))?;
        let dictionary = dictionary(entry, byte(&mut file)?)?;
        let mut decoder = zstd::stream::read::Decoder::with_dictionary(io::BufReader::new(file), dictionary)?;
        decoder.window_log_max(LARGEST_BODY.ilog2())?;
        let mut body = Vec::new();
        decoder.take(LARGEST_BODY as u64 + 1).read_to_end(&mut body)?;
        if body.len() > LARGEST_BODY {
            return Err(damaged(&format!("it unfolds to more than {} MiB", LARGEST_BODY >> 20)));
        }
        let streams = Streams::new(body)?;
        Ok(Self { entry, streams, header: None, game: None, line: Vec::new(), read: 0 })
    }

    /// Whether a file that begins like this is a packed replay.
    pub(crate) fn is_packed(head: &[u8]) -> bool {
        head == MAGIC
    }

    /// Makes the next line; false if there is none.
    fn advance(&mut self) -> io::Result<bool> {
        self.read = 0;
        self.line.clear();
        if !self.streams.has_more() {
            return Ok(false);
        }
        match self.streams.number()? {
            LINE => self.take_line()?,
            TURN => self.take_turn(false)?,
            MEASURED_TURN => self.take_turn(true)?,
            END => self.take_end(JsonText::default())?,
            MEASURED_END => {
                let measured = json(text(&mut self.streams)?)?;
                self.take_end(measured)?;
            }
            _ => return Err(damaged("a line is of an unknown kind: use a newer release")),
        }
        Ok(true)
    }

    fn take_line(&mut self) -> io::Result<()> {
        self.line.extend_from_slice(self.streams.text()?);
        let Some(header) = &self.header else {
            let header = first_line(&self.line).map_err(|wrong| damaged(&wrong))?;
            self.game = RunningGame::new(self.entry, &header);
            self.header = Some(header);
            return Ok(());
        };
        let text = self.line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
        let read = text.and_then(|text| ReplayLine::read(Some(self.entry), header, text).ok());
        if let (Some(game), Some(read)) = (&mut self.game, read) {
            game.follow(&read);
        }
        Ok(())
    }

    fn take_turn(&mut self, is_measured: bool) -> io::Result<()> {
        let game = self.game.as_mut().ok_or_else(unplayable)?;
        let moves = take_moves(&*game.table, game.table.to_move(), &mut self.streams)?;
        let measured = if is_measured { take_measured(moves.len(), &mut self.streams)? } else { Vec::new() };
        self.line.extend_from_slice(game.turn(moves, measured).as_bytes());
        self.line.push(b'\n');
        Ok(())
    }

    fn take_end(&mut self, measured: JsonText) -> io::Result<()> {
        let game = self.game.as_mut().ok_or_else(unplayable)?;
        let line = game.end(measured).ok_or_else(|| damaged("the game is not over where it ends"))?;
        self.line.extend_from_slice(line.as_bytes());
        self.line.push(b'\n');
        Ok(())
    }
}

fn unplayable() -> io::Error {
    damaged("its game cannot be run here: it was played by other rules, or on a map that is none")
}

fn byte(file: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    file.read_exact(&mut byte)?;
    Ok(byte[0])
}

impl Read for Unpacker {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.read == self.line.len() {
            if !self.advance()? {
                return Ok(0);
            }
        }
        let count = into.len().min(self.line.len() - self.read);
        into[..count].copy_from_slice(&self.line[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}
