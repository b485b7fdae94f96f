//! Pages asked for at a steady rate, however long each takes.

use crate::Wrong;
use crate::client::Client;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// What the requests took.
#[derive(Debug, Default)]
pub(crate) struct Timings {
    pub(crate) pages: Times,
    /// Ladders and bots.
    pub(crate) large: Times,
    /// What was not answered with 200, a few of them.
    pub(crate) refused: Vec<String>,
}

/// Times of requests.
#[derive(Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// What so many of a hundred took at most.
    pub(crate) fn at(&self, part: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        let rank = (sorted.len() * part).div_ceil(100).saturating_sub(1);
        sorted.get(rank).copied().unwrap_or(Duration::MAX)
    }
}

/// The addresses that are asked for in turn; `true` for ladders and bots.
struct Addresses {
    list: Vec<(String, bool)>,
}

impl Addresses {
    /// Every kind of page, with bots and matches from all over the arena: no bot and no match is
    /// asked for twice in a round.
    async fn of(client: &Client) -> Result<Self, Wrong> {
        const ROUND: i64 = 400;
        /// Prime to the number of bots, so that they come from all over, too.
        const STEP: i64 = 7;
        let newest = client.get("/api/v1/matches").await?.json()?["matches"][0]["id"].as_i64().unwrap_or(1);
        let games = client.get("/api/v1/games").await?.json()?;
        let games: Vec<&str> =
            games.as_array().into_iter().flatten().filter_map(|game| game["name"].as_str()).collect();
        let mut second_pages = Vec::new();
        for game in &games {
            let ladder = client.get(&format!("/api/v1/games/{game}/ladder")).await?.json()?;
            let next = ladder["next"].as_str().map(|next| format!("?after={next}"));
            second_pages.push(format!("/games/{game}/ladder{}", next.unwrap_or_default()));
        }
        let mut list = Vec::new();
        for at in 0..ROUND {
            let place = at as usize % games.len();
            let (game, old, bot) = (games[place], 1 + newest * at / ROUND, 1 + at * STEP % 1000);
            list.push(("/".to_owned(), false));
            list.push((format!("/games/{game}"), false));
            list.push((format!("/matches?game={game}&before={old}"), false));
            list.push((format!("/matches/{old}"), false));
            list.push((format!("/games/{game}/ladder"), true));
            list.push((format!("/bots/{bot}"), true));
            list.push((second_pages[place].clone(), true));
            list.push((format!("/bots/{bot}?before={old}"), true));
        }
        Ok(Self { list })
    }
}

/// Asks for so many pages a second, for a while.
pub(crate) async fn ask(client: &Client, rate: u32, time: Duration) -> Result<Timings, Wrong> {
    let addresses = Addresses::of(client).await?;
    let mut tasks = JoinSet::new();
    let mut clock = tokio::time::interval(Duration::from_secs(1) / rate);
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let count = u64::from(rate) * time.as_secs();
    for (_, (path, is_large)) in (0..count).zip(addresses.list.iter().cycle()) {
        // Measured from when it should have been sent, so that a stall of ours counts, too.
        let due = clock.tick().await.into_std();
        let (client, path, is_large) = (client.clone(), path.clone(), *is_large);
        tasks.spawn(async move {
            let answer = client.get(&path).await;
            let status = answer.map_or_else(|error| error.to_string(), |answer| answer.status.to_string());
            (path, is_large, status, Instant::now().duration_since(due))
        });
    }
    let mut timings = Timings::default();
    while let Some(done) = tasks.join_next().await {
        let (path, is_large, status, took) = done?;
        if status != "200" && timings.refused.len() < 20 {
            timings.refused.push(format!("{path}: {status}"));
        }
        if is_large { timings.large.0.push(took) } else { timings.pages.0.push(took) }
    }
    Ok(timings)
}
