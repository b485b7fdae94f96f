//! Numbers that a bot leaves open: its `bot.toml` declares them, its first message holds their
//! values, and tuning looks for better ones.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use std::collections::BTreeMap;

/// More than anybody tunes at once.
const MOST: usize = 64;

/// The longest name of a parameter.
const LONGEST_NAME: usize = 40;

/// The largest figure; beyond it `f64` loses whole numbers.
const LARGEST: f64 = 1e15;

/// A parameter as a bot declares it.
///
/// It is whole if all four figures are written without a point: then only whole values are sent.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, Serialize)]
#[serde(try_from = "Declared")]
pub struct Parameter {
    /// The value that is sent unless it is tuned.
    pub default: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// How far it must be changed to make a difference: tuning tries values so far apart.
    pub step: f64,
    /// Whether only whole values mean something.
    pub is_whole: bool,
}

/// A parameter as it is written.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Declared {
    default: Figure,
    min: Figure,
    max: Figure,
    step: Figure,
}

/// A number as it is written: with a point or without.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "a number")]
enum Figure {
    Whole(i64),
    Real(f64),
}

impl Figure {
    const fn value(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Real(value) => value,
        }
    }
}

impl TryFrom<Declared> for Parameter {
    type Error = String;

    fn try_from(declared: Declared) -> Result<Self, String> {
        let figures = [declared.default, declared.min, declared.max, declared.step];
        let is_whole = figures.iter().all(|figure| matches!(figure, Figure::Whole(_)));
        let [default, min, max, step] = figures.map(Figure::value);
        if [default, min, max, step].iter().any(|figure| !figure.is_finite() || figure.abs() > LARGEST) {
            return Err(format!("figures of a parameter are from -{LARGEST:e} to {LARGEST:e}"));
        }
        if min >= max {
            return Err(format!("`min = {min}` is not below `max = {max}`"));
        }
        if !(min..=max).contains(&default) {
            return Err(format!("`default = {default}` is not from {min} to {max}"));
        }
        if step <= 0.0 || step > max - min {
            return Err(format!(
                "`step = {step}`: it is above 0 and at most {}, the way from min to max",
                max - min
            ));
        }
        Ok(Self { default, min, max, step, is_whole })
    }
}

impl Parameter {
    /// A value as it is sent: within the bounds, and rounded where only whole values mean
    /// something.
    #[must_use]
    pub fn rounded(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if self.is_whole { value.round() } else { value }
    }

    fn number(&self, value: f64) -> Number {
        let value = self.rounded(value);
        // A figure is finite, and a whole one far from the bounds of `i64`.
        match self.is_whole {
            true => Number::from(value as i64),
            false => Number::from_f64(value).unwrap_or_else(|| Number::from(0)),
        }
    }
}

/// What a bot declares, and the values that it is sent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parameters {
    declared: BTreeMap<String, Parameter>,
    values: BTreeMap<String, Number>,
}

impl Parameters {
    /// What a bot declares, with the defaults for values.
    #[must_use]
    pub fn new(declared: BTreeMap<String, Parameter>) -> Self {
        let defaults: Vec<f64> = declared.values().map(|parameter| parameter.default).collect();
        Self { declared, values: BTreeMap::new() }.with_values(&defaults)
    }

    /// The same with other values, in the order of the names.
    #[must_use]
    pub fn with_values(&self, values: &[f64]) -> Self {
        let numbers = self
            .declared
            .iter()
            .zip(values)
            .map(|((name, parameter), value)| (name.clone(), parameter.number(*value)));
        Self { declared: self.declared.clone(), values: numbers.collect() }
    }

    /// What is declared, by name.
    #[must_use]
    pub const fn declared(&self) -> &BTreeMap<String, Parameter> {
        &self.declared
    }

    /// What goes into the first message; nothing if nothing is declared.
    #[must_use]
    pub fn sent(&self) -> Option<&BTreeMap<String, Number>> {
        (!self.values.is_empty()).then_some(&self.values)
    }
}

/// Whether these can be names of parameters in every language, and are not too many.
pub(crate) fn check(declared: &BTreeMap<String, Parameter>) -> Result<(), String> {
    if declared.len() > MOST {
        return Err(format!("[parameters] declares {} numbers; at most {MOST} are read", declared.len()));
    }
    let is_name = |name: &str| {
        let starts = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
        let goes_on = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        starts && goes_on && name.len() <= LONGEST_NAME
    };
    match declared.keys().find(|name| !is_name(name)) {
        None => Ok(()),
        Some(name) => Err(format!(
            "`{name}` in [parameters]: a name has letters, digits and `_`, begins with no digit, and is at most {LONGEST_NAME} long"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(text: &str) -> Result<BTreeMap<String, Parameter>, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_sent_as_they_are_declared() {
        let text = "depth = { default = 3, min = 1, max = 9, step = 2 }\n\
                    greed = { default = 0.5, min = 0, max = 1, step = 0.1 }\n";
        let parameters = Parameters::new(declared(text).unwrap());
        let sent = |parameters: &Parameters| serde_json::to_string(parameters.sent().unwrap()).unwrap();
        assert_eq!(sent(&parameters), r#"{"depth":3,"greed":0.5}"#);
        assert_eq!(sent(&parameters.with_values(&[6.6, 7.0])), r#"{"depth":7,"greed":1.0}"#);
        assert_eq!(Parameters::default().sent(), None);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let wrong = |figures: &str| {
            declared(&format!("ok = {{ default = 1, min = 0, max = 2, step = 1 }}\nx = {{ {figures} }}"))
                .unwrap_err()
        };
        for (figures, said) in [
            ("default = 1, min = 2, max = 1, step = 1", "not below"),
            ("default = 3, min = 0, max = 1, step = 1", "not from 0 to 1"),
            ("default = 1, min = 0, max = 1, step = 0", "above 0"),
            ("default = 1, min = 0, max = 1, step = 5", "at most 1"),
            ("default = 1, min = 0, max = 1", "missing field `step`"),
            ("default = nan, min = 0, max = 1, step = 1", "figures"),
            ("default = 'a', min = 0, max = 1, step = 1", "a number"),
            ("default = 1, min = 0, max = 1, step = 1, typ = 1", "typ"),
        ] {
            let message = wrong(figures);
            assert!(message.contains(said) && message.contains("line 2"), "{figures}: {message}");
        }
    }

    #[test]
    fn names_are_names_in_every_language() {
        let parameter = Parameter { default: 1.0, min: 0.0, max: 2.0, step: 1.0, is_whole: false };
        let named = |name: &str| check(&BTreeMap::from([(name.to_owned(), parameter)]));
        assert!(named("a_1").is_ok());
        for name in ["", "1a", "a b", "ä", &"a".repeat(41)] {
            assert!(named(name).is_err(), "{name}");
        }
    }
}
