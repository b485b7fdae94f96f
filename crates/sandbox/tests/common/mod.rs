//! What the tests share: the ways in which this machine can contain a program.
#![allow(dead_code, reason = "each test uses a part of it")]

use sandbox::{Layers, Mode, Program, Sandbox, Setup};
use std::path::PathBuf;

pub(crate) fn launcher() -> PathBuf {
    env!("CARGO_BIN_EXE_sandtable-launcher").into()
}

pub(crate) fn with(mode: Mode, layers: Layers) -> Sandbox {
    Sandbox::with(&Setup { mode, launcher: Some(launcher()), layers }).unwrap()
}

/// Plain processes with the process clock.
pub(crate) fn plain() -> Sandbox {
    with(Mode::Off, Layers::NONE)
}

/// Every combination that keeps what a stranger's program may not do out of its reach, with its name.
pub(crate) fn contained() -> Vec<(&'static str, Sandbox)> {
    let without_clocks = Layers { cgroup: false, perf: false, ..Layers::ALL };
    [
        ("everything", Layers::ALL),
        ("everything, counted by perf", Layers { cgroup: false, ..Layers::ALL }),
        ("everything, counted by the process clock", without_clocks),
        ("without namespaces", Layers { namespaces: false, ..Layers::ALL }),
        ("without namespaces, counted by perf", Layers { namespaces: false, cgroup: false, ..Layers::ALL }),
        ("without namespaces, counted by the process clock", Layers { namespaces: false, ..without_clocks }),
        ("without Landlock", Layers { landlock: false, ..Layers::ALL }),
    ]
    .map(|(name, layers)| (name, with(Mode::Auto, layers)))
    .into()
}

/// A shell script as a stranger's program.
pub(crate) fn sh(script: &str) -> Program {
    Program::new("/usr", ["/bin/sh", "-c", script])
}
