//! Ratings from folders of replays.

use crate::blocks::{BlockKey, PlayedBlock, PlayedGame, PlayedSeat};
use crate::table::{self, StandingsTable};
use game::replay::{End, Header, Hex, ReplayLine, Rerun};
use replays::Replay;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Games of one kind, rated.
#[derive(Clone, Debug)]
pub struct Rated {
    /// The game's name.
    pub game: String,
    /// The names of the bots.
    pub names: Vec<String>,
    /// Number of games.
    pub games: usize,
    /// What they say.
    pub table: StandingsTable,
}

/// What was found in folders of replays.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The ratings, by game.
    pub rated: Vec<Rated>,
    /// Files that are no whole replays, with the reason.
    pub unusable: Vec<(PathBuf, String)>,
}

/// Rates the bots of all replays in these folders and files; bots are known by their names.
///
/// # Errors
/// One message, if a folder cannot be read.
pub fn rate(paths: &[PathBuf]) -> Result<Found, String> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files, true)?;
    }
    files.sort();
    files.dedup();
    let mut found = Found::default();
    let mut games: BTreeMap<String, Vec<ReplayResult>> = BTreeMap::new();
    for path in files {
        match read(&path) {
            Ok((game, record)) => games.entry(game).or_default().push(record),
            Err(why) => found.unusable.push((path, why)),
        }
    }
    found.rated = games.into_iter().map(|(game, records)| rated(game, &records)).collect();
    Ok(found)
}

/// A replay as far as ratings need it.
struct ReplayResult {
    map: String,
    seed: Hex,
    names: Vec<String>,
    places: Vec<(u8, i64)>,
    turns: u32,
    digest: u64,
    /// Units lost, in a game for one.
    lost: u32,
}

fn collect(path: &Path, files: &mut Vec<PathBuf>, is_named: bool) -> Result<(), String> {
    const ENDS: [&str; 3] = [".jsonl", ".jsonl.zst", ".replay"];
    let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
    let meta = path.symlink_metadata().map_err(wrong)?;
    if meta.is_dir() {
        for entry in path.read_dir().map_err(wrong)? {
            collect(&entry.map_err(wrong)?.path(), files, false)?;
        }
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_named || (meta.is_file() && ENDS.iter().any(|end| name.ends_with(end))) {
        files.push(path.to_owned());
    }
    Ok(())
}

fn read(path: &Path) -> Result<(String, ReplayResult), String> {
    let mut replay = Replay::open(path)?;
    let (mut digest, mut end) = (Hex::default(), None::<End>);
    let mut rerun = rerun_of_one(&replay.header);
    let before = rerun.as_ref().map_or(0, units);
    for line in replay.by_ref() {
        match line {
            ReplayLine::Turn(turn) => {
                digest = turn.digest;
                // Whether a replay verifies is another question.
                let _ = rerun.as_mut().map(|rerun| rerun.turn(&turn));
            }
            ReplayLine::End(last) => end = Some(last),
            ReplayLine::Cursor(_) => return Err("it is a saved game, and not over".to_owned()),
        }
    }
    if let Some(damage) = replay.damage() {
        return Err(damage.to_owned());
    }
    let end = end.ok_or("it has no end: the game was not over")?;
    let turns = replay.turns() as u32;
    let lost = before.saturating_sub(rerun.as_ref().map_or(0, units));
    let Header { game, map_hash, seed, seats, .. } = replay.header;
    let names: Vec<String> = seats.into_iter().map(|seat| seat.name).collect();
    if names.len() != end.end.len() {
        return Err("its end has another number of seats than its header".to_owned());
    }
    let places = end.end.iter().map(|standing| (standing.place, standing.score)).collect();
    Ok((game, ReplayResult { map: map_hash, seed, names, places, turns, digest: digest.0, lost }))
}

/// A replay of a game for one says by being played again how many units were lost.
fn rerun_of_one(header: &Header) -> Option<Rerun> {
    let entry = games::find(&header.game).filter(|_| header.seats.len() == 1)?;
    Rerun::new(entry, header).ok()
}

fn units(rerun: &Rerun) -> u32 {
    rerun.table().units(game::Seat(0)).unwrap_or_default()
}

fn rated(game: String, records: &[ReplayResult]) -> Rated {
    let mut names: Vec<String> = records.iter().flat_map(|record| record.names.iter().cloned()).collect();
    names.sort();
    names.dedup();
    let number = |name: &String| names.binary_search(name).unwrap_or_default();
    // Games of one map and one seed are a block. Where one plays alone there is no chance, and the
    // map is enough.
    let mut blocks: BTreeMap<(&str, u64, usize), PlayedBlock> = BTreeMap::new();
    let maps: Vec<&str> = records.iter().map(|record| record.map.as_str()).collect();
    for record in records {
        let seats = record.names.iter().zip(&record.places).map(|(name, (place, score))| PlayedSeat {
            entrant: number(name),
            place: *place,
            score: *score,
            out: false,
            lost: record.lost,
        });
        let game = PlayedGame { turns: record.turns, digest: record.digest, seats: seats.collect() };
        let mut members: Vec<usize> = game.seats.iter().map(|seat| seat.entrant).collect();
        members.sort_unstable();
        members.dedup();
        let is_solo = record.names.len() == 1;
        let seed = if is_solo { 0 } else { record.seed.0 };
        let count = blocks.len() as u32;
        let map = maps.iter().position(|map| *map == record.map).unwrap_or_default();
        let block = blocks.entry((&record.map, seed, record.names.len())).or_insert_with(|| PlayedBlock {
            key: BlockKey { round: 0, pairing: 0, number: count },
            map,
            members: Vec::new(),
            games: Vec::new(),
        });
        block.members.extend(members);
        block.members.sort_unstable();
        block.members.dedup();
        if !block.games.contains(&game) {
            block.games.push(game);
        }
    }
    let blocks: Vec<PlayedBlock> = blocks.into_values().collect();
    let table = table::table(names.len(), &blocks);
    Rated { game, games: records.len(), table, names }
}
