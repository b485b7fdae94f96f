//! Kinds of elements, and the rulesets with their numbers.

use core::fmt;
use game::{Seat, Words};

/// One of the ten kinds of elements. The order is that of the original's type numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Kind {
    Base,
    Fort,
    Mine,
    Oilfield,
    Submarine,
    Destroyer,
    Carrier,
    Cargo,
    Fighter,
    Scout,
}

impl Kind {
    /// All ten, by type number.
    pub const ALL: [Self; 10] = [
        Self::Base,
        Self::Fort,
        Self::Mine,
        Self::Oilfield,
        Self::Submarine,
        Self::Destroyer,
        Self::Carrier,
        Self::Cargo,
        Self::Fighter,
        Self::Scout,
    ];

    /// The six that move and can be produced, by type number.
    pub const UNITS: [Self; 6] =
        [Self::Submarine, Self::Destroyer, Self::Carrier, Self::Cargo, Self::Fighter, Self::Scout];

    /// The kind with this type number.
    #[must_use]
    pub fn from_number(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|number| Self::ALL.get(number)).copied()
    }

    /// The English word for it, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Base => Words("base", "基地"),
            Self::Fort => Words("fort", "据点"),
            Self::Mine => Words("mine", "矿场"),
            Self::Oilfield => Words("oilfield", "油田"),
            Self::Submarine => Words("submarine", "潜艇"),
            Self::Destroyer => Words("destroyer", "驱逐舰"),
            Self::Carrier => Words("carrier", "航母"),
            Self::Cargo => Words("cargo", "运输舰"),
            Self::Fighter => Words("fighter", "战斗机"),
            Self::Scout => Words("scout", "侦察机"),
        }
    }

    /// Whether it moves.
    #[must_use]
    #[inline]
    pub const fn is_unit(self) -> bool {
        self as u8 >= Self::Submarine as u8
    }

    /// Whether it is a mine or an oilfield.
    #[must_use]
    #[inline]
    pub const fn is_resource(self) -> bool {
        matches!(self, Self::Mine | Self::Oilfield)
    }

    /// Whether it is a base or a fort.
    #[must_use]
    #[inline]
    pub const fn is_building(self) -> bool {
        matches!(self, Self::Base | Self::Fort)
    }

    /// Whether it flies.
    #[must_use]
    #[inline]
    pub const fn is_plane(self) -> bool {
        matches!(self, Self::Fighter | Self::Scout)
    }

    /// The level it is on, always.
    #[must_use]
    #[inline]
    pub const fn level(self) -> Level {
        match self {
            Self::Submarine => Level::Underwater,
            Self::Fighter | Self::Scout => Level::Air,
            _ => Level::Surface,
        }
    }

    /// Length of its side in cells: 3 for a base, 1 for all others.
    #[must_use]
    #[inline]
    pub const fn size(self) -> u8 {
        if matches!(self, Self::Base) { 3 } else { 1 }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the three levels of a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Level {
    Underwater,
    Surface,
    Air,
}

impl Level {
    /// All three, from below.
    pub const ALL: [Self; 3] = [Self::Underwater, Self::Surface, Self::Air];

    /// The level with this number.
    #[must_use]
    pub fn from_number(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|number| Self::ALL.get(number)).copied()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Underwater => "under water",
            Self::Surface => "on the surface",
            Self::Air => "in the air",
        })
    }
}

/// Whose an element is: a seat's or nobody's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Team {
    /// Team 0, the first seat.
    First,
    /// Team 1, the second seat.
    Second,
    /// Neutral forts and resources.
    Nobody,
}

impl Team {
    /// What it is called.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::First => Words("Blue fleet", "蓝方"),
            Self::Second => Words("Red fleet", "红方"),
            Self::Nobody => Words("nobody", "中立方"),
        }
    }

    /// The two that play.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The team of a seat; nobody's for a seat this game does not have.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        match seat.0 {
            0 => Self::First,
            1 => Self::Second,
            _ => Self::Nobody,
        }
    }

    /// The team with this number: 0, 1, or 2 for nobody.
    #[must_use]
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            0 => Some(Self::First),
            1 => Some(Self::Second),
            2 => Some(Self::Nobody),
            _ => None,
        }
    }

    /// The opponent; nobody's is nobody.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::Nobody => Self::Nobody,
        }
    }

    /// Whether a seat has it.
    #[must_use]
    pub const fn plays(self) -> bool {
        !matches!(self, Self::Nobody)
    }
}

