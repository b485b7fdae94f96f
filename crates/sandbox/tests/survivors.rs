//! Whoever runs programs may die at any moment: nothing it started survives.

mod common;

use common::{contained, plain, sh};
use rustix::process::{Pid, Signal, kill_process};
use sandbox::{Limits, Sandbox};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn again_as_an_ordinary_user() {
    common::again_as_an_ordinary_user();
}

/// Says which sandbox the runner to be killed uses, and how its processes are known.
const CHOICE: &str = "SANDTABLE_TEST_RUNNER";

fn sandboxes() -> Vec<(&'static str, Sandbox)> {
    let mut all = contained();
    all.push(("plain", plain()));
    all
}

/// Starts processes in all ways that hide: in the background, orphaned, in a session of their own,
/// deaf to signals.
fn hiding(number: &str) -> String {
    let sleep = format!("sleep {number}");
    format!(
        "trap '' HUP TERM INT; {sleep} & (setsid {sleep} &); (setsid /bin/sh -c '{sleep} & {sleep}' &); echo ready; exec {sleep}"
    )
}

/// Not a test: what the next one starts and kills.
#[test]
fn a_runner_to_be_killed() {
    let Ok(choice) = std::env::var(CHOICE) else { return };
    let (index, number) = choice.split_once(' ').unwrap();
    let (_, sandbox) = &sandboxes()[index.parse::<usize>().unwrap()];
    let mut program = sh(&hiding(number));
    if !sandbox.enforced().clock.counts_descendants() && sandbox.enforced().seccomp {
        program = sh(&format!("echo ready; exec sleep {number}"));
    }
    let process = sandbox.start(&program, &Limits::default()).unwrap();
    let mut pipe = fs::File::from(process.stdout().try_clone_to_owned().unwrap());
    rustix::io::ioctl_fionbio(&pipe, false).unwrap();
    let mut line = [0; 6];
    std::io::Read::read_exact(&mut pipe, &mut line).unwrap();
    println!("\nthe program runs");
    loop {
        std::thread::park();
    }
}

#[test]
fn killing_the_runner_leaves_no_survivor() {
    if std::env::var_os(CHOICE).is_some() {
        return;
    }
    for (index, (name, _)) in sandboxes().iter().enumerate() {
        // A number that no other test sleeps for.
        let number = format!("{}.{}", 100_000_000 + std::process::id(), index);
        let mut runner = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_runner_to_be_killed", "--nocapture"])
            .env(CHOICE, format!("{index} {number}"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(runner.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "the program runs"), "{name}");
        wait_until(|| count(&number) > 0, &format!("{name}: the program cannot be seen"));
        runner.kill().unwrap();
        runner.wait().unwrap();
        wait_until(|| count(&number) == 0, &format!("{name}: there are survivors"));
    }
}

#[test]
fn dropping_a_process_ends_everything() {
    for (index, (name, sandbox)) in sandboxes().iter().enumerate() {
        let number = format!("{}.{}", 200_000_000 + std::process::id(), index);
        let counted = sandbox.enforced().clock.counts_descendants() || !sandbox.enforced().seccomp;
        let script = if counted { hiding(&number) } else { format!("exec sleep {number}") };
        let process = sandbox.start(&sh(&script), &Limits::default()).unwrap();
        drop(process);
        assert_eq!(count(&number), 0, "{name}");
    }
}

/// The processes from which this one has launchers made, by their numbers.
fn copiers() -> Vec<Pid> {
    let own = format!("/proc/self/task/{}/children", rustix::thread::gettid().as_raw_nonzero());
    let children = fs::read_to_string(own).unwrap();
    let is_copier = |process: &&str| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        line.ends_with(b"__contain\0copies\0")
    };
    let found = children.split_whitespace().filter(is_copier);
    found.map(|process| Pid::from_raw(process.parse().unwrap()).unwrap()).collect()
}

#[test]
fn programs_start_also_when_the_process_that_makes_launchers_is_gone() {
    for (name, sandbox) in contained() {
        assert_eq!(common::said(&common::run(&sandbox, &sh("echo one"))), "one\n", "{name}");
        for copier in copiers() {
            kill_process(copier, Signal::KILL).unwrap();
        }
        for _ in 0..2 {
            assert_eq!(common::said(&common::run(&sandbox, &sh("echo two"))), "two\n", "{name}");
        }
    }
}

/// Waits for something that takes no time to speak of, on a machine that may be busy.
fn wait_until(is_so: impl Fn() -> bool, otherwise: &str) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{otherwise}");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

/// How many processes sleep for this number of seconds.
fn count(number: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.starts_with(format!("sleep\0{number}").as_bytes())).count()
}
