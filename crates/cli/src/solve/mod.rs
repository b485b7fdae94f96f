//! `sandtable solve`.

pub(crate) mod args;
mod replay;

use crate::failure::Failure;
use crate::{map, maps, out, registry};
use args::Solve;
use game::DynGame;
use solver::{AnyAnswer, Limits, Progress, Question, Verdict, turns};
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
        outln!("{}", found.to_json());
    } else if options.dialogue {
        found.dialogue.iter().for_each(|dialogue| out!("{dialogue}"));
        errln!("{}", answer.sentence());
    } else {
        let lines = answer.win.iter().flat_map(|win| (1..).zip(&win.turns));
        for (number, orders) in lines {
            let orders: Vec<_> = orders.iter().map(|order| order.text.as_str()).collect();
            let orders = if orders.is_empty() { "nothing".to_owned() } else { orders.join(", ") };
            outln!("turn {number}: {orders}");
        }
        outln!("{}", answer.sentence());
    }
}
