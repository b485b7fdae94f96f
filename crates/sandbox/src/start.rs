//! Starting a program with given means.

use crate::clock::{Clock, Counter};
use crate::copier::Copier;
use crate::enforced::ClockSource;
use crate::launcher_process::Launcher;
use crate::layers::bubblewrap::{self, Contents};
use crate::layers::cgroup::{Delegated, Group};
use crate::layers::priority;
use crate::layers::user::Nobody;
use crate::machine::Layer;
use crate::process::{Pipes, Process};
use crate::program::{Author, Limits, Processes, Program};
use crate::sandbox::StartError;
use crate::snapshot::Snapshot;
use crate::stage::{Copies, copy_if_needed};
use crate::wire::{Channel, LauncherReport, NamespaceMaker, Order, Start, Walls};
use rustix::fd::{AsFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Who makes namespaces, and with what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Namespaces {
    /// The launcher makes them itself.
    Own,
    /// This program makes them.
    Bubblewrap(PathBuf),
}

/// With what programs are started and contained.
#[derive(Clone, Debug)]
pub(crate) struct Means {
    pub(crate) launcher: PathBuf,
    /// Makes launchers where nobody else does.
    pub(crate) copier: Arc<Copier>,
    pub(crate) namespaces: Option<Namespaces>,
    pub(crate) landlock: Option<u32>,
    pub(crate) seccomp: bool,
    /// Whether limits are enforced: always, unless nothing is.
    pub(crate) rlimits: bool,
    /// Whether programs get a user of their own.
    pub(crate) as_nobody: bool,
    pub(crate) cgroup: Option<Delegated>,
    pub(crate) perf: bool,
    /// Keeps the kernel's counters ready.
    pub(crate) idle_counter: Option<Arc<OwnedFd>>,
}

impl Means {
    /// The same without any layer.
    pub(crate) fn bare(&self) -> Self {
        Self {
            launcher: self.launcher.clone(),
            copier: self.copier.clone(),
            namespaces: None,
            landlock: None,
            seccomp: false,
            rlimits: self.rlimits,
            as_nobody: false,
            cgroup: None,
            perf: false,
            idle_counter: self.idle_counter.clone(),
        }
    }

    /// The same with one layer more, as it is in `full`.
    pub(crate) fn with(&self, layer: Layer, full: &Self) -> Self {
        let mut more = self.clone();
        match layer {
            Layer::User => more.as_nobody = full.as_nobody,
            Layer::Namespaces => more.namespaces.clone_from(&full.namespaces),
            Layer::Landlock => more.landlock = full.landlock,
            Layer::Seccomp => more.seccomp = full.seccomp,
            Layer::Cgroup => more.cgroup.clone_from(&full.cgroup),
            Layer::Perf => more.perf = full.perf,
        }
        more
    }

    /// The same with the best clock only.
    pub(crate) fn with_one_clock(mut self) -> Self {
        self.perf &= self.cgroup.is_none();
        self.idle_counter = self.idle_counter.filter(|_| self.perf);
        self
    }

    pub(crate) fn clock(&self) -> ClockSource {
        match (&self.cgroup, self.perf) {
            (Some(_), _) => ClockSource::Cgroup,
            (None, true) => ClockSource::Perf,
            (None, false) => ClockSource::Process,
        }
    }

    pub(crate) fn cgroup_limits(&self) -> bool {
        self.cgroup.as_ref().is_some_and(|delegated| delegated.limits)
    }

    /// Starts a program; in the end the files named by `collect` are taken from its scratch folder.
    pub(crate) fn start(
        &self,
        program: &Program,
        limits: &Limits,
        collect: &[&str],
    ) -> Result<Process, StartError> {
        let processes = self.may_start_processes(program)?;
        let (mut program, mut copies) = (program.clone(), Copies::default());
        if self.rlimits {
            copies = self.settle(&mut program)?;
        }
        let files = copies.folder.as_ref().map_or(program.folder.as_path(), Snapshot::folder).to_owned();
        let (channel, theirs) = Channel::pair()?;
        let launcher = self.spawn(&program, &files, theirs)?;
        let mut starting = Starting { channel, launcher };
        let walls = self.walls(processes, starting.launcher.id());
        let collect = collect.iter().map(ToString::to_string).collect();
        let start = Start { program, limits: limits.clone(), walls, files, collect };
        match self.order(&starting, start, &copies) {
            Ok((pipes, clock)) => Ok(starting.finish(pipes, clock, copies)),
            Err(error) => Err(starting.fail(error)),
        }
    }

    /// Has the launcher start the program, and waits until it runs.
    fn order(
        &self,
        starting: &Starting,
        start: Start,
        copies: &Copies,
    ) -> Result<(Pipes, Clock), StartError> {
        if let Some(user) = start.walls.user {
            copies.give_to(user.id)?;
        }
        let group = self.cgroup.as_ref().map(|delegated| delegated.make(&start.limits)).transpose()?;
        let (pipes, ends) = pipes()?;
        let mut descriptors: Vec<_> = ends.iter().map(AsFd::as_fd).collect();
        descriptors.extend(group.as_ref().map(Group::door));
        starting.channel.send(&Order::Start(Box::new(start)), &descriptors)?;
        drop(ends);
        Ok((pipes, attach(&starting.channel, group, Instant::now() + LONGEST_START)?))
    }

    /// Whether the program may start processes.
    fn may_start_processes(&self, program: &Program) -> Result<bool, StartError> {
        let counted = self.clock().counts_descendants();
        match (program.author, program.processes) {
            _ if !self.rlimits => Ok(true),
            (Author::Tool, _) => Ok(true),
            (Author::Stranger, Processes::Forbidden) => Ok(false),
            (Author::Stranger, Processes::IfCounted) => Ok(counted),
            (Author::Stranger, Processes::Needed) if counted => Ok(true),
            (Author::Stranger, Processes::Needed) => Err(StartError::NeedsProcesses),
        }
    }

    /// Finds out where the program's folder really is, and copies what the program could not read
    /// where it is.
    fn settle(&self, program: &mut Program) -> Result<Copies, StartError> {
        let folder = fs::canonicalize(&program.folder).map_err(|error| {
            StartError::Refused(format!("its folder {}: {error}", program.folder.display()))
        })?;
        if folder == Path::new("/") {
            return Err(StartError::Refused("its folder is the root of the file system".into()));
        }
        move_to(program, folder);
        if !self.as_nobody {
            return Ok(Copies::default());
        }
        let folder = copy_if_needed(&program.folder, self.namespaces.is_none())?;
        if self.namespaces.is_some() {
            return Ok(Copies { folder, home: None });
        }
        if let Some(copy) = &folder {
            move_to(program, copy.folder().to_owned());
        }
        let home = match program.author {
            Author::Stranger => copy_home(program)?,
            Author::Tool => None,
        };
        Ok(Copies { folder, home })
    }

    fn spawn(&self, program: &Program, files: &Path, socket: OwnedFd) -> io::Result<Launcher> {
        let Some(Namespaces::Bubblewrap(bubblewrap)) = &self.namespaces else {
            return self.copier.launcher(socket);
        };
        let (launcher, as_root) = (&self.launcher, self.as_nobody);
        let mut command =
            bubblewrap::command(bubblewrap, Contents { launcher, program, folder: files, as_root });
        command.stdin(Stdio::from(socket)).stdout(Stdio::null()).stderr(Stdio::piped());
        Ok(Launcher::executed(command.spawn()?))
    }

    fn walls(&self, processes: bool, launcher: u32) -> Walls {
        let user = self.as_nobody.then(|| Nobody::for_launcher(launcher));
        let other_processes = match user {
            Some(user) if user.alone => 0,
            None if self.namespaces.is_some() && counts_by_namespace() => LAUNCHER_THREADS,
            _ => {
                processes_of(user.map_or_else(|| rustix::process::getuid().as_raw(), |user| user.id)) + MARGIN
            }
        };
        Walls {
            namespaces: self.namespaces.as_ref().map(|namespaces| match namespaces {
                Namespaces::Own => NamespaceMaker::Launcher,
                Namespaces::Bubblewrap(_) => NamespaceMaker::Bubblewrap,
            }),
            landlock: self.landlock,
            seccomp: self.seccomp,
            rlimits: self.rlimits,
            other_processes,
            user,
            processes,
            perf: self.perf,
            cgroup_limits: self.cgroup_limits(),
        }
    }
}

/// Gives the program another folder, and changes the arguments that begin with the path of the old
/// one.
fn move_to(program: &mut Program, folder: PathBuf) {
    redirect(&mut program.argv, &program.folder, &folder);
    program.folder = folder;
}

/// Changes the arguments that begin with a path.
fn redirect(argv: &mut [OsString], from: &Path, to: &Path) {
    for argument in argv {
        if let Ok(inside) = Path::new(argument).strip_prefix(from) {
            // Joined with nothing it would end in a slash, as if it were a folder.
            *argument = if inside.as_os_str().is_empty() { to.into() } else { to.join(inside).into() };
        }
    }
}

/// Copies the folder in which the program itself stands, if that is not its own folder and it could
/// not be run there: what was compiled for root lies in root's home.
fn copy_home(program: &mut Program) -> io::Result<Option<Snapshot>> {
    let Some(file) = program.argv.first().map(Path::new) else { return Ok(None) };
    let Some(home) = program.readable.iter().position(|path| file.starts_with(path)) else { return Ok(None) };
    let copy = copy_if_needed(&program.readable[home], true)?;
    if let Some(copy) = &copy {
        // Of a single file the copy is in a folder.
        let name = program.readable[home].file_name().filter(|_| program.readable[home].is_file());
        let place = name.map_or(copy.folder().to_owned(), |name| copy.folder().join(name));
        redirect(&mut program.argv, &program.readable[home], &place);
        program.readable[home] = place;
    }
    Ok(copy)
}

/// What of ours counts against the program's limit in its namespace.
const LAUNCHER_THREADS: u32 = 2;

/// Room for what the user may start meanwhile.
const MARGIN: u32 = 512;

/// Whether the kernel counts a user's processes in each namespace for itself: since Linux 5.14.
fn counts_by_namespace() -> bool {
    let release = rustix::system::uname().release().to_string_lossy().into_owned();
    let mut numbers = release.split(['.', '-']).map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 14)
}

