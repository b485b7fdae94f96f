//! How things look on a board of characters: grounds, inks, signs and tiles. Faces choose the
//! colours.

use alloc::string::String;
use game::Lang;

/// How the screens are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The language.
    pub lang: Lang,
    /// Whether only ASCII is drawn (apart from Chinese words).
    pub ascii: bool,
    /// Whether colours are used.
    pub colour: bool,
}

impl Look {
    /// Chooses between a sign and its stand-in.
    #[must_use]
    pub const fn sign(&self, sign: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { sign }
    }
}

/// What the ground of a cell is, as far as its colour goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Nothing special.
    Plain,
    /// Mountains and the like.
    Rock,
    /// Sea, lakes, rivers.
    Water,
    /// Forests.
    Wood,
    /// Swamps.
    Swamp,
    /// Roads.
    Road,
    /// Land in a game at sea.
    Land,
    /// What nobody of the seat's sees now.
    Fog,
    /// Land of a player, by seat.
    Owned(u8),
}

/// Who or what is drawn on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// What the ground itself is drawn with.
    Ground,
    /// The player's own.
    Own,
    /// An own unit that has done all it can this turn.
    Spent,
    /// The other side's.
    Enemy,
    /// Nobody's.
    Neutral,
    /// What belongs to a seat of a game for several.
    Seat(u8),
}

/// What is drawn in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// At most two columns, for small cells.
    pub short: String,
    /// At most three columns.
    pub long: String,
    /// A second line for large cells, of at most three columns.
    pub note: String,
    /// Whose it is, where no colour says so: one column before the others, if no mark is there.
    pub owner: Option<char>,
    /// What is below.
    pub ground: Ground,
    /// Whose it is.
    pub ink: Ink,
}

impl Tile {
    /// Bare ground, filled with a sign of one column; blank if there is none.
    #[must_use]
    pub fn ground(ground: Ground, sign: &str) -> Self {
        let short = sign.repeat(2);
        Self { long: sign.repeat(3), note: sign.repeat(3), owner: None, short, ground, ink: Ink::Ground }
    }

    /// Something that is the same sign in cells of any size.
    #[must_use]
    pub fn sign(sign: &str, ground: Ground, ink: Ink) -> Self {
        Self { short: sign.into(), long: sign.into(), note: String::new(), owner: None, ground, ink }
    }
}

/// How many columns and rows of the screen a cell takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSize {
    /// Columns.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
}

impl CellSize {
    /// So many columns and rows.
    #[must_use]
    pub const fn new(columns: u16, rows: u16) -> Self {
        Self { columns, rows }
    }
}
