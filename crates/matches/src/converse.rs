//! The conversation with a program in a seat: asking, listening, and losing patience.

use crate::clock::{Clock, Pace};
use crate::inbox::TooLong;
use crate::occupant::{Greeting, Occupant, TurnHandle, TurnTerms};
use crate::program::ProgramSeat;
use crate::protocol::{
    LARGEST_SHARE, LONGEST_LINE, MOST_ORDERS, MOST_REPLIES, Message, PROTOCOL, Reply, TimeLeft, raw,
};
use crate::protocol_fault::ProtocolFault;
use crate::series::AwaitedProgram;
use game::replay::OrderResult;
use game::{DynGame, Seat, Standing, Viewer};
use rustix::event::PollFd;
use std::time::{Duration, Instant};

/// How long a program can be left alone at most.
const NAP: Duration = Duration::from_millis(100);

/// How soon the clock of a bot that is near its end is looked at again.
const SHORTEST_NAP: Duration = Duration::from_micros(500);

/// How long a program may take to reply before anybody is told that it is being waited for.
const SILENCE: Duration = Duration::from_secs(2);

/// How long a program that is watched may leave us without a reply and use no CPU time.
const IDLE_PATIENCE: Duration = Duration::from_secs(3);

/// What a program said in a game, and what it is to be told.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    /// The answers to the orders of its last turn, which come with the next message.
    answers: Vec<OrderResult>,
    /// Turns that were over before it had answered: its late answers are not held against it.
    missed: Vec<u32>,
    /// The last turn that it answered. If it does so twice, the second answer shows in a later
    /// turn.
    answered: Option<u32>,
    /// Bytes of the replay that are its orders and the answers to them.
    share: usize,
    /// What concerns this turn only.
    turn: TurnTalk,
}

/// What a program said in this turn.
#[derive(Debug, Default)]
struct TurnTalk {
    /// How often it has replied.
    replies: u32,
    /// Bytes of its replies.
    heard: usize,
    /// Whether it is to read the answers to a reply before it is heard again: who asks for more and
    /// does not read would fill our memory.
    must_read: bool,
    denied: Denied,
}

/// Time of a turn in which a program wanted to run and the machine had no processor for it.
///
/// It is looked for only in turns that last long: looking costs time, too, and what was denied
/// before does not matter then.
#[derive(Debug, Default)]
struct Denied {
    /// What the program's threads had waited at the first look. What was before it counts as
    /// denied, too.
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
        // Several threads may wait at once; the time on the wall is longer by what passed, not by
        // what they waited together.
        let denied = (Self::first_look(far) + waited.saturating_sub(before)).min(wall);
        // When a thread ends, what it waited is no longer counted.
        self.time = self.time.max(denied);
    }

    /// Whether a turn has lasted too long on the wall, for all that the machine owed the program.
    fn is_too_long(&self, wall: Duration, far: Duration) -> bool {
        wall.saturating_sub(self.time) > far || wall > far * Clock::MOST_STRETCH
    }
}

impl TurnTalk {
    /// What is too much about a reply of so many bytes, after the others of the turn with so many
    /// orders.
    fn excess(&mut self, ordered: usize, reply: &Reply, bytes: usize) -> Option<ProtocolFault> {
        self.replies += 1;
        // A number may become longer when it is written down.
        let kept: usize = reply.orders.iter().map(|order| order.get().len()).sum();
        self.heard += bytes.max(kept);
        if ordered + reply.orders.len() > MOST_ORDERS {
            Some(ProtocolFault::TooManyOrders)
        } else if self.replies > MOST_REPLIES {
            Some(ProtocolFault::TooManyReplies)
        } else {
            // All of a turn becomes one line of the replay, which has to be read again.
            (self.heard > LONGEST_LINE).then_some(ProtocolFault::TooLongOrders)
        }
    }
}

impl Occupant for ProgramSeat {
    fn greet(&mut self, greeting: &Greeting<'_>) {
        self.adds_unknown_field = greeting.unknown_field;
        let parameters = self.parameters.clone();
        self.send(&Message::Start {
            protocol: PROTOCOL,
            game: greeting.game,
            rules: greeting.rules,
            seat: greeting.seat,
            seats: greeting.seats,
            briefing: greeting.briefing,
            clock: greeting.clock,
            parameters: parameters.sent(),
        });
    }

