//! A turn with programs in the seats: asking, listening, and losing patience.

use crate::Stop;
use crate::clock::{Clock, Pace};
use crate::inbox::TooLong;
use crate::program::{ProgramSeat, wait_and_serve};
use crate::protocol::{
    LARGEST_SHARE, LONGEST_LINE, MOST_ORDERS, MOST_REPLIES, Message, Reply, TimeLeft, raw,
};
use crate::protocol_fault::ProtocolFault;
use crate::seat_state::{Occupant, SeatState};
use crate::series::{SeriesObserver, Waiting};
use game::replay::{Measured, Move, OrderResult};
use game::{DynGame, Seat, Viewer};
use std::time::{Duration, Instant};

/// How long we sleep at most before we look whether somebody wants us to stop.
const NAP: Duration = Duration::from_millis(100);

/// How soon the clock of a bot that is near its end is looked at again.
const SHORTEST_NAP: Duration = Duration::from_micros(500);

/// How long a program may take to reply before anybody is told that it is being waited for.
const SILENCE: Duration = Duration::from_secs(2);

/// How long a program that is watched may leave us without a reply and use no CPU time.
const IDLE_PATIENCE: Duration = Duration::from_secs(3);

/// What a seat does in a turn, while it happens.
pub(crate) struct SeatTurn {
    pub(crate) step: Move,
    pub(crate) measured: Measured,
    asked: Instant,
    /// How often the bot has replied.
    replies: u32,
    /// Bytes of its replies.
    heard: usize,
    /// Whether it is to read the answers to a reply before it is heard again: who asks for more and does not read would fill our memory.
    must_read: bool,
    denied: Denied,
    done: bool,
}

/// Time of a turn in which a program wanted to run and the machine had no processor for it.
///
/// It is looked for only in turns that last long: looking costs time, too, and what was denied before does not matter then.
#[derive(Default)]
struct Denied {
    /// What the program's threads had waited at the first look. What was before it counts as denied, too.
    waited_before: Option<Duration>,
    time: Duration,
}

impl Denied {
    /// How long a turn lasts before anybody looks.
    fn first_look(far: Duration) -> Duration {
        SILENCE.min(far / 4)
    }

    fn look(&mut self, program: &ProgramSeat, wall: Duration, far: Duration) {
        let waited = program.run_delay();
        let before = *self.waited_before.get_or_insert(waited);
        // Several threads may wait at once; the time on the wall is longer by what passed, not by what they waited together.
        let denied = (Self::first_look(far) + waited.saturating_sub(before)).min(wall);
        // When a thread ends, what it waited is no longer counted.
        self.time = self.time.max(denied);
    }

    /// Whether a turn has lasted too long on the wall, for all that the machine owed the program.
    fn is_too_long(&self, wall: Duration, far: Duration) -> bool {
        wall.saturating_sub(self.time) > far || wall > far * Clock::MOST_STRETCH
    }
}

impl SeatTurn {
    pub(crate) fn new(seat: Seat) -> Self {
        let step = Move { seat: seat.0, ..Move::default() };
        Self {
            step,
            measured: Measured::default(),
            asked: Instant::now(),
            replies: 0,
            heard: 0,
            must_read: false,
            denied: Denied::default(),
            done: false,
        }
    }

    /// What is too much about a reply of so many bytes, after the others of the turn.
    fn excess(&mut self, reply: &Reply, bytes: usize) -> Option<ProtocolFault> {
        self.replies += 1;
        // A number may become longer when it is written down.
        let kept: usize = reply.orders.iter().map(|order| order.get().len()).sum();
        self.heard += bytes.max(kept);
        if self.step.orders.len() + reply.orders.len() > MOST_ORDERS {
            Some(ProtocolFault::TooManyOrders)
        } else if self.replies > MOST_REPLIES {
            Some(ProtocolFault::TooManyReplies)
        } else {
            // All of a turn becomes one line of the replay, which has to be read again.
            (self.heard > LONGEST_LINE).then_some(ProtocolFault::TooLongOrders)
        }
    }

