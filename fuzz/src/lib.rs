//! What the targets share: the properties every game has, and how bytes become decisions.
//!
//! The first byte of most inputs is a readable digit, so that a corpus can be written by hand: `4`
//! and a map.

mod bytes;
mod dialogue;

pub use bytes::{Bytes, stage};
pub use dialogue::holds_a_dialogue;
pub use testing::laws::{Move, hold};
