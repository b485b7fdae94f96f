//! What the tests share: the ways in which this machine can contain a program, as root and as an
//! ordinary user.
#![allow(dead_code, reason = "each test uses a part of it")]

use sandbox::{
    Bounds, Enforced, Finished, Input, Layer, Layers, Limits, Mode, Program, Sandbox, SandboxOptions,
};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) fn launcher() -> PathBuf {
    env!("CARGO_BIN_EXE_sandtable-launcher").into()
}

pub(crate) fn with(mode: Mode, layers: Layers) -> Sandbox {
    Sandbox::with(&SandboxOptions { mode, launcher: Some(launcher()), layers }).unwrap()
}

/// Plain processes with the process clock.
pub(crate) fn plain() -> Sandbox {
    with(Mode::Off, Layers::NONE)
}

/// Every combination of layers that contains strangers' programs, with its name.
///
/// Where a layer does not work, the combinations that need it are left out, and that is said; what
/// comes to the same is tried once.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
pub(crate) fn contained() -> Vec<(&'static str, Sandbox)> {
    let without_clocks = Layers { cgroup: false, perf: false, ..Layers::ALL };
    let all = [
        ("everything", Layers::ALL),
        ("everything, counted by perf", Layers { cgroup: false, ..Layers::ALL }),
        ("everything, counted by the process clock", without_clocks),
        ("bubblewrap", Layers { own_namespaces: false, ..Layers::ALL }),
        ("bubblewrap, counted by the process clock", Layers { own_namespaces: false, ..without_clocks }),
        ("no namespaces", Layers::ALL.without_namespaces()),
        ("no namespaces, counted by perf", Layers { cgroup: false, ..Layers::ALL }.without_namespaces()),
        ("no namespaces, counted by the process clock", without_clocks.without_namespaces()),
        ("no Landlock", Layers { landlock: false, ..Layers::ALL }),
    ];
    let mut found = Vec::new();
    for (name, layers) in all {
        let sandbox = with(Mode::Auto, layers);
        let enforced = sandbox.enforced();
        let files_are_contained = enforced.namespaces == layers.namespaces()
            && enforced.landlock.is_some() == layers.landlock
            && enforced.seccomp;
        if !files_are_contained {
            println!("skipped as {}: {name}: {}", identity(), sandbox.missing().unwrap_or_default());
        } else if found.iter().all(|(_, other): &(_, Sandbox)| summary(other) != summary(&sandbox)) {
            found.push((name, sandbox));
        }
    }
    assert!(!found.is_empty(), "nothing can be contained on this machine");
    found
}

/// What is enforced, and who makes the namespaces.
fn summary(sandbox: &Sandbox) -> (&Enforced, Option<&str>) {
    let namespaces = sandbox.findings().iter().find(|finding| finding.layer == Layer::Namespaces);
    (sandbox.enforced(), namespaces.map(|finding| finding.detail.as_str()))
}

/// A shell script as a stranger's program.
pub(crate) fn sh(script: &str) -> Program {
    Program::new("/usr", ["/bin/sh", "-c", script])
}

pub(crate) fn run(sandbox: &Sandbox, program: &Program) -> Finished {
    sandbox.run(program, &Limits::default(), Input::Empty, &Bounds::default()).unwrap()
}

/// Standard output and error output, one after the other.
pub(crate) fn said(finished: &Finished) -> String {
    String::from_utf8_lossy(&finished.stdout).into_owned() + &String::from_utf8_lossy(&finished.stderr)
}

/// A folder for one test, removed in the end.
#[derive(Debug)]
pub(crate) struct Folder(pub(crate) PathBuf);

static COUNTER: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sandtable-test-{}-{number}", std::process::id()));
        fs::create_dir(&path).unwrap();
        for (name, contents) in files {
            fs::write(path.join(name), contents).unwrap();
        }
        Self(path)
    }

    pub(crate) fn set_mode_of(&self, name: &str, mode: u32) {
        fs::set_permissions(self.0.join(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    pub(crate) fn set_mode(&self, mode: u32) {
        fs::set_permissions(&self.0, fs::Permissions::from_mode(mode)).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

/// Set in the run as an ordinary user.
const AGAIN: &str = "SANDTABLE_TESTS_AS_USER";

/// Nobody in particular.
const USER: u32 = 12_345;

pub(crate) fn identity() -> &'static str {
    if rustix::process::geteuid().is_root() { "root" } else { "an ordinary user" }
}

/// Runs all tests of this file again as an ordinary user, if this is root.
pub(crate) fn again_as_an_ordinary_user() {
    if !rustix::process::geteuid().is_root() || std::env::var_os(AGAIN).is_some() {
        return;
    }
    let again = Command::new(std::env::current_exe().unwrap())
        .args(["--nocapture", "--test-threads=2"])
        .env(AGAIN, "1")
        .env("HOME", "/nonexistent")
        .current_dir("/")
        .uid(USER)
        .gid(USER)
        .status()
        .unwrap();
    assert!(again.success(), "the tests fail as an ordinary user");
}
