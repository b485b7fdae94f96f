//! The games of this build: the only list of them.
//!
//! Everything that treats all games alike is written against this crate: [`ALL`] for what needs no
//! types, [`visit`] and [`at_table`] for what is generic over them.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! /// Counts the types of states.
//! struct Count(usize);
//!
//! impl games::Visitor for Count {
//!     type Found = ();
//!
//!     fn visit<G: games::HostedGame>(&mut self, _: &'static dyn game::GameEntry) -> ControlFlow<()> {
//!         self.0 += 1;
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mut count = Count(0);
//! assert_eq!(games::visit(&mut count), None);
//! assert!(count.0 >= games::ALL.len());
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

use face::Controls;
use game::{Actions, Calculators, DynGame, GameEntry, Imagine, JsonGame, Paint, Save, Session};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Lists the games: each is its entry, and the types of its states.
macro_rules! games {
    ($($(#[$when:meta])* $entry:path: $($state:ty),+;)*) => {
        /// All games, in the order in which they are listed.
        pub const ALL: &[&dyn GameEntry] = &[$($(#[$when])* $entry),*];

        /// Shows every game's type to the visitor, until it has found something.
        ///
        /// A game that keeps its states in several types, by the size of the board, is visited once
        /// for each.
        pub fn visit<V: Visitor>(visitor: &mut V) -> Option<V::Found> {
            $($(#[$when])* {
                $(if let ControlFlow::Break(found) = visitor.visit::<$state>($entry) {
                    return Some(found);
                })+
            })*
            None
        }
    };
}

// Adding a game means adding a line here.
games! {
    breach::ENTRY: breach::State;
    goblins::ENTRY: goblins::State;
    deepblue::ENTRY: deepblue::State;
    fc18::ENTRY: fc18::Fc18, fc18::LargeFc18;
    #[cfg(feature = "example")]
    hexapawn::ENTRY: hexapawn::State;
}

/// What every game of this build is able to do: play, speak JSON, be shown, be asked, be played
/// with keys and clicks, and with numbers and pictures, be kept as bytes and be imagined.
pub trait HostedGame:
    JsonGame<Refusal: Send, Setup: Debug + Send + Sync>
    + Controls
    + Calculators
    + Actions
    + Paint<Shown: Send>
    + Save
    + Imagine
    + PartialEq
{
}

impl<G> HostedGame for G where
    G: JsonGame<Refusal: Send, Setup: Debug + Send + Sync>
        + Controls
        + Calculators
        + Actions
        + Paint<Shown: Send>
        + Save
        + Imagine
        + PartialEq
{
}

/// Something that is done with the type of every game, until it has found what it looks for.
pub trait Visitor {
    /// What it looks for.
    type Found;

    /// Looks at one game: `G` is the type of its states.
    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<Self::Found>;
}

/// Something that is done once, for the game at a table.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it. `session` is the table's.
    fn run<G: HostedGame>(self, session: &Session<G>) -> Self::Output;
}

/// The game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn GameEntry> {
    ALL.iter().copied().find(|entry| entry.name() == name)
}

/// Does something for the game at this table; nothing if it is not one of this build.
pub fn at_table<T: Task>(table: &dyn DynGame, task: T) -> Option<T::Output> {
    struct AtTable<'a, T>(&'a dyn DynGame, Option<T>);

    impl<T: Task> Visitor for AtTable<'_, T> {
        type Found = T::Output;

        fn visit<G: HostedGame>(&mut self, _: &'static dyn GameEntry) -> ControlFlow<T::Output> {
            match (self.0.as_any().downcast_ref::<Session<G>>(), self.1.take()) {
                (Some(session), Some(task)) => ControlFlow::Break(task.run(session)),
                (_, task) => {
                    self.1 = task;
                    ControlFlow::Continue(())
                }
            }
        }
    }

    visit(&mut AtTable(table, Some(task)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts a game of every entry, and says which type it found.
    struct Name;

    impl Task for Name {
        type Output = &'static str;

        fn run<G: HostedGame>(self, _: &Session<G>) -> &'static str {
            G::NAME
        }
    }

    #[test]
    fn every_map_leads_to_a_type_of_its_game() {
        for entry in ALL {
            for (map, text) in entry.maps() {
                let table =
                    entry.profiles().iter().find_map(|rules| entry.start(text.as_bytes(), rules, 0).ok());
                let table = table.unwrap_or_else(|| panic!("{map} cannot be played"));
                assert_eq!(at_table(&*table, Name), Some(entry.name()), "{map}");
            }
        }
    }

    #[test]
    fn names_are_found_and_different() {
        for (number, entry) in ALL.iter().enumerate() {
            assert_eq!(find(entry.name()).map(|found| found.about()), Some(entry.about()));
            assert!(ALL[..number].iter().all(|other| other.name() != entry.name()));
        }
        assert!(find("checkers").is_none());
    }
}
