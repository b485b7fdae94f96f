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
