//! Who may do what in the arena: every operation of the API and every page, by everybody there is.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;
mod coursework;

use arena_client::{Client, Served};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What nobody in particular, the owner of a bot, another player, an organiser and an administrator
/// get.
type Statuses = [u16; 5];

const ALL: Statuses = [200; 5];
const GONE: Statuses = [404; 5];
const ACCOUNTS: Statuses = [401, 200, 200, 200, 200];
const OWNER: Statuses = [401, 200, 404, 404, 404];
const ADMINISTRATOR: Statuses = [401, 403, 403, 403, 200];
const ASKED_AGAIN: Statuses = [401, 403, 403, 403, 403];
/// Of a course that the organiser teaches and the owner of the bot attends.
const MEMBERS: Statuses = [401, 200, 404, 200, 404];
const TEACHER: Statuses = [401, 403, 404, 200, 404];
/// The same, for teachers who send nonsense.
const TEACHER_WRONG: Statuses = [401, 403, 404, 400, 404];

/// Everybody, in the order of the columns.
struct People {
    sessions: [Client; 5],
    tokens: [Client; 5],
    /// The number of the owner's bot.
    bot: i64,
    /// The numbers of a course, its assignment and the submission of the owner of the bot.
    course: i64,
    assignment: i64,
    submission: i64,
    /// The number of a tournament that is open for entries.
    tournament: i64,
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
        let [course, assignment, submission] = course(served, &tokens[3], &tokens[1]);
        let cup = json!({ "name": "Cup", "game": "breach", "format": "swiss", "blocks": 1 });
        let tournament = id(&tokens[3].send("POST", "/api/v1/tournaments", &cup));
        Self {
            sessions: [served.guest(), owner, other, organiser, administrator],
            tokens,
            bot: bot.unwrap_or_default(),
            course,
            assignment,
            submission,
            tournament,
        }
    }

    /// A path with the numbers of what there is.
    fn filled(&self, path: &str) -> String {
        path.replace("{bot}", &self.bot.to_string())
            .replace("{course}", &self.course.to_string())
            .replace("{assignment}", &self.assignment.to_string())
            .replace("{submission}", &self.submission.to_string())
            .replace("{tournament}", &self.tournament.to_string())
    }

    fn ask(&self, method: &str, path: &str) -> Statuses {
        let path = self.filled(path);
        let everybody = if path.starts_with("/api") { &self.tokens } else { &self.sessions };
        everybody.each_ref().map(|client| asked(client, method, &path))
    }
}

/// What somebody gets who asks for a page, sends its form, or uses an operation of the API.
fn asked(client: &Client, method: &str, path: &str) -> u16 {
    if method == "GET" {
        return client.get(path).status;
    }
    if path.starts_with("/api") {
        let body = json!({
            "version": 999_999, "opponents": [999_998], "blocks": 1, "role": "player", "disabled": false,
            "name": "newcomer", "old": "wrong-password", "password": "wrong-password",
            "title": "Homework", "bot": 999_999,
        });
        return client.send(method, path, &body).status;
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
        ("bot", "999999"),
    ];
    client.form(path, &fields).status
}

/// The number of what was made.
fn id(answer: &arena_client::Answer) -> i64 {
    answer.json::<Value>()["id"].as_i64().unwrap_or_else(|| panic!("{}", answer.text()))
}

