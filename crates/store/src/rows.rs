//! The rows, as plain data.

use serde::Serialize;

/// The tournament itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// Its settings, as whoever plays it writes them.
    pub settings: String,
    /// How far it is.
    pub totals: Totals,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Totals {
    /// Blocks that are known to be played, or were.
    pub blocks: u64,
    /// Those of them that are finished.
    pub blocks_finished: u64,
    /// Their games.
    pub games: u64,
    /// Those of them that are finished.
    pub games_finished: u64,
}

/// A map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapRow {
    /// Its name or file.
    pub name: String,
    /// The hash of its text.
    pub hash: String,
    /// Its text.
    pub text: String,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EntryRow {
    /// The name, which is the organiser's.
    pub name: String,
    /// Where it comes from: a path, or the name of a built-in bot.
    pub source: String,
    /// A hash of the files that are run, if it has files.
    pub fingerprint: Option<String>,
    /// Why it forfeits all its games, if it could not be made ready.
    pub problem: Option<String>,
}

/// A block: one map and one seed, played once in each seating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockRow {
    /// The round, the pairing in it and the number among the pairing's blocks.
    pub key: (u32, u32, u32),
    /// The map, by its place.
    pub map: u32,
    /// The seed.
    pub seed: u64,
    /// Who plays, by their places among the entries.
    pub members: Vec<u32>,
    /// For each game and seat, which of the members sits there.
    pub seatings: Vec<Vec<u32>>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// Its number, from 1.
    pub id: u64,
    /// Turns.
    pub turns: u32,
    /// The hash of the state in which it ended.
    pub digest: u64,
    /// Time on the wall, in seconds.
    pub wall: Option<f64>,
    /// The seats, in order.
    pub seats: Vec<SeatRow>,
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatRow {
    /// Who sat there, by place among the entries.
    pub entry: u32,
    /// The place, from 1.
    pub place: u8,
    /// The game's own score.
    pub score: i64,
    /// Whether it was put out.
    pub out: bool,
    /// What it did wrong: turn and sentence.
    pub faults: Vec<(u32, String)>,
    /// Orders given.
    pub orders: u64,
    /// Orders refused, of those given.
    pub refused: u64,
    /// CPU time in all, in seconds.
    pub cpu: f64,
    /// CPU time of the longest turn, in seconds.
    pub longest_cpu: f64,
    /// Time on the wall, in seconds.
    pub wall: f64,
    /// Units lost, in games that count it.
    pub lost: u32,
}

/// Sums over an entry's games.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct EntryTally {
    /// Seats in games.
    pub games: u64,
    /// How often it was first, alone or with others.
    pub firsts: u64,
    /// How often it was put out.
    pub out: u64,
    /// What it did wrong, in all.
    pub faults: u64,
    /// CPU time, in seconds.
    pub cpu: f64,
    /// CPU time of the longest turn, in seconds.
    pub longest_cpu: f64,
}

/// A game that an entry did not win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LostGame {
    /// The game's number.
    pub id: u64,
    /// The seat.
    pub seat: u8,
    /// The place.
    pub place: u8,
}

/// A rating that moved with every block since the last full ones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct OnlineRating {
    /// Finished blocks at that time.
    pub blocks: u64,
    /// The rating in Elo.
    pub elo: f64,
    /// Half the width of a rough 95 % interval.
    pub error: f64,
}

/// A rating that was computed after some blocks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct KeptRating {
    /// Finished blocks at that time.
    pub blocks: u64,
    /// The rating in Elo.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// Whether the games determine it.
    pub determined: bool,
}
