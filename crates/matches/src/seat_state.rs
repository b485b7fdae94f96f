//! Who sits in a seat, and what became of them.

use crate::inbox::shown;
use crate::occupant::Occupant;
use crate::occupants::Gone;
use crate::protocol_fault::ProtocolFault;
use crate::watching::ActivityBesideTurns;
use game::replay::{Move, OrderResult, SeatedBot};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// After so many letters a fault's sentence is cut.
const LONGEST_FAULT: usize = 500;

/// A seat with whoever sits in it.
pub(crate) struct SeatState {
    pub(crate) who: Box<dyn Occupant>,
    pub(crate) report: SeatReport,
}

/// What became of a bot in one game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SeatReport {
    /// What the bot is called.
    pub name: String,
    /// Which of the match's bots it is, from 0.
    pub bot: u32,
    /// What it did wrong as a program.
    pub faults: Vec<SeatFault>,
    /// Whether it was put out.
    pub out: bool,
    /// The last lines it wrote to standard error, if it did something wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// Orders given.
    pub orders: u64,
    /// Orders refused, of those given.
    pub refused: u64,
    /// CPU time in all, in seconds.
    pub cpu: f64,
    /// CPU time of its longest turn, in seconds.
    pub longest_cpu: f64,
    /// Time on the wall in all, in seconds.
    pub wall: f64,
    /// What was seen of it beside its turns, if it is a program and was watched.
    #[serde(skip)]
    pub seen: Option<ActivityBesideTurns>,
}

/// Something a bot did wrong as a program, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SeatFault {
    /// The turn, as the game counts.
    pub turn: u32,
    /// What it did, in one sentence without a subject's name.
    pub what: String,
    /// The same for programs; none if all we know is a replay.
    #[serde(skip)]
    pub lapse: Option<ProtocolFault>,
}

impl SeatReport {
    pub(crate) fn new(seated: &SeatedBot) -> Self {
        Self {
            name: seated.name.clone(),
            bot: seated.bot,
            faults: Vec::new(),
            out: false,
            stderr: Vec::new(),
            orders: 0,
            refused: 0,
            cpu: 0.0,
            longest_cpu: 0.0,
            wall: 0.0,
            seen: None,
        }
    }

    /// Notes a fault, here and in the move in which it happened.
    pub(crate) fn note(&mut self, turn: u32, step: &mut Move, lapse: ProtocolFault) {
        // It may repeat what the bot wrote.
        let what = shown(lapse.to_string().as_bytes(), LONGEST_FAULT);
        step.faults.push(what.clone());
        self.faults.push(SeatFault { turn, what, lapse: Some(lapse) });
    }

    /// Counts a move, and what it took.
    pub(crate) fn count(&mut self, step: &Move, cpu: Duration, wall: Duration) {
        self.orders += step.answers.len() as u64;
        let refused = step.answers.iter().filter(|answer| matches!(answer, OrderResult::Refused(_)));
        self.refused += refused.count() as u64;
        let cpu = cpu.as_secs_f64();
        self.cpu += cpu;
        self.longest_cpu = self.longest_cpu.max(cpu);
        self.wall += wall.as_secs_f64();
    }
}

impl SeatState {
    pub(crate) fn new(who: Box<dyn Occupant>, seated: &SeatedBot) -> Self {
        Self { who, report: SeatReport::new(seated) }
    }

    /// A seat whose bot could not be started: it is out from the start, and why is its only fault.
    pub(crate) fn absent(seated: &SeatedBot, why: &str) -> Self {
        let mut seat = Self::new(Box::new(Gone), seated);
        let what = shown(format!("could not be started: {why}").as_bytes(), LONGEST_FAULT);
        seat.report.faults.push(SeatFault { turn: 0, what, lapse: None });
        seat.report.out = true;
        seat
    }
}
