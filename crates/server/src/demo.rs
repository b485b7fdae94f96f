//! An arena full of bots and matches that were never played, to measure how it bears being large.

use crate::accounts::{password, secret::Secret};
use crate::admin::block_on;
use crate::catalogue::{self, HostedLadder};
use crate::database::finished::Finished;
use crate::database::tallies::{Count, Tallies};
use crate::database::{Change, Database, now};
use crate::files::{Files, FilesPlace};
use crate::folder::ArenaFolder;
use crate::work::ladder::seatings;
use crate::work::ratings::refit;
use crate::zipped::zipped;
use board::SplitMix64;
use cups::{BlockKey, PlayedBlock, PlayedGame, PlayedSeat};
use std::path::Path;

/// Rows of one statement.
const ROWS: usize = 400;

/// Bots of one owner.
const BOTS_OF_ONE: usize = 4;

/// Turns of every match.
const TURNS: u32 = 100;

/// Milliseconds between two blocks.
const PACE: i64 = 1000;

/// How large a demonstration is.
#[derive(Clone, Copy, Debug)]
pub struct DemoSize {
    /// Bots, spread over the ladders.
    pub bots: usize,
    /// Finished matches, at least; the last block is made whole.
    pub matches: usize,
}

/// Makes an arena in a folder where there is none: bots that can play (they are all the Python
/// start), and matches with results as their strengths make them likely. The same size makes the
/// same results.
///
/// # Errors
/// One sentence.
pub fn seed_demo(data: &Path, size: DemoSize) -> Result<(), String> {
    if data.join("arena.sqlite").exists() {
        return Err(format!("{}: there is an arena already: name another folder", data.display()));
    }
    let folder = ArenaFolder::take(data)?;
    let files = Files::open(&FilesPlace::Folder(folder.files())).map_err(|error| error.to_string())?;
    let password = password::hash(Secret::new().text()).ok_or("no password could be made")?;
    let ladders = catalogue::ladders();
    let mut sources = Vec::new();
    for ladder in &ladders {
        let start =
            sdk::start(ladder.name(), sdk::Language::Python, "demo").map_err(|why| why.to_string())?;
        let bytes = zipped(&start).map_err(|error| error.to_string())?;
        sources.push((files.keep(&bytes).map_err(|error| error.to_string())?, bytes.len()));
    }
    block_on(async {
        let database = Database::open(folder.path()).await?;
        let people = size.bots.div_ceil(BOTS_OF_ONE);
        let seeding = Seeding { size, password, begin: now() - PACE * size.matches as i64 };
        let mut change = database.change().await?;
        seeding.add_people(&mut change, people).await?;
        change.commit().await?;
        let mut ids = Ids::default();
        for (at, (ladder, source)) in ladders.iter().zip(&sources).enumerate() {
            seeding.add_ladder(&database, &mut ids, (at, ladders.len()), ladder, source).await?;
            refit(&database, ladder.name()).await?;
        }
        database.pool.close().await;
        Ok(())
    })
}

/// The last numbers that were given. An arena that is just made is nobody else's.
#[derive(Clone, Copy, Debug, Default)]
struct Ids {
    bot: i64,
    block: i64,
    match_: i64,
}

#[derive(Debug)]
struct Seeding {
    size: DemoSize,
    /// The hash of a password that nobody knows.
    password: String,
    begin: i64,
}

impl Seeding {
    async fn add_people(&self, change: &mut Change, people: usize) -> Result<(), sqlx::Error> {
        let mut rows = Rows::new("users (id, name, folded, password, role, created)");
        for id in 1..=people {
            let person = format!("({id},'demo{id}','demo{id}','{}','player',{})", self.password, self.begin);
            rows.add(person);
        }
        rows.write(change).await
    }

    /// Adds this ladder's share of bots and matches.
    async fn add_ladder(
        &self,
        database: &Database,
        ids: &mut Ids,
        (at, ladders): (usize, usize),
        ladder: &HostedLadder,
        source: &(String, usize),
    ) -> Result<(), sqlx::Error> {
        let share = |all: usize| all / ladders + usize::from(at < all % ladders);
        let first = ids.bot + 1;
        let mut change = database.change().await?;
        self.add_bots(&mut change, ids, ladder.name(), share(self.size.bots), source).await?;
        change.commit().await?;
        let mut dice = SplitMix64::new(at as u64 + 1);
        let strengths: Vec<f64> = (first..=ids.bot).map(|_| 4.0 * unit(&mut dice)).collect();
        if strengths.len() < 2 {
            return Ok(());
        }
        let mut field = Field { ladder, first, strengths, dice, tallies: Tallies::new() };
        let last = ids.match_ + share(self.size.matches) as i64;
        while ids.match_ < last {
            let mut change = database.change().await?;
            field.add_blocks(&mut change, ids, last, self.begin).await?;
            change.commit().await?;
        }
        let mut change = database.change().await?;
        let mut rows = Rows::new("tallies (game, pattern, counted, played)");
        for (pattern, Count { counted, played }) in &field.tallies {
            let row = format!("('{}','{}',{counted},{played})", ladder.name(), pattern.text());
            rows.add(row);
        }
        rows.write(&mut change).await?;
        change.commit().await
    }

    async fn add_bots(
        &self,
        change: &mut Change,
        ids: &mut Ids,
        game: &str,
        count: usize,
        (source, bytes): &(String, usize),
    ) -> Result<(), sqlx::Error> {
        let begin = self.begin;
        let mut bots = Rows::new("bots (id, owner_id, game, name, folded, created, active_version)");
        let mut versions =
            Rows::new("versions (id, bot_id, number, kind, source, bytes, state, created, finished)");
        for _ in 0..count {
            ids.bot += 1;
            let id = ids.bot;
            let owner = (id - 1) / BOTS_OF_ONE as i64 + 1;
            bots.add(format!("({id},{owner},'{game}','bot{id}','bot{id}',{begin},{id})"));
            let version = format!("({id},{id},1,'zip','{source}',{bytes},'ready',{begin},{begin})");
            versions.add(version);
        }
        bots.write(change).await?;
        versions.write(change).await
    }
}

