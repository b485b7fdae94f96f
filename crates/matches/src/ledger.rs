//! A folder of replays: what was asked for, and what is finished.

use crate::entrant::Entrant;
use crate::referee::GameReport;
use crate::seat_state::{SeatFault, SeatReport};
use crate::series::{Replays, Series};
use game::JsonText;
use game::replay::{End, Header, Hex, Measured, ReplayLine, Turn};
use replays::Replay;
use serde::{Deserialize, Serialize};
use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a folder of replays is of. Games of another series are not mixed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ledger {
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The maps' names or files, with commas between them.
    pub map_name: String,
    /// A hash of the map, or of all maps.
    pub map: String,
    /// The games of a block; 1 where there are no blocks. Old ledgers know of none.
    #[serde(default = "one")]
    pub block_games: u32,
    /// The bots, in the order in which they were named.
    pub bots: Vec<String>,
    /// Hashes of the bots' files, in the same order; none for those that have no files. Old ledgers
    /// know nothing of them.
    #[serde(default)]
    pub programs: Vec<Option<String>>,
    /// The seed of the series.
    pub seed: Hex,
    /// The clock.
    pub clock: String,
}

impl Ledger {
    /// The file's name.
    pub const FILE: &str = "series.json";

    /// What this series would write.
    #[must_use]
    pub fn of(series: &Series) -> Self {
        Self {
            game: series.entry.name().to_owned(),
            rules: series.rules.clone(),
            map_name: series.map_names(),
            map: hash_of_maps(series),
            block_games: series.schedule.block_size() as u32,
            bots: series.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            programs: series.entrants.iter().map(Entrant::fingerprint).collect(),
            seed: series.seed.written(),
            clock: series.clock.to_string(),
        }
    }

    /// The ledger of a folder; none if there is none.
    ///
    /// # Errors
    /// One message, if there is one that cannot be read.
    pub fn open(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join(Self::FILE);
        if path.exists() && !path.is_file() {
            return Err(format!("{} is not a regular file", path.display()));
        }
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        serde_json::from_str(&text).map(Some).map_err(|wrong| format!("{}: {wrong}", path.display()))
    }

    /// Writes the ledger.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        // As readable as any file: the system takes off what the user's mask forbids.
        let readable = Permissions::from_mode(0o666);
        let mut file = tempfile::Builder::new().permissions(readable).tempfile_in(folder)?;
        serde_json::to_writer_pretty(&mut file, self)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(folder.join(Self::FILE)).map(drop).map_err(|refused| refused.error)
    }

    /// The first thing in which two series differ, in words.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let fields = [
            ("game", &self.game, &other.game),
            ("rules", &self.rules, &other.rules),
            ("map", &self.map_name, &other.map_name),
            ("contents of the map", &self.map, &other.map),
            ("games of a block", &self.block_games.to_string(), &other.block_games.to_string()),
            ("bots", &self.bots.join(" "), &other.bots.join(" ")),
            ("seed", &self.seed.to_string(), &other.seed.to_string()),
            ("clock", &self.clock, &other.clock),
        ];
        let differing = fields.into_iter().find(|(_, one, another)| one != another);
        let differing = differing.map(|(what, one, another)| format!("its {what}: {one}, now {another}"));
        differing.or_else(|| self.changed_bot(other))
    }

    fn changed_bot(&self, other: &Self) -> Option<String> {
        let bots = (1..).zip(&self.bots);
        let mut bots = bots.zip(self.programs.iter().zip(&other.programs));
        let ((number, name), _) = bots.find(|(_, (one, another))| one != another)?;
        Some(format!(
            "bot {number} ({name}) is not the same program any more: it, or a file that it sees, has changed. \
             Name another folder, or give the old program back"
        ))
    }
}

const fn one() -> u32 {
    1
}

fn hash_of_maps(series: &Series) -> String {
    match &series.maps[..] {
        [only] => replays::map_hash(&only.text),
        several => {
            let hashes: Vec<String> = several.iter().map(|map| replays::map_hash(&map.text)).collect();
            replays::map_hash(&hashes.join("\n"))
        }
    }
}

impl Series {
    /// The report of a game whose whole replay is on disk already.
    #[must_use]
    pub fn finished(&self, game: u32) -> Option<GameReport> {
        let path: PathBuf = match &self.replays {
            Replays::Folder(_) => self.replays.path(game)?,
            _ => return None,
        };
        // Reading a pipe would wait for somebody to write.
        if !path.is_file() {
            return None;
        }
        let mut replay = Replay::open(&path).ok()?;
        let bare = |header: Header| Header { measured: JsonText::default(), ..header };
        if bare(replay.header.clone()) != bare(self.header(game)) {
            return None;
        }
        let mut seats: Vec<SeatReport> = replay.header.seats.iter().map(SeatReport::new).collect();
        let (mut digest, mut end) = (Hex::default(), None::<End>);
        for line in replay.by_ref() {
            match line {
                ReplayLine::Turn(turn) => {
                    digest = turn.digest;
                    count_turn(&turn, &mut seats);
                }
                ReplayLine::End(last) => end = Some(last),
                ReplayLine::Cursor(_) => return None,
            }
        }
        let end = end.filter(|end| replay.damage().is_none() && end.end.len() == seats.len())?;
        let turns = replay.turns() as u32;
        let (seed, outcome) = (replay.header.seed, end.end);
        Some(GameReport {
            game,
            seed,
            outcome,
            seats,
            turns,
            wall: None,
            digest,
            units_lost: Vec::new(),
            unrecorded: None,
        })
    }
}

/// Adds what a replay says of a turn to the reports of the seats.
fn count_turn(turn: &Turn, seats: &mut [SeatReport]) {
    // A canonical replay has nothing measured.
    let measured = turn.measured.iter().copied().chain(std::iter::repeat(Measured::default()));
    for (step, took) in turn.moves.iter().zip(measured) {
        let Some(seat) = seats.get_mut(usize::from(step.seat)) else { continue };
        let faults =
            step.faults.iter().map(|what| SeatFault { turn: turn.turn, what: what.clone(), lapse: None });
        seat.faults.extend(faults);
        seat.out |= step.out;
        seat.count(step, Duration::from_micros(took.cpu_us), Duration::from_micros(took.wall_us));
    }
}