    fn begin(&mut self, turn: &mut TurnHandle<'_>) {
        let view = raw(turn.table.view_text(Viewer::Seat(turn.seat())));
        self.conversation.turn = TurnTalk::default();
        let answers = std::mem::take(&mut self.conversation.answers);
        self.wake();
        let died = std::mem::take(&mut self.died);
        let events = std::mem::take(&mut self.events);
        turn.doing.asked = Instant::now();
        if turn.terms.watched {
            self.begin_watch();
        }
        self.send(&Message::Turn {
            turn: turn.terms.number,
            view: &view,
            answers: &answers,
            died: &died,
            events: self.wants_events.then_some(&events),
            time: TimeLeft::from(&self.budget),
        });
    }

    fn proceed(&mut self, turn: &mut TurnHandle<'_>, now: Instant) -> Duration {
        self.listen(turn);
        match turn.doing.done {
            true => NAP,
            false => self.look_at_clock(turn, now),
        }
    }

    fn cut_off(&mut self, turn: &mut TurnHandle<'_>) {
        let talk = &mut self.conversation;
        if talk.answered != Some(turn.terms.number) {
            talk.missed.push(turn.terms.number);
        }
        turn.finish(self.rest());
    }

    fn wants_news(&self) -> bool {
        true
    }

    fn hear_news(&mut self, table: &dyn DynGame, seat: Seat) {
        self.died.extend(table.losses(seat));
        if self.wants_events {
            self.events.extend(table.events(Viewer::Seat(seat)));
        }
    }

    fn pipes<'a>(&'a self, into: &mut Vec<PollFd<'a>>) {
        self.open_pipes(into);
    }

    fn serve(&mut self) {
        self.work_pipes();
    }

    fn announce_end(&mut self, outcome: &[Standing]) {
        let answers = self.last_answers();
        self.wake();
        self.send(&Message::End { outcome, answers: &answers });
    }

    fn is_leaving(&mut self) -> bool {
        if self.is_open() && self.has_sent() {
            self.hang_up();
        }
        self.is_open()
    }

    fn dismiss(&mut self, _table: &dyn DynGame) {
        self.kill();
    }

    fn program(&mut self) -> Option<&mut ProgramSeat> {
        Some(self)
    }
}

impl ProgramSeat {
    /// The answers that it has not been told yet.
    pub(crate) fn last_answers(&mut self) -> Vec<OrderResult> {
        std::mem::take(&mut self.conversation.answers)
    }

    /// Reads what the bot has written so far.
    fn listen(&mut self, turn: &mut TurnHandle<'_>) {
        while !turn.doing.done {
            if self.conversation.turn.must_read && !self.has_sent() {
                return;
            }
            match self.inbox.line() {
                Ok(Some(line)) => self.take_line(turn, &line),
                Ok(None) if self.is_open() && self.listens() => return,
                Ok(None) => match self.last_line() {
                    Some(line) => self.take_line(turn, &line),
                    None => {
                        let (open, within_a_line) = (self.is_open(), !self.inbox.rest().is_empty());
                        self.lost(turn, |ending| match open {
                            true => ProtocolFault::ClosedInput { ending },
                            false => ProtocolFault::ClosedOutput { within_a_line, ending },
                        });
                    }
                },
                Err(TooLong) => self.lost(turn, |_| ProtocolFault::EndlessLine),
            }
        }
    }

    fn take_line(&mut self, turn: &mut TurnHandle<'_>, line: &[u8]) {
        let reply = match Reply::read(line) {
            Ok(reply) => reply,
            Err(why) => {
                self.fault(turn, ProtocolFault::BadLine { why, line: line.to_vec() });
                return self.give_up(turn);
            }
        };
        // By wall time late orders belong to the round in which they arrive.
        if reply.turn == turn.terms.number || turn.terms.clock.pace == Pace::Rounds {
            return self.take_reply(turn, reply, line.len());
        }
        let missed = &mut self.conversation.missed;
        if let Some(late) = missed.iter().position(|missed| *missed == reply.turn) {
            // A reply that asks for more is followed by others.
            if !reply.more {
                missed.remove(late);
            }
            return;
        }
        self.fault(turn, ProtocolFault::WrongTurn(reply.turn));
        // After a second answer to an earlier turn the answer to this one may still come.
        if self.conversation.answered != Some(reply.turn) || turn.report.out {
            self.cut_off(turn);
        }
    }

