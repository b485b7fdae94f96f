//! Mistakes in what units can attack.

use super::{MistakeKind, around};
use crate::kinds::{Kind, Range, Side, Terrain};
use crate::state::{SIZE, StateOf};
use board::{Cell, Direction, Mask8};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// What a unit could attack if there is a mistake in that.
    pub(crate) fn mistaken_targets(&self, kind: Kind, cell: Cell, targets: Mask8) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let mut targets = targets;
        let shoots = kind == Kind::Tank
            || (kind == Kind::Soldier && errs(MistakeKind::SoldierShoots))
            || (kind == Kind::Fighter && errs(MistakeKind::FighterShoots));
        if shoots {
            targets = self.mistaken_line(kind.side(), cell);
        }
        let melee = kind.figures().range == Range::Melee && !shoots;
        if melee && errs(MistakeKind::MeleeDiagonal) {
            targets = around(Mask8::of(cell)) - Mask8::of(cell);
        }
        if kind == Kind::Tank && errs(MistakeKind::LineAdjacent) {
            targets &= Mask8::beside(cell);
        }
        if kind == Kind::Fighter && !shoots {
            targets = self.mistaken_jump(cell, targets);
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

    /// The line of a tank on this side, if there may be a mistake in that.
    fn mistaken_line(&self, side: Side, cell: Cell) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let mut crossed = self.land(Terrain::Plain);
        for (mistake, more) in [
            (MistakeKind::LineCrossesTerrain, Mask8::ALL),
            (MistakeKind::LineCrossesOcean, self.oceans),
            (MistakeKind::LineCrossesForest, self.forests),
            (MistakeKind::LineCrossesMountains, self.mountains),
        ] {
            if errs(mistake) {
                crossed |= more;
            }
        }
        let in_the_way = match () {
            () if errs(MistakeKind::LineCrossesUnits) => Mask8::EMPTY,
            () if errs(MistakeKind::LineCrossesFriends) => self.occupied() - self.side(side),
            () if errs(MistakeKind::LineCrossesEnemies) => self.side(side),
            () => self.occupied(),
        };
        let open = crossed - in_the_way;
        let mut line = Direction::ALL
            .into_iter()
            .fold(Mask8::EMPTY, |rays, direction| rays | Mask8::ray(cell, direction, open));
        if errs(MistakeKind::LineStopsShort) {
            line &= open;
        }
        if errs(MistakeKind::LineStopsBeforeTerrain) {
            line &= crossed;
        }
        if errs(MistakeKind::LineStopsBeforeUnits) {
            line = line - in_the_way;
        }
        let longest = match () {
            () if errs(MistakeKind::LineReachesTwo) => 2,
            () if errs(MistakeKind::LineReachesThree) => 3,
            () => return line,
        };
        line & cells_where(|other| cell.manhattan(other) <= longest)
    }

    /// What a fighter could attack if there is a mistake in that.
    fn mistaken_jump(&self, cell: Cell, targets: Mask8) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let is_straight = |other: Cell| other.row == cell.row || other.col == cell.col;
        let between = |free: Mask8| {
            let next = |direction| Mask8::of(cell).shift(direction) & free;
            let over = |direction| next(direction).shift(direction);
            Direction::ALL.into_iter().fold(Mask8::EMPTY, |all, direction| all | over(direction))
        };
        match () {
            () if errs(MistakeKind::JumpWithin) => targets | Mask8::beside(cell),
            () if errs(MistakeKind::JumpOne) => Mask8::beside(cell),
            () if errs(MistakeKind::JumpThree) => {
                cells_where(|other| is_straight(other) && cell.manhattan(other) == 3)
            }
            () if errs(MistakeKind::JumpFar) => {
                cells_where(|other| is_straight(other) && cell.manhattan(other) >= 2)
            }
            () if errs(MistakeKind::JumpDiagonal) => cells_where(|other| cell.manhattan(other) == 2),
            () if errs(MistakeKind::JumpBlockedByUnits) => between(!self.occupied()),
            () if errs(MistakeKind::JumpBlocked) => between(self.land(Terrain::Plain) - self.occupied()),
            () => targets,
        }
    }
}

/// The cells of which this holds.
fn cells_where(holds: impl Fn(Cell) -> bool) -> Mask8 {
    SIZE.cells().filter(|cell| holds(*cell)).fold(Mask8::EMPTY, |all, cell| all | Mask8::of(cell))
}
