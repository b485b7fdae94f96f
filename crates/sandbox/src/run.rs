//! Running a program to its end.

use crate::ending::{Ended, Ending, Exceeded};
use crate::process::Process;
use crate::program::{Limits, Program};
use crate::sandbox::{Sandbox, StartError};
use crate::snapshot::{Snapshot, SnapshotError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::time::{Duration, Instant};

/// What a program is given on standard input.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Nothing.
    Empty,
    /// These bytes.
    Bytes(&'a [u8]),
    /// What this file holds from where it stands. The program gets a pipe all the same: with the
    /// file itself in its hands it could do more than read.
    File(&'a File),
}

/// Bounds on a whole run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// CPU time.
    pub cpu: Duration,
    /// Time on the wall: a backstop, for programs that wait for nothing.
    pub wall: Duration,
    /// Bytes of standard output; more ends the run.
    pub stdout: usize,
    /// Bytes of error output that are kept; the rest is thrown away.
    pub stderr: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(60),
            stdout: 16 << 20,
            stderr: 64 << 10,
        }
    }
}

/// A run that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// Standard output, up to its bound.
    pub stdout: Vec<u8>,
    /// Error output, up to its bound.
    pub stderr: Vec<u8>,
    /// CPU time of everything it started.
    pub cpu: Duration,
    /// Time on the wall.
    pub wall: Duration,
    /// Bytes of memory its largest process had in use at its peak.
    pub peak_memory: u64,
}

impl Sandbox {
    /// Runs a program to its end.
    ///
    /// # Errors
    /// If it cannot be started, with the reason, or if its input cannot be read.
    pub fn run(
        &self,
        program: &Program,
        limits: &Limits,
        input: Input<'_>,
        bounds: &Bounds,
    ) -> Result<Finished, StartError> {
        let process = self.start(program, limits)?;
        Ok(Run::new(process, input, bounds).finish()?.0)
    }

    /// Runs this very program, contained, on a snapshot, and takes out the folder of this name that
    /// it leaves in its scratch folder.
    ///
    /// This is how archives are unpacked: whoever finds a fault in our reading of them is inside
    /// all the same. The arguments are followed by the paths of the snapshot's folder and of the
    /// folder to be made.
    ///
    /// What it left may be more than is taken out, or be named as nothing should be; that is no
    /// fault of this machine.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn run_self(
        &self,
        arguments: &[&str],
        on: &Snapshot,
        bounds: &Bounds,
    ) -> Result<(Finished, Option<Result<Snapshot, SnapshotError>>), StartError> {
        const MADE: &str = "made";
        let launcher = self.launcher();
        let argv = [launcher.as_os_str()].into_iter().chain(arguments.iter().map(OsStr::new));
        let argv = argv.chain([on.folder().as_os_str(), OsStr::new(MADE)]).map(OsStr::to_owned);
        let program = Program { readable: vec![launcher.to_owned()], ..Program::new(on.folder(), argv) };
        let (finished, files) =
            self.run_collecting(&program, &Limits::for_compilers(), bounds, &[&format!("{MADE}/")])?;
        let made = files.into_iter().next().map(|(_, file)| Snapshot::of_bundle(File::from(file)));
        Ok((finished, made))
    }

    /// Like [`Sandbox::run`]; the files of these names that it leaves in its scratch folder are
    /// handed over.
    pub(crate) fn run_collecting(
        &self,
        program: &Program,
        limits: &Limits,
        bounds: &Bounds,
        collect: &[&str],
    ) -> Result<(Finished, Vec<(String, OwnedFd)>), StartError> {
        let process = self.start_collecting(program, limits, collect)?;
        Ok(Run::new(process, Input::Empty, bounds).finish()?)
    }
}

/// How often the clock is read at most and at least.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
const LONGEST_WAIT: Duration = Duration::from_millis(20);

struct Run<'a> {
    process: Process,
    feed: Feed<'a>,
    bounds: &'a Bounds,
    begin: Instant,
    stdout: Collected,
    stderr: Collected,
    /// Why its input could not be read on.
    input_error: Option<io::Error>,
}

impl<'a> Run<'a> {
    fn new(process: Process, input: Input<'a>, bounds: &'a Bounds) -> Self {
        let feed = Feed::new(input);
        let (stdout, stderr) = (Collected::up_to(bounds.stdout), Collected::up_to(bounds.stderr));
        Self { process, feed, bounds, begin: Instant::now(), stdout, stderr, input_error: None }
    }

