//! A film as bytes: a header in JSON, then columns of numbers.
//!
//! Layout: the length of the header (four bytes, little-endian), the header, then the columns in
//! the order in which the header's `columns` names them with their lengths in bytes. A column is a
//! sequence of numbers, each zigzagged and written in groups of seven bits, the lowest first. What
//! changes little from frame to frame is written as differences. `web/film.js` reads this.
//!
//! A film that is still being made is written in several such parts, each with what is new since
//! the one before: see [`Packer`].

use crate::SeatActivity;
use face::film::{Cast, Film, Frame, Moment, MomentKind, Placed, Text};
use serde::Serialize;
use std::collections::BTreeMap;

/// The header: everything that is not a column.
#[derive(Serialize)]
struct Header<'a> {
    version: u32,
    /// Only in the first part.
    #[serde(skip_serializing_if = "Option::is_none")]
    cast: Option<&'a Cast>,
    standings: &'a [(u8, i64)],
    reasons: &'a [Text],
    moments: Vec<KeyMoment<'a>>,
    /// What the kinds of key moments are called.
    moment_kinds: Vec<Text>,
    /// Texts that reports refer to by number, those of earlier parts first.
    texts: &'a [String],
    frames: usize,
    pieces: usize,
    /// Names and lengths of the columns.
    columns: Vec<(&'static str, usize)>,
}

/// A key moment with its event.
#[derive(Serialize)]
struct KeyMoment<'a> {
    frame: u32,
    why: u8,
    kind: u8,
    known: u8,
    args: &'a [i32],
    cells: &'a [u32],
}

impl<'a> From<&'a Moment> for KeyMoment<'a> {
    fn from(Moment { frame, event, kind }: &'a Moment) -> Self {
        let (args, cells) = (&event.args[..], &event.cells[..]);
        Self { frame: *frame, why: *kind as u8, kind: event.kind, known: event.known, args, cells }
    }
}

/// Must match the number in `web/film.js`.
const VERSION: u32 = 2;

/// Writes a film.
#[must_use]
pub fn pack(film: &Film) -> Vec<u8> {
    Packer::default().pack(film)
}

