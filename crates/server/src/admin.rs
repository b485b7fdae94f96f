//! What operators do to an arena that is not running.

use crate::accounts::names::is_name;
use crate::accounts::{password, secret::Secret};
use crate::arena::shown_address;
use crate::catalogue;
use crate::database::sessions::LinkPurpose;
use crate::database::users::Role;
use crate::database::{Database, now};
use crate::folder::ArenaFolder;
use crate::work::ratings::fitted;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How long a link to a new password works: two days.
const LINK_LIFE: i64 = 48 * 60 * 60 * 1000;

/// Where an arena's rows are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArenaPlace {
    /// In SQLite, in the folder of `serve --data`.
    Folder(PathBuf),
    /// In PostgreSQL, at this address.
    Postgres(String),
}

/// What a recount found on a ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recount {
    /// The game.
    pub game: String,
    /// Finished blocks.
    pub blocks: i64,
    /// Versions that are rated.
    pub versions: usize,
    /// Whether the kept counts and ratings were those that the blocks say, to the last bit.
    pub was_right: bool,
}

/// Computes all ratings again from finished blocks, and keeps them.
///
/// # Errors
/// One sentence.
pub fn recount(arena: &ArenaPlace) -> Result<Vec<Recount>, String> {
    with_database(arena, Others::Away, async |database| {
        let mut recounts = Vec::new();
        for ladder in catalogue::ladders() {
            let game = ladder.name();
            let (tallies, tallies_were_right) = database.tally_again(game).await?;
            let kept = database.ratings(game).await?;
            let ratings = fitted(&tallies);
            let (versions, blocks) = (ratings.len(), tallies.values().map(|count| count.played).sum());
            let counted: BTreeMap<_, _> = ratings.iter().map(|one| (one.version, one.rating)).collect();
            let was_right = tallies_were_right && kept == counted;
            if !was_right {
                database.keep_ratings(game, blocks, &ratings).await?;
            }
            recounts.push(Recount { game: game.to_owned(), blocks, versions, was_right });
        }
        Ok(recounts)
    })
}

/// Copies an arena into a new folder: the database as it is at one moment, then every file.
///
/// Works while the arena runs: rows only name files that are there already, and files never change.
///
/// # Errors
/// One sentence.
pub fn backup(data: &Path, to: &Path) -> Result<(), String> {
    let said = |path: &Path| {
        let shown = path.display().to_string();
        move |error: std::io::Error| format!("{shown}: {error}")
    };
    if to.exists() {
        return Err(format!("{}: there is something already: name a new folder", to.display()));
    }
    if !data.join("arena.sqlite").is_file() {
        return Err(format!("{}: there is no arena in this folder", data.display()));
    }
    fs::create_dir_all(to).map_err(said(to))?;
    let target = std::path::absolute(to.join("arena.sqlite")).map_err(said(to))?;
    let target = target.to_str().ok_or("the name of the folder is not UTF-8")?.to_owned();
    block_on(async {
        let database = Database::open(data).await?;
        sqlx::query("VACUUM INTO $1").bind(target).execute(&database.pool).await?;
        database.pool.close().await;
        Ok(())
    })?;
    copy_files(&data.join("files"), &to.join("files")).map_err(said(to))
}

/// Makes an arena of a backup.
///
/// # Errors
/// One sentence.
pub fn restore(from: &Path, data: &Path) -> Result<(), String> {
    if data.join("arena.sqlite").exists() {
        return Err(format!("{}: there is an arena already: name another folder", data.display()));
    }
    let folder = ArenaFolder::take(data)?;
    let said = |error: std::io::Error| format!("{}: {error}", from.display());
    copy_files(&from.join("files"), &folder.files()).map_err(said)?;
    // The database comes last: a restore that was killed is no arena.
    let part = folder.path().join("arena.sqlite.part");
    fs::copy(from.join("arena.sqlite"), &part).map_err(said)?;
    fs::rename(&part, folder.path().join("arena.sqlite")).map_err(said)
}

/// Makes an account, or gives an existing one a role. Returns the way to the page that sets its
/// password.
///
/// # Errors
/// One sentence.
pub fn user(arena: &ArenaPlace, name: &str, role: Role) -> Result<String, String> {
    if !is_name(name) {
        return Err(format!(
            "`{name}` is no name: letters and digits, with `-`, `_` and `.` between them, up to 32"
        ));
    }
    let nobodys = password::hash(Secret::new().text()).ok_or("no password could be made")?;
    with_database(arena, Others::Welcome, async |database| {
        let id = match database.user_named(name).await? {
            Some((known, _)) => {
                database.set_role(known.id, role).await?;
                known.id
            }
            None => database.add_user(name, &nobodys, role).await?.unwrap_or_default(),
        };
        let secret = Secret::new();
        database.add_link(&secret.hash(), LinkPurpose::Password, Some(id), now() + LINK_LIFE).await?;
        database.note(None, "user by command line", &format!("{name} {role}")).await?;
        Ok(format!("/password/{}", secret.text()))
    })
}

/// The OpenAPI document.
#[must_use]
pub fn openapi() -> serde_json::Value {
    crate::web::api::document()
}

/// Lets a role of PostgreSQL do what a worker does, and nothing else. The role must be there, and
/// must not be the one that servers use.
///
/// # Errors
/// One sentence.
pub fn grant_worker(address: &str, role: &str) -> Result<(), String> {
    let is_plain = !role.is_empty()
        && role.len() <= 63
        && role.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_plain {
        return Err(format!("`{role}` is no role: letters, digits and `_`"));
    }
    let arena = ArenaPlace::Postgres(address.to_owned());
    with_database(&arena, Others::Welcome, async |database| database.grant_worker(role).await)
}

/// Whether other processes may use the arena meanwhile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    Welcome,
    Away,
}

/// Does something with the database of an arena. One in a folder is nobody else's meanwhile.
fn with_database<T>(
    arena: &ArenaPlace,
    others: Others,
    work: impl AsyncFnOnce(&Database) -> Result<T, sqlx::Error>,
) -> Result<T, String> {
    let data = match arena {
        ArenaPlace::Folder(data) => data,
        ArenaPlace::Postgres(address) => return with_postgres(address, others, work),
    };
    if !data.join("arena.sqlite").is_file() {
        return Err(format!("{}: there is no arena in this folder", data.display()));
    }
    let folder = ArenaFolder::take(data)?;
    block_on(async {
        let database = Database::open(folder.path()).await?;
        let done = work(&database).await;
        database.pool.close().await;
        done
    })
}

fn with_postgres<T>(
    address: &str,
    others: Others,
    work: impl AsyncFnOnce(&Database) -> Result<T, sqlx::Error>,
) -> Result<T, String> {
    let done = block_on(async {
        let database = Database::connect(address, 2).await?;
        database.miss_machines().await?;
        if others == Others::Away && database.all_jobs().await? > 0 {
            let message = "servers or workers use this database: stop them first";
            return Err(sqlx::Error::Configuration(message.into()));
        }
        let done = work(&database).await;
        database.pool.close().await;
        done
    });
    done.map_err(|why| format!("{}: {why}", shown_address(address)))
}

pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(work).map_err(|error| match error {
        // A sentence of ours.
        sqlx::Error::Configuration(why) => why.to_string(),
        other => other.to_string(),
    })
}

/// Copies a folder of files, which never change: what is there already is left.
fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_files(&entry.path(), &target)?,
            // What is being written has no name of its own yet.
            false if entry.file_name().to_string_lossy().starts_with('.') || target.exists() => {}
            false => _ = fs::copy(entry.path(), &target)?,
        }
    }
    Ok(())
}
