//! Who sits in a seat, and what became of them.

use crate::Stop;
use crate::clock::Clock;
use crate::inbox::shown;
use crate::program::ProgramSeat;
use crate::protocol_fault::ProtocolFault;
use crate::watching::Seen;
use bots::Player;
use game::replay::{Move, OrderResult, SeatedBot};
use schemars::JsonSchema;
use sdk::Guest;
use serde::Serialize;
use std::time::Duration;

/// After so many letters a fault's sentence is cut.
const LONGEST_FAULT: usize = 500;

/// A seat with whoever sits in it.
pub(crate) struct SeatState {
    pub(crate) who: Occupant,
    /// The answers to the orders of the seat's last turn.
    pub(crate) answers: Vec<OrderResult>,
    pub(crate) report: SeatReport,
    /// Turns that were over before the bot had answered: its late answers are not held against it.
    pub(crate) missed: Vec<u32>,
    /// The last turn that the bot answered. If it does so twice, the second answer shows in a later turn.
    pub(crate) answered: Option<u32>,
    /// Bytes of the replay that are the seat's orders and the answers to them.
    pub(crate) share: usize,
    /// CPU time of the turn in which the bot was put out.
    spent: Duration,
}

/// Who sits in a seat.
pub(crate) enum Occupant {
    /// A bot of ours.
    BuiltIn(Box<dyn Player>),
    /// Somebody's program.
    Program(Box<ProgramSeat>),
    /// A program of the old contest, over TCP.
    Guest(Box<Guest>),
    /// Nobody any more: it is out, and its turns are empty.
    Gone,
}

/// What became of a bot in one game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SeatReport {
    /// What the bot is called.
    pub name: String,
    /// Which of the match's bots it is, from 0.
    pub bot: u32,
    /// What it did wrong as a program.
    pub faults: Vec<Fault>,
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
    pub seen: Option<Seen>,
}

/// Something a bot did wrong as a program, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Fault {
    /// The turn, as the game counts.
    pub turn: u32,
    /// What it did, in one sentence without a subject's name.
    pub what: String,
    /// The same for programs; none if all we know is a replay.
    #[serde(skip)]
    pub lapse: Option<ProtocolFault>,
}

impl SeatReport {
    pub(crate) fn new(occupant: &SeatedBot) -> Self {
        Self {
            name: occupant.name.clone(),
            bot: occupant.bot,
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
    pub(crate) fn new(who: Occupant, occupant: &SeatedBot) -> Self {
        let report = SeatReport::new(occupant);
        let (answers, missed, spent) = (Vec::new(), Vec::new(), Duration::ZERO);
        Self { who, answers, report, missed, answered: None, share: 0, spent }
    }

    /// A seat whose bot could not be started: it is out from the start, and why is its only fault.
    pub(crate) fn absent(occupant: &SeatedBot, why: &str) -> Self {
        let mut seat = Self::new(Occupant::Gone, occupant);
        let what = shown(format!("could not be started: {why}").as_bytes(), LONGEST_FAULT);
        seat.report.faults.push(Fault { turn: 0, what, lapse: None });
        seat.report.out = true;
        seat
    }

    pub(crate) fn program(&mut self) -> Option<&mut ProgramSeat> {
        match &mut self.who {
            Occupant::Program(program) => Some(program),
            _ => None,
        }
    }

    /// Ends the seat's turn on its clock; returns what the turn cost.
    pub(crate) fn rest(&mut self) -> Duration {
        match &mut self.who {
            Occupant::Program(program) => program.rest(),
            _ => std::mem::take(&mut self.spent),
        }
    }

    /// Notes a fault; the last one that the clock allows puts the seat out.
    pub(crate) fn fault(&mut self, clock: Clock, turn: u32, step: &mut Move, lapse: ProtocolFault) {
        self.note(turn, step, lapse);
        if self.report.faults.len() >= clock.faults as usize {
            self.put_out(step);
        } else if let Occupant::Program(program) = &self.who {
            self.report.stderr = program.tail.lines();
        }
    }

    /// The program is of no more use: it has exited, or cannot be talked to. `lapse` is told how it ended.
    pub(crate) fn lost(&mut self, turn: u32, step: &mut Move, lapse: impl FnOnce(String) -> ProtocolFault) {
        let Occupant::Program(program) = &mut self.who else { return };
        let ending = program.kill();
        self.note(turn, step, lapse(ending));
        self.put_out(step);
    }

    /// The connection of a guest is gone. Its user has it in hand, not we.
    pub(crate) fn left(&mut self, turn: u32, step: &mut Move) {
        self.note(turn, step, ProtocolFault::Disconnected);
        self.put_out(step);
    }

    /// The program waits, and so do we: its input is closed, to see what it has in hand.
    pub(crate) fn idle(&mut self, turn: u32, step: &mut Move, stop: &Stop) {
        let Occupant::Program(program) = &mut self.who else { return };
        let silence = program.silence(turn, stop);
        self.note(turn, step, ProtocolFault::Idle(silence));
        self.put_out(step);
    }

    fn note(&mut self, turn: u32, step: &mut Move, lapse: ProtocolFault) {
        // It may repeat what the bot wrote.
        let what = shown(lapse.to_string().as_bytes(), LONGEST_FAULT);
        step.faults.push(what.clone());
        self.report.faults.push(Fault { turn, what, lapse: Some(lapse) });
    }

    fn put_out(&mut self, step: &mut Move) {
        if let Occupant::Program(program) = &mut self.who {
            program.kill();
            self.spent = program.used();
            self.report.stderr = program.tail.lines();
        }
        self.who = Occupant::Gone;
        self.report.out = true;
        step.out = true;
    }

    pub(crate) fn count(&mut self, step: &Move, cpu: Duration, wall: Duration) {
        self.report.count(step, cpu, wall);
    }
}
