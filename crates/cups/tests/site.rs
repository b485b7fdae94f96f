//! The report of a tournament whose games were made up.

use cups::site;
use std::fs;
use std::path::{Path, PathBuf};
use store::{BlockRow, EntryRow, MapRow, MatchRow, SeatRow, Store};

const NAMES: [&str; 4] = ["ann", "<script>alert(1)</script>", "=cid", "dee"];

fn entry(name: &str) -> EntryRow {
    let problem = (name == "dee").then(|| "line 3: expected `;` & <nothing>".to_owned());
    EntryRow {
        name: name.into(),
        source: format!("bots/{name}"),
        fingerprint: Some("f00d".repeat(8)),
        problem,
    }
}

/// A tournament in which the smaller number always wins.
fn tournament(folder: &Path, format: &str) -> Store {
    tournament_of(4, folder, format)
}

fn tournament_of(count: usize, folder: &Path, format: &str) -> Store {
    let cup = cups::Cup::parse(
        &format!("game = \"nogame\"\nformat = \"{format}\"\nblocks = 1\nseed = 1\n[entrants]\na = \"idle\""),
        Path::new(""),
    )
    .unwrap();
    let maps =
        ["duel", "lagoon"].map(|name| MapRow { name: name.into(), hash: "h".into(), text: "t".into() });
    let path = folder.join("cup.sqlite");
    let mut store = Store::create(&path, &cup.to_json(), &maps, &NAMES.map(entry)[..count]).unwrap();
    // The rows are what a run would write: plan, play, plan again.
    let planner = cups::planner::Planner { cup, seed: 1, seats: 2, maps: 2, entrants: count };
    loop {
        let stored = cups::run::stored_blocks(&store).unwrap();
        let played = stored
            .iter()
            .filter_map(cups::run::StoredBlock::played)
            .map(|block| (block.key, block))
            .collect();
        let planned = stored.iter().map(|block| (block.block.key, block.block.clone())).collect();
        let new: Vec<cups::Block> = planner
            .known(&played, &planned)
            .into_iter()
            .filter(|block| stored.iter().all(|old| old.block.key != block.key))
            .collect();
        if new.is_empty() {
            return store;
        }
        new.iter().for_each(|block| play(&mut store, block));
    }
}

fn play(store: &mut Store, block: &cups::Block) {
    let key = (block.key.round, block.key.pairing, block.key.number);
    let seatings: Vec<Vec<u32>> =
        block.seatings.iter().map(|seating| seating.iter().map(|member| *member as u32).collect()).collect();
    let members: Vec<u32> = block.members.iter().map(|member| *member as u32).collect();
    let row = BlockRow {
        key,
        map: block.map as u32,
        seed: block.seed,
        members: members.clone(),
        seatings: seatings.clone(),
    };
    let first = store.add_blocks(&[row]).unwrap()[0];
    for (at, seating) in (0..).zip(&seatings) {
        let best = seating.iter().map(|member| members[*member as usize]).min().unwrap();
        let seat = |member: &u32| SeatRow {
            entry: members[*member as usize],
            place: if members[*member as usize] == best { 1 } else { 2 },
            faults: if *member == 1 { vec![(3, "it wrote <b>nonsense</b>".into())] } else { Vec::new() },
            cpu: 0.5,
            ..SeatRow::default()
        };
        let game = MatchRow {
            id: first + at,
            turns: 7,
            digest: first + at,
            wall: None,
            seats: seating.iter().map(seat).collect(),
        };
        store.add_games([(key, &game, None)]).unwrap();
    }
}

