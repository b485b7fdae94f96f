//! JSON, and the entry in the registry.

use crate::console::{Console, draw};
use crate::kinds::{Kind, Terrain};
use crate::loads::LOADS;
use crate::map::Setup;
use crate::position::Unit;
use crate::state::{SIZE, State};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, Mask8};
use game::calculators::{Calculators, Value, json, read_question};
use game::{CourseEntry, DrawnAsText, GameEntry, Seat, Viewer, schema};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The game's entry in the registry.
pub const ENTRY: &dyn GameEntry = &CourseEntry {
    about: "a clone of Into the Breach: one player against a fixed enemy on 8 x 8",
    // From first steps to hard.
    maps: &[
        ("first-shot", include_str!("../../../maps/breach/first-shot.map")),
        ("overboard", include_str!("../../../maps/breach/overboard.map")),
        ("first-contact", include_str!("../../../maps/breach/first-contact.map")),
        ("stepping-stones", include_str!("../../../maps/breach/stepping-stones.map")),
        ("landslide", include_str!("../../../maps/breach/landslide.map")),
        ("air-drop", include_str!("../../../maps/breach/air-drop.map")),
        ("narrow-pass", include_str!("../../../maps/breach/narrow-pass.map")),
        ("harbour", include_str!("../../../maps/breach/harbour.map")),
        ("crossfire", include_str!("../../../maps/breach/crossfire.map")),
        ("sacred-grove", include_str!("../../../maps/breach/sacred-grove.map")),
        ("hornets-nest", include_str!("../../../maps/breach/hornets-nest.map")),
        ("last-stand", include_str!("../../../maps/breach/last-stand.map")),
        ("old-forest", include_str!("../../../maps/breach/old-forest.map")),
    ],
    usual_map: "sacred-grove",
    puzzles: crate::puzzles::PUZZLES,
    loads: LOADS,
    console: &Console,
    inspect: Setup::inspect,
    new_map: None,
    dictionaries: &[include_bytes!("../dictionaries/1.zdict")],
} as &CourseEntry<State>;

impl DrawnAsText for State {
    fn draw(&self, _: Viewer) -> String {
        let mut page = Vec::new();
        draw(self, b' ', Mask8::EMPTY, &mut page);
        String::from_utf8_lossy(&page).into_owned()
    }
}

/// What can be asked of the unit on a cell.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    /// The cells that it can move to.
    Reach { unit: Cell },
    /// The cells that it can attack.
    Targets { unit: Cell },
}

impl Calculators for State {
    fn calculate(&self, _: Seat, question: Value) -> Result<Value, String> {
        let question = read_question(question)?;
        let (Question::Reach { unit } | Question::Targets { unit }) = question;
        if !SIZE.contains(unit) || self.kind(unit).is_none() {
            return Err(format!("there is no unit on {unit}"));
        }
        let cells = match question {
            Question::Reach { .. } => self.reach(unit),
            Question::Targets { .. } => self.targets(unit),
        };
        Ok(json!(cells.cells().collect::<Vec<Cell>>()))
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

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let about = "A kind of unit: soldier, tank, fighter (the player's), bee, hydralisk (the enemy's).";
        schema::one_of(about, Self::ALL.map(|kind| char::from(kind.figures().letter)))
    }
}

impl JsonSchema for Terrain {
    fn schema_name() -> Cow<'static, str> {
        "Terrain".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let letters = Self::NAMED.into_iter().filter_map(Self::letter);
        schema::one_of("What a cell is made of: mountain, ocean, forest.", letters.map(char::from))
    }
}

/// Rows of a cell and its terrain.
pub(crate) fn terrain_rows(generator: &mut SchemaGenerator) -> Schema {
    schema::list(schema::row(
        "A cell that is not plain.",
        [
            ("cell", "Where it is.".into(), generator.subschema_for::<Cell>()),
            ("terrain", "What it is made of.".into(), generator.subschema_for::<Terrain>()),
        ],
    ))
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (cell, kind, hp, moved, attacked) = Deserialize::deserialize(deserializer)?;
        Ok(Self { cell, kind, hp, moved, attacked })
    }
}
