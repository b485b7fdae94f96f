//! Mistakes of patrol goblins.

use super::MistakeKind;
use crate::event::Halt;
use crate::kinds::{Kind, Terrain};
use crate::state::{Id, Squares, StateOf};
use alloc::sync::Arc;
use board::{Cell, Direction};
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Where a patrol goblin faces, if there may be a mistake in that.
    ///
    /// It turns once in every turn, so the number of the turn says how often it has turned.
    pub(crate) fn mistaken_facing(&self, id: Id, facing: Direction) -> Direction {
        const LEFT: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Down, Direction::Right];
        let quarters = match () {
            () if self.rules.errs(MistakeKind::PatrolTurnsLeft) => 1,
            () if self.rules.errs(MistakeKind::PatrolTurnsRight) => 3,
            () => return facing,
        };
        let Kind::Patrol { facing: at_start, .. } = self.map.units[id.index()].1 else { return facing };
        let place = LEFT.iter().position(|way| *way == at_start).unwrap_or(0);
        LEFT[(place + quarters * (self.turn as usize - 1)) % 4]
    }

    /// Whether a patrol goblin that stopped for this reason turns round, if there may be a mistake
    /// in that.
    pub(crate) fn turns_round(&self, why: Halt, moved: bool) -> bool {
        let blocked = matches!(why, Halt::Edge | Halt::Terrain(..) | Halt::Unit(_));
        let stays = (self.rules.errs(MistakeKind::PatrolTurnsWhenBlocked) && !blocked)
            || (self.rules.errs(MistakeKind::StrikeKeepsFacing) && why == Halt::Struck)
            || (self.rules.errs(MistakeKind::PatrolIdleKeepsFacing) && !moved)
            || (self.rules.errs(MistakeKind::PatrolBlockedKeepsFacing) && blocked)
            || self.rules.errs(MistakeKind::PatrolNeverTurns);
        !stays
    }

    /// The steps that a patrol goblin has made are gone for good, which is a mistake.
    pub(crate) fn use_up_steps(&mut self, id: Id, made: u32) {
        if self.rules.errs(MistakeKind::PatrolStepsRunOut)
            && let Kind::Patrol { steps, .. } = &mut Arc::make_mut(&mut self.map).units[id.index()].1
        {
            *steps -= made as i32;
        }
    }

    /// Where a patrol goblin stops, and why, if there is a mistake in that.
    pub(crate) fn mistaken_way(
        &self,
        from: Cell,
        facing: Direction,
        steps: i32,
        beside_mages: &Squares,
    ) -> (Cell, Halt) {
        let errs = |mistake| self.rules.errs(mistake);
        let (mut at, mut facing, mut left, mut has_bounced) = (from, facing, steps, false);
        if errs(MistakeKind::PatrolOneStepMore) {
            left = left.saturating_add(1);
        }
        if errs(MistakeKind::PatrolOneStepLess) {
            left = (left - 1).max(0);
        }
        if errs(MistakeKind::PatrolEndless) {
            left = i32::MAX;
        }
        if errs(MistakeKind::PatrolOneStep) {
            left = left.min(1);
        }
        if errs(MistakeKind::PatrolTurnsFirst) {
            facing = facing.opposite();
        }
        loop {
            let ahead = self.mistaken_step(at, facing);
            let can_go_on = left > 0 && ahead.is_ok();
            let blind = (errs(MistakeKind::PatrolStrikesLate) && can_go_on)
                || (errs(MistakeKind::PatrolStrikesEarly) && left == 0)
                || (errs(MistakeKind::PatrolWalksFirst) && at == from && can_go_on)
                || (errs(MistakeKind::PatrolStrikesAtStart) && at != from)
                || (errs(MistakeKind::PatrolLooksAfterStep) && at == from)
                || (errs(MistakeKind::PatrolBlockedBlind) && at == from && !can_go_on)
                || errs(MistakeKind::PatrolNoStrike);
            let in_front = self.size().step(at, facing).is_some_and(|cell| self.mages().has(cell));
            let blind = blind || (errs(MistakeKind::PatrolSeesAhead) && !in_front);
            if beside_mages.has(at) && !blind {
                return (at, Halt::Struck);
            }
            if left == 0 {
                return (at, Halt::NoStepsLeft);
            }
            match ahead {
                Ok(next) => {
                    at = next;
                    left -= 1;
                }
                Err(_) if errs(MistakeKind::PatrolBounces) && !has_bounced => {
                    has_bounced = true;
                    facing = facing.opposite();
                }
                Err(halt) => return (at, halt),
            }
        }
    }

    /// The square a patrol goblin steps onto next, if there may be a mistake in that.
    fn mistaken_step(&self, at: Cell, facing: Direction) -> Result<Cell, Halt> {
        self.step_for_goblin(at, facing).or_else(|halt| match halt {
            Halt::Terrain(cell, Terrain::Water) if self.rules.errs(MistakeKind::PatrolCrossesWater) => {
                Ok(cell)
            }
            Halt::Terrain(cell, _) if self.rules.errs(MistakeKind::PatrolCrossesTerrain) => Ok(cell),
            Halt::Terrain(cell, Terrain::Mountain)
                if self.rules.errs(MistakeKind::PatrolCrossesMountains) =>
            {
                Ok(cell)
            }
            other => Err(other),
        })
    }

    /// Whether a patrol goblin walks on after it has struck, which is a mistake.
    pub(crate) fn walks_on(&self) -> bool {
        self.rules.errs(MistakeKind::PatrolWalksOn)
    }
}
