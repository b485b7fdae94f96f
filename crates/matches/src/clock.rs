//! How long a bot may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The clock of a match. Time is the CPU time of everything a bot started; wall time is a far
/// backstop, and time in which the machine had no processor for the bot does not count towards it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// For starting up, added to the first turn.
    pub start: Duration,
    /// For each turn.
    pub turn: Duration,
    /// For the whole game, beyond what the turns give.
    pub bank: Duration,
    /// Wall time after which a turn is over, if the bot could have run. The first turn has `start`
    /// more.
    pub wall: Duration,
    /// The fault that puts a seat out, counted from 1.
    pub faults: u32,
    /// Who waits for whom.
    pub pace: Pace,
}

/// Who waits for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A turn settles when all awaited seats are done.
    Awaited,
    /// A round lasts as long as the game's setup says, on the wall; whoever is not ready is not
    /// waited for.
    Rounds,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            turn: Duration::from_millis(100),
            bank: Duration::from_secs(10),
            wall: Duration::from_secs(20),
            faults: 3,
            pace: Pace::Awaited,
        }
    }
}

impl Clock {
    /// How many times as long a turn lasts on the wall at most, however busy the machine is.
    pub const MOST_STRETCH: u32 = 10;

    /// For looking at a bot under a debugger: so much time that only a bot that never answers meets
    /// its end.
    const OFF: Duration = Duration::from_secs(24 * 3600);

    /// How the clock is written on the command line.
    pub const SYNTAX: &str = "TURN+BANK (100ms+10s), `rounds`, `off`, or any of turn=, bank=, start=, wall=, faults= joined by commas";

    fn off() -> Self {
        Self { start: Self::OFF, turn: Self::OFF, bank: Self::OFF, wall: Self::OFF, ..Self::default() }
    }

    fn set(&mut self, part: &str) -> Result<(), String> {
        match part {
            "off" => *self = Self { pace: self.pace, faults: self.faults, ..Self::off() },
            "rounds" => self.pace = Pace::Rounds,
            _ => match (part.split_once('='), part.split_once('+')) {
                (Some((name, value)), _) => self.set_named(name, value)?,
                (None, Some((turn, bank))) => (self.turn, self.bank) = (duration(turn)?, duration(bank)?),
                (None, None) => (self.turn, self.bank) = (duration(part)?, Duration::ZERO),
            },
        }
        Ok(())
    }

    fn set_named(&mut self, name: &str, value: &str) -> Result<(), String> {
        let field = match name {
            "turn" => &mut self.turn,
            "bank" => &mut self.bank,
            "start" => &mut self.start,
            "wall" => &mut self.wall,
            "faults" => {
                let faults: Option<u32> = value.parse().ok().filter(|faults| *faults > 0);
                self.faults =
                    faults.ok_or_else(|| format!("`{value}` is not a number of faults (1 or more)"))?;
                return Ok(());
            }
            _ => return Err(format!("a clock has no `{name}`; write {}", Self::SYNTAX)),
        };
        *field = duration(value)?;
        Ok(())
    }
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut clock = Self::default();
        let parts = || text.split(',').map(str::trim);
        for part in parts() {
            clock.set(part)?;
        }
        // Unless it was set, the backstop moves: a long turn must not run into one meant for short
        // ones.
        if !parts().any(|part| part == "off" || part.starts_with("wall=")) {
            clock.wall = clock.wall.max((clock.turn + clock.bank) * 2).min(Self::OFF);
        }
        Ok(clock)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, turn, bank, wall, faults, pace } = self;
        write!(f, "turn={turn:?},bank={bank:?},start={start:?},wall={wall:?},faults={faults}")?;
        if *pace == Pace::Rounds { f.write_str(",rounds") } else { Ok(()) }
    }
}

/// A duration as people write it: `150ms`, `2s`, `1.5s`, `2m`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time; write for example 150ms, 2s, 1.5s or 2m");
    let split = text.find(|letter: char| letter.is_alphabetic() || letter == 'µ').ok_or_else(wrong)?;
    let (number, unit) = text.split_at(split);
    let unit = match unit {
        "ns" => 1e-9,
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds = number.parse::<f64>().map_err(|_| wrong())? * unit;
    match seconds {
        0.0.. if seconds <= Clock::OFF.as_secs_f64() => Ok(Duration::from_secs_f64(seconds)),
        0.0.. => Err(format!("`{text}` is too long: a clock goes up to 24h")),
        _ => Err(wrong()),
    }
}

/// What a bot has left to think.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    clock: Clock,
    bank: Duration,
    started: bool,
}

impl Budget {
    pub(crate) const fn new(clock: Clock) -> Self {
        Self { clock, bank: clock.bank, started: false }
    }

    /// CPU time for the turn that is beginning.
    pub(crate) fn turn(&self) -> Duration {
        self.clock.turn + self.bank + self.start()
    }

    /// Wall time for the turn that is beginning.
    pub(crate) fn wall(&self) -> Duration {
        self.clock.wall + self.start()
    }

    /// What is left for the whole game.
    pub(crate) const fn bank(&self) -> Duration {
        self.bank
    }

    /// Whether the first turn is over.
    pub(crate) const fn has_started(&self) -> bool {
        self.started
    }

    fn start(&self) -> Duration {
        if self.started { Duration::ZERO } else { self.clock.start }
    }

    /// Takes what a turn cost: the turn's own time first, then the bank's.
    pub(crate) fn charge(&mut self, used: Duration) {
        let free = self.clock.turn + self.start();
        self.started = true;
        self.bank = self.bank.saturating_sub(used.saturating_sub(free));
    }

    /// Takes what was burnt out of turn.
    pub(crate) fn charge_bank(&mut self, used: Duration) {
        self.bank = self.bank.saturating_sub(used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Clock {
        text.parse().unwrap()
    }

    #[test]
    fn a_clock_is_read_as_people_write_it() {
        let clock = read("150ms+2.5s");
        assert_eq!((clock.turn, clock.bank), (Duration::from_millis(150), Duration::from_millis(2500)));
        let clock = read("turn=1s,bank=0s,faults=1,start=3s");
        assert_eq!((clock.turn, clock.bank, clock.faults), (Duration::from_secs(1), Duration::ZERO, 1));
        assert_eq!(read("2m").wall, Duration::from_secs(240), "the backstop moves with the turn");
        assert_eq!(read("1s,wall=5s").wall, Duration::from_secs(5));
        assert_eq!(read("60s,wall=20s").wall, Duration::from_secs(20), "also if it is the usual one");
        assert_eq!(read("rounds").pace, Pace::Rounds);
        assert!(read("off").turn >= Duration::from_secs(3600));
        for clock in ["150ms+2.5s", "turn=1s,bank=0s,faults=1", "rounds", "off", "15h"].map(read) {
            assert_eq!(read(&clock.to_string()), clock);
        }
        for wrong in ["", "fast", "10", "-1s", "1s+", "turn=", "tern=1s", "faults=0", "25h", "1e99s", "NaNs"]
        {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_turn_uses_its_own_time_before_the_bank() {
        let second = Duration::from_secs(1);
        let mut budget = Budget::new(read("turn=1s,bank=5s,start=2s"));
        assert_eq!(budget.turn(), 8 * second);
        budget.charge(4 * second);
        assert_eq!(budget.bank(), 4 * second);
        budget.charge(second / 2);
        assert_eq!(budget.turn(), 5 * second);
        budget.charge(9 * second);
        assert_eq!(budget.turn(), second);
    }
}
