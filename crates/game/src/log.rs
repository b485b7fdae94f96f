//! Who listens to events.

use alloc::vec::Vec;

/// A listener. Games tell it what happens through [`tell!`](crate::tell).
pub trait Log<E> {
    /// Whether events are wanted at all. Work done only for an event is guarded by this.
    const ON: bool = true;

    /// Takes an event.
    fn tell(&mut self, event: E);
}

/// Nobody listens: the calls compile to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl<E> Log<E> for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn tell(&mut self, _: E) {}
}

impl<E> Log<E> for Vec<E> {
    fn tell(&mut self, event: E) {
        self.push(event);
    }
}

/// All of these listen.
#[derive(Debug)]
pub struct All<'a, L>(pub &'a mut [L]);

impl<E: Clone, L: Log<E>> Log<E> for All<'_, L> {
    const ON: bool = L::ON;

    #[inline]
    fn tell(&mut self, event: E) {
        self.0.iter_mut().for_each(|log| log.tell(event.clone()));
    }
}

/// Tells a [`Log`] of an event, which is not computed if nobody listens.
///
/// `tell!(log: L, event)` names the log's type: with a silent one the event is gone before the
/// optimiser sees it.
///
/// The feature `mute` deletes these calls, so that a benchmark can show that a silent log costs
/// nothing.
#[cfg(not(feature = "mute"))]
#[macro_export]
macro_rules! tell {
    ($log:ident: $type:ty, $event:expr) => {
        if <$type as $crate::Log<_>>::ON {
            $crate::Log::tell($log, $event)
        }
    };
}

#[cfg(feature = "mute")]
#[macro_export]
#[allow(missing_docs, reason = "documented above, in its ordinary form")]
macro_rules! tell {
    ($log:ident: $type:ty, $event:expr) => {
        if false {
            $crate::Log::tell($log, $event)
        }
    };
}
