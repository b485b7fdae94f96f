//! The course of goblins.

mod games;
mod handout;
mod maps;
mod watch;

use crate::exercise::{Answers, Exercise, MapHeader, Relation, Sort};
use crate::generate::Source;
use game::mistakes::Rule;

/// What the course asks for.
pub(super) const EXERCISE: Exercise = Exercise {
    name: "goblins",
    console: &goblins::console::Console,
    points: [6, 7, 7, 5],
    hidden_points: 5,
    beyond_handout: &[
        "first-terrain-counts",
        "plain-unknown",
        "skips-blank-lines",
        "lower-case-map",
        "fire-skips-junk",
        "bare-fire-goes-on",
    ],
    is_within_handout: handout::is_within,
    source: Source { mechanisms: games::mechanisms, candidate: games::candidate },
    chinese: goblins::mistakes::CHINESE,
    relations: RELATIONS,
    header: MapHeader::SizeAndCounts,
    sorts: &[
        Sort { en: "terrain", zh: "地形" },
        Sort { en: "mage", zh: "法师" },
        Sort { en: "goblin", zh: "哥布林" },
    ],
    answers: Answers::Symbols,
    openings: None,
};

/// Which rules may be concerned where another one seems to be.
static RELATIONS: &[Relation] = {
    use goblins::rulebook::*;
    const fn relation(
        rule: &'static Rule,
        if_at_work: &'static [&'static Rule],
        always: &'static [&'static Rule],
    ) -> Relation {
        Relation { rule, if_at_work, always }
    }
    &[
        relation(&STEPS, &[], &[&COMMAND]),
        relation(&FIREBALL, &[], &[&COMMAND, &STEPS]),
        relation(&TORNADO, &[], &[&COMMAND, &STEPS]),
        relation(&COMMAND, &[], &[&STEPS]),
        relation(&PATROL, &[&STRIKE], &[&ORDER]),
        relation(&STRIKE, &[&PATROL, &LANDING, &TARGET, &SIGHT], &[&ORDER]),
        relation(&SIGHT, &[&TARGET, &LANDING, &STRIKE], &[&ORDER]),
        relation(&TARGET, &[&LANDING, &STRIKE], &[&SIGHT, &ORDER]),
        relation(&LANDING, &[&STRIKE], &[&TARGET, &SIGHT, &ORDER]),
        relation(&DRAWING, &[], &[&MAP, &REMOVED]),
        relation(&ORDER, &[], &[&RESULT]),
        relation(&RESULT, &[], &[&ORDER]),
    ]
};
