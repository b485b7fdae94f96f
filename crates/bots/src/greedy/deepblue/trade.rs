//! Cargo ships: from the mines and oilfields to the base.

use super::scene::Scene;
use board::Cell;
use deepblue::{Amounts, Kind, Order, Sighting};

/// Every cargo ship delivers, or goes where it can.
pub(super) fn run(scene: &mut Scene<'_>, orders: &mut Vec<Order>) {
    let Some(base) = scene.base() else { return };
    let mut visited = Vec::new();
    for cargo in scene.own_of(Kind::Cargo) {
        deliver(scene, cargo, base, orders);
        let told = scene.errand(cargo);
        if let Some(goal) = told.or_else(|| goal(scene, cargo, base, &mut visited)) {
            scene.send(cargo, goal, orders);
        }
    }
}

/// Fuel a cargo ship keeps for itself.
const OWN_FUEL: i32 = 120;
/// Fuel above what it keeps that is worth a trip.
const FUEL_LOAD: i32 = 120;
/// Fuel with which it must look for more.
const DRY: i32 = 50;

/// Unloads at the base.
fn deliver(scene: &mut Scene<'_>, cargo: &Sighting, base: &Sighting, orders: &mut Vec<Order>) {
    let spare = (cargo.fuel - OWN_FUEL).max(0);
    let useful = cargo.metal > 0 || (spare > 0 && base.fuel < scene.style().low_stock);
    if scene.distance(cargo, base) <= 1 && useful {
        let amounts = Amounts::these([spare, 0, -1]);
        orders.push(Order::Supply { unit: cargo.index, target: base.index, amounts });
        scene.engage(cargo);
    }
}

/// Where a cargo ship goes: home with what it has, else to the nearest place that has what is
/// wanted.
fn goal(scene: &Scene<'_>, cargo: &Sighting, base: &Sighting, visited: &mut Vec<i32>) -> Option<Cell> {
    let home = scene.distance(cargo, base) <= 1;
    let metal_max = i32::from(scene.figures(Kind::Cargo).metal_max);
    let laden = cargo.metal * 5 >= metal_max * 4;
    let tanked = cargo.fuel - OWN_FUEL >= FUEL_LOAD && base.fuel < scene.style().low_stock;
    if !home && (laden || (tanked && cargo.metal > 0)) {
        return scene.berth(cargo, scene.area(base), 1..=1);
    }
    if !home && tanked && !is_short_of_metal(scene, base) {
        return scene.berth(cargo, scene.area(base), 1..=1);
    }
    let wants_fuel =
        cargo.fuel < DRY || (base.fuel < scene.style().low_stock / 2 && !is_short_of_metal(scene, base));
    let kinds = if wants_fuel { [Kind::Oilfield, Kind::Mine] } else { [Kind::Mine, Kind::Oilfield] };
    kinds.into_iter().find_map(|kind| nearest(scene, cargo, kind, visited))
}

fn is_short_of_metal(scene: &Scene<'_>, base: &Sighting) -> bool {
    base.metal < i32::from(scene.figures(Kind::Carrier).cost)
}

/// The place beside the nearest resource that still has something; ships share the resources among
/// them.
fn nearest(scene: &Scene<'_>, cargo: &Sighting, kind: Kind, visited: &mut Vec<i32>) -> Option<Cell> {
    let resources = scene.view.elements.iter().filter(|element| element.kind == kind);
    let stocked = resources.filter(|resource| scene.memory.store(resource) > 0);
    let places = stocked.filter_map(|resource| {
        let place = scene.berth(cargo, scene.area(resource), 0..=1)?;
        let shared = if visited.contains(&resource.index) { SHARED } else { 0 };
        Some((place.manhattan(cargo.place.cell) + shared, resource.index, place))
    });
    let (_, resource, place) = places.min_by_key(|(way, index, _)| (*way, *index))?;
    visited.push(resource);
    Some(place)
}

/// How much further away a resource seems that another ship goes to.
const SHARED: u32 = 12;
