//! How the opponent plays, as far as its moves have shown it.

use crate::greedy::deepblue::{Mind, Plan, Style};
use board::{Cell, SplitMix64};
use deepblue::{Kind, Memory, Order, State, Team, View};
use game::{Game, Imagine, Seat, Silent};

/// How an opponent may play; none does nothing. The first is believed until moves speak against it.
const MODELS: [Option<Style>; 7] = [
    Some(Style::GREEDY),
    None,
    // What has proved best so far.
    Some(Style::SEASONED),
    Some(Style::SPOILER),
    // Goes for the base with all it has.
    Some(Style { opening: RUSH, base_handicap: 0, ..Style::GREEDY }),
    // Stays at home.
    Some(Style { stays: true, ..Style::GREEDY }),
    // Comes with planes and submarines.
    Some(Style { opening: SWARM, late: Some([2, 1, 0, 1, 3, 0]), base_handicap: 0, ..Style::GREEDY }),
];

const RUSH: [(Kind, usize); 6] = [
    (Kind::Cargo, 1),
    (Kind::Destroyer, 3),
    (Kind::Carrier, 1),
    (Kind::Cargo, 2),
    (Kind::Destroyer, 5),
    (Kind::Carrier, 4),
];

const SWARM: [(Kind, usize); 6] = [
    (Kind::Cargo, 2),
    (Kind::Fighter, 3),
    (Kind::Submarine, 2),
    (Kind::Cargo, 3),
    (Kind::Fighter, 6),
    (Kind::Submarine, 4),
];

/// How wrong each model was, the latest rounds most.
#[derive(Clone, Debug, Default)]
pub(super) struct Models {
    errors: [u32; MODELS.len()],
    /// Where each model expects the units that were in sight.
    guesses: [Vec<(i32, Cell)>; MODELS.len()],
}

/// What an error counts at once, and its share that is forgotten every round.
const ERROR: u32 = 16;
const FORGOTTEN: u32 = 12;
/// No unit is more wrong than this.
const MOST: u32 = 4;

impl Models {
    /// Compares what was expected with what is seen.
    pub(super) fn learn(&mut self, view: &View) {
        for (error, guesses) in self.errors.iter_mut().zip(&mut self.guesses) {
            let wrong: u32 = guesses
                .drain(..)
                .filter_map(|(index, at)| {
                    let seen = view.elements.iter().find(|seen| seen.index == index)?;
                    Some(seen.place.cell.manhattan(at).min(MOST))
                })
                .sum();
            *error = *error - *error / FORGOTTEN + wrong * ERROR;
        }
    }

    /// Works out where each model would have the opponent's units be after this round.
    pub(super) fn guess(&mut self, memory: &Memory, seat: Seat, orders: &[Order], chance: &mut SplitMix64) {
        let imagined = State::imagine(memory, chance);
        let other = Seat(1 - seat.0);
        for (model, guesses) in MODELS.iter().zip(&mut self.guesses) {
            let mut state = imagined.clone();
            for order in orders {
                let _ = state.accept(seat, *order);
            }
            if let Some(style) = model {
                Mind::default().play_turn(&mut state, other, &Plan::of(*style));
            }
            state.end_turn(seat, &mut Silent);
            state.end_turn(other, &mut Silent);
            let theirs =
                state.elements().filter(|(_, body)| body.team == Team::of(other) && body.kind.is_unit());
            guesses.extend(theirs.map(|(index, body)| (index, body.at)));
        }
    }

    /// The likeliest way to play, and the next likeliest.
    pub(super) fn likeliest(&self) -> Vec<Option<Plan>> {
        let mut ranked: Vec<usize> = (0..MODELS.len()).collect();
        ranked.sort_by_key(|number| self.errors[*number]);
        let sure = self.errors[ranked[1]] > 2 * self.errors[ranked[0]] + SURE;
        let taken = if sure { 1 } else { 2 };
        ranked[..taken].iter().map(|number| MODELS[*number].map(Plan::of)).collect()
    }
}

/// By how much more another model must be wrong to be left out.
const SURE: u32 = 8 * ERROR;
