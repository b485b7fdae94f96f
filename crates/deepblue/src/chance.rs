//! Where chance comes from.

use board::{Digest, Key, SplitMix64};

/// The source of all chance in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// For tests: nothing is shuffled, every number drawn is 0.
    Canonical,
    /// SplitMix64.
    Seeded {
        /// The generator.
        random: SplitMix64,
        /// How often it was called.
        draws: u64,
    },
}

impl Chance {
    /// Chance from this seed.
    #[must_use]
    pub const fn seeded(seed: u64) -> Self {
        Self::Seeded { random: SplitMix64::new(seed), draws: 0 }
    }

    /// A number below `n`.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        match self {
            Self::Canonical => 0,
            Self::Seeded { random, draws } => {
                *draws += 1;
                random.below(n)
            }
        }
    }

    /// Puts the items in random order. Fewer than two items draw nothing.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        if let Self::Seeded { random, draws } = self {
            *draws += items.len().saturating_sub(1) as u64;
            random.shuffle(items);
        }
    }

    /// How often a number was drawn since the start.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        match self {
            Self::Canonical => 0,
            Self::Seeded { draws, .. } => *draws,
        }
    }

    pub(crate) const fn hash(&self, key: &mut Key) {
        if let Self::Seeded { random, draws } = self {
            key.put(random.state());
            key.put(*draws);
        }
    }

    pub(crate) fn digest(&self, digest: &mut Digest) {
        match self {
            Self::Canonical => digest.u8(0),
            Self::Seeded { random, draws } => {
                digest.u8(1);
                digest.u64(random.state());
                digest.u64(*draws);
            }
        }
    }
}
