//! The organiser's desk and everybody's news.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;

use arena_client::{Client, PASSWORD, Served};
use serde_json::{Value, json};

#[test]
fn an_organiser_decides_who_signs_up() {
    let served = Served::start("policy");
    let root = served.first_administrator("root").token();
    let decide = |body: &Value| root.send("PUT", "/api/v1/policy", body).status;
    assert_eq!(decide(&json!({ "sign_up": "code", "code": "abc" })), 400, "too short");
    assert_eq!(decide(&json!({ "sign_up": "code", "code": "spring-2026" })), 204);
    assert!(served.guest().get("/sign-up").text().contains("name=\"code\""));
    let sign_up = |name: &str, code: &str| {
        let fields = [("name", name), ("password", PASSWORD), ("code", code)];
        served.guest().form("/sign-up", &fields).status
    };
    assert_eq!(
        [sign_up("eve", ""), sign_up("eve", "autumn"), sign_up("ann", "spring-2026")],
        [403, 403, 303]
    );
    assert_eq!(decide(&json!({ "sign_up": "closed", "uploads_an_hour": 1 })), 204);
    assert_eq!([served.guest().get("/sign-up").status, sign_up("bob", "spring-2026")], [403, 403]);
    // What was decided outlives the arena.
    let served = served.kill_and_restart();
    assert_eq!(served.guest().get("/sign-up").status, 403);
    let backup =
        served.guest().with_bearer(root.bearer().unwrap()).send("POST", "/api/v1/backups", &json!({}));
    if served.database.is_some() {
        assert!(backup.status == 409 && backup.text().contains("pg_dump"), "{}", backup.text());
        return;
    }
    let backup: Value = backup.json();
    let copy = served.data.join("backups").join(backup["name"].as_str().unwrap());
    assert!(copy.join("arena.sqlite").is_file(), "{backup}");
}

#[test]
fn the_owner_of_a_broken_bot_is_told_once() {
    let served = Served::start("news");
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        return;
    }
    let ann = served.sign_up("ann");
    let token = ann.token();
    assert_eq!(ann.upload("breach", "mine", "bot.py", b"import nothing_of_that_name").status, 303);
    let news = served.until(|| {
        let news: Vec<Value> = token.get("/api/v1/me/notices").json();
        (!news.is_empty()).then_some(news)
    });
    assert_eq!((news.len(), news[0]["kind"].as_str()), (1, Some("bot_broken")), "{news:?}");
    assert!(ann.get("/").text().contains("(1)"), "every page says that there is news");
    let made: Value = token.send("POST", "/api/v1/me/feed", &json!({})).json();
    let feed = served.guest().get(made["link"].as_str().unwrap());
    assert_eq!(feed.header("content-type"), Some("application/atom+xml; charset=utf-8"));
    let text = feed.text();
    assert!(text.contains("<entry>") && text.contains("mine") && text.contains("/bots/"), "{text}");
    let last = json!({ "last": news[0]["id"] });
    assert_eq!(token.send("POST", "/api/v1/me/notices/seen", &last).status, 204);
    assert!(!ann.get("/").text().contains("(1)"), "it was seen");
    assert_eq!(served.sign_up("eve").token().get("/api/v1/me/notices").json::<Vec<Value>>().len(), 0);
}

