//! Tournaments in the arena: entered, played, killed half-way; and one that the command line has
//! played.
#![cfg(feature = "server")]

mod arena_client;

use arena_client::{Client, Served};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// An organiser with a token.
fn organiser(served: &Served) -> Client {
    let root = served.first_administrator("root");
    let olga = served.sign_up("olga");
    assert_eq!(root.form("/admin/users/2/role", &[("role", "organiser")]).status, 303);
    olga.token()
}

/// The ids of the built-in bots of a game, by name.
fn built_in(client: &Client, game: &str) -> BTreeMap<String, i64> {
    let ladder: Value = client.get(&format!("/api/v1/games/{game}/ladder")).json();
    let bots = ladder["bots"].as_array().unwrap().iter();
    bots.map(|row| (row["name"].as_str().unwrap().to_owned(), row["bot"].as_i64().unwrap())).collect()
}

fn make(client: &Client, body: &Value) -> String {
    let made = client.send("POST", "/api/v1/tournaments", body);
    assert_eq!(made.status, 201, "{}", made.text());
    format!("/api/v1/tournaments/{}", made.json::<Value>()["id"])
}

#[test]
fn a_tournament_is_entered_and_played_also_when_killed() {
    let mut served = Served::start("contest");
    let mut olga = organiser(&served);
    let body = json!({ "name": "Cup", "game": "breach", "format": "swiss", "blocks": 2, "rounds": 2 });
    let way = make(&olga, &body);
    let bots = built_in(&olga, "breach");
    let ann = served.sign_up("ann").token();
    let enter = |client: &Client, bot: i64| {
        client.send("POST", &format!("{way}/entries"), &json!({ "bot": bot })).status
    };
    assert_eq!(enter(&ann, bots["greedy"]), 403, "not hers");
    assert_eq!(olga.send("POST", &format!("{way}/start"), &json!({})).status, 409, "nobody has entered");
    for bot in bots.values() {
        assert_eq!(enter(&olga, *bot), 204);
    }
    assert_eq!(enter(&olga, bots["idle"]), 204, "entering again changes nothing");
    let gone = olga.request("DELETE", &format!("{way}/entries/{}", bots["idle"]), &[], b"");
    assert_eq!((gone.status, enter(&olga, bots["idle"])), (204, 204));
    assert_eq!(olga.send("POST", &format!("{way}/start"), &json!({})).status, 204);
    assert_eq!(enter(&olga, bots["idle"]), 409, "it has begun");

    // Killed in the middle of a round, twice.
    let standings = |client: &Client| client.get(&way).json::<Value>();
    let played = |of: &Value| of["standings"]["played"].as_u64().unwrap();
    let id = way.rsplit('/').next().unwrap().to_owned();
    let playing = |client: &Client| {
        let list: Value = client.get(&format!("/api/v1/matches?tournament={id}")).json();
        list["matches"].as_array().unwrap().iter().filter(|one| one["state"] != "done").count()
    };
    for wanted in [1, 3] {
        let before = served.until(|| Some(standings(&olga)).filter(|now| played(now) >= wanted));
        assert!(playing(&olga) > 0, "a round is being played when it is killed");
        served = served.kill_and_restart();
        olga = served.guest().with_bearer(olga.bearer().unwrap());
        assert!(played(&standings(&olga)) >= played(&before), "what was played still counts");
    }
    let end = served.until(|| Some(standings(&olga)).filter(|now| now["state"] == "finished"));
    let [planned, done] = ["planned", "played"].map(|key| end["standings"][key].as_u64().unwrap());
    // Two rounds of two pairings with two blocks each; nothing is missing and nothing was planned
    // twice.
    assert_eq!((bots.len(), planned, done), (4, 8, 8), "{end}");
    let rounds = end["standings"]["rounds"].as_array().unwrap();
    assert!(rounds.len() == 2 && rounds.iter().all(|round| round.as_array().unwrap().len() == 2), "{end}");
    let matches: Value = olga.get(&format!("/api/v1/matches?tournament={id}")).json();
    assert_eq!(matches["matches"].as_array().unwrap().len(), 16, "each alone, once a block");
    let page = served.guest().get(way.strip_prefix("/api/v1").unwrap()).text();
    assert!(page.contains("id=\"standings\"") && page.contains("greedy"), "{page}");
    let place = |name: &str| {
        let rows = end["standings"]["rows"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap()["place"].as_u64().unwrap()
    };
    assert!(place("greedy") < place("idle"), "{end}");
    assert_eq!(served.stop().code(), Some(0));
}

#[test]
fn a_tournament_of_the_command_line_opens_with_the_same_table() {
    let served = Served::start("opened");
    let olga = organiser(&served);
    let folder = served.data.with_file_name("opened-cup");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let cup = "game = \"breach\"\nformat = \"round-robin\"\nblocks = 4\nmaps = [\"all\"]\nseed = 7\n\
               [entrants]\nZoe = \"greedy\"\nYan = \"random\"\nXi = \"idle\"\n";
    fs::write(folder.join("CUP.toml"), cup).unwrap();
    let run = |words: &[&str]| {
        let done =
            Command::new(SANDTABLE).arg("tournament").args(words).current_dir(&folder).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    run(&["run", "CUP.toml", "-o", "cup"]);
    let status: Value = serde_json::from_str(&run(&["status", "cup", "--json"])).unwrap();
    let there: Vec<(Value, Value)> = status["entrants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].clone(), one["rating"]["elo"].clone()))
        .collect();
    let bytes = fs::read(folder.join("cup/cup.sqlite")).unwrap();
    let sent = olga.request("POST", "/api/v1/tournaments/import?name=Spring", &[], &bytes);
    assert_eq!(sent.status, 201, "{}", sent.text());
    let opened: Value = olga.get(&format!("/api/v1/tournaments/{}", sent.json::<Value>()["id"])).json();
    let rows = opened["standings"]["rows"].as_array().unwrap();
    let here: Vec<(Value, Value)> =
        rows.iter().map(|row| (row["name"].clone(), row["elo"].clone())).collect();
    assert_eq!(here, there, "{opened}");
    for garbage in [&b"no database"[..], b"SQLite format 3\0", &bytes[..bytes.len() / 2]] {
        let refused = olga.request("POST", "/api/v1/tournaments/import?name=Bad", &[], garbage);
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert!(!refused.text().contains("scratch"), "{}", refused.text());
    }
}
