//! Containment, seen from inside, in every combination of layers.

mod common;

use common::{Folder, contained, launcher, run, said, sh};
use sandbox::{
    Bounds, Ending, Exceeded, Input, Layers, Limits, Mode, Processes, Program, Sandbox, SandboxOptions,
    StartError,
};
use std::fs;

#[test]
fn again_as_an_ordinary_user() {
    common::again_as_an_ordinary_user();
}

/// Runs a script everywhere, and expects the same output everywhere.
#[track_caller]
fn everywhere(script: &str, expected: &str) {
    for (name, sandbox) in contained() {
        let finished = run(&sandbox, &sh(script));
        assert_eq!(said(&finished), expected, "{name}: {script}: {:?}", finished.ending);
    }
}

#[test]
fn its_own_folder_can_be_read_and_not_written() {
    let folder = Folder::new(&[
        ("data.txt", "hello\n"),
        ("bot.sh", "read -r line < data.txt; echo $line; : > new && echo written"),
    ]);
    folder.set_mode(0o777);
    let deep = folder.0.join("deep/down");
    fs::create_dir_all(&deep).unwrap();
    for file in ["data.txt", "bot.sh"] {
        fs::rename(folder.0.join(file), deep.join(file)).unwrap();
    }
    for (name, sandbox) in contained() {
        let finished = run(&sandbox, &Program::new(&deep, ["/bin/sh", "./bot.sh"]));
        let said = said(&finished);
        assert!(said.starts_with("hello\n") && !said.contains("written"), "{name}: {said}");
        assert!(!deep.join("new").exists(), "{name}");
    }
}

#[test]
fn a_folder_that_only_its_owner_can_read() {
    let folder =
        Folder::new(&[("bot.sh", "read -r line < secret.txt; echo $line"), ("secret.txt", "mine\n")]);
    folder.set_mode(0o700);
    for (name, sandbox) in contained() {
        let finished = run(&sandbox, &Program::new(&folder.0, ["/bin/sh", "./bot.sh"]));
        assert_eq!(said(&finished), "mine\n", "{name}");
    }
}

/// Programs of root's that nobody else can reach: its home, usually.
#[test]
fn a_folder_on_whose_way_only_its_owner_can_go() {
    let closed = Folder::new(&[]);
    let folder = closed.0.join("bots");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("bot.sh"), "echo reached").unwrap();
    closed.set_mode(0o700);
    for (name, sandbox) in contained() {
        let finished = run(&sandbox, &Program::new(&folder, ["/bin/sh", "./bot.sh"]));
        assert_eq!(said(&finished), "reached\n", "{name}");
    }
}

#[test]
fn files_of_others_cannot_be_read() {
    let other = Folder::new(&[("secret.txt", "secret\n")]);
    let secret = other.0.join("secret.txt");
    for file in ["/etc/passwd", "/etc/hostname", secret.to_str().unwrap()] {
        let script = format!("if read -r line < {file}; then echo read; else echo refused; fi");
        for (name, sandbox) in contained() {
            let finished = run(&sandbox, &sh(&script));
            assert!(finished.stdout != b"read\n", "{name}: {file}: {}", said(&finished));
        }
    }
}

#[test]
fn its_scratch_folder_can_be_used() {
    everywhere(
        "echo kept > $TMPDIR/note; read -r line < $TMPDIR/note; echo $line; cd; [ $PWD = $TMPDIR ] && echo home",
        "kept\nhome\n",
    );
}

#[test]
fn the_scratch_folder_is_bounded_in_bytes() {
    let limits = Limits { scratch_bytes: 1 << 20, ..Limits::default() };
    let line = "x".repeat(1000);
    let script = format!(
        "i=0; while [ $i -lt 100000 ]; do echo {line} > $TMPDIR/$((i/1000)).$i || exit 7; i=$((i+1)); done; echo full"
    );
    for (name, sandbox) in contained() {
        let finished = sandbox.run(&sh(&script), &limits, Input::Empty, &Bounds::default()).unwrap();
        let stopped = [Ending::Exited(2), Ending::Exited(7), Ending::Exceeded(Exceeded::Scratch)];
        assert!(stopped.contains(&finished.ending), "{name}: {:?} {}", finished.ending, said(&finished));
    }
}

