//! Pieces that a game names by their cells, followed from event to event.

use super::{Film, Frame, NONE, Piece, Placed};
use alloc::vec::Vec;
use board::{Cell, Size};

/// The pieces of a game, each with a number that stays with it.
#[derive(Clone, Debug, Default)]
pub struct PieceTracker {
    /// The pieces on the board.
    pub members: Vec<TrackedPiece>,
    appeared: i64,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackedPiece {
    /// Its place in [`Film::pieces`]; entering it fills this in.
    pub piece: u32,
    /// Where it is.
    pub cell: Cell,
    /// Whose it is.
    pub side: u8,
    /// Its health, or [`NONE`].
    pub health: i32,
    /// Its greatest health.
    pub full: i32,
    /// One number for each of the cast's figures.
    pub figures: Vec<i32>,
}

impl PieceTracker {
    /// Adds a piece that has not been on the board before.
    pub fn enter(&mut self, film: &mut Film, kind: u8, member: TrackedPiece) {
        self.appeared += 1;
        let number = Piece { id: self.appeared as i32, kind, span: 1 };
        let piece = film.piece(self.appeared, number);
        self.members.push(TrackedPiece { piece, ..member });
    }

    /// The piece on this cell.
    pub fn at(&mut self, cell: Cell) -> Option<&mut TrackedPiece> {
        self.members.iter_mut().find(|member| member.cell == cell)
    }

    /// The number of the piece on this cell, for sentences.
    #[must_use]
    pub fn number(&self, cell: Cell) -> i32 {
        self.members.iter().find(|member| member.cell == cell).map_or(NONE, |member| member.piece as i32)
    }

    /// Moves a piece.
    pub fn relocate(&mut self, from: Cell, to: Cell) {
        if let Some(member) = self.at(from) {
            member.cell = to;
        }
    }

    /// Takes a piece off the board.
    pub fn remove(&mut self, cell: Cell) {
        self.members.retain(|member| member.cell != cell);
    }

    /// Puts everybody on the board of a frame.
    pub fn place(&self, size: Size, frame: &mut Frame) {
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
    #[must_use]
    pub fn count(&self, side: u8) -> i64 {
        self.members.iter().filter(|member| member.side == side).count() as i64
    }

    /// The sum of a side's health.
    #[must_use]
    pub fn health(&self, side: u8) -> i64 {
        self.members.iter().filter(|member| member.side == side).map(|member| i64::from(member.health)).sum()
    }
}
