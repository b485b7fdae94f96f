//! Plain processes: what holds even where nothing is contained.

use sandbox::{Bounds, Ending, Exceeded, Input, Limits, Mode, Program, Sandbox, Setup};
use std::time::Duration;

fn plain() -> Sandbox {
    let launcher = Some(env!("CARGO_BIN_EXE_sandtable-launcher").into());
    Sandbox::with(&Setup { launcher, ..Setup::new(Mode::Off) }).unwrap()
}

fn sh(script: &str) -> Program {
    Program::new("/", ["/bin/sh", "-c", script])
}

#[test]
fn a_whole_run() {
    let finished = plain()
        .run(
            &sh("read line; echo got $line; echo oops >&2; exit 3"),
            &Limits::default(),
            Input::Bytes(b"hello\nmore"),
            &Bounds::default(),
        )
        .unwrap();
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
fn what_does_not_exist_cannot_be_started() {
    let error = plain().start(&Program::new("/", ["/nonesuch"]), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "cannot run /nonesuch: No such file or directory (os error 2)");
}
