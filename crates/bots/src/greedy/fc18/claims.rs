//! What land a new tower would win.

use board::{Cell, Size};
use fc18::kinds::{INFLUENCE, INFLUENCE_RANGE};
use fc18::{Owner, State};
use game::Seat;

/// How much influence a player lacks on every cell to own it.
#[derive(Clone, Debug)]
pub(super) struct Claims<const SIDE: usize> {
    /// By how much the player's influence has to grow, at least; more than any tower has where the
    /// cell is the player's already.
    lacks: [[i32; SIDE]; SIDE],
    /// How many cells are not the player's, above and to the left of every cell.
    sums: [[u16; SIDE]; SIDE],
    size: Size,
}

/// How far a tower's influence reaches, as a number of cells.
const RANGE: u8 = INFLUENCE_RANGE;
/// No tower has so much.
const OURS: i32 = i32::MAX;

impl<const SIDE: usize> Claims<SIDE> {
    pub(super) fn of(state: &State<SIDE>, seat: Seat) -> Self {
        let (size, ours) = (state.size(), Owner::player(seat));
        let mut claims = Self { lacks: [[OURS; SIDE]; SIDE], sums: [[0; SIDE]; SIDE], size };
        for row in 0..size.rows {
            let mut in_row = 0;
            for col in 0..size.cols {
                let at = Cell::new(row, col);
                if state.owner(at) != ours {
                    in_row += 1;
                    let mut influence = state.influence(at);
                    let own = core::mem::take(&mut influence[seat.index()]);
                    let others = influence.into_iter().fold(0, i32::max);
                    claims.lacks[usize::from(row)][usize::from(col)] = others - own + 1;
                }
                let above = claims.before(row, col + 1);
                claims.sums[usize::from(row)][usize::from(col)] = above + in_row;
            }
        }
        claims
    }

    /// How many cells a tower here would win.
    pub(super) fn won_by(&self, at: Cell) -> i32 {
        let (rows, cols) = (within(at.row, self.size.rows), within(at.col, self.size.cols));
        let mut won = 0;
        for row in rows.0..rows.1 {
            let lacks = &self.lacks[usize::from(row) % SIDE];
            for col in cols.0..cols.1 {
                let away = row.abs_diff(at.row).max(col.abs_diff(at.col));
                let more = i32::from(INFLUENCE[usize::from(away)]);
                won += i32::from(more >= lacks[usize::from(col) % SIDE]);
            }
        }
        won
    }

    /// How many of the cells that a tower here has influence on are not the player's.
    pub(super) fn foreign_around(&self, at: Cell) -> i32 {
        let ((top, bottom), (left, right)) = (within(at.row, self.size.rows), within(at.col, self.size.cols));
        let all = self.before(bottom, right) + self.before(top, left);
        i32::from(all - self.before(top, right) - self.before(bottom, left))
    }

    /// Of the rows above this one and the columns to the left of this one.
    fn before(&self, row: u8, col: u8) -> u16 {
        match (row, col) {
            (0, _) | (_, 0) => 0,
            _ => self.sums[usize::from(row) - 1][usize::from(col) - 1],
        }
    }
}

/// The rows, or columns, that a tower here reaches: the first, and the one behind the last.
fn within(at: u8, below: u8) -> (u8, u8) {
    (at.saturating_sub(RANGE), below.min(at.saturating_add(RANGE + 1)))
}
