//! A user that owns nothing, for runners that were started as root.
//!
//! Limits on processes do not hold for root, and much that is forbidden to others is allowed to it.

use rustix::process::{Gid, Uid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, set_capabilities,
    set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};
use serde::{Deserialize, Serialize};
use std::io;

/// A user that owns nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Nobody {
    pub(crate) id: u32,
    /// Whether no other program runs as this user.
    pub(crate) alone: bool,
}

/// Far above what systems give to people, services and containers; a process number is added, so
/// that every program has its own user.
const FIRST: u32 = 0x5A00_0000;
/// One more than the largest process number Linux knows.
const PROCESS_NUMBERS: u32 = 1 << 22;
/// Everywhere the user for this purpose.
const SHARED: u32 = 65_534;

impl Nobody {
    /// The user for the program of this launcher. In a container that has few users it is shared
    /// with others.
    pub(crate) fn for_launcher(process: u32) -> Self {
        let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
        if maps(&map, FIRST, PROCESS_NUMBERS) {
            Self { id: FIRST + process % PROCESS_NUMBERS, alone: true }
        } else {
            Self { id: SHARED, alone: false }
        }
    }

    /// Makes this thread's user this one, for good.
    pub(crate) fn become_now(self) -> io::Result<()> {
        let (user, group) = (Uid::from_raw(self.id), Gid::from_raw(self.id));
        set_thread_groups(&[])?;
        set_thread_res_gid(group, group, group)?;
        set_thread_res_uid(user, user, user)?;
        Ok(())
    }
}

/// Whether a user map (lines of first inside, first outside, count) has all of these users.
fn maps(map: &str, first: u32, count: u32) -> bool {
    map.lines().any(|line| {
        let mut fields = line.split_whitespace().map(|field| field.parse::<u64>().unwrap_or(0));
        let (start, length) = (fields.next().unwrap_or(0), fields.nth(1).unwrap_or(0));
        start <= u64::from(first) && u64::from(first) + u64::from(count) <= start + length
    })
}

/// Keeps only these capabilities in this thread, as far as it has them.
pub(crate) fn keep_capabilities(kept: CapabilitySet) -> io::Result<()> {
    clear_ambient_capability_set()?;
    let kept = kept & capabilities(None)?.permitted;
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    Ok(set_capabilities(None, sets)?)
}

/// Gives up every way to become more: capabilities now, programs with the set-user bit later.
pub(crate) fn give_up_privileges() -> io::Result<()> {
    keep_capabilities(CapabilitySet::empty())?;
    Ok(set_no_new_privs(true)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_of_users() {
        assert!(maps("         0          0 4294967295\n", FIRST, PROCESS_NUMBERS));
        assert!(!maps("         0     100000      65536\n", FIRST, PROCESS_NUMBERS));
        assert!(!maps("", FIRST, PROCESS_NUMBERS));
    }
}
