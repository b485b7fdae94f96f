//! Pieces that a game names by their cells, followed from event to event.

use crate::film::{Film, Frame, NONE, Piece, Placed};
use board::{Cell, Size};

/// The pieces of a game for one, each with a number that stays with it.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceTracker {
    pub(super) members: Vec<Member>,
    appeared: i64,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Member {
    pub(super) piece: u32,
    pub(super) cell: Cell,
    pub(super) side: u8,
    pub(super) health: i32,
    pub(super) full: i32,
    pub(super) figures: Vec<i32>,
}

impl PieceTracker {
    /// Adds a piece that has not been on the board before.
    pub(super) fn enter(&mut self, film: &mut Film, kind: u8, member: Member) {
        self.appeared += 1;
        let number = Piece { id: self.appeared as i32, kind, span: 1 };
        let piece = film.piece(self.appeared, number);
        self.members.push(Member { piece, ..member });
    }

    /// The piece on this cell.
    pub(super) fn at(&mut self, cell: Cell) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.cell == cell)
    }

    /// The number of the piece on this cell, for sentences.
    pub(super) fn number(&self, cell: Cell) -> i32 {
        self.members.iter().find(|member| member.cell == cell).map_or(NONE, |member| member.piece as i32)
    }

    pub(super) fn relocate(&mut self, from: Cell, to: Cell) {
        if let Some(member) = self.at(from) {
            member.cell = to;
        }
    }

    pub(super) fn remove(&mut self, cell: Cell) {
        self.members.retain(|member| member.cell != cell);
    }

    /// Puts everybody on the board of a frame.
    pub(super) fn place(&self, size: Size, frame: &mut Frame) {
        frame.placed.extend(self.members.iter().map(|member| Placed {
            piece: member.piece,
            cell: size.index(member.cell) as u32,
            side: member.side,
            level: NONE,
            health: member.health,
            full: member.full,
            known: Vec::new(),
            figures: member.figures.clone(),
        }));
    }

    /// How many pieces a side has.
    pub(super) fn count(&self, side: u8) -> i64 {
        self.members.iter().filter(|member| member.side == side).count() as i64
    }

    /// The sum of a side's health.
    pub(super) fn health(&self, side: u8) -> i64 {
        self.members.iter().filter(|member| member.side == side).map(|member| i64::from(member.health)).sum()
    }
}
