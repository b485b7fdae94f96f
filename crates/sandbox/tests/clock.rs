//! The clock: everything a program starts is charged to it.

mod common;

use common::{contained, run, sh};
use rustix::event::{PollFd, PollFlags, poll};
use sandbox::{Limits, Process, Sandbox};
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
        // The grandchild's parent ends at once; the program's own process does nothing but wait for input.
        let script = format!("(setsid /bin/sh -c '{BURN}; echo done' &) ; read -r line");
        let mut process = sandbox.start(&sh(&script), &Limits::default()).unwrap();
        read_line(&process);
        assert!(process.cpu_time() > BURNT, "{name}: {:?}", process.cpu_time());
        let ended = process.kill();
        assert!(ended.cpu > BURNT, "{name}");
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
        // The counter may be brought up to date late, by some microseconds of what was burnt before.
        assert!(process.cpu_time() < before + Duration::from_millis(1), "{name}");
        process.thaw().unwrap();
        while process.cpu_time() < before + LITTLE {
            std::thread::yield_now();
        }
        assert_eq!(process.kill().ending, sandbox::Ending::Killed, "{name}");
    }
}

/// The time when it no longer changes: a process that runs elsewhere stops at its next entry into the kernel.
fn settled(process: &mut Process) -> Duration {
    loop {
        let before = process.cpu_time();
        std::thread::park_timeout(Duration::from_millis(20));
        if process.cpu_time() == before {
            return before;
        }
    }
}
