//! What bots are written with: the old contests' interfaces, and the SDKs of today as files for a new bot.
//!
//! Of an old contest's players: compiling sources written for its interface, and talking to programs built with it.
//! An internal crate. Reading order: [`kit`] (what a contest's sources are compiled against; the files themselves are in `sdk/cpp`),
//! [`charset`] (sources and names in GBK), [`source`] (what belongs to a player), [`build`] (the files and the compiler calls that make
//! a program of it), [`mod@prepare`] (doing so in the sandbox), [`guest`] (a program of the contest over TCP).
//! [`mod@start`] is about new bots.

pub mod build;
pub mod charset;
pub mod guest;
pub mod kit;
pub mod prepare;
pub mod source;
pub mod start;

pub use build::{Attempt, Build, Compiler, Options};
pub use guest::Guest;
pub use kit::Kit;
pub use prepare::{PrepareError, Prepared, prepare};
pub use source::{SourceError, Sources};
pub use start::{Language, StartError, package_name, start};
