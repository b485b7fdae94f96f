//! The course of goblins.

mod chinese;
mod games;
mod handout;
mod maps;
mod watch;

use crate::exercise::{Answers, Exercise, MapHeader, Sort};
use crate::generate::Source;
use crate::wording::Translation;

/// What the course asks for.
pub(super) const EXERCISE: Exercise = Exercise {
    name: "goblins",
    console: &goblins::console::Console,
    points: [6, 7, 7, 5],
    hidden_points: 5,
    beyond_handout: &["first-terrain-counts", "plain-unknown", "skips-blank-lines"],
    is_within_handout: handout::is_within,
    source: Source { mechanisms: games::mechanisms, candidate: games::candidate },
    chinese: Translation { mistakes: chinese::MISTAKES, rules: chinese::RULES },
    header: MapHeader::SizeAndCounts,
    sorts: &[
        Sort { en: "terrain", zh: "地形" },
        Sort { en: "mage", zh: "法师" },
        Sort { en: "goblin", zh: "哥布林" },
    ],
    answers: Answers::Symbols,
    openings: None,
};
