//! What a camera has to know of each game.

/// Names what can happen in a game, each with its weight, its trace and its sentence in both languages.
macro_rules! happenings {
    ($($name:ident: $mark:ident, $trace:ident, $en:literal, $zh:literal;)*) => {
        /// What can happen, in the order of the cast's events.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Happening { $($name),* }

        impl Happening {
            pub(crate) fn table() -> Vec<$crate::film::EventKind> {
                use $crate::film::{EventKind, Mark, Trace};
                vec![$(EventKind::new(Mark::$mark, Trace::$trace, $en, $zh)),*]
            }

            pub(crate) fn event(self, args: &[i32], cells: &[u32]) -> $crate::film::Event {
                $crate::film::Event {
                    kind: self as u8,
                    args: args.to_vec(),
                    cells: cells.to_vec(),
                    known: $crate::film::PUBLIC,
                }
            }
        }
    };
}

pub mod breach;
pub mod deepblue;
pub mod fc18;
pub mod goblins;
mod piece_tracker;

use crate::film::{Cast, Event, Film};
use ::game::{DynGame, Game, Seat, Session};

/// A game's way onto the film.
pub trait Adapter {
    /// What can appear.
    fn cast(&self, table: &dyn DynGame) -> Cast;

    /// Takes the first frame.
    fn open(&mut self, table: &dyn DynGame, film: &mut Film);

    /// Takes the frames of what happened since the table last forgot its events.
    ///
    /// The last event of a game that is over says who has won, and why.
    fn follow(&mut self, table: &dyn DynGame, film: &mut Film);

    /// What is said of a seat that the rules placed first and that is out.
    fn forfeit(&self, seat: Seat) -> Event;
}

/// The adapter for the game at this table. Adding a game means adding a line.
///
/// # Errors
/// One sentence, if there is none.
pub fn adapter(table: &dyn DynGame) -> Result<Box<dyn Adapter>, String> {
    match table.name() {
        "breach" => Ok(Box::new(breach::Breach::default())),
        "goblins" => Ok(Box::new(goblins::Goblins::default())),
        "deepblue" => Ok(Box::new(deepblue::DeepBlue::default())),
        "fc18" => Ok(Box::new(fc18::Fc18)),
        other => Err(format!("there is no replay page for {other} yet")),
    }
}

/// The session behind a table that is known to play `G`.
fn session<G: Game + 'static>(table: &dyn DynGame) -> Option<&Session<G>> {
    table.as_any().downcast_ref()
}
