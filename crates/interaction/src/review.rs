//! The whole game when it is over: as a film, with why it ended so and how it went.

use crate::history::Act;
use crate::interaction::Interaction;
use face::film::{Film, Heading, Measure, Recording};
use game::Seats;
use games::HostedGame;

/// The most points of a curve.
const MOST_POINTS: usize = 120;

/// How a number went for every side.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What was counted.
    pub measure: Measure,
    /// What the sides are called.
    pub sides: Vec<face::film::Text>,
    /// The numbers of every side, at the same moments.
    pub points: Vec<Vec<i64>>,
}

impl<G: HostedGame> Interaction<G> {
    /// The game so far as a film: it is played again in front of a camera.
    pub fn film(&self) -> Film {
        let mut state = self.history.start().clone();
        let heading = Heading { map: self.map_title.clone(), ..Heading::default() };
        let mut recording = Recording::new(G::Recorder::default(), &state, heading);
        let mut events = Vec::new();
        for step in &self.history.steps()[..self.history.played()] {
            let (seat, awaited) = (game::Seat(step.seat), state.to_move());
            let settles = match step.act {
                Act::Order(order) => {
                    state.play(seat, order, &mut events);
                    self.is_solo()
                }
                Act::EndTurn => {
                    state.end_turn(seat, &mut events);
                    awaited == Seats::one(seat)
                }
            };
            if settles {
                recording.take(&state, &events, &[]);
                events.clear();
            }
        }
        if !events.is_empty() {
            recording.take(&state, &events, &[]);
        }
        recording.finish(state.outcome().as_ref())
    }
}

/// How what decides went in a film; where nothing decides, the first thing that was counted.
#[must_use]
pub fn curve(film: &Film) -> Option<Curve> {
    let measure = film.cast.contest.map_or(0, |contest| contest.measure);
    let named = film.cast.measures.get(measure)?.clone();
    let numbers: Vec<&Vec<i64>> =
        film.frames.iter().filter_map(|frame| frame.measures.get(measure)).collect();
    if numbers.len() < 2 {
        return None;
    }
    let step = numbers.len().div_ceil(MOST_POINTS);
    let last = numbers.len() - 1;
    let chosen = || (0..last).step_by(step).chain([last]);
    let of_side = |side: usize| chosen().map(|at| numbers[at].get(side).copied().unwrap_or(0)).collect();
    let sides = film.cast.sides.clone();
    let points = (0..sides.len()).map(of_side).collect();
    Some(Curve { measure: named, sides, points })
}
