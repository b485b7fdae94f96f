//! `sandtable serve` as people and programs use it: over HTTP, killed, stopped, fed garbage.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;

use arena_client::Served;
use serde_json::{Value, json};
use std::process::Command;

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

#[test]
fn a_player_uploads_a_start_climbs_and_challenges() {
    let served = Served::start("player");
    let ann = served.sign_up("ann");
    // The very file that the game's page hands out.
    let start = ann.get("/games/fc18/start/python");
    assert!(start.status == 200 && start.body.starts_with(b"PK\x03\x04"), "{}", start.status);
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        let refused = ann.upload("fc18", "first", "bot.zip", &start.body);
        assert_eq!(refused.status, 503);
        return;
    }
    let sent = ann.upload("fc18", "first", "bot.zip", &start.body);
    assert_eq!(sent.status, 303, "{}", sent.text());
    let bot = sent.header("location").unwrap().to_owned();
    let api = format!("/api/v1{bot}");
    let token = ann.token();
    let owned = served.until(|| {
        let bot: Value = token.get(&api).json();
        let state = bot["versions"][0]["state"].as_str().unwrap().to_owned();
        assert_ne!(state, "broken", "{bot}");
        (state == "ready").then_some(bot)
    });
    assert!(owned["versions"][0]["findings"].as_array().unwrap().len() > 5, "its owner sees the report");
    let seen: Value = served.guest().get(&api).json();
    assert_eq!(seen["versions"][0]["findings"], Value::Null, "nobody else does");

    // It plays: a match of it is done, verified, and has a replay.
    let id = owned["id"].as_i64().unwrap();
    let played = served.until(|| {
        let list: Value = served.guest().get("/api/v1/matches?game=fc18").json();
        let matches = list["matches"].as_array().unwrap().clone();
        let has_bot = |one: &Value| one["seats"].as_array().unwrap().iter().any(|seat| seat["bot"] == id);
        matches.into_iter().find(|one| one["state"] == "done" && has_bot(one))
    });
    let path = format!("/matches/{}", played["id"]);
    assert_eq!(served.guest().get(&path).status, 200);
    let late = served.guest().get(&format!("{path}/live"));
    assert_eq!((late.status, late.text().as_str()), (200, "event: end\ndata: end\n\n"), "it was over before");
    let why: Value = served.guest().get(&format!("/api/v1{path}/why")).json();
    assert!(!why["moments"].as_array().unwrap().is_empty(), "{why}");
    let page = served.guest().get(&format!("{path}/replay"));
    assert!(page.header("content-security-policy").unwrap().contains("sandbox allow-scripts"));
    assert!(page.text().contains("id=\"film\""));
    let seat = played["seats"].as_array().unwrap().iter().position(|seat| seat["bot"] == id).unwrap();
    let record = format!("{path}/seats/{seat}/record");
    assert_eq!((ann.get(&record).status, served.guest().get(&record).status), (200, 401));
    assert_eq!(served.sign_up("eve").get(&record).status, 404, "what a bot was sent is its owner's");

    // It challenges a built-in bot, over the API.
    let ladder: Value = token.get("/api/v1/games/fc18/ladder").json();
    let idle = ladder["bots"].as_array().unwrap().iter().find(|row| row["name"] == "idle").unwrap();
    let body = json!({ "version": owned["active_version"], "opponents": [idle["version"]], "maps": [played["map"]], "blocks": 1 });
    let key = [("Content-Type", "application/json"), ("Idempotency-Key", "first")];
    let send = |body: &Value| token.request("POST", "/api/v1/challenges", &key, body.to_string().as_bytes());
    let made = send(&body);
    assert_eq!(made.status, 202, "{}", made.text());
    assert_eq!(send(&body).text(), made.text(), "sent twice it is made once");
    let mut other = body.clone();
    other["blocks"] = json!(2);
    assert_eq!(send(&other).status, 409, "something else under the same key");
    let challenge = format!("/api/v1/challenges/{}", made.json::<Value>()["id"]);
    let result = served.until(|| {
        let result: Value = token.get(&challenge).json();
        (result["opponents"][0]["blocks"] == 1).then_some(result)
    });
    assert!(result["opponents"][0]["score"].as_f64().unwrap() > 50.0, "a start beats idle: {result}");
    assert_eq!(served.stop().code(), Some(0));
}

#[test]
fn forms_of_other_sites_and_sessions_are_refused() {
    let served = Served::start("forms");
    let ann = served.sign_up("ann");
    let sent = ann.form_with_csrf("/account/tokens", &[("name", "n")], "0".repeat(64).as_str());
    assert_eq!(sent.status, 403, "another session's form");
    let foreign = ann.request("POST", "/account/tokens", &[("Origin", "http://evil.example")], b"");
    assert_eq!(foreign.status, 403, "another site's form");
    let home = served.guest().get("/");
    let policy = home.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(home.header("x-content-type-options"), Some("nosniff"));

    // After ten wrong passwords one has to wait, also with the right one.
    let guest = served.guest();
    let statuses: Vec<u16> = (0..12)
        .map(|at| {
            let password = if at == 11 { arena_client::PASSWORD } else { "not this one" };
            guest.form("/sign-in", &[("name", "ann"), ("password", password)]).status
        })
        .collect();
    assert_eq!((statuses[0], statuses[9], statuses[10], statuses[11]), (422, 422, 429, 429));
    let again = guest.form("/sign-in", &[("name", "bob"), ("password", "not this one")]).text();
    assert!(again.contains("The name or the password is wrong."), "the form is shown again: {again}");
    // Signing out ends the session, not only the cookie.
    assert_eq!(ann.get("/account").status, 200);
    assert_eq!(ann.form("/sign-out", &[]).status, 303);
    assert_eq!(ann.get("/account").status, 401);
}

