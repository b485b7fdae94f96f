//! What some orders, or the end of the turn, would change on the board: as arrows, ghosts and
//! numbers.

use crate::seat_film::whole;
use face::film::{Event, Film, Frame, NONE, Placed};
use game::sentence::EventDrawing;
use games::HostedGame;
use interaction::Foresight;
use serde::Serialize;

/// What would change on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Forecast {
    /// The ways of whoever goes or is pushed.
    pub(crate) ways: Vec<Way>,
    /// Who would hit what.
    pub(crate) shots: Vec<Way>,
    /// Who would stand where, if not where they stand now.
    pub(crate) ghosts: Vec<Ghost>,
    /// What would become of whom.
    pub(crate) changes: Vec<Change>,
}

/// Cells one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Way {
    pub(crate) side: Option<u8>,
    pub(crate) cells: Vec<u32>,
}

/// A piece where it would be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Ghost {
    /// The place of its kind in the film's cast.
    pub(crate) kind: u8,
    pub(crate) side: u8,
    pub(crate) cell: u32,
}

/// What would become of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Change {
    /// Where it is now.
    pub(crate) at: u32,
    /// Where it would be.
    pub(crate) cell: u32,
    /// By how much its health would change.
    pub(crate) health: i32,
    /// Whether it would be gone.
    pub(crate) gone: bool,
}

impl Forecast {
    /// What is foreseen from a state. Nothing in fog: there the board would have to be guessed.
    pub(crate) fn of<G: HostedGame>(now: &G, foresight: &Foresight<G>) -> Self {
        let Some(after) = foresight.after.as_ref().filter(|_| !foresight.events.is_empty()) else {
            return Self::default();
        };
        let film = whole(now, std::iter::once((after, &foresight.events[..])));
        if film.cast.fog { Self::default() } else { Self::read(&film) }
    }

    fn read(film: &Film) -> Self {
        let mut forecast = Self::default();
        let (Some(first), Some(last)) = (film.frames.first(), film.frames.last()) else { return forecast };
        for event in film.frames.iter().flat_map(|frame| &frame.events).filter(|event| event.cells.len() > 1)
        {
            let way = Way { side: side_of_doer(film, first, event), cells: event.cells.clone() };
            match film.cast.events[usize::from(event.kind)].trace {
                EventDrawing::Way | EventDrawing::Slide => forecast.ways.push(way),
                EventDrawing::Shot => forecast.shots.push(way),
                _ => {}
            }
        }
        for before in &first.placed {
            forecast.compare(film, before, last.placed.iter().find(|after| after.piece == before.piece));
        }
        forecast
    }

    fn compare(&mut self, film: &Film, before: &Placed, after: Option<&Placed>) {
        let Some(after) = after else {
            self.changes.push(Change { at: before.cell, cell: before.cell, health: 0, gone: true });
            return;
        };
        if after.cell != before.cell {
            let kind = film.pieces[after.piece as usize].kind;
            self.ghosts.push(Ghost { kind, side: after.side, cell: after.cell });
        }
        if before.health != NONE && after.health != before.health {
            let health = after.health - before.health;
            self.changes.push(Change { at: before.cell, cell: after.cell, health, gone: false });
        }
    }
}

/// The side of the piece that does what an event tells.
fn side_of_doer(film: &Film, first: &Frame, event: &Event) -> Option<u8> {
    let names_a_piece = film.cast.events[usize::from(event.kind)].text.en.contains("{0p}");
    let piece = event.args.first().filter(|_| names_a_piece)?;
    let placed = first.placed.iter().find(|placed| i64::from(placed.piece) == i64::from(*piece))?;
    Some(placed.side)
}
