//! Whole games between built-in bots, in memory.

use crate::{Player, built_in};
use game::{DynGame, DynSetup, Outcome, Seat};
use std::fmt;

/// Who plays what: enough to play the same game again.
#[derive(Clone, Copy, Debug)]
pub struct Playout<'a> {
    /// The map, read under a rule profile.
    pub setup: &'a dyn DynSetup,
    /// The names of the bots, one for each seat.
    pub bots: &'a [&'a str],
    /// Of the game's own chance and, with the seat mixed in, of each bot's.
    pub seed: u64,
    /// Turns after which the game is given up: the games against fixed rules may go on for ever.
    pub most_turns: u32,
}

/// Why a game could not be played.
#[derive(Clone, Debug)]
pub enum Unplayable {
    /// There is no bot of this name.
    NoSuchBot(String),
    /// Not one bot for each seat.
    Seats {
        /// How many seats the game has.
        seats: u8,
        /// How many bots there are.
        bots: usize,
    },
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchBot(name) => write!(f, "there is no bot `{name}`"),
            Self::Seats { seats, bots } => write!(f, "the game has {seats} seats, and there are {bots} bots"),
        }
    }
}

impl std::error::Error for Unplayable {}

impl Playout<'_> {
    /// Plays the game, and hands back the table at its end.
    ///
    /// # Errors
    /// Why there is no such game.
    pub fn run(&self) -> Result<Box<dyn DynGame>, Unplayable> {
        self.watch(|_| {})
    }

    /// Plays the game, showing the table after every turn of a seat.
    ///
    /// # Errors
    /// Why there is no such game.
    pub fn watch(&self, mut each: impl FnMut(&dyn DynGame)) -> Result<Box<dyn DynGame>, Unplayable> {
        let mut table = self.setup.start(self.seed);
        let mut players = self.players(&*table)?;
        table.listen(false);
        while table.turn() <= self.most_turns && !table.to_move().is_empty() {
            for seat in table.to_move().iter() {
                players[seat.index()].play(&mut *table, seat, None);
                // The seat was awaited, so its turn can end.
                let _ = table.end_turn(seat);
                each(&*table);
            }
        }
        Ok(table)
    }

    fn players(&self, table: &dyn DynGame) -> Result<Vec<Box<dyn Player>>, Unplayable> {
        if usize::from(table.seats()) != self.bots.len() {
            return Err(Unplayable::Seats { seats: table.seats(), bots: self.bots.len() });
        }
        let made = self.bots.iter().zip(1u64..).map(|(name, number)| {
            let seed = self.seed ^ number << 32;
            built_in(name, table, seed).ok_or_else(|| Unplayable::NoSuchBot((*name).to_string()))
        });
        made.collect()
    }
}

/// Whether nobody else shares the first place.
#[must_use]
pub fn is_sole_first(outcome: &Outcome, seat: Seat) -> bool {
    let firsts = outcome.standings().iter().filter(|standing| standing.place == 1).count();
    firsts == 1 && outcome.of(seat).place == 1
}