/// How many processes and threads a user has.
fn processes_of(user: u32) -> u32 {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = entries.filter(|entry| entry.metadata().is_ok_and(|metadata| metadata.uid() == user));
    let threads = own.map(|entry| fs::read_dir(entry.path().join("task")).map_or(0, Iterator::count));
    u32::try_from(threads.sum::<usize>()).unwrap_or(u32::MAX / 2)
}

/// A launcher that has not reported yet.
struct Starting {
    channel: Channel,
    launcher: Launcher,
}

impl Starting {
    fn finish(self, pipes: Pipes, clock: Clock, copies: Copies) -> Process {
        let Self { channel, mut launcher } = self;
        drop(launcher.errors());
        let (last_cpu, ended, collected) = (Duration::ZERO, None, Vec::new());
        Process { pipes, channel, launcher, clock, last_cpu, ended, collected, _copies: copies }
    }

    /// Ends the launcher. If it never reported anything, what it or bubblewrap printed is the
    /// reason.
    fn fail(&mut self, error: StartError) -> StartError {
        let _ = self.channel.shutdown();
        let said = self.launcher.last_words();
        match (said.lines().next(), &error) {
            (Some(line), StartError::Silent) => StartError::Refused(line.to_string()),
            _ => error,
        }
    }
}

/// How long a launcher may take to start a program, on the busiest machine.
pub(crate) const LONGEST_START: Duration = Duration::from_secs(600);

