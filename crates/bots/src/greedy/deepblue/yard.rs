//! What the base builds, and whom bases, forts and carriers look after.

use super::scene::Scene;
use super::style::{Mix, Style};
use deepblue::{Amounts, Area, Kind, Order, Sighting};

/// Production, repairs and supplies.
pub(super) fn work(scene: &mut Scene<'_>, orders: &mut Vec<Order>) {
    if let Some(base) = scene.base() {
        produce(scene, base, orders);
        repair(scene, base, orders);
    }
    let givers = scene.own().filter(|own| matches!(own.kind, Kind::Base | Kind::Fort | Kind::Carrier));
    for giver in givers {
        supply(scene, giver, orders);
    }
}

/// The base repairs itself, if it may and wants to.
pub(super) fn mend(scene: &mut Scene<'_>, orders: &mut Vec<Order>) {
    if let Some(base) = scene.base()
        && metal_for_mending(scene, base) > 0
    {
        orders.push(Order::Fix { unit: base.index, target: base.index });
        scene.engage(base);
    }
}

/// The metal that repairing the base takes; none if it is not to be repaired.
fn metal_for_mending(scene: &Scene<'_>, base: &Sighting) -> i32 {
    let missing = i32::from(scene.figures(Kind::Base).health_max) - base.health;
    let wanted = scene.style().mends > 0 && missing >= scene.style().mends;
    match wanted && scene.chart.rules.bases_can_be_fixed {
        true => (missing / HEALTH_A_METAL).min(base.metal),
        false => 0,
    }
}

/// What a piece of metal repairs.
const HEALTH_A_METAL: i32 = 5;

/// Builds what the fleet lacks most, as far as the metal goes.
fn produce(scene: &Scene<'_>, base: &Sighting, orders: &mut Vec<Order>) {
    let economy = scene.view.economies.get(scene.team as usize).and_then(Option::as_ref);
    let in_the_making: Vec<Kind> =
        economy.into_iter().flat_map(|economy| economy.production.iter().map(|(kind, _)| *kind)).collect();
    let mut counts = Kind::ALL.map(|kind| {
        let built = scene.own_of(kind).count();
        built + in_the_making.iter().filter(|other| **other == kind).count()
    });
    let population = |kind: Kind| i32::from(scene.figures(kind).population);
    let mut room = scene.chart.max_population
        - economy.map_or(0, |economy| economy.population)
        - in_the_making.iter().map(|kind| population(*kind)).sum::<i32>();
    let mut metal = base.metal - metal_for_mending(scene, base);
    let launches = launches_ships(scene, base);
    loop {
        let kind = next_kind(scene.style(), &counts, launches);
        let figures = scene.figures(kind);
        if i32::from(figures.cost) > metal || population(kind) > room {
            return;
        }
        orders.push(Order::Produce { kind: kind as i32 });
        metal -= i32::from(figures.cost);
        room -= population(kind);
        counts[kind as usize] += 1;
    }
}

/// The first kind of the opening that is short; beyond it what the style wants most. Without a
/// coast, planes.
fn next_kind(style: &Style, counts: &[usize; 10], launches: bool) -> Kind {
    if !launches {
        return Kind::Fighter;
    }
    let count = |kind: Kind| counts[kind as usize];
    let short = style.opening.iter().find(|(kind, wanted)| count(*kind) < *wanted);
    match (short, style.late) {
        (Some((kind, _)), _) => *kind,
        (None, Some(mix)) => scarcest(mix, counts),
        (None, None) if count(Kind::Carrier) <= count(Kind::Destroyer) + 1 => Kind::Carrier,
        (None, None) => Kind::Destroyer,
    }
}

/// The kind of which there is least for its weight.
fn scarcest(mix: Mix, counts: &[usize; 10]) -> Kind {
    let weighted = Kind::UNITS.into_iter().zip(mix).filter(|(_, weight)| *weight > 0);
    let scarcest =
        weighted.min_by_key(|(kind, weight)| counts[*kind as usize] * 1_000 / usize::from(*weight));
    scarcest.map_or(Kind::Destroyer, |(kind, _)| kind)
}

/// Whether ships built here would be in the water.
fn launches_ships(scene: &Scene<'_>, base: &Sighting) -> bool {
    let area = scene.area(base);
    let around = scene.chart.size.around(area.from, area.to.row - area.from.row + 1);
    around.into_iter().any(|cell| Area::cell(cell).distance(area) == 1 && scene.chart.seas.is_ocean(cell))
}

/// The base repairs who is worst hit.
fn repair(scene: &mut Scene<'_>, base: &Sighting, orders: &mut Vec<Order>) {
    if scene.is_busy(base) || base.metal < LEAST_METAL {
        return;
    }
    let missing = |own: &Sighting| i32::from(scene.figures(own.kind).health_max) - own.health;
    let near = scene.own().filter(|own| own.kind != Kind::Base && can_hand_over(scene, base, own));
    let worst = near.filter(|own| missing(own) >= WORTH_FIXING).max_by_key(|own| (missing(own), own.index));
    if let Some(target) = worst {
        orders.push(Order::Fix { unit: base.index, target: target.index });
        scene.engage(base);
    }
}

/// Metal and damage below which repairs wait.
const LEAST_METAL: i32 = 4;
const WORTH_FIXING: i32 = 15;

/// Fills up the unit beside it that needs it most.
fn supply(scene: &mut Scene<'_>, giver: &Sighting, orders: &mut Vec<Order>) {
    if scene.is_busy(giver) {
        return;
    }
    let near = scene
        .own()
        .filter(|own| own.kind.is_unit() && own.index != giver.index && can_hand_over(scene, giver, own));
    let neediest =
        near.map(|own| (need(scene, giver, own), own)).max_by_key(|(need, own)| (*need, own.index));
    let Some((_, target)) = neediest.filter(|(need, _)| *need >= WORTH_SUPPLYING) else { return };
    orders.push(Order::Supply { unit: giver.index, target: target.index, amounts: Amounts::default() });
    scene.engage(giver);
}

/// Percents of a tank or a magazine that are worth an action.
const WORTH_SUPPLYING: i32 = 30;

/// How empty tank and magazine are, in percent, as far as the giver can help.
fn need(scene: &Scene<'_>, giver: &Sighting, own: &Sighting) -> i32 {
    let figures = scene.figures(own.kind);
    let percent = |has: i32, most: i16, there: i32| match most {
        1.. if there != 0 => (i32::from(most) - has) * 100 / i32::from(most),
        _ => 0,
    };
    // A cargo ship makes its own fuel, and carries ammunition for others only.
    let fuel = if own.kind == Kind::Cargo && own.fuel > CARGO_FUEL { 0 } else { giver.fuel };
    let ammo = if own.kind == Kind::Cargo { 0 } else { giver.ammo };
    percent(own.fuel, figures.fuel_max, fuel).max(percent(own.ammo, figures.ammo_max, ammo))
}

/// Fuel with which a cargo ship gets to an oilfield.
const CARGO_FUEL: i32 = 60;

/// Whether stores can pass between the two.
fn can_hand_over(scene: &Scene<'_>, giver: &Sighting, own: &Sighting) -> bool {
    let most = if own.kind.is_plane() { 0 } else { 1 };
    scene.distance(giver, own) <= most
}
