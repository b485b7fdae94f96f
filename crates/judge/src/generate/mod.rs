//! New cases, chosen so that every mechanism of a stage shows and every mistake is found out.

mod chance;
mod cover;
mod probes;

pub use chance::Chance;
pub use cover::{Generated, MadeCase, generate};
pub use probes::probes;

use crate::handout::Section;
use game::console::Stage;

/// What is wished for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseWish {
    /// The stage.
    pub stage: Stage,
    /// How many cases; as few as show everything if nobody says.
    pub count: Option<usize>,
    /// Same seed, same cases.
    pub seed: u64,
    /// What may be in them.
    pub scope: Scope,
}

/// What generated cases may hold.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scope {
    /// Everything whose outcome the rules settle.
    #[default]
    Everything,
    /// Only what the course grades.
    Graded,
    /// Only what the course never tries.
    Robust,
}

impl Scope {
    /// Whether a case of this section is allowed.
    #[must_use]
    pub fn allows(self, section: Section) -> bool {
        match self {
            Self::Everything => true,
            Self::Graded => section == Section::Handout,
            Self::Robust => section == Section::Robustness,
        }
    }
}

/// An input, and the mechanisms that show when it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The input.
    pub input: Vec<u8>,
    /// The mechanisms.
    pub shows: Vec<&'static str>,
}

/// Where a game's candidates come from.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The mechanisms of a stage by name.
    pub mechanisms: fn(Stage, Scope) -> Vec<&'static str>,
    /// A random candidate.
    pub candidate: fn(Stage, Scope, &mut Chance) -> Candidate,
}
