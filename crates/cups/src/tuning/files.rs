//! The files of a tuning: settings, one line an iteration, the values that were found.

use super::{FoundValue, Iteration, Tuned, TuningSettings};
use crate::cup::CupError;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use store::StoreFolder;

/// What a tuning's folder holds, for people who ask.
pub const FILES: &str = "found.toml, index.html, iterations.jsonl, tuning.json";

const SETTINGS: &str = "tuning.json";
const ITERATIONS: &str = "iterations.jsonl";
const FOUND: &str = "found.toml";

/// A tuning's folder, held as long as this lives.
#[derive(Debug)]
pub struct TuningFolder {
    path: PathBuf,
    /// Two tunings in one folder exclude each other.
    _lock: File,
}

impl TuningFolder {
    /// Takes the folder, and makes it if it is not there.
    ///
    /// # Errors
    /// If another tuning has it, or it cannot be written.
    pub fn take(path: &Path) -> Result<Self, CupError> {
        let lock = StoreFolder::at(path).take().map_err(|error| CupError(error.to_string()))?;
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the values that were found are written.
    #[must_use]
    pub fn found(&self) -> PathBuf {
        self.path.join(FOUND)
    }

    /// The seed of the tuning that was begun here, if one was.
    ///
    /// # Errors
    /// If its settings cannot be read.
    pub fn seed(&self) -> Result<Option<u64>, CupError> {
        let Some(kept) = self.kept()? else { return Ok(None) };
        let seed = kept["seed"].as_str().and_then(|text| u64::from_str_radix(text, 16).ok());
        seed.map(Some).ok_or_else(|| self.wrong(SETTINGS, "it names no seed"))
    }

    /// Begins a tuning, or goes on with the one that was begun here.
    ///
    /// # Errors
    /// If another one was begun here, or files cannot be read or written.
    pub fn open(&self, settings: TuningSettings) -> Result<Tuned, CupError> {
        // Read as the kept ones are: figures that were written alike are alike.
        let text = serde_json::to_string(&settings).unwrap_or_default();
        let wanted: Value = serde_json::from_str(&text).unwrap_or_default();
        match self.kept()? {
            Some(kept) => {
                if let Some(difference) = difference(&kept, &wanted) {
                    return Err(CupError(format!(
                        "{} holds another tuning: {difference}. Name another folder with -o",
                        self.path.display()
                    )));
                }
            }
            None => self.save(SETTINGS, &format!("{wanted:#}\n"))?,
        }
        let iterations = self.iterations()?;
        Ok(Tuned::new(settings, iterations))
    }

    /// The settings that were kept.
    fn kept(&self) -> Result<Option<Value>, CupError> {
        let path = self.path.join(SETTINGS);
        match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| self.wrong(SETTINGS, error)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.wrong(SETTINGS, error)),
        }
    }

    /// The iterations that were written whole. What a killed run began to write is removed.
    fn iterations(&self) -> Result<Vec<Iteration>, CupError> {
        let path = self.path.join(ITERATIONS);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.wrong(ITERATIONS, error)),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            let file = File::options().write(true).open(&path);
            file.and_then(|file| file.set_len(whole as u64))
                .map_err(|error| self.wrong(ITERATIONS, error))?;
        }
        let read = |(number, line): (u32, &str)| {
            let at_line = |what: &dyn std::fmt::Display| {
                self.wrong(ITERATIONS, format!("line {number}: {what}; remove it and what follows"))
            };
            let iteration: Iteration = serde_json::from_str(line).map_err(|error| at_line(&error))?;
            match iteration.iteration == number {
                true => Ok(iteration),
                false => Err(at_line(&format!("iteration {number} was expected"))),
            }
        };
        (1..).zip(text[..whole].lines()).map(read).collect()
    }

    /// Writes an iteration down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&self, iteration: &Iteration) -> Result<(), CupError> {
        let path = self.path.join(ITERATIONS);
        let mut line = serde_json::to_vec(iteration).unwrap_or_default();
        line.push(b'\n');
        let file = File::options().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(&line)).map_err(|error| self.wrong(ITERATIONS, error))
    }

    /// Writes the values that were found, in the form of a `bot.toml`.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save_found(&self, tuned: &Tuned) -> Result<(), CupError> {
        self.save(FOUND, &found_toml(tuned))
    }

    pub(super) fn save(&self, name: &str, text: &str) -> Result<(), CupError> {
        // Written beside and renamed: a killed run leaves the old file or the new one.
        let (path, beside) = (self.path.join(name), self.path.join(format!("{name}.new")));
        fs::write(&beside, text)
            .and_then(|()| fs::rename(&beside, path))
            .map_err(|error| self.wrong(name, error))
    }

    fn wrong(&self, name: &str, error: impl std::fmt::Display) -> CupError {
        CupError(format!("{}: {error}", self.path.join(name).display()))
    }
}

/// The first setting in which two tunings differ.
fn difference(kept: &Value, wanted: &Value) -> Option<String> {
    let wanted = wanted.as_object()?;
    let (key, value) = wanted.iter().find(|(key, value)| kept.get(key.as_str()) != Some(value))?;
    let kept = kept.get(key).unwrap_or(&Value::Null);
    Some(format!("`{key}` was {kept} there and is {value} now"))
}

/// The parameters with the values that were found for defaults, to be put into `bot.toml`.
fn found_toml(tuned: &Tuned) -> String {
    let mut text = String::new();
    if !tuned.is_learnt() {
        text.push_str("# Nothing was learnt: these values differ from the old ones by chance.\n");
    }
    text.push_str("[parameters]\n");
    for (name, FoundValue { declared, value, .. }) in tuned.found() {
        let figure = |value: f64| if declared.is_whole { format!("{value:.0}") } else { real(value) };
        let _ = writeln!(
            text,
            "{name} = {{ default = {}, min = {}, max = {}, step = {} }}",
            figure(round_to_step(value, declared.step)),
            figure(declared.min),
            figure(declared.max),
            figure(declared.step)
        );
    }
    text
}

/// A number with a point in it, so that it stays one that is not whole.
fn real(value: f64) -> String {
    format!("{value:?}")
}

/// Digits beyond a thousandth of a step mean nothing.
pub(super) fn round_to_step(value: f64, step: f64) -> f64 {
    let digits = (3.0 - step.log10().floor()).clamp(0.0, 15.0) as usize;
    format!("{value:.digits$}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_mean_nothing_are_left_out() {
        assert_eq!(real(round_to_step(0.712_345_678, 0.1)), "0.7123");
        assert_eq!(real(round_to_step(712.345_678, 50.0)), "712.35");
        assert_eq!(real(round_to_step(3.0, 1.0)), "3.0");
    }
}