/// Waits until the program runs.
fn attach(channel: &Channel, group: Option<Group>, deadline: Instant) -> Result<Clock, StartError> {
    let (mut group, mut clock, mut program) = (group, None, None);
    loop {
        let packet = match channel.receive_until(deadline) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(StartError::Unanswered),
            received => received?.ok_or(StartError::Silent)?,
        };
        match (packet.message, packet.sender) {
            (LauncherReport::Attached, Some(pid)) => {
                program = Some(pid);
                let perf = packet.descriptors.into_iter().next();
                let counter = perf.map_or(Counter::Process(pid), |perf| Counter::Perf(perf, pid));
                clock = Some(Clock::begin(group.take().map_or(counter, Counter::Cgroup)));
            }
            (LauncherReport::Started, _) => {
                // Not before: until then an ordinary user may not.
                program.into_iter().for_each(priority::lower_session);
                return clock.ok_or(StartError::Silent);
            }
            (LauncherReport::Failed(why), _) => return Err(StartError::Refused(why)),
            _ => {}
        }
    }
}

/// The caller's ends of the three pipes, which do not block, and the program's.
fn pipes() -> io::Result<(Pipes, [OwnedFd; 3])> {
    let (their_stdin, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stdout, their_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, their_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
    for end in [&stdin, &stdout, &stderr] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    Ok((Pipes { stdin: Some(stdin), stdout, stderr }, [their_stdin, their_stdout, their_stderr]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launcher_that_says_nothing_is_not_the_programs_fault() -> io::Result<()> {
        let (channel, theirs) = Channel::pair()?;
        assert!(matches!(attach(&channel, None, Instant::now()), Err(StartError::Unanswered)));
        drop(theirs);
        assert!(matches!(attach(&channel, None, Instant::now()), Err(StartError::Silent)));
        Ok(())
    }
}
