//! Who sits in the other seats.

use crate::history::{Act, History};
use bots::{Player, Script};
use game::{Answer, Seat, Session};
use games::HostedGame;
use std::fmt;

/// The players of the seats that are not the person's.
#[derive(Default)]
pub(crate) struct Opponents {
    /// One a seat; none where the person sits.
    bots: Vec<Option<Box<dyn Player>>>,
}

impl Opponents {
    /// These built-in bots, in the order of the seats that are not the person's.
    ///
    /// # Errors
    /// The name that no bot has.
    pub(crate) fn seat<G: HostedGame>(
        game: &G,
        person: Seat,
        names: &[String],
        seed: u64,
    ) -> Result<Self, String> {
        let mut names = names.iter();
        let session = Session::new(game.clone());
        let mut bots = Vec::new();
        for seat in (0..game.seats()).map(Seat) {
            let name = if seat == person { None } else { names.next() };
            let Some(name) = name else {
                bots.push(None);
                continue;
            };
            let bot = bots::built_in(name, &session, seed_of(seed, seat));
            bots.push(Some(bot.ok_or_else(|| name.clone())?));
        }
        Ok(Self { bots })
    }

    /// Lets the others play until the person is awaited or the game is over, but not longer than a
    /// round.
    pub(crate) fn play<G: HostedGame>(&mut self, history: &mut History<G>, person: Seat) {
        for _ in 0..history.now().seats() {
            let awaited = history.now().to_move();
            let Some(seat) = awaited.iter().next().filter(|_| !awaited.has(person)) else { return };
            self.play_one(history, seat);
        }
    }

    fn play_one<G: HostedGame>(&mut self, history: &mut History<G>, seat: Seat) {
        if let Some(Some(bot)) = self.bots.get_mut(seat.index()) {
            let mut session = Session::new(history.now().clone());
            let mut script = Script::default();
            bot.play(&mut session, seat, Some(&mut script));
            for (order, answer) in script.lines {
                let order = serde_json::from_str(order.get());
                if let (Ok(order), Answer::Done | Answer::Taken) = (order, answer) {
                    history.play(seat, Act::Order(order));
                }
            }
        }
        if history.now().to_move().has(seat) {
            history.play(seat, Act::EndTurn);
        }
    }
}

/// A bot's seed must not be the game's: it would know the dice.
fn seed_of(seed: u64, seat: Seat) -> u64 {
    let mut digest = board::Digest::new();
    digest.u64(seed);
    digest.u8(seat.0);
    digest.finish()
}

impl fmt::Debug for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponents").field("seats", &self.bots.len()).finish()
    }
}

/// Turns that the person lets pass without orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Forward {
    /// How many; all that are left if there is no number.
    turns: Option<u32>,
}

impl Forward {
    /// A few turns, until something worth a look happens.
    pub(crate) const fn few() -> Self {
        Self { turns: Some(10) }
    }

    /// To the end of the game, whatever happens.
    pub(crate) const fn to_the_end() -> Self {
        Self { turns: None }
    }

    pub(crate) const fn stops_for_alarms(self) -> bool {
        self.turns.is_some()
    }

    /// One turn has passed. False if it was the last.
    pub(crate) fn count_down(&mut self) -> bool {
        if let Some(turns) = &mut self.turns {
            *turns = turns.saturating_sub(1);
        }
        self.turns != Some(0)
    }
}
