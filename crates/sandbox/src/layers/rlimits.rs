//! Limits on each process.

use crate::program::Limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// Address space beyond the memory limit: runtimes reserve much that they never touch. It is
/// bounded because even reading untouched memory costs page tables, a 512th of it.
const RESERVED: u64 = 16 << 30;

/// The kernel takes a core of one byte as the wish for none, even where cores are piped to a
/// program, which zero does not prevent.
const NO_CORE: u64 = 1;

/// Sets the limits of this process and of all it will start.
///
/// The limit on memory is one on private writable mappings, not on address space. Memory that this
/// does not count is forbidden elsewhere: shared anonymous mappings and files in memory by the list
/// of system calls, `/dev/zero` by leaving it out.
pub(crate) fn apply(limits: &Limits, processes: u64) -> io::Result<()> {
    let stack = limits.stack.min(limits.memory);
    let (writable, mapped) = match limits.sparse {
        true => (u64::MAX, u64::MAX),
        false => (limits.memory, limits.memory.saturating_add(RESERVED)),
    };
    for (resource, most) in [
        (Resource::Core, NO_CORE),
        (Resource::Data, writable),
        (Resource::As, mapped),
        (Resource::Stack, stack),
        (Resource::Nproc, processes),
        (Resource::Nofile, u64::from(limits.open_files)),
        (Resource::Fsize, limits.file_size),
        (Resource::Memlock, 64 << 10),
        (Resource::Msgqueue, 0),
        (Resource::Sigpending, 1024),
        (Resource::Nice, 0),
        (Resource::Rtprio, 0),
    ] {
        lower(resource, most)?;
    }
    Ok(())
}

/// Sets a limit, or leaves it where it is already lower.
fn lower(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource).maximum.map_or(most, |now| now.min(most));
    setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    Ok(())
}