#[test]
fn the_scratch_folder_is_bounded_in_files() {
    let script = "i=0; while [ $i -lt 200000 ]; do : > $TMPDIR/$i || exit 7; i=$((i+1)); done; echo full";
    for (name, sandbox) in contained() {
        let finished = run(&sandbox, &sh(script));
        let stopped = [Ending::Exited(2), Ending::Exited(7), Ending::Exceeded(Exceeded::Scratch)];
        assert!(stopped.contains(&finished.ending), "{name}: {:?} {}", finished.ending, said(&finished));
    }
}

#[test]
fn one_file_is_bounded() {
    let limits = Limits { file_size: 1 << 16, ..Limits::default() };
    let script = "while echo 0123456789012345678901234567890123456789012345678901234567890123; do :; done > $TMPDIR/long";
    for (name, sandbox) in contained() {
        let finished = sandbox.run(&sh(script), &limits, Input::Empty, &Bounds::default()).unwrap();
        assert_eq!(finished.ending, Ending::Exceeded(Exceeded::FileSize), "{name}");
    }
}

#[test]
fn processes_are_forbidden_where_nobody_counts_them() {
    for (name, sandbox) in contained() {
        let counted = sandbox.enforced().clock.counts_descendants();
        let finished = run(&sandbox, &sh("(echo child)"));
        assert_eq!(finished.stdout == b"child\n", counted, "{name}: {}", said(&finished));
        let program = Program { processes: Processes::Forbidden, ..sh("(echo child)") };
        assert_ne!(run(&sandbox, &program).stdout, b"child\n", "{name}");
        let program = Program { processes: Processes::Needed, ..sh("(echo child)") };
        let started = sandbox.start(&program, &Limits::default());
        assert_eq!(matches!(started, Err(StartError::NeedsProcesses)), !counted, "{name}");
    }
}

#[test]
fn a_fork_bomb_goes_out() {
    for (name, sandbox) in contained() {
        let bounds = Bounds { cpu: std::time::Duration::from_secs(3), ..Bounds::default() };
        let finished =
            sandbox.run(&sh("b() { b | b & b; }; b"), &Limits::default(), Input::Empty, &bounds).unwrap();
        assert_ne!(finished.ending, Ending::Exited(0), "{name}");
    }
}

#[test]
fn no_way_out_through_the_folder() {
    let sandbox =
        Sandbox::with(&SandboxOptions { launcher: Some(launcher()), ..SandboxOptions::new(Mode::Auto) })
            .unwrap();
    let error = sandbox.start(&Program::new("/", ["/bin/true"]), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "its folder is the root of the file system");
    let error = sandbox.start(&Program::new("/nonesuch", ["/bin/true"]), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "its folder /nonesuch: No such file or directory (os error 2)");
}

#[test]
fn what_is_required_must_be_there() {
    // Without namespaces it would see the machine's other processes; without the list of calls it
    // could make sockets.
    for layers in [Layers::ALL.without_namespaces(), Layers { seccomp: false, ..Layers::ALL }] {
        let setup =
            SandboxOptions { layers, launcher: Some(launcher()), ..SandboxOptions::new(Mode::Require) };
        let error = Sandbox::with(&setup).unwrap_err().to_string();
        assert!(error.contains("(left out)") && error.contains("--sandbox auto"), "{error}");
    }
    let setup = SandboxOptions { launcher: Some("/nonesuch".into()), ..SandboxOptions::new(Mode::Require) };
    assert!(Sandbox::with(&setup).is_err());
}
