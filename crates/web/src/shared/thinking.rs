//! Bots at a table: they think elsewhere, and the table goes on meanwhile.

use bots::{Player, Script};
use game::{Answer, DynGame, JsonText, Seat};
use std::fmt;
use std::sync::Arc;

/// Makes a bot by its name, for a seat of the game at this table, with a seed of its own.
pub type BotMaker =
    Arc<dyn Fn(&str, &dyn DynGame, Seat, u64) -> Result<Box<dyn Player>, String> + Send + Sync>;

/// The built-in bots, and no others.
#[must_use]
pub fn built_in_bots() -> BotMaker {
    Arc::new(|name, table, _, seed| {
        bots::built_in(name, table, seed).ok_or_else(|| {
            format!("there is no built-in bot `{name}`; there are: {}", bots::names().join(", "))
        })
    })
}

/// A bot that is to think about its turn. Whoever runs the table runs this where it does not keep
/// anybody waiting.
pub struct Thinking {
    pub(super) seat: Seat,
    /// By which the table knows whether it still wants the answer.
    pub(super) ticket: u64,
    pub(super) bot: Box<dyn Player>,
    pub(super) table: Box<dyn DynGame>,
}

/// What a bot has thought.
pub struct Thought {
    pub(super) seat: Seat,
    pub(super) ticket: u64,
    pub(super) bot: Box<dyn Player>,
    pub(super) orders: Vec<JsonText>,
}

impl Thinking {
    /// Has the bot think.
    #[must_use]
    pub fn run(mut self) -> Thought {
        let mut script = Script::default();
        self.bot.play(&mut *self.table, self.seat, Some(&mut script));
        let accepted = script.lines.into_iter().filter(|(_, answer)| !matches!(answer, Answer::Refused(_)));
        let orders = accepted.map(|(order, _)| order).collect();
        Thought { seat: self.seat, ticket: self.ticket, bot: self.bot, orders }
    }
}

impl fmt::Debug for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinking").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl fmt::Debug for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thought")
            .field("seat", &self.seat)
            .field("orders", &self.orders)
            .finish_non_exhaustive()
    }
}
