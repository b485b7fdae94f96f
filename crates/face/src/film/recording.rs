//! A game being played becomes a film.

use super::{Cast, Film, Text, arrange, text};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use game::replay::Hex;
use game::{Game, Outcome, Seat};

/// A game's way onto the film.
pub trait Recorder<G: Game> {
    /// What can appear.
    fn cast(&self, state: &G) -> Cast;

    /// Takes the first frame.
    fn open(&mut self, state: &G, film: &mut Film);

    /// Takes the frames of what happened since.
    ///
    /// The last event of a game that is over says who has won, and why.
    fn follow(&mut self, state: &G, events: &[G::Event], film: &mut Film);

    /// The part of a turn in which what this sentence tells happens: see [`arrange`].
    fn phase(_sentence: u8) -> u8 {
        0
    }
}

/// A film in the making.
pub struct Recording<R> {
    film: Film,
    recorder: R,
}

impl<R> fmt::Debug for Recording<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording").field("frames", &self.film.frames.len()).finish_non_exhaustive()
    }
}

impl<R> Recording<R> {
    /// Takes the first frame of a game that nobody has played yet.
    pub fn new<G: Game>(mut recorder: R, state: &G, heading: Heading) -> Self
    where
        R: Recorder<G>,
    {
        let mut film = Film::new(recorder.cast(state));
        heading.enter(&mut film);
        recorder.open(state, &mut film);
        Self { film, recorder }
    }

    /// Takes the frames of what happened since the last time. The reports belong to the last of
    /// these frames.
    pub fn take<G: Game>(&mut self, state: &G, events: &[G::Event], reports: &[SeatActivity])
    where
        R: Recorder<G>,
    {
        let before = self.film.frames.len();
        self.recorder.follow(state, events, &mut self.film);
        for frame in &mut self.film.frames[before..] {
            arrange(&mut frame.events, &self.film.cast.events, R::phase);
        }
        if let Some(frame) = self.film.frames.last_mut() {
            frame.reports.extend_from_slice(reports);
        }
    }

    /// The film so far.
    #[must_use]
    pub const fn film(&self) -> &Film {
        &self.film
    }

    /// Ends the film with the outcome as it counts, if the game is over.
    #[must_use]
    pub fn finish(mut self, outcome: Option<&Outcome>) -> Film {
        if let Some(outcome) = outcome {
            let standings = outcome.standings().iter().map(|standing| (standing.place, standing.score));
            self.film.standings = standings.collect();
        }
        self.film.conclude();
        self.film
    }
}

/// What a match is called: everything the state itself does not know.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// The name of the map.
    pub map: String,
    /// The rule profile.
    pub rules: String,
    /// The seed, where it matters.
    pub seed: Option<Hex>,
    /// The names of the seats.
    pub names: Vec<String>,
}

/// What one seat did in one turn, besides what became of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatActivity {
    /// Who.
    pub seat: Seat,
    /// How many of its orders were accepted.
    pub accepted: u32,
    /// Orders that were refused: the order and the reason.
    pub refused: Vec<(String, String)>,
    /// What its program wrote beside its orders.
    pub note: String,
    /// CPU time it used, in microseconds.
    pub used_us: Option<u64>,
}

impl Heading {
    /// Puts names into a film that has none yet.
    pub fn enter(self, film: &mut Film) {
        for (number, name) in (1..).zip(&self.names).filter(|(_, name)| !name.is_empty()) {
            let shared = self.names.iter().filter(|other| *other == name).count() > 1;
            if let Some(side) = film.cast.sides.get_mut(number - 1) {
                *side = Text::name(&if shared { format!("{name} ({number})") } else { name.clone() });
            }
        }
        let facts = [
            (text("map", "地图"), self.map),
            (text("rules", "规则"), self.rules),
            (text("seed", "种子"), self.seed.map(|seed| seed.to_string()).unwrap_or_default()),
        ];
        film.cast.facts.extend(facts.into_iter().filter(|(_, value)| !value.is_empty()));
    }
}