    pub(crate) fn finish(&mut self, place: &mut SeatState, cpu: Duration) {
        let wall = self.asked.elapsed();
        self.measured = Measured { cpu_us: micros(cpu), wall_us: micros(wall) };
        place.count(&self.step, cpu, wall);
        self.done = true;
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// One turn's talk with the programs that are awaited.
pub(crate) struct Talk<'a> {
    pub(crate) table: &'a mut dyn DynGame,
    pub(crate) places: &'a mut [SeatState],
    pub(crate) clock: Clock,
    pub(crate) turn: u32,
    /// When the round is over, if rounds go by wall time.
    pub(crate) bell: Option<Instant>,
    /// Whether a program that does nothing is given up before its time is.
    pub(crate) watched: bool,
    /// Number of the game in its series, for the observer.
    pub(crate) game: u32,
    pub(crate) observer: &'a dyn SeriesObserver,
    pub(crate) stop: &'a Stop,
}

impl Talk<'_> {
    /// Asks the programs among the awaited seats, and returns when all are done.
    pub(crate) fn run(&mut self, turns: &mut [SeatTurn]) {
        let mut ours: Vec<&mut SeatTurn> = turns
            .iter_mut()
            .filter(|doing| matches!(self.places[usize::from(doing.step.seat)].who, Occupant::Program(_)))
            .collect();
        for doing in &mut ours {
            self.ask(doing);
        }
        self.tell_guests();
        while !self.stop.is_wanted() {
            for doing in &mut ours {
                self.listen(doing);
            }
            let now = Instant::now();
            let nap =
                ours.iter_mut().filter(|doing| !doing.done).map(|doing| self.look_at_clock(doing, now)).min();
            let until_bell = self.bell.map(|bell| bell.saturating_duration_since(now));
            let nap = match (nap, until_bell) {
                (_, Some(Duration::ZERO)) => break,
                (nap, Some(left)) => nap.unwrap_or(NAP).min(left),
                (Some(nap), None) => nap,
                (None, None) => break,
            };
            if ours.iter().any(|doing| !doing.done) || self.bell.is_some() {
                wait_and_serve(self.places.iter_mut().filter_map(SeatState::program), nap.min(NAP));
            }
            self.serve_guests();
        }
        for doing in ours.iter_mut().filter(|doing| !doing.done) {
            self.close(doing);
        }
        for doing in turns {
            self.give_for_guest(doing);
        }
    }

    fn tell_guests(&mut self) {
        for place in &mut *self.places {
            if let Occupant::Guest(guest) = &mut place.who {
                guest.tell(self.table);
            }
        }
    }

    fn serve_guests(&mut self) {
        for place in &mut *self.places {
            if let Occupant::Guest(guest) = &mut place.who {
                guest.serve();
            }
        }
    }

    /// Gives the orders of a guest that arrived in time.
    fn give_for_guest(&mut self, doing: &mut SeatTurn) {
        let place = &mut self.places[usize::from(doing.step.seat)];
        let Occupant::Guest(guest) = &mut place.who else { return };
        for order in guest.take_orders() {
            doing.step.answers.push(self.table.submit(Seat(doing.step.seat), order.get()).into());
            doing.step.orders.push(order);
        }
        if !guest.is_open() {
            place.left(self.turn, &mut doing.step);
        }
        doing.finish(place, Duration::ZERO);
    }

    fn ask(&mut self, doing: &mut SeatTurn) {
        let seat = doing.step.seat;
        let view = raw(self.table.view_text(Viewer::Seat(Seat(seat))));
        let place = &mut self.places[usize::from(seat)];
        let answers = std::mem::take(&mut place.answers);
        let Some(program) = place.program() else { return };
        program.wake();
        let died = std::mem::take(&mut program.died);
        let events = std::mem::take(&mut program.events);
        doing.asked = Instant::now();
        if self.watched {
            program.begin_watch();
        }
        program.send(&Message::Turn {
            turn: self.turn,
            view: &view,
            answers: &answers,
            died: &died,
            events: program.wants_events.then_some(&events),
            time: TimeLeft::from(&program.budget),
        });
    }

    /// Reads what the bot has written so far.
    fn listen(&mut self, doing: &mut SeatTurn) {
        while !doing.done {
            let place = &mut self.places[usize::from(doing.step.seat)];
            let Some(program) = place.program() else { return };
            if doing.must_read && !program.has_sent() {
                return;
            }
            match program.inbox.line() {
                Ok(Some(line)) => self.take_line(doing, &line),
                Ok(None) if program.is_open() && program.listens() => return,
                Ok(None) => match program.last_line() {
                    Some(line) => self.take_line(doing, &line),
                    None => {
                        let (open, within_a_line) = (program.is_open(), !program.inbox.rest().is_empty());
                        place.lost(self.turn, &mut doing.step, |ending| match open {
                            true => ProtocolFault::ClosedInput { ending },
                            false => ProtocolFault::ClosedOutput { within_a_line, ending },
                        });
                        self.close(doing);
                    }
                },
                Err(TooLong) => {
                    place.lost(self.turn, &mut doing.step, |_| ProtocolFault::EndlessLine);
                    self.close(doing);
                }
            }
        }
    }

