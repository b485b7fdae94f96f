//! Maps that are being drawn: plain data that anything may be wrong with.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::ops::RangeInclusive;
use game::Words;

/// A map that is being drawn. Numbers of grounds and kinds are those of a film's
/// [`Cast`](crate::film::Cast).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapDraft {
    /// Its extent.
    pub size: Size,
    /// The ground, row by row.
    pub ground: Vec<u8>,
    /// What stands on it, in the order of the map.
    pub pieces: Vec<DraftPiece>,
    /// What a map says besides, as [`MapDrawing::numbers`] names it.
    pub numbers: Vec<i32>,
}

/// What stands on a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftPiece {
    /// What it is.
    pub kind: u8,
    /// Whose it is; the number of sides for nobody's.
    pub side: u8,
    /// Its upper-left cell.
    pub at: Cell,
    /// How many cells wide and high it is.
    pub span: u8,
    /// Its figures, as a film has them.
    pub figures: Vec<i32>,
}

/// What a cell is painted with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brush {
    /// What it is called.
    pub name: Words,
    /// The ground that it lays.
    pub ground: Option<u8>,
    /// What it places, if it places something: the cell is the painted one.
    pub piece: Option<DraftPiece>,
    /// Whether each side has only one of these: placed again, it moves.
    pub unique: bool,
}

impl Brush {
    /// Lays ground.
    #[must_use]
    pub const fn ground(name: Words, ground: u8) -> Self {
        Self { name, ground: Some(ground), piece: None, unique: false }
    }

    /// Places something one cell large.
    #[must_use]
    pub fn piece(name: Words, kind: u8, side: u8) -> Self {
        let piece = DraftPiece { kind, side, at: Cell::new(0, 0), span: 1, figures: Vec::new() };
        Self { name, ground: None, piece: Some(piece), unique: false }
    }

    /// Takes away what stands there.
    #[must_use]
    pub const fn eraser() -> Self {
        Self { name: Words("take away", "移除"), ground: None, piece: None, unique: false }
    }
}

/// A number that a map, or what is painted, has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftNumber {
    /// What it is called.
    pub name: Words,
    /// What it may be.
    pub range: RangeInclusive<i32>,
}

/// A map as text, with the cells that its lines are about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftText {
    /// The text.
    pub text: String,
    /// For each line, the cell that it is about, if it is about one.
    pub cells: Vec<Option<Cell>>,
}

impl DraftText {
    /// Adds a line without its end.
    pub fn line(&mut self, about: Option<Cell>, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.cells.push(about);
    }
}

/// How maps of a game are drawn.
pub trait MapDrawing: Sync {
    /// What rows and columns there may be.
    fn sides(&self) -> RangeInclusive<u8>;

    /// A map of usual size on which nothing is drawn yet.
    fn blank(&self) -> MapDraft;

    /// A map that can be played, to be changed; none if it cannot be read.
    fn read(&self, map: &[u8]) -> Option<MapDraft>;

    /// The map as its file has it, whatever is wrong with it.
    fn text(&self, draft: &MapDraft) -> DraftText;

    /// What can be painted with.
    fn brushes(&self, draft: &MapDraft) -> Vec<Brush>;

    /// What a map says besides ground and pieces.
    fn numbers(&self) -> Vec<DraftNumber> {
        Vec::new()
    }

    /// Whether the check of a map also says that one side has it better.
    fn checks_fairness(&self) -> bool {
        false
    }

    /// The side whose thing a symmetric copy places: `copy` counts the copies around the middle,
    /// the painted cell being 0, of so many.
    fn side_of_copy(&self, side: u8, copy: u8, of: u8) -> u8 {
        let _ = (copy, of);
        side
    }
}

impl MapDraft {
    /// A map of one ground.
    #[must_use]
    pub fn blank(size: Size, ground: u8, numbers: Vec<i32>) -> Self {
        Self { size, ground: vec![ground; size.area()], pieces: Vec::new(), numbers }
    }

    /// The ground of a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> u8 {
        self.ground[self.size.index(cell)]
    }

    /// Paints a cell: lays the ground below all that the brush places.
    pub fn paint(&mut self, cell: Cell, brush: &Brush) {
        let span = brush.piece.as_ref().map_or(1, |piece| piece.span);
        let below: Vec<Cell> = self.square(cell, span).collect();
        if usize::from(span) * usize::from(span) != below.len() {
            return;
        }
        if let Some(ground) = brush.ground {
            below.iter().for_each(|cell| self.ground[self.size.index(*cell)] = ground);
        }
        let is_eraser = brush.ground.is_none() && brush.piece.is_none();
        let Some(piece) = &brush.piece else {
            if is_eraser {
                self.pieces.retain(|piece| !piece.covers(cell));
            }
            return;
        };
        self.pieces.retain(|other| {
            let is_same = brush.unique && (other.kind, other.side) == (piece.kind, piece.side);
            !is_same && !below.iter().any(|cell| other.covers(*cell))
        });
        self.pieces.push(DraftPiece { at: cell, ..piece.clone() });
    }

    /// Gives it another extent: what lies beyond is gone, what is new has the ground of the last
    /// row and column.
    pub fn resize(&mut self, size: Size) {
        let (old, last) = (self.size, |side: u8| side.saturating_sub(1));
        let ground =
            |cell: Cell| self.at(Cell::new(cell.row.min(last(old.rows)), cell.col.min(last(old.cols))));
        let ground = size.cells().map(ground).collect();
        (self.size, self.ground) = (size, ground);
        let fits = |piece: &DraftPiece| {
            u16::from(piece.at.row) + u16::from(piece.span) <= u16::from(size.rows)
                && u16::from(piece.at.col) + u16::from(piece.span) <= u16::from(size.cols)
        };
        self.pieces.retain(fits);
    }

    /// The cells of a square on the map.
    fn square(&self, from: Cell, span: u8) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        let offsets = (0..span).flat_map(move |row| (0..span).map(move |col| (row, col)));
        offsets.filter_map(move |(row, col)| {
            size.cell(i32::from(from.row) + i32::from(row), i32::from(from.col) + i32::from(col))
        })
    }
}

impl DraftPiece {
    /// Whether it stands on a cell.
    #[must_use]
    pub const fn covers(&self, cell: Cell) -> bool {
        cell.row >= self.at.row
            && cell.col >= self.at.col
            && cell.row - self.at.row < self.span
            && cell.col - self.at.col < self.span
    }
}
