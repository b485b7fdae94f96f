//! A server that is killed loses nothing.

use super::{options, press, scratch, screen};
use crate::table::Table;
use game::GameEntry;
use interaction::Store;

/// Plays, drops the table without a word, and sits down again.
fn goes_on(entry: &'static dyn GameEntry, map: &str, keys: &[&str]) {
    let folder = scratch(entry.name());
    let mut wanted = options(entry, Some(map));
    wanted.store = Store::at(folder);
    let mut table = Table::new(wanted.clone(), None).unwrap();
    press(&mut table, keys);
    let before = table.all();
    drop(table);
    let after = Table::new(wanted, None).unwrap().all();
    let (before, after) = (screen(&before), screen(&after));
    assert_eq!(after.headline, before.headline);
    assert_eq!(after.log, before.log);
    assert!(!before.log.as_ref().unwrap().is_empty(), "something was played");
}

#[test]
fn a_killed_server_loses_nothing() {
    goes_on(breach::ENTRY, "first-contact", &["Tab", "ArrowUp", "Enter"]);
    goes_on(breach::ENTRY, "first-contact", &["Tab", "ArrowUp", "Enter", "e", "e"]);
    goes_on(fc18::ENTRY, "campus", &["p", "1", "e", "e", "e", "e"]);
    goes_on(deepblue::ENTRY, "training", &["p", "1", "e", "e", "e", "e"]);
}
