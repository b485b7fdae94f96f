//! The other side: the process that stands between runner and program.
//!
//! It is process 1 of the namespaces where there are any, and the adopter of orphans where there
//! are none. Where nobody has made the namespaces for it, it makes them itself: it separates, and a
//! copy of it goes on inside ([`inside`]). It prepares the program's process ([`child`]), gives up
//! what it no longer needs ([`privileges`]), then waits for orders, for the end of the program, and
//! for the end of the runner.

mod accounts;
mod child;
mod inside;
mod privileges;
mod proc;
mod reaper;
mod scratch;
mod tree;
mod watch;

use crate::archive;
use crate::copier;
use crate::ending::{Ended, Ending, Exceeded};
use crate::sys;
use crate::wire::{Channel, LauncherReport, NamespaceMaker, Order, Packet, Start};
use proc::Proc;
use reaper::Reaper;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{DumpableBehavior, Pid, WaitStatus, set_child_subreaper, set_dumpable_behavior};
use rustix::thread::set_no_new_privs;
use scratch::Scratch;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tree::{Reach, Tree};
use watch::ResourceWatch;

/// The first argument that makes a program the launcher.
pub(crate) const ARGUMENT: &str = "__contain";

/// The argument behind it that makes a program the one that makes launchers.
pub(crate) const COPIES: &str = "copies";

