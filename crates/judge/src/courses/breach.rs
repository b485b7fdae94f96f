//! The course of breach.

mod games;
mod handout;
mod openings;
mod watch;

use crate::exercise::{Answers, Exercise, MapHeader, Relation, Sort};
use crate::generate::Source;
use game::mistakes::Rule;

/// What the course asks for.
pub(super) const EXERCISE: Exercise = Exercise {
    name: "breach",
    console: &breach::console::Console,
    points: [5, 6, 6, 8],
    hidden_points: 5,
    beyond_handout: &["outside-asks-again", "flattens-under-unit"],
    is_within_handout: handout::is_within,
    source: Source { mechanisms: games::mechanisms, candidate: games::candidate },
    chinese: breach::mistakes::CHINESE,
    relations: RELATIONS,
    header: MapHeader::Counts,
    sorts: &[Sort { en: "terrain", zh: "地形" }, Sort { en: "unit", zh: "单位" }],
    answers: Answers::Lines,
    openings: Some(openings::openings),
};

/// Which rules may be concerned where another one seems to be.
static RELATIONS: &[Relation] = {
    use breach::rulebook::*;
    const fn relation(
        rule: &'static Rule,
        if_at_work: &'static [&'static Rule],
        always: &'static [&'static Rule],
    ) -> Relation {
        Relation { rule, if_at_work, always }
    }
    &[
        relation(&PUSH, &[&BLAST], &[&DROWN, &THICKET]),
        relation(&EDGE, &[&BLAST], &[&PUSH]),
        relation(&BUMP, &[&BLAST], &[&PUSH]),
        relation(&CRUMBLE, &[&BLAST], &[&PUSH]),
        relation(&DROWN, &[&BLAST], &[&PUSH, &DAMAGE]),
        relation(&THICKET, &[&BLAST], &[&PUSH]),
        relation(&LINE, &[], &[&FLATTEN]),
        relation(&MELEE, &[], &[&FLATTEN]),
        relation(&DAMAGE, &[&BUMP, &CRUMBLE, &DROWN, &PUSH, &BLAST], &[&UNITS]),
        relation(&ENEMY_MOVE, &[], &[&REACH, &ENEMY_ORDER]),
        relation(&ENEMY_ATTACK, &[], &[&UNITS, &ENEMY_ORDER]),
        relation(&BOARD, &[], &[&MAP, &UNITS]),
        relation(&TURN, &[], &[&TIRING]),
        relation(&PICK, &[], &[&TIRING]),
        relation(&ACTIONS, &[], &[&TIRING, &PICK]),
        relation(&RESULT, &[], &[&TURN]),
    ]
};
