//! What people do meanwhile: they upload, challenge, hand in and play at tables. Everything that a
//! server accepted is noted.

use super::tables::{PlayedTable, Tab, open_table};
use crate::client::{Client, Request};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Uploads of one person: more within an hour are refused.
const UPLOADS: usize = 25;

/// So many rounds are played at one table.
const ROUNDS: u64 = 30;

/// How often the same request is sent when nobody answers.
pub(super) const TRIES: usize = 240;

/// A bot for breach that orders nothing, and a program for its first stage that is wrong.
const BOT: &str = "import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] == 'turn':\n        print(json.dumps({'turn': message['turn'], 'orders': []}), flush=True)\n";
const PROGRAM: &str =
    "#include <iostream>\nint main() { int n; while (std::cin >> n) {} std::cout << 0 << std::endl; }\n";

/// What was accepted, by its id.
#[derive(Clone, Debug, Default)]
pub(super) struct Accepted {
    pub(super) versions: Vec<i64>,
    pub(super) challenges: Vec<i64>,
    pub(super) submissions: Vec<i64>,
    pub(super) tables: Vec<PlayedTable>,
    /// What servers refused though it was right.
    pub(super) refused: Vec<String>,
}

/// People who are busy until they are told to stop.
#[derive(Debug)]
pub(super) struct Load {
    accepted: Arc<Mutex<Accepted>>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

/// Where the students hand in, and one of them.
#[derive(Clone, Debug)]
pub(super) struct Homework {
    pub(super) student: Client,
    pub(super) assignment: i64,
}

/// Makes a course with an assignment and a student. The teacher may make courses already.
pub(super) fn homework(teacher: &Client, student: Client) -> Result<Homework, String> {
    let id = |answer: &Value| answer["id"].as_i64().ok_or_else(|| answer.to_string());
    let course = teacher.insist(&Request::json("POST", "/courses", &json!({ "name": "Chaos" })), TRIES)?;
    let course = id(&course)?;
    let roster = Request {
        method: "PUT",
        path: format!("/courses/{course}/roster"),
        key: None,
        kind: "text/csv",
        body: b"number,name\n1,One\n".to_vec(),
    };
    teacher.insist(&roster, TRIES)?;
    let links =
        teacher.insist(&Request::json("POST", &format!("/courses/{course}/links"), &json!({})), TRIES)?;
    let link = links[0]["link"].as_str().ok_or_else(|| links.to_string())?.to_owned();
    student.insist(&Request::json("POST", "/join", &json!({ "link": link })), TRIES)?;
    let body = json!({ "title": "First", "game": "breach", "stage": 1, "policy": "", "language": "en" });
    let made =
        teacher.insist(&Request::json("POST", &format!("/courses/{course}/assignments"), &body), TRIES)?;
    Ok(Homework { student, assignment: id(&made)? })
}

impl Load {
    /// Begins. `opponent` is a version that is always there.
    pub(super) fn begin(servers: &[u16], homework: Homework, opponent: i64) -> Self {
        let (accepted, stop) = (Arc::default(), Arc::<AtomicBool>::default());
        let mut load = Self { accepted, stop, threads: Vec::new() };
        let at = servers.to_vec();
        load.busy(move |accepted, number| play(&at, accepted, number));
        let (servers, mut person) = (servers.to_vec(), None);
        load.busy(move |accepted, number| {
            if number.is_multiple_of(UPLOADS) || person.is_none() {
                let name = format!("player-{}", number / UPLOADS);
                match Client::sign_up(&servers, &name, TRIES) {
                    Ok(client) => person = Some((name, client)),
                    Err(why) => return note(accepted, |all| all.refused.push(why)),
                }
            }
            if let Some((name, client)) = &person {
                upload_and_challenge((name.as_str(), client), (accepted, number), opponent);
            }
        });
        load.busy(move |accepted, number| hand_in(&homework, accepted, number));
        load
    }

    fn busy(&mut self, mut work: impl FnMut(&Mutex<Accepted>, usize) + Send + 'static) {
        let (accepted, stop) = (Arc::clone(&self.accepted), Arc::clone(&self.stop));
        self.threads.push(thread::spawn(move || {
            for number in 0.. {
                work(&accepted, number);
                for _ in 0..40 {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    thread::sleep(Duration::from_millis(100));
                }
            }
        }));
    }

