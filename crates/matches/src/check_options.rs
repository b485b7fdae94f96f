//! How a game is led in which somebody looks at a program more closely than a match does.

/// How a watched game is led: as in a match, but for what is said here. A program that does nothing
/// is given up early, and is watched until it leaves or plainly will not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// Whether to wait after `start` until the program is at rest.
    pub pause_after_start: bool,
    /// Turns after which the game is broken off.
    pub most_turns: Option<u32>,
    /// Whether every message carries a field that no version of the protocol knows.
    pub unknown_field: bool,
    /// How the program learns that it is over.
    pub parting: Farewell,
}

/// How a program learns that it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// By the message `end`.
    Announced,
    /// Its input stops, without a word.
    Abrupt,
}

impl Default for CheckOptions {
    /// As in a match.
    fn default() -> Self {
        Self {
            pause_after_start: false,
            most_turns: None,
            unknown_field: false,
            parting: Farewell::Announced,
        }
    }
}
