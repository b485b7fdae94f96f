//! Making the namespaces, and going on inside them.

use super::{privileges, serve};
use crate::layers::namespaces::{self, FileSystem};
use crate::sys;
use crate::wire::{Channel, LauncherReport, Start};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, Signal, WaitOptions, set_parent_process_death_signal, waitpid};
use std::io;

/// Separates this process from the machine. A copy of it, process 1 inside, does the launcher's
/// work; this one only waits for it.
#[allow(unsafe_code, reason = "a process with one thread may copy itself")]
pub(super) fn go(start: Start, descriptors: Vec<OwnedFd>, channel: Channel) -> io::Result<()> {
    let as_root = start.walls.user.is_some();
    // SAFETY: the launcher has one thread until its program runs, and has looked up nothing that it
    // still needs.
    let copy = unsafe { namespaces::separate(as_root).and_then(|()| sys::fork(None)) };
    match copy {
        Ok(None) => work(start, descriptors, &channel),
        Ok(Some(copy)) => {
            // The ends of the pipes and of the channel belong to the copy: their closing is how its
            // end is noticed.
            drop((descriptors, channel));
            privileges::give_up_all()?;
            wait_for(copy)
        }
        Err(error) => channel.send(&LauncherReport::failed(&format!("no namespaces: {error}")), &[]),
    }
}

fn work(start: Start, descriptors: Vec<OwnedFd>, channel: &Channel) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let files = FileSystem { program: &start.program, folder: &start.files, limits: &start.limits };
    match files.enter() {
        Ok(()) => serve(start, descriptors, channel),
        Err(error) => {
            channel.send(&LauncherReport::failed(&format!("no file system of its own: {error}")), &[])
        }
    }
}

fn wait_for(copy: Pid) -> io::Result<()> {
    loop {
        match waitpid(Some(copy), WaitOptions::empty()) {
            Err(rustix::io::Errno::INTR) => {}
            other => return other.map(|_| ()).map_err(io::Error::from),
        }
    }
}
