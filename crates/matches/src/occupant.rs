//! Whoever sits in a seat, as the referee sees them.

use crate::Stop;
use crate::clock::Clock;
use crate::program::ProgramSeat;
use crate::protocol::ClockFigures;
use crate::protocol_fault::ProtocolFault;
use crate::seat_state::SeatReport;
use crate::series::SeriesObserver;
use game::replay::{Measured, Move, OrderResult};
use game::{Answer, DynGame, JsonText, Seat, Standing};
use rustix::event::PollFd;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Whoever sits in a seat: a built-in bot, somebody's program, a guest over TCP, nobody any more.
///
/// The referee leads all of them in the same way. Only it waits, for all seats at once; an occupant
/// does what it can do now and returns.
pub(crate) trait Occupant {
    /// The game begins.
    fn greet(&mut self, _greeting: &Greeting<'_>) {}

    /// Whether it answers at once, in this program. What it thinks is not taken from the round of
    /// the others.
    fn answers_at_once(&self) -> bool {
        false
    }

    /// The seat's turn begins.
    fn begin(&mut self, turn: &mut TurnHandle<'_>);

    /// The turn goes on: takes what has come, ends the turn if it is over, and otherwise says how
    /// long nobody need look again.
    fn proceed(&mut self, turn: &mut TurnHandle<'_>, now: Instant) -> Duration;

    /// The round is over: what was ordered counts.
    fn cut_off(&mut self, turn: &mut TurnHandle<'_>);

    /// Whether it is to be told what happens beside its turns.
    fn wants_news(&self) -> bool {
        false
    }

    /// Keeps what happened until the seat is asked again.
    fn hear_news(&mut self, _table: &dyn DynGame, _seat: Seat) {}

    /// What the referee's waiting ends for.
    fn pipes<'a>(&'a self, _into: &mut Vec<PollFd<'a>>) {}

    /// Does what its pipes allow now.
    fn serve(&mut self) {}

    /// The game is over.
    fn announce_end(&mut self, _outcome: &[Standing]) {}

    /// Whether it has been told of the end and is still on its way out.
    fn is_leaving(&mut self) -> bool {
        false
    }

    /// The seat is needed no more.
    fn dismiss(&mut self, _table: &dyn DynGame) {}

    /// The program, if it is one: a checkup looks closer at it.
    fn program(&mut self) -> Option<&mut ProgramSeat> {
        None
    }
}

/// What is said before the first turn.
pub(crate) struct Greeting<'a> {
    pub(crate) game: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) seat: u8,
    pub(crate) seats: u8,
    pub(crate) briefing: &'a Value,
    pub(crate) clock: ClockFigures,
    /// Whether every message is to carry a field that no version of the protocol knows.
    pub(crate) unknown_field: bool,
}

/// What all seats of a turn have in common.
pub(crate) struct TurnTerms<'a> {
    /// The turn, as the game counts.
    pub(crate) number: u32,
    pub(crate) clock: Clock,
    /// When the round is over, if rounds go by wall time.
    pub(crate) bell: Option<Instant>,
    /// Whether a replay is written.
    pub(crate) written: bool,
    /// Whether a program that does nothing is given up before its time is.
    pub(crate) watched: bool,
    /// Number of the game in its series, for the observer.
    pub(crate) game: u32,
    pub(crate) observer: &'a dyn SeriesObserver,
    pub(crate) stop: &'a Stop,
}

/// What a seat does in a turn, while it happens.
pub(crate) struct SeatTurn {
    pub(crate) step: Move,
    pub(crate) measured: Measured,
    /// When the seat was asked.
    pub(crate) asked: Instant,
    pub(crate) done: bool,
}

impl SeatTurn {
    pub(crate) fn new(seat: Seat) -> Self {
        let step = Move { seat: seat.0, ..Move::default() };
        Self { step, measured: Measured::default(), asked: Instant::now(), done: false }
    }
}

/// A turn, as whoever sits in the seat may use it.
pub(crate) struct TurnHandle<'a> {
    pub(crate) table: &'a mut dyn DynGame,
    pub(crate) terms: &'a TurnTerms<'a>,
    pub(crate) doing: &'a mut SeatTurn,
    pub(crate) report: &'a mut SeatReport,
}

impl TurnHandle<'_> {
    pub(crate) fn seat(&self) -> Seat {
        Seat(self.doing.step.seat)
    }

    /// Writes down an order with its answer; says how many bytes of the replay they take.
    pub(crate) fn write_down(&mut self, order: JsonText, answer: Answer<String>) -> usize {
        let answer = OrderResult::from(answer);
        let share = order.get().len() + answer.weight();
        self.doing.step.answers.push(answer);
        self.doing.step.orders.push(order);
        share
    }

    /// Notes a fault; the last one that the clock allows puts the seat out, and is answered with
    /// `true`.
    pub(crate) fn fault(&mut self, fault: ProtocolFault) -> bool {
        self.report.note(self.terms.number, &mut self.doing.step, fault);
        self.report.faults.len() >= self.terms.clock.faults as usize
    }

    /// The seat is out: whoever sat in it is replaced when the turn is over.
    pub(crate) fn put_out(&mut self) {
        self.report.out = true;
        self.doing.step.out = true;
    }

    /// The seat's turn is over, and took so much CPU time.
    pub(crate) fn finish(&mut self, cpu: Duration) {
        let wall = self.doing.asked.elapsed();
        self.doing.measured = Measured { cpu_us: micros(cpu), wall_us: micros(wall) };
        self.report.count(&self.doing.step, cpu, wall);
        self.doing.done = true;
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
