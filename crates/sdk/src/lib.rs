//! The old contests' players: compiling sources written for their interfaces, and talking to programs built with them.
//!
//! An internal crate. Reading order: [`kit`] (what a contest's sources are compiled against; the files themselves are in `sdk/cpp`),
//! [`charset`] (sources and names in GBK), [`source`] (what belongs to a player), [`build`] (the files and the compiler calls that make
//! a program of it), [`original`] (a seat of deepblue taken by a program of the contest, over TCP).
//!
//! It starts no process: what is to be run is handed on to the sandbox.

pub mod build;
pub mod charset;
pub mod kit;
pub mod original;
pub mod source;

pub use build::{Attempt, Build, Compiler, Options};
pub use kit::Kit;
pub use source::{SourceError, Sources};
