//! Plans played forward.

use super::{variation, worth};
use crate::greedy::deepblue::{Mind, Plan};
use crate::levels::search::{Judgement, Question};
use board::SplitMix64;
use deepblue::State;
use game::{Game, Seat, Silent};

/// Which plan the seat should follow.
#[derive(Debug)]
pub(super) struct Forward<'a> {
    imagined: &'a [State],
    seat: Seat,
    /// How the opponent may play, at least one, for the imagined states by turns; none of it does
    /// nothing.
    models: Vec<Option<Plan>>,
    mind: &'a Mind,
    rounds: u32,
    chance: &'a mut SplitMix64,
    nodes: u64,
}

impl<'a> Forward<'a> {
    pub(super) fn new(
        imagined: &'a [State],
        seat: Seat,
        models: Vec<Option<Plan>>,
        mind: &'a Mind,
        rounds: u32,
        chance: &'a mut SplitMix64,
    ) -> Self {
        Self { imagined, seat, models, mind, rounds, chance, nodes: 0 }
    }

    /// What a plan leads to from one imagined state.
    fn play_out(&mut self, start: &State, plan: &Plan, model: Option<&Plan>) -> Judgement {
        let mut state = start.clone();
        let other = Seat(1 - self.seat.0);
        let (mut own, mut their) = (self.mind.clone(), Mind::default());
        for _ in 0..self.rounds {
            if state.to_move().is_empty() {
                break;
            }
            own.play_turn(&mut state, self.seat, plan);
            if let Some(model) = model {
                their.play_turn(&mut state, other, model);
            }
            state.end_turn(self.seat, &mut Silent);
            state.end_turn(other, &mut Silent);
            self.nodes += 2;
        }
        Judgement { worth: worth::worth(&state, self.seat), lead: worth::lead(&state, self.seat) }
    }
}

impl Question for Forward<'_> {
    type Plan = Plan;

    const MARGIN: i64 = 100 * worth::POINT;

    fn worlds(&self) -> usize {
        self.imagined.len()
    }

    fn judge(&mut self, plan: &Plan, world: usize) -> Judgement {
        let model = self.models[world % self.models.len()].clone();
        self.play_out(&self.imagined[world], plan, model.as_ref())
    }

    fn vary(&mut self, best: &Plan) -> Plan {
        variation::of(best, &self.mind.view, self.seat, self.chance)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
