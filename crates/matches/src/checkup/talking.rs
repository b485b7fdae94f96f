//! Does it play whole games without a fault?

use super::finding::{Check, Finding, count, time, without_numbers};
use super::trial::Trial;
use crate::protocol::MOST_ORDERS;
use crate::seat_state::SeatFault;
use crate::{PendingOutput, ProtocolFault};
use std::time::Duration;

/// One finding for each way in which games went wrong; one if none did.
pub(super) fn findings(games: &[Trial], seats: usize, game: &str) -> Vec<Finding> {
    let mut findings: Vec<Finding> = alike(games).iter().map(|games| faulty(games, game)).collect();
    let clean: Vec<&Trial> = games.iter().filter(|trial| trial.report.faults.is_empty()).collect();
    if !clean.is_empty() {
        let turns = clean.iter().map(|trial| trial.turns.len()).sum();
        let from = match (clean.len(), seats) {
            (_, 1) => "a whole game".to_owned(),
            (all, seats) if all == seats => format!("a whole game from each of {seats} seats"),
            _ => format!("a whole game from {}", seat_names(&clean)),
        };
        let what = format!("plays {from} without a fault ({})", count(turns, "turn"));
        findings.push(Finding::ok(Check::Protocol, what));
    }
    findings
}

/// The games that went wrong, those that did so in the same way together.
fn alike(games: &[Trial]) -> Vec<Vec<&Trial>> {
    let mut groups: Vec<(Vec<String>, Vec<&Trial>)> = Vec::new();
    for trial in games.iter().filter(|trial| !trial.report.faults.is_empty()) {
        let way = trial.report.faults.iter().map(kind_of).collect();
        match groups.iter_mut().find(|(other, _)| *other == way) {
            Some((_, games)) => games.push(trial),
            None => groups.push((way, vec![trial])),
        }
    }
    groups.into_iter().map(|(_, games)| games).collect()
}

/// What faults of one kind have in common.
fn kind_of(fault: &SeatFault) -> String {
    match &fault.lapse {
        Some(ProtocolFault::BadLine { why, .. }) => why.clone(),
        _ => without_numbers(&fault.what),
    }
}

fn faulty(games: &[&Trial], game: &str) -> Finding {
    let trial = games[0];
    let faults = &trial.report.faults;
    let what = format!("seat {}, turn {}: {}", trial.seat, faults[0].turn, faults[0].what);
    let mut details: Vec<String> =
        faults[1..].iter().map(|fault| format!("then in turn {}: {}", fault.turn, fault.what)).collect();
    if trial.report.out {
        details.push("then it was out: in a match its turns would be empty from then on".to_owned());
    }
    if games.len() > 1 {
        details.push(format!("the same from {}", seat_names(&games[1..])));
    }
    Finding::problem(Check::Protocol, what, advice(&faults[0], game))
        .with(details)
        .with_stderr(&trial.report.stderr)
}

fn seat_names(games: &[&Trial]) -> String {
    let seats: Vec<String> = games.iter().map(|trial| trial.seat.to_string()).collect();
    match seats.as_slice() {
        [only] => format!("seat {only}"),
        [first @ .., last] => format!("seats {} and {last}", first.join(", ")),
        [] => "no seat".to_owned(),
    }
}

/// CPU time that a program uses that does nothing but wait.
const HARDLY: Duration = Duration::from_millis(100);

/// What to do about a fault.
pub(super) fn advice(fault: &SeatFault, game: &str) -> String {
    let Some(lapse) = &fault.lapse else { return String::new() };
    let advice = match lapse {
        ProtocolFault::OutOfCpu => {
            "Think less, or look at `time.turn_ms` of each `turn` and stop before it is used up. Or does it loop without end?"
        }
        ProtocolFault::Late { within_a_line: true, .. } => "End every reply with a newline, and flush it.",
        ProtocolFault::Late { cpu, .. } if *cpu < HARDLY => {
            "It hardly used CPU time. What does it wait for? Read one line, reply, flush."
        }
        ProtocolFault::Late { cpu, .. } => {
            return format!(
                "It used {} of CPU time, and waited for the rest: does it sleep, or wait for a file or another process, between its computations?",
                time(*cpu)
            );
        }
        ProtocolFault::BadLine { .. } => {
            return format!(
                "Write one reply a turn to standard output and nothing else; what is for you goes to standard error. `sandtable schema {game} reply` says what a reply may hold."
            );
        }
        ProtocolFault::WrongTurn(turn) if *turn < fault.turn => {
            return format!(
                "It had answered turn {turn} already. Write exactly one line for each `turn` and for each `answers`, and none for `start`, and take `turn` from the message."
            );
        }
        ProtocolFault::WrongTurn(_) => {
            "Copy the number `turn` of the message into the reply; do not count yourself."
        }
        ProtocolFault::TooManyOrders => {
            return format!(
                "At most {MOST_ORDERS} orders of a turn are read, all replies with `more` together. Does it give refused orders again and again?"
            );
        }
        ProtocolFault::TooLongGame => {
            "A replay has to hold all orders. Give an order once, not again and again after it was refused."
        }
        ProtocolFault::TooManyReplies => {
            "Each reply with `more` is answered: read the answers, and end the turn with a reply without `more`."
        }
        ProtocolFault::TooLongOrders => {
            "A turn's orders are short, all replies with `more` together. Does it give the same ones again and again?"
        }
        ProtocolFault::EndlessLine => "End every reply with a newline. Or does it write without end?",
        ProtocolFault::ClosedInput { .. } | ProtocolFault::ClosedOutput { .. } => {
            "It has to stay until `end` comes. If it crashed: record a match with --record DIR, and `sandtable feed DIR SEAT` plays the same input to it again, under a debugger if you like."
        }
        ProtocolFault::Disconnected => "Keep the connection until the game is over.",
        ProtocolFault::Idle(PendingOutput::Withheld) => {
            "Flush after every reply: print(..., flush=True) in Python, std::cout << std::flush in C++, fflush(stdout) in C. And read line by line: do not wait for the end of the input."
        }
        ProtocolFault::Idle(PendingOutput::Unended) => "End every reply with a newline, and flush it.",
        ProtocolFault::Idle(PendingOutput::Nothing) => {
            "It waits for something that does not come. Read one line; if its `type` is `turn` or `answers`, write one reply. Did you flush?"
        }
    };
    advice.to_owned()
}
