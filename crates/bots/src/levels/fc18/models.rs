//! How the others play, as far as their moves have shown it.

use crate::greedy::fc18::{Arms, Plan, Style, Tools, play_turn};
use fc18::kinds::PLAYERS;
use fc18::{State, Task};
use game::{Game, Seat, Silent};

/// How every player plays; none of them does nothing.
pub(super) type World = [Option<Plan>; PLAYERS];

/// How players may play. The first is believed until moves speak against it.
const MODELS: [Option<Style>; 7] = [
    Some(Style::GREEDY),
    None,
    // What has proved best so far.
    Some(Style::SEASONED),
    Some(Style {
        levels_a_fighter: 2,
        army_from: 1,
        fighter_level: 1,
        caution: 60,
        siege: 150,
        ..Style::GREEDY
    }),
    Some(Style { leash: 60, shot: 10, levels_a_fighter: 6, ..Style::GREEDY }),
    Some(Style { extender_level: 4, extenders: 6, army_from: 7, leash: 30, ..Style::GREEDY }),
    Some(Style {
        arms: Arms::Only(Task::Warrior),
        fighter_level: 1,
        caution: 30,
        levels_a_fighter: 1,
        ..Style::GREEDY
    }),
];

/// How wrong each model was about each player, the latest turns most.
#[derive(Clone, Debug, Default)]
pub(super) struct Models {
    errors: [[u32; MODELS.len()]; PLAYERS],
}

/// What an error counts at once, and its share that is forgotten every round.
const ERROR: u32 = 64;
const FORGOTTEN: u32 = 8;
/// An error a round, for long: then the model is not to be relied upon.
const DOUBT: u32 = ERROR * FORGOTTEN / 2;

impl Models {
    /// Compares what each model would have done since the player's last turn with what was done.
    pub(super) fn learn<const SIDE: usize>(
        &mut self,
        left: State<SIDE>,
        now: &State<SIDE>,
        seat: Seat,
        tools: &mut Tools<SIDE>,
    ) {
        let mut state = left;
        while !state.is_over() && state.on_turn() != seat && state.turn() < now.turn() {
            let other = state.on_turn();
            let mut likeliest: Option<(u32, State<SIDE>)> = None;
            for (number, model) in MODELS.iter().enumerate() {
                let mut guess = state.clone();
                if let Some(style) = model {
                    play_turn(&mut guess, other, &Plan::of(*style), tools, None);
                }
                guess.end_turn(other, &mut Silent);
                let wrong = differences(&guess, now, other);
                let error = &mut self.errors[other.index()][number];
                *error = *error - *error / FORGOTTEN + wrong * ERROR;
                if likeliest.as_ref().is_none_or(|(least, _)| wrong < *least) {
                    likeliest = Some((wrong, guess));
                }
            }
            // What came after it was an answer to what it most likely did.
            let Some((_, guess)) = likeliest else { return };
            state = guess;
        }
    }

    /// The likeliest way in which all of them play and, where that is in doubt, the next likeliest.
    pub(super) fn worlds(&self) -> Vec<World> {
        let ranked = |seat: usize| {
            let mut ranked: Vec<usize> = (0..MODELS.len()).collect();
            ranked.sort_by_key(|number| self.errors[seat][*number]);
            ranked
        };
        let world =
            |rank: usize| -> World { std::array::from_fn(|seat| MODELS[ranked(seat)[rank]].map(Plan::of)) };
        let doubtful = (0..PLAYERS).any(|seat| self.errors[seat].iter().min() > Some(&DOUBT));
        if doubtful { vec![world(0), world(1)] } else { vec![world(0)] }
    }
}

/// How many of a player's corps and towers are not where or what they were guessed to be.
fn differences<const SIDE: usize>(guess: &State<SIDE>, now: &State<SIDE>, seat: Seat) -> u32 {
    let strayed = guess.corps_of(seat).filter(|corps| {
        // Who is gone may have been killed by somebody else.
        now.find_corps(corps.id).is_some_and(|seen| seen.at != corps.at)
    });
    let unforeseen = now.corps_of(seat).filter(|corps| guess.find_corps(corps.id).is_none());
    let own = guess.towers().iter().filter(|tower| tower.owner == seat);
    let otherwise = own.filter(|tower| {
        now.find_tower(tower.id).is_some_and(|seen| seen.task != tower.task || seen.level != tower.level)
    });
    (strayed.count() + unforeseen.count() + otherwise.count()) as u32
}
