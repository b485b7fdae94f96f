//! Levels in games for one: the same search, cut short.

use super::Level;
use crate::greedy::ahead::Sight;
use crate::greedy::{BreachGreedy, GoblinsGreedy};
use crate::player::{Player, Seated};
use game::{Bot, DynGame, JsonGame, Session};

/// The bot of this level, if the game is one for one player and the solver does not play the level.
pub(super) fn for_table(table: &dyn DynGame, level: Level) -> Option<Box<dyn Player>> {
    // The widths were chosen so that each level is clearly better than the one below it:
    // `cargo xtask strength --levels`.
    let (breach, goblins) = match level {
        Level::Easy => (Sight::Order, Sight::Order),
        Level::Medium => (Sight::Turn { width: 2 }, Sight::Turn { width: 8 }),
        Level::Hard => (Sight::NextTurn, Sight::NextTurn),
        Level::Strong => return None,
    };
    seated::<::breach::State, _>(table, BreachGreedy::with_sight(breach))
        .or_else(|| seated::<::goblins::State, _>(table, GoblinsGreedy::with_sight(goblins)))
}

fn seated<G: JsonGame<Refusal: Send>, B: Bot<G> + 'static>(
    table: &dyn DynGame,
    bot: B,
) -> Option<Box<dyn Player>> {
    table.as_any().is::<Session<G>>().then(|| Box::new(Seated::<G, _>::new(bot)) as Box<dyn Player>)
}
