//! What was found, for people and for programs.

use super::args::CheckBot;
use crate::match_command::Board;
use game::replay::Hex;
use matches::checkup::{Finding, Level};
use serde_json::{Value, json};

/// What there is to report.
pub(super) struct CheckReport<'a> {
    pub(super) options: &'a CheckBot,
    pub(super) board: &'a Board,
    pub(super) bot: &'a str,
    pub(super) findings: &'a [Finding],
}

impl CheckReport<'_> {
    /// How many findings are of this level.
    pub(super) fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    pub(super) fn json(&self) -> Value {
        let Self { options, board, bot, findings } = self;
        json!({
            "game": board.entry.name(),
            "rules": board.rules,
            "map": board.maps[0].name,
            "seed": Hex(options.seed.number()),
            "clock": options.play.clock.to_string(),
            "bot": bot,
            "findings": findings,
            "problems": self.count(Level::Problem),
            "warnings": self.count(Level::Warning),
        })
    }

    pub(super) fn print(&self) {
        let Self { options, board, bot, findings } = self;
        let (game, map, rules, seed) =
            (board.entry.name(), &board.maps[0].name, &board.rules, Hex(options.seed.number()));
        outln!("{bot} in {game} on {map}, rules {rules}, seed {seed}");
        for finding in *findings {
            print(finding);
        }
        let (problems, warnings) = (self.count(Level::Problem), self.count(Level::Warning));
        outln!("{}, {}", counted(problems, "problem"), counted(warnings, "warning"));
    }
}

fn print(finding: &Finding) {
    outln!("{:<8} {:<15} {}", finding.level.name(), finding.check.name(), finding.what);
    for line in &finding.details {
        outln!("{:<24} {line}", "");
    }
    if let Some(advice) = &finding.advice {
        outln!("{:<24} -> {advice}", "");
    }
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
