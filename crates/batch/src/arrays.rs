//! Arrays that belong to the caller, and how long they are.

use crate::Rows;
use game::{Layout, Numbering, Picture};
use std::fmt;

/// What the arrays of a batch are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many seats a game has.
    pub seats: usize,
    /// The numbers that can be chosen.
    pub numbering: Numbering,
    /// The arrays of a picture.
    pub layout: Layout,
    /// Whose pictures there are.
    pub rows: Rows,
}

impl Shape {
    /// How many pictures and masks so many games have.
    #[must_use]
    pub const fn rows_of(&self, games: usize) -> usize {
        match self.rows {
            Rows::Acting => games,
            Rows::Seats => games * self.seats,
        }
    }
}

/// Arrays that a step writes, as long as the [`Shape`] says; what is not given is not written.
///
/// Pictures and masks have a row for each game or, with [`Rows::Seats`], for each seat of each
/// game.
#[derive(Debug, Default)]
pub struct Arrays<'a> {
    /// What the seats see.
    pub pictures: Option<Pictures<'a>>,
    /// What the seats saw of games that are over, as they ended; other rows are left alone.
    pub finals: Option<Pictures<'a>>,
    /// Which numbers may be chosen, 0 or 1: rows of `numbering.count()`.
    pub mask: Option<&'a mut [u8]>,
    /// The same as bits: rows of `numbering.words()`.
    pub bits: Option<&'a mut [u64]>,
    /// The same as a list.
    pub legal: Option<Legal<'a>>,
    /// The seat that is to move in each game; -1 if the game is over.
    pub seat: Option<&'a mut [i8]>,
    /// What is paid: a row of all seats for each game.
    pub rewards: Option<&'a mut [f32]>,
    /// Whether each game is over by its rules.
    pub terminated: Option<&'a mut [u8]>,
    /// Whether each game was cut off.
    pub truncated: Option<&'a mut [u8]>,
}

/// The three arrays of pictures.
#[derive(Debug, Default)]
pub struct Pictures<'a> {
    /// The boards: rows of `layout.planes_len()`.
    pub planes: &'a mut [u8],
    /// The tables: rows of `layout.table_len()`.
    pub table: &'a mut [i16],
    /// What is said once: rows of `layout.scalars.len()`.
    pub scalars: &'a mut [i32],
}

/// The numbers that may be chosen, as a list.
#[derive(Debug, Default)]
pub struct Legal<'a> {
    /// All numbers of the first row, then those of the second, and so on. As long as the mask would
    /// be.
    pub numbers: &'a mut [i32],
    /// Where each row begins and, last, where the list ends: one more than there are rows.
    pub starts: &'a mut [i64],
}

/// An array that is too long or too short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayError {
    /// Which one.
    pub name: &'static str,
    /// How long it is.
    pub found: usize,
    /// How long it must be.
    pub expected: usize,
}

impl fmt::Display for ArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, found, expected } = self;
        write!(f, "`{name}` has {found} elements and must have {expected}")
    }
}

impl std::error::Error for ArrayError {}

fn check<T>(name: &'static str, array: Option<&[T]>, expected: usize) -> Result<(), ArrayError> {
    match array.map(<[T]>::len) {
        Some(found) if found != expected => Err(ArrayError { name, found, expected }),
        _ => Ok(()),
    }
}

