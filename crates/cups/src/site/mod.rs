//! The report of a tournament: pages that open from disk, in English and Chinese, with CSV and JSON
//! beside them.
//!
//! [`Summary`] holds what they say; `pages` writes it for people, `files` for programs. `charts`
//! turns numbers into lines and bars.

mod charts;
mod files;
mod pages;

use crate::blocks::{HalfPoints, PlayedBlock};
use crate::cup::{Cup, CupError};
use crate::planner::{Pairing, Planner};
use crate::run::{StoredBlock, stored_blocks, stored_cup};
use crate::standings::Standings;
use crate::table::{self, StandingsTable};
use game::Lang;
use replays::Replay;
use std::fs::Permissions;
use std::io::{Cursor, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use store::{EntryRow, EntryTally, LostGame, Store, Totals};
use tournament::rating::Rating;

/// How many lost games of each entrant get a page of their own, if nobody says it.
pub const REPLAY_PAGES: u32 = 3;

/// How many lost games of an entrant are listed.
const MOST_LOST: u32 = 50;

/// Points of a line of ratings over time.
const HISTORY_POINTS: usize = 20;

/// With more blocks than this, ratings over time have few points: each is a fit of its own.
const MANY_BLOCKS: usize = 50_000;

/// What a tournament comes to.
#[derive(Debug)]
pub struct Summary {
    /// The settings.
    pub cup: Cup,
    /// How far it is.
    pub totals: Totals,
    /// The names of the entrants.
    pub names: Vec<String>,
    /// Their standings.
    pub table: StandingsTable,
    /// Who has won it, if the format says so and it is over.
    pub champion: Option<usize>,
    /// Rounds of a Swiss tournament, or of a bracket.
    pub rounds: Vec<Vec<Pairing>>,
    entries: Vec<EntryRow>,
    maps: Vec<String>,
    tallies: Vec<EntryTally>,
    blocks: Vec<StoredBlock>,
    history: Vec<(usize, Vec<Rating>)>,
    lost: Vec<Vec<LostGame>>,
}

impl Summary {
    /// Computes everything from the store.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn of(store: &Store) -> Result<Self, CupError> {
        let said = |error: store::StoreError| CupError(error.to_string());
        let cup = stored_cup(store)?;
        let entries = store.entries().map_err(said)?;
        let blocks = stored_blocks(store)?;
        let played: Vec<PlayedBlock> = blocks.iter().filter_map(StoredBlock::played).collect();
        let count = entries.len();
        let points = if played.len() > MANY_BLOCKS { 4 } else { HISTORY_POINTS };
        let seats = blocks.first().map_or(2, |block| block.block.seatings[0].len());
        let seed = cup.seed.unwrap_or_default();
        let planner = Planner { cup: cup.clone(), seed, seats, maps: 1, entrants: count };
        let Standings { table, rounds, champion } = Standings::of(&planner, &played);
        let lost = (0..count as u32).map(|entry| store.lost_games(entry, MOST_LOST).map_err(said));
        Ok(Self {
            totals: store.tournament().map_err(said)?.totals,
            names: entries.iter().map(|entry| entry.name.clone()).collect(),
            history: table::history(count, &played, points),
            maps: store.maps().map_err(said)?.into_iter().map(|map| map.name).collect(),
            tallies: store.tallies().map_err(said)?,
            lost: lost.collect::<Result<_, _>>()?,
            cup,
            table,
            champion,
            rounds,
            entries,
            blocks,
        })
    }

    /// How an entrant did on each map.
    fn by_map(&self, entrant: usize) -> Vec<HalfPoints> {
        let mut sums = vec![HalfPoints::default(); self.maps.len()];
        for block in self.blocks.iter().filter_map(StoredBlock::played) {
            let others =
                block.members.iter().filter(|other| **other != entrant && block.members.contains(&entrant));
            let points = others.map(|other| block.between(entrant, *other));
            sums[block.map] = points.fold(sums[block.map], HalfPoints::plus);
        }
        sums
    }

    /// How an entrant did in each seat; nothing in a game for one.
    fn by_seat(&self, entrant: usize) -> Vec<HalfPoints> {
        let mut sums: Vec<HalfPoints> = Vec::new();
        for game in self.blocks.iter().flat_map(|block| &block.games) {
            sums.resize(sums.len().max(game.seats.len()), HalfPoints::default());
            for (at, seat) in game.seats.iter().enumerate().filter(|(_, seat)| seat.entry as usize == entrant)
            {
                for other in game.seats.iter().filter(|other| other.entry != seat.entry) {
                    let won = match seat.place.cmp(&other.place) {
                        std::cmp::Ordering::Less => 2,
                        std::cmp::Ordering::Equal => 1,
                        std::cmp::Ordering::Greater => 0,
                    };
                    sums[at] = sums[at].plus(HalfPoints { won, comparisons: 1 });
                }
            }
        }
        if sums.len() > 1 { sums } else { Vec::new() }
    }

    /// What an entrant did wrong: game, turn and sentence, the first of them.
    fn faults(&self, entrant: usize, most: usize) -> Vec<(u64, u32, &str)> {
        let games = self.blocks.iter().flat_map(|block| &block.games);
        let seats = games.flat_map(|game| game.seats.iter().map(move |seat| (game.id, seat)));
        let own = seats.filter(|(_, seat)| seat.entry as usize == entrant);
        own.flat_map(|(id, seat)| seat.faults.iter().map(move |(turn, what)| (id, *turn, what.as_str())))
            .take(most)
            .collect()
    }

    /// The map of a game.
    fn map_of(&self, game: u64) -> &str {
        let block = self
            .blocks
            .iter()
            .find(|block| (block.first..block.first + block.block.seatings.len() as u64).contains(&game));
        block.and_then(|block| self.maps.get(block.block.map)).map_or("", String::as_str)
    }
}

