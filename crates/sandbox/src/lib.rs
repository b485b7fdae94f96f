//! Running strangers' programs: containment, limits and a fair clock. An internal crate that knows
//! no game.
//!
//! A [`Sandbox`] is what this machine can enforce, found out once by trying. [`Sandbox::start`]
//! gives a [`Process`] whose pipes the caller polls; [`Sandbox::run`] runs a program to its end;
//! [`Sandbox::compile`] compiles, once for each content. Between the caller (the *runner*) and the
//! program stands the *launcher*: the same executable started again, which prepares the program's
//! process, watches it, and ends everything it started. They talk over a socket; when the runner
//! dies, in whatever way, the launcher sees the socket close and leaves no survivor.
//!
//! Reading order: `program` (what is run), `sandbox` and `start` (how it is started), `process`
//! (what the caller holds), `run` (whole runs), `wire` (what runner and launcher tell each other),
//! `launcher` (the other side), `layers` (containment, a module a layer), `machine` (what works
//! here).
//!
//! # What is enforced
//!
//! | | with namespaces | without |
//! |---|---|---|
//! | files | its folder and the system's programs can be read, its scratch folder written, the rest does not exist | the rest cannot be opened (Landlock); whether a path exists can be found out; nothing in the scratch folder can be removed |
//! | network | none, and no call that makes a socket (seccomp) | no call that makes a socket |
//! | processes of others | do not exist | cannot be traced or signalled, nor their files in `/proc` opened; that they exist can be found out |
//! | memory | each process: its limit, at once; all together, with page tables and records of mappings: by a control group, or by the launcher's watch | the same |
//! | processes and threads | their limit, at once | at once as root; otherwise within 5 ms by the watch |
//! | scratch folder | bytes and files, at once | within 20 ms by the watch, removed files that are open included |
//!
//! Started as root, every program runs as a user of its own that owns nothing. [`Mode::Require`]
//! demands namespaces, the list of calls, and that user; who makes the namespaces, the launcher or
//! bubblewrap, makes no difference.

mod archive;
mod bundle;
mod cache;
mod clock;
mod compile;
mod copier;
mod denied;
mod ending;
mod enforced;
mod launcher;
mod launcher_process;
mod layers;
mod machine;
mod mode;
mod own;
mod private;
mod process;
mod program;
mod removal;
mod run;
mod sandbox;
mod snapshot;
mod stage;
mod start;
mod sys;
mod tools;
mod whole;
mod wire;

pub use archive::{ArchiveError, is_zip};
pub use cache::{Cache, Entry, Key, KeyMaker};
pub use compile::{CompileError, Compiled, Recipe};
pub use ending::{Ended, Ending, Exceeded};
pub use enforced::{ClockSource, Enforced};
pub use launcher::launched;
pub use machine::{Finding, Layer};
pub use mode::{Mode, UnknownMode};
pub use own::{OwnProcess, start_aside};
pub use private::PrivateFolder;
pub use process::Process;
pub use program::{Author, Limits, Processes, Program};
pub use run::{Bounds, Finished, Input};
pub use sandbox::{Layers, Sandbox, SandboxOptions, StartError, Unavailable};
pub use snapshot::{Caps, Found, Snapshot, SnapshotError, SourceFolder, StrangersFolder};
pub use tools::{Tool, ToolKind};
pub use whole::write_whole;
