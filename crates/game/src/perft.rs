//! Counting lines of play.

use crate::{Game, Silent};
use core::ops::ControlFlow;

/// Number of lines of play and a digest of where they end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Perft {
    /// Lines of exactly the asked length, and shorter ones that ended the game.
    pub lines: u64,
    /// Sum of the digests of the end states, modulo 2^64.
    pub digest: u64,
}

/// Plays out every line of `depth` moves, a move being a legal order or the end of the turn.
///
/// Where several seats are awaited the lowest moves first. A wrong rule shows as a wrong number,
/// and going down line by line finds the position where two implementations part.
#[must_use]
pub fn perft<G: Game>(game: &G, depth: u32) -> Perft {
    let Some(seat) = game.to_move().iter().next().filter(|_| depth > 0) else {
        return Perft { lines: 1, digest: game.digest() };
    };
    let mut sum = Perft::default();
    let mut add = |child: &G| {
        let below = perft(child, depth - 1);
        sum.lines += below.lines;
        sum.digest = sum.digest.wrapping_add(below.digest);
    };
    let _ = game.legal(seat, |order| {
        let mut child = game.clone();
        child.play(seat, order, &mut Silent);
        add(&child);
        ControlFlow::Continue(())
    });
    let mut child = game.clone();
    child.end_turn(seat, &mut Silent);
    add(&child);
    sum
}
