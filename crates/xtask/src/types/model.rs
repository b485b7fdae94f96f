//! What the schemas of a game say, as types that a program can be given.
//!
//! Events are left out: a bot that asks for them gets them as plain JSON. Only what our own schemas
//! use is understood; anything else is an error, so that a new construction cannot be lost on the
//! way.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The types of one game, each before those that use it.
#[derive(Debug)]
pub(crate) struct Module {
    /// The game's name.
    pub(crate) game: String,
    /// What orders, views and the briefing are made of.
    pub(crate) types: Vec<Named>,
    /// What can be ordered.
    pub(crate) orders: Vec<Variant>,
}

/// A type with a name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) shape: Shape,
}

/// What a named type is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    /// An object.
    Record(Vec<Field>),
    /// An array with a meaning for each place.
    Row(Vec<Field>),
    /// Rows of several kinds, told apart by the word in one column. The word is not among the
    /// fields.
    Rows { column: usize, kinds: Vec<Variant> },
    /// One of some words.
    Words(Vec<Word>),
    /// Another name for something plain.
    Alias(Type),
}

/// One of several objects or rows, told apart by a word.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Variant {
    pub(crate) word: String,
    pub(crate) about: String,
    pub(crate) fields: Vec<Field>,
}

/// A word, and what it means if that is said.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Word {
    pub(crate) word: String,
    pub(crate) about: Option<String>,
}

/// A part of a record or row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) kind: Type,
    /// Whether it may be left out.
    pub(crate) optional: bool,
}

/// What a field holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    /// A whole number that 32 bits with a sign can hold.
    Integer,
    /// A whole number that needs 64 bits.
    Long,
    Boolean,
    Text,
    /// A type of the module.
    Named(String),
    /// Something or `null`.
    Option(Box<Type>),
    List(Box<Type>),
    /// Exactly so many.
    Array(Box<Type>, usize),
}

/// The schemas that hold a game's types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schemas<'a> {
    pub(crate) order: &'a Value,
    pub(crate) view: &'a Value,
    pub(crate) briefing: &'a Value,
}

type Result<T> = std::result::Result<T, String>;

impl Module {
    /// Makes the types of a game from its schemas.
    pub(crate) fn new(game: &str, schemas: Schemas<'_>) -> Result<Self> {
        let roots = [schemas.order, schemas.view, schemas.briefing];
        let mut reader = Reader { taken: names(&roots), types: Vec::new() };
        for root in roots {
            reader.definitions(root)?;
        }
        for (name, root) in [("View", schemas.view), ("Briefing", schemas.briefing)] {
            let shape = reader.shape(name, root)?;
            reader.types.push(Named { name: name.to_owned(), about: about(root), shape });
        }
        let orders = reader.orders(named_way(schemas.order)?)?;
        let module = Self { game: game.to_owned(), types: in_order_of_use(reader.types), orders };
        match module.clash() {
            None => Ok(module),
            Some(name) => Err(format!("both an order and a type are called {name}")),
        }
    }

    /// Orders become types as well: a name that both have.
    fn clash(&self) -> Option<String> {
        let mut orders = self.orders.iter().map(|order| camel(&order.word));
        orders.find(|order| self.types.iter().any(|known| known.name == *order))
    }
}

/// The types that the messages of every game have in common.
pub(crate) fn of_messages(message: &Value) -> Result<Vec<Named>> {
    let mut reader = Reader { taken: names(&[message]), types: Vec::new() };
    reader.definitions(message)?;
    Ok(in_order_of_use(reader.types))
}

/// Names that definitions have, of which no nameless type may take one.
fn names(roots: &[&Value]) -> BTreeSet<String> {
    let definitions = roots.iter().filter_map(|root| root.get("$defs")).filter_map(Value::as_object);
    definitions.flat_map(Map::keys).cloned().chain(["View", "Briefing"].map(str::to_owned)).collect()
}

/// Definitions that are no types of their own: the ways to write an order, and the answer to one,
/// which each language puts in its own way.
const NOT_TYPES: [&str; 2] = ["NamedOrder", "OrderResult"];

struct Reader {
    taken: BTreeSet<String>,
    types: Vec<Named>,
}

impl Reader {
    fn definitions(&mut self, root: &Value) -> Result<()> {
        let Some(definitions) = root.get("$defs").and_then(Value::as_object) else { return Ok(()) };
        for (name, schema) in definitions {
            if !NOT_TYPES.contains(&name.as_str()) && !self.types.iter().any(|known| known.name == *name) {
                let shape = self.shape(name, schema)?;
                self.types.push(Named { name: name.clone(), about: about(schema), shape });
            }
        }
        Ok(())
    }

