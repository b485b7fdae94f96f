//! `sandtable arena`.

pub(crate) mod args;

use self::args::{Action, Arena, Folder, Place};
use crate::failure::Failure;
use crate::out;
use crate::serve::args::postgres_address;
use crate::serve::data_folder;
use server::admin::ArenaPlace;
use server::demo::{self, DemoSize};
use server::{Role, admin, moving};
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) fn run(options: &Arena) -> Result<ExitCode, Failure> {
    match &options.action {
        Action::Recount(place) => return recount(&place_of(place)?),
        Action::Backup { to, folder } => {
            admin::backup(&found(folder)?, to).map_err(Failure::failed)?;
            outln!("{}: a copy of the arena", to.display());
        }
        Action::Restore { from, folder } => {
            let data = found(folder)?;
            admin::restore(from, &data).map_err(Failure::failed)?;
            outln!("{}: the arena of {}", data.display(), from.display());
        }
        Action::User { name, role, place } => {
            let role = Role::named(role).ok_or_else(|| Failure::usage("there is no such role"))?;
            let path = admin::user(&place_of(place)?, name, role).map_err(Failure::failed)?;
            outln!("{name} is {role}. The page that sets the password, once and within 48 hours: {path}");
        }
        Action::SeedDemo { bots, matches, folder } => {
            let data = found(folder)?;
            let size = DemoSize { bots: *bots as usize, matches: *matches as usize };
            demo::seed_demo(&data, size).map_err(Failure::failed)?;
            outln!(
                "{}: an arena with {bots} bots and {matches} matches that were never played",
                data.display()
            );
        }
        Action::Move { from, to, files } => {
            let moved = moving::move_arena(&parsed(from), &parsed(to), files).map_err(Failure::failed)?;
            for (table, rows) in &moved.tables {
                outln!("{table}: {rows} rows, the same on both sides");
            }
        }
        Action::GrantWorker { role, database } => {
            admin::grant_worker(database, role).map_err(Failure::failed)?;
            outln!("{role}: may build, play and write down results, and nothing else");
        }
        Action::Openapi => out::print_json(&admin::openapi()),
    }
    Ok(ExitCode::SUCCESS)
}

fn found(folder: &Folder) -> Result<PathBuf, Failure> {
    data_folder(folder.data.clone())
}

/// A place as typed: an address of PostgreSQL, or a folder.
fn parsed(place: &str) -> ArenaPlace {
    match postgres_address(place) {
        Ok(address) => ArenaPlace::Postgres(address),
        Err(_) => ArenaPlace::Folder(place.into()),
    }
}

fn place_of(place: &Place) -> Result<ArenaPlace, Failure> {
    match &place.database.address {
        Some(address) => Ok(ArenaPlace::Postgres(address.clone())),
        None => Ok(ArenaPlace::Folder(found(&place.folder)?)),
    }
}

fn recount(arena: &ArenaPlace) -> Result<ExitCode, Failure> {
    let recounts = admin::recount(arena).map_err(Failure::failed)?;
    for one in &recounts {
        let verdict = if one.was_right { "as they were" } else { "were wrong, and are right now" };
        outln!("{}: {} blocks, {} versions, ratings {verdict}", one.game, one.blocks, one.versions);
    }
    Ok(ExitCode::from(u8::from(recounts.iter().any(|one| !one.was_right))))
}
