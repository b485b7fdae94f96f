//! The organiser's desk and everybody's news.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;

use arena_client::{PASSWORD, Served};
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
