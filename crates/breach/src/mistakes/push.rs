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
        match (self.terrain(behind), kind.figures().domain) {
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

    /// Whether a push looks at the terrain although a unit stands there, which is a mistake.
    pub(crate) fn terrain_decides(&self, pushed: Kind, behind: Cell) -> bool {
        self.rules.errs(MistakeKind::TerrainFirst)
            && match self.terrain(behind) {
                Terrain::Mountain => true,
                Terrain::Ocean => self.drowns(pushed.figures().domain),
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
