//! Several machines on one PostgreSQL: honest ones, dead ones, and one that lies.
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

use super::entrants::workshop;
use super::live::LiveMatch;
use super::{Part, Worker};
use crate::admin::{self, ArenaPlace};
use crate::arena::Arena;
use crate::database::jobs::{Job, Wanted};
use crate::database::matches::{BlockOf, NewBlock, Which, add_block};
use crate::database::{Database, now};
use crate::settings::{Settings, WebSettings, WorkSettings};
use matches::Entrant;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use testing::postgres;
use tokio::runtime::Runtime;

/// Machines of one arena, without threads of their own.
struct Shared {
    runtime: Runtime,
    folder: tempfile::TempDir,
    address: String,
}

impl Shared {
    /// An arena in a new database; none, with the reason printed, if there is no PostgreSQL.
    fn new(name: &str) -> Option<Self> {
        let Some(address) = postgres::new_database(name) else {
            println!("skipped: {} does not name a PostgreSQL", postgres::VARIABLE);
            return None;
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        Some(Self { runtime, folder: tempfile::tempdir().unwrap(), address })
    }

    fn settings(&self, name: &str, address: &str) -> Settings {
        Settings {
            data: self.folder.path().join(name),
            database: Some(address.to_owned()),
            files: Some(self.folder.path().join("files")),
            jobs: 1,
            grace: Duration::ZERO,
        }
    }

    fn server(&self, name: &str) -> Worker {
        let web =
            WebSettings { listen: "127.0.0.1:0".parse().unwrap(), open_sign_up: true, behind_proxy: false };
        let arena = self.runtime.block_on(Arena::open(self.settings(name, &self.address), web)).unwrap();
        self.hand(arena, Part::Keeps)
    }

    fn worker(&self, name: &str, address: &str) -> Worker {
        let work = WorkSettings { name: name.to_owned(), games: Vec::new(), builds: true };
        let arena = self.runtime.block_on(Arena::join(self.settings(name, address), &work)).unwrap();
        self.hand(arena, Part::BuildsAndPlays)
    }

    fn hand(&self, arena: Arena, part: Part) -> Worker {
        Worker { arena: Arc::new(arena), handle: self.runtime.handle().clone(), part }
    }

    fn query(&self, query: &str) -> String {
        postgres::query(&self.address, query)
    }
}

/// Plans blocks between two built-in bots on the quickest ladder: its name, and how many matches
/// that are.
fn planned(server: &Worker, blocks: u64) -> usize {
    let ladder = server.arena.ladders.iter().find(|ladder| ladder.seats == 1).unwrap();
    let database = &server.arena.database;
    let active = server.wait(database.active_versions(ladder.name())).unwrap();
    let version = |name: &str| active.iter().find(|(_, _, known)| known == name).unwrap().0;
    let seatings = vec![vec![version("greedy")], vec![version("random")]];
    let clock = ladder.clock.to_string();
    server.wait(async {
        let mut change = database.change().await.unwrap();
        for seed in 0..blocks {
            let (game, map, rules) = (ladder.name(), &*ladder.maps[0].name, ladder.rules);
            let (seatings, clock) = (seatings.clone(), &*clock);
            add_block(
                &mut change,
                &NewBlock { game, map, rules, clock, seed, of: BlockOf::Ladder, seatings },
            )
            .await
            .unwrap();
        }
        change.commit().await.unwrap();
    });
    seatings.len() * blocks as usize
}

fn all_done(worker: &Worker) {
    while worker.take_and_work(&worker.wanted()).unwrap() {}
}

fn count(shared: &Shared, state: &str) -> String {
    shared.query(&format!("SELECT COUNT(*) FROM matches WHERE state = '{state}'"))
}

#[test]
fn a_worker_plays_and_a_server_verifies() {
    let Some(shared) = Shared::new("plays") else { return };
    let server = shared.server("server");
    let worker = shared.worker("worker", &shared.address);
    let matches = planned(&server, 3);
    all_done(&worker);
    assert_eq!(count(&shared, "played"), matches.to_string(), "what a worker says counts for nothing yet");
    all_done(&server);
    assert_eq!(count(&shared, "done"), matches.to_string());
    let by = shared.query("SELECT DISTINCT kind FROM matches JOIN machines ON machines.id = played_by");
    assert_eq!(by, "worker");
    let place = ArenaPlace::Postgres(shared.address.clone());
    assert!(admin::recount(&place).unwrap_err().contains("stop them first"));
    for machine in [&server, &worker] {
        machine.wait(machine.arena.database.leaves(machine.arena.machine.id)).unwrap();
    }
    assert!(admin::recount(&place).unwrap().iter().all(|ladder| ladder.was_right));
}

#[test]
fn a_worker_that_tells_another_result_is_stopped_and_its_matches_are_played_again() {
    let Some(shared) = Shared::new("result") else { return };
    let server = shared.server("server");
    let liar = shared.worker("liar", &shared.address);
    planned(&server, 2);
    // An honest result, verified and counted, then one that its replay does not give.
    assert!(liar.take_and_work(&liar.wanted()).unwrap());
    all_done(&server);
    // Chance may have wanted a sample of it.
    shared.query("UPDATE machines SET good_until = NULL");
    let Some(Job::Play { id, attempt }) = liar.wait(liar.arena.database.take_job(&liar.wanted())).unwrap()
    else {
        panic!("there is a match")
    };
    let mut told = liar.played(id, &LiveMatch::default()).unwrap();
    told.report.outcome[0].score += 1;
    let machine = (liar.arena.machine.id, 1.0);
    assert!(liar.wait(liar.arena.database.finish_match((id, attempt), machine, &told)).unwrap());
    all_done(&server);
    assert!(
        shared.query("SELECT stopped FROM machines WHERE name = 'liar'").contains("not that of the replay")
    );
    assert_eq!(count(&shared, "done"), "0", "nothing of it was sampled, so nothing of it is believed");
    assert!(!liar.take_and_work(&liar.wanted()).unwrap(), "it gets nothing more");
    let honest = shared.worker("honest", &shared.address);
    all_done(&honest);
    all_done(&server);
    assert_eq!((count(&shared, "done").as_str(), count(&shared, "waiting").as_str()), ("4", "0"));
    let (_, was_right) =
        server.wait(server.arena.database.tally_again(server.arena.ladders[0].name())).unwrap();
    assert!(was_right, "a block that was played twice counts once");
}

#[test]
fn a_worker_whose_bots_do_not_play_themselves_is_found_by_a_sample() {
    let Some(shared) = Shared::new("orders") else { return };
    let server = shared.server("server");
    let (honest, liar) = (shared.worker("honest", &shared.address), shared.worker("liar", &shared.address));
    planned(&server, 1);
    // The liar lets somebody else play under a bot's name: a replay without fault, of the wrong
    // bot.
    let ladder = server.arena.ladders.iter().find(|ladder| ladder.seats == 1).unwrap();
    let sandbox = liar.arena.match_sandbox.clone();
    let idle = Entrant::find("idle", workshop(ladder.name(), ladder.rules, &sandbox)).unwrap();
    let active = server.wait(server.arena.database.active_versions(ladder.name())).unwrap();
    for (version, _, name) in active {
        liar.arena.ready.keep(version, Entrant { name, ..idle.clone() });
    }
    for (machine, is_true) in [(&honest, true), (&liar, false)] {
        assert!(machine.take_and_work(&machine.wanted()).unwrap());
        let played = server.wait(server.arena.database.matches(Which::All, i64::MAX, 10)).unwrap();
        let me = machine.arena.machine.id;
        let one = played.iter().find(|one| one.played_by == Some(me)).unwrap();
        let sample = server.played_the_same(one.id, me, one.replay.as_deref().unwrap());
        assert_eq!(sample.is_ok(), is_true, "{sample:?}");
        if let Err(why) = sample {
            server.distrust(one.id, &format!("{why:?}")).unwrap();
        }
    }
    let stopped = shared.query("SELECT name FROM machines WHERE stopped IS NOT NULL");
    assert_eq!(stopped, "liar");
    assert_eq!(shared.query("SELECT COUNT(*) FROM machines WHERE good_until IS NOT NULL"), "1");
    assert_eq!((count(&shared, "played").as_str(), count(&shared, "waiting").as_str()), ("1", "1"));
}

#[test]
fn what_a_dead_machine_had_taken_is_put_back() {
    let Some(shared) = Shared::new("dead") else { return };
    let (server, other) = (shared.server("one"), shared.server("two"));
    let worker = shared.worker("worker", &shared.address);
    planned(&server, 1);
    let database = &server.arena.database;
    let taken = worker.wait(worker.arena.database.take_job(&worker.wanted())).unwrap();
    assert!(matches!(taken, Some(Job::Play { .. })));
    assert_eq!(server.wait(database.put_back()).unwrap(), 0, "it lives");
    shared.query(&format!("UPDATE machines SET seen = 0 WHERE id = {}", worker.arena.machine.id));
    assert_eq!(server.wait(database.miss_machines()).unwrap(), 1);
    assert_eq!(server.wait(database.put_back()).unwrap(), 1);
    // It comes back: it is here again, and what it had is somebody else's.
    assert_eq!(worker.wait(worker.arena.database.lives(worker.arena.machine.id)).unwrap(), None);
    all_done(&worker);
    assert_eq!(count(&shared, "played"), "2");
    // One matchmaker at a time.
    let task =
        |machine: &Worker| machine.wait(machine.arena.database.lease("task", machine.arena.machine.id));
    assert!(task(&server).unwrap() && !task(&other).unwrap() && task(&server).unwrap());
    shared.query("UPDATE leases SET expires = 0");
    assert!(task(&other).unwrap() && !task(&server).unwrap());
}

#[test]
fn results_that_could_not_be_written_are_played_again() {
    let Some(shared) = Shared::new("lost") else { return };
    let server = shared.server("server");
    let worker = shared.worker("worker", &shared.address);
    planned(&server, 1);
    // Whatever a worker writes of seats fails.
    shared.query("ALTER TABLE seats ADD CONSTRAINT broken CHECK (place IS NULL) NOT VALID");
    assert!(worker.take_and_work(&worker.wanted()).is_err());
    assert_eq!(count(&shared, "running"), "1");
    shared.query("ALTER TABLE seats DROP CONSTRAINT broken");
    worker.wait(worker.arena.held.put_back_lost(&worker.arena)).unwrap();
    all_done(&worker);
    all_done(&server);
    assert_eq!(count(&shared, "done"), "2");
}

#[test]
fn servers_that_start_together_make_the_tables_once() {
    let Some(shared) = Shared::new("together") else { return };
    let open = || Database::connect(&shared.address, 2);
    let opened = shared.runtime.block_on(async { tokio::join!(open(), open(), open()) });
    assert!(opened.0.is_ok() && opened.1.is_ok() && opened.2.is_ok());
    assert_eq!(shared.query("SELECT COUNT(*) = MAX(number) + 1 FROM migrations"), "t");
}

#[test]
fn the_role_of_a_worker_does_what_a_worker_does_and_nothing_else() {
    let Some(shared) = Shared::new("role") else { return };
    let server = shared.server("server");
    let role = format!("test_worker_{}", std::process::id());
    shared.query(&format!("DROP ROLE IF EXISTS {role}"));
    shared.query(&format!("CREATE ROLE {role} LOGIN"));
    admin::grant_worker(&shared.address, &role).unwrap();
    let (scheme, rest) = shared.address.split_once("://").unwrap();
    let address = format!("{scheme}://{role}@{}", rest.rsplit_once('@').unwrap().1);
    let worker = shared.worker("worker", &address);
    uploaded(&server, shared.folder.path());
    planned(&server, 2);
    let refused = |query: &str| {
        let said = postgres::try_query(&address, query);
        assert!(said.as_ref().is_err_and(|said| said.contains("permission denied")), "{query}: {said:?}");
    };
    let secrets = ["password FROM users", "hash FROM sessions", "hash FROM tokens", "hash FROM links"];
    secrets.iter().for_each(|secret| refused(&format!("SELECT {secret}")));
    refused("SELECT source FROM versions");
    refused("SELECT report FROM versions");
    refused("UPDATE ratings SET elo = 0");
    refused("UPDATE matches SET finished = 1");
    refused("DELETE FROM matches");
    refused("UPDATE machines SET stopped = NULL");
    // Nothing that is not its job: sources of others, results of others, letting something count.
    let source = |machine: i64| {
        let query = format!("SELECT job_source(MAX(id), {machine}) IS NULL FROM versions");
        postgres::query(&address, &query)
    };
    assert_eq!(source(worker.arena.machine.id), "t");
    let changed = |query: &str| {
        postgres::query(&address, &format!("WITH did AS ({query} RETURNING 1) SELECT COUNT(*) FROM did"))
    };
    assert_eq!(changed("UPDATE seats SET place = 1"), "0");
    assert_eq!(changed("UPDATE bots SET active_version = 1"), "0");
    assert!(postgres::try_query(&address, "UPDATE matches SET state = 'done'").is_err());
    // Its job: a build, whose source it gets, and matches.
    let Some(Job::Build { version, .. }) =
        worker.wait(worker.arena.database.take_job(&build(&worker))).unwrap()
    else {
        panic!("there is a build")
    };
    assert!(version.source.is_some() && source(worker.arena.machine.id) == "f");
    worker.wait(worker.arena.database.finish_build(&version, 1, true, "{}")).unwrap();
    assert_eq!(source(worker.arena.machine.id), "t", "it is done with it");
    assert_eq!(
        shared.query(&format!("SELECT active_version FROM bots WHERE id = {}", version.bot_id)),
        version.id.to_string()
    );
    all_done(&worker);
    all_done(&server);
    assert_eq!(count(&shared, "done"), "4");
    drop(worker);
    shared.query(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

/// Builds, also where this machine contains nothing: only the rows are looked at.
fn build(worker: &Worker) -> Wanted {
    Wanted { builds: true, ..worker.wanted() }
}

/// A version of somebody's that waits.
fn uploaded(server: &Worker, folder: &Path) {
    assert!(folder.is_dir());
    let database = &server.arena.database;
    let source = server.arena.files.keep(format!("# a bot of {}", now()).as_bytes()).unwrap();
    server.wait(async {
        let owner = database.add_user("ann", "no password", crate::Role::Player).await.unwrap().unwrap();
        let bot = (server.arena.ladders[0].name(), "mine");
        let kind = crate::database::bots::SourceKind::Python;
        database.add_version(owner, bot, kind, (&source, 1), None).await.unwrap();
    });
}
