//! What a search found out.

use crate::meter::Halt;

/// What is known about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<O> {
    /// The best win that is known.
    pub win: Option<Win<O>>,
    /// It is proven that there is no win within so many turns.
    pub no_win_within: u32,
    /// The most turns that were asked for.
    pub most_turns: u32,
    /// Whether it is proven that no win as short loses fewer units. Looked at only if asked for.
    pub fewest_losses: bool,
    /// Why the search ended before all was known.
    pub halt: Option<Halt>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A way to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win<O> {
    /// The orders of each turn; the player ends the turn after them.
    pub turns: Vec<Vec<O>>,
    /// Units of the player lost on the way.
    pub losses: u32,
}

/// An answer in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The shortest win has so many turns. This is proven.
    Solved(u32),
    /// There is no win within the turns that were asked for. This is proven.
    NotWithin(u32),
    /// There is no win within so many turns, and one of so many is known, if any.
    Between {
        /// There is no win within so many turns: proven.
        none_within: u32,
        /// A win of so many turns is known.
        known: Option<u32>,
    },
}

impl<O> Answer<O> {
    /// The same with other words for the orders.
    pub(crate) fn map<P>(self, say: impl Fn(&O) -> P) -> Answer<P> {
        let win = self.win.map(|win| Win {
            turns: win.turns.iter().map(|turn| turn.iter().map(&say).collect()).collect(),
            losses: win.losses,
        });
        Answer {
            win,
            no_win_within: self.no_win_within,
            most_turns: self.most_turns,
            fewest_losses: self.fewest_losses,
            halt: self.halt,
            nodes: self.nodes,
        }
    }

    /// The answer in a word.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let known = self.win.as_ref().map(|win| win.turns.len() as u32);
        match known {
            Some(turns) if turns <= self.no_win_within + 1 => Verdict::Solved(turns),
            None if self.no_win_within >= self.most_turns => Verdict::NotWithin(self.most_turns),
            _ => Verdict::Between { none_within: self.no_win_within, known },
        }
    }
}
