//! Mistakes in where units can go.

use super::{MistakeKind, around};
use crate::kinds::{Domain, Kind};
use crate::state::StateOf;
use board::{Cell, Mask8};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Where a unit could go if there is a mistake in that.
    pub(crate) fn mistaken_reach(&self, kind: Kind, cell: Cell) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let figures = kind.figures();
        let mut closed = match figures.domain {
            Domain::Land if errs(MistakeKind::OceanOpen) => Mask8::EMPTY,
            Domain::Land => self.oceans,
            Domain::Air if errs(MistakeKind::AirCrossesForest) => Mask8::EMPTY,
            Domain::Air => self.forests,
        };
        if errs(MistakeKind::OceanStopsAir) && figures.domain == Domain::Air {
            closed |= self.oceans;
        }
        if errs(MistakeKind::ForestStopsLand) && figures.domain == Domain::Land {
            closed |= self.forests;
        }
        if !errs(MistakeKind::MountainsOpen) {
            closed |= self.mountains;
        }
        let end = !(closed | self.occupied());
        let passable = match kind.side() {
            _ if errs(MistakeKind::PassesUnits) => self.occupied(),
            side if errs(MistakeKind::PassesFriends) => self.side(side),
            side if errs(MistakeKind::PassesEnemies) => self.occupied() - self.side(side),
            _ => Mask8::EMPTY,
        };
        let passed = end | (passable - closed);
        let steps = self.mistaken_movement(kind) - u32::from(errs(MistakeKind::StartCosts));
        let (mut reached, mut a_step_ago) = (Mask8::of(cell), Mask8::EMPTY);
        for _ in 0..steps {
            let mut next =
                if errs(MistakeKind::DiagonalSteps) { around(reached) } else { reached.neighbours() };
            if errs(MistakeKind::ForestCostsTwo) {
                next = (next - self.forests) | (a_step_ago.neighbours() & self.forests);
            }
            a_step_ago = reached;
            reached |= if errs(MistakeKind::WalksThroughWalls) { next } else { next & passed };
        }
        let own = if errs(MistakeKind::OwnCellClosed) { Mask8::EMPTY } else { Mask8::of(cell) };
        (reached & end) | own
    }

    /// How far a unit could go if there is a mistake in that.
    fn mistaken_movement(&self, kind: Kind) -> u32 {
        let (more, less) = match kind {
            Kind::Soldier => (MistakeKind::SoldierMovesFour, MistakeKind::SoldierMovesTwo),
            Kind::Tank => (MistakeKind::TankMovesThree, MistakeKind::TankMovesOne),
            Kind::Fighter => (MistakeKind::FighterMovesSix, MistakeKind::FighterMovesFour),
            Kind::Bee => (MistakeKind::BeeMovesFour, MistakeKind::BeeMovesTwo),
            Kind::Hydralisk => (MistakeKind::HydraliskMovesFour, MistakeKind::HydraliskMovesTwo),
        };
        kind.figures().movement + u32::from(self.rules.errs(more)) - u32::from(self.rules.errs(less))
    }
}
