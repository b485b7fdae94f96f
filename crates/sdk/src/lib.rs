//! What bots are written with: the old contests' interfaces, and the SDKs of today as files for a
//! new bot.
//!
//! Of an old contest's players: compiling sources written for its interface, and talking to
//! programs built with it. An internal crate. Reading order: [`kit`] (what a contest's sources are
//! compiled against; the files themselves are in `sdk/cpp`), [`charset`] (sources and names in
//! GBK), [`source`] (what belongs to a player; `scan` looks at a file, `include` writes its
//! `#include` lines so that they are found, [`contest`] leaves out the contest's own files),
//! [`build`] (the files and the compiler calls that make a program of it), [`mod@prepare`] (doing
//! so in the sandbox), [`guest`] (a program of the contest over TCP). [`mod@start`] is about new
//! bots.

pub mod build;
pub mod charset;
pub mod contest;
pub mod guest;
mod include;
pub mod kit;
pub mod prepare;
mod scan;
pub mod source;
pub mod start;

pub use build::{Attempt, BaseCell, Build, Compiler, Options};
pub use guest::Guest;
pub use kit::Kit;
pub use prepare::{PrepareError, Prepared, prepare};
pub use source::{SourceError, Sources, has_player};
pub use start::{Language, StartError, package_name, start};
