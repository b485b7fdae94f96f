//! An old replay read as a stream: what has no place in a [`Battle`](super::Battle) is not kept.

use super::Figure;
use super::read::{read_fact, read_figure, read_order, read_production};
use crate::event::Fact;
use crate::formats::text;
use crate::kinds::Kind;
use crate::order::Order;
use crate::place::Place;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem::size_of;
use game::bounded_json::{BoundedJson, MemoryBudget};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::io::Read;

/// What is kept of a file.
#[derive(Default)]
pub(super) struct File {
    pub(super) version: Option<i64>,
    pub(super) body: Option<String>,
    pub(super) names: [Option<String>; 2],
    pub(super) history: Option<History>,
    pub(super) frames: Option<Vec<States>>,
}

/// The lists of its history, one entry a round.
#[derive(Default)]
pub(super) struct History {
    pub(super) scores: Option<Vec<Pair>>,
    pub(super) populations: Option<Vec<Pair>>,
    pub(super) counts: Option<Vec<Pair>>,
    pub(super) orders: Option<Vec<[Vec<Order>; 2]>>,
    pub(super) events: Option<Vec<Vec<Fact>>>,
}

/// A number for each team, if it is there.
pub(super) type Pair = [Option<i64>; 2];

/// What stands on the board, and what is produced.
pub(super) struct States {
    pub(super) elements: Vec<Figure>,
    pub(super) production: [Vec<(Kind, i32)>; 2],
}

/// What a single order, event or element may take while it is read, in bytes of memory.
const PIECE: usize = 4 << 20;

/// Reads a file.
pub(super) fn read(file: impl Read, budget: &MemoryBudget) -> Result<File, (u32, String)> {
    text::read_with(file, FileSeed(budget))
}

/// Reads one piece by way of a tree, which is then forgotten.
struct Piece<'a, T> {
    budget: &'a MemoryBudget,
    read: fn(&Value) -> Result<T, String>,
    /// What it takes in memory beyond its own size.
    weight: fn(&T) -> usize,
}

impl<T> Clone for Piece<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Piece<'_, T> {}

impl<'de, T> DeserializeSeed<'de> for Piece<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        let tree = BoundedJson(&MemoryBudget::new(PIECE)).deserialize(deserializer)?;
        let piece = (self.read)(&tree).map_err(D::Error::custom)?;
        self.budget.spend((self.weight)(&piece))?;
        Ok(piece)
    }
}

/// Reads a list, each entry with the same seed. What is no list at all is an empty one.
#[derive(Clone, Copy)]
struct Each<'a, S>(&'a MemoryBudget, S);

impl<'de, S: DeserializeSeed<'de> + Copy> DeserializeSeed<'de> for Each<'_, S> {
    type Value = Vec<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Copy> Visitor<'de> for Each<'_, S> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let Self(budget, seed) = self;
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element_seed(seed)? {
            // A list that grows has room for twice as much.
            budget.spend(2 * size_of::<S::Value>())?;
            list.push(entry);
        }
        Ok(list)
    }
}

/// Reads a list of which the first two entries count, one a team.
#[derive(Clone, Copy)]
struct Both<S>(S);

impl<'de, S: DeserializeSeed<'de, Value: Default> + Copy> DeserializeSeed<'de> for Both<S> {
    type Value = [S::Value; 2];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, S: DeserializeSeed<'de, Value: Default> + Copy> Visitor<'de> for Both<S> {
    type Value = [S::Value; 2];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list with an entry for each team")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let first = entries.next_element_seed(self.0)?.unwrap_or_default();
        let second = entries.next_element_seed(self.0)?.unwrap_or_default();
        while entries.next_element::<IgnoredAny>()?.is_some() {}
        Ok([first, second])
    }
}

