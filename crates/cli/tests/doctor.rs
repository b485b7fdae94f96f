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

/// Without bubblewrap in the search path everything else is still found, and what is missing is said.
#[test]
fn a_machine_without_bubblewrap() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_sandtable")).arg("doctor").env("PATH", "/nonexistent").output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(text.contains("namespaces  no "), "{text}");
    assert!(
        text.contains("bwrap is not installed\n") && text.contains("to get it: install bubblewrap"),
        "{text}"
    );
    assert!(text.contains("missing: namespaces (bwrap is not installed)"), "{text}");
}

#[test]
fn a_mode_that_does_not_exist() {
    let output = doctor(&["--sandbox", "maybe"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("possible values: require, auto, off"));
}
