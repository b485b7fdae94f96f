//! The other side: the process that stands between runner and program.
//!
//! It is process 1 of the namespace where there is one, and the adopter of orphans where there is none. It prepares the program's process
//! ([`child`]), then waits for orders, for the end of the program, and for the end of the runner.

mod child;
mod proc;
mod reaper;
mod scratch;
mod tree;
mod watch;

use crate::ending::{Ended, Ending, Exceeded};
use crate::layers::user;
use crate::sys;
use crate::wire::{Channel, LauncherReport, Order, Packet, Start};
use proc::Proc;
use reaper::Reaper;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{DumpableBehavior, Pid, WaitStatus, set_child_subreaper, set_dumpable_behavior};
use rustix::thread::CapabilitySet;
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

/// Does the launcher's work if this process was started as one; the first thing to call in `main`.
///
/// `None` means that this is an ordinary run of the program.
#[must_use]
pub fn launched() -> Option<ExitCode> {
    if std::env::args_os().nth(1)? != ARGUMENT {
        return None;
    }
    // A failure has been reported to the runner if it could be; there is nobody else to tell.
    Some(if launch().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn launch() -> io::Result<()> {
    sys::close_inherited()?;
    let channel = Channel::new(io::stdin().as_fd().try_clone_to_owned()?);
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    set_child_subreaper(Some(Pid::INIT))?;
    // The runner may be gone before it said anything.
    let Some(Packet { message: Order::Start(start), descriptors, .. }) = channel.receive()? else {
        return Ok(());
    };
    match Launcher::begin(*start, descriptors, &channel) {
        Ok(launcher) => launcher.serve(&channel),
        Err(error) => channel.send(&LauncherReport::failed(&error), &[]),
    }
}

/// What is left of the launcher's powers once the program runs: to signal its processes, to measure and to read what they leave. As an
/// ordinary user it never had these.
const KEPT: CapabilitySet =
    CapabilitySet::KILL.union(CapabilitySet::SYS_PTRACE).union(CapabilitySet::DAC_READ_SEARCH);

struct Launcher {
    start: Start,
    scratch: Scratch,
    tree: Tree,
    reaper: Reaper,
    watch: ResourceWatch,
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
        let scratch = if walls.namespaces {
            Scratch::in_namespaces(&start.limits)?
        } else {
            Scratch::on_disk(walls.user)?
        };
        let reach = match walls.user {
            _ if walls.namespaces => Reach::Namespace,
            Some(user) if user.alone => Reach::User(user),
            _ => Reach::Descendants,
        };
        let tree = Tree { proc: Proc::open()?, reach };
        let program = child::start(&start, descriptors, &scratch, channel)?;
        if walls.namespaces {
            user::keep_capabilities(KEPT)?;
        }
        channel.send(&LauncherReport::Started, &[])?;
        let watch = ResourceWatch::new(&start, &scratch, reach);
        Ok(Self { start, scratch, tree, reaper: Reaper::new(program)?, watch })
    }

    /// Waits until it is over, ends everything that is left, and reports.
    fn serve(self, channel: &Channel) -> io::Result<()> {
        let end = self.wait_for_the_end(channel);
        self.tree.kill(&self.reaper);
        let ending = match end {
            End::Program(status) => ending(status),
            End::Exceeded(what) => Ending::Exceeded(what),
            End::Order => Ending::Killed,
            End::RunnerGone => return Ok(()),
        };
        let usage = sys::usage_of_children();
        let ended = Ended { ending, cpu: usage.cpu, peak_memory: usage.peak_memory };
        let named = |name: &String| Some((name.clone(), self.scratch.open(name).ok()?));
        let (collected, files): (Vec<_>, Vec<_>) = self.start.collect.iter().filter_map(named).unzip();
        let files: Vec<_> = files.iter().map(AsFd::as_fd).collect();
        channel.send(&LauncherReport::Ended { ended, collected }, &files)
    }

    fn wait_for_the_end(&self, channel: &Channel) -> End {
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
            let begin = Instant::now();
            if next_look.is_some_and(|time| time <= begin) {
                if let Some(what) = self.watch.look(&self.tree, &self.scratch, &self.start.limits) {
                    return End::Exceeded(what);
                }
                next_look = self.watch.pause(begin.elapsed()).map(|pause| Instant::now() + pause);
            }
        }
    }

    /// Does what the runner orders.
    fn obey(&self, channel: &Channel) -> Option<End> {
        let done = match channel.receive() {
            Ok(Some(Packet { message: Order::Freeze, .. })) => {
                self.tree.freeze();
                LauncherReport::Frozen
            }
            Ok(Some(Packet { message: Order::Thaw, .. })) => {
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