/// Reads the object that the file is.
struct FileSeed<'a>(&'a MemoryBudget);

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = File;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<File, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FileSeed<'_> {
    type Value = File;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a replay")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<File, A::Error> {
        let budget = self.0;
        let mut file = File::default();
        while let Some(key) = fields.next_key::<String>()? {
            match &key[..] {
                "version" => file.version = fields.next_value_seed(BoundedJson(budget))?.as_i64(),
                "gamebody" => file.body = Some(fields.next_value()?),
                "team_names" => {
                    let names = fields.next_value_seed(BoundedJson(budget))?;
                    file.names = [0, 1].map(|at| names.get(at).and_then(Value::as_str).map(String::from));
                }
                "history" => file.history = Some(fields.next_value_seed(HistorySeed(budget))?),
                "key_frames" => {
                    file.frames = Some(fields.next_value_seed(Each(budget, FrameSeed(budget)))?);
                }
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(file)
    }
}

/// Reads the history.
struct HistorySeed<'a>(&'a MemoryBudget);

impl<'de> DeserializeSeed<'de> for HistorySeed<'_> {
    type Value = History;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<History, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for HistorySeed<'_> {
    type Value = History;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a history")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<History, A::Error> {
        let budget = self.0;
        let pair = Piece { budget, read: |pair| Ok(read_pair(pair)), weight: |_| 0 };
        let order = Piece { budget, read: read_order, weight: |_| 0 };
        let event = Piece { budget, read: read_fact, weight: weight_of_fact };
        let mut history = History::default();
        while let Some(key) = fields.next_key::<String>()? {
            match &key[..] {
                "score" => history.scores = Some(fields.next_value_seed(Each(budget, pair))?),
                "population" => history.populations = Some(fields.next_value_seed(Each(budget, pair))?),
                "unit_num" => history.counts = Some(fields.next_value_seed(Each(budget, pair))?),
                "command" => {
                    let seed = Each(budget, Both(Each(budget, order)));
                    history.orders = Some(fields.next_value_seed(seed)?);
                }
                "event" => {
                    let seed = Each(budget, Each(budget, event));
                    history.events = Some(fields.next_value_seed(seed)?);
                }
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(history)
    }
}

fn read_pair(pair: &Value) -> Pair {
    [0, 1].map(|at| pair.get(at).and_then(Value::as_i64))
}

fn weight_of_fact(fact: &Fact) -> usize {
    match fact {
        Fact::Move { way, .. } => way.len() * size_of::<Place>(),
        _ => 0,
    }
}

/// Reads a state: a text that is JSON itself, and what the teams produce.
#[derive(Clone, Copy)]
struct FrameSeed<'a>(&'a MemoryBudget);

impl<'de> DeserializeSeed<'de> for FrameSeed<'_> {
    type Value = States;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<States, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for FrameSeed<'_> {
    type Value = States;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list with the text of a state and what is produced")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<States, A::Error> {
        let budget = self.0;
        let text: String = entries.next_element()?.ok_or_else(|| A::Error::custom("there is no text"))?;
        let elements = text::read_with(text.as_bytes(), ElementsSeed(budget));
        let elements = elements.map_err(|(line, wrong)| A::Error::custom(format!("line {line}: {wrong}")))?;
        let read = |list: &Value| read_production(list);
        let production =
            Piece { budget, read, weight: |list: &Vec<_>| list.len() * size_of::<(Kind, i32)>() };
        let production = entries.next_element_seed(Both(production))?.unwrap_or_default();
        while entries.next_element::<IgnoredAny>()?.is_some() {}
        Ok(States { elements, production })
    }
}

/// Reads the elements of a state.
struct ElementsSeed<'a>(&'a MemoryBudget);

impl<'de> DeserializeSeed<'de> for ElementsSeed<'_> {
    type Value = Vec<Figure>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Figure>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ElementsSeed<'_> {
    type Value = Vec<Figure>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the elements of a state")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Vec<Figure>, A::Error> {
        let mut elements = Vec::new();
        while let Some(key) = fields.next_key::<String>()? {
            let tree = fields.next_value_seed(BoundedJson(&MemoryBudget::new(PIECE)))?;
            let figure = read_figure(&key, &tree);
            let figure = figure.map_err(|wrong| A::Error::custom(format!("element {key}: {wrong}")))?;
            self.0.spend(2 * size_of::<Figure>() + figure.path.len() * size_of::<Place>())?;
            elements.push(figure);
        }
        Ok(elements)
    }
}
