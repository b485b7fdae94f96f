//! JSON, and the entry in the registry.

use crate::console::{Canvas, Console};
use crate::kinds::{Kind, Stage, Terrain};
use crate::loads::LOADS;
use crate::map::Setup;
use crate::position::Unit;
use crate::state::State;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use board::{Cell, Direction};
use game::conform::{Case, Folder, Request, run_dialogues};
use game::{Game, Load, Perft, Report, Session, Table, Title, perft};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The game's entry in the registry.
pub const TITLE: &dyn Title = &Goblins;

#[derive(Debug)]
struct Goblins;

impl Title for Goblins {
    fn name(&self) -> &'static str {
        State::NAME
    }

    fn about(&self) -> &'static str {
        "Mages & Goblins: one player's mages against patrols and trackers on up to 20 x 20"
    }

    fn profiles(&self) -> &'static [&'static str] {
        &["stage4", "stage3", "stage2", "stage1"]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("first-spell", include_str!("../../../maps/goblins/first-spell.map")),
            ("lake", include_str!("../../../maps/goblins/lake.map")),
            ("hunt", include_str!("../../../maps/goblins/hunt.map")),
        ]
    }

    fn start(&self, map: &[u8], rules: &str, seed: u64) -> Result<Box<dyn Table>, Report> {
        Ok(Box::new(Session::new(State::start(&Setup::parse(map, stage(rules))?, seed))))
    }

    fn check_map(&self, map: &[u8], rules: &str) -> Report {
        Setup::inspect(map, stage(rules)).1
    }

    fn show_map(&self, map: &[u8], rules: &str) -> Result<String, Report> {
        let state = State::new(&Setup::parse(map, stage(rules))?);
        Ok(String::from_utf8_lossy(Canvas::new(&state).draw(&state)).into_owned())
    }

    fn console(&self) -> Option<&dyn game::console::Console> {
        Some(&Console)
    }

    fn conform(
        &self,
        folder: &dyn Folder,
        request: Request<'_>,
        each: &mut dyn FnMut(Case),
    ) -> Result<(), String> {
        run_dialogues(&Console, folder, request, each)
    }

    fn loads(&self) -> &'static [Load] {
        LOADS
    }

    fn perft(&self, map: &[u8], rules: &str, depth: u32) -> Result<Perft, Report> {
        Ok(perft(&State::start(&Setup::parse(map, stage(rules))?, 0), depth))
    }
}

/// The stage that a rule profile stands for; the last one for anything else.
fn stage(rules: &str) -> Stage {
    let number = rules.strip_prefix("stage").and_then(|number| number.parse().ok());
    number.and_then(Stage::from_number).unwrap_or_default()
}

/// In JSON a stage is its number.
impl Serialize for Stage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl<'de> Deserialize<'de> for Stage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::from_number(number).ok_or_else(|| Error::custom(format!("there is no stage {number}")))
    }
}

/// In JSON a terrain is its letter.
impl Serialize for Terrain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter() as char)
    }
}

impl<'de> Deserialize<'de> for Terrain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(deserializer)?;
        let found = u8::try_from(letter).ok().and_then(Self::from_letter);
        found.ok_or_else(|| Error::custom(format!("`{letter}` is no terrain (P, W or M)")))
    }
}

/// A kind in an event is its name.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Mage => "mage",
            Self::Patrol { .. } => "patrol",
            Self::Tracker { .. } => "tracker",
        })
    }
}

/// In JSON a unit is a row that starts with its cell and its kind.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum UnitRow {
    Patrol(Cell, PatrolWord, Direction, i32),
    Tracker(Cell, TrackerWord, i32),
    Mage(Cell, MageWord),
}

#[derive(Serialize, Deserialize)]
enum PatrolWord {
    #[serde(rename = "patrol")]
    Word,
}

#[derive(Serialize, Deserialize)]
enum TrackerWord {
    #[serde(rename = "tracker")]
    Word,
}

#[derive(Serialize, Deserialize)]
enum MageWord {
    #[serde(rename = "mage")]
    Word,
}

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = match self.kind {
            Kind::Mage => UnitRow::Mage(self.cell, MageWord::Word),
            Kind::Patrol { facing, steps } => UnitRow::Patrol(self.cell, PatrolWord::Word, facing, steps),
            Kind::Tracker { sight } => UnitRow::Tracker(self.cell, TrackerWord::Word, sight),
        };
        row.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match UnitRow::deserialize(deserializer)? {
            UnitRow::Mage(cell, _) => Self { cell, kind: Kind::Mage },
            UnitRow::Patrol(cell, _, facing, steps) => Self { cell, kind: Kind::Patrol { facing, steps } },
            UnitRow::Tracker(cell, _, sight) => Self { cell, kind: Kind::Tracker { sight } },
        })
    }
}
