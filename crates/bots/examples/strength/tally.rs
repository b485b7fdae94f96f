//! What came of a number of games.

use std::fmt;
use std::time::Duration;

/// What came of a number of games, for the bot that is measured.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) played: u64,
    /// By how much it was ahead of the best of the others, in all games together.
    pub(crate) margin: i64,
    pub(crate) turns: u64,
    pub(crate) orders: u64,
    pub(crate) refused: u64,
    /// Of the processor, for all that happened.
    pub(crate) time: Duration,
}

impl Tally {
    pub(crate) const HEAD: &str = "  won drawn  games  margin refused  ms/turn";

    pub(crate) fn add(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.played += other.played;
        self.margin += other.margin;
        self.turns += other.turns;
        self.orders += other.orders;
        self.refused += other.refused;
        self.time += other.time;
    }

    /// The share of games won.
    pub(crate) fn share(&self) -> f64 {
        self.won as f64 / self.played.max(1) as f64
    }

    /// The share of points, of which a drawn game gives half.
    fn points(&self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.played.max(1) as f64
    }

    /// Milliseconds of the processor for a turn of the bot, its opponents' included.
    fn milliseconds_a_turn(&self) -> f64 {
        self.time.as_secs_f64() * 1_000.0 / self.turns.max(1) as f64
    }

    /// The columns of a row.
    pub(crate) fn columns(&self) -> String {
        let Self { won, drawn, played, refused, .. } = self;
        let (margin, time) = (self.margin / (*played).max(1) as i64, self.milliseconds_a_turn());
        format!("{won:>5} {drawn:>5} {played:>6} {margin:>7} {refused:>7} {time:>8.1}")
    }

    /// Where the share of games won lies, 95 times in 100 (Wilson).
    fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (games, share) = (self.played.max(1) as f64, self.share());
        let centre = share + Z * Z / (2.0 * games);
        let spread = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
        let whole = 1.0 + Z * Z / games;
        ((centre - spread) / whole, (centre + spread) / whole)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        let (share, low, high) = (self.share() * 100.0, low * 100.0, high * 100.0);
        let Self { won, drawn, played, orders, refused, .. } = self;
        write!(f, "{won} of {played} games won, {share:.1} % ({low:.1} to {high:.1})")?;
        write!(f, ", {drawn} drawn: {:.1} % of the points", self.points() * 100.0)?;
        write!(f, "; {refused} of {orders} orders refused, {:.1} ms a turn", self.milliseconds_a_turn())
    }
}

/// What this thread has had of the processor; nothing where that is not known.
pub(crate) fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
