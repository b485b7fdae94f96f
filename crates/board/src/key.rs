//! The hash for search.

/// A quick 64-bit hash of a state, for tables of a search. Unlike [`Digest`](crate::Digest) it may change from version to version.
///
/// Parts that come in an order of their own are [`put`](Self::put) one after the other; parts that say themselves where they belong
/// (*a tank on cell 12*) are [added](Self::add) in any order, which is faster, because the processor works on several at once.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    sum: u64,
    chain: u64,
}

impl Key {
    /// The key of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { sum: 0, chain: 0x9E37_79B9_7F4A_7C15 }
    }

    /// Adds a part whose place in the order matters.
    #[inline(always)]
    pub const fn put(&mut self, part: u64) {
        self.chain = fold(self.chain ^ part, 0x9FB2_1C65_1E98_DF25);
    }

    /// Adds a part whose place in the order does not matter.
    #[inline(always)]
    pub const fn add(&mut self, part: u64) {
        self.sum = self.sum.wrapping_add(fold(part ^ 0xD6E8_FEB8_6659_FD93, 0xA076_1D64_78BD_642F));
    }

    /// The key of all that was added.
    #[must_use]
    #[inline(always)]
    pub const fn finish(self) -> u64 {
        fold(self.chain ^ self.sum, 0xE703_7ED1_A0B4_28DB)
    }
}

impl Default for Key {
    fn default() -> Self {
        Self::new()
    }
}

/// Both halves of a product, one upon the other.
#[inline(always)]
const fn fold(part: u64, factor: u64) -> u64 {
    let product = part as u128 * factor as u128;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_counts() {
        let key = |change: fn(&mut Key, u64), part| {
            let mut key = Key::new();
            change(&mut key, part);
            key.finish()
        };
        for change in [Key::put, Key::add] {
            for one in (0..64).map(|bit| 1 << bit) {
                assert_ne!(key(change, one), key(change, 0));
                assert!((key(change, one) ^ key(change, 0)).count_ones() > 8, "{one:x}");
            }
        }
    }

    #[test]
    fn order_matters_where_it_should() {
        let both = |change: fn(&mut Key, u64), first, second| {
            let mut key = Key::new();
            change(&mut key, first);
            change(&mut key, second);
            key.finish()
        };
        assert_ne!(both(Key::put, 1, 2), both(Key::put, 2, 1));
        assert_eq!(both(Key::add, 1, 2), both(Key::add, 2, 1));
    }
}
