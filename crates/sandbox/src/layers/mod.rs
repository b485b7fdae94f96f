//! The layers of containment, a module each. Control groups, and bubblewrap where it is used, are
//! set up by the runner, the others by the launcher.

pub(crate) mod bubblewrap;
pub(crate) mod calls;
pub(crate) mod cgroup;
pub(crate) mod files;
pub(crate) mod filter;
pub(crate) mod namespaces;
pub(crate) mod priority;
pub(crate) mod rlimits;
pub(crate) mod system;
pub(crate) mod user;