    fn shape(&mut self, name: &str, schema: &Value) -> Result<Shape> {
        if let Some(words) = words(schema) {
            return Ok(Shape::Words(words));
        }
        if schema.get("properties").is_some() {
            return Ok(Shape::Record(self.record(name, schema, None)?));
        }
        if let Some(columns) = schema.get("prefixItems").and_then(Value::as_array) {
            return Ok(Shape::Row(self.row(name, columns)?));
        }
        if let Some(kinds) = schema.get("oneOf").and_then(Value::as_array) {
            return self.rows(name, kinds);
        }
        Ok(Shape::Alias(self.kind(name, name, schema)?))
    }

    /// The fields of an object in their order, but for its tag.
    fn record(&mut self, name: &str, schema: &Value, tag: Option<&str>) -> Result<Vec<Field>> {
        let properties = schema["properties"].as_object().ok_or_else(|| format!("{name}: no properties"))?;
        let empty = Vec::new();
        let required = schema.get("required").and_then(Value::as_array).unwrap_or(&empty);
        let first: Vec<&str> = required.iter().filter_map(Value::as_str).collect();
        let rest = properties.keys().map(String::as_str).filter(|key| !first.contains(key));
        let keys: Vec<(&str, bool)> =
            first.iter().map(|key| (*key, false)).chain(rest.map(|key| (key, true))).collect();
        let wanted = keys.into_iter().filter(|(key, _)| Some(*key) != tag);
        wanted.map(|(key, optional)| self.field(name, key, &properties[key], optional)).collect()
    }

    fn row(&mut self, name: &str, columns: &[Value]) -> Result<Vec<Field>> {
        let fields = columns.iter().map(|column| {
            let title = column.get("title").and_then(Value::as_str);
            self.field(name, title.ok_or_else(|| format!("{name}: a column without a title"))?, column, false)
        });
        fields.collect()
    }

    fn rows(&mut self, name: &str, kinds: &[Value]) -> Result<Shape> {
        let wrong =
            || format!("{name}: alternatives that are neither words nor rows with a word in one column");
        let columns = |kind: &Value| kind.get("prefixItems").and_then(Value::as_array).cloned();
        let first = kinds.first().and_then(columns).ok_or_else(wrong)?;
        let tag = first.iter().position(|column| column.get("const").is_some()).ok_or_else(wrong)?;
        let mut variants = Vec::new();
        for kind in kinds {
            let mut columns = columns(kind).ok_or_else(wrong)?;
            let word = columns.get(tag).and_then(constant).ok_or_else(wrong)?;
            columns.remove(tag);
            variants.push(Variant { fields: self.row(name, &columns)?, word, about: about(kind) });
        }
        Ok(Shape::Rows { column: tag, kinds: variants })
    }

    /// Objects that are told apart by the word under `order`.
    fn orders(&mut self, schema: &Value) -> Result<Vec<Variant>> {
        let kinds = schema.get("oneOf").and_then(Value::as_array);
        let kinds = kinds.ok_or_else(|| format!("an order is not a choice of objects: {schema}"))?;
        let variants = kinds.iter().map(|kind| {
            let word = kind.pointer("/properties/order").and_then(constant);
            let word =
                word.ok_or_else(|| format!("an order without the word that tells it apart: {kind}"))?;
            Ok(Variant { word, about: about(kind), fields: self.record("Order", kind, Some("order"))? })
        });
        variants.collect()
    }

    fn field(&mut self, owner: &str, name: &str, schema: &Value, optional: bool) -> Result<Field> {
        let kind = match self.kind(owner, name, schema)? {
            Type::Option(kind) if optional => *kind,
            kind => kind,
        };
        Ok(Field { name: name.to_owned(), about: about(schema), kind, optional })
    }

