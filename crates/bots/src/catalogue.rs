//! Which bots there are.

use crate::player::{Player, Seated};
use crate::{Idle, Opportunist, Random, greedy, strong};
use game::{DynGame, Session};
use games::{HostedGame, Task};

/// Names and descriptions, in the same order.
const NAMES: [&str; 4] = ["idle", "random", "greedy", "strong"];
const ABOUT: [&str; 4] = [
    "ends every turn at once",
    "plays any legal order, or ends the turn, all equally likely",
    "collects, produces, defends, and takes what it can; looks no further than the next turn",
    "where a game for one can be solved: the shortest win within its reach; elsewhere as greedy",
];

/// The names that [`built_in`] knows, the weakest first.
#[must_use]
pub const fn names() -> &'static [&'static str] {
    &NAMES
}

/// What the bot of this name does, in one line.
#[must_use]
pub fn about(name: &str) -> Option<&'static str> {
    NAMES.iter().position(|known| *known == name).map(|at| ABOUT[at])
}

/// The bot of this name, for the game at this table; none if there is no such bot, or the game is not one of ours.
///
/// The same seed plays the same game. A bot may remember what it saw, so it plays one game, and one seat of it.
#[must_use]
pub fn built_in(name: &str, table: &dyn DynGame, seed: u64) -> Option<Box<dyn Player>> {
    games::at_table(table, Make { name, seed }).flatten()
}

/// Makes a bot for whichever game it is.
struct Make<'a> {
    name: &'a str,
    seed: u64,
}

impl Task for Make<'_> {
    type Output = Option<Box<dyn Player>>;

    fn run<G: HostedGame>(self, session: &Session<G>) -> Self::Output {
        Some(match self.name {
            "idle" => Box::new(Seated::<G, _>::new(Idle)),
            "random" => Box::new(Seated::<G, _>::new(Random::<G>::new(self.seed))),
            "greedy" => self.greedy(session),
            "strong" => strong::for_table(session).unwrap_or_else(|| self.greedy(session)),
            _ => return None,
        })
    }
}

impl Make<'_> {
    fn greedy<G: HostedGame>(&self, session: &Session<G>) -> Box<dyn Player> {
        greedy::for_table(session)
            .unwrap_or_else(|| Box::new(Seated::<G, _>::new(Opportunist::<G>::new(self.seed))))
    }
}
