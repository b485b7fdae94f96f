//! What each side has its points from.

use crate::Fact;
use crate::kinds::{CAPTURE_SCORE, COLLECT_LEAST, COLLECT_SCORE};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use face::film::Measure;
use game::Words;

/// The points of both sides so far, less those for forts held: what is told of a round leaves only
/// these out.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    damage: [i64; 2],
    captures: [i64; 2],
    collected: [i64; 2],
}

/// In the order of [`Ledger::by_source`].
pub(super) fn sources() -> Vec<Measure> {
    vec![
        Measure::new(Words("damage", "伤害"), Words("1 point for each point of damage", "每点伤害 1 分")),
        Measure::new(Words("forts taken", "占领据点"), Words("100 points each", "每个 100 分")),
        Measure::new(
            Words("forts held", "持有据点"),
            Words("10 points a fort and round", "每个据点每轮 10 分"),
        ),
        Measure::new(
            Words("resources", "采集资源"),
            Words("10 points for each collection of 10 or more", "每次采集 10 以上得 10 分"),
        ),
    ]
}

impl Ledger {
    /// Enters a fact. `owners` is whose everything is at this moment of the round; forts change
    /// hands in it.
    pub(super) fn enter(&mut self, fact: &Fact, owners: &mut BTreeMap<i32, usize>) {
        match fact {
            Fact::AttackUnit { attacker: Some(attacker), damage: Some(damage), .. } => {
                add(&mut self.damage, owners.get(attacker), (*damage).into());
            }
            Fact::Capture { fort, team } => {
                owners.insert(*fort, *team as usize);
                add(&mut self.captures, Some(&(*team as usize)), CAPTURE_SCORE);
            }
            Fact::Collect { cargo, fuel, metal, .. }
                if fuel.saturating_add(*metal) >= i32::from(COLLECT_LEAST) =>
            {
                add(&mut self.collected, owners.get(cargo), COLLECT_SCORE);
            }
            _ => {}
        }
    }

    /// What both sides have from each source. No fact tells of the pay for forts: it is the rest.
    pub(super) fn by_source(&self, scores: [i64; 2]) -> Vec<Vec<i64>> {
        // Old files may hold any numbers.
        let rest = |side: usize| {
            let told = [self.damage[side], self.captures[side], self.collected[side]];
            told.into_iter().fold(scores[side], i64::saturating_sub)
        };
        vec![self.damage.to_vec(), self.captures.to_vec(), vec![rest(0), rest(1)], self.collected.to_vec()]
    }
}

fn add(points: &mut [i64; 2], side: Option<&usize>, more: i64) {
    if let Some(sum) = side.and_then(|side| points.get_mut(*side)) {
        *sum = sum.saturating_add(more);
    }
}
