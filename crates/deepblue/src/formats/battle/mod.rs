//! Replay files (`.battle`) of the old contest: read for a viewer, and written for the old one.
//!
//! A replay holds every state and every event; nothing is played again. Figures are those of the
//! file, because old files come from several property tables.

mod read;
mod stream;
mod write;

use super::vectors::result_code;
use crate::event::{Event, Fact};
use crate::kinds::{Kind, Properties, Team, UNLIMITED};
use crate::order::Order;
use crate::place::{Area, Place};
use crate::state::{Body, State};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use game::Seat;
use serde::Serialize;

/// A replay.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Battle {
    /// The names of the teams, where they have one.
    pub names: [Option<String>; 2],
    /// Number of rows (x) and columns (y).
    #[serde(serialize_with = "size_as_pair")]
    pub size: Size,
    /// For every cell, row by row, whether it is land.
    pub land: Vec<bool>,
    /// Added to all ranges of sight.
    pub weather: i32,
    /// Rounds after which the score decides.
    pub max_round: i32,
    /// Greatest population of a team.
    pub max_population: i32,
    /// Length of a round on a wall clock, in milliseconds.
    pub millis_per_round: u32,
    /// How it stands at the end: -1 running, 0 or 1 the winner, 2 a tie.
    pub result: i32,
    /// The states, the first before round 1.
    pub frames: Vec<Frame>,
    /// What led from each frame to the next.
    pub rounds: Vec<Round>,
}

/// A state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    /// The scores of both teams.
    pub scores: [i64; 2],
    /// The populations of both teams.
    pub populations: [i32; 2],
    /// Number of elements of both teams, buildings included.
    pub counts: [i32; 2],
    /// What the teams are producing: kind and rounds left.
    pub production: [Vec<(Kind, i32)>; 2],
    /// What is on the board, by ascending index.
    pub elements: Vec<Figure>,
}

/// An element in a frame.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Figure {
    pub index: i32,
    pub kind: Kind,
    pub team: Team,
    /// Upper-left and lower-right cell; old files know bases of one cell and forts of several.
    pub from: Cell,
    pub to: Cell,
    pub health: i32,
    pub fuel: i32,
    /// -1 is unlimited.
    pub ammo: i32,
    pub metal: i32,
    /// Where it is and where it will go, for units.
    pub path: Vec<Place>,
    /// The numbers of its kind in that game, where the file gives them.
    #[serde(skip)]
    pub properties: Option<Properties>,
}

/// What led from one frame to the next.
#[derive(Clone, PartialEq, Debug, Serialize, Default)]
pub struct Round {
    /// The pending orders of both teams.
    pub orders: [Vec<Order>; 2],
    /// What happened, in order.
    pub events: Vec<Fact>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn size_as_pair<S: serde::Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    (size.rows, size.cols).serialize(serializer)
}

impl Battle {
    /// Reads a replay, compressed or not.
    ///
    /// # Errors
    /// One sentence that says where the file is not what it should be.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        read::battle(bytes)
    }

    /// Starts the record of a game.
    #[must_use]
    pub fn begin(names: [Option<String>; 2], state: &State) -> Self {
        let chart = state.chart();
        Self {
            names,
            size: chart.size,
            land: chart.size.cells().map(|cell| chart.is_land(cell)).collect(),
            weather: chart.weather,
            max_round: chart.max_round as i32,
            max_population: chart.max_population,
            millis_per_round: chart.millis_per_round,
            result: result_code(state.result()),
            frames: vec![frame(state)],
            rounds: Vec::new(),
        }
    }

    /// Records a round: `before` with its pending orders, just before it was settled, the events,
    /// and `after`.
    pub fn record(&mut self, before: &State, events: &[Event], after: &State) {
        let orders = Team::BOTH.map(|team| before.pending_orders(team).collect());
        let events = events.iter().map(|event| event.fact.clone()).collect();
        self.rounds.push(Round { orders, events });
        self.frames.push(frame(after));
        self.result = result_code(after.result());
    }
}

fn frame(state: &State) -> Frame {
    let count = |team: Team| state.elements().filter(|(_, body)| body.team == team).count() as i32;
    let production =
        |team| state.production(team).iter().map(|(kind, left)| (*kind, i32::from(*left))).collect();
    Frame {
        scores: state.scores(),
        populations: state.populations(),
        counts: Team::BOTH.map(count),
        production: Team::BOTH.map(production),
        elements: state.elements().map(|(index, body)| figure(state, index, body)).collect(),
    }
}

fn figure(state: &State, index: i32, body: &Body) -> Figure {
    let properties = *state.chart().rules.of(body.kind);
    let Area { from, to } = body.area();
    let level = body.kind.level();
    let way = state.way(Seat(body.team as u8), index, body.dest.row.into(), body.dest.col.into());
    Figure {
        index,
        kind: body.kind,
        team: body.team,
        from,
        to,
        health: body.health.into(),
        fuel: body.fuel.into(),
        ammo: if properties.endless_ammo() { UNLIMITED.into() } else { body.ammo.into() },
        metal: body.metal.into(),
        path: way.unwrap_or_default().into_iter().map(|cell| Place::new(cell, level)).collect(),
        properties: (!body.kind.is_resource()).then_some(properties),
    }
}
