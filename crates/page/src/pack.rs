//! A film as bytes: a header in JSON, then columns of numbers.
//!
//! Layout: the length of the header (four bytes, little-endian), the header, then the columns in the order in which the header's
//! `columns` names them with their lengths in bytes. A column is a sequence of numbers, each zigzagged and written in groups of seven bits, the lowest
//! first. What changes little from frame to frame is written as differences. `web/film.js` reads this.

use crate::SeatActivity;
use face::film::{Cast, Film, Placed};
use serde::Serialize;
use std::collections::BTreeMap;

/// The header: everything that is not a column.
#[derive(Serialize)]
struct Header<'a> {
    version: u32,
    cast: &'a Cast,
    standings: &'a [(u8, i64)],
    /// Texts that reports refer to by number.
    texts: &'a [String],
    frames: usize,
    pieces: usize,
    /// Names and lengths of the columns.
    columns: Vec<(&'static str, usize)>,
}

/// Must match the number in `web/film.js`.
const VERSION: u32 = 1;

/// Writes a film.
///
/// # Panics
/// Never: a cast always has a JSON form.
#[must_use]
pub fn pack(film: &Film) -> Vec<u8> {
    let mut columns = Columns::default();
    let mut texts = Texts::default();
    pack_pieces(film, &mut columns);
    pack_frames(film, &mut columns);
    pack_placed(film, &mut columns);
    pack_layers(film, &mut columns);
    pack_events(film, &mut columns);
    pack_measures(film, &mut columns);
    pack_reports(film, &mut columns, &mut texts);
    let header = Header {
        version: VERSION,
        cast: &film.cast,
        standings: &film.standings,
        texts: &texts.list,
        frames: film.frames.len(),
        pieces: film.pieces.len(),
        columns: columns.list.iter().map(|(name, bytes)| (*name, bytes.len())).collect(),
    };
    let header = serde_json::to_vec(&header).expect("a header has a JSON form");
    let mut bytes = (header.len() as u32).to_le_bytes().to_vec();
    bytes.extend(header);
    columns.list.iter().for_each(|(_, column)| bytes.extend(column));
    bytes
}

/// Columns by name.
#[derive(Default)]
struct Columns {
    list: BTreeMap<&'static str, Vec<u8>>,
}

impl Columns {
    fn push(&mut self, name: &'static str, number: impl Into<i64>) {
        write_number(self.list.entry(name).or_default(), number.into());
    }

    fn count(&mut self, name: &'static str, number: usize) {
        self.push(name, number as i64);
    }
}