    fn take_reply(&mut self, turn: &mut TurnHandle<'_>, reply: Reply, bytes: usize) {
        let before = turn.doing.step.answers.len();
        if let Some(fault) = self.conversation.turn.excess(turn.doing.step.orders.len(), &reply, bytes) {
            self.fault(turn, fault);
            return self.give_up(turn);
        }
        for order in reply.orders {
            let answer = turn.table.submit(turn.seat(), order.get());
            self.conversation.share += turn.write_down(order, answer);
        }
        if self.conversation.share > LARGEST_SHARE {
            return self.lost(turn, |_| ProtocolFault::TooLongGame);
        }
        if reply.note.is_some() {
            turn.doing.step.note = reply.note;
        }
        self.wants_events = reply.events.unwrap_or(self.wants_events);
        let answers = &turn.doing.step.answers[before..];
        if reply.more {
            return self.answer(turn.table, turn.terms, turn.doing.step.seat, answers);
        }
        // Answers to a reply that asked for more were given; the others come with the next message.
        self.conversation.answers.extend_from_slice(answers);
        self.conversation.answered = Some(turn.terms.number);
        if turn.terms.clock.pace == Pace::Awaited {
            self.cut_off(turn);
        }
    }

    /// Answers a reply that asks for more.
    fn answer(&mut self, table: &dyn DynGame, terms: &TurnTerms<'_>, seat: u8, answers: &[OrderResult]) {
        let view = raw(table.view_text(Viewer::Seat(Seat(seat))));
        if terms.watched {
            self.begin_watch();
        }
        self.send(&Message::Answers { turn: terms.number, answers, view: &view });
        self.conversation.turn.must_read = true;
    }

    /// After a fault the turn goes by; without a turn to lose, in rounds by wall time, the bot is
    /// heard on.
    fn give_up(&mut self, turn: &mut TurnHandle<'_>) {
        if turn.terms.clock.pace == Pace::Awaited || turn.report.out {
            self.cut_off(turn);
        }
    }

    fn fault(&mut self, turn: &mut TurnHandle<'_>, fault: ProtocolFault) {
        if turn.fault(fault) {
            self.put_out(turn);
        } else {
            turn.report.stderr = self.tail.lines();
        }
    }

    /// The program is of no more use: it has exited, or cannot be talked to. `fault` is told how it
    /// ended.
    fn lost(&mut self, turn: &mut TurnHandle<'_>, fault: impl FnOnce(String) -> ProtocolFault) {
        let ending = self.kill();
        turn.fault(fault(ending));
        self.put_out(turn);
        self.cut_off(turn);
    }

    fn put_out(&mut self, turn: &mut TurnHandle<'_>) {
        self.kill();
        turn.report.stderr = self.tail.lines();
        turn.put_out();
    }

    /// Ends the turn of a bot whose time is up; otherwise says how long it can be left alone.
    fn look_at_clock(&mut self, turn: &mut TurnHandle<'_>, now: Instant) -> Duration {
        if turn.terms.clock.pace == Pace::Rounds {
            return NAP;
        }
        let (used, allowed) = (self.used(), self.budget.turn());
        let (wall, far) = (now.saturating_duration_since(turn.doing.asked), self.budget.wall());
        let within_a_line = !self.inbox.rest().is_empty();
        let mut denied = std::mem::take(&mut self.conversation.turn.denied);
        if wall >= Denied::first_look(far) {
            denied.look(self, wall, far);
        }
        let too_long = denied.is_too_long(wall, far);
        self.conversation.turn.denied = denied;
        if wall >= SILENCE {
            let (bot, seat) = (&*turn.report.name, turn.doing.step.seat);
            let waiting =
                AwaitedProgram { bot, seat, turn: turn.terms.number, wall, cpu: used, within_a_line };
            turn.terms.observer.waiting(turn.terms.game, &waiting);
        }
        let fault = if used > allowed {
            ProtocolFault::OutOfCpu
        } else if too_long {
            ProtocolFault::Late { within_a_line, cpu: used }
        } else if turn.terms.watched && self.is_at_rest(IDLE_PATIENCE) {
            self.idle(turn);
            turn.finish(used);
            return Duration::ZERO;
        } else {
            // Several threads can burn faster than the wall's clock goes.
            let left = (allowed - used) / cores();
            return left.min(far.saturating_sub(wall)).clamp(SHORTEST_NAP, NAP);
        };
        // Each turn costs one fault at most: a program that has committed one already only loses
        // the rest of its turn.
        if turn.doing.step.faults.is_empty() {
            self.fault(turn, fault);
        }
        self.cut_off(turn);
        Duration::ZERO
    }

    /// The program waits, and so do we: its input is closed, to see what it has in hand.
    fn idle(&mut self, turn: &mut TurnHandle<'_>) {
        let silence = self.silence(turn.terms.number, turn.terms.stop);
        turn.fault(ProtocolFault::Idle(silence));
        self.put_out(turn);
    }
}

fn cores() -> u32 {
    static CORES: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
}