/// What stands for "unlimited" (ammunition) and "immune" (defences) in a property table.
pub const UNLIMITED: i16 = -1;

/// The numbers of one kind. What a kind does not have is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Properties {
    /// How far it sees under water, on the surface, in the air.
    pub sight_ranges: [i16; 3],
    /// How far it fires under water, on the surface, in the air.
    pub fire_ranges: [i16; 3],
    /// Greatest health.
    pub health_max: i16,
    /// Greatest store of fuel.
    pub fuel_max: i16,
    /// Greatest store of ammunition; -1 is unlimited.
    pub ammo_max: i16,
    /// Ammunition that one attack takes.
    pub ammo_once: i16,
    /// Greatest store of metal.
    pub metal_max: i16,
    /// Steps a round.
    pub speed: u8,
    /// What it counts against the population limit.
    pub population: i16,
    /// Metal it costs to produce.
    pub cost: i16,
    /// Rounds it takes to produce.
    pub build_round: u8,
    /// Attack values of fire and torpedo.
    pub attacks: [i16; 2],
    /// Defence values against fire and torpedo; -1 is immune.
    pub defences: [i16; 2],
}

impl Properties {
    /// A kind that has nothing.
    pub const NONE: Self = Self {
        sight_ranges: [0; 3],
        fire_ranges: [0; 3],
        health_max: 0,
        fuel_max: 0,
        ammo_max: 0,
        ammo_once: 0,
        metal_max: 0,
        speed: 0,
        population: 0,
        cost: 0,
        build_round: 0,
        attacks: [0; 2],
        defences: [0; 2],
    };

    /// Whether its ammunition never ends.
    #[must_use]
    pub const fn endless_ammo(&self) -> bool {
        self.ammo_max == UNLIMITED
    }
}

/// The numbers of all kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PropertyTable(pub [Properties; 10]);

impl core::ops::Index<Kind> for PropertyTable {
    type Output = Properties;

    #[inline]
    fn index(&self, kind: Kind) -> &Properties {
        &self.0[kind as usize]
    }
}

impl core::ops::IndexMut<Kind> for PropertyTable {
    fn index_mut(&mut self, kind: Kind) -> &mut Properties {
        &mut self.0[kind as usize]
    }
}

/// A ruleset: the numbers of the kinds, and the points in which the two published rulesets differ.
///
/// Start from [`DOCUMENT`](Self::DOCUMENT) or [`FINAL`](Self::FINAL) and replace what you like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", schemars(description = "A ruleset: its name and its ways."))]
pub struct Rules {
    /// Its name.
    pub name: &'static str,
    /// The numbers of the kinds.
    #[cfg_attr(feature = "formats", serde(skip))]
    pub properties: PropertyTable,
    /// Slow units move before fast ones.
    pub slow_first: bool,
    /// Weather does not change the sight of scouts.
    pub scouts_ignore_weather: bool,
    /// A base can be fixed (by itself).
    pub bases_can_be_fixed: bool,
    /// Of two neighbouring pending orders of a unit `Cancel` leaves the second.
    pub cancel_skips_neighbours: bool,
    /// Bases and forts may aim at the level below them.
    pub buildings_aim_under_water: bool,
    /// A plane whose tank is empty before it moves stays in the air.
    pub dry_planes_hang: bool,
    /// Players are shown the centre of a base, not its upper-left cell.
    pub bases_shown_by_centre: bool,
}

impl Rules {
    /// The published rules text of March 2015; the default.
    pub const DOCUMENT: Self = Self {
        name: "document",
        properties: PropertyTable(DOCUMENT_TABLE),
        slow_first: false,
        scouts_ignore_weather: false,
        bases_can_be_fixed: false,
        cancel_skips_neighbours: false,
        buildings_aim_under_water: false,
        dry_planes_hang: false,
        bases_shown_by_centre: false,
    };

    /// The contest server as last released, April 2015.
    pub const FINAL: Self = Self {
        name: "final",
        properties: PropertyTable(final_table()),
        slow_first: true,
        scouts_ignore_weather: true,
        bases_can_be_fixed: true,
        cancel_skips_neighbours: true,
        buildings_aim_under_water: true,
        dry_planes_hang: true,
        bases_shown_by_centre: true,
    };

    /// The published ruleset of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::DOCUMENT, Self::FINAL].into_iter().find(|rules| rules.name == name)
    }

    /// The numbers of a kind.
    #[must_use]
    #[inline]
    pub fn of(&self, kind: Kind) -> &Properties {
        &self.properties[kind]
    }
}

