//! A game being played becomes a film.

use crate::film::{Film, Text, text};
use crate::games::{self, Adapter};
use game::replay::Hex;
use game::{DynGame, Outcome, Seat};
use std::fmt;

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

/// Follows a table and takes frames.
pub struct Camera {
    film: Film,
    adapter: Box<dyn Adapter>,
}

impl fmt::Debug for Camera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Camera").field("frames", &self.film.frames.len()).finish_non_exhaustive()
    }
}

impl Camera {
    /// Sets up in front of a table that nobody has played at yet, and takes the first frame.
    ///
    /// # Errors
    /// One sentence, if there is no adapter for the game.
    pub fn new(table: &dyn DynGame, heading: Heading) -> Result<Self, String> {
        let adapter = games::adapter(table)?;
        let mut film = Film::new(adapter.cast(table));
        heading.enter(&mut film);
        let mut camera = Self { film, adapter };
        camera.adapter.open(table, &mut camera.film);
        Ok(camera)
    }

    /// Takes the frames of everything that happened since the last time, and makes the table forget its events.
    ///
    /// The reports belong to the last of these frames.
    pub fn take(&mut self, table: &mut dyn DynGame, reports: &[SeatActivity]) {
        self.adapter.follow(table, &mut self.film);
        table.forget_events();
        if let Some(frame) = self.film.frames.last_mut() {
            frame.reports.extend_from_slice(reports);
        }
    }

    /// The film so far.
    #[must_use]
    pub fn film(&self) -> &Film {
        &self.film
    }

    /// Ends the film of a game that came out like this, if it is over: by the rules, and as it counts.
    #[must_use]
    pub fn finish(mut self, by_rules: Option<Outcome>, counts: Option<Outcome>) -> Film {
        if let Some((by_rules, counts)) = by_rules.zip(counts)
            && let Some(frame) = self.film.frames.last_mut()
        {
            let seats = (0..).map(Seat).zip(by_rules.standings().iter().zip(counts.standings()));
            let lost = seats.filter(|(_, (one, other))| one.place == 1 && other.place > 1);
            frame.events.extend(lost.map(|(seat, _)| self.adapter.forfeit(seat)));
        }
        if let Some(outcome) = counts {
            let standings = outcome.standings().iter().map(|standing| (standing.place, standing.score));
            self.film.standings = standings.collect();
        }
        self.film
    }
}

impl Heading {
    /// Puts names into a film that has none yet.
    pub(crate) fn enter(self, film: &mut Film) {
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
