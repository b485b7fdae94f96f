//! Hostile requests: what is too large, what is no name, what is not theirs, and sessions that must
//! end.
#![cfg(feature = "server")]

mod arena_client;

use arena_client::{Client, PASSWORD, Served};
use serde_json::{Value, json};

const SCRIPT: &str = "<script>alert(1)</script>";

#[test]
fn what_strangers_write_is_never_html() {
    let served = Served::start("html");
    let ann = served.sign_up("ann");
    let hostile = [
        ann.form("/account/tokens", &[("name", SCRIPT)]),
        ann.get("/account"),
        ann.get("/upload?game=fc18&name=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"),
        served.guest().form("/sign-in", &[("name", SCRIPT), ("password", "whatever it is")]),
        served.guest().form("/sign-up", &[("name", SCRIPT), ("password", "whatever it is")]),
        served.guest().get("/sign-in?next=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"),
        served.guest().request("GET", "/%3Cscript%3Ealert(1)%3C/script%3E", &[("Accept", "text/html")], b""),
        served.guest().request("GET", "/matches?state=%3Cscript%3E", &[("Accept", "text/html")], b""),
    ];
    for (at, answer) in hostile.iter().enumerate() {
        assert!(!answer.text().contains("<script>"), "{at}: {}", answer.text());
    }
    if served.no_uploads().is_some() {
        return;
    }
    // What a bot says while it is looked over.
    let source = format!("raise SystemExit('{SCRIPT}')");
    let sent = ann.upload("fc18", "hostile", "<script>.py", source.as_bytes());
    let page = sent.header("location").unwrap().to_owned();
    let broken = served.until(|| {
        let text = ann.get(&page).text();
        text.contains("state broken").then_some(text)
    });
    assert!(broken.contains("&#60;script&#62;") && !broken.contains(SCRIPT), "{broken}");
}

#[test]
fn no_path_leads_to_other_files() {
    let served = Served::start("paths");
    let ann = served.sign_up("ann");
    let ways = ["../lock", "..%2flock", "%2e%2e%2flock", "..%5clock", "....//lock", "%00", "/etc/passwd"];
    for way in ways {
        for before in [
            "/assets/page/",
            "/assets/page/skins/",
            "/games/fc18/start/",
            "/matches/1/seats/0/",
            "/bots/1/versions/",
            "/assignments/1/report/",
        ] {
            let answer = ann.get(&format!("{before}{way}"));
            assert!(matches!(answer.status, 400 | 404), "{before}{way}: {}", answer.status);
        }
    }
    if served.no_uploads().is_none() {
        // The name of a file is looked at for its ending, and is no name of ours.
        let sent = ann.upload("fc18", "climber", "../../../../climber.py", b"print()");
        assert_eq!(sent.status, 303);
        let name = ann.upload("fc18", "../climber", "bot.py", b"print()");
        assert_eq!(name.status, 400, "{}", name.text());
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let served = Served::start("large");
    let ann = served.sign_up("ann");
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    // A body that is announced and never sent: the answer does not wait for it.
    for (path, kind) in [("/sign-in", form[0].1), ("/api/v1/sign-in", "application/json")] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: here\r\nContent-Type: {kind}\r\nContent-Length: 10000000000\r\n\r\n"
        );
        let said = served.ask_raw(head.as_bytes());
        assert!(said.starts_with("HTTP/1.1 413") || said.starts_with("HTTP/1.1 400"), "{path}: {said}");
    }
    let long = "a".repeat(1 << 20);
    for head in [
        format!("GET /{long} HTTP/1.1\r\nHost: here\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: here\r\nCookie: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: here\r\n{}\r\n", "x: y\r\n".repeat(500)),
    ] {
        let said = served.ask_raw(head.as_bytes());
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 4"), "{said}");
    }
    let token = ann.token();
    for name in ["", " ", "a b", "a/b", "\u{202e}b", &"a".repeat(33), "deleted-1"] {
        let body = json!({ "name": name, "password": PASSWORD });
        assert_eq!(token.send("POST", "/api/v1/accounts", &body).status, 400, "{name}");
    }
    for password in ["short", &"a".repeat(257)] {
        let body = json!({ "name": "fits", "password": password });
        assert_eq!(token.send("POST", "/api/v1/accounts", &body).status, 400);
    }
    assert_eq!(served.guest().get("/readyz").status, 200);
}

/// Bodies of many megabytes are taken from people who may send them, and from nobody else: a stranger
/// is refused before the first byte, so that many of them do not fill the memory.
#[test]
fn nothing_large_is_read_of_strangers() {
    let served = Served::start("unread");
    let ann = served.sign_up("ann").token();
    let player = format!("Authorization: Bearer {}\r\n", ann.bearer().unwrap());
    let file = format!("/work/files/{}", "0".repeat(64));
    for (method, path, who, status) in [
        ("POST", "/api/v1/games/fc18/bots/b/versions?file=b.py", "", "401"),
        ("POST", "/api/v1/assignments/1/submissions?file=a.zip", "", "401"),
        ("PUT", "/api/v1/courses/1/roster", "", "401"),
        ("PUT", "/api/v1/assignments/1/cases", "", "401"),
        ("PUT", "/api/v1/assignments/1/hidden-cases", "", "401"),
        ("PUT", "/api/v1/assignments/1/handout", "", "401"),
        ("POST", "/api/v1/tournaments/import?name=n", "", "401"),
        ("POST", "/api/v1/tournaments/import?name=n", player.as_str(), "403"),
        ("PUT", file.as_str(), "", "404"),
    ] {
        // The body is announced and never sent: the answer does not wait for it.
        let head = format!("{method} {path} HTTP/1.1\r\nHost: here\r\n{who}Content-Length: 8000000\r\n\r\n");
        let said = served.ask_raw(head.as_bytes());
        assert!(said.starts_with(&format!("HTTP/1.1 {status}")), "{method} {path}: {said}");
    }
}

