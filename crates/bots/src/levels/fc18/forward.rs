//! Plans played forward.

use super::models::World;
use super::{variation, worth};
use crate::greedy::fc18::{Plan, Tools, play_turn};
use crate::levels::search::{Judgement, Question};
use board::SplitMix64;
use fc18::State;
use game::{Game, Seat, Silent};

/// Which plan the player on turn should follow.
#[derive(Debug)]
pub(super) struct Forward<'a, const SIDE: usize> {
    state: &'a State<SIDE>,
    seat: Seat,
    /// What the opponents may be like; a plan is judged in all of them.
    worlds: Vec<World>,
    rounds: u32,
    chance: &'a mut SplitMix64,
    tools: &'a mut Tools<SIDE>,
    nodes: u64,
}

impl<'a, const SIDE: usize> Forward<'a, SIDE> {
    pub(super) fn new(
        state: &'a State<SIDE>,
        seat: Seat,
        worlds: Vec<World>,
        rounds: u32,
        chance: &'a mut SplitMix64,
        tools: &'a mut Tools<SIDE>,
    ) -> Self {
        Self { state, seat, worlds, rounds, chance, tools, nodes: 0 }
    }

    /// What a plan leads to if the opponents play like this.
    fn play_out(&mut self, plan: &Plan, world: &World) -> Judgement {
        let mut state = self.state.clone();
        let last = self.state.turn() + 4 * self.rounds;
        while !state.is_over() && state.turn() < last {
            let seat = state.on_turn();
            if seat == self.seat {
                play_turn(&mut state, seat, plan, self.tools, None);
            } else if let Some(model) = &world[seat.index()] {
                play_turn(&mut state, seat, model, self.tools, None);
            }
            state.end_turn(seat, &mut Silent);
            self.nodes += 1;
        }
        Judgement { worth: worth::worth(&state, self.seat), lead: worth::lead(&state, self.seat) }
    }
}

impl<const SIDE: usize> Question for Forward<'_, SIDE> {
    type Plan = Plan;

    const MARGIN: i64 = 0;

    fn worlds(&self) -> usize {
        self.worlds.len()
    }

    fn judge(&mut self, plan: &Plan, world: usize) -> Judgement {
        let world = self.worlds[world].clone();
        self.play_out(plan, &world)
    }

    fn vary(&mut self, best: &Plan) -> Plan {
        variation::of(best, self.state, self.seat, self.chance)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
