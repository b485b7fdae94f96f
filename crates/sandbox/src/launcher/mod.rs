//! The other side: the process that stands between runner and program.
//!
//! It is process 1 of the namespace where there is one, and the adopter of orphans where there is none. It prepares the program's process
//! ([`child`]), then waits for orders, for the end of the program, and for the end of the runner.

mod child;
mod reaper;
mod tree;

use crate::ending::{Ended, Ending, Exceeded};
use crate::sys;
use crate::wire::{Channel, Order, Packet, Report, Start};
use reaper::Reaper;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::OwnedFd;
use rustix::process::{DumpableBehavior, Pid, WaitStatus, set_child_subreaper, set_dumpable_behavior};
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::process::ExitCode;
use tree::Tree;

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
    match begin(&start, descriptors, &channel) {
        Ok(child) => Launcher { channel, tree: Tree::new(child), reaper: Reaper::new(child)? }.serve(),
        Err(error) => channel.send(&Report::Failed(error.to_string()), &[]),
    }
}

fn begin(start: &Start, descriptors: Vec<OwnedFd>, channel: &Channel) -> io::Result<Pid> {
    let child = child::start(start, descriptors, channel)?;
    channel.send(&Report::Started, &[])?;
    Ok(child)
}

struct Launcher {
    channel: Channel,
    tree: Tree,
    reaper: Reaper,
}

/// Why everything is to be ended.
enum End {
    /// The program ended.
    Program(WaitStatus),
    /// The runner wants it.
    Order,
    /// The runner is gone.
    RunnerGone,
}

impl Launcher {
    /// Waits until it is over, ends everything that is left, and reports.
    fn serve(mut self) -> io::Result<()> {
        let end = self.wait_for_the_end();
        self.tree.kill(&self.reaper);
        let ending = match end {
            End::Program(status) => ending(status),
            End::Order => Ending::Killed,
            End::RunnerGone => return Ok(()),
        };
        let usage = sys::usage_of_children();
        let ended = Ended { ending, cpu: usage.cpu, peak_memory: usage.peak_memory };
        self.channel.send(&Report::Ended(ended), &[])
    }

    fn wait_for_the_end(&mut self) -> End {
        loop {
            if let Some(status) = self.reaper.program_ended() {
                return End::Program(status);
            }
            let mut ends = [
                PollFd::new(&self.channel, PollFlags::IN),
                PollFd::from_borrowed_fd(self.reaper.news(), PollFlags::IN),
            ];
            // Interrupted or not, everything is looked at again.
            let _ = poll(&mut ends, None);
            if !ends[0].revents().is_empty()
                && let Some(end) = self.obey()
            {
                return end;
            }
        }
    }

    /// Does what the runner orders.
    fn obey(&mut self) -> Option<End> {
        let done = match self.channel.receive() {
            Ok(Some(Packet { message: Order::Freeze, .. })) => {
                self.tree.freeze();
                Report::Frozen
            }
            Ok(Some(Packet { message: Order::Thaw, .. })) => {
                self.tree.thaw();
                Report::Thawed
            }
            Ok(Some(Packet { message: Order::Kill, .. })) => return Some(End::Order),
            Ok(Some(Packet { message: Order::Start(_), .. }) | None) | Err(_) => {
                return Some(End::RunnerGone);
            }
        };
        self.channel.send(&done, &[]).err().map(|_| End::RunnerGone)
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