/// Writes a film that grows, part by part. A reader appends the parts in their order.
#[derive(Debug, Default)]
pub struct Packer {
    /// How many frames, pieces and texts have been written.
    frames: usize,
    pieces: usize,
    texts: Texts,
    /// What the last written frame was, from which differences are counted.
    stamp: [i64; 2],
    placed: Vec<(bool, [i64; FIELDS.len()])>,
    layers: BTreeMap<(&'static str, usize), Vec<u8>>,
    measures: BTreeMap<(&'static str, usize, usize), i64>,
}

impl Packer {
    /// Writes the frames that have not been written yet, with everything that became known since.
    ///
    /// # Panics
    /// Never: a cast always has a JSON form.
    #[must_use]
    pub fn pack(&mut self, film: &Film) -> Vec<u8> {
        let mut columns = Columns::default();
        let is_first = self.frames == 0;
        let frames = &film.frames[self.frames..];
        let written = self.texts.list.len();
        self.pack_pieces(film, &mut columns);
        self.pack_frames(frames, &mut columns);
        self.pack_placed(film, frames, &mut columns);
        self.pack_layers(film, frames, &mut columns);
        pack_events(frames, &mut columns);
        let sides = film.cast.sides.len();
        self.pack_series(
            "measure.value",
            film.cast.measures.len(),
            sides,
            |frame| &frame.measures,
            frames,
            &mut columns,
        );
        self.pack_series(
            "source.value",
            film.cast.sources.len(),
            sides,
            |frame| &frame.sources,
            frames,
            &mut columns,
        );
        pack_reports(frames, &mut columns, &mut self.texts);
        let header = Header {
            version: VERSION,
            cast: is_first.then_some(&film.cast),
            standings: &film.standings,
            reasons: &film.reasons,
            moments: film.moments.iter().map(KeyMoment::from).collect(),
            moment_kinds: MomentKind::ALL.map(|kind| kind.words().into()).to_vec(),
            texts: &self.texts.list[written..],
            frames: frames.len(),
            pieces: film.pieces.len() - self.pieces,
            columns: columns.list.iter().map(|(name, bytes)| (*name, bytes.len())).collect(),
        };
        let header = serde_json::to_vec(&header).expect("a header has a JSON form");
        (self.frames, self.pieces) = (film.frames.len(), film.pieces.len());
        let mut bytes = (header.len() as u32).to_le_bytes().to_vec();
        bytes.extend(header);
        columns.list.iter().for_each(|(_, column)| bytes.extend(column));
        bytes
    }

    fn pack_pieces(&self, film: &Film, columns: &mut Columns) {
        for piece in &film.pieces[self.pieces..] {
            columns.push("piece.id", piece.id);
            columns.push("piece.kind", piece.kind);
            columns.push("piece.span", piece.span);
        }
    }

    fn pack_frames(&mut self, frames: &[Frame], columns: &mut Columns) {
        for frame in frames {
            let stamp = frame.stamp.map(i64::from);
            columns.push("frame.a", stamp[0] - self.stamp[0]);
            columns.push("frame.b", stamp[1] - self.stamp[1]);
            columns.push("frame.mover", frame.mover.map_or(-1, i64::from));
            self.stamp = stamp;
        }
    }

    fn pack_placed(&mut self, film: &Film, frames: &[Frame], columns: &mut Columns) {
        self.placed.resize(film.pieces.len(), (false, [0; FIELDS.len()]));
        for frame in frames {
            let before = &self.placed;
            let mut now: Vec<_> = before.iter().map(|(_, fields)| (false, *fields)).collect();
            for placed in &frame.placed {
                now[placed.piece as usize] = (true, fields(placed));
            }
            let mut last = 0;
            let mut changes = 0;
            for (piece, (old, new)) in
                before.iter().zip(&now).enumerate().filter(|(_, (old, new))| old != new)
            {
                columns.push("placed.piece", piece as i64 - last);
                last = piece as i64;
                changes += 1;
                let changed = |at: &usize| old.1[*at] != new.1[*at];
                let mask = (0..FIELDS.len())
                    .filter(changed)
                    .fold(i64::from(old.0 != new.0), |mask, at| mask | 2 << at);
                columns.push("placed.mask", mask);
                (0..FIELDS.len())
                    .filter(changed)
                    .for_each(|at| columns.push(FIELDS[at], new.1[at] - old.1[at]));
            }
            columns.count("placed.changes", changes);
            self.placed = now;
        }
    }

    fn pack_layers(&mut self, film: &Film, frames: &[Frame], columns: &mut Columns) {
        let area = usize::from(film.cast.rows) * usize::from(film.cast.cols);
        let mut layer = |take: &dyn Fn(&Frame) -> Vec<u8>, names: [&'static str; 3], seat: usize| {
            let before = self.layers.entry((names[0], seat)).or_insert_with(|| vec![0; area]);
            for frame in frames {
                let now = take(frame);
                pack_layer(before, &now, names, columns);
                *before = now;
            }
        };
        layer(&|frame| frame.terrain.clone(), ["terrain.changes", "terrain.cell", "terrain.value"], 0);
        if frames.iter().any(|frame| !frame.owners.is_empty()) {
            layer(&|frame| frame.owners.clone(), ["owners.changes", "owners.cell", "owners.value"], 0);
        }
        if film.cast.fog {
            for seat in 0..usize::from(film.cast.seats) {
                let seen = |frame: &Frame| frame.seen[seat].iter().map(|seen| u8::from(*seen)).collect();
                layer(&seen, ["seen.changes", "seen.cell", "seen.value"], seat);
            }
        }
    }

    /// Numbers of every side, row by row.
    fn pack_series(
        &mut self,
        name: &'static str,
        rows: usize,
        sides: usize,
        take: impl Fn(&Frame) -> &Vec<Vec<i64>>,
        frames: &[Frame],
        columns: &mut Columns,
    ) {
        for (row, side) in (0..rows).flat_map(|row| (0..sides).map(move |side| (row, side))) {
            let before = self.measures.entry((name, row, side)).or_default();
            for frame in frames {
                let now = take(frame)[row][side];
                // Old files may hold any number.
                columns.push(name, now.wrapping_sub(*before));
                *before = now;
            }
        }
    }
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

/// The columns of a placed piece, in the order of the bits in `placed.mask`; bit 0 is whether it is
/// on the board.
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

fn pack_events(frames: &[Frame], columns: &mut Columns) {
    for frame in frames {
        columns.count("event.count", frame.events.len());
        for event in &frame.events {
            columns.push("event.kind", event.kind);
            columns.push("event.known", event.known);
            columns.push("event.step", event.step);
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

/// Texts, each once.
#[derive(Debug, Default)]
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

/// The most reasons of refusal that are kept of one seat's turn, and the longest text of an order
/// or note.
const MOST_REASONS: usize = 8;
const LONGEST: usize = 400;

fn pack_reports(frames: &[Frame], columns: &mut Columns, texts: &mut Texts) {
    for frame in frames {
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
