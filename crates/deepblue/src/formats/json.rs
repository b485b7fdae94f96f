//! JSON for orders, events and views.
//!
//! Kinds are words, teams numbers (2 is nobody), a place is `[x, y, z]`, a listed element is a row.

use crate::event::Event;
use crate::kinds::{Kind, Team};
use crate::order::{Amounts, Order};
use crate::place::Place;
use crate::view::Sighting;
use alloc::format;
use alloc::string::String;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An order: an object with a field for everything it names, or a text as on the old wire (`"au12 7"`).
#[derive(Deserialize)]
#[serde(untagged)]
enum OrderForm {
    Text(String),
    Named(NamedOrder),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
enum NamedOrder {
    AttackPos {
        unit: i32,
        x: i32,
        y: i32,
        z: i32,
    },
    AttackUnit {
        unit: i32,
        target: i32,
    },
    ChangeDest {
        unit: i32,
        x: i32,
        y: i32,
        #[serde(default)]
        z: i32,
    },
    Fix {
        unit: i32,
        target: i32,
    },
    Produce {
        kind: KindForm,
    },
    Supply {
        unit: i32,
        target: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fuel: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ammo: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        metal: Option<i32>,
    },
    Cancel {
        unit: i32,
    },
}

/// What to produce: the word, or the type number.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum KindForm {
    Number(i32),
    Word(Kind),
}

impl From<NamedOrder> for Order {
    fn from(form: NamedOrder) -> Self {
        match form {
            NamedOrder::AttackPos { unit, x, y, z } => Self::AttackPos { unit, x, y, z },
            NamedOrder::AttackUnit { unit, target } => Self::AttackUnit { unit, target },
            NamedOrder::ChangeDest { unit, x, y, z } => Self::ChangeDest { unit, x, y, z },
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
            Order::AttackPos { unit, x, y, z } => Self::AttackPos { unit, x, y, z },
            Order::AttackUnit { unit, target } => Self::AttackUnit { unit, target },
            Order::ChangeDest { unit, x, y, z } => Self::ChangeDest { unit, x, y, z },
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

/// A row: index, kind, team, place, visible, health, fuel, ammunition, metal, destination.
impl Serialize for Sighting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stores = (self.health, self.fuel, self.ammo, self.metal);
        let (health, fuel, ammo, metal) = stores;
        let row = (
            self.index,
            self.kind,
            self.team,
            self.place,
            self.visible,
            health,
            fuel,
            ammo,
            metal,
            self.dest,
        );
        row.serialize(serializer)
    }
}
