//! From lines to a packed replay.

use super::body::Body;
use super::record::{END, LINE, MEASURED_END, MEASURED_TURN, TURN, put_moves};
use super::running::RunningGame;
use super::{LEVEL, MAGIC, dictionary};
use crate::lines::Lines;
use crate::reader::{first_line, text_of};
use game::GameEntry;
use game::replay::{End, Header, ReplayLine, Turn};
use std::io::{BufRead, Read};

/// Packs a replay. Any replay can be packed, damaged ones, too; what cannot be computed again is
/// kept as it is.
///
/// # Errors
/// One sentence, if this is no replay, or of no game that is known here.
pub fn pack(replay: impl Read + 'static) -> Result<Vec<u8>, String> {
    let (entry, body) = body(replay)?;
    let number = u8::try_from(entry.dictionaries().len()).unwrap_or(u8::MAX);
    let dictionary = dictionary(entry, number).map_err(|error| error.to_string())?;
    let compressed = zstd::bulk::Compressor::with_dictionary(LEVEL, dictionary)
        .and_then(|mut compressor| compressor.compress(&body))
        .map_err(|error| format!("it cannot be packed: {error}"))?;
    let name = entry.name().as_bytes();
    Ok([&MAGIC[..], &[name.len() as u8], name, &[number], &compressed].concat())
}

/// The body of a packed replay, and its game.
pub(super) fn body(replay: impl Read + 'static) -> Result<(&'static dyn GameEntry, Vec<u8>), String> {
    let mut lines = Lines::new(text_of(replay)?);
    let first = lines.next()?.ok_or("the file is empty")?.to_vec();
    let header = first_line(&first)?;
    let entry = games::find(&header.game).ok_or_else(|| format!("there is no game `{}`", header.game))?;
    let mut packer = Packer { entry, body: Body::default(), game: RunningGame::new(entry, &header), header };
    packer.keep(&first);
    packer.take_all(&mut lines)?;
    Ok((entry, packer.body.finish()?))
}

struct Packer {
    entry: &'static dyn GameEntry,
    header: Header,
    body: Body,
    /// The game; none if it cannot be run here, and all lines are kept as they are.
    game: Option<RunningGame>,
}

impl Packer {
    fn take_all(&mut self, lines: &mut Lines<impl BufRead>) -> Result<(), String> {
        while let Some(line) = lines.next()? {
            let text = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
            let read = text
                .and_then(|text| Some((text, ReplayLine::read(Some(self.entry), &self.header, text).ok()?)));
            let packed = read.is_some_and(|(text, read)| self.pack(text, &read));
            if !packed {
                self.keep(line);
            }
        }
        Ok(())
    }

    /// Keeps a line as it is.
    fn keep(&mut self, line: &[u8]) {
        self.body.number(LINE);
        self.body.text(line);
    }

    /// Packs a line; false if unpacking would not give it back. The game goes on after it in either
    /// case.
    fn pack(&mut self, text: &str, line: &ReplayLine) -> bool {
        match line {
            ReplayLine::Turn(turn) => self.pack_turn(text, turn),
            ReplayLine::End(end) => self.pack_end(text, end),
            ReplayLine::Cursor(_) => false,
        }
    }

    fn pack_turn(&mut self, text: &str, turn: &Turn) -> bool {
        let Some(game) = &mut self.game else { return false };
        let awaited = game.table.to_move();
        let is_measured = !turn.measured.is_empty();
        if turn.first_format.is_some() {
            game.follow_turn(turn);
            return false;
        }
        let is_made = game.makes_turn(turn, text);
        let is_regular = turn.moves.iter().map(|step| step.seat).eq(awaited.iter().map(|seat| seat.0))
            && (!is_measured || turn.measured.len() == turn.moves.len());
        if !is_made || !is_regular {
            return false;
        }
        self.body.number(if is_measured { MEASURED_TURN } else { TURN });
        put_moves(&*game.table, &turn.moves, &mut self.body);
        for took in &turn.measured {
            self.body.measured(took.cpu_us);
            self.body.measured(took.wall_us);
        }
        true
    }

    fn pack_end(&mut self, text: &str, end: &End) -> bool {
        let Some(game) = &self.game else { return false };
        if game.end(end.measured.clone()).as_deref() != Some(text) {
            return false;
        }
        self.body.number(if end.measured.is_null() { END } else { MEASURED_END });
        if !end.measured.is_null() {
            self.body.text(end.measured.get().as_bytes());
        }
        true
    }
}
