//! The greedy bot for *goblins*.

use super::ahead::{Ahead, Judge};
use board::Cell;
use goblins::State;

/// Searches the turn for the orders after which the goblins' answer leaves it best off.
pub type Greedy = Ahead<Aim>;

/// Goblins dead, mages alive, and goblins near: fireballs fly far, but mages walk slowly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aim;

const MAGE: i64 = 1_500;
const GOBLIN: i64 = 1_000;
/// A square of the way from a mage to the row or column of the nearest goblin, and of the whole
/// way.
const ASIDE: i64 = 4;
const AWAY: i64 = 1;

impl Judge<State> for Aim {
    fn worth(&self, state: &State) -> i64 {
        let way = |mage: Cell, goblin: Cell| {
            let (rows, cols) = (mage.row.abs_diff(goblin.row), mage.col.abs_diff(goblin.col));
            ASIDE * i64::from(rows.min(cols)) + AWAY * i64::from(rows) + AWAY * i64::from(cols)
        };
        let ways = |mage: Cell| state.goblins().cells().map(|goblin| way(mage, goblin)).min();
        let ways: i64 = state.mages().cells().filter_map(ways).sum();
        MAGE * state.mages().cells().count() as i64 - GOBLIN * state.goblins().cells().count() as i64 - ways
    }
}
