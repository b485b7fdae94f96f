//! The clock: everything a program starts is charged to it.

mod common;

use common::{Folder, contained, run, sh};
use rustix::event::{PollFd, PollFlags, poll};
use sandbox::{Bounds, Ending, Exceeded, Input, Limits, Process, Program, Sandbox};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

/// Takes a shell well over this much CPU time on any machine of today.
const BURN: &str = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
const BURNT: Duration = Duration::from_millis(40);
/// More than a shell needs to start, far less than it burns.
const LITTLE: Duration = Duration::from_millis(20);

#[test]
fn again_as_an_ordinary_user() {
    common::again_as_an_ordinary_user();
}

/// The sandboxes whose clock counts descendants.
fn counting() -> impl Iterator<Item = (&'static str, Sandbox)> {
    contained().into_iter().filter(|(_, sandbox)| sandbox.enforced().clock.counts_descendants())
}

/// Waits for output, and takes it.
fn read_line(process: &Process) {
    poll(&mut [PollFd::from_borrowed_fd(process.stdout(), PollFlags::IN)], None).unwrap();
    rustix::io::read(process.stdout(), &mut [0; 100]).unwrap();
}

#[test]
fn a_program_is_charged_what_it_burns() {
    for (name, sandbox) in contained() {
        assert!(run(&sandbox, &sh(BURN)).cpu > BURNT, "{name}");
        assert!(run(&sandbox, &sh(":")).cpu < LITTLE, "{name}");
    }
}

#[test]
fn children_that_are_gone_are_charged() {
    for (name, sandbox) in counting() {
        let script = format!("({BURN}); echo done; read -r line");
        let mut process = sandbox.start(&sh(&script), &Limits::default()).unwrap();
        read_line(&process);
        assert!(process.cpu_time() > BURNT, "{name}: {:?}", process.cpu_time());
    }
}

#[test]
fn orphans_that_nobody_waits_for_are_charged() {
    for (name, sandbox) in counting() {
        // The grandchild's parent ends at once; the program's own process does nothing but wait for
        // input.
        let script = format!("(setsid /bin/sh -c '{BURN}; echo done' &) ; read -r line");
        let mut process = sandbox.start(&sh(&script), &Limits::default()).unwrap();
        read_line(&process);
        assert!(process.cpu_time() > BURNT, "{name}: {:?}", process.cpu_time());
        let ended = process.kill();
        assert!(ended.cpu > BURNT, "{name}");
    }
}

/// The kernel takes an inherited counter from a process that executes what it cannot read. Whoever
/// does so is charged all the same, or ended.
#[test]
fn what_cannot_be_read_is_charged_or_ended() {
    let folder = Folder::new(&[]);
    fs::copy("/bin/sh", folder.0.join("unreadable")).unwrap();
    for (name, sandbox) in counting() {
        fs::set_permissions(folder.0.join("unreadable"), Permissions::from_mode(0o111)).unwrap();
        let burn = BURN.replace("400000", "1200000");
        let script = format!("trap '' CHLD; ./unreadable -c '{burn}'; echo done; read -r line");
        let program = Program::new(&folder.0, ["/bin/sh", "-c", &script]);
        let bounds =
            Bounds { wall: Duration::from_secs(300), cpu: Duration::from_secs(100), ..Bounds::default() };
        let finished = sandbox.run(&program, &Limits::default(), Input::Empty, &bounds).unwrap();
        let is_ended = finished.ending == Ending::Exceeded(Exceeded::Uncounted);
        assert!(
            is_ended || finished.cpu > 3 * BURNT,
            "{name}: {:?} after {:?}",
            finished.ending,
            finished.cpu
        );
    }
}

#[test]
fn a_frozen_program_burns_nothing() {
    for (name, sandbox) in contained() {
        let mut process = sandbox.start(&sh("while :; do :; done"), &Limits::default()).unwrap();
        while process.cpu_time() < LITTLE {
            std::thread::yield_now();
        }
        process.freeze().unwrap();
        let before = settled(&mut process);
        let wall = std::time::Instant::now();
        while wall.elapsed() < Duration::from_millis(100) {
            std::thread::park_timeout(Duration::from_millis(10));
        }
        // The counter may be brought up to date late, by some microseconds of what was burnt
        // before.
        assert!(process.cpu_time() < before + Duration::from_millis(1), "{name}");
        process.thaw().unwrap();
        while process.cpu_time() < before + LITTLE {
            std::thread::yield_now();
        }
        assert_eq!(process.kill().ending, Ending::Killed, "{name}");
    }
}

/// The time when it no longer changes: a process that runs elsewhere stops at its next entry into
/// the kernel.
fn settled(process: &mut Process) -> Duration {
    loop {
        let before = process.cpu_time();
        std::thread::park_timeout(Duration::from_millis(20));
        if process.cpu_time() == before {
            return before;
        }
    }
}