/// A tuning in which the first parameter always did better when it was higher.
fn tuning(folder: &Path) {
    use cups::tuning::{Iteration, TuningFolder, TuningSettings, write_report};
    let parameter = |is_whole| matches::Parameter { default: 5.0, min: 0.0, max: 10.0, step: 1.0, is_whole };
    let settings = TuningSettings {
        game: "nogame".into(),
        rules: "usual".into(),
        maps: vec![("duel".into(), "h".into())],
        clock: "100ms+10s".into(),
        bot: ("<b>bold</b>".into(), None),
        against: Some(("greedy".into(), None)),
        parameters: [("care".to_owned(), parameter(false)), ("luck".to_owned(), parameter(true))].into(),
        iterations: 60,
        blocks: 1,
        rate: 0.1,
        seed: "0000000000000007".into(),
    };
    let taken = TuningFolder::take(folder).unwrap();
    taken.open(settings.clone()).unwrap();
    for number in 1..=60 {
        let won = 1 + number % 3;
        let points = |won| cups::blocks::HalfPoints { won, comparisons: 2 };
        let (plus, minus) = (points(won), points(2));
        let values = Vec::new();
        let line = Iteration { iteration: number, plus, minus, games: 4, faulty: 0, fault: None, values };
        taken.add(&line).unwrap();
    }
    let tuned = taken.open(settings).unwrap();
    write_report(&taken, &tuned).unwrap();
    taken.save_found(&tuned).unwrap();
}

#[test]
fn a_browser_shows_the_pages_and_their_tooltips() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("reports");
    let _ = fs::remove_dir_all(&folder);
    for (name, count, format) in
        [("four", 4, "round-robin"), ("two", 2, "round-robin"), ("bracket", 4, "double-elimination")]
    {
        let scratch = tempfile::tempdir().unwrap();
        let store = tournament_of(count, scratch.path(), format);
        site::write(&store, &folder.join(name), 0).unwrap();
    }
    tuning(&folder.join("tuning"));
    testing::browser::run("report.js", &folder);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() { found.extend(files(&entry)) } else { found.push(entry) }
    }
    found
}

/// Where the links of a page lead.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn every_link_leads_somewhere_and_nothing_strange_becomes_a_tag() {
    for format in ["round-robin", "swiss", "double-elimination"] {
        let scratch = tempfile::tempdir().unwrap();
        let store = tournament(scratch.path(), format);
        let folder = scratch.path().join("site");
        site::write(&store, &folder, 3).unwrap();
        let pages: Vec<PathBuf> = files(&folder)
            .into_iter()
            .filter(|path| path.extension().is_some_and(|end| end == "html"))
            .collect();
        assert_eq!(pages.len(), 2 + 2 * NAMES.len(), "{format}");
        for path in pages {
            let page = fs::read_to_string(&path).unwrap();
            assert_eq!(page.matches("<script>").count(), 1, "our own: {}", path.display());
            assert!(!page.contains("<script>alert") && !page.contains("<b>nonsense"), "{}", path.display());
            for link in links(&page) {
                assert!(path.parent().unwrap().join(link).exists(), "{}: {link}", path.display());
            }
        }
        let index = fs::read_to_string(folder.join("index.html")).unwrap();
        assert_eq!(index.contains("Round 2"), format != "round-robin", "{format}");
        assert!(index.contains("forfeits"), "{format}");
    }
}

#[test]
fn tables_are_for_spreadsheets_and_programs() {
    let scratch = tempfile::tempdir().unwrap();
    let store = tournament(scratch.path(), "single-elimination");
    let folder = scratch.path().join("site");
    let summary = site::write(&store, &folder, 0).unwrap();
    assert_eq!(summary.champion, Some(0));
    let table = fs::read_to_string(folder.join("standings.csv")).unwrap();
    assert!(table.lines().nth(1).unwrap().starts_with("1,ann,"), "{table}");
    assert!(table.contains(",'=cid,"), "a formula is none: {table}");
    let games = fs::read_to_string(folder.join("games.csv")).unwrap();
    assert_eq!(games.lines().count(), 1 + 3 * 2 * 2, "{games}");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("standings.json")).unwrap()).unwrap();
    assert_eq!((&json["standings"][0]["name"], &json["cross"][0][1]["score"]), (&"ann".into(), &1.0.into()));
}

#[test]
fn a_tournament_without_games_has_a_report() {
    let scratch = tempfile::tempdir().unwrap();
    let cup = cups::Cup::parse("game = \"nogame\"\n[entrants]\na = \"idle\"", Path::new("")).unwrap();
    let map = MapRow { name: "duel".into(), hash: "h".into(), text: "t".into() };
    let store =
        Store::create(&scratch.path().join("cup.sqlite"), &cup.to_json(), &[map], &NAMES.map(entry)).unwrap();
    let summary = site::write(&store, &scratch.path().join("site"), 3).unwrap();
    assert_eq!((summary.table.blocks, summary.table.rows.len()), (0, 4));
}
