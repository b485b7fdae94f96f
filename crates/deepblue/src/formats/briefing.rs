//! JSON for what a seat is told once.

use crate::briefing::Briefing;
use crate::kinds::{
    CAPTURE_SCORE, COLLECT_LEAST, COLLECT_SCORE, FORT_SCORE, HEALTH_PER_METAL, Kind, Properties, Rules,
};
use crate::map::Chart;
use crate::order::MAX_ORDERS;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::Cell;
use game::schema;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

impl Serialize for Briefing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Form::new(&self.chart).serialize(serializer)
    }
}

impl JsonSchema for Briefing {
    fn schema_name() -> Cow<'static, str> {
        Form::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Form::json_schema(generator)
    }
}

/// What a seat is told once: terrain, limits, and the figures of the ruleset.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Briefing")]
struct Form<'a> {
    /// The ruleset: its name and its ways; its figures are in `kinds`.
    rules: &'a Rules,
    /// Number of rows.
    rows: u8,
    /// Number of columns.
    cols: u8,
    /// One text for each row, one character for each column: `.` is ocean, `#` land.
    terrain: Vec<String>,
    /// Added to ranges of sight; the kinds' `sight` has it in it.
    weather: i32,
    /// Rounds after which the score decides.
    max_round: u32,
    /// Greatest population of a team.
    max_population: i32,
    /// Length of a round where rounds go by wall time, in milliseconds.
    millis_per_round: u32,
    /// Orders of one seat that are looked at in a round.
    orders_a_round: usize,
    /// The figures of each kind.
    kinds: Kinds<'a>,
    /// Points for taking a fort.
    capture_score: i64,
    /// Points a round for each fort held.
    fort_score: i64,
    /// Points for each collection of at least `collect_least`.
    collect_score: i64,
    /// The smallest collection that scores.
    collect_least: i16,
    /// Health that one metal restores.
    health_per_metal: i32,
}

/// The figures of one kind.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KindFigures")]
struct Figures<'a> {
    /// The type number.
    r#type: u8,
    /// The level it is on, always: 0 under water, 1 on the surface, 2 in the air.
    level: u8,
    /// Length of its side in cells.
    size: u8,
    /// How far it sees under water, on the surface, in the air, in this weather.
    sight: [i32; 3],
    #[serde(flatten)]
    properties: &'a Properties,
}

/// The figures of all kinds, by name.
struct Kinds<'a>(&'a Chart);

impl<'a> Form<'a> {
    fn new(chart: &'a Chart) -> Self {
        let line = |row| {
            (0..chart.size.cols)
                .map(|col| if chart.is_land(Cell::new(row, col)) { '#' } else { '.' })
                .collect()
        };
        Self {
            rules: &chart.rules,
            rows: chart.size.rows,
            cols: chart.size.cols,
            terrain: (0..chart.size.rows).map(line).collect(),
            weather: chart.weather,
            max_round: chart.max_round,
            max_population: chart.max_population,
            millis_per_round: chart.millis_per_round,
            orders_a_round: MAX_ORDERS,
            kinds: Kinds(chart),
            capture_score: CAPTURE_SCORE,
            fort_score: FORT_SCORE,
            collect_score: COLLECT_SCORE,
            collect_least: COLLECT_LEAST,
            health_per_metal: HEALTH_PER_METAL,
        }
    }
}

impl Serialize for Kinds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let figures = |kind: Kind| Figures {
            r#type: kind as u8,
            level: kind.level() as u8,
            size: kind.size(),
            sight: self.0.sight[kind as usize],
            properties: self.0.rules.of(kind),
        };
        serializer.collect_map(Kind::ALL.map(|kind| (kind.name(), figures(kind))))
    }
}

impl JsonSchema for Kinds<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Kinds".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let names = Kind::ALL.map(Kind::name);
        let mut kinds = json_schema!({
            "type": "object",
            "description": "The figures of all kinds, by name.",
            "required": names,
            "additionalProperties": false,
        });
        let properties = names.map(|name| {
            let figures = generator.subschema_for::<Figures<'_>>();
            let figures = schema::described(figures, &format!("The figures of a {name}."));
            (String::from(name), figures.to_value())
        });
        kinds.insert("properties".into(), properties.into_iter().collect());
        kinds
    }
}
