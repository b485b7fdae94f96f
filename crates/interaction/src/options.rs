//! What a player asks for, and where games are kept.

use crate::maps::MapEntry;
use crate::open::{OpenError, OpenRequest, saved_table};
use crate::save::SavedSetup;
use crate::sitting::SaveFile;
use crate::store::Store;
use crate::{page_file, words};
use face::Look;
use game::GameEntry;
use replays::Replay;
use std::path::PathBuf;

/// What the player asked for when starting the program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game.
    pub entry: &'static dyn GameEntry,
    /// Name and text of a map; without one the player chooses.
    pub map: Option<(String, String)>,
    /// The rule profile.
    pub rules: &'static str,
    /// The seed of all chance.
    pub seed: u64,
    /// The player's seat.
    pub seat: u8,
    /// Names of the bots in the other seats; the last one also takes the seats that are left.
    pub opponents: Vec<String>,
    /// The file to save the game in, instead of the user's folder.
    pub save: Option<PathBuf>,
    /// Whether a saved game is not to be gone on with.
    pub anew: bool,
    /// Where games and wins are kept.
    pub store: Store,
    /// How it looks.
    pub look: Look,
    /// The folder for replay pages.
    pub pages: PathBuf,
}

/// What is shown first.
#[derive(Clone, Debug)]
pub enum Opening {
    /// The choice of maps.
    Maps,
    /// A game.
    Game(Box<OpenRequest>),
}

impl Options {
    /// What is shown first: the game that was asked for, or the choice of maps.
    ///
    /// # Errors
    /// What of the options makes no sense.
    pub fn opening(&self) -> Result<Opening, OpenError> {
        let named = self.save.clone().map(SaveFile::Named);
        let saved = named.as_ref().filter(|_| !self.anew).and_then(|file| saved_table(self.entry, file));
        let game = |table, file| Ok(Opening::Game(Box::new(self.request(table, file, self.anew))));
        match (&self.map, saved) {
            (Some((name, _)), Some(table)) if *name != table.map_name => Err(OpenError::Usage(format!(
                "the saved game is on the map {}, not {name}; leave --map out, or add --new to start over",
                table.map_name
            ))),
            (_, Some(table)) => game(table, named),
            (Some((name, map)), None) => game(self.table(name, map), named.or_else(|| self.own_file(name))),
            (None, None) => Ok(Opening::Maps),
        }
    }

    /// A bundled map, chosen by its name: the game in progress there, or a new one. None if there
    /// is no such map.
    #[must_use]
    pub fn choose(&mut self, name: &str, anew: bool) -> Option<OpenRequest> {
        let map = self.entry.bundled(name)?;
        let request = self.request(self.table(name, map), self.file_for(name), anew);
        self.map = Some((name.to_string(), map.to_string()));
        Some(request)
    }

    /// A map of the player's own, which was never saved.
    #[must_use]
    pub fn try_map(&self, name: &str, map: &str) -> OpenRequest {
        self.request(self.table(name, map), None, true)
    }

    /// The map to play after the one that was chosen last: the next that is not solved, else the
    /// next.
    #[must_use]
    pub fn next_map(&self) -> Option<&'static str> {
        let entries = MapEntry::all(self);
        let at = self.map.as_ref().and_then(|(name, _)| entries.iter().position(|entry| entry.name == *name));
        let after = at.map_or(0, |at| at + 1);
        let following = || (after..after + entries.len()).map(|at| &entries[at % entries.len()]);
        following().find(|entry| entry.best.is_none()).or_else(|| following().next()).map(|entry| entry.name)
    }

    /// Makes a page of the game in progress on a map, and says so, or why not.
    #[must_use]
    pub fn write_page(&self, map_name: &str) -> String {
        let file = self.file_for(map_name).map(|(SaveFile::Own(path) | SaveFile::Named(path))| path);
        let written = file.ok_or_else(String::new).and_then(|path| {
            Replay::open(&path).and_then(|replay| page_file::write(self.entry, replay, &self.pages))
        });
        match written {
            Ok(path) => format!("{} {}", self.look.lang.pick(words::PAGE_WRITTEN), path.display()),
            Err(why) => format!("{} {why}", self.look.lang.pick(words::NO_PAGE)),
        }
    }

    fn own_file(&self, map_name: &str) -> Option<SaveFile> {
        self.store.save_file(self.entry.name(), map_name).map(SaveFile::Own)
    }

    /// Where the game on a map is kept: in the file that the player named, unless it holds a game
    /// on another map.
    pub(crate) fn file_for(&self, map_name: &str) -> Option<SaveFile> {
        let named = self.save.clone().map(SaveFile::Named);
        let is_free =
            |file: &SaveFile| saved_table(self.entry, file).is_none_or(|table| table.map_name == map_name);
        named.filter(is_free).or_else(|| self.own_file(map_name))
    }

    fn table(&self, map_name: &str, map: &str) -> SavedSetup {
        SavedSetup {
            game: self.entry.name().into(),
            map_name: map_name.into(),
            map: map.into(),
            rules: self.rules.into(),
            seed: self.seed,
            seat: self.seat,
            opponents: self.opponents.clone(),
        }
    }

    fn request(&self, table: SavedSetup, file: Option<SaveFile>, anew: bool) -> OpenRequest {
        OpenRequest {
            entry: self.entry,
            table,
            file,
            anew,
            store: self.store.clone(),
            look: self.look,
            lesson: None,
            pages: self.pages.clone(),
        }
    }
}
