//! The greedy bot for *breach*.

use super::ahead::{Ahead, Judge};
use board::Cell;
use breach::State;
use breach::kinds::Side;

/// Searches the turn for the orders after which the enemy's answer leaves it best off.
pub type Greedy = Ahead<Aim>;

/// Enemies dead, units alive, and contact: who waits is not attacked, but does not win either.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aim;

/// A unit of ours, one of theirs, and a point of HP of either.
const OWN: i64 = 1_000;
const ENEMY: i64 = 800;
const HP: i64 = 100;
/// A cell of the way from a unit of ours to the nearest enemy.
const AWAY: i64 = 3;

impl Judge<State> for Aim {
    fn worth(&self, state: &State) -> i64 {
        let units = |side: Side| state.side(side).cells();
        let hp = |side: Side| units(side).filter_map(|cell| state.hp(cell)).map(i64::from).sum::<i64>();
        let count = |side: Side| i64::from(state.side(side).count());
        let away = |cell: Cell| units(Side::Enemy).map(|enemy| i64::from(cell.manhattan(enemy))).min();
        let ways: i64 = units(Side::Player).filter_map(away).sum();
        OWN * count(Side::Player) + HP * hp(Side::Player)
            - ENEMY * count(Side::Enemy)
            - HP * hp(Side::Enemy)
            - AWAY * ways
    }
}
