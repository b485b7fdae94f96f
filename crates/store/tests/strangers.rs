//! Databases and folders that somebody else made: none of them hangs, panics or touches another
//! file.

use rusqlite::Connection;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use store::{BlockRow, EntryRow, MapRow, MatchRow, SeatRow, Store, StoreFolder};

/// A tournament of two games, of which one is over.
fn tournament(folder: &Path) -> StoreFolder {
    fs::create_dir_all(folder).unwrap();
    let folder = StoreFolder::at(folder);
    let map = MapRow { name: "duel".into(), hash: "0".into(), text: "text".into() };
    let entry =
        |name: &str| EntryRow { name: name.into(), source: name.into(), fingerprint: None, problem: None };
    let mut store = Store::create(&folder.database(), "{}", &[map], &[entry("one"), entry("two")]).unwrap();
    let seatings = vec![vec![0, 1], vec![1, 0]];
    store.add_blocks(&[BlockRow { key: (0, 0, 0), map: 0, seed: 1, members: vec![0, 1], seatings }]).unwrap();
    let seat = |entry, place| SeatRow { entry, place, ..SeatRow::default() };
    let game = MatchRow { id: 1, turns: 1, digest: 1, wall: None, seats: vec![seat(0, 1), seat(1, 2)] };
    store.add_games([((0, 0, 0), &game, None)]).unwrap();
    folder
}

/// Why a tournament cannot be read after somebody changed its database.
fn refusal(change: &str) -> Option<String> {
    let scratch = tempfile::tempdir().unwrap();
    let folder = tournament(scratch.path());
    let connection = Connection::open(folder.database()).unwrap();
    connection.execute_batch(&format!("pragma foreign_keys = off; {change}")).unwrap();
    drop(connection);
    let read = folder.open().and_then(|store| {
        store.tournament()?;
        store.maps()?;
        store.entries()?;
        store.blocks()?;
        store.tallies()?;
        store.ratings()
    });
    read.err().map(|error| error.to_string())
}

#[test]
fn tables_that_are_not_ours_are_not_read() {
    assert_eq!(refusal("select 1"), None);
    for change in [
        // Each of them runs for ever, or takes gigabytes, as soon as it is read.
        "alter table tally rename to old; create view tally as with recursive n(i) as (select 1 union all \
         select i + 1 from n) select i games, 1 firsts, 1 out, 1 faults, 1.0 cpu, 1.0 longest_cpu, 1 entry from n",
        "drop table rating; create table rating (entry, blocks, elo, error, determined, x as (hex(zeroblob(500000000))))",
        "create trigger t after update on tournament begin delete from entry; end",
        "create index i on seat (hex(zeroblob(1 + place)))",
        "drop index seat_lost",
        "create table more (x)",
    ] {
        let said = refusal(change).unwrap_or_default();
        assert!(said.contains("its tables are not those that this program makes"), "{change}: {said}");
    }
}

#[test]
fn numbers_that_lead_nowhere_are_damage() {
    for change in [
        "update seat set entry = 0",
        "update seat set entry = 99",
        "update seat set place = 0",
        "update block set map = 0",
        "update block set map = 77",
        "update block set round = 4294967295",
        "update block set members = '[9, 8]'",
        "update block set members = 'x'",
        "update block set seatings = '[]'",
        "update block set seatings = '[[]]'",
        "update block set seatings = '[[7, 9], [1, 0]]'",
        "update block set first_match = 9223372036854775807",
        "update block set first_match = 2",
        "update match set id = 9000; update seat set match = 9000",
        "delete from seat where seat = 1",
        "delete from tally where entry = 1",
        "delete from entry where id = 1",
        "delete from map",
        "update map set id = 2",
        "with recursive n(i) as (select 3 union all select i + 1 from n where i < 4100) \
         insert into entry (id, name, source) select i, i, i from n; insert into tally (entry) select id from entry where id > 2",
    ] {
        assert!(refusal(change).is_some(), "{change}");
    }
}

/// A journal of SQLite's that says: when you have undone what is in me, remove this file.
fn journal_that_removes(file: &Path) -> Vec<u8> {
    const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let name = file.as_os_str().as_encoded_bytes();
    let numbers =
        |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>();
    let mut journal = [&MAGIC[..], &numbers(&[0, 0, 1, 512, 4096])].concat();
    journal.resize(512, 0);
    let sum = name.iter().map(|byte| u32::from(*byte)).sum();
    let page_of_the_lock = (1 << 30) / 4096 + 1;
    [journal, numbers(&[page_of_the_lock]), name.to_vec(), numbers(&[name.len() as u32, sum]), MAGIC.to_vec()]
        .concat()
}

#[test]
fn a_journal_removes_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let precious = scratch.path().join("precious");
    let plant = |name: &str| {
        let folder = tournament(&scratch.path().join(name));
        Connection::open(folder.database()).unwrap().pragma_update(None, "journal_mode", "delete").unwrap();
        let journal = folder.path().join("cup.sqlite-journal");
        fs::write(journal, journal_that_removes(&precious)).unwrap();
        fs::write(&precious, "precious").unwrap();
        folder
    };
    // SQLite itself does what it is told, whatever it then thinks of the database.
    let folder = plant("one");
    let connection = Connection::open(folder.database()).unwrap();
    let _ = connection.query_row("select count(*) from entry", [], |row| row.get::<_, i64>(0));
    assert!(!precious.exists());
    let said = plant("two").open().unwrap_err().to_string();
    assert!(precious.exists() && said.contains("cup.sqlite-journal"), "{said}");
}

#[test]
fn no_link_in_the_folder_is_followed() {
    let scratch = tempfile::tempdir().unwrap();
    let precious = scratch.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let folder = tournament(&scratch.path().join("cup"));
    symlink(&precious, folder.path().join("lock")).unwrap();
    assert!(folder.take().is_err());
    assert_eq!(fs::read(&precious).unwrap(), b"precious");
    fs::rename(folder.database(), scratch.path().join("elsewhere")).unwrap();
    symlink(scratch.path().join("elsewhere"), folder.database()).unwrap();
    let said = folder.open().unwrap_err().to_string();
    assert!(said.contains("not an ordinary file"), "{said}");
}