impl Arrays<'_> {
    /// Whether all arrays are as long as so many games need.
    ///
    /// # Errors
    /// The first one that is not.
    pub fn check(&self, shape: &Shape, games: usize) -> Result<(), ArrayError> {
        let rows = shape.rows_of(games);
        let numbers = rows * shape.numbering.count() as usize;
        if let Some(pictures) = &self.pictures {
            pictures.check(["planes", "table", "scalars"], &shape.layout, rows)?;
        }
        if let Some(finals) = &self.finals {
            finals.check(["final_planes", "final_table", "final_scalars"], &shape.layout, rows)?;
        }
        if let Some(legal) = &self.legal {
            check("legal", Some(legal.numbers), numbers)?;
            check("starts", Some(legal.starts), rows + 1)?;
        }
        check("mask", self.mask.as_deref(), numbers)?;
        check("bits", self.bits.as_deref(), rows * shape.numbering.words())?;
        check("seat", self.seat.as_deref(), games)?;
        check("rewards", self.rewards.as_deref(), games * shape.seats)?;
        check("terminated", self.terminated.as_deref(), games)?;
        check("truncated", self.truncated.as_deref(), games)
    }

    /// The same arrays, borrowed for a while, without the list of legal numbers: that is made when
    /// all games are stepped.
    pub(crate) fn borrow(&mut self) -> Arrays<'_> {
        Arrays {
            pictures: self.pictures.as_mut().map(Pictures::borrow),
            finals: self.finals.as_mut().map(Pictures::borrow),
            mask: self.mask.as_deref_mut(),
            bits: self.bits.as_deref_mut(),
            legal: None,
            seat: self.seat.as_deref_mut(),
            rewards: self.rewards.as_deref_mut(),
            terminated: self.terminated.as_deref_mut(),
            truncated: self.truncated.as_deref_mut(),
        }
    }
}

impl<'a> Arrays<'a> {
    /// The arrays of the first so many games, which are taken off the front.
    pub(crate) fn take_games(&mut self, shape: &Shape, games: usize) -> Self {
        let rows = shape.rows_of(games);
        Self {
            pictures: self.pictures.as_mut().map(|pictures| pictures.take_rows(&shape.layout, rows)),
            finals: self.finals.as_mut().map(|pictures| pictures.take_rows(&shape.layout, rows)),
            mask: self.mask.as_mut().map(|mask| take(mask, rows * shape.numbering.count() as usize)),
            bits: self.bits.as_mut().map(|bits| take(bits, rows * shape.numbering.words())),
            legal: None,
            seat: self.seat.as_mut().map(|seat| take(seat, games)),
            rewards: self.rewards.as_mut().map(|rewards| take(rewards, games * shape.seats)),
            terminated: self.terminated.as_mut().map(|terminated| take(terminated, games)),
            truncated: self.truncated.as_mut().map(|truncated| take(truncated, games)),
        }
    }
}

impl<'a> Pictures<'a> {
    fn check(&self, names: [&'static str; 3], layout: &Layout, rows: usize) -> Result<(), ArrayError> {
        check(names[0], Some(self.planes), rows * layout.planes_len())?;
        check(names[1], Some(self.table), rows * layout.table_len())?;
        check(names[2], Some(self.scalars), rows * layout.scalars.len())
    }

    fn borrow(&mut self) -> Pictures<'_> {
        Pictures { planes: self.planes, table: self.table, scalars: self.scalars }
    }

    fn take_rows(&mut self, layout: &Layout, rows: usize) -> Self {
        Self {
            planes: take(&mut self.planes, rows * layout.planes_len()),
            table: take(&mut self.table, rows * layout.table_len()),
            scalars: take(&mut self.scalars, rows * layout.scalars.len()),
        }
    }

    /// The picture of one row.
    #[inline]
    pub(crate) fn row(&mut self, layout: &Layout, number: usize) -> Picture<'_> {
        Picture {
            planes: row(self.planes, layout.planes_len(), number),
            table: row(self.table, layout.table_len(), number),
            scalars: row(self.scalars, layout.scalars.len(), number),
        }
    }
}

/// Takes so many elements off the front. The lengths were checked.
pub(crate) fn take<'a, T>(array: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    array.split_off_mut(..count).unwrap_or_default()
}

/// The row of this number.
#[inline]
pub(crate) fn row<T>(array: &mut [T], length: usize, number: usize) -> &mut [T] {
    &mut array[number * length..][..length]
}
