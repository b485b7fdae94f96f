//! People who watch the same match, and the next when it is over.

use crate::Wrong;
use crate::client::Client;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::task::JoinSet;

/// How long everybody may take to come.
const PATIENCE: u32 = 600;

/// A crowd of watchers.
pub(crate) struct Crowd {
    shared: Arc<Shared>,
    tasks: JoinSet<()>,
}

/// What was seen of a crowd.
#[derive(Debug)]
pub(crate) struct Watched {
    /// The most that watched one match at the same time.
    pub(crate) most: usize,
    pub(crate) films: usize,
    pub(crate) matches: usize,
}

#[derive(Default)]
struct Shared {
    /// The match that everybody watches; 0 while there is none.
    target: AtomicI64,
    now: AtomicUsize,
    most: AtomicUsize,
    films: AtomicUsize,
    matches: AtomicUsize,
    is_over: AtomicBool,
}

/// Waits until so many watch.
pub(crate) async fn gather(client: &Client, count: usize) -> Result<Crowd, Wrong> {
    let shared = Arc::new(Shared::default());
    let mut tasks = JoinSet::new();
    tasks.spawn(choose(client.clone(), Arc::clone(&shared)));
    for _ in 0..count {
        tasks.spawn(watch(client.clone(), Arc::clone(&shared)));
    }
    for _ in 0..PATIENCE {
        if shared.most.load(Ordering::Relaxed) >= count {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(Crowd { shared, tasks })
}

impl Crowd {
    pub(crate) async fn leave(mut self) -> Watched {
        self.shared.is_over.store(true, Ordering::Relaxed);
        self.tasks.shutdown().await;
        let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        Watched {
            most: of(&self.shared.most),
            films: of(&self.shared.films),
            matches: of(&self.shared.matches),
        }
    }
}

/// Looks for a match that is being played whenever nobody watches any.
async fn choose(client: Client, shared: Arc<Shared>) {
    while !shared.is_over.load(Ordering::Relaxed) {
        if shared.now.load(Ordering::Relaxed) == 0 {
            let answer = client.get("/api/v1/matches?state=running").await;
            let list = answer.ok().and_then(|answer| answer.json().ok()).unwrap_or_default();
            let id = list["matches"][0]["id"].as_i64().unwrap_or_default();
            if shared.target.swap(id, Ordering::Relaxed) != id && id != 0 {
                shared.matches.fetch_add(1, Ordering::Relaxed);
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn watch(client: Client, shared: Arc<Shared>) {
    while !shared.is_over.load(Ordering::Relaxed) {
        let id = shared.target.load(Ordering::Relaxed);
        if id == 0 || follow(&client, id, &shared).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Reads the events of a match until its end.
async fn follow(client: &Client, id: i64, shared: &Shared) -> Result<(), Wrong> {
    let mut stream = client.begin("GET", &format!("/matches/{id}/live"), "", b"").await?;
    let mut buffer = vec![0; 1 << 16];
    let length = stream.read(&mut buffer).await?;
    if !buffer[..length].starts_with(b"HTTP/1.1 200") {
        return Err("it is over".into());
    }
    let now = shared.now.fetch_add(1, Ordering::Relaxed) + 1;
    shared.most.fetch_max(now, Ordering::Relaxed);
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => break,
            Ok(length) => {
                let marks = buffer[..length].windows(13).filter(|part| *part == b"event: frames").count();
                shared.films.fetch_add(marks, Ordering::Relaxed);
            }
        }
    }
    shared.now.fetch_sub(1, Ordering::Relaxed);
    Ok(())
}
