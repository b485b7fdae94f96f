//! Property tables as JSON.

use crate::kinds::{Kind, Properties, Rules};
use alloc::format;
use alloc::string::String;
use serde_json::{Map, Value};

/// The largest value of a property: stores and healths are kept in 16 bits.
const LARGEST: i64 = 30_000;

/// Replaces properties of a ruleset by those of a table: an object with an object for each kind,
/// each with the properties that are to be replaced. `-1` is unlimited or immune, `null` what the
/// kind does not have.
///
/// # Errors
/// One sentence that names the kind, the property and what is wrong.
pub fn replace(rules: &mut Rules, table: &Value) -> Result<(), String> {
    let kinds = table.as_object().ok_or("the property table is not an object")?;
    for (name, figures) in kinds {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind =
            kind.ok_or_else(|| format!("the property table names a kind `{name}`, which does not exist"))?;
        let figures =
            figures.as_object().ok_or_else(|| format!("the properties of `{name}` are not an object"))?;
        replace_kind(kind, &mut rules.properties[kind], figures)
            .map_err(|wrong| format!("{name}: {wrong}"))?;
    }
    Ok(())
}

fn replace_kind(kind: Kind, into: &mut Properties, figures: &Map<String, Value>) -> Result<(), String> {
    for (key, value) in figures {
        let fails = |wrong: String| format!("`{key}` {wrong}");
        let one = |least, most| number(value, least, most).map_err(fails);
        match key.as_str() {
            "sight_ranges" => into.sight_ranges = several(value, 0).map_err(fails)?,
            "fire_ranges" => into.fire_ranges = several(value, 0).map_err(fails)?,
            "attacks" => into.attacks = several(value, 0).map_err(fails)?,
            "defences" => into.defences = several(value, -1).map_err(fails)?,
            // Resources have no health, which the table writes as -1.
            "health_max" if kind.is_resource() => {}
            "health_max" => into.health_max = one(1, LARGEST)?,
            "fuel_max" => into.fuel_max = one(0, LARGEST)?,
            "ammo_max" => into.ammo_max = one(-1, LARGEST)?,
            "ammo_once" => into.ammo_once = one(0, LARGEST)?,
            "metal_max" => into.metal_max = one(0, LARGEST)?,
            "population" => into.population = one(0, LARGEST)?,
            "cost" => into.cost = one(0, LARGEST)?,
            "speed" => into.speed = one(0, u8::MAX.into())? as u8,
            "build_round" => into.build_round = one(0, u8::MAX.into())? as u8,
            "type" => fixed(value, kind as i64).map_err(fails)?,
            "level" => fixed(value, kind.level() as i64).map_err(fails)?,
            "size" => fixed(value, kind.size().into()).map_err(fails)?,
            _ => return Err(format!("there is no property `{key}`")),
        }
    }
    Ok(())
}

fn number(value: &Value, least: i64, most: i64) -> Result<i16, String> {
    if value.is_null() {
        return Ok(0);
    }
    let number = value.as_i64().filter(|number| (least..=most).contains(number));
    number.map(|number| number as i16).ok_or_else(|| format!("is {value}; it may be from {least} to {most}"))
}

fn several<const N: usize>(value: &Value, least: i64) -> Result<[i16; N], String> {
    let mut all = [0; N];
    if value.is_null() {
        return Ok(all);
    }
    let items = value.as_array().filter(|items| items.len() == N);
    let items = items.ok_or_else(|| format!("is not a list of {N} numbers"))?;
    for (place, item) in all.iter_mut().zip(items) {
        *place = number(item, least, LARGEST)?;
    }
    Ok(all)
}

/// A property that cannot be replaced: it must be what it is.
fn fixed(value: &Value, wanted: i64) -> Result<(), String> {
    if value.as_i64() == Some(wanted) {
        return Ok(());
    }
    Err(format!("is {value} and cannot be other than {wanted}"))
}
