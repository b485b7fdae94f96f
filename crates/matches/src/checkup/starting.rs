//! Does it build, and does it start?

use super::finding::{Check, Finding, Level, time, written};
use super::trial::Trial;
use crate::Clock;
use crate::entrant::{BotKind, Entrant};
use sandbox::Enforced;

/// That it was built, and what its author should know about how.
pub(super) fn building(bot: &Entrant) -> Finding {
    let compiled = match &bot.what {
        BotKind::Program(runnable) => runnable.made.compiled.as_ref(),
        BotKind::BuiltIn(_) | BotKind::Guest(_) | BotKind::Absent(_) => None,
    };
    let what = match compiled {
        Some(compiled) if compiled.was_cached => "compiled before, and unchanged since",
        Some(_) => "compiles",
        None => "nothing to compile",
    };
    Finding::ok(Check::Builds, what).with(bot.notes().iter().cloned())
}

/// What it does with `start`, and whether it is worth asking more of it.
pub(super) fn starting(trial: &Trial, clock: Clock, enforced: &Enforced) -> (Finding, bool) {
    let Some((seen, start)) = trial.seen().and_then(|seen| Some((seen, seen.start.as_ref()?))) else {
        return (Finding::new(Check::Starts, Level::Problem, "it could not be watched"), false);
    };
    let took = time(start.cpu);
    if let Some(ending) = &start.ended {
        let what = format!("before it was asked anything {ending}");
        let advice =
            "Start it by hand and look at what it says. It has to stay and read its input until `end` comes.";
        let advice =
            enforced.in_words().map_or_else(|| advice.to_owned(), |walls| format!("{advice} {walls}"));
        return (Finding::problem(Check::Starts, what, advice).with_stderr(&seen.stderr), false);
    }
    if start.cpu > clock.start {
        let what =
            format!("it was still busy after {took} of CPU time; the clock gives it {}", time(clock.start));
        let advice = "Do less before the first turn. Or is it looping without reading its input?";
        return (Finding::problem(Check::Starts, what, advice).with_stderr(&seen.stderr), false);
    }
    if !start.written.is_empty() {
        let what = "it wrote to standard output before it was asked anything";
        let advice = "Write nothing but replies there; what is for you goes to standard error. `start` wants no reply.";
        return (Finding::problem(Check::Starts, what, advice).with([written(&start.written)]), true);
    }
    let limit = time(clock.start);
    let what = format!("takes `start` and waits; starting up took {took} of CPU time, of {limit} allowed");
    let finding = match start.cpu > clock.start / 2 {
        true => {
            Finding::warning(Check::Starts, what, "That is more than half. Do less before the first turn.")
        }
        false => Finding::ok(Check::Starts, what),
    };
    (finding, true)
}
