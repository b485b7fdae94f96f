//! What happens, and its sentences.

use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use core::fmt::{self, Display as _};
use game::{Lang, Seat, Speak, Words, say};
use schemars::JsonSchema;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A pawn moved.
    Moved {
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// A pawn took another.
    Took {
        /// Where it was.
        from: Cell,
        /// Where it is now, and the other was.
        to: Cell,
    },
    /// The game is over.
    Won {
        /// Whose the game is.
        seat: u8,
        /// Why.
        why: Reason,
    },
}

/// Why a game is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A pawn is at the far edge.
    Through,
    /// The other seat has no move.
    Stuck,
    /// The other seat ended its turn without a move.
    Passed,
}

game::sentences! {
    /// What can be said of an event.
    pub enum Sentence {
        Moved: Routine, Way, "{0p} moves to {1c}", "{0p}走到 {1c}";
        Took: Loss, Way, "{0p} takes at {1c}", "{0p}吃掉 {1c} 的兵";
        Through: Decision, None, "{0s} wins: a pawn is through", "{0s}获胜：兵已到底线";
        Stuck: Decision, None, "{0s} wins: the other side has no move", "{0s}获胜：对方无路可走";
        Passed: Decision, None, "{0s} wins: the other side did not move", "{0s}获胜：对方没有走子";
    }
}

/// Something that a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    /// The pawn that stood here.
    Pawn(Cell),
    /// A cell.
    Cell(Cell),
    /// A seat.
    Side(Seat),
}

/// What a seat is called.
pub(crate) const fn side_words(seat: Seat) -> Words {
    match seat {
        Seat(0) => Words("White", "白方"),
        _ => Words("Black", "黑方"),
    }
}

impl Speak for Noun {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pawn(cell) => say!(f, lang, "the pawn at {cell}", "{cell} 的兵"),
            Self::Cell(cell) => cell.fmt(f),
            Self::Side(seat) => f.write_str(lang.pick(side_words(*seat))),
        }
    }
}

impl Event {
    /// What is said of it, and of what.
    #[must_use]
    pub fn sentence(&self) -> (Sentence, Vec<Noun>) {
        match *self {
            Self::Moved { from, to } => (Sentence::Moved, vec![Noun::Pawn(from), Noun::Cell(to)]),
            Self::Took { from, to } => (Sentence::Took, vec![Noun::Pawn(from), Noun::Cell(to)]),
            Self::Won { seat, why } => {
                let sentence = match why {
                    Reason::Through => Sentence::Through,
                    Reason::Stuck => Sentence::Stuck,
                    Reason::Passed => Sentence::Passed,
                };
                (sentence, vec![Noun::Side(Seat(seat))])
            }
        }
    }
}

game::spoken_as_sentence!(Event);