/// Points for taking a fort.
pub const CAPTURE_SCORE: i64 = 100;
/// Points a round for each fort held.
pub const FORT_SCORE: i64 = 10;
/// Points for each effective collection.
pub const COLLECT_SCORE: i64 = 10;
/// The smallest effective collection.
pub const COLLECT_LEAST: i16 = 10;
/// Health that one metal restores.
pub const HEALTH_PER_METAL: i32 = 5;

const DOCUMENT_TABLE: [Properties; 10] = [
    Properties {
        sight_ranges: [4, 10, 8],
        fire_ranges: [0, 7, 5],
        health_max: 700,
        fuel_max: 1000,
        ammo_max: UNLIMITED,
        ammo_once: 6,
        metal_max: 200,
        attacks: [40, 0],
        defences: [15, UNLIMITED],
        ..Properties::NONE
    },
    Properties {
        sight_ranges: [3, 8, 6],
        fire_ranges: [0, 5, 4],
        health_max: 300,
        fuel_max: 200,
        ammo_max: 300,
        ammo_once: 4,
        metal_max: 200,
        attacks: [30, 0],
        defences: [12, UNLIMITED],
        ..Properties::NONE
    },
    Properties { metal_max: 500, defences: [UNLIMITED; 2], ..Properties::NONE },
    Properties { fuel_max: 1000, defences: [UNLIMITED; 2], ..Properties::NONE },
    Properties {
        sight_ranges: [6, 5, 3],
        fire_ranges: [5, 5, 0],
        health_max: 35,
        fuel_max: 120,
        ammo_max: 20,
        ammo_once: 2,
        speed: 6,
        population: 2,
        cost: 7,
        build_round: 2,
        attacks: [0, 40],
        defences: [UNLIMITED, 7],
        ..Properties::NONE
    },
    Properties {
        sight_ranges: [5, 8, 6],
        fire_ranges: [4, 8, 6],
        health_max: 70,
        fuel_max: 150,
        ammo_max: 40,
        ammo_once: 4,
        speed: 7,
        population: 3,
        cost: 14,
        build_round: 3,
        attacks: [25, 25],
        defences: [13, 10],
        ..Properties::NONE
    },
    Properties {
        sight_ranges: [3, 8, 8],
        fire_ranges: [0, 8, 6],
        health_max: 120,
        fuel_max: 200,
        ammo_max: 70,
        ammo_once: 2,
        speed: 5,
        population: 4,
        cost: 30,
        build_round: 5,
        attacks: [32, 0],
        defences: [16, 10],
        ..Properties::NONE
    },
    Properties {
        sight_ranges: [2, 6, 5],
        health_max: 80,
        fuel_max: 300,
        ammo_max: 120,
        metal_max: 50,
        speed: 11,
        population: 1,
        cost: 16,
        build_round: 3,
        defences: [15, 8],
        ..Properties::NONE
    },
    Properties {
        sight_ranges: [1, 7, 8],
        fire_ranges: [1, 3, 4],
        health_max: 70,
        fuel_max: 100,
        ammo_max: 21,
        ammo_once: 3,
        speed: 9,
        population: 3,
        cost: 14,
        build_round: 3,
        attacks: [30, 20],
        defences: [10, UNLIMITED],
        ..Properties::NONE
    },
    Properties {
        sight_ranges: [2, 12, 16],
        fire_ranges: [2, 3, 4],
        health_max: 50,
        fuel_max: 120,
        ammo_max: 5,
        ammo_once: 1,
        speed: 10,
        population: 1,
        cost: 10,
        build_round: 2,
        attacks: [18, 7],
        defences: [7, UNLIMITED],
        ..Properties::NONE
    },
];

/// The table of `final`: that of `document` with the cells that differ replaced.
const fn final_table() -> [Properties; 10] {
    let mut table = DOCUMENT_TABLE;
    let base = &mut table[Kind::Base as usize];
    base.sight_ranges = [3, 8, 6];
    base.fire_ranges = [0, 8, 6];
    base.health_max = 1000;
    let fort = &mut table[Kind::Fort as usize];
    fort.sight_ranges = [3, 9, 7];
    fort.fire_ranges = [0, 8, 6];
    fort.attacks = [36, 0];
    table[Kind::Submarine as usize].sight_ranges = [5, 4, 2];
    table[Kind::Fighter as usize].health_max = 50;
    let scout = &mut table[Kind::Scout as usize];
    scout.fire_ranges = [1, 3, 4];
    scout.speed = 12;
    table
}
