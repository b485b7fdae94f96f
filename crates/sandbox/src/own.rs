//! A program of the user's own, started as they would start it: nothing contains it.

use crate::ending::Ending;
use crate::sys;
use std::ffi::OsStr;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

/// A running program of the user's own. It has their environment and their terminal for its errors;
/// only its standard input and output are in the caller's hands. Nobody counts its time, and
/// dropping this value leaves it alone.
#[derive(Debug)]
pub struct OwnProcess {
    child: Child,
}

impl OwnProcess {
    /// Starts a command.
    ///
    /// From then on an interrupt from the keyboard is the program's business and no longer ours: a
    /// debugger needs it.
    ///
    /// # Errors
    /// If there is no such program, or it cannot be started.
    pub fn start(command: &[impl AsRef<OsStr>]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there is no command"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        sys::leave_interrupts_to_others()?;
        let mut child = command.spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((Self { child }, stdin, stdout)),
            _ => Err(io::Error::other("its pipes are missing")),
        }
    }

    /// Waits until it ends by itself.
    ///
    /// # Errors
    /// If the system does not say how.
    pub fn wait(mut self) -> io::Result<Ending> {
        self.child.wait().map(ending)
    }
}

/// Starts a command that nobody waits for, and that says nothing: what opens a page in the user's
/// browser.
///
/// # Errors
/// If there is no such program, or it cannot be started.
pub fn start_aside(command: &[impl AsRef<OsStr>]) -> io::Result<()> {
    let (program, arguments) = command
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there is no command"))?;
    let quiet = || Stdio::null();
    let mut child =
        Command::new(program).args(arguments).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn()?;
    // Somebody has to take note of its end.
    std::thread::spawn(move || child.wait());
    Ok(())
}

fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(status), _) => Ending::Exited(status),
        (None, Some(signal)) => Ending::Signalled(signal),
        (None, None) => Ending::Lost("the system does not say how it ended".to_owned()),
    }
}
