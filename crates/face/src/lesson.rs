//! Lessons: guided games for people who have never seen the game.

use game::Words;

/// A guided game on a bundled map: what to do is said step by step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What is learnt.
    pub title: Words,
    /// The map.
    pub map: &'static str,
    /// In games for one, everything that is to be done, in order: orders as JSON, and [`END_TURN`].
    /// Whoever does something else is told so.
    pub line: &'static [&'static str],
    /// What is said.
    pub steps: &'static [LessonStep],
}

/// What the end of a turn is called in [`Lesson::line`].
pub const END_TURN: &str = "end_turn";

/// What the player is to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LessonStep {
    /// In words.
    pub say: Words,
    /// Cells to look at: row and column.
    pub at: &'static [(u8, u8)],
    /// The key whose button is to be pressed; empty if none is.
    pub key: &'static str,
    /// When it is done.
    pub until: Until,
}

/// When a step of a lesson is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// The first of its cells is in hand.
    Chosen,
    /// The first of its cells can be the target of what is in hand.
    Aimed,
    /// The coach plays along.
    Coached,
    /// A list to choose from is open.
    Listed,
    /// The player has given so many orders in all.
    Ordered(usize),
    /// So much of the line is played.
    Played(usize),
    /// The turn with this number has begun, as players count.
    Turn(u32),
    /// The game is over.
    Over,
}