/// A course of a teacher with one student, who has handed in something that is graded.
fn course(served: &Served, teacher: &Client, student: &Client) -> [i64; 3] {
    let course = id(&teacher.send("POST", "/api/v1/courses", &json!({ "name": "Course" })));
    let way = format!("/api/v1/courses/{course}");
    assert_eq!(teacher.request("PUT", &format!("{way}/roster"), &[], b"number\n7\n").status, 204);
    let links: Value = teacher.send("POST", &format!("{way}/links"), &json!({})).json();
    assert_eq!(student.send("POST", "/api/v1/join", &json!({ "link": links[0]["link"] })).status, 200);
    let body = json!({ "title": "Homework", "game": "breach", "stage": 1 });
    let assignment = id(&teacher.send("POST", &format!("{way}/assignments"), &body));
    let path = format!("/api/v1/assignments/{assignment}/submissions?file=a.cpp");
    let submission = id(&student.request("POST", &path, &[], b"int main() { return }"));
    served.until(|| {
        let own: Value = student.get(&format!("/api/v1/submissions/{submission}")).json();
        (own["state"] == "graded").then_some(())
    });
    [course, assignment, submission]
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
    ("GET", "/play/breach", ALL),
    ("GET", "/play/nonsense", GONE),
    ("POST", "/play/breach", [422; 5]),
    ("GET", "/tables/x/", GONE),
    ("GET", "/tables/x/assets/play.css", ALL),
    ("GET", "/tables/x/assets/nonsense", GONE),
    ("GET", "/tables/x/web/tokens.css", ALL),
    ("GET", "/tables/x/web/nonsense", GONE),
    ("GET", "/tables/x/socket", [400; 5]),
    ("GET", "/tables/x/replay.html", GONE),
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
    ("GET", "/notices", ACCOUNTS),
    ("POST", "/notices/seen", [401, 303, 303, 303, 303]),
    ("POST", "/notices/feed", ACCOUNTS),
    ("GET", "/feed/x", GONE),
    ("GET", "/desk", [401, 403, 403, 200, 200]),
    ("POST", "/desk/policy", [401, 403, 403, 400, 400]),
    ("POST", "/desk/backup", [401, 403, 403, 403, 303]),
    ("POST", "/matches/999999/again", [401, 403, 403, 404, 404]),
    ("GET", "/tournaments", ALL),
    ("POST", "/tournaments", [401, 403, 403, 400, 400]),
    ("POST", "/tournaments/import", [401, 403, 403, 400, 400]),
    ("GET", "/tournaments/999999", GONE),
    ("GET", "/tournaments/{tournament}", ALL),
    ("POST", "/tournaments/{tournament}/entries", [401, 404, 404, 404, 404]),
    ("POST", "/tournaments/{tournament}/withdraw", [401, 404, 404, 404, 404]),
    ("POST", "/tournaments/{tournament}/start", [401, 403, 403, 409, 409]),
    ("GET", "/tournaments/999999/live", GONE),
    ("POST", "/tournaments/999999/entries", [401, 404, 404, 404, 404]),
    ("POST", "/tournaments/999999/withdraw", [401, 404, 404, 404, 404]),
    ("POST", "/tournaments/999999/start", [401, 403, 403, 404, 404]),
    ("GET", "/courses", ACCOUNTS),
    ("POST", "/courses", [401, 403, 403, 303, 303]),
    ("GET", "/courses/{course}", MEMBERS),
    ("GET", "/courses/999999", [401, 404, 404, 404, 404]),
    ("POST", "/courses/{course}/roster", TEACHER_WRONG),
    ("GET", "/courses/{course}/roster.csv", TEACHER),
    ("POST", "/courses/{course}/links", TEACHER),
    ("POST", "/courses/{course}/students/999999/part", [401, 403, 404, 404, 404]),
    ("POST", "/courses/{course}/teachers", [401, 403, 404, 400, 400]),
    ("POST", "/courses/{course}/teachers/remove", [401, 403, 404, 400, 400]),
    ("POST", "/courses/{course}/assignments", TEACHER_WRONG),
    ("GET", "/join/x", GONE),
    ("POST", "/join/x", GONE),
    ("GET", "/assignments/{assignment}", MEMBERS),
    ("POST", "/assignments/{assignment}", TEACHER_WRONG),
    ("POST", "/assignments/{assignment}/submissions", [401, 400, 404, 400, 404]),
    ("GET", "/assignments/{assignment}/marks.csv", TEACHER),
    ("GET", "/assignments/{assignment}/report/class.html", TEACHER),
    ("GET", "/assignments/{assignment}/report/feedback/7.html", TEACHER),
    ("GET", "/assignments/{assignment}/report/nonsense", [401, 403, 404, 404, 404]),
    ("GET", "/assignments/{assignment}/class.zip", TEACHER),
    ("GET", "/assignments/{assignment}/cases.zip", [401, 404, 404, 404, 404]),
    ("GET", "/assignments/{assignment}/handout.zip", [401, 404, 404, 404, 404]),
    ("POST", "/assignments/{assignment}/regrade", [401, 403, 404, 303, 404]),
    ("GET", "/submissions/{submission}", MEMBERS),
    ("GET", "/submissions/{submission}/source", MEMBERS),
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
    ("POST", "/sign-in", [422; 5]),
    ("GET", "/admin", ADMINISTRATOR),
    ("GET", "/admin/machines", ADMINISTRATOR),
    ("GET", "/admin/users.csv", ADMINISTRATOR),
    ("GET", "/admin/audit.csv", ADMINISTRATOR),
    ("POST", "/admin/users/3/role", [401, 403, 403, 403, 303]),
    ("POST", "/admin/users/3/disabled", [401, 403, 403, 403, 303]),
    ("POST", "/admin/users/3/link", ADMINISTRATOR),
    ("POST", "/admin/users/1/disabled", [401, 403, 403, 403, 409]),
    ("GET", "/assets/style.css", ALL),
    ("GET", "/assets/live.js", ALL),
    ("GET", "/assets/page/film.js", ALL),
    ("GET", "/assets/page/nonsense.js", GONE),
    ("GET", "/robots.txt", ALL),
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
    ("GET", "/bots/{bot}/standing", "/bots/{bot}/standing", ALL),
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
    ("GET", "/me/notices", "/me/notices", ACCOUNTS),
    ("POST", "/me/notices/seen", "/me/notices/seen", [401, 204, 204, 204, 204]),
    ("POST", "/me/feed", "/me/feed", [401, 201, 201, 201, 201]),
    ("POST", "/matches/{match}/again", "/matches/999999/again", [401, 403, 403, 404, 404]),
    ("PUT", "/policy", "/policy", [401, 403, 403, 400, 400]),
    ("POST", "/backups", "/backups", [401, 403, 403, 403, 201]),
    ("GET", "/tournaments", "/tournaments", ALL),
    ("POST", "/tournaments", "/tournaments", [401, 403, 403, 400, 400]),
    ("POST", "/tournaments/import", "/tournaments/import", [401, 403, 403, 400, 400]),
    ("GET", "/tournaments/{tournament}", "/tournaments/999999", GONE),
    ("POST", "/tournaments/{tournament}/entries", "/tournaments/999999/entries", [401, 404, 404, 404, 404]),
    (
        "DELETE",
        "/tournaments/{tournament}/entries/{bot}",
        "/tournaments/999999/entries/1",
        [401, 404, 404, 404, 404],
    ),
    ("POST", "/tournaments/{tournament}/start", "/tournaments/999999/start", [401, 403, 403, 404, 404]),
    ("GET", "/tournaments/{tournament}", "/tournaments/{tournament}", ALL),
    (
        "POST",
        "/tournaments/{tournament}/entries",
        "/tournaments/{tournament}/entries",
        [401, 404, 404, 404, 404],
    ),
    ("POST", "/tournaments/{tournament}/start", "/tournaments/{tournament}/start", [401, 403, 403, 409, 409]),
    ("GET", "/courses", "/courses", ACCOUNTS),
    ("POST", "/courses", "/courses", [401, 403, 403, 201, 201]),
    ("GET", "/courses/{course}", "/courses/{course}", MEMBERS),
    ("GET", "/courses/{course}/roster", "/courses/{course}/roster", TEACHER),
    ("PUT", "/courses/{course}/roster", "/courses/{course}/roster", TEACHER_WRONG),
    ("POST", "/courses/{course}/links", "/courses/{course}/links", [401, 403, 404, 201, 404]),
    (
        "DELETE",
        "/courses/{course}/students/{student}/account",
        "/courses/{course}/students/999999/account",
        [401, 403, 404, 404, 404],
    ),
    (
        "PUT",
        "/courses/{course}/teachers/{name}",
        "/courses/{course}/teachers/nobody",
        [401, 403, 404, 400, 400],
    ),
    (
        "DELETE",
        "/courses/{course}/teachers/{name}",
        "/courses/{course}/teachers/nobody",
        [401, 403, 404, 400, 400],
    ),
    ("POST", "/join", "/join", [401, 400, 400, 400, 400]),
    ("POST", "/courses/{course}/assignments", "/courses/{course}/assignments", TEACHER_WRONG),
    ("GET", "/assignments/{assignment}", "/assignments/{assignment}", MEMBERS),
    ("PUT", "/assignments/{assignment}", "/assignments/{assignment}", [401, 403, 404, 204, 404]),
    ("GET", "/assignments/{assignment}/cases", "/assignments/{assignment}/cases", [401, 404, 404, 404, 404]),
    ("PUT", "/assignments/{assignment}/cases", "/assignments/{assignment}/cases", TEACHER_WRONG),
    (
        "PUT",
        "/assignments/{assignment}/hidden-cases",
        "/assignments/{assignment}/hidden-cases",
        TEACHER_WRONG,
    ),
    (
        "GET",
        "/assignments/{assignment}/handout",
        "/assignments/{assignment}/handout",
        [401, 404, 404, 404, 404],
    ),
    ("PUT", "/assignments/{assignment}/handout", "/assignments/{assignment}/handout", TEACHER_WRONG),
    ("GET", "/assignments/{assignment}/submissions", "/assignments/{assignment}/submissions", MEMBERS),
    ("GET", "/submissions/{submission}", "/submissions/{submission}", MEMBERS),
    ("GET", "/submissions/{submission}/source", "/submissions/{submission}/source", MEMBERS),
    ("GET", "/assignments/{assignment}/marks", "/assignments/{assignment}/marks", TEACHER),
    ("GET", "/assignments/{assignment}/class", "/assignments/{assignment}/class", TEACHER),
    ("GET", "/assignments/{assignment}/similarity", "/assignments/{assignment}/similarity", TEACHER),
    (
        "POST",
        "/assignments/{assignment}/regrade",
        "/assignments/{assignment}/regrade",
        [401, 403, 404, 202, 404],
    ),
    (
        "POST",
        "/assignments/{assignment}/submissions",
        "/assignments/{assignment}/submissions?file=a.cpp",
        [401, 202, 404, 403, 404],
    ),
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
        .filter_map(|(method, path, mut wanted)| {
            // PostgreSQL has its own way of making backups.
            if path.ends_with("/backup") || path.ends_with("/backups") {
                wanted[4] = if served.database.is_some() { 409 } else { wanted[4] };
            }
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
    // A bot is entered by whoever owns it: here it has no version that plays.
    let bot = people.bot.to_string();
    let with_bot = |what: &str| {
        let path = format!("/tournaments/{}/{what}", people.tournament);
        people.sessions.each_ref().map(|client| client.form(&path, &[("bot", &bot)]).status)
    };
    assert_eq!(with_bot("entries"), [401, 409, 403, 403, 403]);
    assert_eq!(with_bot("withdraw"), [401, 409, 403, 409, 409], "organisers may take any entry back");
    let path = format!("/api/v1/tournaments/{}/entries", people.tournament);
    let enter = |client: &Client| client.send("POST", &path, &json!({ "bot": people.bot })).status;
    assert_eq!(people.tokens.each_ref().map(enter), [401, 409, 403, 403, 403]);
    let path = format!("{path}/{}", people.bot);
    let take_back = |client: &Client| client.send("DELETE", &path, &json!({})).status;
    assert_eq!(people.tokens.each_ref().map(take_back), [401, 409, 403, 409, 409]);
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

/// A teacher of another course is nobody in this one: pages, API, sources.
#[test]
fn a_teacher_sees_their_own_course_only() {
    let served = Served::start("teachers");
    if let Some(why) = served.no_uploads() {
        println!("skipped: nobody can hand in here: {why}");
        return;
    }
    let people = People::meet(&served);
    let otto = served.sign_up("otto");
    let made = people.sessions[4].form("/admin/users/5/role", &[("role", "organiser")]);
    assert_eq!(made.status, 303);
    let token = otto.token();
    assert_eq!(token.send("POST", "/api/v1/courses", &json!({ "name": "Another course" })).status, 201);
    let of_course =
        |path: &str| ["{course}", "{assignment}", "{submission}"].iter().any(|part| path.contains(part));
    let pages = PAGES.iter().map(|(method, path, _)| (*method, (*path).to_owned()));
    let operations = OPERATIONS.iter().map(|(method, _, path, _)| (*method, format!("/api/v1{path}")));
    let (mut asked_for, mut wrong) = (0, Vec::new());
    for (method, path) in pages.chain(operations).filter(|(_, path)| of_course(path)) {
        let path = people.filled(&path);
        let client = if path.starts_with("/api") { &token } else { &otto };
        let status = asked(client, method, &path);
        asked_for += 1;
        if status != 404 {
            wrong.push(format!("{method} {path}: {status}"));
        }
    }
    assert!(asked_for > 40 && wrong.is_empty(), "{asked_for}: {wrong:#?}");
}

/// The page of every route is asked for above.
#[test]
fn every_page_is_in_the_list() {
    let source = include_str!("../../server/src/web/pages/mod.rs");
    let fits = |route: &str, path: &str| {
        let path = path.split('?').next().unwrap_or_default();
        let (mut wanted, mut there) = (route.split('/'), path.split('/'));
        loop {
            match (wanted.next(), there.next()) {
                (None, None) => return true,
                (Some(part), Some(_)) if part.starts_with("{*") => return true,
                (Some(part), Some(_)) if part.starts_with('{') => {}
                (Some(part), Some(other)) if part == other => {}
                _ => return false,
            }
        }
    };
    let mut missing = Vec::new();
    for rest in source.split(".route(").skip(1) {
        let mut quoted = rest.split('"');
        let route = quoted.nth(1).unwrap();
        let handlers = rest.split(".route(").next().unwrap_or_default();
        let handlers = handlers.split('"').nth(2).unwrap_or_default();
        let handlers = match handlers.contains("uploads") {
            true => "get( post(",
            false => handlers.split(";\n").next().unwrap_or_default(),
        };
        for (word, method) in [("get(", "GET"), ("post(", "POST")] {
            let is_asked = PAGES.iter().any(|(asked, path, _)| *asked == method && fits(route, path));
            if handlers.contains(word) && !is_asked {
                missing.push(format!("{method} {route}"));
            }
        }
    }
    // They change who asks, which the other rows need as it is (every test signs up, and
    // `arena_safety.rs` signs out), and what is to be graded, which is asked for last.
    let asked_elsewhere = ["POST /sign-up", "POST /sign-out", "POST /assignments/{id}/regrade"];
    missing.retain(|one| !asked_elsewhere.contains(&one.as_str()));
    assert!(missing.is_empty(), "{missing:#?}");
}

/// What is sent with a request.
enum Sent<'a> {
    Json(Value),
    Bytes(&'a [u8]),
    Form(&'a [(&'a str, &'a str)]),
}

/// Everything that a teacher or an organiser does is in the list of who did what.
#[test]
fn what_teachers_and_organisers_do_is_written_down() {
    let served = Served::start("audit");
    if let Some(why) = served.no_uploads() {
        println!("skipped: nobody can hand in here: {why}");
        return;
    }
    let people = People::meet(&served);
    let ([_, _, _, session, _], [_, _, _, token, root]) = (&people.sessions, &people.tokens);
    let ladder: Value = token.get("/api/v1/games/breach/ladder").json();
    let greedy = ladder["bots"].as_array().unwrap().iter().find(|row| row["name"] == "greedy").unwrap();
    let entry = json!({ "bot": greedy["bot"] });
    let with_greedy = format!("/api/v1/tournaments/{{tournament}}/entries/{}", greedy["bot"]);
    let handout = coursework::zipped(&[("given.h".to_owned(), b"int given();".to_vec())]);
    let nothing = || Sent::Json(json!({}));
    let title = || Sent::Json(json!({ "title": "More", "game": "breach" }));
    let cup = json!({ "name": "Cup", "game": "breach", "format": "swiss", "blocks": 1 });
    // The student with an account is the first that was ever on a roster.
    let part = "/api/v1/courses/{course}/students/1/account";
    let deeds: Vec<(&str, &str, &str, Sent<'_>)> = vec![
        ("course made", "POST", "/api/v1/courses", Sent::Json(json!({ "name": "Two" }))),
        ("course made", "POST", "/courses", Sent::Form(&[("name", "Three")])),
        ("roster", "PUT", "/api/v1/courses/{course}/roster", Sent::Bytes(b"number\n7\n8\n")),
        ("roster read", "GET", "/api/v1/courses/{course}/roster", nothing()),
        ("roster read", "GET", "/courses/{course}/roster.csv", nothing()),
        ("links to join", "POST", "/api/v1/courses/{course}/links", nothing()),
        ("links to join", "POST", "/courses/{course}/links", Sent::Form(&[])),
        ("teacher added", "PUT", "/api/v1/courses/{course}/teachers/eve", nothing()),
        ("teacher removed", "POST", "/courses/{course}/teachers/remove", Sent::Form(&[("name", "eve")])),
        ("assignment made", "POST", "/api/v1/courses/{course}/assignments", title()),
        ("assignment changed", "PUT", "/api/v1/assignments/{assignment}", title()),
        ("assignment changed", "PUT", "/api/v1/assignments/{assignment}/handout", Sent::Bytes(&handout)),
        ("sources read", "GET", "/api/v1/submissions/{submission}/source", nothing()),
        ("sources read", "GET", "/submissions/{submission}/source", nothing()),
        ("sources read", "GET", "/api/v1/assignments/{assignment}/class", nothing()),
        ("marks read", "GET", "/api/v1/assignments/{assignment}/marks", nothing()),
        ("marks read", "GET", "/assignments/{assignment}/marks.csv", nothing()),
        ("report read", "GET", "/assignments/{assignment}/report/class.html", nothing()),
        ("report read", "GET", "/api/v1/assignments/{assignment}/similarity", nothing()),
        ("regrade", "POST", "/api/v1/assignments/{assignment}/regrade", nothing()),
        ("regrade", "POST", "/assignments/{assignment}/regrade", Sent::Form(&[])),
        ("account parted", "DELETE", part, nothing()),
        ("tournament made", "POST", "/api/v1/tournaments", Sent::Json(cup)),
        ("entry", "POST", "/api/v1/tournaments/{tournament}/entries", Sent::Json(entry)),
        ("entry taken back", "DELETE", &with_greedy, nothing()),
        ("policy", "PUT", "/api/v1/policy", Sent::Json(json!({ "sign_up": "code", "code": "spring-2026" }))),
        ("policy", "POST", "/desk/policy", Sent::Form(&[("policy", "open")])),
        ("activate", "POST", "/bots/{bot}/active", Sent::Form(&[("version", "")])),
    ];
    let by_olga = || -> Vec<Value> {
        let list: Vec<Value> = root.get("/api/v1/audit").json();
        list.into_iter().filter(|one| one["user"] == "olga").collect()
    };
    for (what, method, path, sent) in deeds {
        let before = by_olga().first().map(|one| one["id"].clone());
        let path = people.filled(path);
        let client = if path.starts_with("/api") { token } else { session };
        let status = match sent {
            Sent::Form(fields) => client.form(&path, fields),
            Sent::Bytes(bytes) => client.request(method, &path, &[], bytes),
            Sent::Json(_) if method == "GET" => client.get(&path),
            Sent::Json(body) => client.send(method, &path, &body),
        }
        .status;
        assert!((200..400).contains(&status), "{method} {path}: {status}");
        let list = by_olga();
        assert!(list[0]["what"] == what && list[1]["id"] == before.unwrap(), "{method} {path}: {}", list[0]);
        let secrets = ["spring-2026", "/join/"];
        assert!(!secrets.iter().any(|secret| list[0].to_string().contains(secret)), "{}", list[0]);
    }
    a_tournament_is_written_down(&served, token, root);
}

/// Starting a tournament and having a match of it played again are in the list, too.
fn a_tournament_is_written_down(served: &Served, organiser: &Client, root: &Client) {
    let cup = json!({ "name": "Cup", "game": "breach", "format": "round-robin", "blocks": 1 });
    let cup = id(&organiser.send("POST", "/api/v1/tournaments", &cup));
    let ladder: Value = organiser.get("/api/v1/games/breach/ladder").json();
    for name in ["greedy", "random"] {
        let row = ladder["bots"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
        let entry = json!({ "bot": row["bot"] });
        assert_eq!(organiser.send("POST", &format!("/api/v1/tournaments/{cup}/entries"), &entry).status, 204);
    }
    assert_eq!(organiser.send("POST", &format!("/api/v1/tournaments/{cup}/start"), &json!({})).status, 204);
    served.until(|| {
        let now: Value = organiser.get(&format!("/api/v1/tournaments/{cup}")).json();
        (now["state"] == "finished").then_some(())
    });
    let matches: Value = organiser.get(&format!("/api/v1/matches?tournament={cup}")).json();
    let again = format!("/api/v1/matches/{}/again", matches["matches"][0]["id"]);
    assert_eq!(organiser.send("POST", &again, &json!({})).status, 204);
    let list: Vec<Value> = root.get("/api/v1/audit").json();
    let mine = list.iter().filter(|one| one["user"] == "olga");
    let what: Vec<&str> = mine.filter_map(|one| one["what"].as_str()).take(2).collect();
    assert_eq!(what, ["match played again", "tournament started"]);
}

/// Whatever a page changes is refused without the token of the session's forms, and from another
/// site.
#[test]
fn no_page_changes_anything_for_another_site() {
    let served = Served::start("csrf");
    let root = served.first_administrator("root");
    /// What somebody does who is not signed in.
    const OPEN: [&str; 6] = ["/sign-in", "/sign-up", "/welcome/x", "/password/x", "/join/x", "/preferences"];
    let mut wrong = Vec::new();
    for (method, path, _) in PAGES.iter().filter(|(method, ..)| *method == "POST") {
        let path = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let path = path.collect::<Vec<_>>().join("/");
        let foreign = root.request(method, &path, &[("Origin", "http://evil.example")], b"").status;
        let site = root.request(method, &path, &[("Sec-Fetch-Site", "cross-site")], b"").status;
        let guessed =
            root.form_with_csrf(&path, &[("role", "player"), ("disabled", "true")], &"0".repeat(64));
        let is_open = OPEN.contains(&path.as_str());
        if (foreign, site) != (403, 403) || !is_open && guessed.status < 400 {
            wrong.push(format!("{path}: {foreign}, {site}, {}", guessed.status));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
