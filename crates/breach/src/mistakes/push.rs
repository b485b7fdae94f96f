//! Mistakes in pushes and blasts.

use super::MistakeKind;
use crate::event::Event;
use crate::kinds::{Domain, Kind, Terrain};
use crate::state::{SIZE, StateOf};
use board::{Cell, Direction, Mask8};
use game::Log;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// What a blast does beside pushing the four neighbours, if there is a mistake in that.
    pub(crate) fn mistaken_blast<L: Log<Event>>(&mut self, from: Cell, centre: Cell, log: &mut L) -> Mask8 {
        let mut hurt = Mask8::EMPTY;
        if let Some(hit) = self.kind(centre).filter(|_| self.rules.errs(MistakeKind::BlastPushesTarget)) {
            hurt |= self.push(hit, centre, crate::resolve::towards(from, centre), log);
        }
        if self.rules.errs(MistakeKind::BlastDiagonal) {
            for (rows, cols) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                hurt |= self.push_diagonally(centre, rows, cols);
            }
        }
        hurt
    }

    /// Whether a blast does not push this way, which is a mistake.
    pub(crate) fn blast_leaves_out(&self, direction: Direction) -> bool {
        self.rules.errs(match direction {
            Direction::Up => MistakeKind::BlastNotUp,
            Direction::Down => MistakeKind::BlastNotDown,
            Direction::Left => MistakeKind::BlastNotLeft,
            Direction::Right => MistakeKind::BlastNotRight,
        })
    }

    /// Pushes the diagonal neighbour of a cell away from it, onto free ground or against what is
    /// there.
    fn push_diagonally(&mut self, centre: Cell, rows: i8, cols: i8) -> Mask8 {
        let Some(at) = SIZE.offset(centre, rows, cols) else { return Mask8::EMPTY };
        let (Some(kind), Some(behind)) = (self.kind(at), SIZE.offset(at, rows, cols)) else {
            return Mask8::EMPTY;
        };
        if self.kind(behind).is_some() {
            self.hp[Mask8::bit(at)] -= 1;
            self.hp[Mask8::bit(behind)] -= 1;
            return Mask8::of(at) | Mask8::of(behind);
        }
        match (self.terrain(behind), self.mistaken_domain(kind)) {
            (Terrain::Mountain, _) => {
                self.mountains.remove(behind);
                self.hp[Mask8::bit(at)] -= 1;
                Mask8::of(at)
            }
            (Terrain::Ocean, Domain::Land) => {
                self.hp[Mask8::bit(at)] = 0;
                Mask8::of(at)
            }
            (Terrain::Forest, Domain::Air) => Mask8::EMPTY,
            _ => {
                self.relocate(at, behind);
                Mask8::of(behind)
            }
        }
    }

    /// The direction of a push, if there may be a mistake in that.
    pub(crate) fn mistaken_push_direction(&self, away: Direction) -> Direction {
        if self.rules.errs(MistakeKind::PushPulls) {
            away.opposite()
        } else if self.rules.errs(MistakeKind::PushSideways) {
            match away {
                Direction::Up => Direction::Left,
                Direction::Down => Direction::Right,
                Direction::Left => Direction::Up,
                Direction::Right => Direction::Down,
            }
        } else {
            away
        }
    }

    /// What a push does if that is another thing altogether: the cells of units that may have died
    /// of it.
    pub(crate) fn push_wrongly<L: Log<Event>>(
        &mut self,
        kind: Kind,
        at: Cell,
        behind: Cell,
        direction: Direction,
        log: &mut L,
    ) -> Option<Mask8> {
        if self.push_does_nothing(behind, direction) {
            return Some(Mask8::of(at));
        }
        if let Some(into) = self.kind(behind) {
            return self
                .rules
                .errs(MistakeKind::BumpShoves)
                .then(|| self.shove(kind, at, into, behind, direction, log));
        }
        let errs = |mistake| self.rules.errs(mistake);
        let flies = self.mistaken_domain(kind) == Domain::Air;
        match self.terrain(behind) {
            Terrain::Plain if errs(MistakeKind::PushStays) => {}
            Terrain::Mountain if errs(MistakeKind::MountainHolds) => {}
            Terrain::Mountain if errs(MistakeKind::MountainKills) => {
                self.mountains.remove(behind);
                self.hp[Mask8::bit(at)] = 0;
            }
            Terrain::Mountain
                if errs(MistakeKind::MountainPassed) || flies && errs(MistakeKind::MountainPassedByAir) =>
            {
                self.relocate(at, behind);
                return Some(Mask8::of(behind));
            }
            Terrain::Mountain if flies && errs(MistakeKind::MountainSparesAir) => {
                self.mountains.remove(behind);
            }
            Terrain::Ocean if errs(MistakeKind::OceanHolds) => {}
            Terrain::Ocean if flies && errs(MistakeKind::OceanHoldsAir) => {}
            Terrain::Ocean if !flies && errs(MistakeKind::OceanHoldsLand) => {}
            Terrain::Forest if flies && errs(MistakeKind::ForestHurtsAir) => {
                return Some(self.bruise(kind, at, log));
            }
            Terrain::Forest if flies && errs(MistakeKind::ForestKillsAir) => self.hp[Mask8::bit(at)] = 0,
            Terrain::Forest if flies && errs(MistakeKind::ForestBreaks) => {
                self.forests.remove(behind);
                return Some(self.bruise(kind, at, log));
            }
            _ => return None,
        }
        Some(Mask8::of(at))
    }

    /// Whether nothing at all happens in a push this way, which is a mistake.
    fn push_does_nothing(&self, behind: Cell, direction: Direction) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let is_first = behind.row == 0 || behind.col == 0;
        let is_last = behind.row + 1 == SIZE.rows || behind.col + 1 == SIZE.cols;
        errs(match direction {
            Direction::Up => MistakeKind::PushNotUp,
            Direction::Down => MistakeKind::PushNotDown,
            Direction::Left => MistakeKind::PushNotLeft,
            Direction::Right => MistakeKind::PushNotRight,
        }) || (errs(MistakeKind::HeldBeforeEdge) && (is_first || is_last))
            || (errs(MistakeKind::HeldBeforeFirst) && is_first)
            || (errs(MistakeKind::HeldBeforeLast) && is_last)
    }

    /// Pushes on whoever stands behind, and takes the place if it becomes free.
    fn shove<L: Log<Event>>(
        &mut self,
        kind: Kind,
        at: Cell,
        into: Kind,
        behind: Cell,
        direction: Direction,
        log: &mut L,
    ) -> Mask8 {
        let mut hurt = self.bruise(kind, at, log) | self.bruise(into, behind, log);
        hurt |= self.push(into, behind, direction, log);
        if self.kind(behind).is_none() {
            self.relocate(at, behind);
            hurt.insert(behind);
        }
        hurt
    }

    /// Where a unit that was pushed onto this cell ends up, if there may be a mistake in that.
    pub(crate) fn push_further(&mut self, at: Cell, direction: Direction) -> Cell {
        let slides = self.rules.errs(MistakeKind::PushSlides);
        let mut at = at;
        if slides || self.rules.errs(MistakeKind::PushTwice) {
            let is_free = |state: &Self, cell: Cell| {
                state.kind(cell).is_none() && state.terrain(cell) == Terrain::Plain
            };
            while let Some(next) = SIZE.step(at, direction).filter(|next| is_free(self, *next)) {
                self.relocate(at, next);
                at = next;
                if !slides {
                    break;
                }
            }
        }
        at
    }

    /// Whether being pushed against a unit costs nothing among these two, which is a mistake.
    pub(crate) fn is_soft_bump(&self, kind: Kind, into: Kind) -> bool {
        self.rules.errs(if kind.side() == into.side() {
            MistakeKind::BumpSparesFriends
        } else {
            MistakeKind::BumpSparesEnemies
        })
    }

    /// Whether a push looks at the terrain although a unit stands there, which is a mistake.
    pub(crate) fn terrain_decides(&self, pushed: Kind, behind: Cell) -> bool {
        self.rules.errs(MistakeKind::TerrainFirst)
            && match self.terrain(behind) {
                Terrain::Mountain => true,
                Terrain::Ocean => self.drowns(self.mistaken_domain(pushed)),
                Terrain::Plain | Terrain::Forest => false,
            }
    }

    /// What becomes of a unit pushed against the edge if there is a mistake in that.
    pub(crate) fn mistaken_edge<L: Log<Event>>(&mut self, kind: Kind, at: Cell, log: &mut L) -> Mask8 {
        if self.rules.errs(MistakeKind::EdgeKills) {
            self.hp[Mask8::bit(at)] = 0;
        }
        if self.rules.errs(MistakeKind::EdgeHurtsTwo) {
            self.bruise(kind, at, log);
        }
        if self.rules.errs(MistakeKind::EdgeHurts) || self.rules.errs(MistakeKind::EdgeHurtsTwo) {
            self.bruise(kind, at, log)
        } else {
            Mask8::of(at)
        }
    }
}
