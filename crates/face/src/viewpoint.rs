//! From where a game is looked at.

use crate::Look;
use game::{Lang, Seat};

/// Who looks: the seat, how it is shown, and what this player calls things
/// ([`Face::Names`](crate::Face::Names)).
#[derive(Debug)]
pub struct Viewpoint<'a, N> {
    /// The seat.
    pub seat: Seat,
    /// Language and signs.
    pub look: Look,
    /// What the player calls things.
    pub names: &'a N,
}

impl<N> Viewpoint<'_, N> {
    /// The language.
    #[must_use]
    pub const fn lang(&self) -> Lang {
        self.look.lang
    }
}

impl<N> Clone for Viewpoint<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Viewpoint<'_, N> {}
