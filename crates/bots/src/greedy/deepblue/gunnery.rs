//! Who fires at what.

use super::scene::Scene;
use deepblue::calculators::forecast;
use deepblue::kinds::CAPTURE_SCORE;
use deepblue::{Kind, Order, Sighting};
use std::collections::BTreeMap;

/// Everything that has something worth firing at in range fires at the best of it.
pub(super) fn fire(scene: &mut Scene<'_>, orders: &mut Vec<Order>) {
    // What is already aimed at each target: nobody is shot twice where once is enough.
    let mut dealt: BTreeMap<i32, i32> = BTreeMap::new();
    for shooter in scene.own() {
        if shooter.kind == Kind::Cargo || scene.is_busy(shooter) || !scene.has_ammo(shooter) {
            continue;
        }
        let shots = scene.targets().filter_map(|target| {
            let damage = damage(scene, shooter, target)?;
            let left = target.health - dealt.get(&target.index).copied().unwrap_or(0);
            (left > 0).then(|| (worth(target, damage, left), damage, target.index))
        });
        if let Some((_, damage, target)) = shots.max_by_key(|(worth, _, index)| (*worth, *index)) {
            orders.push(Order::AttackUnit { unit: shooter.index, target });
            *dealt.entry(target).or_default() += damage;
            scene.engage(shooter);
        }
    }
}

/// What a shot would do from where the shooter is; none if it is out of range or would do nothing.
fn damage(scene: &Scene<'_>, shooter: &Sighting, target: &Sighting) -> Option<i32> {
    let shot = forecast(&scene.chart.rules, shooter.kind, target.kind, scene.distance(shooter, target));
    (shot.distance <= shot.range && shot.damage() > 0).then(|| shot.damage())
}

/// Points of damage, and what it means that the target is gone.
fn worth(target: &Sighting, damage: i32, left: i32) -> i32 {
    let prize = match target.kind {
        Kind::Base => 100_000,
        Kind::Fort => CAPTURE_SCORE as i32,
        _ => 30,
    };
    let fatal = damage >= left;
    // A wound that is near death is worth more than a scratch.
    damage.min(left) * 2 + if fatal { prize } else { prize.min(60) * damage / left.max(1) }
}
