//! Several machines on one PostgreSQL: honest ones, dead ones, and one that lies.
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

use super::entrants::workshop;
use super::live::LiveMatch;
use super::{Part, Worker};
use crate::admin::{self, ArenaPlace};
use crate::arena::Arena;
use crate::database::jobs::{Job, Wanted};
use crate::database::matches::{BlockOf, NewBlock, Which, add_block};
use crate::database::tournaments::{NewTournament, TournamentState};
use crate::database::{Database, now};
use crate::files::FilesPlace;
use crate::settings::{Settings, WebSettings, WorkSettings};
use cups::{Cup, Format};
use matches::Entrant;
use std::collections::BTreeMap;
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
            files: Some(FilesPlace::Folder(self.folder.path().join("files"))),
            jobs: 1,
            grace: Duration::ZERO,
        }
    }

    /// A server that verifies and plans.
    fn server(&self, name: &str) -> Worker {
        self.server_that(name, Part::Keeps)
    }

    fn server_that(&self, name: &str, part: Part) -> Worker {
        let web =
            WebSettings { listen: "127.0.0.1:0".parse().unwrap(), open_sign_up: true, behind_proxy: false };
        let arena = self.runtime.block_on(Arena::open(self.settings(name, &self.address), web)).unwrap();
        self.hand(arena, part)
    }

    /// Lets a server answer requests; returns its address.
    fn answers(&self, server: &Worker) -> String {
        let router = crate::web::router(Arc::clone(&server.arena));
        let service = router.into_make_service_with_connect_info::<std::net::SocketAddr>();
        let listener = self.runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        self.runtime.spawn(axum::serve(listener, service).into_future());
        format!("http://{address}")
    }

    /// A worker whose files are somewhere else than those of the others.
    fn worker_with(&self, name: &str, files: FilesPlace) -> Result<Worker, String> {
        let work = WorkSettings { name: name.to_owned(), games: Vec::new(), builds: true };
        let settings = Settings { files: Some(files), ..self.settings(name, &self.address) };
        self.runtime
            .block_on(Arena::join(settings, &work))
            .map(|arena| self.hand(arena, Part::BuildsAndPlays))
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
    server.handle.block_on(async {
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
fn what_a_server_played_somebody_else_verifies() {
    let Some(shared) = Shared::new("others") else { return };
    let server = shared.server_that("server", Part::Everything);
    let matches = planned(&server, 1);
    let play = |machine: &Worker| Wanted { verifies: false, ..machine.wanted() };
    while server.take_and_work(&play(&server)).unwrap() {}
    assert_eq!(count(&shared, "played"), matches.to_string());
    // A worker is here: it has a look, and the server lets it count.
    let worker = shared.worker("worker", &shared.address);
    assert!(!server.take_and_work(&server.wanted()).unwrap(), "not its own");
    all_done(&worker);
    assert_eq!(count(&shared, "checked"), matches.to_string());
    all_done(&server);
    assert_eq!(count(&shared, "done"), matches.to_string());
    assert_eq!(shared.query("SELECT COUNT(*) FROM matches WHERE checked_by = played_by"), "0");
    // Where there is another server, workers leave it to that one.
    planned(&server, 1);
    while server.take_and_work(&play(&server)).unwrap() {}
    let other = shared.server("other");
    assert!(!worker.take_and_work(&worker.wanted()).unwrap());
    all_done(&other);
    assert_eq!(count(&shared, "done"), (2 * matches).to_string());
    // Alone, with nobody to ask, a server believes itself.
    for machine in [&worker, &other] {
        machine.wait(machine.arena.database.leaves(machine.arena.machine.id)).unwrap();
    }
    planned(&server, 1);
    all_done(&server);
    assert_eq!(count(&shared, "done"), (3 * matches).to_string());
    assert_eq!(
        shared.query("SELECT COUNT(*) FROM matches WHERE checked_by = played_by"),
        matches.to_string()
    );
}

#[test]
fn a_worker_gets_the_files_of_its_jobs_from_a_server_and_no_others() {
    let Some(shared) = Shared::new("files") else { return };
    let server = shared.server("server");
    let elsewhere = FilesPlace::Folder(shared.folder.path().join("other files"));
    let refused = shared.worker_with("lost", elsewhere).unwrap_err();
    assert!(refused.contains("name the same --files"), "{refused}");
    let address = shared.answers(&server);
    let worker = shared.worker_with("worker", FilesPlace::Server(address.clone())).unwrap();
    let matches = planned(&server, 1);
    all_done(&worker);
    all_done(&server);
    assert_eq!(count(&shared, "done"), matches.to_string());
    // A source before, while and after it is its job.
    uploaded(&server, shared.folder.path());
    let source = shared.query("SELECT MAX(source) FROM versions");
    let read = || worker.arena.files.read(&source, 1000);
    assert_eq!(read().unwrap_err().kind(), std::io::ErrorKind::NotFound);
    let taken = worker.wait(worker.arena.database.take_job(&build(&worker))).unwrap();
    let Some(Job::Build { version, .. }) = taken else { panic!("there is a build") };
    assert!(read().is_ok());
    worker.wait(worker.arena.database.finish_build(&version, 1, true, "{}")).unwrap();
    assert!(read().is_err());
    let replay = shared.query("SELECT MAX(replay) FROM matches");
    assert!(worker.arena.files.read(&replay, 1000).is_err(), "it is verified");
    // Nobody else gets anything.
    let place = FilesPlace::Server(address);
    let id = worker.arena.machine.id;
    let stranger = crate::files::Files::open_as(&place, id, &crate::accounts::secret::Secret::new()).unwrap();
    assert!(stranger.keep(b"mine").unwrap_err().to_string().contains("403"));
    assert!(stranger.read(&source, 1000).unwrap_err().to_string().contains("403"));
    shared.query("UPDATE machines SET stopped = 'a lie' WHERE kind = 'worker'");
    assert!(worker.arena.files.keep(b"mine").is_err(), "nor does who is not believed");
}

#[test]
fn a_tournament_that_a_liar_played_in_goes_on_and_what_followed_is_planned_anew() {
    let Some(shared) = Shared::new("cup") else { return };
    let server = shared.server("server");
    let (honest, liar) = (shared.worker("honest", &shared.address), shared.worker("liar", &shared.address));
    let ladder = server.arena.ladders.iter().find(|ladder| ladder.seats == 2).unwrap();
    let active = server.wait(server.arena.database.active_versions(ladder.name())).unwrap();
    let players = ["idle", "random", "greedy", "easy"];
    let rules = ladder.rules;
    let cup = serde_json::json!({ "game": ladder.name(), "rules": rules, "format": "swiss", "rounds": 2,
        "maps": [&*ladder.maps[0].name], "clock": ladder.clock.to_string(), "blocks": 1, "seed": 1 });
    let id = shared.query(&format!(
        "INSERT INTO tournaments (name, game, settings, state, created) \
         VALUES ('cup', '{}', '{cup}', 'running', 0) RETURNING id",
        ladder.name()
    ));
    let id: i64 = id.parse().unwrap();
    for player in players {
        let (version, bot, _) = active.iter().find(|(_, _, name)| name == player).unwrap();
        shared.query(&format!(
            "INSERT INTO entries (tournament_id, bot_id, version_id) VALUES ({id}, {bot}, {version})"
        ));
    }
    let state = || shared.query(&format!("SELECT state FROM tournaments WHERE id = {id}"));
    let table = || {
        let cup = server.wait(async {
            let tournament = server.arena.database.tournament(id).await?.unwrap();
            server.arena.database.played_cup(&tournament, 2).await
        });
        let mut blocks = cup.unwrap().blocks;
        blocks.sort_by_key(|block| block.key);
        blocks
    };
    let to_its_end = || {
        for _ in 0..10 {
            server.plan_tournaments().unwrap();
            all_done(&honest);
            all_done(&server);
        }
        assert_eq!(state(), "finished");
    };
    // The first round by the liar, the rest by the other.
    server.plan_tournaments().unwrap();
    all_done(&liar);
    all_done(&server);
    shared.query("UPDATE machines SET good_until = NULL");
    to_its_end();
    let (before, first) = (table(), shared.query("SELECT MIN(id) FROM matches"));
    let late = "SELECT COUNT(*) FROM blocks WHERE round = 1";
    assert_eq!(shared.query(late), "2");
    let last = shared.query("SELECT MAX(id) FROM blocks");
    server.distrust(first.parse().unwrap(), "it lied").unwrap();
    assert_eq!(state(), "running", "it is open again");
    assert_eq!(shared.query(late), "0", "who plays the second round is not known");
    to_its_end();
    assert_eq!(table(), before, "nothing but its player was wrong with it");
    assert!(shared.query("SELECT MAX(id) FROM blocks").parse::<i64>().unwrap() > last.parse().unwrap());
    let liar = liar.arena.machine.id;
    assert_eq!(shared.query(&format!("SELECT COUNT(*) FROM matches WHERE played_by = {liar}")), "0");
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
    // Nobody waits for one that has left.
    other.wait(database.leaves(other.arena.machine.id)).unwrap();
    assert!(task(&server).unwrap());
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

/// Two servers that look at the same moment find the same blocks missing; each is planned once, and
/// neither has anything to complain of.
#[test]
fn two_servers_plan_a_tournament_once() {
    let Some(shared) = Shared::new("planned") else { return };
    let servers = [shared.server("one"), shared.server("two")];
    let worker = shared.worker("worker", &shared.address);
    let database = &servers[0].arena.database;
    let ladder = servers[0].arena.ladders.iter().find(|ladder| ladder.seats == 1).unwrap();
    let cup = Cup {
        game: ladder.name().to_owned(),
        rules: Some(ladder.rules.to_owned()),
        format: Format::Swiss,
        maps: vec![ladder.maps[0].name.clone()],
        clock: ladder.clock.to_string(),
        blocks: 3,
        rounds: Some(2),
        all_seatings: false,
        patience: 100,
        seed: Some(7),
        jobs: None,
        replays: true,
        folder: None,
        entrants: BTreeMap::new(),
        order: Vec::new(),
    };
    let id = shared.runtime.block_on(async {
        let owner = database.add_user("olga", "no password", crate::Role::Organiser).await.unwrap().unwrap();
        let (deadline, state) = (None, TournamentState::Open);
        let new = NewTournament { owner, name: "Cup", cup: &cup, deadline, state, played: None };
        let id = database.add_tournament(&new).await.unwrap();
        for (version, bot, _) in database.active_versions(ladder.name()).await.unwrap() {
            assert!(database.enter(id, bot, version).await.unwrap());
        }
        assert!(database.change_tournament(id, state, TournamentState::Running).await.unwrap());
        id
    });
    let state = || shared.query(&format!("SELECT state FROM tournaments WHERE id = {id}"));
    while state() == "running" {
        std::thread::scope(|scope| {
            for server in &servers {
                scope.spawn(|| server.plan_tournament(id).unwrap());
            }
        });
        all_done(&worker);
        all_done(&servers[0]);
    }
    // Two rounds of two pairings with three blocks of two matches.
    assert_eq!(shared.query("SELECT COUNT(*) FROM blocks WHERE purpose = 'tournament'"), "12");
    assert_eq!(count(&shared, "done"), "24");
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
    refused("SELECT secret FROM machines");
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
    // Nor what it could do with a row that it may write.
    let other = shared.worker("other", &shared.address);
    let theirs = other.wait(other.arena.database.take_job(&other.wanted())).unwrap();
    let Some(Job::Play { id: theirs, .. }) = theirs else { panic!("there is a match") };
    let mine = worker.wait(worker.arena.database.take_job(&Wanted { builds: false, ..worker.wanted() }));
    let Some(Job::Play { id: mine, attempt }) = mine.unwrap() else { panic!("there is another match") };
    let (me, server_id, other_id) =
        (worker.arena.machine.id, server.arena.machine.id, other.arena.machine.id);
    for query in [
        format!("UPDATE matches SET state = 'waiting' WHERE id = {theirs}"),
        format!("UPDATE matches SET state = 'played', played_by = {me} WHERE id = {theirs}"),
        format!("UPDATE matches SET machine_id = {other_id} WHERE id = {mine}"),
        format!("UPDATE matches SET state = 'played', played_by = {server_id} WHERE id = {mine}"),
        format!("UPDATE matches SET state = 'played', played_by = {other_id} WHERE id = {mine}"),
        format!("UPDATE matches SET state = 'checked' WHERE id = {mine}"),
        format!("UPDATE matches SET state = 'played', played_by = {me}, checked_by = {me} WHERE id = {mine}"),
    ] {
        refused(&query);
    }
    let theirs_in = format!("UPDATE seats SET place = 1 WHERE match_id = {theirs}");
    assert_eq!(changed(&theirs_in), "0");
    assert_eq!(source(other_id), "t", "nor a source in the name of another");
    worker.wait(worker.arena.database.hand_back(mine, attempt)).unwrap();
    other.wait(other.arena.database.leaves(other_id)).unwrap();
    server.wait(server.arena.database.put_back()).unwrap();
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
    server.handle.block_on(async {
        let owner = database.add_user("ann", "no password", crate::Role::Player).await.unwrap().unwrap();
        let bot = (server.arena.ladders[0].name(), "mine");
        let kind = crate::database::bots::SourceKind::Python;
        database.add_version(owner, bot, kind, (&source, 1), None).await.unwrap();
    });
}
