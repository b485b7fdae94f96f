//! Ways to go.

/// One of the four ways to a neighbouring cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
}

impl Direction {
    /// All four, in the order of the enumeration.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Change of row and column of one step.
    #[must_use]
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    /// The way back.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The word for it, in lower case.
    #[must_use]
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// One of the eight ways to a neighbouring cell, diagonals included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Compass {
    UpLeft,
    Up,
    UpRight,
    Left,
    Right,
    DownLeft,
    Down,
    DownRight,
}

impl Compass {
    /// All eight, row by row.
    pub const ALL: [Self; 8] = [
        Self::UpLeft,
        Self::Up,
        Self::UpRight,
        Self::Left,
        Self::Right,
        Self::DownLeft,
        Self::Down,
        Self::DownRight,
    ];

    /// Change of row and column of one step.
    #[must_use]
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::UpLeft => (-1, -1),
            Self::Up => (-1, 0),
            Self::UpRight => (-1, 1),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::DownLeft => (1, -1),
            Self::Down => (1, 0),
            Self::DownRight => (1, 1),
        }
    }
}