#[test]
fn garbage_is_answered_and_nothing_breaks() {
    let served = Served::start("garbage");
    let ann = served.sign_up("ann");
    let token = ann.token();
    let values =
        ["0", "-1", "9223372036854775807", "99999999999999999999", "x", "%00", "%2e%2e%2f", "'--", "%F0%9F"];
    let document: Value = token.get("/api/v1/openapi.json").json();
    let (mut asked, mut bad) = (0, Vec::new());
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, value) in
            operations.as_object().unwrap().keys().flat_map(|method| values.map(|value| (method, value)))
        {
            let filled: String = path
                .split('/')
                .map(|part| if part.starts_with('{') { value } else { part })
                .collect::<Vec<_>>()
                .join("/");
            for body in [&b""[..], b"null", b"{\"version\":1e99}", b"\xff\xfe", b"[[[[[[["] {
                let query = format!("{filled}?page={value}&before={value}&game={value}&file={value}");
                let headers = [("Content-Type", "application/json")];
                let answer = token.request(&method.to_uppercase(), &query, &headers, body);
                asked += 1;
                if answer.status >= 500 && answer.status != 503 {
                    bad.push(format!("{method} {query}: {}", answer.status));
                }
            }
        }
    }
    assert!(asked > 400 && bad.is_empty(), "{bad:?}");
    // What is no HTTP at all, and what is too large.
    served.raw(b"\x16\x03\x01\x02\x00garbage\r\n\r\n");
    served.raw(b"GET / HTTP/1.1\r\n");
    let large = vec![b'a'; 200 << 10];
    assert_eq!(
        token.request("POST", "/api/v1/challenges", &[("Content-Type", "application/json")], &large).status,
        400
    );
    assert_eq!(served.guest().get("/readyz").status, 200);
}

#[test]
fn killed_at_any_moment_it_loses_nothing_and_counts_nothing_twice() {
    killed(6);
}

#[test]
#[ignore = "long: kills the arena a hundred times"]
fn killed_a_hundred_times() {
    killed(100);
}

fn killed(times: u32) {
    let mut served = Served::start("killed");
    let mut done = 0;
    let mut accepted: Vec<String> = Vec::new();
    for round in 0..times {
        let client = served.sign_up(&format!("user{round}"));
        if served.no_uploads().is_none() {
            let sent = client.upload("breach", &format!("bot{round}"), "bot.py", b"print('no bot')");
            accepted.push(sent.header("location").unwrap().to_owned());
        }
        // The moment is one of the work, not of the clock: so many more matches, then at once.
        let wanted = done + i64::from(1 + round % 4);
        done = served.until(|| Some(served.matches_done()).filter(|now| *now >= wanted));
        served = served.kill_and_restart();
        assert!(served.matches_done() >= done, "what counted still counts");
    }
    for (round, bot) in accepted.iter().enumerate() {
        let bot: Value = served.guest().get(&format!("/api/v1{bot}")).json();
        assert_eq!(bot["name"], format!("bot{round}"), "every accepted upload is there");
    }
    let place = served.place();
    assert_eq!(served.stop().code(), Some(0));
    let recount = Command::new(SANDTABLE).args(["arena", "recount"]).args(place).output().unwrap();
    let said = String::from_utf8_lossy(&recount.stdout).into_owned();
    assert!(recount.status.success() && said.contains("as they were"), "{said}");
}

#[test]
fn a_backup_is_an_arena() {
    let served = Served::start("backup");
    if served.database.is_some() {
        println!("skipped: arenas in PostgreSQL are backed up with its own tools");
        return;
    }
    served.sign_up("ann");
    served.until(|| (served.matches_done() > 0).then_some(()));
    let copy = served.data.with_file_name("backup-copy");
    let again = served.data.with_file_name("backup-again");
    for folder in [&copy, &again] {
        let _ = std::fs::remove_dir_all(folder);
    }
    let run = |words: &[&std::ffi::OsStr]| Command::new(SANDTABLE).arg("arena").args(words).output().unwrap();
    let backup = run(&["backup".as_ref(), copy.as_ref(), "--data".as_ref(), served.data.as_ref()]);
    assert!(backup.status.success(), "{backup:?}");
    let data = served.data.clone();
    let twice = Command::new(SANDTABLE)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&twice.stderr).into_owned();
    assert!(twice.status.code() == Some(1) && said.contains("another sandtable uses this folder"), "{said}");
    drop(served);
    let restored = run(&["restore".as_ref(), copy.as_ref(), "--data".as_ref(), again.as_ref()]);
    assert!(restored.status.success(), "{restored:?}");
    let served = Served::start_in(again, None);
    assert!(
        served.guest().form("/sign-in", &[("name", "ann"), ("password", arena_client::PASSWORD)]).status
            == 303
    );
    assert!(served.matches_done() > 0);
}

/// From signing up to a challenge, as somebody with a browser does it; then every page on a phone.
#[test]
#[ignore = "long: a bot is checked and plays whole matches while a browser watches"]
fn a_browser_does_all_of_it() {
    let served = Served::start("browser");
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        return;
    }
    let folder = served.data.with_file_name("browser-pictures");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("address.txt"), served.address()).unwrap();
    testing::browser::run("arena.js", &folder);
}
