//! Does it leave when it should?

use super::finding::{Check, Finding, time, written};
use super::trial::Trial;
use crate::referee::FAREWELL;
use crate::watching::{ActivityBesideTurns, ActivityInterval, ObservationLimit};
use sandbox::Ending;

/// What it does after `end`.
pub(super) fn after_the_end<'a>(games: impl Iterator<Item = &'a Trial>) -> Finding {
    // On a busy machine leaving may take long on the wall, so the quickest counts.
    let partings = games.filter_map(parting);
    let Some((seen, parting)) = partings.min_by_key(|(_, parting)| (parting.ended.is_none(), parting.wall))
    else {
        return Finding::unchecked(Check::AfterEnd);
    };
    if !parting.written.is_empty() {
        return Finding::warning(
            Check::AfterEnd,
            "it wrote something after its last reply",
            "Nobody reads it. `end` wants no reply, and a turn only one.",
        )
        .with([written(&parting.written)]);
    }
    let (took, allowed) = (time(parting.wall), time(FAREWELL));
    let advice = "When `end` comes, or the input ends, leave with status 0.";
    match &parting.ended {
        None if burns(parting) => Finding::problem(
            Check::AfterEnd,
            "it stays, and burns CPU time",
            "Reading at the end of the input gives nothing, at once, for ever: leave the loop then, or when `end` comes.",
        ),
        None => Finding::warning(Check::AfterEnd, format!("it stays, and is ended after {allowed}"), advice),
        Some(Ending::Exited(0)) if parting.wall <= FAREWELL => {
            Finding::ok(Check::AfterEnd, format!("leaves by itself after {took}, with status 0"))
        }
        Some(Ending::Exited(0)) => Finding::warning(
            Check::AfterEnd,
            format!("it took {took} to leave, and a match ends it after {allowed}"),
            "Do at the end only what may be cut short.",
        ),
        Some(ending) => {
            Finding::warning(Check::AfterEnd, ending.to_string(), advice).with_stderr(&seen.stderr)
        }
    }
}

/// What it does when its input stops in mid-game, without `end`.
pub(super) fn when_the_input_stops(trial: &Trial) -> Finding {
    let Some((seen, parting)) = parting(trial) else { return Finding::unchecked(Check::InputStops) };
    let advice = "A match that is stopped says no `end`. Leave when reading finds the end of the input.";
    match &parting.ended {
        None if burns(parting) => Finding::problem(
            Check::InputStops,
            "it does not leave, and burns CPU time",
            format!("{advice} It reads again and again, and gets nothing each time."),
        ),
        None => Finding::warning(Check::InputStops, "it does not leave: it waits, for nothing", advice),
        Some(Ending::Exited(status)) => {
            Finding::ok(Check::InputStops, format!("leaves by itself, with status {status}"))
        }
        Some(ending) => {
            Finding::warning(Check::InputStops, ending.to_string(), advice).with_stderr(&seen.stderr)
        }
    }
}

fn parting(trial: &Trial) -> Option<(&ActivityBesideTurns, &ActivityInterval)> {
    let seen = trial.seen()?;
    Some((seen, seen.parting.as_ref()?))
}

fn burns(parting: &ActivityInterval) -> bool {
    parting.cpu > ObservationLimit::PARTING.cpu / 2
}
