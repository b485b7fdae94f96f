//! How much containment is asked for.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How much containment is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// Nothing runs unless everything that is promised can be enforced.
    #[default]
    Require,
    /// Whatever this machine offers.
    Auto,
    /// Plain processes: for programs of one's own.
    Off,
}

impl Mode {
    /// All modes, in the order in which help lists them.
    pub const ALL: [Self; 3] = [Self::Require, Self::Auto, Self::Off];

    /// The mode as it is written on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Require => "require",
            Self::Auto => "auto",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the modes of the sandbox are require, auto and off")]
pub struct UnknownMode;

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(text: &str) -> Result<Self, UnknownMode> {
        Self::ALL.into_iter().find(|mode| mode.name() == text).ok_or(UnknownMode)
    }
}
