//! What is run, and within which bounds.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

/// A program to be run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The program and its arguments. A relative name with a slash is looked up from `folder`, a
    /// name without one in the usual places.
    pub argv: Vec<OsString>,
    /// Its own folder, which it can read and not write: where it works. It has the same path inside
    /// the sandbox, unless only root can read it and there are no namespaces; arguments that begin
    /// with the path are changed then.
    pub folder: PathBuf,
    /// What it finds in its environment beside `PATH`, `HOME`, `TMPDIR` and `LANG`. Nothing is
    /// inherited.
    pub env: Vec<(OsString, OsString)>,
    /// What else it can read and execute beside the system's programs and libraries: an interpreter
    /// elsewhere, headers.
    pub readable: Vec<PathBuf>,
    /// Whether it may start processes.
    pub processes: Processes,
    /// Who wrote it.
    pub author: Author,
}

impl Program {
    /// A stranger's program in its folder.
    pub fn new(folder: impl Into<PathBuf>, argv: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self {
            argv: argv.into_iter().map(Into::into).collect(),
            folder: folder.into(),
            env: Vec::new(),
            readable: Vec::new(),
            processes: Processes::default(),
            author: Author::default(),
        }
    }
}

/// Whether a program may start processes. Threads are always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Processes {
    /// It may not.
    Forbidden,
    /// It may where the clock counts them; elsewhere it may not.
    #[default]
    IfCounted,
    /// It cannot do without: it is refused where the clock does not count them.
    Needed,
}

/// Who wrote a program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Author {
    /// Somebody unknown: anything may be tried.
    #[default]
    Stranger,
    /// A tool of this machine that works on a stranger's files: a compiler. It may always start
    /// processes, and works in its scratch folder.
    Tool,
}

/// What a program may use. Everything in it is a bound on the whole program unless it says
/// otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory: of each process, and of all together where somebody counts them.
    pub memory: u64,
    /// Whether it reserves far more memory than it uses, as sanitisers do: then only what is in use
    /// is bounded.
    pub sparse: bool,
    /// Bytes of stack of each process.
    pub stack: u64,
    /// Processes and threads.
    pub processes: u32,
    /// Open descriptors of each process, and sockets of all together.
    pub open_files: u32,
    /// Bytes of the largest file.
    pub file_size: u64,
    /// Bytes of all files in its scratch folder.
    pub scratch_bytes: u64,
    /// Files and folders in its scratch folder.
    pub scratch_files: u32,
    /// The processors it runs on, by their numbers; none means any. Whoever is given some cannot
    /// choose others.
    pub cores: Vec<usize>,
}

const MIB: u64 = 1 << 20;

impl Default for Limits {
    /// Enough for a player in any language.
    fn default() -> Self {
        Self {
            memory: 512 * MIB,
            sparse: false,
            stack: 8 * MIB,
            processes: 64,
            open_files: 256,
            file_size: 16 * MIB,
            scratch_bytes: 16 * MIB,
            scratch_files: 1024,
            cores: Vec::new(),
        }
    }
}

impl Limits {
    /// Enough for a compiler.
    #[must_use]
    pub fn for_compilers() -> Self {
        Self {
            memory: 2048 * MIB,
            stack: 64 * MIB,
            file_size: 256 * MIB,
            scratch_bytes: 512 * MIB,
            ..Self::default()
        }
    }
}
