//! Mistakes in what units can attack.

use super::{MistakeKind, around};
use crate::kinds::{Kind, Range, Terrain};
use crate::state::StateOf;
use board::{Cell, Direction, Mask8};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// What a unit could attack if there is a mistake in that.
    pub(crate) fn mistaken_targets(&self, kind: Kind, cell: Cell, targets: Mask8) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let mut targets = targets;
        if kind == Kind::Tank {
            let plain = self.land(Terrain::Plain);
            let mut crossed = if errs(MistakeKind::LineCrossesTerrain) { Mask8::ALL } else { plain };
            if errs(MistakeKind::LineCrossesOcean) {
                crossed |= self.oceans;
            }
            if errs(MistakeKind::LineCrossesForest) {
                crossed |= self.forests;
            }
            let open = if errs(MistakeKind::LineCrossesUnits) { crossed } else { crossed - self.occupied() };
            targets = Direction::ALL
                .into_iter()
                .fold(Mask8::EMPTY, |rays, direction| rays | Mask8::ray(cell, direction, open));
            if errs(MistakeKind::LineStopsShort) {
                targets &= open;
            }
        }
        let melee = kind.figures().range == Range::Melee;
        if melee && errs(MistakeKind::MeleeDiagonal) {
            targets = around(Mask8::of(cell)) - Mask8::of(cell);
        }
        if kind == Kind::Tank && errs(MistakeKind::LineAdjacent) {
            targets &= Mask8::beside(cell);
        }
        if kind == Kind::Fighter && errs(MistakeKind::JumpWithin) {
            targets |= Mask8::beside(cell);
        }
        if kind == Kind::Fighter && errs(MistakeKind::JumpThree) {
            let away =
                |direction: Direction| Mask8::of(cell).shift(direction).shift(direction).shift(direction);
            targets = Direction::ALL.into_iter().fold(Mask8::EMPTY, |all, direction| all | away(direction));
        }
        if errs(MistakeKind::OwnCellTarget) && kind.figures().range != Range::Line {
            targets.insert(cell);
        }
        if errs(MistakeKind::FriendsExcluded) {
            targets = targets - self.side(kind.side());
        }
        if errs(MistakeKind::EmptyExcluded) {
            targets &= self.occupied();
        }
        targets
    }
}
