//! What must be true when everything that went wrong is over.

use super::Arena;
use super::load::Accepted;
use super::machines::below;
use super::tables::Tab;
use crate::process::{self, program};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::collections::BTreeSet;
use std::path::Path;

/// Replays that are verified by one command.
const AT_ONCE: usize = 200;

/// Comes to all tables at all servers once more; says what is wrong with them. Nobody was shown
/// what was not written down.
pub(super) fn tables(servers: &[u16], accepted: &Accepted) -> Vec<String> {
    let mut wrong = Vec::new();
    for table in &accepted.tables {
        for server in servers {
            match Tab::open(*server, &table.link) {
                Ok(tab) if tab.round >= table.round => {}
                Ok(tab) => wrong.push(format!("{table:?} is in round {} at {server}", tab.round)),
                Err(why) => wrong.push(format!("{table:?} cannot be opened at {server}: {why}")),
            }
        }
    }
    let rounds: u64 = accepted.tables.iter().map(|table| table.round).sum();
    println!("tables: {} accepted, {rounds} rounds shown", accepted.tables.len());
    wrong
}

/// Looks at everything, and says what is wrong. Matches up to `first` are from before all machines
/// were there.
pub(super) fn audit(
    arena: &Arena,
    (accepted, wrong_tables): (&Accepted, Vec<String>),
    (first, (workspace, sandtable)): (i64, (&Workspace, &Path)),
) -> Result<(), Stop> {
    let refused = accepted.refused.iter().map(|why| format!("refused: {why}"));
    let mut wrong: Vec<String> = refused.chain(wrong_tables).collect();
    let people = "versions JOIN bots ON bots.id = versions.bot_id WHERE owner_id IS NOT NULL";
    for (what, ids, query, good) in [
        (
            "uploads",
            &accepted.versions,
            format!("SELECT versions.id FROM {people}"),
            "versions.state = 'ready'",
        ),
        (
            "submissions",
            &accepted.submissions,
            "SELECT id FROM submissions WHERE true".to_owned(),
            "state = 'graded'",
        ),
    ] {
        let listed = |query: &str| -> Result<Vec<i64>, Stop> {
            Ok(arena.query(query)?.lines().filter_map(|line| line.parse().ok()).collect())
        };
        let (there, done) = (listed(&query)?, listed(&format!("{query} AND {good}"))?);
        println!("{what}: {} accepted, {} there, {} done", ids.len(), there.len(), done.len());
        let is_same = |list: &[i64]| {
            list.len() == ids.len() && list.iter().collect::<BTreeSet<_>>() == ids.iter().collect()
        };
        if !is_same(&there) || !is_same(&done) {
            wrong.push(format!("{what}: accepted {ids:?}, there {there:?}, done {done:?}"));
        }
    }
    let challenges = arena.query("SELECT id FROM challenges")?;
    let there: BTreeSet<i64> = challenges.lines().filter_map(|line| line.parse().ok()).collect();
    println!("challenges: {} accepted, {} there", accepted.challenges.len(), there.len());
    let known: BTreeSet<i64> = accepted.challenges.iter().copied().collect();
    if known.len() != accepted.challenges.len() || !known.is_subset(&there) {
        wrong.push(format!("challenges: accepted {known:?}, there {there:?}"));
    }
    for (what, query) in [
        ("matches were given up", "SELECT COUNT(*) FROM matches WHERE state = 'failed'".to_owned()),
        (
            "matches count though nobody else verified them",
            format!("SELECT COUNT(*) FROM matches WHERE state = 'done' AND id > {first} AND (checked_by IS NULL OR checked_by = played_by)"),
        ),
        (
            "matches count without a result",
            "SELECT COUNT(*) FROM matches WHERE state = 'done' AND (replay IS NULL OR EXISTS (SELECT 1 FROM seats WHERE match_id = matches.id AND place IS NULL))".to_owned(),
        ),
        (
            "blocks count too early or not at all",
            "SELECT COUNT(*) FROM blocks WHERE (finished IS NOT NULL) <> (NOT EXISTS (SELECT 1 FROM matches WHERE block_id = blocks.id AND state <> 'done'))".to_owned(),
        ),
        (
            "entries of tables are missing",
            "SELECT COUNT(*) FROM (SELECT MAX(number) + 1 <> COUNT(*) AS gap FROM play_entries GROUP BY table_id) AS one WHERE gap".to_owned(),
        ),
        ("submissions have two grades or none", "SELECT COUNT(*) FROM submissions WHERE (SELECT COUNT(*) FROM grades WHERE submission_id = submissions.id) <> 1".to_owned()),
        ("honest machines were stopped", "SELECT COUNT(*) FROM machines WHERE stopped IS NOT NULL".to_owned()),
        ("machines are still said to be here", "SELECT COUNT(*) FROM machines WHERE left_at IS NULL".to_owned()),
    ] {
        let count = arena.number(&query)?;
        if count != 0 {
            wrong.push(format!("{count} {what}"));
        }
    }
    wrong.extend(verified(arena, (workspace, sandtable))?);
    let address = format!("{}/arena", arena.postgres.address());
    let recount =
        process::output(program(workspace, sandtable).args(["arena", "recount", "--database", &address]))?;
    print!("{}", String::from_utf8_lossy(&recount.stdout));
    if !recount.status.success() {
        wrong.push("the ratings are not those of a recount".into());
    }
    let mine = std::process::id();
    let database: BTreeSet<u32> = arena
        .postgres
        .process()
        .into_iter()
        .flat_map(|id| {
            let mut all: Vec<u32> = below(id).iter().map(|one| one.id).collect();
            all.push(id);
            all
        })
        .collect();
    let left: Vec<String> = below(mine)
        .iter()
        .filter(|one| !database.contains(&one.id))
        .map(|one| format!("{} {}", one.id, one.name))
        .collect();
    println!("processes that are left: {}", left.len());
    if !left.is_empty() {
        wrong.push(format!("processes are left: {}", left.join(", ")));
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Stop::Failed(wrong.join("\n"))),
    }
}

/// Runs the replays of all matches that count again; says what is wrong with them.
fn verified(arena: &Arena, (workspace, sandtable): (&Workspace, &Path)) -> Result<Vec<String>, Stop> {
    let replays = arena.query("SELECT replay FROM matches WHERE state = 'done' ORDER BY id")?;
    let files = arena.folder.join("disk/files");
    let paths: Vec<_> =
        replays.lines().map(|name| files.join(&name[..2.min(name.len())]).join(name)).collect();
    let mut wrong = Vec::new();
    for some in paths.chunks(AT_ONCE) {
        let verify = process::output(program(workspace, sandtable).args(["replay", "verify"]).args(some))?;
        if !verify.status.success() {
            wrong.push(String::from_utf8_lossy(&verify.stdout).into_owned());
        }
    }
    println!("replays: {} of matches that count, run again", paths.len());
    Ok(wrong)
}