/// Does the launcher's work if this process was started as one, and unpacks an archive if it was
/// started for that; the first thing to call in `main`.
///
/// `None` means that this is an ordinary run of the program.
#[must_use]
pub fn launched() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let first = arguments.next()?;
    if first == archive::ARGUMENT {
        return Some(archive::unpack_as_asked(arguments));
    }
    if first != ARGUMENT {
        return None;
    }
    let done = if arguments.next().is_some_and(|second| second == COPIES) { copies() } else { launch() };
    // A failure has been reported to the runner if it could be; there is nobody else to tell.
    Some(if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes launchers until the runner is gone.
fn copies() -> io::Result<()> {
    copier::make_copies(&connection()?, launch)
}

/// The connection to the runner, which came as standard input; nothing else stays open.
#[allow(unsafe_code, reason = "the first step of a process can promise what the call demands")]
fn connection() -> io::Result<Channel> {
    // SAFETY: nothing has been opened yet. A copy of another process has what that one opened, and
    // never uses it.
    unsafe { sys::close_inherited()? };
    let channel = Channel::new(io::stdin().as_fd().try_clone_to_owned()?);
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    Ok(channel)
}

fn launch() -> io::Result<()> {
    let channel = connection()?;
    // The runner may be gone before it said anything.
    let Some(Packet { message: Order::Start(start), descriptors, .. }) = channel.receive()? else {
        return Ok(());
    };
    if start.walls.rlimits {
        set_no_new_privs(true)?;
    }
    if start.walls.namespaces == Some(NamespaceMaker::Launcher) {
        return inside::go(*start, descriptors, channel);
    }
    serve(*start, descriptors, &channel)
}

/// Starts the program and stays with it until it is over. A failure is the runner's to know.
fn serve(start: Start, descriptors: Vec<OwnedFd>, channel: &Channel) -> io::Result<()> {
    match Launcher::begin(start, descriptors, channel) {
        Ok(launcher) => launcher.serve(channel),
        Err(error) => channel.send(&LauncherReport::failed(&error), &[]),
    }
}

struct Launcher {
    start: Start,
    scratch: Scratch,
    tree: Tree,
    reaper: Reaper,
    watch: ResourceWatch,
    /// Whether the program stands still on the runner's order.
    frozen: bool,
}

/// Why everything is to be ended.
enum End {
    /// The program ended.
    Program(WaitStatus),
    /// It has too much of something.
    Exceeded(Exceeded),
    /// The runner wants it.
    Order,
    /// The runner is gone.
    RunnerGone,
}

impl Launcher {
    fn begin(start: Start, descriptors: Vec<OwnedFd>, channel: &Channel) -> io::Result<Self> {
        let walls = &start.walls;
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        set_child_subreaper(Some(Pid::INIT))?;
        let scratch = match walls.namespaces {
            Some(NamespaceMaker::Launcher) => Scratch::in_memory(),
            Some(NamespaceMaker::Bubblewrap) => Scratch::of_bubblewrap(&start)?,
            None => Scratch::on_disk(walls.user)?,
        };
        privileges::keep_to_prepare(walls)?;
        let reach = match walls.user {
            _ if walls.in_namespaces() => Reach::Namespace,
            Some(user) if user.alone => Reach::User(user),
            _ => Reach::Descendants,
        };
        let tree = Tree { proc: Proc::open()?, reach };
        let counter = walls.perf.then(sys::task_clock_of_children).transpose()?;
        let program = child::start(&start, descriptors, &scratch, channel, counter.as_ref())?;
        privileges::keep_to_watch(walls)?;
        channel.send(&LauncherReport::Started, &[])?;
        let watch = ResourceWatch::new(&start, &scratch, reach, counter);
        Ok(Self { start, scratch, tree, reaper: Reaper::new(program)?, watch, frozen: false })
    }

    /// Waits until it is over, ends everything that is left, and reports.
    fn serve(mut self, channel: &Channel) -> io::Result<()> {
        let end = self.wait_for_the_end(channel);
        let gone = self.tree.kill(&self.reaper);
        let ending = match end {
            End::RunnerGone => return Ok(()),
            _ if !gone => Ending::Lost("some of its processes cannot be ended".into()),
            End::Program(status) => ending(status),
            End::Exceeded(what) => Ending::Exceeded(what),
            End::Order => Ending::Killed,
        };
        let usage = sys::usage_of_children();
        let ended = Ended { ending, cpu: usage.cpu, peak_memory: usage.peak_memory };
        let named = |name: &String| Some((name.clone(), self.scratch.open(name).ok()?));
        let (collected, files): (Vec<_>, Vec<_>) = self.start.collect.iter().filter_map(named).unzip();
        let files: Vec<_> = files.iter().map(AsFd::as_fd).collect();
        channel.send(&LauncherReport::Ended { ended, collected }, &files)
    }

    fn wait_for_the_end(&mut self, channel: &Channel) -> End {
        let mut next_look = self.watch.pause(Duration::ZERO).map(|pause| Instant::now() + pause);
        loop {
            if let Some(status) = self.reaper.program_ended() {
                return End::Program(status);
            }
            let mut ends = [
                PollFd::new(channel, PollFlags::IN),
                PollFd::from_borrowed_fd(self.reaper.news(), PollFlags::IN),
            ];
            let wait = next_look.map(|time| time.saturating_duration_since(Instant::now()));
            // Interrupted or not, everything is looked at again.
            let _ = poll(&mut ends, wait.and_then(|wait| Timespec::try_from(wait).ok()).as_ref());
            if !ends[0].revents().is_empty()
                && let Some(end) = self.obey(channel)
            {
                return end;
            }
            if next_look.is_some_and(|time| time <= Instant::now()) {
                let begin = sys::own_cpu_time();
                let limits = &self.start.limits;
                if let Some(what) = self.watch.look(&self.tree, &self.scratch, limits, self.frozen) {
                    return End::Exceeded(what);
                }
                let used = sys::own_cpu_time().saturating_sub(begin);
                next_look = self.watch.pause(used).map(|pause| Instant::now() + pause);
            }
        }
    }

    /// Does what the runner orders.
    fn obey(&mut self, channel: &Channel) -> Option<End> {
        let done = match channel.receive() {
            Ok(Some(Packet { message: Order::Freeze, .. })) => {
                self.frozen = true;
                self.tree.freeze();
                LauncherReport::Frozen
            }
            Ok(Some(Packet { message: Order::Thaw, .. })) => {
                self.frozen = false;
                self.tree.thaw();
                LauncherReport::Thawed
            }
            Ok(Some(Packet { message: Order::Kill, .. })) => return Some(End::Order),
            Ok(Some(Packet { message: Order::Start(_), .. }) | None) | Err(_) => {
                return Some(End::RunnerGone);
            }
        };
        channel.send(&done, &[]).err().map(|_| End::RunnerGone)
    }
}

fn ending(status: WaitStatus) -> Ending {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(status), _) => Ending::Exited(status),
        (_, Some(libc::SIGXFSZ)) => Ending::Exceeded(Exceeded::FileSize),
        (_, Some(libc::SIGXCPU)) => Ending::Exceeded(Exceeded::Cpu),
        (_, Some(signal)) => Ending::Signalled(signal),
        (None, None) => Ending::Lost("it neither exited nor was ended by a signal".into()),
    }
}
