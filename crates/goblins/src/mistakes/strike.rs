//! Mistakes in a strike.

use super::MistakeKind;
use crate::event::Event;
use crate::state::{Squares, StateOf};
use alloc::vec::Vec;
use board::{Cell, Direction};
use game::Log;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The squares from which a goblin can strike, if there may be a mistake in that.
    pub(crate) fn beside_mages(&self) -> Squares {
        if self.rules.errs(MistakeKind::StrikeDiagonal) || self.rules.errs(MistakeKind::PatrolSensesDiagonals)
        {
            return self.mages().neighbours() | around(self.mages());
        }
        let sides = |mage: Cell| Direction::ALL.map(|side| self.size().step(mage, side).map(|at| (at, mage)));
        let near = self.mages().cells().flat_map(sides).flatten();
        near.filter(|(at, mage)| !self.strike_leaves_out(*at, *mage)).map(|(at, _)| at).collect()
    }

    /// Whether a goblin overlooks a mage because of the side on which it stands, which is a mistake.
    fn strike_leaves_out(&self, at: Cell, mage: Cell) -> bool {
        self.rules.errs(match () {
            () if mage.row < at.row => MistakeKind::StrikeNotUp,
            () if mage.row > at.row => MistakeKind::StrikeNotDown,
            () if mage.col < at.col => MistakeKind::StrikeNotLeft,
            () => MistakeKind::StrikeNotRight,
        })
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
            away == 1 && self.mages().has(*cell) && !self.strike_leaves_out(at, *cell)
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
        if errs(MistakeKind::StrikeKillsLast) {
            struck.drain(..struck.len().saturating_sub(1));
        }
        if errs(MistakeKind::StrikeKillsStriker) {
            struck.push(at);
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
