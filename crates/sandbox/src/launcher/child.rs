//! The program's process, from its beginning to the moment it becomes the program.

use crate::sys;
use crate::wire::{Channel, Report, Start};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, Signal, set_parent_process_death_signal, setsid};
use std::io;
use std::os::fd::AsFd;
use std::process::{Command, Stdio};

/// Where programs are looked for.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Starts the program.
pub(super) fn start(start: &Start, descriptors: Vec<OwnedFd>, channel: &Channel) -> io::Result<Pid> {
    let mut command = command(start)?;
    let [stdin, stdout, stderr] = <[OwnedFd; 3]>::try_from(descriptors)
        .map_err(|_| io::Error::other("the order to start came without its three descriptors"))?;
    command.stdin(Stdio::from(stdin)).stdout(Stdio::from(stdout)).stderr(Stdio::from(stderr));
    let channel = Channel::new(channel.as_fd().try_clone_to_owned()?);
    sys::before_exec(&mut command, move || prepare(&channel));
    let name = || start.program.argv[0].to_string_lossy().into_owned();
    let child = command
        .spawn()
        .map_err(|error| io::Error::new(error.kind(), format!("cannot run {}: {error}", name())))?;
    // Waiting for it is the reaper's work.
    i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or_else(|| io::Error::other("no such process"))
}

fn command(start: &Start) -> io::Result<Command> {
    let program = &start.program;
    let [name, arguments @ ..] = &program.argv[..] else {
        return Err(io::Error::other("there is no program to run: the command is empty"));
    };
    let mut command = Command::new(name);
    command
        .args(arguments)
        .current_dir(&program.folder)
        .env_clear()
        .env("PATH", PATH)
        .env("HOME", "/tmp")
        .env("TMPDIR", "/tmp")
        .env("LANG", "C.UTF-8")
        .envs(program.env.iter().map(|(name, value)| (name, value)));
    Ok(command)
}

/// What the new process does to itself.
fn prepare(channel: &Channel) -> io::Result<()> {
    setsid()?;
    set_parent_process_death_signal(Some(Signal::KILL))?;
    channel.send(&Report::Attached, &[])
}
