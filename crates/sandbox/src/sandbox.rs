//! What this machine can enforce, and starting programs under it.

use crate::clock::Clock;
use crate::enforced::{ClockSource, Enforced};
use crate::launcher;
use crate::mode::Mode;
use crate::process::{Pipes, Process};
use crate::program::{Limits, Program};
use crate::wire::{Channel, Order, Report, Start};
use rustix::fd::{AsFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// What this machine can enforce, found out once by trying. Clones share it.
#[derive(Clone, Debug)]
pub struct Sandbox(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    launcher: PathBuf,
    enforced: Enforced,
    missing: Option<String>,
}

/// What a sandbox is made from.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How much containment is asked for.
    pub mode: Mode,
    /// The program that calls [`crate::launched`] first thing in its `main`; this very program if nothing is said.
    pub launcher: Option<PathBuf>,
    /// Which layers may be used.
    pub layers: Layers,
}

impl Setup {
    /// This mode, with this very program as launcher and all layers.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { mode, launcher: None, layers: Layers::ALL }
    }
}

/// Layers that may be used where the machine offers them. Tests leave some out to try the others alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers {
    /// Bubblewrap.
    pub namespaces: bool,
    /// Rules for files.
    pub landlock: bool,
    /// The list of system calls.
    pub seccomp: bool,
    /// Control groups: clock and limits.
    pub cgroup: bool,
    /// The inherited CPU counter.
    pub perf: bool,
}

impl Layers {
    /// Everything.
    pub const ALL: Self = Self { namespaces: true, landlock: true, seccomp: true, cgroup: true, perf: true };
    /// Nothing: plain processes, with the process clock.
    pub const NONE: Self =
        Self { namespaces: false, landlock: false, seccomp: false, cgroup: false, perf: false };
}

/// Containment was required, and this machine lacks something.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the sandbox cannot be enforced here: {0}; `sandtable doctor` says more")]
pub struct Unavailable(pub String);

/// Why a program was not started.
#[derive(Debug, Error)]
pub enum StartError {
    /// It needs processes of its own, and nothing here would count their time.
    #[error(
        "it needs to start processes, and nothing on this machine counts their CPU time (see `sandtable doctor`)"
    )]
    NeedsProcesses,
    /// The sandbox could not be set up around it.
    #[error("the sandbox could not be set up: {0}")]
    Setup(#[from] io::Error),
    /// The launcher's reason.
    #[error("{0}")]
    Refused(String),
}

impl Sandbox {
    /// Finds out what this machine can enforce.
    ///
    /// # Errors
    /// If containment is required and something needed for it is missing.
    pub fn new(mode: Mode) -> Result<Self, Unavailable> {
        Self::with(&Setup::new(mode))
    }

    /// Like [`Sandbox::new`], with a launcher and layers of the caller's choice.
    ///
    /// # Errors
    /// If containment is required and something needed for it is missing.
    pub fn with(setup: &Setup) -> Result<Self, Unavailable> {
        let launcher = match &setup.launcher {
            Some(path) => path.clone(),
            None => std::env::current_exe().map_err(|error| Unavailable(error.to_string()))?,
        };
        let enforced = Enforced {
            namespaces: false,
            landlock: None,
            seccomp: false,
            rlimits: false,
            own_user: false,
            cgroup_limits: false,
            clock: ClockSource::Process,
        };
        Ok(Self(Arc::new(Inner { launcher, enforced, missing: None })))
    }

    /// What is enforced.
    #[must_use]
    pub fn enforced(&self) -> &Enforced {
        &self.0.enforced
    }

    /// What is not enforced although it was asked for, in one line.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.0.missing.as_deref()
    }

    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started, with the reason.
    pub fn start(&self, program: &Program, limits: &Limits) -> Result<Process, StartError> {
        let (channel, theirs) = Channel::pair()?;
        let mut launcher = Command::new(&self.0.launcher)
            .arg(launcher::ARGUMENT)
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .spawn()?;
        let (pipes, ends) = pipes()?;
        let start = Start { program: program.clone(), limits: limits.clone() };
        let order = Order::Start(Box::new(start));
        let sent = channel.send(&order, &[ends[0].as_fd(), ends[1].as_fd(), ends[2].as_fd()]);
        drop(ends);
        match sent.map_err(StartError::from).and_then(|()| attach(&channel)) {
            Ok(clock) => {
                Ok(Process { pipes, channel, launcher, clock, last_cpu: Duration::ZERO, ended: None })
            }
            Err(error) => {
                drop(channel);
                let _ = launcher.wait();
                Err(error)
            }
        }
    }
}

/// Waits until the program runs.
fn attach(channel: &Channel) -> Result<Clock, StartError> {
    let mut clock = None;
    loop {
        let Some(packet) = channel.receive()? else {
            return Err(StartError::Refused("the launcher went away".into()));
        };
        match (packet.message, packet.sender) {
            (Report::Attached, Some(pid)) => {
                clock = Some(packet.descriptors.into_iter().next().map_or(Clock::Process(pid), Clock::Perf));
            }
            (Report::Started, _) => {
                return clock.ok_or_else(|| StartError::Refused("the program has no clock".into()));
            }
            (Report::Failed(why), _) => return Err(StartError::Refused(why)),
            _ => {}
        }
    }
}

/// The caller's ends of the three pipes, which do not block, and the program's.
fn pipes() -> io::Result<(Pipes, [OwnedFd; 3])> {
    let (their_stdin, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stdout, their_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, their_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
    for end in [&stdin, &stdout, &stderr] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    Ok((Pipes { stdin: Some(stdin), stdout, stderr }, [their_stdin, their_stdout, their_stderr]))
}
