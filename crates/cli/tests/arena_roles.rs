//! Who may do what in the arena: every operation of the API and every page, by everybody there is.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;

use arena_client::{Client, Served};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What nobody in particular, the owner of a bot, another player, an organiser and an administrator get.
type Statuses = [u16; 5];

const ALL: Statuses = [200; 5];
const GONE: Statuses = [404; 5];
const ACCOUNTS: Statuses = [401, 200, 200, 200, 200];
const OWNER: Statuses = [401, 200, 404, 404, 404];
const ADMINISTRATOR: Statuses = [401, 403, 403, 403, 200];
const ASKED_AGAIN: Statuses = [401, 403, 403, 403, 403];

/// Everybody, in the order of the columns.
struct People {
    sessions: [Client; 5],
    tokens: [Client; 5],
    /// The number of the owner's bot.
    bot: i64,
}

impl People {
    fn meet(served: &Served) -> Self {
        let administrator = served.first_administrator("root");
        let [owner, other, organiser] = ["ann", "eve", "olga"].map(|name| served.sign_up(name));
        // Accounts are numbered as they are made.
        assert_eq!(administrator.form("/admin/users/4/role", &[("role", "organiser")]).status, 303);
        let sent = owner.upload("breach", "mine", "bot.py", b"print('no bot')");
        let bot = sent.header("location").and_then(|way| way.rsplit('/').next()?.parse().ok());
        let tokens = [served.guest(), owner.token(), other.token(), organiser.token(), administrator.token()];
        Self {
            sessions: [served.guest(), owner, other, organiser, administrator],
            tokens,
            bot: bot.unwrap_or_default(),
        }
    }

    fn ask(&self, method: &str, path: &str) -> Statuses {
        let path = path.replace("{bot}", &self.bot.to_string());
        if path.starts_with("/api") {
            let body = json!({
                "version": 999_999, "opponents": [999_998], "blocks": 1, "role": "player", "disabled": false,
                "name": "newcomer", "old": "wrong-password", "password": "wrong-password",
            });
            return self.tokens.each_ref().map(|client| match method {
                "GET" => client.get(&path).status,
                _ => client.send(method, &path, &body).status,
            });
        }
        let fields = [
            ("version", "1"),
            ("role", "player"),
            ("disabled", "false"),
            ("name", "n"),
            ("old", "wrong-password"),
            ("password", "wrong-password"),
            ("opponent", "1"),
            ("blocks", "1"),
        ];
        self.sessions.each_ref().map(|client| match method {
            "GET" => client.get(&path).status,
            _ => client.form(&path, &fields).status,
        })
    }
}

const PAGES: &[(&str, &str, Statuses)] = &[
    ("GET", "/", ALL),
    ("GET", "/games/breach", ALL),
    ("GET", "/games/nonsense", GONE),
    ("GET", "/games/breach/ladder", ALL),
    ("GET", "/games/breach/ladder?after=u_1", ALL),
    ("GET", "/games/breach/ladder?after=x", [400; 5]),
    ("GET", "/games/breach/ladder.csv", ALL),
    ("GET", "/games/breach/start/python", ALL),
    ("GET", "/games/breach/start/cobol", GONE),
    ("GET", "/bots/{bot}", ALL),
    ("GET", "/bots/{bot}/versions/1/source", OWNER),
    ("POST", "/bots/{bot}/active", [401, 404, 403, 403, 403]),
    ("GET", "/bots/999999", GONE),
    ("GET", "/matches", ALL),
    ("GET", "/matches.csv", ALL),
    ("GET", "/matches/999999", GONE),
    ("GET", "/matches/999999/replay", GONE),
    ("GET", "/matches/999999/replay.jsonl.zst", GONE),
    ("GET", "/matches/999999/live", GONE),
    ("GET", "/matches/999999/seats/0/stderr", [401, 404, 404, 404, 404]),
    ("GET", "/upload", ACCOUNTS),
    ("POST", "/upload", [401, 400, 400, 400, 400]),
    ("GET", "/challenges", ACCOUNTS),
    ("POST", "/challenges", [401, 400, 400, 400, 400]),
    ("GET", "/challenges/999999", GONE),
    ("GET", "/sign-in", ALL),
    ("GET", "/sign-up", ALL),
    ("GET", "/welcome/x", GONE),
    ("POST", "/welcome/x", GONE),
    ("GET", "/password/x", GONE),
    ("POST", "/password/x", GONE),
    ("GET", "/account", ACCOUNTS),
    ("GET", "/account/data.json", ACCOUNTS),
    ("POST", "/account/tokens", ACCOUNTS),
    ("POST", "/account/tokens/999999/revoke", [401, 303, 303, 303, 303]),
    ("POST", "/account/password", ASKED_AGAIN),
    ("POST", "/account/delete", ASKED_AGAIN),
    ("POST", "/preferences", [303; 5]),
    ("GET", "/admin", ADMINISTRATOR),
    ("GET", "/admin/machines", ADMINISTRATOR),
    ("GET", "/admin/users.csv", ADMINISTRATOR),
    ("GET", "/admin/audit.csv", ADMINISTRATOR),
    ("POST", "/admin/users/3/role", [401, 403, 403, 403, 303]),
    ("POST", "/admin/users/3/disabled", [401, 403, 403, 403, 303]),
    ("POST", "/admin/users/3/link", ADMINISTRATOR),
    ("POST", "/admin/users/1/disabled", [401, 403, 403, 403, 409]),
    ("GET", "/healthz", ALL),
    ("GET", "/readyz", ALL),
    ("GET", "/metrics", ALL),
    ("GET", "/api/v1/openapi.json", ALL),
];