    fn finish(mut self) -> io::Result<(Finished, Vec<(String, OwnedFd)>)> {
        let exceeded = self.until_the_end();
        let wall = self.begin.elapsed();
        let Ended { ending, cpu, peak_memory } = self.process.end();
        // What it wrote before it ended may still be in the pipes: no more than they hold, and
        // nobody is left to write more.
        self.read();
        let exceeded = exceeded.or(self.stdout.overflowed.then_some(Exceeded::Output));
        let ending = exceeded.map_or(ending, Ending::Exceeded);
        if let Some(error) = self.input_error {
            return Err(error);
        }
        let (stdout, stderr) = (self.stdout.bytes, self.stderr.bytes);
        let finished = Finished { ending, stdout, stderr, cpu, wall, peak_memory };
        Ok((finished, std::mem::take(&mut self.process.collected)))
    }

    /// Feeds and reads the program until it ends or has used too much.
    fn until_the_end(&mut self) -> Option<Exceeded> {
        loop {
            self.write();
            self.read();
            if self.process.try_ended().is_some() || self.input_error.is_some() {
                return None;
            }
            let cpu_left = self.bounds.cpu.checked_sub(self.process.cpu_time());
            let wall_left = self.bounds.wall.checked_sub(self.begin.elapsed());
            match (self.stdout.overflowed, cpu_left, wall_left) {
                (true, _, _) => return Some(Exceeded::Output),
                (_, None, _) => return Some(Exceeded::Cpu),
                (_, _, None) => return Some(Exceeded::Wall),
                (_, Some(cpu), Some(wall)) => self.wait(cpu.min(wall)),
            }
        }
    }

    /// Waits until something can be read or written, or it is time to look at the clock again.
    fn wait(&self, left: Duration) {
        let mut ends = vec![PollFd::from_borrowed_fd(self.process.news(), PollFlags::IN)];
        if self.stdout.open {
            ends.push(PollFd::from_borrowed_fd(self.process.stdout(), PollFlags::IN));
        }
        if self.stderr.open {
            ends.push(PollFd::from_borrowed_fd(self.process.stderr(), PollFlags::IN));
        }
        if let Some(stdin) = self.process.stdin() {
            ends.push(PollFd::from_borrowed_fd(stdin, PollFlags::OUT));
        }
        let time = Timespec::try_from(left.clamp(SHORTEST_WAIT, LONGEST_WAIT)).ok();
        // Interrupted or not, everything is looked at again.
        let _ = poll(&mut ends, time.as_ref());
    }

    fn write(&mut self) {
        while let Some(stdin) = self.process.stdin() {
            let next = match self.feed.next() {
                Ok([]) => return self.process.close_stdin(),
                Ok(next) => next,
                Err(error) => {
                    self.input_error = Some(error);
                    return self.process.close_stdin();
                }
            };
            match rustix::io::write(stdin, next) {
                Ok(written) => self.feed.skip(written),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // Whoever does not read its input may have its reasons.
                Err(_) => return self.process.close_stdin(),
            }
        }
    }

    fn read(&mut self) {
        self.stdout.read(self.process.stdout());
        self.stderr.read(self.process.stderr());
    }
}

/// What is still to be written to the program.
enum Feed<'a> {
    Bytes(&'a [u8]),
    File { file: &'a File, buffer: Vec<u8>, at: usize },
}

impl<'a> Feed<'a> {
    fn new(input: Input<'a>) -> Self {
        match input {
            Input::Empty => Self::Bytes(&[]),
            Input::Bytes(bytes) => Self::Bytes(bytes),
            Input::File(file) => Self::File { file, buffer: Vec::new(), at: 0 },
        }
    }

    /// The next bytes; none at the end.
    fn next(&mut self) -> io::Result<&[u8]> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::File { file, buffer, at } => {
                if *at == buffer.len() {
                    buffer.clear();
                    *at = 0;
                    file.take(1 << 16).read_to_end(buffer)?;
                }
                Ok(&buffer[*at..])
            }
        }
    }

    fn skip(&mut self, count: usize) {
        match self {
            Self::Bytes(bytes) => *bytes = &bytes[count..],
            Self::File { at, .. } => *at += count,
        }
    }
}

/// What came out of one pipe.
struct Collected {
    bytes: Vec<u8>,
    most: usize,
    overflowed: bool,
    open: bool,
}

impl Collected {
    fn up_to(most: usize) -> Self {
        Self { bytes: Vec::new(), most, overflowed: false, open: true }
    }

    /// Reads what is there.
    ///
    /// At most a few pipes full, so that a program that never stops writing does not keep us from
    /// looking at the clock.
    fn read(&mut self, pipe: BorrowedFd<'_>) {
        let mut buffer = [0; 1 << 16];
        for _ in 0..16 {
            if !self.open {
                return;
            }
            match rustix::io::read(pipe.as_fd(), &mut buffer) {
                Ok(0) => self.open = false,
                Ok(length) => self.keep(&buffer[..length]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.open = false,
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let kept = bytes.len().min(self.most - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.overflowed |= kept < bytes.len();
    }
}