    fn take_line(&mut self, doing: &mut SeatTurn, line: &[u8]) {
        let place = &mut self.places[usize::from(doing.step.seat)];
        let reply = match Reply::read(line) {
            Ok(reply) => reply,
            Err(why) => {
                let lapse = ProtocolFault::BadLine { why, line: line.to_vec() };
                place.fault(self.clock, self.turn, &mut doing.step, lapse);
                return self.give_up(doing);
            }
        };
        // By wall time late orders belong to the round in which they arrive.
        if reply.turn == self.turn || self.clock.pace == Pace::Rounds {
            return self.take_reply(doing, reply, line.len());
        }
        if let Some(late) = place.missed.iter().position(|missed| *missed == reply.turn) {
            // A reply that asks for more is followed by others.
            if !reply.more {
                place.missed.remove(late);
            }
            return;
        }
        place.fault(self.clock, self.turn, &mut doing.step, ProtocolFault::WrongTurn(reply.turn));
        // After a second answer to an earlier turn the answer to this one may still come.
        if place.answered != Some(reply.turn) || matches!(place.who, Occupant::Gone) {
            self.close(doing);
        }
    }

    fn take_reply(&mut self, doing: &mut SeatTurn, reply: Reply, bytes: usize) {
        let seat = doing.step.seat;
        let place = &mut self.places[usize::from(seat)];
        if let Some(lapse) = doing.excess(&reply, bytes) {
            place.fault(self.clock, self.turn, &mut doing.step, lapse);
            return self.give_up(doing);
        }
        let before = doing.step.answers.len();
        for order in reply.orders {
            let answer = OrderResult::from(self.table.submit(Seat(seat), order.get()));
            place.share += order.get().len() + answer.weight();
            doing.step.answers.push(answer);
            doing.step.orders.push(order);
        }
        if place.share > LARGEST_SHARE {
            place.lost(self.turn, &mut doing.step, |_| ProtocolFault::TooLongGame);
            return self.close(doing);
        }
        if reply.note.is_some() {
            doing.step.note = reply.note;
        }
        let Some(program) = place.program() else { return };
        program.wants_events = reply.events.unwrap_or(program.wants_events);
        if reply.more {
            let view = raw(self.table.view_text(Viewer::Seat(Seat(seat))));
            let answers: &[OrderResult] = &doing.step.answers[before..];
            if self.watched {
                program.begin_watch();
            }
            program.send(&Message::Answers { turn: self.turn, answers, view: &view });
            doing.must_read = true;
            return;
        }
        // Answers to a reply that asked for more were given; the others come with the next message.
        place.answers.extend_from_slice(&doing.step.answers[before..]);
        place.answered = Some(self.turn);
        if self.clock.pace == Pace::Awaited {
            self.close(doing);
        }
    }

    /// After a fault the turn goes by; without a turn to lose, in rounds by wall time, the bot is heard on.
    fn give_up(&mut self, doing: &mut SeatTurn) {
        let place = &self.places[usize::from(doing.step.seat)];
        if self.clock.pace == Pace::Awaited || matches!(place.who, Occupant::Gone) {
            self.close(doing);
        }
    }

    fn close(&mut self, doing: &mut SeatTurn) {
        let place = &mut self.places[usize::from(doing.step.seat)];
        if place.answered != Some(self.turn) {
            place.missed.push(self.turn);
        }
        let cpu = place.rest();
        doing.finish(place, cpu);
    }

    /// Ends the turn of a bot whose time is up; otherwise says how long it can be left alone.
    fn look_at_clock(&mut self, doing: &mut SeatTurn, now: Instant) -> Duration {
        let place = &mut self.places[usize::from(doing.step.seat)];
        if self.clock.pace == Pace::Rounds {
            return NAP;
        }
        let Some(program) = place.program() else { return NAP };
        let (used, allowed) = (program.used(), program.budget.turn());
        let (wall, far) = (now.saturating_duration_since(doing.asked), program.budget.wall());
        let within_a_line = !program.inbox.rest().is_empty();
        if wall >= Denied::first_look(far) {
            doing.denied.look(program, wall, far);
        }
        if wall >= SILENCE {
            let (bot, seat, turn) = (&*place.report.name, doing.step.seat, self.turn);
            self.observer.waiting(self.game, &Waiting { bot, seat, turn, wall, cpu: used, within_a_line });
        }
        let Some(program) = place.program() else { return NAP };
        let lapse = if used > allowed {
            ProtocolFault::OutOfCpu
        } else if doing.denied.is_too_long(wall, far) {
            ProtocolFault::Late { within_a_line, cpu: used }
        } else if self.watched && program.is_at_rest(IDLE_PATIENCE) {
            place.idle(self.turn, &mut doing.step, self.stop);
            doing.finish(place, used);
            return Duration::ZERO;
        } else {
            // Several threads can burn faster than the wall's clock goes.
            let left = (allowed - used) / cores();
            return left.min(far.saturating_sub(wall)).clamp(SHORTEST_NAP, NAP);
        };
        // A fault costs the rest of the turn: who is waited for after one does not commit another by it.
        if doing.step.faults.is_empty() {
            place.fault(self.clock, self.turn, &mut doing.step, lapse);
        }
        self.close(doing);
        Duration::ZERO
    }
}

fn cores() -> u32 {
    static CORES: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
}
