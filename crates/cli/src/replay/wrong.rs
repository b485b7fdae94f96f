//! What can be wrong with a replay.

use crate::failure::Failure;
use game::replay::Divergence;
use matches::inbox::harmless;
use std::fmt;
use std::path::Path;

/// What is wrong with a replay. Its words may be those of whoever wrote the file.
#[derive(Debug)]
pub(super) enum Wrong {
    /// It cannot be read, or its game not be set up.
    Unusable(String),
    /// The rules say something else.
    Different(Divergence),
    /// It is cut short or damaged, and right as far as it goes.
    Damaged {
        what: String,
        /// Number of turns before the damage.
        turns: usize,
    },
}

impl Wrong {
    /// The failure of a command that needed this file.
    pub(super) fn with(&self, file: &Path) -> Failure {
        failure(file, self)
    }

    /// The failure of a command that needed this file, and what it did all the same.
    pub(super) fn with_remedy(&self, file: &Path, remedy: &str) -> Failure {
        match self {
            Self::Different(difference) => {
                failure(file, format_args!("it does not verify ({difference}); {remedy}"))
            }
            Self::Unusable(_) | Self::Damaged { .. } => failure(file, format_args!("{self}; {remedy}")),
        }
    }

    /// Where the rules say something else.
    pub(super) fn difference(&self) -> Option<&Divergence> {
        match self {
            Self::Different(difference) => Some(difference),
            Self::Unusable(_) | Self::Damaged { .. } => None,
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable(what) | Self::Damaged { what, turns: 0 } => f.write_str(what),
            Self::Different(difference) => difference.fmt(f),
            Self::Damaged { what, turns: 1 } => write!(f, "{what}; the one turn before it verifies"),
            Self::Damaged { what, turns } => write!(f, "{what}; the {turns} turns before it verify"),
        }
    }
}

fn failure(file: &Path, what: impl fmt::Display) -> Failure {
    Failure::failed(harmless(&format!("{}: {what}", file.display())))
}