/// Writes the report into a folder: what was there of an earlier one is replaced.
///
/// # Errors
/// If the store cannot be read or a file not be written.
pub fn write(store: &Store, folder: &Path, replay_pages: u32) -> Result<Summary, CupError> {
    let summary = Summary::of(store)?;
    // Whoever handed the tournament over may have laid links, which lead to folders of the user's.
    if folder.is_symlink() {
        let shown = folder.display();
        return Err(CupError(format!("{shown} is a symbolic link, and links are not followed: remove it")));
    }
    for sub in ["entrants", "games"] {
        let path = folder.join(sub);
        if path.exists() {
            std::fs::remove_dir_all(&path)
                .map_err(|error| CupError(format!("{}: {error}", path.display())))?;
        }
        std::fs::create_dir_all(&path).map_err(|error| CupError(format!("{}: {error}", path.display())))?;
    }
    let mut paged: Vec<u64> = summary
        .lost
        .iter()
        .flat_map(|lost| lost.iter().take(replay_pages as usize))
        .map(|lost| lost.id)
        .collect();
    paged.sort_unstable();
    paged.dedup();
    let mut written = Vec::new();
    for game in paged {
        if let Some(packed) = store.replay(game).map_err(|error| CupError(error.to_string()))? {
            save(&folder.join(game_file(game)), &replay_page(packed)?)?;
            written.push(game);
        }
    }
    for lang in [Lang::En, Lang::Zh] {
        save(&folder.join(format!("index{}.html", suffix(lang))), &pages::index(&summary, lang)?)?;
        for entrant in 0..summary.names.len() {
            let page = pages::entrant(&summary, entrant, &written, lang)?;
            save(&folder.join(entrant_file(entrant, lang)), &page)?;
        }
    }
    save(&folder.join("standings.csv"), &files::standings_csv(&summary)?)?;
    save(&folder.join("games.csv"), &files::games_csv(&summary)?)?;
    save(&folder.join("standings.json"), &files::standings_json(&summary))?;
    Ok(summary)
}

/// The page of a packed replay.
///
/// # Errors
/// One sentence, if it cannot be shown.
pub fn replay_page(packed: Vec<u8>) -> Result<String, CupError> {
    let mut replay = Replay::read(Cursor::new(packed)).map_err(CupError)?;
    let header = replay.header.clone();
    let entry =
        games::find(&header.game).ok_or_else(|| CupError(format!("there is no game `{}`", header.game)))?;
    let (film, _) = page::replay::film(entry, &header, &mut replay).map_err(CupError)?;
    Ok(page::render(&film))
}

/// Writes a file of the report and gives it its name when it is whole: a link that somebody laid
/// there is replaced, and not followed.
fn save(path: &Path, text: &str) -> Result<(), CupError> {
    let write = || {
        // As readable as any file: the system takes off what the user's mask forbids.
        let readable = Permissions::from_mode(0o666);
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut file = tempfile::Builder::new().permissions(readable).tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(path).map(drop).map_err(|refused| refused.error)
    };
    write().map_err(|error: std::io::Error| CupError(format!("{}: {error}", path.display())))
}

const fn suffix(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "",
        Lang::Zh => ".zh",
    }
}

fn entrant_file(entrant: usize, lang: Lang) -> String {
    format!("entrants/{}{}.html", entrant + 1, suffix(lang))
}

fn game_file(game: u64) -> String {
    format!("games/{game:05}.html")
}
