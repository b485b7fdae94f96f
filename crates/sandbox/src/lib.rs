//! Running strangers' programs: containment, limits and a fair clock. An internal crate that knows no game.
//!
//! A [`Sandbox`] is what this machine can enforce, found out once by trying. [`Sandbox::start`] gives a [`Process`] whose pipes the
//! caller polls; [`Sandbox::run`] runs a program to its end. Between the caller (the *runner*) and the program stands the *launcher*: the
//! same executable started again, which prepares the program's process, watches it, and ends everything it started. Runner and
//! launcher talk over a socket ([`wire`]); when the runner dies, in whatever way, the launcher sees the socket close and leaves no survivor.
//!
//! Reading order: [`program`] (what is run), [`sandbox`] (how it is started), [`process`] (what the caller holds), [`run`] (whole runs),
//! [`launcher`] (the other side).

mod cache;
mod clock;
mod compile;
mod ending;
mod enforced;
mod launcher;
mod layers;
mod machine;
mod mode;
mod process;
mod program;
mod run;
mod sandbox;
mod stage;
mod start;
mod sys;
mod tools;
mod wire;

pub use cache::{Cache, Entry, Key, KeyMaker};
pub use compile::{CompileError, Compiled, Recipe};
pub use ending::{Ended, Ending, Exceeded};
pub use enforced::{ClockSource, Enforced};
pub use launcher::launched;
pub use machine::{Finding, Layer};
pub use mode::{Mode, UnknownMode};
pub use process::Process;
pub use program::{Author, Limits, Processes, Program};
pub use run::{Bounds, Finished, Input};
pub use sandbox::{Layers, Sandbox, Setup, StartError, Unavailable};
pub use tools::{Tool, ToolKind};
