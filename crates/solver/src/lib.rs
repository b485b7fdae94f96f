//! x
#![forbid(unsafe_code)]
mod answer;
mod beam;
mod breach;
mod goblins;
mod meter;
mod puzzle;
mod search;
mod table;
pub use answer::*;
pub use meter::{Halt, Limits, Progress, Watch};
pub use puzzle::{Puzzle, Steps};
pub use search::*;
