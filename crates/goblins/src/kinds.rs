//! Units and terrain.

use board::Direction;
use core::fmt;
use game::Words;

pub use game::console::Stage;

/// Mages act from stage 2 on; in stage 1 the map is just loaded and drawn.
pub const MAGES_ACT_SINCE: Stage = Stage::Two;

/// Goblins act, and so have figures in the map, from stage 3 on. (Stage 3 is a name for cases
/// without trackers.)
pub const GOBLINS_ACT_SINCE: Stage = Stage::Three;

/// What a unit is, with the figures that never change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The player's unit.
    Mage,
    /// Walks to and fro.
    Patrol {
        /// The way it faces when the game begins.
        facing: Direction,
        /// Steps a turn; a goblin with a negative number never does anything.
        steps: i32,
    },
    /// Goes for the nearest mage it sees.
    Tracker {
        /// How far it sees; a goblin with a negative number never sees anybody.
        sight: i32,
    },
}

impl Kind {
    /// The two characters that stand for it on the board.
    #[must_use]
    pub const fn symbol(self) -> [u8; 2] {
        match self {
            Self::Mage => *b"@@",
            Self::Patrol { .. } => *b"PG",
            Self::Tracker { .. } => *b"TG",
        }
    }
}

impl Kind {
    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Mage => MAGE,
            Self::Patrol { .. } => PATROL,
            Self::Tracker { .. } => TRACKER,
        }
    }
}

pub(crate) const MAGE: Words = Words("mage", "法师");
pub(crate) const PATROL: Words = Words("patrol goblin", "巡逻型哥布林");
pub(crate) const TRACKER: Words = Words("tracking goblin", "追踪型哥布林");

/// What a direction is called.
pub(crate) const fn direction_words(direction: Direction) -> Words {
    match direction {
        Direction::Up => Words("up", "上"),
        Direction::Down => Words("down", "下"),
        Direction::Left => Words("left", "左"),
        Direction::Right => Words("right", "右"),
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}

/// The letters for the four directions, on maps and in commands.
pub const DIRECTION_LETTERS: [(u8, Direction); 4] =
    [(b'W', Direction::Up), (b'A', Direction::Left), (b'S', Direction::Down), (b'D', Direction::Right)];

/// The direction with this capital letter.
#[must_use]
pub fn direction_from_letter(letter: u8) -> Option<Direction> {
    DIRECTION_LETTERS.into_iter().find(|(its, _)| *its == letter).map(|(_, direction)| direction)
}

/// The capital letter of a direction.
#[must_use]
pub const fn letter_of(direction: Direction) -> u8 {
    match direction {
        Direction::Up => b'W',
        Direction::Left => b'A',
        Direction::Down => b'S',
        Direction::Right => b'D',
    }
}

/// What a square is made of. Living units stand on plain only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Terrain {
    Plain,
    Water,
    Mountain,
}

impl Terrain {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Water, Self::Mountain];

    /// Its letter in a map.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self {
            Self::Plain => b'P',
            Self::Water => b'W',
            Self::Mountain => b'M',
        }
    }

    /// The terrain with this capital letter.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.letter() == letter)
    }

    /// The two characters that stand for it on the board.
    #[must_use]
    pub const fn symbol(self) -> [u8; 2] {
        match self {
            Self::Plain => *b"  ",
            Self::Water => *b"~~",
            Self::Mountain => *b"/\\",
        }
    }
}

impl Terrain {
    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Plain => Words("plain", "平原"),
            Self::Water => Words("water", "深水"),
            Self::Mountain => Words("mountain", "高山"),
        }
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}
