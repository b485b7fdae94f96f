//! Mistakes in a strike.

use super::MistakeKind;
use crate::event::Event;
use crate::state::{Squares, StateOf};
use alloc::vec::Vec;
use board::Cell;
use game::Log;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The squares from which a goblin can strike, if there may be a mistake in that.
    pub(crate) fn beside_mages(&self) -> Squares {
        let beside = self.mages().neighbours();
        if self.rules.errs(MistakeKind::StrikeDiagonal) { beside | around(self.mages()) } else { beside }
    }

    /// Strikes although it may not, if that is the mistake.
    pub(crate) fn strike_blindly<L: Log<Event>>(&mut self, at: Cell, log: &mut L) {
        if self.rules.errs(MistakeKind::StrikesBlindly) {
            self.strike(at, None, log);
        }
    }

    /// The squares that a strike reaches if there is a mistake in that.
    pub(crate) fn mistaken_strike(&self, at: Cell, target: Option<Cell>) -> Vec<Cell> {
        let errs = |mistake| self.rules.errs(mistake);
        let near = |cell: &Cell| {
            let spreads = errs(MistakeKind::StrikeDiagonal) || errs(MistakeKind::StrikeSpreads);
            let away = if spreads { at.chebyshev(*cell) } else { at.manhattan(*cell) };
            away == 1 && self.mages().has(*cell)
        };
        let near_goblin = |cell: &Cell| {
            errs(MistakeKind::StrikeKillsGoblins) && at.manhattan(*cell) == 1 && self.goblins().has(*cell)
        };
        let mut struck: Vec<Cell> =
            self.size().cells().filter(|cell| near(cell) || near_goblin(cell)).collect();
        if errs(MistakeKind::StrikesTargetOnly) && target.is_some() {
            struck.retain(|cell| Some(*cell) == target);
        }
        if errs(MistakeKind::StrikeKillsOne) {
            struck.truncate(1);
        }
        struck
    }
}

/// The squares around those of the set, diagonals included.
fn around(set: &Squares) -> Squares {
    let mut rows = Squares::EMPTY;
    for (row, near) in rows.0.iter_mut().enumerate() {
        let above = if row > 0 { set.0[row - 1] } else { 0 };
        let lines = above | set.0[row] | set.0.get(row + 1).copied().unwrap_or(0);
        *near = lines | lines << 1 | lines >> 1;
    }
    rows
}
