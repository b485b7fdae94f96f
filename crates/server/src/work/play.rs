//! A match is played, written down, and handed over to be verified.

use super::entrants::workshop;
use super::live::LiveMatch;
use super::{Trouble, Unfinished, Worker, unbroken};
use crate::database::jobs::{PlayedMatch, SeatFiles};
use crate::database::matches::MatchPlan;
use crate::limits::{LARGEST_RECORD, LARGEST_STDERR};
use matches::{
    Clock, Entrant, GamePlan, IfUnstartable, Replays, Schedule, Series, SeriesObserver, SeriesSeed,
};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The number that every match of the arena has among its own games.
const ONLY: u32 = 1;

impl Worker {
    pub(super) fn play(&self, id: i64, attempt: i64) -> Result<(), Trouble> {
        let database = &self.arena.database;
        let live = self.arena.live.begin(id);
        let played = unbroken(|| self.played(id, &live));
        live.end();
        match played {
            Ok(result) => {
                let machine = (self.arena.machine.id, self.arena.machine.speed);
                self.wait(database.finish_match((id, attempt), machine, &result))?;
                self.arena.bell.notify_one();
            }
            Err(Unfinished::Stopped) => self.wait(database.hand_back(id, attempt))?,
            Err(Unfinished::Unable(why)) => {
                self.wait(database.hand_back(id, attempt))?;
                self.arena.live.remove(id);
                return Err(Trouble::Here(format!("match {id} cannot be played here now: {why}")));
            }
            Err(Unfinished::Failed(why)) => {
                tracing::error!("match {id} could not be played: {why}");
                self.wait(database.fail_match(id, attempt, &why))?;
            }
        }
        self.arena.live.remove(id);
        Ok(())
    }

    pub(super) fn played(&self, id: i64, live: &LiveMatch) -> Result<PlayedMatch, Unfinished> {
        let plan = self.wait(self.arena.database.match_plan(id))?;
        let scratch = tempfile::tempdir_in(self.arena.folder.scratch())?;
        let (series, seating) = self.series(&plan, scratch.path())?;
        let replay = scratch.path().join("replay.jsonl.zst");
        let game = GamePlan { game: ONLY, map: 0, seed: plan.seed, seating };
        let report = series.play_planned(&game, Some(&replay), &self.arena.stop, &Telling(live))?;
        let report = report.ok_or(Unfinished::Stopped)?;
        let files = (0..plan.seats.len()).map(|seat| self.keep_seat(scratch.path(), seat));
        let files = files.collect::<Result<_, _>>()?;
        let replay = std::fs::read(&replay).map_err(|error| Unfinished::Unable(error.to_string()))?;
        let replay = self.arena.files.keep(&replay)?;
        Ok(PlayedMatch { report, replay, files })
    }

    /// The match as a series of one game, and who sits where in it.
    fn series(&self, plan: &MatchPlan, scratch: &Path) -> Result<(Series, Vec<usize>), Unfinished> {
        let ladder = self.arena.ladder(&plan.game);
        let ladder = ladder.ok_or_else(|| Unfinished::Failed(format!("there is no game {}", plan.game)))?;
        let map = ladder.map(&plan.map);
        let map = map.ok_or_else(|| Unfinished::Failed(format!("there is no map {}", plan.map)))?;
        let sandbox = self.arena.match_sandbox.clone();
        let mut versions: Vec<i64> = Vec::new();
        let mut entrants: Vec<Entrant> = Vec::new();
        let mut seating = Vec::new();
        for (version, name) in &plan.seats {
            let known = versions.iter().position(|known| known == version);
            seating.push(known.unwrap_or(versions.len()));
            if known.is_none() {
                versions.push(*version);
                entrants.push(self.entrant(*version, name, workshop(&plan.game, &plan.rules, &sandbox))?);
            }
        }
        let series = Series {
            entry: ladder.entry,
            rules: plan.rules.clone(),
            maps: vec![map.clone()],
            schedule: Schedule::Rotating,
            entrants,
            seed: SeriesSeed::Master(plan.seed),
            clock: scaled(plan.clock.parse().unwrap_or(ladder.clock), self.arena.machine.speed),
            replays: Replays::None,
            record: Some(scratch.join("record")),
            canonical: false,
            sandbox,
            unstartable: IfUnstartable::Forfeits,
        };
        Ok((series, seating))
    }

    /// Keeps what a seat's owner may read: its standard error, and what it was sent.
    fn keep_seat(&self, scratch: &Path, seat: usize) -> Result<SeatFiles, Unfinished> {
        let folder = scratch.join("record").join(format!("game-{ONLY:05}")).join(format!("seat-{seat}"));
        let stderr = read_at_most(&folder.join("stderr.txt"), LARGEST_STDERR);
        let record = read_at_most(&folder.join("input.jsonl"), LARGEST_RECORD);
        let keep = |bytes: Vec<u8>| self.arena.files.keep(&bytes);
        let stderr = stderr.filter(|bytes| !bytes.is_empty()).map(keep).transpose()?;
        let packed = record.map(|bytes| zstd::encode_all(&bytes[..], 3)).transpose()?;
        Ok(SeatFiles { stderr, record: packed.map(keep).transpose()? })
    }
}

/// The clock that gives as much time on a machine of this speed. The backstop on the wall stays.
fn scaled(clock: Clock, speed: f64) -> Clock {
    if speed == 1.0 {
        return clock;
    }
    let [start, turn, bank] = [clock.start, clock.turn, clock.bank].map(|time| time.div_f64(speed));
    Clock { start, turn, bank, wall: clock.wall.max((turn + bank) * 2), ..clock }
}

/// The beginning of a file; none if it is not there.
fn read_at_most(path: &Path, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Tells whoever watches.
struct Telling<'a>(&'a LiveMatch);

impl SeriesObserver for Telling<'_> {
    fn written(&self, _: u32, line: &str) {
        self.0.add(line);
    }
}
