//! What a comparison says, for people and for programs.

use crate::match_command::counted;
use cups::{Compared, Comparing, ComparisonVerdict};
use matches::{Replays, Series};
use std::time::Duration;
use tournament::comparison::{Estimate, Scale};

/// The line that people see who wait.
pub(super) fn live(so_far: &Compared, elapsed: Duration) -> String {
    let score = so_far.estimate().map_or(50.0, |estimate| 100.0 * estimate.score);
    let speed = f64::from(so_far.games) / elapsed.as_secs_f64().max(0.001);
    let bounds = so_far.bounds;
    let left = left(so_far, elapsed).map_or(String::new(), |left| format!(", about {} left", spoken(left)));
    format!(
        "{}, score {score:.1} %, LLR {:.2} ({:.2}..{:.2}), {speed:.1} games/s{left}",
        counted(so_far.games as usize, "game"),
        so_far.ratio,
        bounds.lower,
        bounds.upper
    )
}

/// How long it takes until a bound is reached, if it goes on as it did.
fn left(so_far: &Compared, elapsed: Duration) -> Option<Duration> {
    let bound = if so_far.ratio > 0.0 { so_far.bounds.upper } else { so_far.bounds.lower };
    let more = bound / so_far.ratio - 1.0;
    (so_far.blocks >= 5 && more.is_finite() && more > 0.0).then(|| elapsed.mul_f64(more.min(10_000.0)))
}

fn spoken(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

pub(super) fn print(series: &Series, comparing: &Comparing<'_>, compared: &Compared) {
    let (new, old) = (&series.entrants[0].name, &series.entrants[1].name);
    outln!(
        "{} on {}, rules {}, seed {}: {} in {}",
        series.entry.name(),
        series.map_names(),
        series.rules,
        series.seed.written(),
        counted(compared.games as usize, "game"),
        counted((compared.blocks + compared.repeated) as usize, "block"),
    );
    if let Some(estimate) = compared.estimate() {
        print_estimate(new, &estimate, compared);
    }
    let claims = comparing.sprt.hypotheses;
    outln!(
        "LLR {:.2}, decided at {:.2} and {:.2} ({} against {} {})",
        compared.ratio,
        compared.bounds.lower,
        compared.bounds.upper,
        claims.elo0,
        claims.elo1,
        scale(claims.scale)
    );
    if compared.repeated > 0 {
        outln!("{} the same games again and count for nothing", was(compared.repeated));
    }
    for (name, (count, first)) in
        [new, old].into_iter().zip(compared.faulty.iter().zip(&compared.first_fault))
    {
        if let Some((game, what)) = first {
            outln!(
                "{name} had faults in {}; the first, in game {game}: {what}",
                counted(*count as usize, "game")
            );
        }
    }
    print_lost(series, compared);
    outln!("{}", sentence(new, old, comparing, compared));
}

fn was(count: u32) -> String {
    if count == 1 { "1 block was".to_owned() } else { format!("{count} blocks were") }
}

const fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Normalized => "normalised Elo",
        Scale::Logistic => "Elo",
    }
}

fn print_estimate(new: &str, estimate: &Estimate, compared: &Compared) {
    outln!(
        "{new}: score {:.1} % ± {:.1}, Elo {} ± {}, normalised Elo {} ± {}, better with probability {:.1} %",
        100.0 * estimate.score,
        100.0 * estimate.score_error,
        figure(estimate.elo, true),
        figure(estimate.elo_error, false),
        figure(estimate.normalized_elo, true),
        figure(estimate.normalized_elo_error, false),
        100.0 * estimate.superiority
    );
    if let Some(scores) = &compared.scores {
        let counts: Vec<String> =
            scores.scores().map(|(score, count)| format!("{count} × {:.0} %", 100.0 * score)).collect();
        outln!("scores of blocks: {}", counts.join(", "));
    }
}

/// A figure; after nothing but wins it has no bound.
fn figure(value: f64, signed: bool) -> String {
    match (value.is_finite(), signed) {
        (true, true) => format!("{value:+.1}"),
        (true, false) => format!("{value:.1}"),
        (false, _) if value.is_nan() => "unknown".to_owned(),
        (false, true) if value < 0.0 => "-∞".to_owned(),
        (false, _) => "∞".to_owned(),
    }
}

fn print_lost(series: &Series, compared: &Compared) {
    let Replays::Folder(folder) = &series.replays else { return };
    if compared.lost.is_empty() {
        return outln!("replays: {}", folder.display());
    }
    outln!("last games that {} lost:", series.entrants[0].name);
    for path in compared.lost.iter().filter_map(|game| series.replays.path(*game)) {
        outln!("  {}", path.display());
    }
}

/// The verdict in words, and what it is worth.
fn sentence(new: &str, old: &str, comparing: &Comparing<'_>, compared: &Compared) -> String {
    let claims = comparing.sprt.hypotheses;
    let (unit, error) = (scale(claims.scale), 100.0 * comparing.sprt.alpha);
    let (elo0, elo1) = (claims.elo0, claims.elo1);
    match compared.verdict {
        ComparisonVerdict::Accepted => format!(
            "accepted: {new} is better than {old}. If the difference were {elo0} {unit}, this verdict would come up at most {error} times in 100"
        ),
        ComparisonVerdict::Rejected => format!(
            "rejected: {new} is not better than {old} by {elo1} {unit}. If it were, this verdict would come up at most {error} times in 100"
        ),
        ComparisonVerdict::Undecided => format!(
            "undecided: {} were not enough to tell {elo0} from {elo1} {unit}; allow more with --games, or put the claims further apart",
            counted(compared.games as usize, "game")
        ),
        ComparisonVerdict::Exhausted => format!(
            "undecided: {} on {} are all there are, because these bots play the same game again. More maps would tell more (--maps all)",
            counted(compared.blocks as usize, "block"),
            counted(comparing.series.maps.len(), "map")
        ),
        ComparisonVerdict::Unfinished => "undecided: it was stopped".to_owned(),
    }
}
