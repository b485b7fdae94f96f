//! Mistakes with the tornado.

use super::MistakeKind;
use crate::kinds::Terrain;
use crate::state::StateOf;
use board::{Cell, Compass};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Whether a tornado moves this row of units, if there may be a mistake in that.
    pub(crate) fn can_be_blown(&self, direction: Compass, first: Cell, last: Cell) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let (rows, cols) = direction.delta();
        let diagonal = rows != 0 && cols != 0;
        let mut row = core::iter::successors(Some(first), |cell| {
            self.size().step8(*cell, direction).filter(|_| *cell != last)
        });
        let wrongly_held = (errs(MistakeKind::TornadoFourWays) && diagonal)
            || (errs(MistakeKind::TornadoDiagonalOnly) && !diagonal)
            || (errs(MistakeKind::TornadoDoesNotChain) && first != last)
            || (errs(MistakeKind::TornadoSparesMages) && row.any(|cell| self.mages().has(cell)))
            || (errs(MistakeKind::TornadoPassesMages) && self.mages().has(first))
            || (errs(MistakeKind::TornadoSparesGoblins) && self.goblins().has(first))
            || errs(MistakeKind::NoTornado)
            || self.tornado_leaves_out(rows, cols);
        !wrongly_held
    }

    /// Whether a tornado does not blow this way, which is a mistake.
    fn tornado_leaves_out(&self, rows: i8, cols: i8) -> bool {
        [
            (MistakeKind::TornadoNotUp, rows < 0 && cols == 0),
            (MistakeKind::TornadoNotDown, rows > 0 && cols == 0),
            (MistakeKind::TornadoNotLeft, rows == 0 && cols < 0),
            (MistakeKind::TornadoNotRight, rows == 0 && cols > 0),
            (MistakeKind::TornadoNotAbove, rows < 0),
            (MistakeKind::TornadoNotBelow, rows > 0),
            (MistakeKind::TornadoNotLeftSide, cols < 0),
            (MistakeKind::TornadoNotRightSide, cols > 0),
        ]
        .into_iter()
        .any(|(mistake, is_this_way)| is_this_way && self.rules.errs(mistake))
    }

    /// What a tornado does to a row if that is another thing altogether. Returns whether it did it.
    pub(crate) fn blow_wrongly(&mut self, centre: Cell, first: Cell, last: Cell, direction: Compass) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let Some(id) = self.holder(first) else { return false };
        let (rows, cols) = direction.delta();
        if errs(MistakeKind::TornadoKills) {
            self.kill(id);
            return true;
        }
        if errs(MistakeKind::TornadoPulls) {
            let to = self.size().offset(centre, -rows, -cols).filter(|cell| self.free().has(*cell));
            if let Some(to) = to {
                self.relocate(id, to);
            }
            return true;
        }
        let behind = self.size().step8(last, direction);
        let terrain = behind.map(|cell| self.terrain(cell));
        let passes = (errs(MistakeKind::TornadoFloats) && terrain == Some(Terrain::Water))
            || (errs(MistakeKind::TornadoMountainPasses) && terrain == Some(Terrain::Mountain));
        if let Some(behind) = behind.filter(|_| passes) {
            self.move_row(first, last, behind, direction);
            return true;
        }
        if errs(MistakeKind::TornadoDrownsRow) && terrain == Some(Terrain::Water) {
            self.kill_row(first, last, direction);
            return true;
        }
        if errs(MistakeKind::TornadoMountainKills) && terrain == Some(Terrain::Mountain) {
            self.blow_off(first, last, direction);
            return true;
        }
        false
    }

    /// Moves a row one square outwards, whatever is there.
    fn move_row(&mut self, first: Cell, last: Cell, behind: Cell, direction: Compass) {
        let (rows, cols) = direction.delta();
        let (mut from, mut to) = (last, behind);
        loop {
            if let Some(id) = self.holder(from) {
                self.relocate(id, to);
            }
            let Some(nearer) = self.size().offset(from, -rows, -cols).filter(|_| from != first) else {
                return;
            };
            to = from;
            from = nearer;
        }
    }

    /// Kills all units of a row.
    fn kill_row(&mut self, first: Cell, last: Cell, direction: Compass) {
        let mut next = Some(first);
        while let Some(at) = next {
            if let Some(id) = self.holder(at) {
                self.kill(id);
            }
            next = self.size().step8(at, direction).filter(|_| at != last);
        }
    }

    /// A row of units is blown off the board: its last one dies, the others move up. That is a
    /// mistake.
    pub(crate) fn blow_off(&mut self, first: Cell, last: Cell, direction: Compass) {
        let (rows, cols) = direction.delta();
        if let Some(id) = self.holder(last) {
            self.kill(id);
        }
        let (mut from, mut to) = (last, last);
        while from != first {
            let Some(nearer) = self.size().offset(from, -rows, -cols) else { return };
            from = nearer;
            if let Some(id) = self.holder(from) {
                self.relocate(id, to);
            }
            to = from;
        }
    }
}
