//! Builds destroyers; whatever has a gun fires at all that is in reach; what can move goes for the enemy's base.

use sandtable_bot::deepblue::{self, Kind, Order, Sighting, Table, View};
use std::process::ExitCode;

fn turn(view: &View, table: &mut Table) -> Vec<Order> {
    let of = |team: i32| view.elements.iter().filter(move |element| element.team == team);
    let foes: Vec<&Sighting> = of(1 - table.seat).collect();
    let base = foes.iter().find(|foe| foe.kind == Kind::Base);
    let mut orders = vec![Order::Produce { kind: Kind::Destroyer }];
    for unit in of(table.seat).map(|own| own.index) {
        let seen = foes.iter().filter(|foe| foe.visible);
        orders.extend(seen.map(|foe| Order::AttackUnit { unit, target: foe.index }));
        orders.extend(base.map(|base| Order::change_dest(unit, base.place.row, base.place.col)));
    }
    orders
}

fn main() -> ExitCode {
    deepblue::play(turn)
}
