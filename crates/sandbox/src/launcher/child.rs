//! The program's process, from its beginning to the moment it becomes the program.

use super::scratch::Scratch;
use crate::layers::calls::{self, Allowance, Signals};
use crate::layers::files::{self, FileRules, Ground};
use crate::layers::{rlimits, system, user};
use crate::program::Author;
use crate::sys;
use crate::wire::{Channel, LauncherReport, Start};
use rustix::fd::OwnedFd;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, getgid, getpid, getuid, set_parent_process_death_signal, setsid};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// Starts the program. The counter is one that its process inherits.
#[allow(unsafe_code, reason = "a process with one thread may copy itself")]
pub(super) fn start(
    start: &Start,
    descriptors: Vec<OwnedFd>,
    scratch: &Scratch,
    channel: &Channel,
    counter: Option<&OwnedFd>,
) -> io::Result<Pid> {
    let mut command = command(start, scratch)?;
    let mut descriptors = descriptors.into_iter();
    let (Some(stdin), Some(stdout), Some(stderr)) =
        (descriptors.next(), descriptors.next(), descriptors.next())
    else {
        return Err(io::Error::other("the order to start came without its three descriptors"));
    };
    command.stdin(Stdio::from(stdin)).stdout(Stdio::from(stdout)).stderr(Stdio::from(stderr));
    let mut preparation = Preparation {
        rules: landlock_rules(start, scratch)?,
        channel: Channel::new(channel.as_fd().try_clone_to_owned()?),
        start: start.clone(),
        counter: counter.map(OwnedFd::try_clone).transpose()?,
    };
    // SAFETY: the launcher has one thread until its program runs.
    unsafe {
        sys::before_exec(&mut command, move || preparation.prepare().map_err(io::Error::other));
    }
    let door = descriptors.next();
    let (reason, reason_of_child) = pipe_with(PipeFlags::CLOEXEC)?;
    // SAFETY: the same.
    let Some(child) = (unsafe { sys::fork(door.as_ref().map(AsFd::as_fd)) })? else {
        let error = command.exec();
        let _ = File::from(reason_of_child).write_all(in_words(&error, start).as_bytes());
        sys::exit_now(1);
    };
    drop(reason_of_child);
    // The pipe closes without a word when the process has become the program.
    let mut why = String::new();
    File::from(reason).read_to_string(&mut why)?;
    if why.is_empty() { Ok(child) } else { Err(io::Error::other(why)) }
}

/// Numbers come from becoming the program, words from the steps before.
fn in_words(error: &io::Error, start: &Start) -> String {
    let name = start.program.argv[0].to_string_lossy();
    if error.raw_os_error().is_some() { format!("cannot run {name}: {error}") } else { error.to_string() }
}

fn command(start: &Start, scratch: &Scratch) -> io::Result<Command> {
    let program = &start.program;
    let [name, arguments @ ..] = &program.argv[..] else {
        return Err(io::Error::other("there is no program to run: the command is empty"));
    };
    let mut command = Command::new(name);
    command
        .args(arguments)
        .current_dir(match program.author {
            Author::Stranger => &program.folder,
            Author::Tool => &scratch.path,
        })
        .env_clear()
        .env("PATH", system::PROGRAMS.join(":"))
        .env("HOME", &scratch.path)
        .env("TMPDIR", &scratch.path)
        .env("LANG", "C.UTF-8")
        .envs(program.env.iter().map(|(name, value)| (name, value)));
    Ok(command)
}

fn landlock_rules(start: &Start, scratch: &Scratch) -> io::Result<Option<FileRules>> {
    let ground =
        Ground { program: &start.program, scratch: &scratch.path, namespaces: start.walls.in_namespaces() };
    start.walls.landlock.is_some().then(|| FileRules::new(ground)).transpose()
}

/// What the new process does to itself.
struct Preparation {
    start: Start,
    rules: Option<FileRules>,
    channel: Channel,
    counter: Option<OwnedFd>,
}

impl Preparation {
    /// In this order: what needs privileges, giving them up, and what would forbid the rest.
    fn prepare(&mut self) -> Result<(), String> {
        let walls = &self.start.walls;
        step("begin a session", setsid())?;
        if !self.start.limits.cores.is_empty() {
            step("keep to its processors", keep_to(&self.start.limits.cores))?;
        }
        if walls.rlimits {
            let processes = u64::from(self.start.limits.processes) + u64::from(walls.other_processes);
            step("set limits", rlimits::apply(&self.start.limits, processes))?;
        }
        if let Some(nobody) = walls.user {
            step("become a user without rights", nobody.become_now())?;
        }
        // After the change of user, which would undo it.
        step("die with the launcher", set_parent_process_death_signal(Some(Signal::KILL)))?;
        if walls.rlimits {
            step("give up privileges", user::give_up_privileges())?;
        }
        if let Some(rules) = self.rules.take() {
            step("enforce Landlock", rules.enforce(walls.in_namespaces()))?;
        }
        let counter: Vec<_> = self.counter.iter().map(AsFd::as_fd).collect();
        step("report to the runner", self.channel.send(&LauncherReport::Attached, &counter))?;
        if walls.seccomp {
            step("filter system calls", calls::enforce(self.allowance()))?;
        }
        Ok(())
    }

    fn allowance(&self) -> Allowance {
        let walls = &self.start.walls;
        let scoped = walls.landlock.is_some_and(|version| version >= files::SCOPES);
        let kept_apart = walls.in_namespaces() || scoped || walls.user.is_some();
        Allowance {
            processes: walls.processes,
            any_file: walls.in_namespaces(),
            hidden_files: walls.in_namespaces() || self.start.program.author == Author::Tool,
            signals: if kept_apart {
                Signals::Anybody
            } else {
                Signals::Itself(getpid().as_raw_nonzero().get().unsigned_abs())
            },
            locks: self.start.program.author == Author::Tool,
            affinity: self.start.limits.cores.is_empty(),
            ids: (getuid().as_raw(), getgid().as_raw()),
        }
    }
}

/// Lets this process, and what it starts, run on these processors only.
fn keep_to(cores: &[usize]) -> rustix::io::Result<()> {
    let mut set = CpuSet::new();
    for core in cores.iter().filter(|core| **core < CpuSet::MAX_CPU) {
        set.set(*core);
    }
    sched_setaffinity(None, &set)
}

/// What failed, in words.
fn step<T, E: Display>(what: &str, result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("cannot {what}: {error}"))
}