/// Zigzag, then seven bits a byte, the lowest first; the high bit says that more follow.
fn write_number(bytes: &mut Vec<u8>, number: i64) {
    let mut rest = (number << 1 ^ number >> 63) as u64;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn pack_pieces(film: &Film, columns: &mut Columns) {
    for piece in &film.pieces {
        columns.push("piece.id", piece.id);
        columns.push("piece.kind", piece.kind);
        columns.push("piece.span", piece.span);
    }
}

fn pack_frames(film: &Film, columns: &mut Columns) {
    let mut before = [0; 2];
    for frame in &film.frames {
        let stamp = frame.stamp.map(i64::from);
        columns.push("frame.a", stamp[0] - before[0]);
        columns.push("frame.b", stamp[1] - before[1]);
        columns.push("frame.mover", frame.mover.map_or(-1, i64::from));
        before = stamp;
    }
}

/// The columns of a placed piece, in the order of the bits in `placed.mask`; bit 0 is whether it is on the board.
const FIELDS: [&str; 14] = [
    "placed.cell",
    "placed.side",
    "placed.level",
    "placed.health",
    "placed.full",
    "placed.known",
    "placed.figure0",
    "placed.figure1",
    "placed.figure2",
    "placed.figure3",
    "placed.figure4",
    "placed.figure5",
    "placed.figure6",
    "placed.figure7",
];

fn fields(placed: &Placed) -> [i64; FIELDS.len()] {
    let known = placed.known.iter().rev().fold(0, |known, one| known << 2 | *one as i64);
    let mut fields = [0; FIELDS.len()];
    fields[..6].copy_from_slice(&[
        placed.cell.into(),
        placed.side.into(),
        placed.level.into(),
        placed.health.into(),
        placed.full.into(),
        known,
    ]);
    for (field, figure) in fields[6..].iter_mut().zip(&placed.figures) {
        *field = (*figure).into();
    }
    fields
}

fn pack_placed(film: &Film, columns: &mut Columns) {
    let mut before = vec![(false, [0; FIELDS.len()]); film.pieces.len()];
    for frame in &film.frames {
        let mut now: Vec<_> = before.iter().map(|(_, fields)| (false, *fields)).collect();
        for placed in &frame.placed {
            now[placed.piece as usize] = (true, fields(placed));
        }
        let mut last = 0;
        let mut changes = 0;
        for (piece, (old, new)) in before.iter().zip(&now).enumerate().filter(|(_, (old, new))| old != new) {
            columns.push("placed.piece", piece as i64 - last);
            last = piece as i64;
            changes += 1;
            let changed = |at: &usize| old.1[*at] != new.1[*at];
            let mask =
                (0..FIELDS.len()).filter(changed).fold(i64::from(old.0 != new.0), |mask, at| mask | 2 << at);
            columns.push("placed.mask", mask);
            (0..FIELDS.len()).filter(changed).for_each(|at| columns.push(FIELDS[at], new.1[at] - old.1[at]));
        }
        columns.count("placed.changes", changes);
        before = now;
    }
}

fn pack_layers(film: &Film, columns: &mut Columns) {
    let area = usize::from(film.cast.rows) * usize::from(film.cast.cols);
    let layer =
        |take: &dyn Fn(&face::film::Frame) -> Vec<u8>, names: [&'static str; 3], columns: &mut Columns| {
            let mut before = vec![0; area];
            for frame in &film.frames {
                let now = take(frame);
                pack_layer(&before, &now, names, columns);
                before = now;
            }
        };
    layer(&|frame| frame.terrain.clone(), ["terrain.changes", "terrain.cell", "terrain.value"], columns);
    if film.frames.iter().any(|frame| !frame.owners.is_empty()) {
        layer(&|frame| frame.owners.clone(), ["owners.changes", "owners.cell", "owners.value"], columns);
    }
    if film.cast.fog {
        for seat in 0..usize::from(film.cast.seats) {
            let seen =
                |frame: &face::film::Frame| frame.seen[seat].iter().map(|seen| u8::from(*seen)).collect();
            layer(&seen, ["seen.changes", "seen.cell", "seen.value"], columns);
        }
    }
}

fn pack_layer(before: &[u8], now: &[u8], names: [&'static str; 3], columns: &mut Columns) {
    let (mut last, mut changes) = (0, 0);
    for (cell, (old, new)) in before.iter().zip(now).enumerate().filter(|(_, (old, new))| old != new) {
        columns.push(names[1], cell as i64 - last);
        columns.push(names[2], i64::from(*new) - i64::from(*old));
        last = cell as i64;
        changes += 1;
    }
    columns.count(names[0], changes);
}

fn pack_events(film: &Film, columns: &mut Columns) {
    for frame in &film.frames {
        columns.count("event.count", frame.events.len());
        for event in &frame.events {
            columns.push("event.kind", event.kind);
            columns.push("event.known", event.known);
            columns.count("event.arity", event.args.len());
            event.args.iter().for_each(|argument| columns.push("event.args", *argument));
            columns.count("event.length", event.cells.len());
            let mut last = 0;
            for cell in event.cells.iter().map(|cell| i64::from(*cell)) {
                columns.push("event.cells", cell - last);
                last = cell;
            }
        }
    }
}

fn pack_measures(film: &Film, columns: &mut Columns) {
    for measure in 0..film.cast.measures.len() {
        for side in 0..film.cast.sides.len() {
            let mut before = 0;
            for frame in &film.frames {
                let now = frame.measures[measure][side];
                // Old files may hold any number.
                columns.push("measure.value", now.wrapping_sub(before));
                before = now;
            }
        }
    }
}

/// Texts, each once.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    numbers: BTreeMap<String, i64>,
}

impl Texts {
    fn number(&mut self, text: &str) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.list.len() as i64;
        self.list.push(text.into());
        self.numbers.insert(text.into(), number);
        number
    }
}

/// The most reasons of refusal that are kept of one seat's turn, and the longest text of an order or note.
const MOST_REASONS: usize = 8;
const LONGEST: usize = 400;

fn pack_reports(film: &Film, columns: &mut Columns, texts: &mut Texts) {
    for frame in &film.frames {
        columns.count("report.count", frame.reports.len());
        for report in &frame.reports {
            columns.push("report.seat", report.seat.0);
            columns.push("report.accepted", report.accepted);
            columns.count("report.refused", report.refused.len());
            let note = if report.note.is_empty() { -1 } else { texts.number(shortened(&report.note)) };
            columns.push("report.note", note);
            columns.push(
                "report.used",
                report.used_us.map_or(-1, |used| i64::try_from(used).unwrap_or(i64::MAX)),
            );
            let reasons = reasons(report);
            columns.count("report.reasons", reasons.len());
            for (reason, order, times) in reasons {
                columns.push("refusal.reason", texts.number(reason));
                columns.push("refusal.order", texts.number(shortened(order)));
                columns.push("refusal.times", times);
            }
        }
    }
}

/// Why orders were refused: each reason with its first order and how often.
fn reasons(report: &SeatActivity) -> Vec<(&str, &str, u32)> {
    let mut reasons: Vec<(&str, &str, u32)> = Vec::new();
    for (order, reason) in &report.refused {
        if let Some((.., times)) = reasons.iter_mut().find(|(other, ..)| other == reason) {
            *times += 1;
        } else if reasons.len() < MOST_REASONS {
            reasons.push((reason, order, 1));
        }
    }
    reasons
}

fn shortened(text: &str) -> &str {
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::write_number;

    #[test]
    fn small_numbers_of_either_sign_take_one_byte() {
        let bytes = |number| {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            bytes
        };
        assert_eq!(bytes(0), [0]);
        assert_eq!(bytes(-1), [1]);
        assert_eq!(bytes(63), [126]);
        assert_eq!(bytes(64), [0x80, 1]);
        assert_eq!(bytes(i64::from(i32::MIN)), [0xff, 0xff, 0xff, 0xff, 0x0f]);
    }
}