    fn kind(&mut self, owner: &str, field: &str, schema: &Value) -> Result<Type> {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name =
                name.strip_prefix("#/$defs/").ok_or_else(|| format!("{owner}.{field}: refers to {name}"))?;
            return Ok(Type::Named(name.to_owned()));
        }
        if let Some(ways) = schema.get("anyOf").and_then(Value::as_array) {
            let kind = self.kind(owner, field, named_way(schema)?)?;
            let nullable = ways.iter().any(|way| way["type"] == "null");
            return Ok(if nullable { Type::Option(Box::new(kind)) } else { kind });
        }
        if let Some(ways) = schema["type"].as_array() {
            let mut plain = schema.clone();
            plain["type"] = ways.iter().find(|way| *way != "null").cloned().unwrap_or_default();
            return Ok(Type::Option(Box::new(self.kind(owner, field, &plain)?)));
        }
        let nameless = ["prefixItems", "properties", "oneOf", "enum"];
        if nameless.iter().any(|key| schema.get(key).is_some()) {
            return self.nameless(owner, field, schema);
        }
        self.plain(owner, field, schema)
    }

    fn plain(&mut self, owner: &str, field: &str, schema: &Value) -> Result<Type> {
        match schema["type"].as_str() {
            Some("boolean") => Ok(Type::Boolean),
            Some("string") => Ok(Type::Text),
            Some("integer") => Ok(integer(schema)),
            Some("array") => {
                let of = Box::new(self.kind(owner, field, &schema["items"])?);
                let exactly = schema.get("minItems").filter(|least| schema.get("maxItems") == Some(least));
                Ok(match exactly.and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok()) {
                    Some(count) => Type::Array(of, count),
                    None => Type::List(of),
                })
            }
            _ => Err(format!("{owner}.{field}: not understood: {schema}")),
        }
    }

    /// A type that the schema gives no name gets its field's, with its owner's in front if that is
    /// taken.
    fn nameless(&mut self, owner: &str, field: &str, schema: &Value) -> Result<Type> {
        let shape = self.shape(&camel(field), schema)?;
        let same = |known: &&Named| known.shape == shape && known.about == about(schema);
        if let Some(known) = self.types.iter().find(same) {
            return Ok(Type::Named(known.name.clone()));
        }
        let short = camel(field);
        let name = if self.taken.contains(&short) { format!("{owner}{short}") } else { short };
        if !self.taken.insert(name.clone()) {
            return Err(format!("{owner}.{field}: the name {name} is taken"));
        }
        self.types.push(Named { name: name.clone(), about: about(schema), shape });
        Ok(Type::Named(name))
    }
}

/// Of several ways to write something the one with a name, where it has one.
fn named_way(schema: &Value) -> Result<&Value> {
    let Some(ways) = schema.get("anyOf").and_then(Value::as_array) else { return Ok(schema) };
    let named = ways.iter().find(|way| way.get("$ref").is_some());
    let way = named.or_else(|| ways.iter().find(|way| way["type"] != "null"));
    let way = way.ok_or_else(|| format!("no alternative that means something: {schema}"))?;
    let definition = way["$ref"].as_str().and_then(|name| schema.pointer(name.strip_prefix('#')?));
    Ok(definition.unwrap_or(way))
}

fn words(schema: &Value) -> Option<Vec<Word>> {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words
            .iter()
            .map(|word| Some(Word { word: word.as_str()?.to_owned(), about: None }))
            .collect();
    }
    let ways = schema.get("oneOf").and_then(Value::as_array)?;
    ways.iter().map(|way| Some(Word { word: constant(way)?, about: Some(about(way)) })).collect()
}

fn constant(schema: &Value) -> Option<String> {
    schema.get("const").and_then(Value::as_str).map(str::to_owned)
}

fn about(schema: &Value) -> String {
    schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn integer(schema: &Value) -> Type {
    match schema.get("format").and_then(Value::as_str) {
        Some("int64" | "uint64" | "uint") => Type::Long,
        // The numbers of turns and the like: 32 bits without a sign, of which nobody sees the last.
        _ => Type::Integer,
    }
}

/// `change_dest` as a type is called: `ChangeDest`.
pub(crate) fn camel(word: &str) -> String {
    let parts = word.split(['_', '-']).map(|part| {
        let mut letters = part.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    });
    parts.collect()
}

impl Named {
    /// The types this one is made of.
    fn uses(&self) -> Vec<&str> {
        let fields: Vec<&Field> = match &self.shape {
            Shape::Record(fields) | Shape::Row(fields) => fields.iter().collect(),
            Shape::Rows { kinds, .. } => kinds.iter().flat_map(|kind| &kind.fields).collect(),
            Shape::Words(_) => Vec::new(),
            Shape::Alias(kind) => return kind.name().into_iter().collect(),
        };
        fields.into_iter().filter_map(|field| field.kind.name()).collect()
    }
}

impl Type {
    /// The named type in it, if there is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::Option(of) | Self::List(of) | Self::Array(of, _) => of.name(),
            Self::Integer | Self::Long | Self::Boolean | Self::Text => None,
        }
    }
}

/// Every type after those it is made of, and otherwise as they came.
fn in_order_of_use(mut types: Vec<Named>) -> Vec<Named> {
    let mut ordered: Vec<Named> = Vec::new();
    while !types.is_empty() {
        let known = |name: &str| ordered.iter().any(|earlier| earlier.name == name);
        let next = types.iter().position(|named| named.uses().into_iter().all(known)).unwrap_or(0);
        ordered.push(types.remove(next));
    }
    ordered
}