    /// Waits until everybody has got their last answer.
    pub(super) fn end(self) -> Accepted {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads {
            let _ = thread.join();
        }
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn note(accepted: &Mutex<Accepted>, change: impl FnOnce(&mut Accepted)) {
    change(&mut accepted.lock().unwrap_or_else(PoisonError::into_inner));
}

/// A version is uploaded, and the bot of the one before challenges.
fn upload_and_challenge(
    (person, client): (&str, &Client),
    (accepted, number): (&Mutex<Accepted>, usize),
    opponent: i64,
) {
    let path = format!("/games/breach/bots/{person}-bot/versions?file=bot.py");
    let bot = format!("# number {number}\n{BOT}");
    let request = Request::bytes(&path, format!("upload-{number}"), bot.into_bytes());
    let version = match client.insist(&request, TRIES) {
        Ok(answer) => answer["version"].as_i64().unwrap_or_default(),
        Err(why) => return note(accepted, |all| all.refused.push(why)),
    };
    note(accepted, |all| all.versions.push(version));
    // It can play when it was built; whoever does not wait long for it is refused rightly.
    let body = json!({ "version": version, "opponents": [opponent], "maps": [], "blocks": 1 });
    let mut request = Request::json("POST", "/challenges", &body);
    request.key = Some(format!("challenge-{number}"));
    for at in 0..20 {
        match client.ask(&request, at) {
            Some((200..=299, answer)) => {
                return note(accepted, |all| all.challenges.push(answer["id"].as_i64().unwrap_or_default()));
            }
            _ => thread::sleep(Duration::from_secs(1)),
        }
    }
}

/// Two people come to a table, each at another server, and play on for some rounds. When a server
/// goes they come back, the next time each to the server of the other.
fn play(servers: &[u16], accepted: &Mutex<Accepted>, number: usize) {
    let port = |at: usize| servers[at % servers.len()];
    let last = accepted.lock().unwrap_or_else(PoisonError::into_inner).tables.last().cloned();
    let table = match last {
        Some(table) if table.round < ROUNDS => table,
        _ => {
            let Ok(link) = open_table(port(number)) else { return };
            let table = PlayedTable { link, round: 1 };
            note(accepted, |all| all.tables.push(table.clone()));
            table
        }
    };
    let shown = |round: u64| {
        note(accepted, |all| {
            if let Some(last) = all.tables.last_mut() {
                last.round = last.round.max(round);
            }
        });
    };
    // Whoever is hung up on comes back later.
    let _ = play_rounds((port(number), port(number + 1)), &table.link, shown);
}

/// Plays until somebody is hung up on. What anybody is shown is `shown`.
fn play_rounds((here, there): (u16, u16), link: &str, shown: impl Fn(u64)) -> std::io::Result<()> {
    let mut host = Tab::open(here, link)?;
    shown(host.round);
    // Whoever is answered has been told everything, the link for the other seat included.
    host.press("Escape")?;
    let Some(other) = host.other.clone() else { return Ok(()) };
    let mut guest = Tab::open(there, &other)?;
    for _ in 0..5 {
        let next = host.round.max(guest.round) + 1;
        for tab in [&mut host, &mut guest] {
            tab.press("e")?;
            // Perhaps it was asked whether the turn is to end.
            tab.press("e")?;
            shown(tab.round);
        }
        for tab in [&mut host, &mut guest] {
            tab.until(next)?;
            shown(tab.round);
        }
    }
    Ok(())
}

fn hand_in(homework: &Homework, accepted: &Mutex<Accepted>, number: usize) {
    let path = format!("/assignments/{}/submissions?file=main.cpp", homework.assignment);
    let program = format!("// number {number}\n{PROGRAM}");
    let request = Request::bytes(&path, format!("work-{number}"), program.into_bytes());
    match homework.student.insist(&request, TRIES) {
        Ok(answer) => note(accepted, |all| all.submissions.push(answer["id"].as_i64().unwrap_or_default())),
        // So many within an hour.
        Err(why) if why.contains("429") => {}
        Err(why) => note(accepted, |all| all.refused.push(why)),
    }
    thread::sleep(Duration::from_secs(4));
}
