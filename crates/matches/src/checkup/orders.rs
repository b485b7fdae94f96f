//! What becomes of its orders?

use super::finding::{Check, Finding, LONGEST, Level, count, without_numbers};
use super::trial::{OwnTurn, Trial};
use crate::inbox::shown;
use game::replay::OrderResult;

/// Reasons that are told.
const REASONS: usize = 3;

/// As often as this nobody gives the same refused orders by chance.
const STUBBORN: usize = 10;

/// How often orders were refused and why, and whether that taught the bot anything.
pub(super) fn findings(games: &[Trial]) -> Vec<Finding> {
    let mut findings = vec![refusals(games)];
    findings.extend(games.iter().find_map(stubbornness));
    findings
}

/// A reason for which orders were refused, with the first example.
struct Reason<'a> {
    kind: String,
    count: usize,
    sentence: &'a str,
    /// Where and when it was first given.
    seat: u8,
    turn: u32,
    order: String,
}

fn refusals(games: &[Trial]) -> Finding {
    let given: usize = games.iter().flat_map(|trial| &trial.turns).map(|own| own.answers.len()).sum();
    if given == 0 {
        return Finding::new(Check::Orders, Level::Note, "it gave no orders at all");
    }
    let reasons = reasons(games);
    let refused: usize = reasons.iter().map(|reason| reason.count).sum();
    let what = format!("{refused} of {} were refused", count(given, "order"));
    let told = reasons.iter().take(REASONS).map(|reason| {
        let Reason { count, sentence, seat, turn, order, .. } = reason;
        format!("{count} times, as from seat {seat} in turn {turn}: {sentence}: {order}")
    });
    let finding = match games.iter().find(|trial| is_all_refused(trial)) {
        Some(trial) => Finding::warning(
            Check::Orders,
            format!("{what}; from seat {} not a single one was accepted", trial.seat),
            "Read the reasons; a bot finds them in `answers` of its next `turn`, one for each order. The game's page in the book says what can be ordered when.",
        ),
        None => Finding::ok(Check::Orders, what),
    };
    finding.with(told)
}

fn is_all_refused(trial: &Trial) -> bool {
    let mut answers = trial.turns.iter().flat_map(|own| &own.answers).peekable();
    answers.peek().is_some() && answers.all(is_refusal)
}

const fn is_refusal(answer: &OrderResult) -> bool {
    matches!(answer, OrderResult::Refused(_))
}

/// The reasons, the most frequent first.
fn reasons(games: &[Trial]) -> Vec<Reason<'_>> {
    let mut reasons: Vec<Reason<'_>> = Vec::new();
    for (trial, own) in games.iter().flat_map(|trial| trial.turns.iter().map(move |own| (trial, own))) {
        for (at, answer) in own.answers.iter().enumerate() {
            let OrderResult::Refused(sentence) = answer else { continue };
            let kind = without_numbers(sentence);
            match reasons.iter_mut().find(|reason| reason.kind == kind) {
                Some(reason) => reason.count += 1,
                None => {
                    let order = as_written(trial, own, at);
                    let (seat, turn) = (trial.seat, own.turn);
                    reasons.push(Reason { kind, count: 1, sentence, seat, turn, order });
                }
            }
        }
    }
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
    reasons
}

/// An order of a turn in the bot's own writing.
fn as_written(trial: &Trial, own: &OwnTurn, at: usize) -> String {
    let replies = trial.replies.iter().filter(|reply| reply.turn == own.turn);
    let written = replies.flat_map(|reply| &reply.orders).nth(at);
    let text = written.map_or_else(|| own.orders[at].to_string(), |order| order.get().to_owned());
    shown(text.as_bytes(), LONGEST)
}

/// Whether the bot asks for `more` only to give the same refused orders again, without end.
fn stubbornness(trial: &Trial) -> Option<Finding> {
    let (turn, times) = trial
        .turns
        .iter()
        .filter(|own| !own.answers.is_empty() && own.answers.iter().all(is_refusal))
        .map(|own| (own.turn, repetitions(trial, own.turn)))
        .find(|(_, times)| *times >= STUBBORN)?;
    Some(Finding::warning(
        Check::Orders,
        format!(
            "in turn {turn} (seat {}) it gave the same refused orders {times} times with `more`",
            trial.seat
        ),
        "What was refused once is refused again while nothing else has changed. Read `answers`, and leave out `more` when nothing is left to order.",
    ))
}

/// How many replies of a turn in a row ask for more with the same orders.
fn repetitions(trial: &Trial, turn: u32) -> usize {
    let replies: Vec<Vec<&str>> = trial
        .replies
        .iter()
        .filter(|reply| reply.turn == turn && reply.more)
        .map(|reply| reply.orders.iter().map(|order| order.get()).collect())
        .collect();
    replies.chunk_by(|one, next| one == next).map(<[_]>::len).max().unwrap_or_default()
}
