//! Opponents that share nothing with the built-in bots: simple scripts, to see whether those who
//! model `greedy` also beat others.

mod deepblue;
mod fc18;

use bots::{Player, Seated};
use game::{DynGame, Session};

/// How a script wins, if it does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    /// Attacks with all it has from the first turn on.
    Rush,
    /// Stays at home, grows and shoots.
    Turtle,
    /// Grows as fast as it can, and fights late.
    Economy,
}

/// The names by which [`named`] knows them.
pub(crate) const NAMES: [&str; 3] = ["rush", "turtle", "economy"];

/// The script of this name for the game at this table, if there is one.
pub(crate) fn named(name: &str, table: &dyn DynGame) -> Option<Box<dyn Player>> {
    let script = match name {
        "rush" => Script::Rush,
        "turtle" => Script::Turtle,
        "economy" => Script::Economy,
        _ => return None,
    };
    let table = table.as_any();
    if table.is::<Session<::deepblue::State>>() {
        Some(Box::new(Seated::<::deepblue::State, _>::new(deepblue::Scripted::new(script))))
    } else if table.is::<Session<::fc18::Fc18>>() {
        Some(Box::new(Seated::<::fc18::Fc18, _>::new(fc18::Scripted(script))))
    } else if table.is::<Session<::fc18::LargeFc18>>() {
        Some(Box::new(Seated::<::fc18::LargeFc18, _>::new(fc18::Scripted(script))))
    } else {
        None
    }
}
