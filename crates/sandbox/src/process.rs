//! A running program, as the caller holds it.

use crate::clock::Clock;
use crate::ending::{Ended, Ending};
use crate::enforced::ClockSource;
use crate::launcher_process::Launcher;
use crate::stage::Copies;
use crate::wire::{Channel, LauncherReport, Order, Packet};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use std::io;
use std::time::{Duration, Instant};

/// How long the end of a program is waited for that was told to end: longer than the launcher waits
/// for it.
const LONGEST_END: Duration = Duration::from_secs(60);
/// How long the launcher may take to stop a program, or to let it go on.
const LONGEST_ANSWER: Duration = Duration::from_secs(20);

/// A running program. Dropping it ends everything it started.
///
/// The caller's ends of the pipes do not block: poll them.
#[derive(Debug)]
pub struct Process {
    pub(crate) pipes: Pipes,
    pub(crate) channel: Channel,
    pub(crate) launcher: Launcher,
    pub(crate) clock: Clock,
    /// The last time read: what counts when the clock has gone with its process.
    pub(crate) last_cpu: Duration,
    pub(crate) ended: Option<Ended>,
    /// Files the program left, of those that were wanted.
    pub(crate) collected: Vec<(String, OwnedFd)>,
    /// Copies of its files that were made for it.
    pub(crate) _copies: Copies,
}

/// The caller's ends of a program's pipes.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdin: Option<OwnedFd>,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

impl Process {
    /// Where the program's input is written, until [`Process::close_stdin`].
    #[must_use]
    pub fn stdin(&self) -> Option<BorrowedFd<'_>> {
        self.pipes.stdin.as_ref().map(AsFd::as_fd)
    }

    /// Lets the program see the end of its input.
    pub fn close_stdin(&mut self) {
        self.pipes.stdin = None;
    }

    /// Where the program's output is read.
    #[must_use]
    pub fn stdout(&self) -> BorrowedFd<'_> {
        self.pipes.stdout.as_fd()
    }

    /// Where the program's error output is read.
    #[must_use]
    pub fn stderr(&self) -> BorrowedFd<'_> {
        self.pipes.stderr.as_fd()
    }

    /// Pipes for those who wait for the program: to its input, from its output and from its error
    /// output. Its input ends when the first of them is closed.
    ///
    /// # Errors
    /// If the system has no more descriptors.
    pub fn take_blocking_pipes(&mut self) -> io::Result<[OwnedFd; 3]> {
        let stdin = self.pipes.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let pipes = [stdin, self.pipes.stdout.try_clone()?, self.pipes.stderr.try_clone()?];
        for pipe in &pipes {
            rustix::io::ioctl_fionbio(pipe, false)?;
        }
        Ok(pipes)
    }

    /// To be polled for input together with the pipes: readable when [`Process::try_ended`] has
    /// something to say.
    #[must_use]
    pub fn news(&self) -> BorrowedFd<'_> {
        self.channel.as_fd()
    }

    /// CPU time of the program with everything it has started, since it began. It never goes back.
    pub fn cpu_time(&mut self) -> Duration {
        let read = match &self.ended {
            Some(ended) => ended.cpu,
            None => self.clock.read().unwrap_or_default(),
        };
        self.last_cpu = self.last_cpu.max(read);
        self.last_cpu
    }

    /// Where [`Process::cpu_time`] is read.
    #[must_use]
    pub fn clock(&self) -> ClockSource {
        self.clock.source()
    }

    /// Stops everything the program started, until [`Process::thaw`]. Returns when it stands still.
    ///
    /// # Errors
    /// If the program has ended.
    pub fn freeze(&mut self) -> io::Result<()> {
        self.ask(&Order::Freeze, |report| matches!(report, LauncherReport::Frozen))
    }

    /// Lets everything go on.
    ///
    /// # Errors
    /// If the program has ended.
    pub fn thaw(&mut self) -> io::Result<()> {
        self.ask(&Order::Thaw, |report| matches!(report, LauncherReport::Thawed))
    }

    /// How the program ended, if it has.
    pub fn try_ended(&mut self) -> Option<Ended> {
        while self.ended.is_none() {
            match self.channel.try_receive() {
                Ok(Some(packet)) => self.note(packet),
                Ok(None) => self.lose(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                Err(error) => self.lose_for(&error),
            }
        }
        self.ended.clone()
    }

    /// Waits until the program ends by itself.
    #[must_use = "it says how the program ended"]
    pub fn wait(mut self) -> Ended {
        self.receive_the_end(None)
    }

    /// Ends everything the program started, and waits until it is gone.
    ///
    /// If the program had already ended, this is how.
    #[must_use = "it says how the program ended"]
    pub fn kill(mut self) -> Ended {
        self.end()
    }

    pub(crate) fn end(&mut self) -> Ended {
        if self.try_ended().is_none() {
            // If it cannot be sent, the launcher is gone, and the next thing received is the end.
            let _ = self.channel.send(&Order::Kill, &[]);
        }
        self.receive_the_end(Some(Instant::now() + LONGEST_END))
    }

    fn receive_the_end(&mut self, deadline: Option<Instant>) -> Ended {
        while self.ended.is_none() {
            let received = match deadline {
                Some(deadline) => self.channel.receive_until(deadline),
                None => self.channel.receive(),
            };
            match received {
                Ok(Some(packet)) => self.note(packet),
                Ok(None) => self.lose(),
                Err(error) => self.lose_for(&error),
            }
        }
        // It goes when it has reported, and in any case when it can no longer be heard.
        let _ = self.channel.shutdown();
        self.launcher.wait();
        self.ended.clone().unwrap_or_else(|| self.lost(String::new()))
    }

    /// Sends an order and waits for its answer.
    fn ask(&mut self, order: &Order, is_answer: impl Fn(&LauncherReport) -> bool) -> io::Result<()> {
        self.channel.send(order, &[])?;
        let deadline = Instant::now() + LONGEST_ANSWER;
        while self.ended.is_none() {
            match self.channel.receive_until(deadline)? {
                Some(packet) if is_answer(&packet.message) => return Ok(()),
                Some(packet) => self.note(packet),
                None => self.lose(),
            }
        }
        Err(io::Error::new(io::ErrorKind::BrokenPipe, "the program has ended"))
    }

    fn note(&mut self, packet: Packet<LauncherReport>) {
        if let LauncherReport::Ended { mut ended, collected } = packet.message {
            // The launcher knows what the processes it waited for have used; the counter knows the
            // others, too.
            ended.cpu = match self.clock.source() {
                ClockSource::Process => ended.cpu.max(self.last_cpu),
                ClockSource::Cgroup => self.clock.read().unwrap_or(ended.cpu),
                ClockSource::Perf => self.clock.read_after_the_end(ended.cpu),
            };
            self.collected = collected.into_iter().zip(packet.descriptors).collect();
            self.ended = Some(ended);
        }
    }

    fn lose(&mut self) {
        self.ended = Some(self.lost("its launcher went away".into()));
    }

    fn lose_for(&mut self, error: &io::Error) {
        self.ended = Some(self.lost(format!("its launcher cannot be heard: {error}")));
    }

    fn lost(&self, why: String) -> Ended {
        Ended { ending: Ending::Lost(why), cpu: self.last_cpu, peak_memory: 0 }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
