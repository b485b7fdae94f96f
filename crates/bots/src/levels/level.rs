//! Who thinks how much.

/// How good an opponent is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    Easy,
    Medium,
    Hard,
    Strong,
}

impl Level {
    /// The level of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "easy" => Self::Easy,
            "medium" => Self::Medium,
            "hard" => Self::Hard,
            "strong" => Self::Strong,
            _ => return None,
        })
    }

    /// Whether it looks ahead.
    pub(crate) const fn searches(self) -> bool {
        matches!(self, Self::Hard | Self::Strong)
    }
}

/// A level, and how many turns it may simulate before each of its own, if that is not left to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thinker {
    pub(crate) level: Level,
    pub(crate) nodes: Option<u64>,
}

/// How much a bot thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// Turns to simulate before every turn; the first plan is played out even if that takes more.
    pub(crate) nodes: u64,
    /// Rounds to look ahead.
    pub(crate) rounds: u32,
}

impl Effort {
    /// No search at all.
    pub(crate) const NONE: Self = Self { nodes: 0, rounds: 0 };

    /// The same with as many nodes as were asked for.
    pub(crate) fn with(self, nodes: Option<u64>) -> Self {
        Self { nodes: nodes.unwrap_or(self.nodes), ..self }
    }
}
