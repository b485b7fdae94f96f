//! Terrain, towers and corps with their numbers.

use board::Size;
use core::fmt;
use game::{Lang, Seat, Speak, Words, say};

/// Players in every game.
pub const PLAYERS: usize = 4;
/// Rounds of a full game.
pub const ROUNDS: u16 = 300;
/// Turns of a full game: one a player and round.
pub const TURNS: u16 = ROUNDS * PLAYERS as u16;
/// Orders of one turn that are looked at, refused ones included.
pub const ORDERS_A_TURN: u8 = 50;
/// Towers a player may have.
pub const MAX_TOWERS: u8 = 10;
/// Fighters a player may have.
pub const MAX_FIGHTERS: u8 = 10;
/// Engineers a player may have.
pub const MAX_ENGINEERS: u8 = 10;
/// How far a tower shoots.
pub const TOWER_RANGE: u32 = 2;
/// Highest level of a tower.
pub const MAX_LEVEL: u8 = 8;
/// Levels a tower loses when it falls.
pub const FALL: u8 = 4;
/// How far a tower's influence reaches.
pub const INFLUENCE_RANGE: u8 = 5;
/// Influence of a tower at distance 1 to 5. On its own cell it has [`INFLUENCE_AT_HOME`].
pub const INFLUENCE: [i16; INFLUENCE_RANGE as usize + 1] = [0, 100, 80, 50, 20, 10];
/// Influence of a tower on its own cell: more than all others can have together.
pub const INFLUENCE_AT_HOME: i32 = 100_000_000;

/// The size of the contest's own boards.
pub const CONTEST_SIZE: Size = Size::new(15, 15);

/// The number a player has in files and sentences: 1 to 4.
#[must_use]
pub const fn number_of(seat: Seat) -> u8 {
    seat.0.saturating_add(1)
}

/// Whose land a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Owner(i8);

impl Owner {
    /// Nobody has influence here.
    pub const PUBLIC: Self = Self(0);
    /// Several share the highest influence.
    pub const TRANSITION: Self = Self(-1);

    /// A player's land.
    #[must_use]
    pub const fn player(seat: Seat) -> Self {
        Self(number_of(seat) as i8)
    }

    /// The player, if it is one's land.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        if self.0 > 0 { Some(Seat(self.0 as u8 - 1)) } else { None }
    }

    /// The number in files: 1 to 4 a player, 0 public, -1 transition.
    #[must_use]
    pub const fn number(self) -> i8 {
        self.0
    }

    /// The character in views: the player's number, `.` public, `?` transition.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.0 {
            0 => '.',
            -1 => '?',
            number => (b'0' + number as u8) as char,
        }
    }

    /// The owner with this number in files.
    #[must_use]
    pub const fn from_number(number: i64) -> Option<Self> {
        if number >= -1 && number <= PLAYERS as i64 { Some(Self(number as i8)) } else { None }
    }
}

impl Speak for Owner {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => say!(f, lang, "nobody's land", "公共区域"),
            -1 => say!(f, lang, "disputed land", "过渡区域"),
            number => say!(f, lang, "player {number}'s land", "玩家 {number} 的领地"),
        }
    }
}

game::display_in_english!(Owner);

/// What the ground of a cell is like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Terrain {
    /// The ground of a starting tower.
    TowerGround,
    /// Plain.
    #[default]
    Plain,
    /// Mountain.
    Mountain,
    /// Forest.
    Forest,
    /// Swamp.
    Swamp,
    /// Road.
    Road,
    /// Landmark: the gate.
    Gate,
    /// Landmark: the hall.
    Hall,
    /// Landmark: the school building, stretching to the right and down.
    School1,
    /// Landmark: the school building, stretching to the left and down.
    School2,
    /// Landmark: the school building, stretching to the left and up.
    School3,
    /// Landmark: the school building, stretching to the right and up.
    School4,
    /// Further cells of a landmark.
    Landmark,
}

/// Name, letter on drawn maps, move weight (none: impassable), strength bonus.
const TERRAINS: [(Words, char, Option<u8>, i8); 13] = [
    (Words("tower ground", "塔基"), 'o', Some(0), 0),
    (Words("plain", "平原"), '.', Some(2), 0),
    (Words("mountain", "山地"), '^', Some(4), 5),
    (Words("forest", "森林"), 'f', Some(3), 3),
    (Words("swamp", "沼泽"), '~', Some(4), -3),
    (Words("road", "道路"), '=', Some(1), 0),
    (Words("the gate", "校门"), 'G', None, 0),
    (Words("the hall", "礼堂"), 'H', None, 0),
    (Words("the school", "学堂"), 'S', None, 0),
    (Words("the school", "学堂"), 'S', None, 0),
    (Words("the school", "学堂"), 'S', None, 0),
    (Words("the school", "学堂"), 'S', None, 0),
    (Words("a landmark", "地标"), '#', None, 0),
];

impl Terrain {
    /// All kinds; the place in the list is the number in files.
    pub const ALL: [Self; 13] = [
        Self::TowerGround,
        Self::Plain,
        Self::Mountain,
        Self::Forest,
        Self::Swamp,
        Self::Road,
        Self::Gate,
        Self::Hall,
        Self::School1,
        Self::School2,
        Self::School3,
        Self::School4,
        Self::Landmark,
    ];

