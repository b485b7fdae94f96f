//! Which bots there are.

use crate::levels::{self, Level, Thinker};
use crate::player::{Player, Seated};
use crate::{Idle, Opportunist, Random, greedy, strong};
use game::{DynGame, Session};
use games::{HostedGame, Task};

/// Names and descriptions, in the same order.
const NAMES: [&str; 7] = ["idle", "random", "greedy", "easy", "medium", "hard", "strong"];
const ABOUT: [&str; 7] = [
    "ends every turn at once",
    "plays any legal order, or ends the turn, all equally likely",
    "collects, produces, defends, and takes what it can; looks no further than the next turn",
    "for a first game: builds little and fights late; in games for one it looks at one order after the other",
    "plays by good rules of thumb, and looks no further; in games for one no further than the answer to its turn",
    "tries a few plans by playing them forward, and follows the best; in games for one it looks at the turn after, or searches a little",
    "tries many plans against opponents as it has come to know them; in games for one the shortest win within its reach",
];

/// The names that [`built_in`] knows: the three for all purposes, then the levels, the weakest
/// first.
#[must_use]
pub const fn names() -> &'static [&'static str] {
    &NAMES
}

/// What the bot of this name does, in one line.
#[must_use]
pub fn about(name: &str) -> Option<&'static str> {
    NAMES.iter().position(|known| *known == name).map(|at| ABOUT[at])
}

/// Whether [`built_in`] knows a bot by this text: one of the [`names`], or one that searches with
/// how much it may think, as in `strong:500`.
#[must_use]
pub fn is_built_in(text: &str) -> bool {
    NAMES.contains(&text) || thinker(text).is_some()
}

/// What is wrong with how much a bot is to think, if the text names one that searches and says that
/// wrongly.
#[must_use]
pub fn misnamed(text: &str) -> Option<String> {
    let (name, nodes) = text.split_once(':')?;
    let level = Level::named(name)?;
    let wrong = match level.searches() {
        true => format!(
            "`{nodes}` is not a number from 1 to {MOST_NODES}: the turns that it simulates before each of its own"
        ),
        false => "it simulates nothing, so no number can follow its name".to_owned(),
    };
    (!is_built_in(text)).then(|| format!("there is no bot `{text}`: {wrong}"))
}

/// The bot of this name, for the game at this table; none if there is no such bot, or the game is
/// not one of ours.
///
/// The same seed plays the same game. A bot may remember what it saw, so it plays one game, and one
/// seat of it.
#[must_use]
pub fn built_in(name: &str, table: &dyn DynGame, seed: u64) -> Option<Box<dyn Player>> {
    games::at_table(table, Make { name, seed }).flatten()
}

/// The level that is meant, with how many turns it may simulate before each of its own, if that is
/// said: `strong` or `strong:500`.
fn thinker(text: &str) -> Option<Thinker> {
    let Some((name, nodes)) = text.split_once(':') else {
        return Level::named(text).map(|level| Thinker { level, nodes: None });
    };
    let level = Level::named(name).filter(|level| level.searches())?;
    let nodes = nodes.parse().ok().filter(|nodes| (1..=MOST_NODES).contains(nodes))?;
    Some(Thinker { level, nodes: Some(nodes) })
}

/// The most turns that a bot can be asked to simulate before each of its own: minutes of thinking.
const MOST_NODES: u64 = 10_000_000;

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
            level => self.level(session, thinker(level)?).unwrap_or_else(|| self.greedy(session)),
        })
    }
}

impl Make<'_> {
    /// The bot of a level, if the game has levels.
    fn level<G: HostedGame>(&self, session: &Session<G>, thinker: Thinker) -> Option<Box<dyn Player>> {
        strong::for_table(session, thinker).or_else(|| levels::for_table(session, thinker, self.seed))
    }

    fn greedy<G: HostedGame>(&self, session: &Session<G>) -> Box<dyn Player> {
        greedy::for_table(session)
            .unwrap_or_else(|| Box::new(Seated::<G, _>::new(Opportunist::<G>::new(self.seed))))
    }
}
