//! The arena's API, asked for everything that its description says, with random and hostile values.
//! `cargo xtask long api` runs it.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;

use arena_client::{Client, PASSWORD, Served};
use serde_json::{Value, json};
use std::process::Command;

/// How many requests the fuzzer makes of each operation, and how long it may take in seconds.
const EXAMPLES: &str = "40";
const MOST_SECONDS: &str = "240";

/// What nobody but its owner may ever read.
const SECRET: &str = "a-secret-in-the-source-of-ann";

#[test]
#[ignore = "long: thousands of requests, by a fuzzer from PyPI"]
fn no_request_breaks_the_api_and_none_tells_secrets() {
    let Some(schemathesis) = std::env::var_os("SANDTABLE_SCHEMATHESIS") else {
        println!("skipped: SANDTABLE_SCHEMATHESIS does not name the fuzzer");
        return;
    };
    let served = Served::start("api");
    let ann = served.sign_up("ann");
    ann.upload("breach", "secretive", "bot.py", format!("# {SECRET}").as_bytes());
    let root = served.first_administrator("root");
    for (who, client) in [
        ("nobody", served.guest()),
        ("a player", served.sign_up("eve").token()),
        ("an administrator", root.token()),
    ] {
        let log = served.data.with_file_name("api-requests.txt");
        let mut command = Command::new(&schemathesis);
        // It keeps what it finds in the folder where it runs.
        command.current_dir(served.data.parent().unwrap());
        command.args(["run", &format!("{}/api/v1/openapi.json", served.address())]);
        command.args(["--checks", "not_a_server_error,response_schema_conformance,content_type_conformance"]);
        command.args([
            "--mode",
            "all",
            "--max-examples",
            EXAMPLES,
            "--seed",
            "1",
            "--max-time",
            MOST_SECONDS,
        ]);
        command.args(["--request-timeout", "30", "--suppress-health-check", "all", "--no-color"]);
        command.args(["--report", "vcr", "--report-vcr-path"]).arg(&log);
        if let Some(token) = client.bearer() {
            command.args(["--header", &format!("Authorization: Bearer {token}")]);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "asked by {who}: {said}");
        let answers = std::fs::read_to_string(&log).unwrap();
        assert!(!answers.contains(SECRET), "asked by {who} the API tells what is ann's");
    }
    assert_eq!(served.guest().get("/readyz").status, 200, "it still answers");
    let me: Value = sign_in(&served.guest()).get("/api/v1/me").json();
    assert_eq!(me["bots"][0]["name"], "secretive", "and nobody changed what is ann's");
}

/// Ann, by her password: nobody has changed it.
fn sign_in(guest: &Client) -> Client {
    let made = guest.send("POST", "/api/v1/sign-in", &json!({ "name": "ann", "password": PASSWORD }));
    assert_eq!(made.status, 201, "{}", made.text());
    guest.with_bearer(made.json::<Value>()["token"].as_str().unwrap())
}