    /// The kind with this number in files.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The number in files.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The English word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        TERRAINS[self as usize].0
    }

    /// The letter on drawn maps.
    #[must_use]
    pub const fn letter(self) -> char {
        TERRAINS[self as usize].1
    }

    /// The character in views: the letter on drawn maps, but the four school buildings are told
    /// apart.
    #[must_use]
    pub const fn view_letter(self) -> char {
        match self {
            Self::School1 => '1',
            Self::School2 => '2',
            Self::School3 => '3',
            Self::School4 => '4',
            _ => self.letter(),
        }
    }

    /// What it adds to the strength of a fighter who stands here.
    #[must_use]
    #[inline]
    pub const fn bonus(self) -> i32 {
        TERRAINS[self as usize].3 as i32
    }

    /// Move points from this kind of cell to that one; none if either is a landmark.
    #[must_use]
    #[inline]
    pub const fn cost_to(self, to: Self) -> Option<u8> {
        let cost = STEP_COSTS[self as usize][to as usize];
        if cost == IMPASSABLE { None } else { Some(cost) }
    }

    /// What a builder can make of it: plain of forest and forest of plain.
    #[must_use]
    pub const fn changed(self) -> Option<Self> {
        match self {
            Self::Plain => Some(Self::Forest),
            Self::Forest => Some(Self::Plain),
            _ => None,
        }
    }
}

const IMPASSABLE: u8 = u8::MAX;

/// Half the sum of both weights, rounded up.
const STEP_COSTS: [[u8; 13]; 13] = {
    let mut costs = [[IMPASSABLE; 13]; 13];
    let mut from = 0;
    while from < 13 {
        let mut to = 0;
        while to < 13 {
            if let (Some(left), Some(entered)) = (TERRAINS[from].2, TERRAINS[to].2) {
                costs[from][to] = (left + entered).div_ceil(2);
            }
            to += 1;
        }
        from += 1;
    }
    costs
};

/// A kind of corps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum CorpsKind {
    /// Fights next to it.
    #[default]
    Warrior,
    /// Fights at a distance of two and is never hit in return.
    Archer,
    /// The strongest fighter, twice as fast as the others. The old interface calls it cavalry.
    Mage,
    /// Repairs towers and changes terrain.
    Builder,
    /// Founds towers.
    Extender,
}

/// Fighters or engineers: a cell without tower holds at most one of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum Class {
    /// Warriors, archers and mages.
    Fighter,
    /// Builders and extenders.
    Engineer,
}

/// The numbers of a kind of fighter.
#[derive(Clone, Copy, Debug)]
struct Fighter {
    max_hp: u8,
    strength: i32,
    garrison_bonus: i32,
    siege_tenths: i32,
    range: u32,
}

const FIGHTERS: [Fighter; 3] = [
    Fighter { max_hp: 60, strength: 36, garrison_bonus: 2, siege_tenths: 4, range: 1 },
    Fighter { max_hp: 50, strength: 30, garrison_bonus: 2, siege_tenths: 7, range: 2 },
    Fighter { max_hp: 70, strength: 44, garrison_bonus: 4, siege_tenths: 5, range: 1 },
];

/// How far each kind of corps attacks.
const RANGES: [u32; 5] = [FIGHTERS[0].range, FIGHTERS[1].range, FIGHTERS[2].range, 0, 0];

/// Labour of a new builder.
pub const LABOUR: u8 = 3;

impl CorpsKind {
    /// All kinds; the place in the list is the number in files.
    pub const ALL: [Self; 5] = [Self::Warrior, Self::Archer, Self::Mage, Self::Builder, Self::Extender];

