//! Units and terrain, with their numbers.

use core::fmt;
use game::Words;

pub use game::console::Stage;

/// Bees, attacks and HP come with stage 2; in stage 1 soldiers and tanks just move.
pub const ATTACKS_SINCE: Stage = Stage::Two;

/// Turns, the enemy that acts and the end of the game come with stage 3. (Fighters, hydralisks and
/// forests come with stage 4.)
pub const TURNS_SINCE: Stage = Stage::Three;

/// Who commands a unit. A property of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum Side {
    /// The human's units.
    Player,
    /// The units moved by the built-in rule.
    Enemy,
}

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all; the numbers are in `Figures`")]
pub enum Kind {
    Soldier,
    Tank,
    Fighter,
    Bee,
    Hydralisk,
}

/// Where a unit can go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum Domain {
    /// Plain and forest; drowns in the ocean.
    Land,
    /// Plain and ocean.
    Air,
}

/// Which cells a unit can attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum Range {
    /// The four adjacent cells.
    Melee,
    /// Outwards in four directions up to and including the first unit or the first cell that is not
    /// plain.
    Line,
    /// The cells exactly two steps away in a straight line.
    Jump,
}

/// What an attack does besides damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum Effect {
    /// Nothing.
    None,
    /// Pushes the unit that was hit away from the attacker.
    Push,
    /// The same, and flattens a mountain on which nobody stands.
    PushOrFlatten,
    /// Pushes the units around the target away from it.
    Blast,
}

/// The numbers of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Figures {
    /// The word for it.
    pub name: &'static str,
    /// The letter that stands for it in maps and rows.
    #[cfg_attr(feature = "formats", serde(serialize_with = "as_char"), schemars(with = "char"))]
    pub letter: u8,
    /// Who commands it.
    pub side: Side,
    /// HP of a new one.
    pub hp: i32,
    /// HP that its attack takes.
    pub attack: i32,
    /// Where it can go.
    pub domain: Domain,
    /// Steps it can make in a turn.
    pub movement: u32,
    /// Which cells it can attack.
    pub range: Range,
    /// What its attack does besides damage.
    pub effect: Effect,
    /// The first stage that knows it.
    pub since: Stage,
}

#[cfg(feature = "formats")]
fn as_char<S: serde::Serializer>(letter: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(char::from(*letter))
}

#[rustfmt::skip]
static FIGURES: [Figures; 5] = {
    use {Domain::*, Effect::{Blast, Push, PushOrFlatten}, Range::*, Side::*};
    [
        Figures { name: "soldier",   letter: b'S', side: Player, hp: 2, attack: 1, domain: Land, movement: 3, range: Melee, effect: Effect::None,  since: Stage::One },
        Figures { name: "tank",      letter: b'T', side: Player, hp: 3, attack: 1, domain: Land, movement: 2, range: Line,  effect: PushOrFlatten, since: Stage::One },
        Figures { name: "fighter",   letter: b'F', side: Player, hp: 2, attack: 2, domain: Air,  movement: 5, range: Jump,  effect: Blast,         since: Stage::Four },
        Figures { name: "bee",       letter: b'B', side: Enemy,  hp: 2, attack: 3, domain: Air,  movement: 3, range: Melee, effect: Effect::None,  since: Stage::Two },
        Figures { name: "hydralisk", letter: b'H', side: Enemy,  hp: 1, attack: 2, domain: Land, movement: 3, range: Melee, effect: Push,          since: Stage::Four },
    ]
};

impl Kind {
    /// All five, the player's first.
    pub const ALL: [Self; 5] = [Self::Soldier, Self::Tank, Self::Fighter, Self::Bee, Self::Hydralisk];

    /// The numbers of all kinds.
    #[must_use]
    pub fn table() -> &'static [Figures] {
        &FIGURES
    }

    /// The numbers of this kind.
    #[must_use]
    #[inline]
    pub fn figures(self) -> &'static Figures {
        &FIGURES[self as usize]
    }

    /// Who commands it.
    #[must_use]
    #[inline]
    pub fn side(self) -> Side {
        self.figures().side
    }

    /// The kind with this capital letter.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.figures().letter == letter)
    }
}

impl Kind {
    /// What it is called.
    #[must_use]
    pub fn words(self) -> Words {
        let chinese = match self {
            Self::Soldier => "士兵",
            Self::Tank => "坦克",
            Self::Fighter => "战斗机",
            Self::Bee => "蜜蜂",
            Self::Hydralisk => "刺蛇",
        };
        Words(self.figures().name, chinese)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}

/// What a cell is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Terrain {
    Plain,
    Mountain,
    Ocean,
    Forest,
}

impl Terrain {
    /// All that a map can name: everything but plain.
    pub const NAMED: [Self; 3] = [Self::Mountain, Self::Ocean, Self::Forest];

    /// Its letter in a map; plain has none.
    #[must_use]
    pub const fn letter(self) -> Option<u8> {
        match self {
            Self::Plain => None,
            Self::Mountain => Some(b'M'),
            Self::Ocean => Some(b'O'),
            Self::Forest => Some(b'W'),
        }
    }

    /// The terrain with this capital letter.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        Self::NAMED.into_iter().find(|terrain| terrain.letter() == Some(letter))
    }

    /// The first stage that knows it.
    #[must_use]
    pub const fn since(self) -> Stage {
        match self {
            Self::Forest => Stage::Four,
            _ => Stage::One,
        }
    }
}

impl Terrain {
    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Plain => Words("plain", "平原"),
            Self::Mountain => Words("mountain", "山脉"),
            Self::Ocean => Words("ocean", "海洋"),
            Self::Forest => Words("forest", "森林"),
        }
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}
