//! Standing orders: what a unit goes on doing, turn after turn, until it is told otherwise.
//!
//! The rules know none of them. Whoever plays at a screen gives one once; the screen turns it into
//! ordinary orders each turn, so a replay holds what was ordered and nothing else.

use alloc::string::String;
use alloc::vec::Vec;

/// What a standing order comes to in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress<O> {
    /// These orders. None if there is nothing to do this turn.
    Orders(Vec<O>),
    /// It is done with, or nobody is left to do it.
    Over,
    /// It cannot go on, and why.
    Stuck(String),
}

/// The standing orders of a game that has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoStanding {}
