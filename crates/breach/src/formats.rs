//! JSON, and the entry in the registry.

use crate::console::{Console, draw};
use crate::kinds::{Kind, Stage, Terrain};
use crate::loads::LOADS;
use crate::map::Setup;
use crate::position::Unit;
use crate::state::State;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, Mask8};
use game::conform::{Case, Folder, Request, run_dialogues};
use game::{Game, Load, Perft, Report, Session, Table, Title, perft};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The game's entry in the registry.
pub const TITLE: &dyn Title = &Breach;

#[derive(Debug)]
struct Breach;

impl Title for Breach {
    fn name(&self) -> &'static str {
        State::NAME
    }

    fn about(&self) -> &'static str {
        "a clone of Into the Breach: one player against a fixed enemy on 8 x 8"
    }

    fn profiles(&self) -> &'static [&'static str] {
        &["stage4", "stage3", "stage2", "stage1"]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("first-contact", include_str!("../../../maps/breach/first-contact.map")),
            ("harbour", include_str!("../../../maps/breach/harbour.map")),
            ("old-forest", include_str!("../../../maps/breach/old-forest.map")),
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
        let mut page = Vec::new();
        draw(&state, b' ', Mask8::EMPTY, &mut page);
        Ok(String::from_utf8_lossy(&page).into_owned())
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

/// In JSON kinds and terrains are their letters.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.figures().letter as char)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        letter(deserializer, Self::from_letter)
    }
}

impl Serialize for Terrain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter().map_or('P', char::from))
    }
}

impl<'de> Deserialize<'de> for Terrain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        letter(deserializer, Self::from_letter)
    }
}

fn letter<'de, D: Deserializer<'de>, T>(deserializer: D, read: fn(u8) -> Option<T>) -> Result<T, D::Error> {
    let letter = char::deserialize(deserializer)?;
    let found = u8::try_from(letter).ok().and_then(read);
    found.ok_or_else(|| Error::custom(format!("`{letter}` is not a letter of this game")))
}

/// In JSON a unit is a row: cell, kind, HP, has moved, has attacked.
type UnitRow = (Cell, Kind, i32, bool, bool);

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row: UnitRow = (self.cell, self.kind, self.hp, self.moved, self.attacked);
        row.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (cell, kind, hp, moved, attacked) = UnitRow::deserialize(deserializer)?;
        Ok(Self { cell, kind, hp, moved, attacked })
    }
}