#[test]
fn guesses_are_counted_however_they_are_spread() {
    let served = Served::start("guesses");
    served.sign_up("ann");
    // Many names from one address. None of them can be one, so that nothing is hashed for it.
    let guess = |at: u32| {
        let name = format!("no name {at}");
        served.guest().form("/sign-in", &[("name", &name), ("password", "a wrong one")]).status
    };
    let statuses: Vec<u16> = (0..201).map(guess).collect();
    assert!(statuses[..200].iter().all(|status| *status == 422), "{statuses:?}");
    assert_eq!(statuses[200], 429);
    let right = served.guest().form("/sign-in", &[("name", "ann"), ("password", PASSWORD)]);
    assert_eq!(right.status, 429, "the right one has to wait, too");
    assert!(right.header("retry-after").unwrap().parse::<u32>().unwrap() <= 301);
}

#[test]
fn only_the_last_word_of_a_proxy_counts() {
    let served = Served::start_with("proxy", &["--behind-proxy"]);
    served.sign_up("ann");
    let sign_in = |headers: &[(&str, &str)], password: &str| {
        let form = format!("name=ann&password={}", password.replace(' ', "+"));
        let headers = [headers, &[("Content-Type", "application/x-www-form-urlencoded")]].concat();
        served.guest().request("POST", "/sign-in", &headers, form.as_bytes())
    };
    // Whoever invents addresses is still counted by the one that the proxy adds.
    let statuses: Vec<u16> = (0..11)
        .map(|at| {
            let invented = format!("10.0.0.{at}");
            let headers = [("X-Forwarded-For", &*invented), ("X-Forwarded-For", "198.51.100.7")];
            sign_in(&headers, "not this one").status
        })
        .collect();
    assert_eq!((statuses[9], statuses[10]), (422, 429), "{statuses:?}");
    let over_tls = [("X-Forwarded-For", "198.51.100.8"), ("X-Forwarded-Proto", "https")];
    let cookie = sign_in(&over_tls, PASSWORD);
    let cookie = cookie.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
}

#[test]
fn signing_in_leads_back_and_nowhere_else() {
    let served = Served::start("next");
    served.sign_up("ann");
    let asked = served.guest().request("GET", "/upload?game=fc18", &[("Accept", "text/html")], b"");
    assert_eq!((asked.status, asked.header("location")), (303, Some("/sign-in?next=/upload%3Fgame%3Dfc18")));
    let credentials = [("name", "ann"), ("password", PASSWORD)];
    for (next, leads_to) in [
        ("/upload%3Fgame%3Dfc18", "/upload?game=fc18"),
        ("//evil.example", "/account"),
        ("https://evil.example", "/account"),
        ("/%5Cevil.example", "/account"),
        ("/%0d%0aSet-Cookie:%20a=b", "/account"),
    ] {
        let sent = served.guest().form(&format!("/sign-in?next={next}"), &credentials);
        assert_eq!((sent.status, sent.header("location")), (303, Some(leads_to)), "{next}");
    }
}

#[test]
fn sessions_and_tokens_end_when_they_should() {
    let served = Served::start("sessions");
    let root = served.first_administrator("root");
    let ann = served.sign_up("ann");
    let sign_in = |password: &str| {
        let client = served.guest();
        let sent = client.form("/sign-in", &[("name", "ann"), ("password", password)]);
        assert_eq!(sent.status, 303, "{}", sent.text());
        client
    };
    let may =
        |client: &Client| client.get("/account").status == 200 || client.get("/api/v1/me").status == 200;
    // Signing out ends one session; everywhere ends all, and leaves tokens.
    let (here, there, token) = (sign_in(PASSWORD), sign_in(PASSWORD), ann.token());
    here.form("/sign-out", &[]);
    assert!(!may(&here) && may(&there) && may(&ann));
    there.form("/sign-out", &[("everywhere", "true")]);
    assert!(!may(&there) && !may(&ann) && may(&token));
    // A new password ends what the old one opened.
    let (ann, other) = (sign_in(PASSWORD), sign_in(PASSWORD));
    let changed = ann.form("/account/password", &[("old", PASSWORD), ("password", "another password")]);
    assert_eq!(changed.status, 303, "{}", changed.text());
    assert!(may(&ann) && !may(&other) && !may(&token));
    // Whoever is shut out is out at once, with tokens, and may not come in.
    let token = ann.token();
    assert_eq!(root.form("/admin/users/2/disabled", &[("disabled", "true")]).status, 303);
    assert!(!may(&ann) && !may(&token));
    let refused = served.guest().form("/sign-in", &[("name", "ann"), ("password", "another password")]);
    assert_eq!(refused.status, 422);
    assert_eq!(root.form("/admin/users/2/disabled", &[("disabled", "false")]).status, 303);
    // A deleted account is gone, and its name is free.
    let ann = sign_in("another password");
    assert_eq!(ann.form("/account/delete", &[("password", "another password")]).status, 303);
    assert!(!may(&ann) && !may(&token));
    let data: Value = served.sign_up("ann").get("/account/data.json").json();
    assert_eq!(data["bots"], json!([]));
    assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
}
