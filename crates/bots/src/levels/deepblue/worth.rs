//! What a state is worth to a seat, before the game is over, by the tables of its rules.

use deepblue::calculators::forecast;
use deepblue::kinds::FORT_SCORE;
use deepblue::{Area, Body, Chart, Kind, Order, Sighting, State, Team, View, Winner};
use game::Seat;

/// The unit of worth: a point of the score.
pub(super) const POINT: i64 = 10;
/// More than everything else: to have won.
const WON: i64 = 1_000_000;

/// How far the seat is ahead.
///
/// When rounds are left, what will make points counts beside the points.
pub(super) fn worth(state: &State, seat: Seat) -> i64 {
    let team = Team::of(seat);
    let [own, other] = [team, team.other()].map(|team| standing(state, team));
    let decided = match state.result() {
        None | Some(Winner::Tie) => 0,
        // Sooner is safer.
        Some(Winner::Team(winner)) => {
            let early = i64::from(state.chart().max_round.saturating_sub(round_of(state)));
            if winner == team { WON + early * POINT } else { -WON - early * POINT }
        }
    };
    decided + own - other
}

/// Points by which the seat is ahead.
pub(super) fn lead(state: &State, seat: Seat) -> i64 {
    let [first, second] = state.scores();
    if Team::of(seat) == Team::First { first - second } else { second - first }
}

fn round_of(state: &State) -> u32 {
    game::Game::turn(state)
}

/// A team's points, and what it has to make more of them.
fn standing(state: &State, team: Team) -> i64 {
    let chart = state.chart();
    let left = i64::from(chart.max_round.saturating_sub(round_of(state)));
    let own = state.elements().filter(|(_, body)| body.team == team);
    let means: i64 = own.map(|(_, body)| asset(chart, body, left)).sum();
    let made: i64 =
        state.production(team).iter().map(|(kind, _)| i64::from(chart.rules.of(*kind).cost)).sum();
    POINT * state.scores()[team as usize] + means + made * METAL * left.min(COUNTS) / COUNTS
}

/// What a piece of metal is worth, and the rounds before the end from which on it is worth less.
const METAL: i64 = 15;
const COUNTS: i64 = 30;
/// Rounds for which a fort is hoped to be held.
const HELD: i64 = 25;

/// What an element of a team's own is worth with so many rounds to go.
fn asset(chart: &Chart, body: &Body, left: i64) -> i64 {
    let figures = chart.rules.of(body.kind);
    let most = i64::from(figures.health_max.max(1));
    let health = i64::from(body.health);
    let fading = left.min(COUNTS);
    let metal = i64::from(body.metal) * METAL * fading / COUNTS / 2;
    match body.kind {
        // The nearer its fall, the more every further point counts: it is the game.
        Kind::Base => {
            let hurt = most - health;
            metal + i64::from(body.fuel) / 10 - POINT * hurt / 2 - 3 * POINT * hurt * hurt / most
        }
        Kind::Fort => POINT * FORT_SCORE * left.min(HELD),
        kind if kind.is_unit() => {
            let supplied = 60
                + 20 * share(body.fuel, figures.fuel_max) / 100
                + 20 * share(body.ammo, figures.ammo_max) / 100;
            metal
                + i64::from(figures.cost) * METAL * (most + health) / (2 * most) * fading / COUNTS * supplied
                    / 100
        }
        _ => 0,
    }
}

fn share(has: i16, most: i16) -> i64 {
    if most > 0 { i64::from(has) * 100 / i64::from(most) } else { 100 }
}

/// The other side's units that these orders destroy, unless they are missed.
pub(super) fn doomed(chart: &Chart, view: &View, orders: &[Order]) -> Vec<i32> {
    let find = |index: i32| view.elements.iter().find(|seen| seen.index == index);
    let area = |seen: &Sighting| Area::of(seen.kind, seen.corner(&chart.rules));
    let mut dealt: Vec<(i32, i32)> = Vec::new();
    for order in orders {
        let Order::AttackUnit { unit, target } = order else { continue };
        let (Some(unit), Some(foe)) = (find(*unit), find(*target)) else { continue };
        let shot = forecast(&chart.rules, unit.kind, foe.kind, area(unit).distance(area(foe)));
        match dealt.iter_mut().find(|(index, _)| index == target) {
            Some((_, damage)) => *damage += shot.damage(),
            None => dealt.push((*target, shot.damage())),
        }
    }
    let is_gone = |(index, damage): &(i32, i32)| {
        find(*index).is_some_and(|foe| foe.kind.is_unit() && *damage >= foe.health)
    };
    dealt.iter().filter(|fate| is_gone(fate)).map(|(index, _)| *index).collect()
}
