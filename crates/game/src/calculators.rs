//! What players ask before they decide, as JSON.

use crate::Seat;
use alloc::format;
use alloc::string::{String, ToString};
use serde::de::DeserializeOwned;
pub use serde_json::{Value, json};

/// A game that answers questions about a state.
///
/// An answer to a seat is a function of its view.
pub trait Calculators {
    /// Answers a seat's question: an object with its name as `ask`, and what it is about. As
    /// provided, nothing can be asked.
    ///
    /// # Errors
    /// Why there is no answer, in one sentence.
    fn calculate(&self, seat: Seat, question: Value) -> Result<Value, String> {
        let _ = (seat, question);
        Err("this game has no calculators".to_string())
    }
}

/// Reads a question.
///
/// # Errors
/// What is wrong with it.
pub fn read_question<Q: DeserializeOwned>(question: Value) -> Result<Q, String> {
    serde_json::from_value(question).map_err(|wrong| format!("this cannot be asked: {wrong}"))
}
