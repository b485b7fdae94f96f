//! Mistakes in reading the map.

use super::MistakeKind;
use crate::map::Setup;
use board::{Cell, Mask8};
use game::mistakes::Adherence;

impl Setup {
    /// The map as somebody reads it who may make a mistake.
    pub(crate) fn mistaken(mut self, rules: impl Adherence<MistakeKind>) -> Self {
        if rules.errs(MistakeKind::TerrainSwapped) {
            core::mem::swap(&mut self.mountains, &mut self.oceans);
        }
        if rules.errs(MistakeKind::MapSwapped) {
            for land in [&mut self.mountains, &mut self.oceans, &mut self.forests] {
                *land = transposed(*land);
            }
            self.units = self.units.map(transposed);
        }
        self
    }
}

/// Cells with rows and columns the other way round.
fn transposed(cells: Mask8) -> Mask8 {
    let other = |cell: Cell| Mask8::of(Cell::new(cell.col, cell.row));
    cells.cells().fold(Mask8::EMPTY, |all, cell| all | other(cell))
}
