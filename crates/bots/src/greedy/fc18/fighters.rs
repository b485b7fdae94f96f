//! What fighters do: attack what is worth it, or go where something will be.

use super::ways::{self, Field};
use board::Cell;
use fc18::{Corps, Fate, Forecast, Order, State, Target, Tower};
use game::{Game, Seat, Silent};

/// The orders for a fighter: steps, then perhaps an attack.
pub(super) fn orders<const SIDE: usize>(state: &State<SIDE>, seat: Seat, corps: &Corps) -> Vec<Order> {
    best_attack(state, seat, corps).unwrap_or_else(|| advance(state, seat, corps))
}

/// The best attack that can be made this turn from any cell in reach, if one is worth making.
fn best_attack<const SIDE: usize>(state: &State<SIDE>, seat: Seat, corps: &Corps) -> Option<Vec<Order>> {
    let reach = state.reach(corps.id)?;
    let mut best: Option<(i32, Vec<Order>)> = None;
    for (from, left) in ways::landings(state, corps, &reach) {
        if left == 0 || ways::targets(state, corps, from).next().is_none() {
            continue;
        }
        let mut orders = ways::steps(state, corps, &reach, from);
        let Some(there) = after(state, seat, &orders) else { continue };
        let Some((worth, attack)) = best_from(&there, seat, corps, from) else { continue };
        if best.as_ref().is_none_or(|(best, _)| worth > *best) {
            orders.push(attack);
            best = Some((worth, orders));
        }
    }
    best.filter(|(worth, _)| *worth > 0).map(|(_, orders)| orders)
}

/// The state after some orders; none if one is refused.
fn after<const SIDE: usize>(state: &State<SIDE>, seat: Seat, orders: &[Order]) -> Option<State<SIDE>> {
    let mut there = state.clone();
    for order in orders {
        there.submit(seat, *order, &mut Silent).ok()?;
    }
    Some(there)
}

fn best_from<const SIDE: usize>(
    there: &State<SIDE>,
    seat: Seat,
    corps: &Corps,
    from: Cell,
) -> Option<(i32, Order)> {
    let judged = ways::targets(there, corps, from).filter_map(|order| {
        let forecast = there.forecast(seat, order).ok()??;
        let ground = there.ground(from).bonus();
        Some((worth(there, corps, &forecast) + ground, order))
    });
    judged.max_by_key(|(worth, _)| *worth)
}

/// What a fighter of ours is worth; what others have is measured with it.
const FIGHTER: i32 = 600;

/// What an attack gains, less what it costs.
fn worth<const SIDE: usize>(state: &State<SIDE>, corps: &Corps, forecast: &Forecast) -> i32 {
    let price = match forecast.attacker_falls {
        true => FIGHTER,
        false => FIGHTER * forecast.suffered / i32::from(corps.hp.max(1)) / 2,
    };
    let prize = if forecast.taken.is_some() { FIGHTER / 2 } else { 0 };
    let gain = match forecast.target {
        Target::Tower(id) => state.find_tower(id).map_or(0, |tower| tower_gain(tower, forecast)),
        Target::Corps(id) => state.find_corps(id).map_or(0, |foe| corps_gain(foe, forecast)),
    };
    gain + prize - price
}

/// A share of the tower's worth for a share of its hit points, all of it and more for its fall.
fn tower_gain(tower: &Tower, forecast: &Forecast) -> i32 {
    let whole = FIGHTER + FIGHTER / 3 * i32::from(tower.level);
    match forecast.fate {
        Some(Fate::Captured) => 3 * whole,
        Some(Fate::Destroyed) => 2 * whole,
        Some(Fate::Kept) => whole,
        None => whole * forecast.inflicted / i32::from(tower.hp.max(1)),
    }
}

fn corps_gain(foe: &Corps, forecast: &Forecast) -> i32 {
    match forecast.target_falls {
        true => 2 * FIGHTER,
        false => FIGHTER * forecast.inflicted / i32::from(foe.hp.max(1)),
    }
}

/// The steps towards the nearest thing to fight, or home for the wounded.
fn advance<const SIDE: usize>(state: &State<SIDE>, seat: Seat, corps: &Corps) -> Vec<Order> {
    let wounded = corps.hp < corps.kind.max_hp() / 3;
    let field = match wounded {
        true => Field::new(state, corps, homes(state, seat)),
        false => Field::new(state, corps, prey(state, seat)),
    };
    ways::approach(state, corps, &field)
}

fn homes<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> impl Iterator<Item = (Cell, u16)> {
    state.towers().iter().filter(move |tower| tower.owner == seat).map(|tower| (tower.at, 0))
}

/// What fighters go for: intruders first, then engineers, weak towers, anybody.
fn prey<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> impl Iterator<Item = (Cell, u16)> {
    let towers = state.towers().iter().filter(move |tower| tower.owner != seat);
    let towers = towers.map(|tower| (tower.at, (state.tower_strength(tower) - 20).max(0) as u16));
    let in_the_open = |corps: &&Corps| state.tower_at(corps.at).is_none();
    let foes = state.corps().filter(move |corps| corps.owner != seat).filter(in_the_open);
    let foes = foes.map(move |corps| {
        let intrudes = homes(state, seat).any(|(home, _)| home.chebyshev(corps.at) <= 3);
        let handicap = if intrudes {
            0
        } else if corps.kind.is_fighter() {
            10
        } else {
            4
        };
        (corps.at, handicap)
    });
    towers.chain(foes)
}
