//! Versions made ready to play: copied out of the store, built in the sandbox, kept for the next
//! match.

use super::{Unfinished, Worker};
use crate::database::bots::{SourceKind, Version};
use crate::limits::LARGEST_UPLOAD;
use matches::{Entrant, EntrantError, Workshop};
use sandbox::{PrivateFolder, Sandbox};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::{Mutex, PoisonError};

/// How many are kept. What is no longer kept is built again, from the compilers' cache.
const MOST_KEPT: usize = 64;

/// Versions that are ready, by id.
#[derive(Debug, Default)]
pub(crate) struct ReadyVersions(Mutex<BTreeMap<i64, Entrant>>);

impl ReadyVersions {
    fn get(&self, id: i64) -> Option<Entrant> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    pub(super) fn keep(&self, id: i64, entrant: Entrant) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.pop_first();
        }
        kept.insert(id, entrant);
    }
}

impl Worker {
    /// A version, ready to play under its bot's name. One that cannot be made ready forfeits.
    pub(super) fn entrant(&self, id: i64, name: &str, workshop: Workshop<'_>) -> Result<Entrant, Unfinished> {
        if let Some(entrant) = self.arena.ready.get(id) {
            return Ok(entrant);
        }
        let version = self.wait(self.arena.database.version_of_job(id, self.arena.machine.id))?;
        let version = version.ok_or_else(|| Unfinished::Failed(format!("there is no version {id}")))?;
        let entrant = match self.made_ready(&version, name, workshop) {
            Ok(entrant) => entrant,
            Err(Unready::Entrant(EntrantError::NotReady(why))) => return Err(Unfinished::Failed(why)),
            Err(Unready::Ours(why)) => return Err(why),
            Err(Unready::Entrant(error)) => Entrant::absent(name, &error),
        };
        self.arena.ready.keep(id, entrant.clone());
        Ok(entrant)
    }

    /// Builds a version.
    pub(super) fn made_ready(
        &self,
        version: &Version,
        name: &str,
        workshop: Workshop<'_>,
    ) -> Result<Entrant, Unready> {
        if version.kind == SourceKind::BuiltIn {
            return Ok(Entrant::find(name, workshop)?);
        }
        if let Err(why) = &self.arena.sandbox {
            return Err(Unready::Ours(Unfinished::Failed(why.clone())));
        }
        let Some(source) = &version.source else {
            return Err(EntrantError::Unusable("its source was deleted by its owner".to_owned()).into());
        };
        let bytes = self.arena.files.read(source, LARGEST_UPLOAD as u64).map_err(ours)?;
        let folder = PrivateFolder::new().map_err(ours)?;
        let path = folder.path().join(version.kind.file_name());
        fs::write(&path, bytes).map_err(ours)?;
        let mode = if version.kind == SourceKind::Program { 0o700 } else { 0o600 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).map_err(ours)?;
        let shown = format!("{}/", folder.path().display());
        let found = Entrant::find(&path.display().to_string(), workshop);
        // Its author knows the file, not where we laid it.
        let entrant = found.map_err(|error| error.map(|said| said.replace(&shown, "")))?;
        Ok(Entrant { name: name.to_owned(), ..entrant })
    }
}

/// Why a version is not ready.
#[derive(Debug)]
pub(super) enum Unready {
    /// Its own fault, or the machine's; the error says which.
    Entrant(EntrantError),
    /// Ours.
    Ours(Unfinished),
}

impl From<EntrantError> for Unready {
    fn from(error: EntrantError) -> Self {
        Self::Entrant(error)
    }
}

fn ours(error: std::io::Error) -> Unready {
    Unready::Ours(error.into())
}

/// Where the bots of a game are made ready.
pub(super) fn workshop<'a>(game: &'a str, rules: &'a str, sandbox: &'a Sandbox) -> Workshop<'a> {
    Workshop { game, rules, sandbox, without: &[], bound: &[] }
}
