//! A film as one seat may see it.
//!
//! A film of a match holds everything, with what each seat knows of it; the replay page hides the
//! rest. Who plays must not be sent what they may not know, so it is left out here, and what is
//! left is numbered anew: also a gap would tell something.

use face::film::{Cast, Event, Film, Frame, Heading, Known, NONE, Placed, Recording};
use game::Seat;
use game::sentence::EventDrawing;
use games::HostedGame;
use interaction::Beat;

/// What followed from a state, as a seat may see it: a frame of the state itself, those of what
/// happened, and at last one of how it is now, at rest. Only the last if there is nothing to be
/// seen on the way.
pub(crate) fn film<G: HostedGame>(from: &G, beats: &[Beat<G>], seat: Seat) -> Film {
    let whole = whole(from, beats.iter().map(|beat| (&beat.state, &beat.events[..])));
    coming_to_rest(seen_by(&whole, seat))
}

/// The film with one more frame: how it is in the end, at rest. Only that if there is nothing to be
/// seen on the way.
pub(crate) fn coming_to_rest(mut film: Film) -> Film {
    let is_seen = |frame: &Frame| frame.events.iter().any(|event| !event.cells.is_empty());
    let rest = film.frames.last().map(|last| Frame { events: Vec::new(), ..last.clone() });
    if !film.frames.iter().any(is_seen) {
        film.frames.clear();
    }
    film.frames.extend(rest);
    film
}

/// The same with everything in it.
pub(crate) fn whole<'a, G: HostedGame>(
    from: &G,
    steps: impl Iterator<Item = (&'a G, &'a [G::Event])>,
) -> Film {
    let mut recording = Recording::new(G::Recorder::default(), from, Heading::default());
    for (state, events) in steps {
        recording.take(state, events, &[]);
    }
    recording.film().clone()
}

/// The part of a film that a seat may know.
pub(crate) fn seen_by(film: &Film, seat: Seat) -> Film {
    let cast = Cast { measures: Vec::new(), sources: Vec::new(), ..film.cast.clone() };
    let mut seen = SeatFilm { whole: film, seat, film: Film::new(cast) };
    for (number, frame) in film.frames.iter().enumerate() {
        seen.add(frame, number.checked_sub(1).map(|before| &film.frames[before]));
    }
    seen.film
}

/// A seat's film in the making.
struct SeatFilm<'a> {
    whole: &'a Film,
    seat: Seat,
    film: Film,
}

impl SeatFilm<'_> {
    fn add(&mut self, frame: &Frame, before: Option<&Frame>) {
        let placed = frame.placed.iter().filter_map(|placed| self.placed(placed)).collect();
        let events = frame.events.iter().filter_map(|event| self.event(event, frame, before)).collect();
        let own = |(number, layer): (usize, &Vec<bool>)| match number == self.seat.index() {
            true => layer.clone(),
            false => vec![false; layer.len()],
        };
        let seen = frame.seen.iter().enumerate().map(own).collect();
        self.film.frames.push(Frame {
            stamp: frame.stamp,
            mover: frame.mover,
            terrain: frame.terrain.clone(),
            owners: frame.owners.clone(),
            placed,
            seen,
            events,
            ..Frame::default()
        });
    }

    /// The number that a piece has in this film.
    fn piece(&mut self, piece: u32) -> u32 {
        self.film.piece(piece.into(), self.whole.pieces[piece as usize])
    }

    fn knows(&self, placed: &Placed) -> Known {
        match placed.known.get(self.seat.index()).copied().unwrap_or(Known::Seen) {
            // Whether nobody owns it or the owner is not known looks the same to the seat, and must
            // be the same here.
            Known::Owner if usize::from(placed.side) >= self.whole.cast.sides.len() => Known::Place,
            knows => knows,
        }
    }

    fn placed(&mut self, placed: &Placed) -> Option<Placed> {
        let knows = self.knows(placed);
        if knows == Known::Hidden {
            return None;
        }
        let fog = self.whole.cast.fog;
        let mut shown = Placed { piece: self.piece(placed.piece), ..placed.clone() };
        if knows != Known::Seen {
            (shown.health, shown.level) = (NONE, NONE);
        }
        if knows == Known::Place {
            shown.side = self.whole.cast.sides.len() as u8;
        }
        // Stores and destinations are known to their owner alone.
        if fog && (knows != Known::Seen || placed.side != self.seat.0) {
            shown.figures.fill(NONE);
        }
        if fog {
            let of = |seat: usize| if seat == self.seat.index() { knows } else { Known::Hidden };
            shown.known = (0..placed.known.len()).map(of).collect();
        }
        Some(shown)
    }

    fn event(&mut self, event: &Event, frame: &Frame, before: Option<&Frame>) -> Option<Event> {
        if self.whole.cast.fog && event.known >> self.seat.0 & 1 == 0 {
            return None;
        }
        let doer = self.piece_slots(event).next().and_then(|slot| event.args.get(slot)).copied();
        let is_shown = !self.whole.cast.fog || self.may_be_drawn(event, doer, frame, before);
        let mut args = event.args.clone();
        for slot in self.piece_slots(event).collect::<Vec<_>>() {
            let named = args.get(slot).and_then(|piece| u32::try_from(*piece).ok());
            if let Some(piece) = named.filter(|piece| (*piece as usize) < self.whole.pieces.len()) {
                args[slot] = self.piece(piece) as i32;
            }
        }
        let cells = if is_shown { event.cells.clone() } else { Vec::new() };
        Some(Event { kind: event.kind, args, cells, known: 1 << self.seat.0, step: event.step })
    }

    /// Whether a seat in the fog knows all the places of an event that it knows of: it went or was
    /// told all of the way, it did it itself, or it sees them.
    fn may_be_drawn(&self, event: &Event, doer: Option<i32>, frame: &Frame, before: Option<&Frame>) -> bool {
        let trace = self.whole.cast.events[usize::from(event.kind)].trace;
        if matches!(trace, EventDrawing::Way | EventDrawing::Slide) {
            return true;
        }
        let own = |frame: &Frame| {
            let piece =
                frame.placed.iter().find(|placed| i64::from(placed.piece) == doer.map_or(-1, i64::from));
            piece.is_some_and(|placed| placed.side == self.seat.0)
        };
        let sees = |frame: &Frame, cell: u32| {
            let layer = frame.seen.get(self.seat.index());
            layer.is_some_and(|layer| layer.get(cell as usize).copied().unwrap_or(false))
        };
        let frames = || before.into_iter().chain([frame]);
        frames().any(own) || event.cells.iter().all(|cell| frames().any(|frame| sees(frame, *cell)))
    }

    /// Which arguments of an event are pieces: its sentence says so.
    fn piece_slots(&self, event: &Event) -> impl Iterator<Item = usize> + use<> {
        let sentence = self.whole.cast.events[usize::from(event.kind)].text.en.clone();
        (0..10).filter(move |slot| sentence.contains(&format!("{{{slot}p}}")))
    }
}
