//! JSON for orders, events and views.
//!
//! Kinds are words, teams numbers (2 is nobody), a place is `[row, col, level]`, a listed element
//! is a row.

use crate::event::{Event, Fact};
use crate::kinds::{Kind, Team};
use crate::order::{Amounts, Order};
use crate::place::Place;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use game::schema;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An order: an object with a field for everything it names, or a text as on the old wire
/// (`"au12 7"`).
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Order")]
enum OrderForm {
    /// An order as on the old wire: two letters, then numbers with one blank between them.
    Text(String),
    /// An order as an object.
    Named(NamedOrder),
}

/// An order as an object.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
enum NamedOrder {
    /// Fire at a place, whoever is there or nobody.
    AttackPos {
        /// Who fires.
        unit: i32,
        /// Row of the place.
        #[schemars(extend("formerly" = "x"))]
        row: i32,
        /// Column of the place.
        #[schemars(extend("formerly" = "y"))]
        col: i32,
        /// Level of the place: 0 under water, 1 on the surface, 2 in the air.
        #[schemars(extend("formerly" = "z"))]
        level: i32,
    },
    /// Fire at an element.
    AttackUnit {
        /// Who fires.
        unit: i32,
        /// At whom.
        target: i32,
    },
    /// Go to a cell, over as many rounds as it takes.
    ChangeDest {
        /// Who goes.
        unit: i32,
        /// Row of the goal.
        #[schemars(extend("formerly" = "x"))]
        row: i32,
        /// Column of the goal.
        #[schemars(extend("formerly" = "y"))]
        col: i32,
        /// Means nothing: a unit never changes its level.
        #[serde(default)]
        #[schemars(extend("formerly" = "z"))]
        level: i32,
    },
    /// Repair an element with a base's metal.
    Fix {
        /// The base.
        unit: i32,
        /// What is to be repaired.
        target: i32,
    },
    /// Start to build a unit.
    Produce {
        /// What to build.
        kind: KindForm,
    },
    /// Hand over stores. A negative amount is as much as possible; one that is left out is what is
    /// usual between the two kinds.
    Supply {
        /// Who gives.
        unit: i32,
        /// Who receives.
        target: i32,
        /// How much fuel.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fuel: Option<i32>,
        /// How much ammunition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ammo: Option<i32>,
        /// How much metal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        metal: Option<i32>,
    },
    /// Drop what was ordered for an element in this round.
    Cancel {
        /// Whose orders.
        unit: i32,
    },
}

/// What to produce: the word, or the type number.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum KindForm {
    /// The type number, 4 to 9.
    Number(i32),
    /// The word.
    Word(Kind),
}

impl From<NamedOrder> for Order {
    fn from(form: NamedOrder) -> Self {
        match form {
            NamedOrder::AttackPos { unit, row, col, level } => Self::AttackPos { unit, row, col, level },
            NamedOrder::AttackUnit { unit, target } => Self::AttackUnit { unit, target },
            NamedOrder::ChangeDest { unit, row, col, level } => Self::ChangeDest { unit, row, col, level },
            NamedOrder::Fix { unit, target } => Self::Fix { unit, target },
            NamedOrder::Produce { kind: KindForm::Number(kind) } => Self::Produce { kind },
            NamedOrder::Produce { kind: KindForm::Word(kind) } => Self::Produce { kind: kind as i32 },
            NamedOrder::Supply { unit, target, fuel, ammo, metal } => {
                Self::Supply { unit, target, amounts: Amounts { fuel, ammo, metal } }
            }
            NamedOrder::Cancel { unit } => Self::Cancel { unit },
        }
    }
}

impl From<Order> for NamedOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::AttackPos { unit, row, col, level } => Self::AttackPos { unit, row, col, level },
            Order::AttackUnit { unit, target } => Self::AttackUnit { unit, target },
            Order::ChangeDest { unit, row, col, level } => Self::ChangeDest { unit, row, col, level },
            Order::Fix { unit, target } => Self::Fix { unit, target },
            Order::Produce { kind } => {
                let word = Kind::from_number(kind).map(KindForm::Word);
                Self::Produce { kind: word.unwrap_or(KindForm::Number(kind)) }
            }
            Order::Supply { unit, target, amounts: Amounts { fuel, ammo, metal } } => {
                Self::Supply { unit, target, fuel, ammo, metal }
            }
            Order::Cancel { unit } => Self::Cancel { unit },
        }
    }
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        NamedOrder::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match OrderForm::deserialize(deserializer)? {
            OrderForm::Named(form) => Ok(form.into()),
            OrderForm::Text(text) => {
                Self::parse(&text).ok_or_else(|| Error::custom(format!("`{text}` is not an order")))
            }
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == word);
        kind.ok_or_else(|| Error::custom(format!("there is no kind `{word}`")))
    }
}

impl Serialize for Team {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.cell.row, self.cell.col, self.level as u8).serialize(serializer)
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fact.serialize(serializer)
    }
}

impl JsonSchema for Order {
    fn schema_name() -> Cow<'static, str> {
        OrderForm::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        OrderForm::json_schema(generator)
    }
}

impl JsonSchema for Event {
    fn schema_name() -> Cow<'static, str> {
        "Event".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Fact::json_schema(generator)
    }
}

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema::one_of("A kind of element.", Self::ALL.map(Self::name))
    }
}

impl JsonSchema for Team {
    fn schema_name() -> Cow<'static, str> {
        "Team".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema::integer("A team: 0 the first seat's, 1 the second's, 2 nobody's.", 0, 2)
    }
}

impl JsonSchema for Place {
    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let side = |meaning| schema::integer(meaning, 0, u8::MAX.into());
        let column = |name, meaning: &str, schema| (name, meaning.into(), schema);
        schema::row(
            "A cell on a level.",
            [
                column("row", "Row, counted from the top.", side("Row.")),
                column("col", "Column, counted from the left.", side("Column.")),
                column(
                    "level",
                    "Level: 0 under water, 1 on the surface, 2 in the air.",
                    schema::integer("Level.", 0, 2),
                ),
            ],
        )
    }
}

/// Rows of what is in production.
pub(crate) fn production_rows(generator: &mut SchemaGenerator) -> Schema {
    schema::list(schema::row(
        "Something in production.",
        [
            ("kind", "What will be built.".into(), generator.subschema_for::<Kind>()),
            ("rounds", "Rounds it still takes.".into(), generator.subschema_for::<u8>()),
        ],
    ))
}
