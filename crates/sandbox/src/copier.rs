//! A process that makes launchers by copying itself.
//!
//! The launcher is this very program, executed again, and of a large program loading takes longer
//! than all that a launcher does. So it is executed once, and copies itself for every program that
//! is to be started. A copy is what a launcher is that was executed: it has looked at nothing, and
//! has nothing open but its connection and a pipe for its last words.

use crate::launcher;
use crate::launcher_process::Launcher;
use crate::layers::priority;
use crate::sys;
use crate::wire::{Channel, Copied, CopyOrder};
use rustix::fd::{AsFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, PidfdFlags, WaitOptions, pidfd_open, waitpid};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The process, as the runner holds it; it is started when the first launcher is wanted.
#[derive(Debug)]
pub(crate) struct Copier {
    program: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    NotStarted,
    Running(Running),
    /// It went away or does not answer: launchers are executed, which takes longer.
    Unusable,
}

#[derive(Debug)]
struct Running {
    channel: Channel,
    process: Child,
}

/// How long it may take to copy itself, on the busiest machine.
const LONGEST_COPY: Duration = Duration::from_secs(60);

impl Copier {
    /// One that copies this program.
    pub(crate) fn of(program: &Path) -> Self {
        Self { program: program.to_path_buf(), state: Mutex::new(State::NotStarted) }
    }

    /// A new launcher with this end of a connection.
    pub(crate) fn launcher(&self, socket: OwnedFd) -> io::Result<Launcher> {
        match self.copied(&socket) {
            Some(launcher) => Ok(launcher),
            None => Ok(Launcher::executed(execute(&self.program, &[launcher::ARGUMENT], socket)?)),
        }
    }

    fn copied(&self, socket: &OwnedFd) -> Option<Launcher> {
        let mut state = self.state.lock().ok()?;
        if let State::NotStarted = *state {
            *state = Running::start(&self.program).map_or(State::Unusable, State::Running);
        }
        let State::Running(running) = &mut *state else { return None };
        match running.copy(socket) {
            Ok(launcher) => Some(launcher),
            Err(_) => {
                *state = State::Unusable;
                None
            }
        }
    }
}

impl Running {
    fn start(program: &Path) -> io::Result<Self> {
        let (channel, theirs) = Channel::pair()?;
        let mut process = execute(program, &[launcher::ARGUMENT, launcher::COPIES], theirs)?;
        drop(process.stderr.take());
        Ok(Self { channel, process })
    }

    fn copy(&self, socket: &OwnedFd) -> io::Result<Launcher> {
        let (errors, their_errors) = pipe_with(PipeFlags::CLOEXEC)?;
        let order = CopyOrder { nice: priority::of_this_thread().unwrap_or_default() };
        self.channel.send(&order, &[socket.as_fd(), their_errors.as_fd()])?;
        let answer = self.channel.receive_until(Instant::now() + LONGEST_COPY)?;
        let packet = answer.ok_or(io::ErrorKind::BrokenPipe)?;
        let Copied(process) = packet.message;
        let end = packet.descriptors.into_iter().next().ok_or(io::ErrorKind::InvalidData)?;
        Ok(Launcher::copied(process, end, File::from(errors)))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.channel.shutdown();
        // Nothing keeps it, and what its copies have used is counted when it is waited for.
        let _ = self.process.wait();
    }
}

/// Executes the launcher's program.
fn execute(program: &Path, arguments: &[&str], socket: OwnedFd) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::from(socket)).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn()
}

/// The other side: makes copies of this process until the runner is gone. In a copy it does `work`.
#[allow(unsafe_code, reason = "a process with one thread may copy itself")]
pub(crate) fn make_copies(channel: &Channel, work: fn() -> io::Result<()>) -> io::Result<()> {
    while let Some(packet) = channel.receive::<CopyOrder>()? {
        reap();
        let [socket, errors] = &packet.descriptors[..] else {
            return Err(io::Error::other("the order to copy came without its two descriptors"));
        };
        // SAFETY: this process has one thread.
        let Some(copy) = (unsafe { sys::fork(None) })? else {
            priority::stand_back(packet.message.nice);
            let begun = rustix::stdio::dup2_stdin(socket).and_then(|()| rustix::stdio::dup2_stderr(errors));
            let done = begun.map_err(io::Error::from).and_then(|()| work());
            // What this process owned before has been closed behind its back, and is not touched
            // again.
            sys::exit_now(i32::from(done.is_err()));
        };
        // The copy waits for its orders, and cannot be gone yet.
        let end = pidfd_open(copy, PidfdFlags::empty())?;
        channel.send(&Copied(copy.as_raw_nonzero().get().unsigned_abs()), &[end.as_fd()])?;
    }
    reap();
    Ok(())
}

/// Waits for the copies that have ended.
fn reap() {
    while let Ok(Some(_)) = waitpid(None::<Pid>, WaitOptions::NOHANG) {}
}