/// The path as the document has it, the path that is asked for, and what comes of it.
const OPERATIONS: &[(&str, &str, &str, Statuses)] = &[
    ("GET", "/games", "/games", ALL),
    ("GET", "/games/{game}/ladder", "/games/breach/ladder", ALL),
    ("GET", "/games/{game}/starts/{language}", "/games/breach/starts/python", ALL),
    ("GET", "/bots/{bot}", "/bots/{bot}", ALL),
    ("GET", "/bots/{bot}/ratings", "/bots/{bot}/ratings", ALL),
    ("GET", "/bots/{bot}/versions/{number}/source", "/bots/{bot}/versions/1/source", OWNER),
    (
        "POST",
        "/games/{game}/bots/{name}/versions",
        "/games/breach/bots/mine/versions?file=a.py",
        [401, 202, 409, 409, 409],
    ),
    ("PUT", "/bots/{bot}/active", "/bots/{bot}/active", [401, 404, 403, 403, 403]),
    ("GET", "/matches", "/matches", ALL),
    ("GET", "/matches/{match}", "/matches/999999", GONE),
    ("GET", "/matches/{match}/why", "/matches/999999/why", GONE),
    ("GET", "/matches/{match}/replay", "/matches/999999/replay", GONE),
    ("GET", "/matches/{match}/lines", "/matches/999999/lines", GONE),
    (
        "GET",
        "/matches/{match}/seats/{seat}/stderr",
        "/matches/999999/seats/0/stderr",
        [401, 404, 404, 404, 404],
    ),
    (
        "GET",
        "/matches/{match}/seats/{seat}/record",
        "/matches/999999/seats/0/record",
        [401, 404, 404, 404, 404],
    ),
    ("GET", "/challenges", "/challenges", ACCOUNTS),
    ("POST", "/challenges", "/challenges", [401, 400, 400, 400, 400]),
    ("GET", "/challenges/{challenge}", "/challenges/999999", GONE),
    ("POST", "/sign-in", "/sign-in", [403; 5]),
    ("POST", "/accounts", "/accounts", [201, 409, 409, 409, 409]),
    ("GET", "/me", "/me", ACCOUNTS),
    ("GET", "/me/data", "/me/data", ACCOUNTS),
    ("PUT", "/me/password", "/me/password", ASKED_AGAIN),
    ("POST", "/me/delete", "/me/delete", ASKED_AGAIN),
    ("GET", "/me/tokens", "/me/tokens", ACCOUNTS),
    ("POST", "/me/tokens", "/me/tokens", [401, 201, 201, 201, 201]),
    ("DELETE", "/me/tokens/{token}", "/me/tokens/999999", [401, 204, 204, 204, 204]),
    ("GET", "/users", "/users", ADMINISTRATOR),
    ("PUT", "/users/{user}/role", "/users/3/role", [401, 403, 403, 403, 204]),
    ("PUT", "/users/{user}/disabled", "/users/3/disabled", [401, 403, 403, 403, 204]),
    ("POST", "/users/{user}/link", "/users/3/link", [401, 403, 403, 403, 201]),
    ("GET", "/audit", "/audit", ADMINISTRATOR),
];

#[test]
fn who_may_do_what() {
    let served = Served::start("who");
    if let Some(why) = served.no_uploads() {
        println!("skipped: nobody can own a bot here: {why}");
        return;
    }
    let people = People::meet(&served);
    let pages = PAGES.iter().map(|(method, path, wanted)| (*method, (*path).to_owned(), *wanted));
    let operations =
        OPERATIONS.iter().map(|(method, _, path, wanted)| (*method, format!("/api/v1{path}"), *wanted));
    let wrong: Vec<String> = pages
        .chain(operations)
        .filter_map(|(method, path, wanted)| {
            let got = people.ask(method, &path);
            (got != wanted).then(|| format!("{method} {path}: {got:?}, not {wanted:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Whoever runs contests may take a bot off its ladder, and nothing else of another's.
    let [_, _, other, organiser, _] = &people.sessions;
    let retire =
        |client: &Client| client.form(&format!("/bots/{}/active", people.bot), &[("version", "")]).status;
    assert_eq!([retire(other), retire(organiser)], [403, 303]);
}

/// An operation that is added is asked for, too.
#[test]
fn every_operation_is_in_the_list() {
    let served = Served::start("listed");
    let document: Value = served.guest().get("/api/v1/openapi.json").json();
    let paths = document["paths"].as_object().unwrap();
    let described: BTreeSet<String> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let listed: BTreeSet<String> =
        OPERATIONS.iter().map(|(method, path, ..)| format!("{method} /api/v1{path}")).collect();
    assert_eq!(described, listed);
}
