//! Where everything that fights goes.

use super::scene::Scene;
use board::Cell;
use deepblue::{Kind, Order, Sighting};

/// Sends the fleet on its way, and says what it is after from now on.
pub(super) fn sail(scene: &mut Scene<'_>, aim: Option<i32>, orders: &mut Vec<Order>) -> Option<i32> {
    let fleet: Vec<&Sighting> =
        scene.own().filter(|own| is_warship(own.kind) || own.kind.is_plane()).collect();
    let aim = choose_aim(scene, &fleet, aim);
    for unit in fleet {
        let goal = scene.errand(unit).or_else(|| match unit.kind.is_plane() {
            true => plane_goal(scene, unit, aim),
            false => ship_goal(scene, unit, aim),
        });
        if let Some(goal) = goal {
            scene.send(unit, goal, orders);
        }
    }
    aim.map(|aim| aim.index)
}

const fn is_warship(kind: Kind) -> bool {
    matches!(kind, Kind::Submarine | Kind::Destroyer | Kind::Carrier)
}

/// The fort or base to take next: the one nearest to the fleet's guns.
fn choose_aim<'a>(scene: &Scene<'a>, fleet: &[&Sighting], aim: Option<i32>) -> Option<&'a Sighting> {
    let gunners: Vec<&&Sighting> = fleet.iter().filter(|unit| unit.kind == Kind::Carrier).collect();
    let from = match gunners.is_empty() {
        true => fleet.iter().filter(|unit| is_warship(unit.kind)).collect(),
        false => gunners,
    };
    let style = scene.style();
    let told = scene.targets().find(|target| Some(target.index) == style.aim && target.kind.is_building());
    if told.is_some() {
        return told;
    }
    let warships = fleet.iter().filter(|unit| is_warship(unit.kind)).count();
    let besieges = warships >= style.muster;
    let buildings = scene.targets().filter(|target| target.kind.is_building());
    let buildings = buildings.filter(|target| besieges || target.kind != Kind::Base);
    let judged = buildings.filter_map(|target| {
        let places = from.iter().filter_map(|unit| {
            let range = i32::from(scene.figures(unit.kind).fire_ranges[target.kind.level() as usize]);
            Some(scene.berth(unit, scene.area(target), 1..=range)?.manhattan(unit.place.cell))
        });
        // The sum of the ways: most of the fleet should be near.
        let (count, ways) = places.fold((0, 0), |(count, ways), way| (count + 1, ways + way));
        let handicap = if target.kind == Kind::Base { style.base_handicap } else { 0 };
        let patience = if Some(target.index) == aim { style.patience } else { 0 };
        (count > 0).then(|| ((ways / count + handicap).saturating_sub(patience), target.index, target))
    });
    judged.min_by_key(|(way, index, _)| (*way, *index)).map(|(.., target)| target)
}

fn ship_goal(scene: &Scene<'_>, unit: &Sighting, aim: Option<&Sighting>) -> Option<Cell> {
    let base = scene.base()?;
    let home_waters = scene.style().home_waters;
    if !scene.has_ammo(unit) || is_crippled(scene, unit) {
        return haven(scene, unit);
    }
    let intruders = scene.foes().filter(|foe| scene.distance(foe, base) <= home_waters);
    let near = |foe: &&Sighting| (scene.distance(foe, unit), foe.index);
    if unit.kind != Kind::Carrier
        && scene.distance(unit, base) <= 2 * home_waters
        && let Some(foe) = intruders.filter(|foe| can_hurt(unit, foe)).min_by_key(near)
        && let Some(goal) = within_range(scene, unit, foe)
    {
        return Some(goal);
    }
    if scene.style().stays {
        return scene.berth(unit, scene.area(base), 1..=STATION);
    }
    if unit.kind == Kind::Destroyer
        && let Some(foe) =
            scene.foes().filter(|foe| scene.distance(foe, unit) <= scene.style().chase).min_by_key(near)
        && let Some(goal) = within_range(scene, unit, foe)
    {
        return Some(goal);
    }
    if unit.kind == Kind::Submarine {
        let prey = scene.foes().filter(|foe| can_hurt(unit, foe)).min_by_key(near);
        return prey.or(aim).and_then(|prey| within_range(scene, unit, prey));
    }
    match aim {
        Some(aim) => within_range(scene, unit, aim),
        // Until there are enough of them.
        None if scene.style().muster > 0 => scene.berth(unit, scene.area(base), 1..=STATION),
        None => None,
    }
}

/// How far from the base a fleet that stays at home lies.
const STATION: i32 = 5;

/// Torpedoes hit what swims.
fn can_hurt(unit: &Sighting, foe: &Sighting) -> bool {
    unit.kind != Kind::Submarine || !foe.kind.is_plane()
}

fn is_crippled(scene: &Scene<'_>, unit: &Sighting) -> bool {
    let most = i32::from(scene.figures(unit.kind).health_max);
    let base = scene.base().map_or(i32::MAX, |base| scene.distance(base, unit));
    unit.health * 12 < most * scene.style().crippled && base <= 2 * scene.style().home_waters
}

/// The nearest place from which the unit can fire: carriers stay out of range of what fires back,
/// others go close for effect.
fn within_range(scene: &Scene<'_>, unit: &Sighting, target: &Sighting) -> Option<Cell> {
    let own = i32::from(scene.figures(unit.kind).fire_ranges[target.kind.level() as usize]);
    let theirs = match target.team.plays() {
        true => i32::from(scene.figures(target.kind).fire_ranges[unit.kind.level() as usize]),
        false => 0,
    };
    let area = scene.area(target);
    let safe =
        (unit.kind == Kind::Carrier && own > theirs).then(|| scene.berth(unit, area, theirs + 1..=own));
    let close = if unit.kind == Kind::Carrier { own } else { (own * scene.style().close / 100).max(1) };
    safe.flatten()
        .or_else(|| scene.berth(unit, area, 1..=close))
        .or_else(|| scene.berth(unit, area, 1..=own.max(1)))
}

/// The nearest place where the unit is looked after.
fn haven(scene: &Scene<'_>, unit: &Sighting) -> Option<Cell> {
    let away = if unit.kind.is_plane() { 0..=0 } else { 1..=1 };
    let carers = scene.own().filter(|own| match own.kind {
        Kind::Base | Kind::Fort => true,
        Kind::Carrier => unit.kind.is_plane(),
        _ => false,
    });
    let places = carers.filter_map(|carer| scene.berth(unit, scene.area(carer), away.clone()));
    places.min_by_key(|place| place.manhattan(unit.place.cell))
}

/// Planes fight near what can refuel them, and turn back in time.
fn plane_goal(scene: &Scene<'_>, plane: &Sighting, aim: Option<&Sighting>) -> Option<Cell> {
    let haven = haven(scene, plane)?;
    let back = haven.manhattan(plane.place.cell) as i32;
    let speed = i32::from(scene.figures(plane.kind).speed);
    if plane.fuel <= back + 2 * speed || !scene.has_ammo(plane) {
        return Some(haven);
    }
    let foe = scene.foes().min_by_key(|foe| (scene.distance(foe, plane), foe.index));
    let target = foe.filter(|foe| scene.distance(foe, plane) <= 2 * speed).or(aim)?;
    let goal = scene.berth(plane, scene.area(target), 0..=2)?;
    // What lies beyond the way back is for ships.
    let there = goal.manhattan(plane.place.cell) as i32;
    let returns = goal.manhattan(haven) as i32;
    if plane.fuel > there + returns + speed { Some(goal) } else { Some(haven) }
}
