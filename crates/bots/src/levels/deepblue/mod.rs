//! The searching bot for *deepblue*.
//!
//! It sees what its seat is shown, and thinks about states that it imagines from that. [`forward`]
//! plays plans forward and judges them ([`worth`]), [`models`] says how the opponent will play,
//! [`variation`] makes new plans of old ones.

mod forward;
#[cfg(test)]
mod league;
mod models;
mod variation;
mod worth;

use super::level::{Effort, Levels, Thinker};
use super::search::{Found, climb};
use crate::greedy::deepblue::{Mind, Plan, Style};
use board::SplitMix64;
use deepblue::{Chart, Kind, Memory, Order, State};
use forward::Forward;
use game::{Bot, Imagine, Seat, SeatHandle};
use models::Models;
use std::sync::Arc;

/// Follows the plan that leads furthest, in states that it cannot tell from the true one.
#[derive(Clone, Debug)]
pub(super) struct Strong {
    effort: Effort,
    /// What it says about its last turn.
    said: Option<String>,
    chance: SplitMix64,
    /// How it plays where nothing else has proved better.
    usual: Style,
    plan: Plan,
    models: Models,
    mind: Mind,
    memory: Option<Memory>,
    /// What was fired at in the last turn, and should be gone.
    doomed: Vec<i32>,
}

impl Strong {
    /// A bot for a board of this area.
    pub(super) fn new(thinker: Thinker, area: usize, seed: u64) -> Self {
        let (effort, usual) = LEVELS.character(thinker, |nodes| scaled(nodes, area as u64));
        Self {
            effort,
            said: None,
            chance: SplitMix64::new(seed),
            usual,
            plan: Plan::of(usual),
            models: Models::default(),
            mind: Mind::default(),
            memory: None,
            doomed: Vec::new(),
        }
    }

    /// The orders for this turn.
    fn orders(&mut self, chart: &Arc<Chart>, seat: Seat) -> Vec<Order> {
        if self.effort == Effort::NONE {
            return self.mind.orders(chart, seat, &self.plan);
        }
        self.look(chart, seat);
        if let Some(found) = self.decide(seat) {
            self.said = Some(found.note(&found.plan.to_string(), self.effort));
            self.plan = found.plan;
        }
        let orders = self.mind.orders(chart, seat, &self.plan);
        self.doomed = worth::doomed(chart, &self.mind.view, &orders);
        if let Some(memory) = &self.memory {
            self.models.guess(memory, seat, &orders, &mut self.chance);
        }
        orders
    }

    /// Takes in what is seen now.
    fn look(&mut self, chart: &Arc<Chart>, seat: Seat) {
        if self.memory.is_none() && chart.rules.bases_can_be_fixed {
            self.usual.mends = MENDS;
            self.plan.style.mends = MENDS;
        }
        let memory = self.memory.get_or_insert_with(|| Memory::new(Arc::clone(chart), seat));
        for unit in self.doomed.drain(..) {
            memory.forget(unit);
        }
        memory.update(self.mind.view.clone(), &[]);
        self.models.learn(&self.mind.view);
        let view = &self.mind.view;
        self.plan.errands.retain(|errand| {
            errand.until >= view.round && view.elements.iter().any(|seen| seen.index == errand.unit)
        });
    }

    /// The best plan for this turn.
    fn decide(&mut self, seat: Seat) -> Option<Found<Plan>> {
        let memory = self.memory.as_ref()?;
        let imagined = (0..WORLDS).map(|_| State::imagine(memory, &mut self.chance)).collect::<Vec<_>>();
        let others = variation::presets(self.usual, &self.mind.view, seat, &mut self.chance);
        // The plan so far must prove itself every turn: the usual one needs no proof.
        let others = std::iter::once(self.plan.clone()).chain(others);
        let models = self.models.likeliest();
        let mut forward =
            Forward::new(&imagined, seat, models, &self.mind, self.effort.rounds, &mut self.chance);
        Some(climb(&mut forward, Plan::of(self.usual), others, self.effort.nodes))
    }
}

/// Health that a base lacks when it begins to repair itself, where it can.
const MENDS: i32 = 60;

/// How many states are imagined: with fewer of them, luck decides which plan seems best.
const WORLDS: usize = 5;

impl Bot<State> for Strong {
    fn play(&mut self, handle: &mut SeatHandle<'_, State>) {
        let seat = handle.seat();
        handle.view(&mut self.mind.view);
        let chart = handle.briefing().chart;
        for order in self.orders(&chart, seat) {
            handle.submit(order);
        }
    }

    fn note(&self) -> Option<String> {
        self.said.clone()
    }
}

const LEVELS: Levels<Style> = Levels {
    beginner: BEGINNER,
    usual: Style::GREEDY,
    seasoned: Style::SEASONED,
    hard: Effort { nodes: 800, rounds: 30 },
    strong: Effort { nodes: 10_000, rounds: 40 },
};

/// What a bot may simulate on a map of this area, in the time for so many turns on a small one:
/// larger ones have more of everything.
const fn scaled(usual: u64, area: u64) -> u64 {
    let cells = if area < SMALL { SMALL } else { area };
    usual * SMALL / cells
}

/// The area of a small map.
const SMALL: u64 = 1_600;

/// Trades long, sails late, and has no eye for the base.
const BEGINNER: Style = Style {
    opening: [
        (Kind::Cargo, 4),
        (Kind::Destroyer, 2),
        (Kind::Cargo, 5),
        (Kind::Carrier, 1),
        (Kind::Destroyer, 4),
        (Kind::Carrier, 2),
    ],
    base_handicap: 60,
    home_waters: 6,
    crippled: 0,
    close: 100,
    ..Style::GREEDY
};
