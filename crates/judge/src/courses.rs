//! The courses whose games are graded: everything that is about one game stands below.

mod breach;
mod goblins;

use crate::exercise::Exercise;

/// All graded games.
pub(crate) static EXERCISES: [Exercise; 2] = [breach::EXERCISE, goblins::EXERCISE];
