//! `sandtable solve`.

pub(crate) mod args;
mod replay;

use crate::failure::Failure;
use crate::{map, maps, out, registry};
use args::Solve;
use game::DynGame;
use serde_json::{Value, json};
use solver::{Answer, AnyAnswer, AnyOrder, Halt, Limits, Progress, Question, Verdict};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub(crate) fn run(options: &Solve) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    let rules = registry::profile(entry, options.rules.as_deref(), None)?;
    let text = maps::read(entry, &options.map)?;
    let table = entry.start(&text, rules, 0).map_err(|wrong| map::unusable(&options.map, &wrong))?;
    if table.outcome().is_some() {
        let file = options.map.display();
        return Err(Failure::failed(format!("{file}: the game is over before the first turn")));
    }
    let found = solve(options, &*table)?;
    if let Some(file) = &options.replay {
        replay::write(entry, rules, &options.map, &text, &found.answer, file)?;
    }
    print(options, &found);
    let is_solved = matches!(found.answer.verdict(), Verdict::Solved(_));
    let is_whole = found.answer.fewest_losses || !options.fewest_losses;
    Ok(if is_solved && is_whole { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn solve(options: &Solve, table: &dyn DynGame) -> Result<AnyAnswer, Failure> {
    let question = Question { most_turns: options.turns, fewest_losses: options.fewest_losses };
    let limits = Limits::memory(usize::try_from(options.memory << 20).unwrap_or(usize::MAX));
    let end = Instant::now().checked_add(Duration::from_secs(options.time));
    let mut reporter = Reporter::new();
    let mut watch = |progress: &Progress| {
        reporter.tell(&format!("trying {}", turns(progress.turns)), progress);
        let is_late = end.is_some_and(|end| Instant::now() >= end);
        if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = solver::solve_table(table, question, limits, &mut watch);
    found.ok_or_else(|| Failure::usage(format!("{} cannot be solved", options.game)))
}

/// Tells somebody at a terminal now and then how it is going.
pub(crate) struct Reporter {
    next: Option<Instant>,
}

const PACE: Duration = Duration::from_secs(2);

impl Reporter {
    pub(crate) fn new() -> Self {
        Self { next: out::is_error_shown().then(|| Instant::now() + PACE) }
    }

    /// Says what is being done, and how far it has come.
    pub(crate) fn tell(&mut self, what: &str, progress: &Progress) {
        if self.next.is_some_and(|next| Instant::now() >= next) {
            self.next = Some(Instant::now() + PACE);
            let (millions, rest) = (progress.nodes / 1_000_000, progress.nodes / 100_000 % 10);
            let memory = progress.memory >> 20;
            errln!("{what}: {millions}.{rest} million positions, {memory} MB");
        }
    }
}

fn print(options: &Solve, found: &AnyAnswer) {
    let answer = &found.answer;
    if options.json {
        outln!("{}", as_json(found));
    } else if options.dialogue {
        found.dialogue.iter().for_each(|dialogue| out!("{dialogue}"));
        errln!("{}", verdict(answer));
    } else {
        let lines = answer.win.iter().flat_map(|win| (1..).zip(&win.turns));
        for (number, orders) in lines {
            let orders: Vec<_> = orders.iter().map(|order| order.text.as_str()).collect();
            let orders = if orders.is_empty() { "nothing".to_owned() } else { orders.join(", ") };
            outln!("turn {number}: {orders}");
        }
        outln!("{}", verdict(answer));
    }
}

/// What is known, in a sentence.
fn verdict(answer: &Answer<AnyOrder>) -> String {
    let known = match answer.verdict() {
        Verdict::Solved(1) => "a win in 1 turn".to_owned(),
        Verdict::Solved(most) => format!("a win in {}; no win in {} (proven)", turns(most), most - 1),
        Verdict::NotWithin(most) => format!("no win in {} (proven)", turns(most)),
        Verdict::Between { none_within: 0, known: None } => "nothing is proven; no win is known".to_owned(),
        Verdict::Between { none_within: 0, known: Some(most) } => {
            format!("nothing is proven; a win in {most} is known")
        }
        Verdict::Between { none_within, known: None } => {
            format!("no win in {}; no win is known", turns(none_within))
        }
        Verdict::Between { none_within, known: Some(most) } => {
            format!("no win in {}; a win in {most} is known", turns(none_within))
        }
    };
    let losses = answer.win.as_ref().map_or(String::new(), |win| match (win.losses, answer.fewest_losses) {
        (0, _) => "; no unit is lost".to_owned(),
        (lost, true) => format!("; {lost} lost, no win as short loses fewer (proven)"),
        (lost, false) => format!("; {lost} lost"),
    });
    let halt = answer.halt.map_or("", |halt| match halt {
        Halt::Memory => "; the memory is up",
        Halt::Nodes | Halt::Asked => "; the time is up",
    });
    known + &losses + halt
}

/// "1 turn", "2 turns".
pub(crate) fn turns(count: u32) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}

fn as_json(found: &AnyAnswer) -> Value {
    let answer = &found.answer;
    let orders = |turn: &Vec<AnyOrder>| -> Vec<Value> {
        turn.iter().map(|order| serde_json::from_str(order.json.get()).unwrap_or_default()).collect()
    };
    json!({
        "verdict": verdict(answer),
        "proven": matches!(answer.verdict(), Verdict::Solved(_) | Verdict::NotWithin(_)),
        "turns": answer.win.as_ref().map(|win| win.turns.len()),
        "no_win_within": answer.no_win_within,
        "losses": answer.win.as_ref().map(|win| win.losses),
        "fewest_losses": answer.fewest_losses,
        "line": answer.win.as_ref().map(|win| win.turns.iter().map(orders).collect::<Vec<_>>()),
        "dialogue": found.dialogue,
        "positions": answer.nodes,
    })
}
