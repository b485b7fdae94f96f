//! What is written down of a table: enough to go on with it, whatever happens.

use super::setup::Sitter;
use game::JsonText;
use serde::{Deserialize, Serialize};

/// Something that changed at a table. All of them, in their order, are the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// What a seat does in the turn that has not ended: the first few acts stay as they were, then
    /// these follow.
    Acts {
        /// The seat.
        seat: u8,
        /// How many acts stay.
        kept: usize,
        /// Those that follow.
        acts: Vec<JsonText>,
        /// What is left of the person's bank, in milliseconds, after the turn that these acts end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bank: Option<u64>,
    },
    /// Somebody else plays a seat from now on.
    Seat {
        /// The seat.
        seat: u8,
        /// Who.
        sitter: Sitter,
    },
}

/// Where entries are kept.
pub trait Journal: Send {
    /// Keeps an entry after those before it.
    ///
    /// # Errors
    /// If it is not kept.
    fn append(&mut self, entry: &Entry) -> Result<(), String>;

    /// Whether what is not kept has not happened. In a file of one's own machine the game goes on
    /// without it; where a table can be open on several machines it cannot.
    fn is_truth(&self) -> bool {
        false
    }

    /// What others have kept since, if the table is open elsewhere, too.
    ///
    /// # Errors
    /// If it is not known.
    fn written_elsewhere(&mut self) -> Result<Vec<Entry>, String> {
        Ok(Vec::new())
    }
}
