//! The old contests' players: compiling sources written for their interfaces, and talking to programs built with them.
//!
//! An internal crate. Reading order: [`kit`] (what a contest's sources are compiled against; the files themselves are in `sdk/cpp`),
//! [`charset`] (sources and names in GBK), [`source`] (what belongs to a player), [`build`] (the files and the compiler calls that make
//! a program of it), [`mod@prepare`] (doing so in the sandbox), [`original`] (a program of the contest over TCP), `guest` (the same at a table).

pub mod build;
pub mod charset;
mod guest;
pub mod kit;
pub mod original;
pub mod prepare;
pub mod source;

pub use build::{Attempt, Build, Compiler, Options};
pub use guest::Guest;
pub use kit::Kit;
pub use prepare::{PrepareError, Prepared, prepare};
pub use source::{SourceError, Sources};
