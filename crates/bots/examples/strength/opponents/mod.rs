//! Opponents that share nothing with the built-in bots: scripts, to see whether those who model
//! `greedy` also beat others. The tests of the levels play against them, too.

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
    /// Fires from as far as it can, and steps back.
    Kite,
    /// Goes past whoever fights, for what is worth most.
    Raid,
    /// Keeps a whole army at home, then goes out with all of it.
    Hoard,
    /// Makes what the other has most of, and meets it where it comes.
    Mirror,
}

/// The names by which [`named`] knows them.
pub(crate) const NAMES: [&str; 7] = ["rush", "turtle", "economy", "kite", "raid", "hoard", "mirror"];

/// The script of this name for the game at this table, if there is one.
pub(crate) fn named(name: &str, table: &dyn DynGame) -> Option<Box<dyn Player>> {
    let script = match name {
        "rush" => Script::Rush,
        "turtle" => Script::Turtle,
        "economy" => Script::Economy,
        "kite" => Script::Kite,
        "raid" => Script::Raid,
        "hoard" => Script::Hoard,
        "mirror" => Script::Mirror,
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
