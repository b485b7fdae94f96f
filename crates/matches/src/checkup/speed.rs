//! How long does it think?

use super::finding::{Check, Finding, Level, time};
use super::trial::{OwnTurn, Trial};
use crate::Clock;
use std::time::Duration;

/// The turns that were counted: of a bot that went out all but the last.
fn counted(trial: &Trial) -> &[OwnTurn] {
    let uncounted = usize::from(trial.report.out);
    &trial.turns[..trial.turns.len().saturating_sub(uncounted)]
}

/// CPU time a turn over all games. A bot's first turn is left out: it holds its starting up.
pub(super) fn finding(games: &[Trial], clock: Clock) -> Finding {
    let mut turns: Vec<(Duration, u32, u8)> = games
        .iter()
        .flat_map(|trial| counted(trial).iter().skip(1).map(|own| (own.cpu, own.turn, trial.seat)))
        .collect();
    turns.sort_unstable();
    let Some((worst, turn, seat)) = turns.last().copied() else {
        return Finding::new(Check::Speed, Level::Note, "not measured: it did not get beyond its first turn");
    };
    let median = turns[turns.len() / 2].0;
    let what = format!(
        "median {} of CPU time a turn, worst {} (turn {turn}, seat {seat}), which is {:.0} % of the {} of a turn; {}",
        time(median),
        time(worst),
        100.0 * worst.as_secs_f64() / clock.turn.as_secs_f64().max(f64::MIN_POSITIVE),
        time(clock.turn),
        bank(games, clock),
    );
    if worst <= clock.turn / 2 {
        return Finding::ok(Check::Speed, what);
    }
    let advice = match worst > clock.turn {
        true => {
            "It lives on its bank, which is not refilled. Look at `time` in each `turn`, and stop thinking in time."
        }
        false => {
            "That is more than half of a turn. On another machine it may be more: look at `time` in each `turn`."
        }
    };
    Finding::warning(Check::Speed, what, advice)
}

/// The part of the bank that is not worth a word: a waiting bot is charged what it uses, too.
const HARDLY: u32 = 100;

/// What the hungriest game took from the bank.
fn bank(games: &[Trial], clock: Clock) -> String {
    let used = games.iter().map(|trial| taken_from_bank(trial, clock)).max().unwrap_or_default();
    match used > clock.bank / HARDLY {
        true => format!("{} of the bank's {} were used", time(used), time(clock.bank)),
        false => "the bank was not needed".to_owned(),
    }
}

/// What a game took from the bank. Of a bot that was put out nobody has seen what was left: its
/// turns say what they took.
fn taken_from_bank(trial: &Trial, clock: Clock) -> Duration {
    match trial.seen() {
        Some(seen) => clock.bank.saturating_sub(seen.bank_left),
        None => {
            // The first turn has time for starting up.
            let free = |at: usize| if at == 0 { clock.turn + clock.start } else { clock.turn };
            let turns = trial.turns.iter().enumerate();
            turns.map(|(at, own)| own.cpu.saturating_sub(free(at))).sum::<Duration>().min(clock.bank)
        }
    }
}
