//! Plain processes: what holds even where nothing is contained.

mod common;

use common::{plain, run, said, sh};
use sandbox::{Bounds, Ending, Exceeded, Input, Limits, Program};
use std::time::Duration;

#[test]
fn a_whole_run() {
    let program = sh("read line; echo got $line; echo oops >&2; exit 3");
    let input = Input::Bytes(b"hello\nmore");
    let finished = plain().run(&program, &Limits::default(), input, &Bounds::default()).unwrap();
    assert_eq!(finished.ending, Ending::Exited(3));
    assert_eq!(finished.stdout, b"got hello\n");
    assert_eq!(finished.stderr, b"oops\n");
}

#[test]
fn too_much_output_ends_a_run() {
    let bounds = Bounds { stdout: 100, ..Bounds::default() };
    let finished = plain().run(&sh("yes"), &Limits::default(), Input::Empty, &bounds).unwrap();
    assert_eq!(finished.ending, Ending::Exceeded(Exceeded::Output));
    assert_eq!(finished.stdout.len(), 100);
}

/// What comes with the last breath counts like the rest: a run is not normal whose output is cut.
#[test]
fn too_much_output_at_the_very_end_is_too_much() {
    let bounds = Bounds { stdout: 100, ..Bounds::default() };
    for length in [99, 100, 101, 4096] {
        let script = format!("printf '%{length}s' x");
        let finished = plain().run(&sh(&script), &Limits::default(), Input::Empty, &bounds).unwrap();
        let expected = if length > 100 { Ending::Exceeded(Exceeded::Output) } else { Ending::Exited(0) };
        assert_eq!((finished.ending, finished.stdout.len()), (expected, length.min(100)), "{length}");
    }
}

/// A pipe full in the hands of an orphan that ends after the program.
#[test]
fn all_of_the_output_comes() {
    let script = "head -c 60000 /dev/urandom | od -An -c | head -c 60000";
    for _ in 0..20 {
        let finished = run(&plain(), &sh(script));
        assert_eq!((finished.ending, finished.stdout.len()), (Ending::Exited(0), 60_000));
    }
}

/// A folder can be opened, and not read: who feeds it to a program must hear of it.
#[test]
fn input_that_cannot_be_read_is_no_empty_input() {
    let folder = std::fs::File::open("/usr").unwrap();
    let result = plain().run(&sh("cat"), &Limits::default(), Input::File(&folder), &Bounds::default());
    assert!(result.unwrap_err().to_string().contains("directory"));
}

/// Nothing is left of a program that could not be started, whatever it failed for: not even a dead
/// child.
#[test]
fn a_failed_start_leaves_no_child() {
    let children = || {
        let list = std::fs::read_to_string("/proc/thread-self/children").unwrap();
        list.split_whitespace().count()
    };
    let before = children();
    let too_long = Program::new("/usr", ["/bin/true".to_string(), "x".repeat(200_000)]);
    for program in [Program::new("/usr", ["/nonesuch"]), too_long] {
        plain().start(&program, &Limits::default()).unwrap_err();
        assert_eq!(children(), before);
    }
}

#[test]
fn too_much_cpu_time_ends_a_run() {
    let bounds = Bounds { cpu: Duration::from_millis(100), ..Bounds::default() };
    let finished =
        plain().run(&sh("while :; do :; done"), &Limits::default(), Input::Empty, &bounds).unwrap();
    assert_eq!(finished.ending, Ending::Exceeded(Exceeded::Cpu));
    assert!(finished.cpu >= bounds.cpu);
}

#[test]
fn waiting_for_nothing_ends_a_run() {
    let bounds = Bounds { wall: Duration::from_millis(100), ..Bounds::default() };
    let finished = plain().run(&sh("sleep 1000"), &Limits::default(), Input::Empty, &bounds).unwrap();
    assert_eq!(finished.ending, Ending::Exceeded(Exceeded::Wall));
}

#[test]
fn signals_are_told_from_statuses() {
    assert_eq!(run(&plain(), &sh("kill -SEGV $$")).ending, Ending::Signalled(11));
    assert_eq!(run(&plain(), &sh("exit 139")).ending, Ending::Exited(139));
}

#[test]
fn the_environment_is_not_inherited() {
    let mut program = sh("env | sort");
    program.env.push(("ANSWER".into(), "42".into()));
    let said = said(&run(&plain(), &program));
    let names: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    assert_eq!(names, ["ANSWER", "HOME", "LANG", "PATH", "PWD", "TMPDIR"], "{said}");
}

#[test]
fn what_does_not_exist_cannot_be_started() {
    let error = plain().start(&Program::new("/", ["/nonesuch"]), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "cannot run /nonesuch: No such file or directory (os error 2)");
    let long = Program::new("/", ["/bin/true".to_string(), "x".repeat(200_000)]);
    let error = plain().start(&long, &Limits::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the sandbox could not be set up: the command line and environment are too long"
    );
    let nothing: [&str; 0] = [];
    let error = plain().start(&Program::new("/", nothing), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "there is no program to run: the command is empty");
}
