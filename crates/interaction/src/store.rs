//! What is kept between games: saved games and solved maps.

use crate::settings::Settings;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder in which everything is kept; without one nothing is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Store {
    folder: Option<PathBuf>,
}

/// The best number of turns by map, by game.
type Records = BTreeMap<String, BTreeMap<String, u32>>;

impl Store {
    /// The user's own: `$XDG_DATA_HOME/sandtable`, else `~/.local/share/sandtable`
    /// (`%APPDATA%\sandtable` on Windows).
    #[must_use]
    pub fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let path = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = if cfg!(windows) {
            path("APPDATA")
        } else {
            // A relative path is not valid there, says the XDG base directory specification.
            let xdg = path("XDG_DATA_HOME").filter(|path| path.is_absolute());
            xdg.or_else(|| path("HOME").map(|home| home.join(".local/share")))
        };
        Self { folder: home.map(|home| home.join("sandtable")) }
    }

    /// This folder.
    #[must_use]
    pub fn at(folder: PathBuf) -> Self {
        Self { folder: Some(folder) }
    }

    /// Where the game on a map is saved; nowhere without a folder.
    pub(crate) fn save_file(&self, game: &str, map: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("saves").join(game).join(file_name(map)))
    }

    /// Where a table with several people is kept; nowhere without a folder.
    #[must_use]
    pub fn table_file(&self, game: &str, map: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("tables").join(game).join(file_name(map)))
    }

    /// The tables of a game that are kept, those that changed last first.
    #[must_use]
    pub fn table_files(&self, game: &str) -> Vec<PathBuf> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let Ok(files) = fs::read_dir(folder.join("tables").join(game)) else { return Vec::new() };
        let changed = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
        let is_table = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
        let mut files: Vec<PathBuf> =
            files.filter_map(|file| Some(file.ok()?.path())).filter(is_table).collect();
        files.sort_by_key(|path| std::cmp::Reverse(changed(path)));
        files
    }

    /// In how many turns a map was won, at best.
    #[must_use]
    pub fn best(&self, game: &str, map: &str) -> Option<u32> {
        self.records().get(game)?.get(map).copied()
    }

    /// Notes that a map was won, and returns the best number of turns.
    ///
    /// # Errors
    /// If it cannot be written down.
    pub(crate) fn note_win(&self, game: &str, map: &str, turns: u32) -> io::Result<u32> {
        let mut records = self.records();
        let best = records.entry(game.into()).or_default().entry(map.into()).or_insert(turns);
        *best = turns.min(*best);
        let best = *best;
        if let Some(file) = self.records_file() {
            let text = serde_json::to_string_pretty(&records).map_err(io::Error::other)?;
            write_whole(&file, &text)?;
        }
        Ok(best)
    }

    /// What the player has set; what is usual if nothing is, or the file is damaged.
    pub(crate) fn settings(&self) -> Settings {
        let text = self.settings_file().and_then(|file| fs::read_to_string(file).ok());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Keeps what the player has set.
    ///
    /// # Errors
    /// If it cannot be written down.
    pub(crate) fn keep_settings(&self, settings: Settings) -> io::Result<()> {
        let Some(file) = self.settings_file() else { return Ok(()) };
        write_whole(&file, &serde_json::to_string_pretty(&settings).map_err(io::Error::other)?)
    }

    fn settings_file(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("settings.json"))
    }

    /// A damaged file counts as none: it is replaced with the next win.
    fn records(&self) -> Records {
        let text = self.records_file().and_then(|file| fs::read_to_string(file).ok());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    fn records_file(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("records.json"))
    }
}

/// The name of the file for a map.
fn file_name(map: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || letter == '-';
    let name: String = map.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    format!("{name}.jsonl")
}

/// Writes a file so that there is always a whole one: the old or the new.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Renames a damaged file, so that it is not overwritten, and returns its new name.
pub(crate) fn keep_aside(path: &Path) -> io::Result<PathBuf> {
    for number in 1_u32.. {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".damaged-{number}"));
        let aside = PathBuf::from(name);
        if !aside.exists() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(io::Error::other("there are too many damaged files beside it"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An empty folder of its own for a test.
    pub(crate) fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("sandtable-interaction-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn the_users_folder() {
        let with = |variables: &'static [(&str, &str)]| {
            Store::of_user(move |name| {
                variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.into())
            })
            .folder
        };
        assert_eq!(with(&[("XDG_DATA_HOME", "/data"), ("HOME", "/home/x")]), Some("/data/sandtable".into()));
        assert_eq!(with(&[("HOME", "/home/x")]), Some("/home/x/.local/share/sandtable".into()));
        assert_eq!(
            with(&[("XDG_DATA_HOME", "data"), ("HOME", "/h")]),
            Some("/h/.local/share/sandtable".into())
        );
        assert_eq!(with(&[("HOME", "")]), None);
    }

    #[test]
    fn the_best_win_is_kept() {
        let store = Store::at(scratch("records"));
        assert_eq!(store.best("breach", "harbour"), None);
        assert_eq!(store.note_win("breach", "harbour", 4).unwrap(), 4);
        assert_eq!(store.note_win("breach", "harbour", 6).unwrap(), 4);
        assert_eq!(store.note_win("breach", "harbour", 2).unwrap(), 2);
        assert_eq!((store.best("breach", "harbour"), store.best("goblins", "harbour")), (Some(2), None));
    }

    #[test]
    fn settings_are_kept() {
        let store = Store::at(scratch("settings"));
        assert_eq!(store.settings(), Settings::default());
        let changed = Settings { repeat_work: false, ..Settings::default() };
        store.keep_settings(changed).unwrap();
        assert_eq!(store.settings(), changed);
        fs::write(store.settings_file().unwrap(), "{\"warn_of_waiting\":false}").unwrap();
        assert_eq!(store.settings(), Settings { warn_of_waiting: false, ..Settings::default() });
        fs::write(store.settings_file().unwrap(), "nonsense").unwrap();
        assert_eq!(store.settings(), Settings::default());
    }

    #[test]
    fn without_a_folder_nothing_is_kept_and_nothing_fails() {
        let store = Store::default();
        assert_eq!(store.note_win("breach", "harbour", 4).unwrap(), 4);
        assert_eq!(store.best("breach", "harbour"), None);
        assert_eq!(store.save_file("breach", "harbour"), None);
    }

    #[test]
    fn writing_leaves_nothing_else_behind() {
        let folder = scratch("whole");
        write_whole(&folder.join("a/b.json"), "one").unwrap();
        write_whole(&folder.join("a/b.json"), "two").unwrap();
        let names: Vec<_> =
            fs::read_dir(folder.join("a")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["b.json"]);
        assert_eq!(fs::read_to_string(folder.join("a/b.json")).unwrap(), "two");
    }

    #[test]
    fn damaged_files_pile_up_beside() {
        let file = scratch("damaged").join("x.json");
        for number in 1..4 {
            fs::write(&file, "x").unwrap();
            let aside = keep_aside(&file).unwrap();
            assert!(aside.to_string_lossy().ends_with(&format!("x.json.damaged-{number}")));
            assert!(!file.exists());
        }
    }
}
