//! Which bots there are.

use crate::player::{Player, Seated};
use crate::{Idle, Random};
use game::{Bot, DynGame, JsonGame, Session};

/// Names and descriptions, in the same order.
const NAMES: [&str; 3] = ["idle", "random", "greedy"];
const ABOUT: [&str; 3] = [
    "ends every turn at once",
    "plays any legal order, or ends the turn, all equally likely",
    "collects, produces, defends, and takes what it can; looks no further than the next turn",
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
    const MAKERS: [Maker; 5] = [
        made_for::<breach::State>,
        made_for::<goblins::State>,
        made_for::<deepblue::State>,
        made_for::<fc18::Fc18>,
        made_for::<fc18::LargeFc18>,
    ];
    MAKERS.iter().find_map(|maker| maker(name, table, seed))
}

type Maker = fn(&str, &dyn DynGame, u64) -> Option<Box<dyn Player>>;

/// A game that has a greedy bot.
trait Greedy: JsonGame<Refusal: Send> {
    type Bot: Bot<Self> + Default + 'static;
}

impl Greedy for breach::State {
    type Bot = crate::greedy::BreachGreedy;
}

impl Greedy for goblins::State {
    type Bot = crate::greedy::GoblinsGreedy;
}

impl Greedy for deepblue::State {
    type Bot = crate::greedy::DeepblueGreedy;
}

impl<const SIDE: usize> Greedy for fc18::State<SIDE> {
    type Bot = crate::greedy::Fc18Greedy;
}

/// The bot of this name, if it is this game's table.
fn made_for<G: Greedy>(name: &str, table: &dyn DynGame, seed: u64) -> Option<Box<dyn Player>> {
    if !table.as_any().is::<Session<G>>() {
        return None;
    }
    Some(match name {
        "idle" => Box::new(Seated::<G, _>::new(Idle)),
        "random" => Box::new(Seated::<G, _>::new(Random::<G>::new(seed))),
        "greedy" => Box::new(Seated::<G, _>::new(G::Bot::default())),
        _ => return None,
    })
}
