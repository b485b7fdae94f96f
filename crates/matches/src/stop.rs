//! Somebody wants us to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish to stop, shared by everybody who should know of it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Wishes it.
    pub fn wish(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody wishes it.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
