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

/// How the levels of a game differ: how much they think, and how they play before they have
/// thought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels<S> {
    /// How `easy` plays.
    pub(crate) beginner: S,
    /// How `medium` and `hard` play.
    pub(crate) usual: S,
    /// How `strong` plays.
    pub(crate) seasoned: S,
    /// How much `hard` thinks.
    pub(crate) hard: Effort,
    /// How much `strong` thinks.
    pub(crate) strong: Effort,
}

impl<S> Levels<S> {
    /// What somebody is like. `scaled` says how many turns may be simulated on this board in the
    /// time for so many on a usual one.
    pub(crate) fn character(self, who: Thinker, scaled: impl Fn(u64) -> u64) -> (Effort, S) {
        let (effort, style) = match who.level {
            Level::Easy => (Effort::NONE, self.beginner),
            Level::Medium => (Effort::NONE, self.usual),
            Level::Hard => (self.hard, self.usual),
            Level::Strong => (self.strong, self.seasoned),
        };
        (Effort { nodes: who.nodes.unwrap_or(scaled(effort.nodes)), ..effort }, style)
    }
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
}
