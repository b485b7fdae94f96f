//! The searching bot for *fc18*.
//!
//! [`forward`] plays plans forward and judges them ([`worth`]), [`models`] says how the others will
//! play, [`variation`] makes new plans of old ones.

mod forward;
#[cfg(test)]
mod league;
mod models;
mod variation;
mod worth;

use super::level::{Effort, Levels, Thinker};
use super::search::{Found, climb};
use crate::greedy::fc18::{Deed, Plan, Style, Tools, play_turn};
use board::SplitMix64;
use fc18::{CONTEST_SIZE, State};
use forward::Forward;
use game::{Bot, Game, Seat, SeatHandle, Silent};
use models::Models;

/// Follows the plan that leads furthest, against opponents as it has come to know them.
#[derive(Clone, Debug)]
pub(super) struct Strong<const SIDE: usize> {
    effort: Effort,
    /// What it says about its last turn.
    said: Option<String>,
    chance: SplitMix64,
    plan: Plan,
    models: Models,
    /// The state when its last turn was over.
    left: Option<State<SIDE>>,
    tools: Tools<SIDE>,
}

impl<const SIDE: usize> Strong<SIDE> {
    /// A bot for a board of this area.
    pub(super) fn new(thinker: Thinker, area: usize, seed: u64) -> Self {
        let (effort, style) = LEVELS.character(thinker, |nodes| scaled(nodes, area as u64));
        Self {
            effort,
            said: None,
            chance: SplitMix64::new(seed),
            plan: Plan::of(style),
            models: Models::default(),
            left: None,
            tools: Tools::default(),
        }
    }

    /// Chooses a plan, if it is one to look ahead.
    fn think(&mut self, state: &State<SIDE>, seat: Seat) {
        if self.effort == Effort::NONE {
            return;
        }
        if let Some(left) = self.left.take() {
            self.models.learn(left, state, seat, &mut self.tools);
        }
        let found = self.decide(state, seat);
        self.said = Some(found.note(&found.plan.to_string(), self.effort));
        self.plan = found.plan;
    }

    /// The best plan for this turn.
    fn decide(&mut self, state: &State<SIDE>, seat: Seat) -> Found<Plan> {
        forget_done(&mut self.plan, state, seat);
        let others = variation::presets(&mut self.chance);
        let worlds = self.models.worlds();
        let mut forward =
            Forward::new(state, seat, worlds, self.effort.rounds, &mut self.chance, &mut self.tools);
        climb(&mut forward, self.plan.clone(), others, self.effort.nodes)
    }
}

impl<const SIDE: usize> Bot<State<SIDE>> for Strong<SIDE> {
    fn play(&mut self, handle: &mut SeatHandle<'_, State<SIDE>>) {
        let seat = handle.seat();
        let Some(mut state) = handle.state().cloned() else { return };
        self.think(&state, seat);
        let mut orders = Vec::new();
        play_turn(&mut state, seat, &self.plan, &mut self.tools, Some(&mut orders));
        for order in orders {
            handle.submit(order);
        }
        state.end_turn(seat, &mut Silent);
        self.left = Some(state);
    }

    fn note(&self) -> Option<String> {
        self.said.clone()
    }
}

const LEVELS: Levels<Style> = Levels {
    beginner: BEGINNER,
    usual: Style::GREEDY,
    seasoned: Style::SEASONED,
    hard: Effort { nodes: 400, rounds: 15 },
    strong: Effort { nodes: 6_000, rounds: 25 },
};

/// What a bot may simulate on a board of this area, in the time for so many turns on the contest's:
/// ways are longer on a larger one.
const fn scaled(usual: u64, area: u64) -> u64 {
    let contest = CONTEST_SIZE.area() as u64;
    usual * 2 * contest / (contest + area)
}

/// Few towers, and an army late.
const BEGINNER: Style = Style {
    towers: 6,
    extenders: 1,
    levels_a_fighter: 7,
    army_from: 4,
    fighter_level: 4,
    caution: 150,
    shot: 35,
    ..Style::GREEDY
};

/// Leaves out errands whose time is up, or whose tower or corps is no longer the player's.
fn forget_done<const SIDE: usize>(plan: &mut Plan, state: &State<SIDE>, seat: Seat) {
    let round = state.round();
    plan.errands.retain(|errand| {
        let owner = match errand.what {
            Deed::Make(tower, _) => state.find_tower(tower).map(|tower| tower.owner),
            Deed::Go(corps, _) => state.find_corps(corps).map(|corps| corps.owner),
        };
        errand.until >= round && owner == Some(seat)
    });
}
