//! What the launcher may do, less and less.

use crate::layers::{calls, user};
use crate::wire::Walls;
use rustix::thread::{CapabilitySet, set_no_new_privs};
use std::io;

/// What it needs once the program runs: to signal its processes, to measure and to read what they
/// leave. An ordinary user has these in namespaces only, where they mean the program's processes
/// and no others.
const WATCHING: CapabilitySet =
    CapabilitySet::KILL.union(CapabilitySet::SYS_PTRACE).union(CapabilitySet::DAC_READ_SEARCH);

/// What root's launcher needs to become another user, and for the CPU counter where the machine is
/// strict about it.
const PREPARING: CapabilitySet =
    WATCHING.union(CapabilitySet::SETUID).union(CapabilitySet::SETGID).union(CapabilitySet::PERFMON);

/// What root's launcher needs where the scratch folder is on disk: it signals as the program's
/// user, and removes that user's files.
const CLEANING: CapabilitySet = WATCHING
    .union(CapabilitySet::SETUID)
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER);

/// Once the file system stands: nothing is mounted any more.
pub(super) fn keep_to_prepare(walls: &Walls) -> io::Result<()> {
    match (walls.rlimits, walls.in_namespaces()) {
        (false, _) => Ok(()),
        (true, true) => user::keep_capabilities(PREPARING),
        (true, false) => user::keep_capabilities(PREPARING.union(CLEANING)),
    }
}

/// Once the program runs: no other program is ever executed.
pub(super) fn keep_to_watch(walls: &Walls) -> io::Result<()> {
    if !walls.rlimits {
        return Ok(());
    }
    user::keep_capabilities(if walls.in_namespaces() { WATCHING } else { CLEANING })?;
    if walls.seccomp { calls::enforce_on_launcher() } else { Ok(()) }
}

/// For a process that does nothing but wait.
pub(super) fn give_up_all() -> io::Result<()> {
    user::keep_capabilities(CapabilitySet::empty())?;
    set_no_new_privs(true)?;
    // Where there are no filters, waiting needs none.
    let _ = calls::enforce_on_launcher();
    Ok(())
}
