//! JSON, and the entry in the registry.

use crate::console::{Canvas, Console};
use crate::generate::{Wish, generate};
use crate::kinds::{Kind, Terrain};
use crate::loads::LOADS;
use crate::map::Setup;
use crate::position::Unit;
use crate::state::State;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, Direction};
use game::calculators::{Calculators, Value, json, read_question};
use game::{CourseEntry, DrawnAsText, GameEntry, NewMap, Seat, Viewer, schema};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The game's entry in the registry.
pub const ENTRY: &dyn GameEntry = &CourseEntry {
    about: "Mages & Goblins: one player's mages against patrols and trackers on up to 20 x 20",
    // From first steps to hard.
    maps: &[
        ("spark", include_str!("../../../maps/goblins/spark.map")),
        ("long-shot", include_str!("../../../maps/goblins/long-shot.map")),
        ("crosswind", include_str!("../../../maps/goblins/crosswind.map")),
        ("the-bridge", include_str!("../../../maps/goblins/the-bridge.map")),
        ("night-watch", include_str!("../../../maps/goblins/night-watch.map")),
        ("first-spell", include_str!("../../../maps/goblins/first-spell.map")),
        ("lake", include_str!("../../../maps/goblins/lake.map")),
        ("hunt", include_str!("../../../maps/goblins/hunt.map")),
        ("waterfront", include_str!("../../../maps/goblins/waterfront.map")),
        ("maze", include_str!("../../../maps/goblins/maze.map")),
        ("wolf-pack", include_str!("../../../maps/goblins/wolf-pack.map")),
        ("gatehouse", include_str!("../../../maps/goblins/gatehouse.map")),
        ("citadel", include_str!("../../../maps/goblins/citadel.map")),
    ],
    usual_map: "maze",
    puzzles: crate::puzzles::PUZZLES,
    loads: LOADS,
    console: &Console,
    inspect: Setup::inspect,
    new_map: Some(new_map),
    dictionaries: &[include_bytes!("../dictionaries/1.zdict")],
} as &CourseEntry<State>;

/// Makes a new map, 8 x 8 unless another size is wanted.
fn new_map(wanted: NewMap<'_>) -> Result<String, String> {
    let side = |wanted: Option<u8>| wanted.unwrap_or(8);
    generate(Wish { seed: wanted.seed, rows: side(wanted.rows), cols: side(wanted.cols) })
}

impl DrawnAsText for State {
    fn draw(&self, _: Viewer) -> String {
        String::from_utf8_lossy(Canvas::new(self).draw(self)).into_owned()
    }
}

/// What can be asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    /// Where the mage whose orders are awaited can be at the end of its steps.
    Reach {},
}

impl Calculators for State {
    fn calculate(&self, _: Seat, question: Value) -> Result<Value, String> {
        let Question::Reach {} = read_question(question)?;
        Ok(json!(self.reach().cells().collect::<Vec<Cell>>()))
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

impl JsonSchema for Terrain {
    fn schema_name() -> Cow<'static, str> {
        "Terrain".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let letters = Self::ALL.map(|terrain| char::from(terrain.letter()));
        schema::one_of("What a square is made of: plain, water, mountain.", letters)
    }
}

/// Which way an order goes.
pub(crate) fn direction(generator: &mut SchemaGenerator) -> Schema {
    schema::described(generator.subschema_for::<Direction>(), "Which way.")
}

/// Where something in the way is.
pub(crate) fn obstacle(generator: &mut SchemaGenerator) -> Schema {
    schema::described(generator.subschema_for::<Cell>(), "Where it is.")
}

/// A row of a square and its terrain.
pub(crate) fn terrain_row(generator: &mut SchemaGenerator) -> Schema {
    schema::row(
        "A square that is not plain.",
        [
            ("cell", "Where it is.".into(), generator.subschema_for::<Cell>()),
            ("terrain", "What it is made of.".into(), generator.subschema_for::<Terrain>()),
        ],
    )
}

/// Rows of a square and its terrain.
pub(crate) fn terrain_rows(generator: &mut SchemaGenerator) -> Schema {
    schema::list(terrain_row(generator))
}

const MAGE: &str = "mage";
const PATROL: &str = "patrol";
const TRACKER: &str = "tracker";

/// A kind in an event is its name.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Mage => MAGE,
            Self::Patrol { .. } => PATROL,
            Self::Tracker { .. } => TRACKER,
        })
    }
}

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema::one_of("A kind of unit.", [MAGE, PATROL, TRACKER])
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

impl JsonSchema for Unit {
    fn schema_name() -> Cow<'static, str> {
        "Unit".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let cell = generator.subschema_for::<Cell>();
        let direction = generator.subschema_for::<Direction>();
        let number = generator.subschema_for::<i32>();
        let place = || ("cell", "Where it stands.".into(), cell.clone());
        let kind = |word: &str| ("kind", "What it is.".into(), json_schema!({ "const": word }));
        let patrol = [
            place(),
            kind(PATROL),
            ("facing", "The way it faces now.".into(), direction),
            ("steps", "Steps a turn; with a negative number it never does anything.".into(), number.clone()),
        ];
        let sight = "How far it sees; with a negative number it never sees anybody.";
        json_schema!({
            "description": "A unit. What its row holds depends on its kind.",
            "oneOf": [
                schema::row("A mage, the player's unit.", [place(), kind(MAGE)]),
                schema::row("A goblin that walks to and fro.", patrol),
                schema::row("A goblin that goes for the nearest mage.", [place(), kind(TRACKER), ("sight", sight.into(), number)]),
            ],
        })
    }
}
