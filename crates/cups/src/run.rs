//! A tournament is played: games on several threads, results written by one.

use crate::blocks::{Block, BlockKey, PlayedBlock, PlayedGame, PlayedSeat};
use crate::cup::{Cup, CupError, Format};
use crate::planner::{Planner, Played};
use crate::table;
use matches::{GamePlan, GameReport, Series, SeriesError, Stop, Unobserved};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Cursor;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{BlockRow, KeptRating, MatchRow, SeatRow, Store, Totals};
use tournament::rating::OnlineRatings;

/// Results that are written in one transaction at most.
const BATCH: usize = 256;

/// How often ratings are computed while games are played.
const RATED_EVERY: Duration = Duration::from_secs(30);

/// A tournament being played.
#[derive(Debug)]
pub struct Run<'a> {
    /// Where results go.
    pub store: &'a mut Store,
    /// What is played next.
    pub planner: &'a Planner,
    /// All entrants and maps.
    pub series: &'a Series,
    /// Games at the same time.
    pub jobs: usize,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everything is played.
    Finished,
    /// Somebody wanted to stop.
    Stopped,
}

/// A game to be played.
#[derive(Clone, Debug)]
struct Job {
    block: BlockKey,
    plan: GamePlan,
}

/// A game that was played, with its replay.
struct Done {
    block: BlockKey,
    report: GameReport,
    replay: Option<Vec<u8>>,
}

/// Games that wait to be played.
#[derive(Default)]
struct Queue {
    jobs: Mutex<(VecDeque<Job>, bool)>,
    changed: Condvar,
}

