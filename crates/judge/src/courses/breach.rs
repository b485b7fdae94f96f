//! The course of breach.

mod chinese;
mod games;
mod handout;
mod openings;
mod watch;

use crate::exercise::{Answers, Exercise, MapHeader, Sort};
use crate::generate::Source;
use crate::wording::Translation;

/// What the course asks for.
pub(super) const EXERCISE: Exercise = Exercise {
    name: "breach",
    console: &breach::console::Console,
    points: [5, 6, 6, 8],
    hidden_points: 5,
    beyond_handout: &["outside-asks-again", "flattens-under-unit"],
    is_within_handout: handout::is_within,
    source: Source { mechanisms: games::mechanisms, candidate: games::candidate },
    chinese: Translation { mistakes: chinese::MISTAKES, rules: chinese::RULES },
    header: MapHeader::Counts,
    sorts: &[Sort { en: "terrain", zh: "地形" }, Sort { en: "unit", zh: "单位" }],
    answers: Answers::Lines,
    openings: Some(openings::openings),
};