/// The bots of a ladder, and what their blocks said so far. A bot's only version has its number.
struct Field<'a> {
    ladder: &'a HostedLadder,
    first: i64,
    strengths: Vec<f64>,
    dice: SplitMix64,
    tallies: Tallies,
}

impl Field<'_> {
    /// Adds some thousand matches.
    async fn add_blocks(
        &mut self,
        change: &mut Change,
        ids: &mut Ids,
        last: i64,
        begin: i64,
    ) -> Result<(), sqlx::Error> {
        const AT_ONCE: i64 = 20_000;
        let mut blocks =
            Rows::new("blocks (id, game, map, rules, clock, seed, purpose, created, finished, signature)");
        let mut matches = Rows::new(
            "matches (id, block_id, game, state, attempt, turns, digest, created, started, finished)",
        );
        let mut seats = Rows::new(
            "seats (match_id, seat, version_id, bot_id, place, score, is_out, units_lost, orders, refused, cpu, \
             longest_cpu, faults)",
        );
        let (game, rules, clock) = (self.ladder.name(), self.ladder.rules, self.ladder.clock.to_string());
        let end = last.min(ids.match_ + AT_ONCE);
        while ids.match_ < end {
            ids.block += 1;
            let (block, when) = (ids.block, begin + PACE * ids.match_);
            let played = self.played();
            let map = &played.maps[0];
            let Some(summary) = played.summaries().next() else { continue };
            let seed = self.dice.next_u64();
            let row = format!(
                "({block},'{game}','{map}','{rules}','{clock}','{seed:016x}','ladder',{when},{when},'{}')",
                summary.signature
            );
            blocks.add(row);
            for one in &played.blocks[0].games {
                ids.match_ += 1;
                let id = ids.match_;
                let row = format!(
                    "({id},{block},'{game}','done',2,{TURNS},'{:016x}',{when},{when},{when})",
                    one.digest
                );
                matches.add(row);
                for (seat, sat) in one.seats.iter().enumerate() {
                    let (bot, place, score) = (played.versions[sat.entrant], sat.place, sat.score);
                    let row =
                        format!("({id},{seat},{bot},{bot},{place},{score},0,0,{TURNS},0,0.5,0.01,'[]')");
                    seats.add(row);
                }
            }
            let count = self.tallies.entry(summary.pattern).or_default();
            count.counted += 1;
            count.played += 1;
        }
        blocks.write(change).await?;
        matches.write(change).await?;
        seats.write(change).await
    }

    /// A block between bots that are near each other on the list, as a ladder would choose them.
    fn played(&mut self) -> Finished {
        let members = if self.ladder.seats > 1 && self.strengths.len() >= self.ladder.seats {
            self.ladder.seats
        } else {
            2
        };
        let from = self.below(self.strengths.len() - members + 1);
        let who: Vec<i64> = (from..from + members).map(|at| self.first + at as i64).collect();
        let map = self.below(self.ladder.maps.len());
        let maps = vec![self.ladder.maps[map].name.clone()];
        let seatings = seatings(self.ladder.seats, &who);
        let games = seatings.iter().map(|seating| self.game(seating, &who)).collect();
        let key = BlockKey { round: 0, pairing: 0, number: 0 };
        let block = PlayedBlock { key, map: 0, members: (0..members).collect(), games };
        Finished { versions: who, maps, blocks: vec![block] }
    }

    /// A game: whoever waits the shortest, in proportion to strength, is first. Alone at the board
    /// one wins or not.
    fn game(&mut self, seating: &[i64], who: &[i64]) -> PlayedGame {
        let waits: Vec<f64> = seating
            .iter()
            .map(|bot| {
                let strength = self.strengths[(bot - self.first) as usize];
                -(1.0 - unit(&mut self.dice)).ln() / strength.exp()
            })
            .collect();
        let place = |seat: usize| match seating.len() {
            1 => 1 + u8::from(waits[0] > 0.1),
            _ => 1 + waits.iter().filter(|wait| **wait < waits[seat]).count() as u8,
        };
        let seat = |(seat, bot): (usize, &i64)| PlayedSeat {
            entrant: who.iter().position(|known| known == bot).unwrap_or_default(),
            place: place(seat),
            score: i64::from(place(seat) == 1),
            out: false,
            lost: 0,
        };
        let seats = seating.iter().enumerate().map(seat).collect();
        PlayedGame { turns: TURNS, digest: self.dice.next_u64(), seats }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.dice.below(bound as u64) as usize
    }
}

/// A number from 0 to 1.
fn unit(dice: &mut SplitMix64) -> f64 {
    (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Rows on their way into a table, many in one statement. They are made of numbers and of names of
/// our own.
struct Rows {
    into: &'static str,
    waiting: Vec<String>,
}

impl Rows {
    const fn new(into: &'static str) -> Self {
        Self { into, waiting: Vec::new() }
    }

    fn add(&mut self, row: String) {
        self.waiting.push(row);
    }

    async fn write(self, change: &mut Change) -> Result<(), sqlx::Error> {
        for rows in self.waiting.chunks(ROWS) {
            let query = format!("INSERT INTO {} VALUES {}", self.into, rows.join(","));
            sqlx::query(sqlx::AssertSqlSafe(query)).persistent(false).execute(&mut **change).await?;
        }
        Ok(())
    }
}