impl Queue {
    fn add(&self, jobs: impl IntoIterator<Item = Job>) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).0.extend(jobs);
        self.changed.notify_all();
    }

    /// No more will come.
    fn close(&self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.changed.notify_all();
    }

    fn take(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if jobs.1 {
                return None;
            }
            if let Some(job) = jobs.0.pop_front() {
                return Some(job);
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What is known of the blocks of a tournament.
#[derive(Default)]
struct Progress {
    planned: BTreeMap<BlockKey, Block>,
    /// The number of the first game of each block.
    firsts: BTreeMap<BlockKey, u64>,
    /// Games of blocks that are not finished, by their place in the block.
    partial: BTreeMap<BlockKey, BTreeMap<usize, PlayedGame>>,
    played: Played,
    /// Ratings of a ladder between two fits.
    online: Option<OnlineRatings>,
}

impl Run<'_> {
    /// Plays what is missing. `watch` is told after each batch of results.
    ///
    /// # Errors
    /// If a game cannot be set up or written down. What was finished stays.
    pub fn play(&mut self, stop: &Stop, watch: &dyn Fn(Totals)) -> Result<Ended, CupError> {
        let mut progress = self.load()?;
        if self.planner.cup.format == Format::Ladder {
            self.keep_ratings(&mut progress)?;
        }
        let scratch = tempfile::tempdir().map_err(|error| CupError(format!("no scratch folder: {error}")))?;
        let (queue, enough) = (Queue::default(), Stop::default());
        let (sender, receiver) = mpsc::channel();
        let (series, jobs) = (self.series, self.jobs.max(1));
        let keeps_replays = self.planner.cup.replays;
        std::thread::scope(|scope| {
            for worker in 0..jobs {
                let (sender, queue, enough) = (sender.clone(), &queue, &enough);
                let file = keeps_replays.then(|| scratch.path().join(format!("{worker}.jsonl.zst")));
                scope.spawn(move || {
                    while let Some(job) = queue.take() {
                        if !work(series, job, file.as_deref(), enough, &sender) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let ended = self.lead(&mut progress, (&queue, &receiver), stop, watch);
            queue.close();
            if !matches!(ended, Ok(Ended::Finished)) {
                enough.wish();
                // Games that were over by then count.
                let rest: Vec<Done> = receiver.iter().filter_map(Result::ok).collect();
                self.write(&mut progress, rest)?;
            }
            self.keep_ratings(&mut progress)?;
            ended
        })
    }

    /// What was planned and played before.
    fn load(&self) -> Result<Progress, CupError> {
        let mut progress = Progress::default();
        for (row, first, games) in self.store.blocks().map_err(said)? {
            let block = block_of(&row);
            let key = block.key;
            progress.firsts.insert(key, first);
            let partial = progress.partial.entry(key).or_default();
            partial.extend(games.iter().map(|game| ((game.id - first) as usize, played_game(game))));
            progress.planned.insert(key, block);
            progress.finish(key);
        }
        Ok(progress)
    }

    /// Plans, hands out games and writes down results, until nothing is left.
    fn lead(
        &mut self,
        progress: &mut Progress,
        (queue, results): (&Queue, &Receiver<Result<Done, SeriesError>>),
        stop: &Stop,
        watch: &dyn Fn(Totals),
    ) -> Result<Ended, CupError> {
        self.plan(progress)?;
        let mut running: BTreeSet<BlockKey> = BTreeSet::new();
        self.hand_out(progress, &mut running, queue);
        let mut rated = Instant::now();
        watch(self.store.tournament().map_err(said)?.totals);
        while progress.played.len() < progress.planned.len() {
            if stop.is_wanted() {
                return Ok(Ended::Stopped);
            }
            let first = match results.recv_timeout(Duration::from_millis(100)) {
                Ok(done) => done,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut batch = vec![first.map_err(said)?];
            while let Some(done) = results.try_iter().next().filter(|_| batch.len() < BATCH) {
                batch.push(done.map_err(said)?);
            }
            let finished = self.write(progress, batch)?;
            if finished && !self.planner.is_fixed() {
                self.plan(progress)?;
                self.hand_out(progress, &mut running, queue);
            }
            if rated.elapsed() > RATED_EVERY {
                self.keep_ratings(progress)?;
                rated = Instant::now();
            }
            watch(self.store.tournament().map_err(said)?.totals);
        }
        Ok(if stop.is_wanted() { Ended::Stopped } else { Ended::Finished })
    }

    /// Writes down the blocks that are known now and were not before.
    fn plan(&mut self, progress: &mut Progress) -> Result<(), CupError> {
        let known = self.planner.known(&progress.played, &progress.planned);
        let new: Vec<Block> =
            known.into_iter().filter(|block| !progress.planned.contains_key(&block.key)).collect();
        let rows: Vec<BlockRow> = new.iter().map(row_of).collect();
        let firsts = self.store.add_blocks(&rows).map_err(said)?;
        for (block, first) in new.into_iter().zip(firsts) {
            progress.firsts.insert(block.key, first);
            progress.planned.insert(block.key, block);
        }
        Ok(())
    }

    /// Gives the games of blocks that nobody plays yet to whoever is free.
    fn hand_out(&self, progress: &Progress, running: &mut BTreeSet<BlockKey>, queue: &Queue) {
        let mut blocks: Vec<&Block> = progress
            .planned
            .values()
            .filter(|block| !progress.played.contains_key(&block.key) && !running.contains(&block.key))
            .collect();
        blocks.sort_by_key(|block| (block.key.round, block.key.number, block.key.pairing));
        for block in blocks {
            running.insert(block.key);
            let first = progress.firsts.get(&block.key).copied().unwrap_or(1);
            let is_played =
                |at: usize| progress.partial.get(&block.key).is_some_and(|games| games.contains_key(&at));
            let games = block.seatings.iter().enumerate().filter(|(at, _)| !is_played(*at));
            queue.add(games.map(|(at, seating)| Job {
                block: block.key,
                plan: GamePlan {
                    game: (first + at as u64) as u32,
                    map: block.map,
                    seed: block.seed,
                    seating: seating.iter().map(|member| block.members[*member]).collect(),
                },
            }));
        }
    }

    /// Writes down results; says whether a block is finished by them.
    fn write(&mut self, progress: &mut Progress, batch: Vec<Done>) -> Result<bool, CupError> {
        let rows: Vec<(BlockKey, MatchRow, Option<Vec<u8>>)> =
            batch.into_iter().map(|done| (done.block, match_row(&done.report), done.replay)).collect();
        let games = rows
            .iter()
            .map(|(key, row, replay)| ((key.round, key.pairing, key.number), row, replay.as_deref()));
        self.store.add_games(games).map_err(said)?;
        let mut finished = false;
        for (key, row, _) in &rows {
            let first = progress.firsts.get(key).copied().unwrap_or(1);
            progress.partial.entry(*key).or_default().insert((row.id - first) as usize, played_game(row));
            if progress.finish(*key) {
                finished = true;
                progress.rate_online(*key);
            }
        }
        if let Some(online) = progress.online.as_ref().filter(|_| finished) {
            self.store.save_online(online.blocks(), online.ratings()).map_err(said)?;
        }
        Ok(finished)
    }

    /// Computes ratings from all finished blocks; those of a ladder go on from there.
    fn keep_ratings(&mut self, progress: &mut Progress) -> Result<(), CupError> {
        let blocks: Vec<&PlayedBlock> = progress.played.values().collect();
        let fit = table::fit(self.planner.entrants, &blocks);
        let kept = |rating: &tournament::rating::Rating| KeptRating {
            blocks: blocks.len() as u64,
            elo: rating.elo,
            error: rating.error,
            determined: rating.determined,
        };
        self.store.save_ratings(&fit.ratings.iter().map(kept).collect::<Vec<_>>()).map_err(said)?;
        if self.planner.cup.format == Format::Ladder {
            let online = OnlineRatings::after(&fit.ratings, blocks.len() as u64);
            self.store.save_online(online.blocks(), online.ratings()).map_err(said)?;
            progress.online = Some(online);
        }
        Ok(())
    }
}

impl Progress {
    /// Moves the ratings between two fits by a finished block.
    fn rate_online(&mut self, key: BlockKey) {
        if let (Some(online), Some(block)) = (&mut self.online, self.played.get(&key)) {
            online.add(&block.places(0));
        }
    }

    /// Notes that a block is finished, if it is.
    fn finish(&mut self, key: BlockKey) -> bool {
        let (Some(block), Some(games)) = (self.planned.get(&key), self.partial.get(&key)) else {
            return false;
        };
        if games.len() < block.seatings.len() {
            return false;
        }
        let games = self.partial.remove(&key).unwrap_or_default().into_values().collect();
        let played = PlayedBlock { key, map: block.map, members: block.members.clone(), games };
        self.played.insert(key, played);
        true
    }
}

/// Plays a game and reads its replay; says whether to go on.
fn work(
    series: &Series,
    job: Job,
    file: Option<&Path>,
    stop: &Stop,
    results: &Sender<Result<Done, SeriesError>>,
) -> bool {
    let played = match series.play_planned(&job.plan, file, stop, &Unobserved) {
        Ok(None) => return false,
        Ok(Some(report)) => recorded(file).map(|replay| Done { block: job.block, report, replay }),
        Err(error) => Err(error),
    };
    let goes_on = played.is_ok();
    results.send(played).is_ok() && goes_on
}

/// The replay as it was written.
fn recorded(file: Option<&Path>) -> Result<Option<Vec<u8>>, SeriesError> {
    let Some(path) = file else { return Ok(None) };
    std::fs::read(path).map(Some).map_err(|why| SeriesError::Disk { path: path.to_owned(), why })
}

/// Packs the replays of a tournament, several at a time: games are not kept waiting for it while
/// they are played.
///
/// # Errors
/// If the store cannot be read or written.
pub fn pack_replays(store: &mut Store, jobs: usize, stop: &Stop) -> Result<(), CupError> {
    let mut last = 0;
    while !stop.is_wanted() {
        let games = store.unpacked(last, jobs.max(1) as u32).map_err(said)?;
        let Some(newest) = games.last() else { break };
        last = *newest;
        let mut written = Vec::new();
        for game in games {
            written.extend(store.replay(game).map_err(said)?.map(|replay| (game, replay)));
        }
        let packed: Vec<(u64, Vec<u8>)> = std::thread::scope(|scope| {
            let pack = |(game, replay): (u64, Vec<u8>)| {
                scope.spawn(move || replays::pack(Cursor::new(replay)).ok().map(|packed| (game, packed)))
            };
            let threads: Vec<_> = written.into_iter().map(pack).collect();
            // What cannot be packed stays as it was written.
            threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect()
        });
        store.pack_replays(&packed).map_err(said)?;
    }
    Ok(())
}

fn said(error: impl std::fmt::Display) -> CupError {
    CupError(error.to_string())
}

fn row_of(block: &Block) -> BlockRow {
    let number = |value: &usize| *value as u32;
    BlockRow {
        key: (block.key.round, block.key.pairing, block.key.number),
        map: block.map as u32,
        seed: block.seed,
        members: block.members.iter().map(number).collect(),
        seatings: block.seatings.iter().map(|seating| seating.iter().map(number).collect()).collect(),
    }
}

fn block_of(row: &BlockRow) -> Block {
    let (round, pairing, number) = row.key;
    let place = |value: &u32| *value as usize;
    Block {
        key: BlockKey { round, pairing, number },
        map: row.map as usize,
        seed: row.seed,
        members: row.members.iter().map(place).collect(),
        seatings: row.seatings.iter().map(|seating| seating.iter().map(place).collect()).collect(),
    }
}

fn match_row(report: &GameReport) -> MatchRow {
    let lost = report.units_lost.iter().copied().chain(std::iter::repeat(0));
    let seats = report.seats.iter().zip(&report.outcome).zip(lost).map(|((seat, standing), lost)| SeatRow {
        entry: seat.bot,
        place: standing.place,
        score: standing.score,
        out: seat.out,
        faults: seat.faults.iter().map(|fault| (fault.turn, fault.what.clone())).collect(),
        orders: seat.orders,
        refused: seat.refused,
        cpu: seat.cpu,
        longest_cpu: seat.longest_cpu,
        wall: seat.wall,
        lost,
    });
    MatchRow {
        id: report.game.into(),
        turns: report.turns,
        digest: report.digest.0,
        wall: report.wall,
        seats: seats.collect(),
    }
}

fn played_game(row: &MatchRow) -> PlayedGame {
    let seat = |seat: &SeatRow| PlayedSeat {
        entrant: seat.entry as usize,
        place: seat.place,
        score: seat.score,
        out: seat.out,
        lost: seat.lost,
    };
    PlayedGame { turns: row.turns, digest: row.digest, seats: row.seats.iter().map(seat).collect() }
}

/// A block as the store has it, with its games.
#[derive(Clone, Debug)]
pub struct StoredBlock {
    /// The block.
    pub block: Block,
    /// The number of its first game.
    pub first: u64,
    /// Its finished games, with everything that was measured.
    pub games: Vec<MatchRow>,
}

impl StoredBlock {
    /// The block, if all of its games are over.
    #[must_use]
    pub fn played(&self) -> Option<PlayedBlock> {
        let Block { key, map, members, seatings, .. } = &self.block;
        let games: Vec<PlayedGame> = self.games.iter().map(played_game).collect();
        (games.len() == seatings.len()).then(|| PlayedBlock {
            key: *key,
            map: *map,
            members: members.clone(),
            games,
        })
    }
}

/// All blocks of a tournament, in the order of their keys.
///
/// # Errors
/// If the store cannot be read.
pub fn stored_blocks(store: &Store) -> Result<Vec<StoredBlock>, CupError> {
    let rows = store.blocks().map_err(said)?;
    Ok(rows
        .into_iter()
        .map(|(row, first, games)| StoredBlock { block: block_of(&row), first, games })
        .collect())
}

/// The settings of a tournament.
///
/// # Errors
/// If the store cannot be read.
pub fn stored_cup(store: &Store) -> Result<Cup, CupError> {
    let row = store.tournament().map_err(said)?;
    Cup::from_json(&row.settings)
}
