//! The rule profiles, as one record of parameters.

use crate::kinds::CorpsKind;
use crate::land::NEIGHBOURS;
use board::{Cell, Direction, Size};

/// How a game is to be played. Every difference between the profiles is a field; no code asks for a
/// profile's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Rules {
    /// The profile's name.
    pub name: &'static str,
    /// How the starting towers claim their land.
    pub start: Start,
    /// What becomes of a tower that falls together with its attacker.
    pub joint_fall: JointFall,
    /// Whether engineers of a garrison that dies count as kills; its fighters always do.
    pub dead_garrison_engineers_count: bool,
    /// Whether a builder may change the terrain of land that is not its owner's.
    pub terrain_on_any_land: bool,
    /// Whether a builder pays for a change of terrain at once, and not at the end of the turn.
    pub labour_at_once: bool,
    /// What an engineer adds to the strength of the tower it stands in.
    pub engineer_garrison_bonus: i32,
    /// Whether the last turn of the game ends with its first accepted order.
    pub last_turn_is_one_order: bool,
    /// Who is ranked higher of those who are out.
    pub rank_of_the_out: RankOfTheOut,
    /// Move points by kind of corps.
    pub moves: [u8; 5],
    /// Hit points of a tower, by level.
    pub tower_hp: [u8; 8],
    /// Whether an upgrade repairs the tower.
    pub upgrade_repairs: bool,
    /// What a living player's score is.
    pub score: Score,
    /// Whether up is the row above, as it was until March 2021.
    pub legacy_directions: bool,
}

/// How the starting towers claim their land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum Start {
    /// As any tower does.
    PlainSums,
    /// Quadrants belong to their players, and the strip between them is left alone.
    Quadrants,
}

/// What becomes of a tower that falls together with its attacker, if its lowered level is at
/// least 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum JointFall {
    /// It stays, its garrison lives, and the attacker's owner is credited.
    Stays,
    /// It stays without its garrison and without credit; it is destroyed if the attacker's owner
    /// has ten towers.
    LosesGarrison,
}

/// Who is ranked higher of those who are out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum RankOfTheOut {
    /// Who went out later.
    ByOrder,
    /// Who went out in a later round, then the counters.
    ByRoundAndCounters,
}

/// What a living player's score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "formats",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "snake_case")
)]
pub enum Score {
    /// Levels of towers, corps and counters.
    Points,
    /// Number of cells owned.
    Cells,
}

impl Rules {
    /// The contest's manual, and the organisers' program where it is silent.
    pub const MANUAL: Self = Self {
        name: "manual",
        start: Start::PlainSums,
        joint_fall: JointFall::Stays,
        dead_garrison_engineers_count: false,
        terrain_on_any_land: true,
        labour_at_once: true,
        engineer_garrison_bonus: 0,
        last_turn_is_one_order: false,
        rank_of_the_out: RankOfTheOut::ByOrder,
        moves: [2, 2, 4, 2, 2],
        tower_hp: [100, 120, 140, 160, 180, 200, 220, 240],
        upgrade_repairs: false,
        score: Score::Points,
        legacy_directions: false,
    };

    /// The organisers' program of 2 March 2021.
    pub const JUDGE: Self = Self {
        name: "judge",
        start: Start::Quadrants,
        joint_fall: JointFall::LosesGarrison,
        dead_garrison_engineers_count: true,
        terrain_on_any_land: false,
        labour_at_once: false,
        engineer_garrison_bonus: 2,
        last_turn_is_one_order: true,
        rank_of_the_out: RankOfTheOut::ByRoundAndCounters,
        ..Self::MANUAL
    };

    /// The contest's last revision, as far as its log shows it.
    pub const FINAL2021: Self = Self {
        name: "final2021",
        rank_of_the_out: RankOfTheOut::ByOrder,
        moves: [4, 4, 8, 4, 4],
        tower_hp: [100, 110, 120, 130, 140, 150, 160, 170],
        upgrade_repairs: true,
        score: Score::Cells,
        ..Self::JUDGE
    };

    /// The names that [`named`](Self::named) knows; the first is the default.
    pub const NAMES: [&'static str; 6] =
        ["manual", "judge", "final2021", "manual-legacy", "judge-legacy", "final2021-legacy"];

    /// The profile with this name; with `-legacy` behind it, up is the row above.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (profile, legacy_directions) = match name.strip_suffix("-legacy") {
            Some(profile) => (profile, true),
            None => (name, false),
        };
        let known = [Self::MANUAL, Self::JUDGE, Self::FINAL2021];
        let rules = known.into_iter().find(|rules| rules.name == profile)?;
        Some(Self { legacy_directions, ..rules })
    }

    /// Move points of a corps at the start of its owner's turn.
    #[must_use]
    #[inline]
    pub const fn moves_of(&self, kind: CorpsKind) -> u8 {
        self.moves[kind as usize]
    }

    /// Hit points of an undamaged tower of this level.
    ///
    /// # Panics
    /// If the level is not 1 to 8.
    #[must_use]
    #[inline]
    pub const fn tower_max_hp(&self, level: u8) -> u8 {
        self.tower_hp[level as usize - 1]
    }

    /// Change of row and column of one step.
    #[must_use]
    #[inline]
    pub const fn delta(&self, direction: Direction) -> (i8, i8) {
        // Which way a corps goes cannot be foreseen, so this is a look-up and no branch.
        let (rows, cols) = NEIGHBOURS[direction as usize];
        (if self.legacy_directions { -rows } else { rows }, cols)
    }

    /// The cell one step away, if it lies on the board.
    #[must_use]
    #[inline]
    pub const fn step(&self, size: Size, from: Cell, direction: Direction) -> Option<Cell> {
        let (rows, cols) = self.delta(direction);
        size.offset(from, rows, cols)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::MANUAL
    }
}
