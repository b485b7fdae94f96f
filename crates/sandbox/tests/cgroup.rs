//! Limits by a delegated control group, in a tree that the test makes, without systemd.

mod common;

use common::{sh, with};
use sandbox::{Bounds, Ending, Input, Layers, Limits, Mode};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Says that this run is in the group that was made for it.
const INSIDE: &str = "SANDTABLE_TEST_IN_GROUP";

/// The root of the version 2 hierarchy.
fn hierarchy() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let mount = mounts.lines().find_map(|line| line.strip_prefix("cgroup2 ")?.split(' ').next())?;
    Some(mount.into())
}

/// A group with the controllers that limits need, removed in the end; else why there is none.
struct Tree(PathBuf);

impl Tree {
    fn make() -> Result<Self, String> {
        let root = hierarchy().ok_or("control groups (version 2) are not mounted")?;
        let offered = fs::read_to_string(root.join("cgroup.controllers")).unwrap_or_default();
        if !["memory", "pids"].iter().all(|name| offered.split_whitespace().any(|it| it == *name)) {
            let offered = offered.trim();
            return Err(format!(
                "{} offers no memory and pids controllers, only `{offered}`",
                root.display()
            ));
        }
        fs::write(root.join("cgroup.subtree_control"), "+memory +pids").map_err(|error| error.to_string())?;
        let tree = Self(root.join(format!("test-of-sandtable-{}", std::process::id())));
        fs::create_dir(&tree.0).map_err(|error| error.to_string())?;
        Ok(tree)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        for entry in fs::read_dir(&self.0).into_iter().flatten().flatten() {
            let _ = fs::remove_dir(entry.path());
        }
        let _ = fs::remove_dir(&self.0);
    }
}

/// Not a test by itself: what the next one runs in its group.
#[test]
fn in_the_group() {
    if std::env::var_os(INSIDE).is_none() {
        return;
    }
    let sandbox = with(Mode::Require, Layers::ALL);
    assert!(sandbox.enforced().cgroup_limits, "{:?}", sandbox.findings());
    // A second look finds the same, although the first has moved this process.
    assert!(with(Mode::Require, Layers::ALL).enforced().cgroup_limits);
    let limits = Limits { memory: 64 << 20, processes: 8, ..Limits::default() };
    let run = |script: &str| sandbox.run(&sh(script), &limits, Input::Empty, &Bounds::default()).unwrap();
    // Four of forty megabytes each, below the limit of a process.
    let greedy = "for i in 1 2 3 4; do (x=$(head -c 40000000 /dev/urandom | od -An -x); echo ${#x}) & done; wait; echo alive";
    let finished = run(greedy);
    let sizes = String::from_utf8_lossy(&finished.stdout).lines().filter(|line| *line != "alive").count();
    assert!(sizes < 4, "{:?}: {}", finished.ending, String::from_utf8_lossy(&finished.stdout));
    let many = run("i=0; while [ $i -lt 20 ]; do sleep 100 & i=$((i+1)); done; echo all");
    assert_ne!(many.ending, Ending::Exited(0));
}

#[test]
fn a_delegated_group_keeps_the_limits() {
    let tree = match Tree::make() {
        Ok(tree) => tree,
        Err(why) => return println!("skipped: {why}"),
    };
    let script = "echo $$ > \"$1/cgroup.procs\" && shift && exec \"$@\"";
    let status = Command::new("/bin/sh")
        .args(["-c", script, "sh"])
        .arg::<&Path>(&tree.0)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "in_the_group", "--nocapture"])
        .env(INSIDE, "1")
        .status();
    assert!(status.unwrap().success());
}
