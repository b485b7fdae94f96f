//! What never changes in a game.

use crate::map::Chart;
use crate::state::State;
use alloc::sync::Arc;

/// What a seat is told once: terrain, limits, and the ruleset's tables.
#[derive(Clone, Debug)]
pub struct Briefing {
    /// All of it, with the ways over the sea.
    pub chart: Arc<Chart>,
}

impl State {
    pub(crate) fn brief(&self) -> Briefing {
        Briefing { chart: Arc::clone(&self.chart) }
    }
}
