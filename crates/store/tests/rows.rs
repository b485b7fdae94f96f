//! What is written is read again, once.

use store::{BlockRow, EntryRow, KeptRating, MapRow, MatchRow, SeatRow, Store, StoreFolder};

fn entry(name: &str) -> EntryRow {
    EntryRow { name: name.into(), source: format!("./{name}"), fingerprint: None, problem: None }
}

fn cup(folder: &StoreFolder) -> Store {
    let map = MapRow { name: "duel".into(), hash: "0".into(), text: "text".into() };
    Store::create(&folder.database(), "{}", &[map], &[entry("one"), entry("two")]).unwrap()
}

fn block(number: u32) -> BlockRow {
    BlockRow {
        key: (0, 0, number),
        map: 0,
        seed: u64::MAX,
        members: vec![0, 1],
        seatings: vec![vec![0, 1], vec![1, 0]],
    }
}

fn game(id: u64, places: [u8; 2]) -> MatchRow {
    let seat = |entry: u32, place: u8| SeatRow {
        entry,
        place,
        score: -3,
        out: place == 2,
        faults: if place == 2 { vec![(7, "it left".into())] } else { Vec::new() },
        cpu: 0.5,
        longest_cpu: 0.25,
        ..SeatRow::default()
    };
    MatchRow {
        id,
        turns: 9,
        digest: u64::MAX - 1,
        wall: Some(1.5),
        seats: vec![seat(0, places[0]), seat(1, places[1])],
    }
}

#[test]
fn games_come_back_as_they_were_and_count_once() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = StoreFolder::at(scratch.path());
    let mut store = cup(&folder);
    assert_eq!(store.add_blocks(&[block(0), block(1)]).unwrap(), [1, 3]);
    let finished = game(1, [1, 2]);
    for _ in 0..2 {
        store.add_games([((0, 0, 0), &finished, Some(&b"packed"[..]))]).unwrap();
    }
    drop(store);
    let store = folder.open().unwrap();
    let blocks = store.blocks().unwrap();
    assert_eq!((&blocks[0].0, blocks[0].1, &blocks[0].2[..]), (&block(0), 1, &[finished][..]));
    assert!(blocks[1].2.is_empty());
    let totals = store.tournament().unwrap().totals;
    assert_eq!((totals.blocks, totals.blocks_finished, totals.games, totals.games_finished), (2, 0, 4, 1));
    let tallies = store.tallies().unwrap();
    assert_eq!((tallies[0].games, tallies[0].firsts, tallies[1].out, tallies[1].faults), (1, 1, 1, 1));
    assert_eq!(store.replay(1).unwrap().unwrap(), b"packed");
    assert_eq!(store.replay(2).unwrap(), None);
    let mut store = store;
    assert_eq!(store.unpacked(0, 10).unwrap(), [1]);
    store.pack_replays(&[(1, b"smaller".to_vec())]).unwrap();
    assert!(store.unpacked(0, 10).unwrap().is_empty());
    assert_eq!(store.replay(1).unwrap().unwrap(), b"smaller");
    assert_eq!(store.lost_games(1, 5).unwrap()[0].id, 1);
}

#[test]
fn ratings_are_replaced_and_entries_join() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = StoreFolder::at(scratch.path());
    let mut store = cup(&folder);
    let rating = KeptRating { blocks: 4, elo: 12.5, error: 3.0, determined: true };
    store.save_ratings(&[rating, rating]).unwrap();
    store.save_ratings(&[rating]).unwrap();
    assert_eq!(store.ratings().unwrap(), [rating]);
    store.add_entry(&entry("three")).unwrap();
    assert_eq!(store.entries().unwrap()[2], entry("three"));
    assert!(store.add_entry(&entry("three")).is_err(), "names are unique");
}

#[test]
fn a_folder_has_one_run_at_a_time() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = StoreFolder::at(&scratch.path().join("cup"));
    assert!(folder.open().unwrap_err().to_string().contains("no tournament here"));
    let held = folder.take().unwrap();
    assert!(folder.take().unwrap_err().to_string().contains("another run"));
    drop(held);
    folder.take().unwrap();
}

#[test]
fn what_is_no_database_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = StoreFolder::at(scratch.path());
    std::fs::write(folder.database(), "nonsense ".repeat(1000)).unwrap();
    assert!(folder.open().is_err());
}

#[test]
fn an_older_database_is_brought_up_and_a_newer_one_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = StoreFolder::at(scratch.path());
    let mut store = cup(&folder);
    store.add_blocks(&[block(0)]).unwrap();
    store.add_games([((0, 0, 0), &game(1, [1, 2]), None)]).unwrap();
    drop(store);
    let change =
        |sql: &str| rusqlite::Connection::open(folder.database()).unwrap().execute_batch(sql).unwrap();
    change("drop table online; alter table seat drop column lost; pragma user_version = 1");
    let mut store = folder.open().unwrap();
    assert_eq!(store.blocks().unwrap()[0].2, [game(1, [1, 2])]);
    assert_eq!(store.online().unwrap(), []);
    store.save_online(1, [(10.0, 50.0), (-10.0, 50.0)].into_iter()).unwrap();
    store.save_online(2, [(12.0, 40.0), (-12.0, 40.0)].into_iter()).unwrap();
    drop(store);
    let online = folder.open().unwrap().online().unwrap();
    assert_eq!((online.len(), online[1].blocks, online[1].elo), (2, 2, -12.0));
    change("pragma user_version = 3");
    assert!(folder.open().unwrap_err().to_string().contains("it is of version 3"));
}
