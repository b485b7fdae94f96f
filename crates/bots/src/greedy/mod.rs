//! The greedy bots, one a game.

mod ahead;
mod breach;
mod deepblue;
mod fc18;
mod goblins;

pub use breach::Greedy as BreachGreedy;
pub use deepblue::Greedy as DeepblueGreedy;
pub use fc18::Greedy as Fc18Greedy;
pub use goblins::Greedy as GoblinsGreedy;
