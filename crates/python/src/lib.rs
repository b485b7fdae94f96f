//! The Python package: batches and states as Python classes over numpy arrays.
//!
//! This is the module `sandtable._core`; `python/sandtable` puts Python's own conventions on top.
//! Everything that Python can pass in is checked here: what is wrong becomes a `ValueError` or a
//! `TypeError` with a sentence.
#![forbid(unsafe_code)]

mod arrays;
mod batches;
mod catalogue;
mod pages;
mod states;
mod thinking;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

/// The rules engines of Sandtable.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batches::Batch;
    #[pymodule_export]
    use super::catalogue::{bots, games, map_text, new_map};
    #[pymodule_export]
    use super::pages::replay_page;
    #[pymodule_export]
    use super::states::State;
    #[pymodule_export]
    use super::thinking::Bot;
}

/// What is wrong with a value, as Python says it.
fn value_error(wrong: impl Display) -> PyErr {
    PyValueError::new_err(wrong.to_string())
}
