//! Somebody who keeps the arena playing: a new player whose bot, the Python start, challenges
//! another again and again.

use crate::Wrong;
use crate::client::{Answer, Client};
use serde_json::{Value, json};
use std::time::Duration;

const GAME: &str = "fc18";

/// Makes an account, uploads the start, waits until it is ready, and challenges the first of the
/// ladder.
pub(crate) async fn challenge(client: &Client) -> Result<(), Wrong> {
    let name = format!("load{}", std::process::id());
    let account = json!({ "name": name, "password": format!("{name}-password") });
    let token = wanted(client.post("/api/v1/accounts", &account).await?, 201)?;
    let token = token["token"].as_str().ok_or("no token")?.to_owned();
    let client = client.with_token(token);
    let start = client.get(&format!("/games/{GAME}/start/python")).await?;
    let path = format!("/api/v1/games/{GAME}/bots/{name}/versions?file=bot.zip");
    let sent = client.ask("POST", &path, "application/octet-stream", &start.body).await?;
    let sent = wanted(sent, 202)?;
    let bot = format!("/api/v1/bots/{}", sent["bot"]);
    let mut active = Value::Null;
    for _ in 0..1200 {
        active = wanted(client.get(&bot).await?, 200)?["active_version"].clone();
        if !active.is_null() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let ladder = wanted(client.get(&format!("/api/v1/games/{GAME}/ladder")).await?, 200)?;
    let first = &ladder["bots"][0]["version"];
    let body = json!({ "version": active, "opponents": [first], "blocks": 50 });
    wanted(client.post("/api/v1/challenges", &body).await?, 202)?;
    Ok(())
}

/// The body of an answer that has this status.
fn wanted(answer: Answer, status: u16) -> Result<Value, Wrong> {
    match answer.status == status {
        true => answer.json(),
        false => Err(format!("{}: {}", answer.status, String::from_utf8_lossy(&answer.body)).into()),
    }
}
