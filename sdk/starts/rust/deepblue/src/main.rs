//! {{NAME}}: cargo ships bring metal; carriers take the forts and then shell the enemy's base from out of its range.

use sandtable_bot::deepblue::{self, Briefing, Kind, KindFigures, Order, Sighting, Table, View};
use std::process::ExitCode;

/// What we want to have, the first first: try another fleet.
const FLEET: [Kind; 8] = [
    Kind::Carrier,
    Kind::Cargo,
    Kind::Carrier,
    Kind::Carrier,
    Kind::Cargo,
    Kind::Carrier,
    Kind::Carrier,
    Kind::Carrier,
];

/// Called each round: looks at what our side sees and returns orders, which wait until both sides are done.
fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let rules = &table.briefing;
    let own = of(view, |element| element.team == table.seat);
    let foes = of(view, |element| element.team == 1 - table.seat);
    let forts = of(view, |element| element.kind == Kind::Fort && element.team != table.seat);
    let mines = of(view, |element| element.kind == Kind::Mine && (element.metal != 0 || !element.visible));
    let carriers = of(view, |element| element.team == table.seat && element.kind == Kind::Carrier);
    let havens =
        of(view, |element| element.team == table.seat && matches!(element.kind, Kind::Base | Kind::Fort));
    let base = own.iter().find(|element| element.kind == Kind::Base).expect("we have a base");
    let enemy_base = foes.iter().find(|foe| foe.kind == Kind::Base).expect("the enemy has a base");
    let mut orders: Vec<Order> =
        missing(view, table.seat, &own).into_iter().map(|kind| Order::Produce { kind }).collect();

    // Cargo ships collect from a mine they are beside without being told; handing over has to be ordered.
    for cargo in own.iter().filter(|element| element.kind == Kind::Cargo) {
        let mine = nearest(cargo, &mines).filter(|_| cargo.metal < 40);
        orders.push(go(cargo, mine.unwrap_or(base)));
        orders.push(Order::Supply {
            unit: cargo.index,
            target: base.index,
            ammo: None,
            fuel: None,
            metal: Some(-1),
        });
    }

    // Everything that has a gun fires at what is in reach, the weakest first. Who has no target may have time to help.
    for gun in havens.iter().chain(&carriers) {
        let targets = foes.iter().chain(&forts).filter(|target| reaches(gun, target, rules));
        let weakest = targets.min_by_key(|target| target.health).filter(|_| gun.ammo != 0);
        let needy = carriers.iter().find(|ship| ship.ammo < 20 && distance(gun, ship, rules) == 1);
        if let Some(target) = weakest {
            orders.push(Order::AttackUnit { unit: gun.index, target: target.index });
        } else if let Some(ship) = needy.filter(|_| gun.kind != Kind::Carrier) {
            orders.push(Order::supply(gun.index, ship.index));
        }
    }

    // Carriers without ammunition go home; the others go for the forts, then for the base, and stay where they reach it.
    for ship in &carriers {
        let goal = if ship.ammo == 0 {
            nearest(ship, &havens).unwrap_or(base)
        } else {
            nearest(ship, &forts).unwrap_or(enemy_base)
        };
        let in_reach = ship.ammo != 0 && reaches(ship, goal, rules);
        orders.push(go(ship, if in_reach { ship } else { goal }));
    }
    orders
}

/// The elements of a kind.
fn of(view: &View, kind: impl Fn(&Sighting) -> bool) -> Vec<&Sighting> {
    view.elements.iter().filter(|element| kind(element)).collect()
}

/// What of the fleet is neither there nor in the making.
fn missing(view: &View, seat: i32, own: &[&Sighting]) -> Vec<Kind> {
    let production = view.economies[seat as usize].iter().flat_map(|economy| &economy.production);
    let mut have: Vec<Kind> =
        own.iter().map(|element| element.kind).chain(production.map(|entry| entry.kind)).collect();
    let mut wanted = FLEET.to_vec();
    wanted.retain(|kind| match have.iter().position(|there| there == kind) {
        Some(place) => {
            have.remove(place);
            false
        }
        None => true,
    });
    wanted
}

/// Sails towards something. If that is on land, the ship stops on the nearest cell of water.
fn go(ship: &Sighting, goal: &Sighting) -> Order {
    Order::change_dest(ship.index, goal.place.row, goal.place.col)
}

fn nearest<'a>(ship: &Sighting, goals: &[&'a Sighting]) -> Option<&'a Sighting> {
    let way = |goal: &&Sighting| {
        (goal.place.row - ship.place.row).abs() + (goal.place.col - ship.place.col).abs()
    };
    goals.iter().copied().min_by_key(way)
}

/// Whether a target that is in sight, or known to be there, is in range.
fn reaches(gun: &Sighting, target: &Sighting, rules: &Briefing) -> bool {
    let reach = figures(gun, rules).fire_ranges[target.place.level as usize];
    distance(gun, target, rules) <= reach && (target.visible || target.kind == Kind::Base)
}

/// Rows plus columns between the nearest cells: a base covers three by three, and its place is the upper left of them.
fn distance(one: &Sighting, other: &Sighting, rules: &Briefing) -> i32 {
    let (size, other_size) = (figures(one, rules).size, figures(other, rules).size);
    let gap =
        |at: i32, other_at: i32| 0.max(other_at - (at + size - 1)).max(at - (other_at + other_size - 1));
    gap(one.place.row, other.place.row) + gap(one.place.col, other.place.col)
}

/// The rules' figures of an element's kind.
fn figures<'a>(element: &Sighting, rules: &'a Briefing) -> &'a KindFigures {
    let kinds = &rules.kinds;
    match element.kind {
        Kind::Base | Kind::Other => &kinds.base,
        Kind::Fort => &kinds.fort,
        Kind::Mine => &kinds.mine,
        Kind::Oilfield => &kinds.oilfield,
        Kind::Submarine => &kinds.submarine,
        Kind::Destroyer => &kinds.destroyer,
        Kind::Carrier => &kinds.carrier,
        Kind::Cargo => &kinds.cargo,
        Kind::Fighter => &kinds.fighter,
        Kind::Scout => &kinds.scout,
    }
}

fn main() -> ExitCode {
    deepblue::play(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A real start and a real first turn, as the bot gets them on the first map.
    const SAMPLE: &str = include_str!("../sample.jsonl");

    #[test]
    fn a_fleet_is_begun() {
        let orders = deepblue::rehearse(turn, SAMPLE).unwrap();
        let built = orders.iter().filter_map(|order| match order {
            Order::Produce { kind } => Some(*kind),
            _ => None,
        });
        assert_eq!(built.collect::<Vec<_>>(), FLEET);
    }

    #[test]
    fn nothing_else_can_be_ordered_yet() {
        let orders = deepblue::rehearse(turn, SAMPLE).unwrap();
        assert!(orders.iter().all(|order| matches!(order, Order::Produce { .. })), "{orders:?}");
    }
}
