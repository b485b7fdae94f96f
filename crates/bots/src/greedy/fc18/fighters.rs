//! What fighters do: attack what is worth it, or go where something will be.

use super::style::{SPITE, Style};
use super::turn::{Tools, Turn};
use super::waves::Cells;
use super::ways::{self, Field, Reach};
use board::Cell;
use fc18::{Corps, Fate, Forecast, Order, State, Target, Tower};
use game::Seat;

/// The orders for a fighter: steps, then perhaps an attack.
pub(super) fn orders<const SIDE: usize>(turn: &mut Turn<'_, SIDE>, corps: &Corps) -> Vec<Order> {
    let reach = turn.tools.lie.reach(turn.state, corps);
    best_attack(turn, corps, &reach).unwrap_or_else(|| advance(turn, corps, &reach))
}

/// The best attack that can be made this turn from any cell in reach, if one is worth making.
fn best_attack<const SIDE: usize>(
    turn: &Turn<'_, SIDE>,
    corps: &Corps,
    reach: &Reach<SIDE>,
) -> Option<Vec<Order>> {
    let state = &*turn.state;
    let range = corps.kind.range();
    let targets = ways::targets(state, &turn.tools.foes, corps, range + u32::from(corps.moves));
    if targets.is_empty() {
        return None;
    }
    let mut judged = vec![[None; BONUSES]; targets.len()];
    let mut best: Option<(i32, Cell, Order)> = None;
    for (from, _) in reach.iter().filter(|(_, left)| *left > 0) {
        let bonus = state.ground(from).bonus();
        let near = (0..targets.len()).filter(|target| targets[*target].1.chebyshev(from) <= range);
        let attack = near
            .filter_map(|target| {
                // Of where the fighter stands only the ground counts.
                let order = targets[target].0;
                let known = &mut judged[target][place_of(bonus)];
                let worth = known.get_or_insert_with(|| {
                    let forecast = state.forecast_from(from, order);
                    forecast.map(|forecast| worth(state, &turn.plan.style, corps, &forecast) + bonus)
                });
                Some(((*worth)?, order))
            })
            .max_by_key(|(worth, _)| *worth);
        let Some((worth, attack)) = attack.filter(|(worth, _)| best.is_none_or(|(best, ..)| *worth > best))
        else {
            continue;
        };
        // No way has more steps than the corps has points.
        let may_be_long = turn.room() <= corps.moves.into();
        if !may_be_long || ways::steps(state, corps, reach, from).len() < turn.room() {
            best = Some((worth, from, attack));
        }
    }
    let (_, from, attack) = best.filter(|(worth, ..)| *worth > 0)?;
    let mut orders = ways::steps(state, corps, reach, from);
    orders.push(attack);
    Some(orders)
}

/// Bonuses of grounds are from -3 to 5.
const BONUSES: usize = 9;

fn place_of(bonus: i32) -> usize {
    (bonus + 3).clamp(0, BONUSES as i32 - 1) as usize
}

/// What a fighter of ours is worth; what others have is measured with it.
const FIGHTER: i32 = 600;

/// What an attack gains, less what it costs.
fn worth<const SIDE: usize>(state: &State<SIDE>, style: &Style, corps: &Corps, forecast: &Forecast) -> i32 {
    let price = match forecast.attacker_falls {
        true => FIGHTER,
        false => FIGHTER * forecast.suffered / i32::from(corps.hp.max(1)) / 2,
    };
    let prize = if forecast.taken.is_some() { FIGHTER / 2 } else { 0 };
    let gain = match forecast.target {
        Target::Tower(id) => {
            state.find_tower(id).map_or(0, |tower| tower_gain(tower, forecast)) * style.siege / 100
        }
        Target::Corps(id) => {
            state.find_corps(id).map_or(0, |foe| corps_gain(foe, forecast)) * style.hunt / 100
        }
    };
    gain + prize - price * style.caution / 100
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

/// The steps towards where it is sent or the nearest thing to fight, or home for the wounded.
fn advance<const SIDE: usize>(turn: &mut Turn<'_, SIDE>, corps: &Corps, reach: &Reach<SIDE>) -> Vec<Order> {
    let (state, plan) = (&*turn.state, turn.plan);
    let Tools { field, lie, .. } = &mut *turn.tools;
    if let Some(goal) = plan.goal_of(corps.id, state.round()) {
        field.begin(state, corps, [(goal, 0)].into_iter());
        return ways::approach(state, corps, (lie, reach), field);
    }
    if u16::from(corps.hp) < u16::from(corps.kind.max_hp()) * plan.style.wounded / 12 {
        field.begin(state, corps, homes(state, turn.seat));
        return ways::approach(state, corps, (lie, reach), field);
    }
    let Tools { prey, foes, lie, .. } = &mut *turn.tools;
    let field = to_prey(state, turn.seat, &plan.style, (prey, foes), corps);
    ways::approach(state, corps, (lie, reach), field)
}

/// The field of what fighters like this one go for.
fn to_prey<'a, const SIDE: usize>(
    state: &State<SIDE>,
    seat: Seat,
    style: &Style,
    (fields, foes): (&'a mut Vec<(u8, Field<SIDE>)>, &[Corps]),
    corps: &Corps,
) -> &'a mut Field<SIDE> {
    let most = state.rules().moves_of(corps.kind);
    let known = fields.iter().position(|(moves, _)| *moves == most);
    let at = known.unwrap_or_else(|| {
        let void = fields.iter().position(|(moves, _)| *moves == 0);
        let at = void.unwrap_or(fields.len());
        if at == fields.len() {
            fields.push((0, Field::default()));
        }
        let (moves, field) = &mut fields[at];
        field.begin(state, corps, prey(state, seat, foes, style));
        *moves = most;
        at
    });
    &mut fields[at].1
}

fn homes<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> impl Iterator<Item = (Cell, u16)> {
    state.towers().iter().filter(move |tower| tower.owner == seat).map(|tower| (tower.at, 0))
}

/// What fighters go for: intruders first, then engineers, weak towers, anybody.
fn prey<'a, const SIDE: usize>(
    state: &'a State<SIDE>,
    seat: Seat,
    foes: &'a [Corps],
    style: &'a Style,
) -> impl Iterator<Item = (Cell, u16)> + 'a {
    let spared = move |owner: Seat| style.victim.is_some_and(|victim| victim != owner);
    let apart = move |owner: Seat| style.leash + if spared(owner) { SPITE } else { 0 };
    let towers = state.towers().iter().filter(move |tower| tower.owner != seat);
    let towers = towers
        .map(move |tower| (tower.at, (state.tower_strength(tower) - 20).max(0) as u16 + apart(tower.owner)));
    let in_the_open = |corps: &&Corps| state.tower_at(corps.at).is_none();
    let foes = foes.iter().filter(in_the_open);
    let mut watched = Cells::<SIDE>::NONE;
    homes(state, seat).for_each(|(home, _)| watched.insert_around(home, style.watch));
    let foes = foes.map(move |corps| {
        let handicap = match (watched.has(corps.at), corps.kind.is_fighter()) {
            (true, _) => 0,
            (false, true) => 10 + apart(corps.owner),
            (false, false) => 4 + apart(corps.owner),
        };
        (corps.at, handicap)
    });
    towers.chain(foes)
}