/// All news there is, each once: to whom it concerns and to nobody else.
#[test]
fn everybody_is_told_what_concerns_them() {
    let served = Served::start("told");
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        return;
    }
    let root = served.first_administrator("root");
    let [teacher, ann, eve] = ["teacher", "ann", "eve"].map(|name| served.sign_up(name));
    assert_eq!(root.form("/admin/users/2/role", &[("role", "organiser")]).status, 303);
    let (olga, token, other) = (teacher.token(), ann.token(), eve.token());
    let made = |path: &str, body: Value| -> Value { olga.send("POST", path, &body).json() };
    // A course whose deadline is near, and nothing handed in.
    made("/api/v1/courses", json!({ "name": "Course" }));
    assert_eq!(olga.request("PUT", "/api/v1/courses/1/roster", &[], b"number\n1\n2\n").status, 204);
    let links = made("/api/v1/courses/1/links", json!({}));
    assert_eq!(token.send("POST", "/api/v1/join", &json!({ "link": links[0]["link"] })).status, 200);
    let soon = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(20);
    let policy = format!("[deadline]\nat = {soon:.0}\n");
    let homework = json!({ "title": "A & <B>\u{fffe}", "game": "breach", "stage": 1, "policy": policy });
    made("/api/v1/courses/1/assignments", homework);
    // A bot of hers that plays in a challenge and in a tournament, and one that is broken.
    let start = ann.get("/games/breach/start/python");
    for (name, bytes) in [("mine", &start.body[..]), ("broken", b"PK\x03\x04")] {
        assert_eq!(ann.upload("breach", name, "bot.zip", bytes).status, 303);
    }
    let bot = served.until(|| {
        let me: Value = token.get("/api/v1/me").json();
        me["bots"].as_array().unwrap().iter().find(|bot| bot["active_version"].is_i64()).cloned()
    });
    let ladder: Value = token.get("/api/v1/games/breach/ladder").json();
    let idle = ladder["bots"].as_array().unwrap().iter().find(|row| row["name"] == "idle").unwrap();
    let challenge = json!({ "version": bot["active_version"], "opponents": [idle["version"]], "blocks": 1 });
    assert_eq!(token.send("POST", "/api/v1/challenges", &challenge).status, 202);
    let now = jiff::Timestamp::now().as_millisecond();
    let cup = json!({
        "name": "Cup", "game": "breach", "format": "round-robin", "blocks": 1, "deadline": now + 2_000
    });
    let cup = made("/api/v1/tournaments", cup)["id"].clone();
    for (client, bot) in [(&token, &bot["id"]), (&olga, &idle["bot"])] {
        let path = format!("/api/v1/tournaments/{cup}/entries");
        assert_eq!(client.send("POST", &path, &json!({ "bot": bot })).status, 204, "before its deadline");
    }
    let wanted = ["bot_broken", "challenge_done", "deadline", "tournament_finished", "tournament_started"];
    let news = served.until(|| {
        let news: Vec<Value> = token.get("/api/v1/me/notices").json();
        let mut kinds: Vec<&str> = news.iter().filter_map(|one| one["kind"].as_str()).collect();
        kinds.sort_unstable();
        assert!(kinds.len() <= wanted.len(), "each comes once: {kinds:?}");
        (kinds == wanted).then(|| news.clone())
    });
    assert_eq!(other.get("/api/v1/me/notices").text(), "[]");
    let page = ann.get("/notices").text();
    for one in &news {
        let link = one["link"].as_str().unwrap();
        assert!(page.contains(link), "{link}");
        assert_eq!(ann.get(link.split('#').next().unwrap()).status, 200, "it leads somewhere");
    }
    let feed: Value = token.send("POST", "/api/v1/me/feed", &json!({})).json();
    let feed = served.guest().get(feed["link"].as_str().unwrap()).text();
    assert_eq!(feed.matches("<entry>").count(), wanted.len(), "{feed}");
    assert!(feed.contains("rel=\"self\"") && !feed.contains('\u{fffe}') && !feed.contains("<B>"), "{feed}");
    all_of_a_person_is_in_their_data(&ann, &news);
}

fn all_of_a_person_is_in_their_data(ann: &Client, news: &[Value]) {
    let data: Value = ann.get("/account/data.json").json();
    assert_eq!(data["courses"][0]["number"], "1", "{data}");
    assert_eq!(data["entries"][0]["name"], "Cup");
    assert_eq!(data["notices"].as_array().unwrap().len(), news.len());
    let deeds: Vec<&str> =
        data["audit"].as_array().unwrap().iter().filter_map(|one| one["what"].as_str()).collect();
    assert!(["joined", "entry"].iter().all(|deed| deeds.contains(deed)), "{deeds:?}");
    assert_eq!(data["submissions"], json!([]));
}
