//! The greedy bots, one per game.
//!
//! A game without one here is played by the [`Opportunist`](crate::Opportunist) under this name.

pub(crate) mod ahead;
mod breach;
pub(crate) mod deepblue;
pub(crate) mod fc18;
mod goblins;
mod plan;

pub use breach::Greedy as BreachGreedy;
pub use deepblue::Greedy as DeepblueGreedy;
pub use fc18::Greedy as Fc18Greedy;
pub use goblins::Greedy as GoblinsGreedy;

use crate::player::{Player, Seated};
use game::{Bot, DynGame, JsonGame, Session};

/// The greedy bot of the game at this table, if it has one of its own.
pub(crate) fn for_table(table: &dyn DynGame) -> Option<Box<dyn Player>> {
    const MAKERS: [Maker; 5] = [
        made::<::breach::State, BreachGreedy>,
        made::<::goblins::State, GoblinsGreedy>,
        made::<::deepblue::State, DeepblueGreedy>,
        made::<::fc18::Fc18, Fc18Greedy>,
        made::<::fc18::LargeFc18, Fc18Greedy>,
    ];
    MAKERS.iter().find_map(|maker| maker(table))
}

type Maker = fn(&dyn DynGame) -> Option<Box<dyn Player>>;

fn made<G, B>(table: &dyn DynGame) -> Option<Box<dyn Player>>
where
    G: JsonGame<Refusal: Send>,
    B: Bot<G> + Default + 'static,
{
    let is_this_game = table.as_any().is::<Session<G>>();
    is_this_game.then(|| Box::new(Seated::<G, _>::new(B::default())) as Box<dyn Player>)
}
