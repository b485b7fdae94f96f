//! What runner and launcher tell each other: one JSON value a packet, with descriptors beside it.

use crate::ending::Ended;
use crate::layers::user::Nobody;
use crate::program::{Limits, Program};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, Shutdown, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
    sockopt,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::path::PathBuf;
use std::time::Instant;

/// From the runner to the launcher.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// Start this; standard input, output and error are beside it, and the folder of a control
    /// group if there is one.
    Start(Box<Start>),
    /// Stop everything until further notice.
    Freeze,
    /// Go on.
    Thaw,
    /// End everything.
    Kill,
}

/// What is to be started, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Start {
    pub(crate) program: Program,
    pub(crate) limits: Limits,
    pub(crate) walls: Walls,
    /// Where the files of the program's folder really are.
    pub(crate) files: PathBuf,
    /// Names of files in the scratch folder that the runner wants in the end.
    pub(crate) collect: Vec<String>,
}

/// What the launcher has to put around the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Walls {
    /// Who makes the namespaces, if there are any.
    pub(crate) namespaces: Option<NamespaceMaker>,
    /// The version of Landlock to be used.
    pub(crate) landlock: Option<u32>,
    pub(crate) seccomp: bool,
    /// Whether the limits are to be enforced at all.
    pub(crate) rlimits: bool,
    /// Processes that count against the limit of processes and are not the program's.
    pub(crate) other_processes: u32,
    pub(crate) user: Option<Nobody>,
    pub(crate) processes: bool,
    /// Whether it must have an inherited CPU counter.
    pub(crate) perf: bool,
    /// Whether the kernel bounds memory and processes of the whole program.
    pub(crate) cgroup_limits: bool,
}

impl Walls {
    /// Whether the launcher is process 1 of namespaces.
    pub(crate) fn in_namespaces(&self) -> bool {
        self.namespaces.is_some()
    }
}

/// Who makes namespaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum NamespaceMaker {
    /// The launcher, for itself.
    Launcher,
    /// Bubblewrap, which runs the launcher in them.
    Bubblewrap,
}

/// From the launcher to the runner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum LauncherReport {
    /// Sent by the program's process itself before it becomes the program, so that the runner
    /// learns its number; its CPU counter is beside it, if it could open one.
    Attached,
    /// The program runs.
    Started,
    /// It could not be started, for this reason.
    Failed(String),
    /// Everything stands still.
    Frozen,
    /// Everything goes on.
    Thawed,
    /// It ended; the collected files are beside it, in the order of their names as far as they
    /// exist.
    Ended { ended: Ended, collected: Vec<String> },
}

/// From the runner to the process that makes launchers: copy yourself. The copy's connection and
/// the pipe for its last words are beside it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct CopyOrder {
    /// How far the runner's thread stands back (`nice`); a copy inherits nothing of that thread.
    pub(crate) nice: i32,
}

/// From that process to the runner: the number of the copy. Beside it is what tells of its end.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Copied(pub(crate) u32);

impl LauncherReport {
    /// It could not be started; only the beginning of a long reason is told.
    pub(crate) fn failed(why: &impl ToString) -> Self {
        Self::Failed(why.to_string().chars().take(1000).collect())
    }
}

/// A packet that came in.
#[derive(Debug)]
pub(crate) struct Packet<T> {
    pub(crate) message: T,
    pub(crate) descriptors: Vec<OwnedFd>,
    /// The process that sent it, as this side numbers processes, if this side asked to be told.
    pub(crate) sender: Option<u32>,
}

/// One end of the connection.
#[derive(Debug)]
pub(crate) struct Channel(OwnedFd);

/// What goes over the wire.
pub(crate) trait Message: Serialize + DeserializeOwned {
    /// Bytes of the longest.
    const LONGEST: usize;
}

impl Message for Order {
    /// Room for the command line and environment of a program.
    const LONGEST: usize = 128 * 1024;
}

impl Message for LauncherReport {
    /// Room for reasons. Small, because the runner looks for reports every turn.
    const LONGEST: usize = 8 * 1024;
}

impl Message for CopyOrder {
    const LONGEST: usize = 16;
}

impl Message for Copied {
    const LONGEST: usize = 16;
}

/// The most descriptors in one packet.
const MOST_DESCRIPTORS: usize = 8;

impl Channel {
    /// Both ends: the runner's, which is told who sends, and the launcher's.
    pub(crate) fn pair() -> io::Result<(Self, OwnedFd)> {
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        sockopt::set_socket_passcred(&ours, true)?;
        Ok((Self(ours), theirs))
    }

    pub(crate) fn new(socket: OwnedFd) -> Self {
        Self(socket)
    }

    /// Lets the other side see the end, even if somebody holds a copy of this one.
    pub(crate) fn shutdown(&self) -> io::Result<()> {
        Ok(rustix::net::shutdown(&self.0, Shutdown::Both)?)
    }

    pub(crate) fn send<T: Message>(&self, message: &T, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
        let text = serde_json::to_vec(message)?;
        if text.len() > T::LONGEST {
            return Err(io::Error::other("the command line and environment are too long"));
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut beside = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() && !beside.push(SendAncillaryMessage::ScmRights(descriptors)) {
            return Err(io::Error::other("too many descriptors for one packet"));
        }
        retry(|| sendmsg(&self.0, &[IoSlice::new(&text)], &mut beside, SendFlags::NOSIGNAL))?;
        Ok(())
    }

    /// Waits for the next packet; `None` when the other side is gone.
    pub(crate) fn receive<T: Message>(&self) -> io::Result<Option<Packet<T>>> {
        self.receive_with(RecvFlags::empty())
    }

    /// Waits for the next packet, but not longer than this.
    pub(crate) fn receive_until<T: Message>(&self, deadline: Instant) -> io::Result<Option<Packet<T>>> {
        loop {
            match self.try_receive() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return other,
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "the launcher does not answer"));
            }
            // Interrupted or not, it is looked again.
            let _ = poll(&mut [PollFd::new(self, PollFlags::IN)], Timespec::try_from(left).ok().as_ref());
        }
    }

    /// The next packet if there is one; `WouldBlock` if there is none yet.
    pub(crate) fn try_receive<T: Message>(&self) -> io::Result<Option<Packet<T>>> {
        self.receive_with(RecvFlags::DONTWAIT)
    }

    fn receive_with<T: Message>(&self, flags: RecvFlags) -> io::Result<Option<Packet<T>>> {
        let mut text = vec![0; T::LONGEST];
        let mut space =
            [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS), ScmCredentials(1))];
        let mut beside = RecvAncillaryBuffer::new(&mut space);
        let received = retry(|| {
            recvmsg(&self.0, &mut [IoSliceMut::new(&mut text)], &mut beside, flags | RecvFlags::CMSG_CLOEXEC)
        });
        let length = match received {
            Ok(received) => received.bytes,
            Err(Errno::CONNRESET) => 0,
            Err(error) => return Err(error.into()),
        };
        let (mut descriptors, mut sender) = (Vec::new(), None);
        for message in beside.drain() {
            match message {
                RecvAncillaryMessage::ScmRights(rights) => descriptors.extend(rights),
                RecvAncillaryMessage::ScmCredentials(credentials) => {
                    sender = u32::try_from(credentials.pid.as_raw_nonzero().get()).ok();
                }
                _ => {}
            }
        }
        if length == 0 {
            return Ok(None);
        }
        let message = serde_json::from_slice(&text[..length])?;
        Ok(Some(Packet { message, descriptors, sender }))
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

fn retry<T>(mut call: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            other => return other,
        }
    }
}
