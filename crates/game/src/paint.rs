//! What a seat sees as arrays of numbers, for learners.

use crate::{Game, Log, Seat};

/// The arrays of a game's pictures on one map, and what their numbers mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Rows of the board.
    pub height: usize,
    /// Columns of the board.
    pub width: usize,
    /// What is said of each cell.
    pub channels: &'static [&'static str],
    /// The most rows of the table.
    pub rows: usize,
    /// What is said in each row of the table.
    pub columns: &'static [&'static str],
    /// What is said once.
    pub scalars: &'static [&'static str],
}

impl Layout {
    /// How many numbers the planes have.
    #[must_use]
    pub const fn planes_len(&self) -> usize {
        self.height * self.width * self.channels.len()
    }

    /// How many numbers the table has.
    #[must_use]
    pub const fn table_len(&self) -> usize {
        self.rows * self.columns.len()
    }
}

/// Where a picture is painted: arrays that belong to the caller, as long as the [`Layout`] says.
#[derive(Debug)]
pub struct Picture<'a> {
    /// The board row by row, each cell with all its channels.
    pub planes: &'a mut [u8],
    /// The table row by row.
    pub table: &'a mut [i16],
    /// What is said once.
    pub scalars: &'a mut [i32],
}

/// A game that can be painted.
///
/// A picture is a function of the seat's view: nothing in it depends on what the seat cannot see.
/// Numbers that do not fit are cut to the largest. Painting allocates nothing.
pub trait Paint: Game {
    /// What is known of a picture that was painted before. The default says that nothing is known.
    ///
    /// If it listens ([`Log::ON`]), it has to be told all events of the game since then. Otherwise
    /// it is compared with the state.
    type Shown: Clone + Default + core::fmt::Debug + Log<Self::Event>;

    /// The arrays of pictures of games on this map.
    #[must_use]
    fn layout(setup: &Self::Setup) -> Layout;

    /// Paints what the seat sees, whatever is in the arrays.
    ///
    /// # Panics
    /// If an array is shorter than the layout says.
    fn paint(&self, seat: Seat, into: &mut Picture<'_>);

    /// Brings a picture up to date that shows what `shown` says, and makes `shown` say what it
    /// shows now: the same picture as that of [`paint`](Self::paint), for less where little has
    /// changed.
    ///
    /// A picture belongs to one seat. The state may be any, also of another game on the same map;
    /// if [`Shown`](Self::Shown) listens, only one to which the events that it was told have led
    /// ([`lose_track`]). As provided, all is painted anew.
    ///
    /// # Panics
    /// If an array is shorter than the layout says.
    #[inline]
    fn repaint(&self, seat: Seat, shown: &mut Self::Shown, into: &mut Picture<'_>) {
        let _ = shown;
        self.paint(seat, into);
    }
}

/// Forgets what pictures show that only know a game by its events: the next state is another.
pub fn lose_track<G: Paint>(shown: &mut [G::Shown]) {
    if <G::Shown as Log<G::Event>>::ON {
        shown.fill(G::Shown::default());
    }
}
