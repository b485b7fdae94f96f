//! `sandtable doctor`, as its users run it.

use serde_json::Value;
use std::process::{Command, Output};

fn doctor(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).arg("doctor").args(arguments).output().unwrap()
}

fn report(arguments: &[&str]) -> Value {
    serde_json::from_slice(&doctor(arguments).stdout).unwrap()
}

#[test]
fn every_layer_is_named_with_what_it_needs() {
    let report = report(&["--json"]);
    let layers = report["layers"].as_array().unwrap();
    let names: Vec<&str> = layers.iter().filter_map(|layer| layer["layer"].as_str()).collect();
    for name in ["namespaces", "landlock", "seccomp", "cgroup", "perf"] {
        assert!(names.contains(&name), "{report:#}");
    }
    for layer in layers {
        assert_eq!(layer["works"].as_bool().unwrap(), layer["remedy"].is_null(), "{layer:#}");
    }
    assert_eq!(
        report["enforced"]["seccomp"],
        layers.iter().any(|layer| layer["layer"] == "seccomp" && layer["works"] == true)
    );
}

#[test]
fn plain_text_names_layers_clock_and_compilers() {
    let output = doctor(&[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    for part in ["layers, each tried", "\nclock: ", "\ncompilers and interpreters\n", "  Python "] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn nothing_is_contained_if_that_is_wanted() {
    let report = report(&["--json", "--sandbox", "off"]);
    assert_eq!(report["enforced"]["namespaces"], false);
    assert_eq!(report["enforced"]["seccomp"], false);
    assert!(report["missing"].is_null());
}

/// Nothing has to be installed for namespaces.
#[test]
fn a_machine_without_bubblewrap() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_sandtable")).arg("doctor").env("PATH", "/nonexistent").output();
    let output = output.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("made by sandtable itself\n"), "{text}");
    assert!(text.contains("--sandbox require, the usual mode, runs programs here\n"), "{text}");
}

/// As in most containers: root, without the right to make namespaces.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn without_namespaces(arguments: &[&str]) -> Option<Output> {
    let drop = ["--bounding-set=-sys_admin", "--inh-caps=-sys_admin"];
    let tried = Command::new("setpriv").args(drop).arg("true").output();
    if !tried.is_ok_and(|output| output.status.success()) {
        println!("skipped: only root can give up the right to make namespaces, and only with setpriv");
        return None;
    }
    let command =
        Command::new("setpriv").args(drop).arg(env!("CARGO_BIN_EXE_sandtable")).args(arguments).output();
    Some(command.unwrap())
}

#[test]
fn a_machine_that_makes_no_namespaces() {
    let Some(output) = without_namespaces(&["doctor"]) else { return };
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("namespaces  no ") && text.contains("to get it: allow user namespaces"), "{text}");
    assert!(text.contains("missing: namespaces (made by sandtable itself: no namespaces: "), "{text}");
    assert!(text.contains("runs nothing here, for lack of namespaces"), "{text}");
    assert!(!text.contains("no other processes exist for it"), "{text}");
    let output = without_namespaces(&["doctor", "--sandbox", "auto"]).unwrap();
    assert!(output.status.success());
}

#[test]
fn strangers_do_not_run_where_they_cannot_be_contained() {
    let bot = ["match", "breach", "/bin/cat"];
    let Some(output) = without_namespaces(&bot) else { return };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot be contained on this machine, which lacks namespaces"), "{said}");
    assert!(said.contains("`--sandbox auto` runs them behind what there is"), "{said}");
    let output = without_namespaces(&[&bot[..], &["--sandbox", "auto"]].concat()).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let warnings = said
        .lines()
        .filter(|line| line.starts_with("warning: the sandbox (--sandbox auto) lacks namespaces"));
    assert_eq!(warnings.count(), 1, "{said}");
}

#[test]
fn a_mode_that_does_not_exist() {
    let output = doctor(&["--sandbox", "maybe"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("possible values: require, auto, off"));
}
