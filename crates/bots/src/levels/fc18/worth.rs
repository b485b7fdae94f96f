//! What a state is worth to a player, before the game is over.

use fc18::kinds::{Class, ROUNDS, production};
use fc18::{CorpsKind, Score, State};
use game::{Game, Seat};

/// The unit of worth: a point of the score.
const POINT: i64 = 100;
/// Less than everything else: to be out.
const OUT: i64 = -1_000_000;

/// How far the player is ahead: of the best of the others most of all, and of all of them.
///
/// When rounds are left, what will make points counts beside the points.
pub(super) fn worth<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> i64 {
    if !state.is_alive(seat) {
        return OUT + POINT * i64::from(state.score(seat));
    }
    let others = (0..state.seats()).map(Seat).filter(|other| *other != seat);
    let rivals: Vec<i64> =
        others.filter(|other| state.is_alive(*other)).map(|other| standing(state, other)).collect();
    let best = rivals.iter().copied().max().unwrap_or(0);
    let all: i64 = rivals.iter().sum();
    4 * standing(state, seat) - 3 * best - all / 3
}

/// Points by which the player is ahead of the best of the others.
pub(super) fn lead<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> i64 {
    let others = (0..state.seats()).map(Seat).filter(|other| *other != seat);
    let best = others.map(|other| state.score(other)).max().unwrap_or(0);
    i64::from(state.score(seat) - best)
}

/// A player's points, and what it has to make more of them.
fn standing<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> i64 {
    let left = i64::from(ROUNDS.saturating_sub(state.round()));
    let points = POINT * i64::from(state.score(seat));
    let works: i64 = state
        .towers()
        .iter()
        .filter(|tower| tower.owner == seat)
        .map(|tower| i64::from(production(tower.level)))
        .sum();
    points
        + works * left.min(WORK_COUNTS) * WORK / WORK_COUNTS
        + army(state, seat) * left.min(ARMY_COUNTS) / ARMY_COUNTS
}

/// What a turn's work at the start is worth, and the rounds before the end from which on it is
/// worth less.
const WORK: i64 = 200;
const WORK_COUNTS: i64 = 60;
/// The rounds before the end from which on an army is worth less than it cost.
const ARMY_COUNTS: i64 = 20;

/// What the fighters cost, as far as they are unhurt; with room for more of everything where land
/// counts.
fn army<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> i64 {
    let fighters = state.corps_of(seat).filter(|corps| corps.kind.is_fighter());
    let cost = |kind: CorpsKind| match kind {
        CorpsKind::Mage => 100,
        CorpsKind::Archer => 60,
        _ => 40,
    };
    let worth: i64 = fighters
        .map(|corps| cost(corps.kind) * i64::from(corps.hp) * 10 / i64::from(corps.kind.max_hp()))
        .sum();
    match state.rules().score {
        Score::Points => worth,
        // There a corps is no point by itself.
        Score::Cells => worth / 4 + i64::from(state.corps_count(seat, Class::Engineer)) * POINT / 4,
    }
}
