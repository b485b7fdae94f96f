//! Mistakes in where units can go.

use super::{MistakeKind, around};
use crate::kinds::{Domain, Kind, Side};
use crate::state::StateOf;
use board::{Cell, Mask8};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Where a unit could go if there is a mistake in that.
    pub(crate) fn mistaken_reach(&self, kind: Kind, cell: Cell) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let domain = self.mistaken_domain(kind);
        let mut closed = match domain {
            Domain::Land if errs(MistakeKind::OceanOpen) => Mask8::EMPTY,
            Domain::Land => self.oceans,
            Domain::Air if errs(MistakeKind::AirCrossesForest) => Mask8::EMPTY,
            Domain::Air => self.forests,
        };
        if errs(MistakeKind::OceanStopsAir) && domain == Domain::Air {
            closed |= self.oceans;
        }
        if errs(MistakeKind::ForestStopsLand) && domain == Domain::Land {
            closed |= self.forests;
        }
        let crosses_mountains = errs(MistakeKind::MountainsOpen)
            || match domain {
                Domain::Land => errs(MistakeKind::LandCrossesMountains),
                Domain::Air => errs(MistakeKind::AirCrossesMountains),
            };
        if !crosses_mountains {
            closed |= self.mountains;
        }
        if errs(MistakeKind::TerrainOpen) {
            closed = Mask8::EMPTY;
        }
        let end = !(closed | (self.occupied() - self.entered(kind.side())));
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

    /// The cells with units that are no obstacle for this side, which is a mistake.
    fn entered(&self, side: Side) -> Mask8 {
        match () {
            () if self.rules.errs(MistakeKind::EntersUnits) => self.occupied(),
            () if self.rules.errs(MistakeKind::EntersFriends) => self.side(side),
            () if self.rules.errs(MistakeKind::EntersEnemies) => self.occupied() - self.side(side),
            () => Mask8::EMPTY,
        }
    }

    /// Whether a kind walks or flies, if there may be a mistake in that.
    pub(crate) fn mistaken_domain(&self, kind: Kind) -> Domain {
        let other = match kind {
            Kind::Soldier => MistakeKind::SoldierFlies,
            Kind::Tank => MistakeKind::TankFlies,
            Kind::Fighter => MistakeKind::FighterWalks,
            Kind::Bee => MistakeKind::BeeWalks,
            Kind::Hydralisk => MistakeKind::HydraliskFlies,
        };
        match (kind.figures().domain, self.rules.errs(other)) {
            (Domain::Land, false) | (Domain::Air, true) => Domain::Land,
            (Domain::Air, false) | (Domain::Land, true) => Domain::Air,
        }
    }

    /// Whoever stands where a unit moves to makes room, which is a mistake.
    pub(crate) fn make_room(&mut self, from: Cell, to: Cell) {
        if from != to {
            self.take_away(to);
        }
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
        let all = u32::from(self.rules.errs(MistakeKind::AllMoveFurther));
        kind.figures().movement + all + u32::from(self.rules.errs(more)) - u32::from(self.rules.errs(less))
    }
}