    /// The kind with this number in files.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The number in files.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The English word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Warrior => Words("warrior", "战士"),
            Self::Archer => Words("archer", "弓箭手"),
            Self::Mage => Words("mage", "法师"),
            Self::Builder => Words("builder", "建造者"),
            Self::Extender => Words("extender", "开拓者"),
        }
    }

    /// The word for one of them.
    #[must_use]
    pub const fn one(self) -> &'static str {
        match self {
            Self::Warrior => "a warrior",
            Self::Archer => "an archer",
            Self::Mage => "a mage",
            Self::Builder => "a builder",
            Self::Extender => "an extender",
        }
    }

    /// Fighter or engineer.
    #[must_use]
    #[inline]
    pub const fn class(self) -> Class {
        match self {
            Self::Warrior | Self::Archer | Self::Mage => Class::Fighter,
            Self::Builder | Self::Extender => Class::Engineer,
        }
    }

    /// Whether it is a warrior, archer or mage.
    #[must_use]
    #[inline]
    pub const fn is_fighter(self) -> bool {
        matches!(self.class(), Class::Fighter)
    }

    const fn fighter(self) -> Option<&'static Fighter> {
        if self.is_fighter() { Some(&FIGHTERS[self as usize]) } else { None }
    }

    /// Hit points of a new one; 0 for engineers, who have none.
    #[must_use]
    pub const fn max_hp(self) -> u8 {
        match self.fighter() {
            Some(fighter) => fighter.max_hp,
            None => 0,
        }
    }

    /// Labour of a new one; 0 for all but builders.
    #[must_use]
    pub const fn labour(self) -> u8 {
        if matches!(self, Self::Builder) { LABOUR } else { 0 }
    }

    /// How far it attacks; 0 for engineers.
    #[must_use]
    #[inline]
    pub const fn range(self) -> u32 {
        RANGES[self as usize]
    }

    /// What a fighter adds to the strength of a tower it stands in; for engineers the profile
    /// decides.
    #[must_use]
    pub const fn garrison_bonus(self) -> Option<i32> {
        match self.fighter() {
            Some(fighter) => Some(fighter.garrison_bonus),
            None => None,
        }
    }

    /// Strength on neutral ground with these hit points: the share of the full strength, rounded
    /// up.
    #[must_use]
    #[inline]
    pub const fn strength(self, hp: u8) -> i32 {
        match self.fighter() {
            Some(fighter) => share(fighter.strength, hp, fighter.max_hp),
            None => 0,
        }
    }

    /// What of a loss of this size arrives at a tower.
    #[must_use]
    pub const fn siege_loss(self, loss: i32) -> i32 {
        match self.fighter() {
            Some(fighter) => loss * fighter.siege_tenths / 10,
            None => 0,
        }
    }
}

/// `full * hp / max`, rounded up.
const fn share(full: i32, hp: u8, max: u8) -> i32 {
    (full * hp as i32 + max as i32 - 1) / max as i32
}

/// Something a tower can work on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Task {
    /// A warrior.
    Warrior,
    /// An archer.
    Archer,
    /// A mage.
    Mage,
    /// A builder.
    Builder,
    /// An extender; it costs the tower a level.
    Extender,
    /// The tower's next level.
    Upgrade,
}

impl Task {
    /// All tasks; the place in the list is the number in files.
    pub const ALL: [Self; 6] =
        [Self::Warrior, Self::Archer, Self::Mage, Self::Builder, Self::Extender, Self::Upgrade];

    /// The task with this number in files.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The number in files.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The corps that comes out of it; none for an upgrade.
    #[must_use]
    pub const fn corps(self) -> Option<CorpsKind> {
        match self {
            Self::Warrior => Some(CorpsKind::Warrior),
            Self::Archer => Some(CorpsKind::Archer),
            Self::Mage => Some(CorpsKind::Mage),
            Self::Builder => Some(CorpsKind::Builder),
            Self::Extender => Some(CorpsKind::Extender),
            Self::Upgrade => None,
        }
    }

    /// The English word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        match self.corps() {
            Some(kind) => kind.words(),
            None => Words("upgrade", "升级"),
        }
    }

    /// Work it takes in a tower of this level.
    #[must_use]
    pub const fn cost(self, level: u8) -> i16 {
        match self {
            Self::Warrior | Self::Builder | Self::Extender => 40,
            Self::Archer => 60,
            Self::Mage => 100,
            Self::Upgrade => UPGRADE_COST * level as i16,
        }
    }
}

/// Work of an upgrade, for each level the tower has.
pub const UPGRADE_COST: i16 = 40;

/// Work a tower of this level does a turn.
///
/// # Panics
/// If the level is not 1 to 8.
#[must_use]
#[inline]
pub const fn production(level: u8) -> i16 {
    TOWER_LEVELS[level as usize - 1].0
}

/// Strength of an undamaged, empty tower of this level.
///
/// # Panics
/// If the level is not 1 to 8.
#[must_use]
pub const fn tower_base_strength(level: u8) -> i32 {
    TOWER_LEVELS[level as usize - 1].1
}

/// Strength of an empty tower with these hit points: the share of the full strength, rounded up.
#[must_use]
#[inline]
pub(crate) const fn tower_strength(level: u8, hp: u8, max: u8) -> i32 {
    share(tower_base_strength(level), hp, max)
}

/// Production and strength by level.
const TOWER_LEVELS: [(i16, i32); MAX_LEVEL as usize] =
    [(10, 25), (15, 27), (20, 29), (25, 32), (30, 35), (35, 38), (40, 41), (45, 45)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_cost_what_the_table_says() {
        use Terrain::{Forest, Mountain, Plain, Road, Swamp, TowerGround};
        let kinds = [TowerGround, Plain, Mountain, Forest, Swamp, Road];
        let table = [
            [0, 1, 2, 2, 2, 1],
            [1, 2, 3, 3, 3, 2],
            [2, 3, 4, 4, 4, 3],
            [2, 3, 4, 3, 4, 2],
            [2, 3, 4, 4, 4, 3],
            [1, 2, 3, 2, 3, 1],
        ];
        for (from, row) in kinds.iter().zip(table) {
            for (to, cost) in kinds.iter().zip(row) {
                assert_eq!(from.cost_to(*to), Some(cost), "{from:?} to {to:?}");
            }
            assert!(Terrain::ALL[6..].iter().all(|landmark| from.cost_to(*landmark).is_none()));
        }
    }
}
