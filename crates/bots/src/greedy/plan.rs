//! What searches choose among: a style of the rules of thumb, with errands.

use std::fmt;

/// A way to play: a style, and errands for single pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan<S, E> {
    pub(crate) style: S,
    pub(crate) errands: Vec<E>,
}

/// How a game's rules of thumb weigh things.
pub(crate) trait Points {
    /// In which points it is not `greedy`'s way to play.
    fn points(&self) -> Vec<String>;
}

impl<S, E> Plan<S, E> {
    /// A style without errands.
    pub(crate) const fn of(style: S) -> Self {
        Self { style, errands: Vec::new() }
    }
}

/// In which points it is not `greedy`'s way to play.
impl<S: Points, E> fmt::Display for Plan<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut points = self.style.points();
        if !self.errands.is_empty() {
            points.push(format!("{} on errands", self.errands.len()));
        }
        match points.is_empty() {
            true => f.write_str("plan: as usual"),
            false => write!(f, "plan: {}", points.join(", ")),
        }
    }
}
