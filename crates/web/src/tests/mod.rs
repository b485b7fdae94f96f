//! Tests of the messages.

mod host;
mod leaks;
mod messages;
mod restart;
mod shared;

use crate::protocol::{Deed, Told};
use crate::table::Table;
use game::{GameEntry, Lang};
use interaction::{Options, Store};
use std::path::PathBuf;

/// What somebody asks for who plays on a bundled map, in English.
fn options(entry: &'static dyn GameEntry, map: Option<&str>) -> Options {
    Options {
        entry,
        map: map.map(|name| (name.to_string(), entry.bundled(name).unwrap().to_string())),
        rules: entry.profiles()[0],
        seed: 7,
        seat: 0,
        // Messages must not change when bots learn.
        opponents: vec!["idle".into(); 3],
        save: None,
        anew: false,
        store: Store::default(),
        look: face::Look { lang: Lang::En, ascii: false, colour: true },
        pages: std::env::temp_dir(),
    }
}

/// A folder of its own for a test, empty at first.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sandtable-web-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Presses keys, one after the other, and says what was told of the last.
fn press(table: &mut Table, keys: &[&str]) -> Vec<Told> {
    let told = keys.iter().map(|key| table.take(&Deed::Key { key: (*key).into() }));
    told.last().unwrap_or_default()
}

/// The screen among messages.
pub(crate) fn screen(told: &[Told]) -> &crate::protocol::Screen {
    let found = told.iter().find_map(|one| match one {
        Told::Screen(screen) => Some(&**screen),
        _ => None,
    });
    found.expect("there is a screen among them")
}
