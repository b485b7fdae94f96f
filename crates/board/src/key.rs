//! The hash for search.

/// A quick 64-bit hash of a state, for tables of a search. Unlike [`Digest`](crate::Digest) it may
/// change from version to version.
///
/// Parts that come in an order of their own are [`put`](Self::put) one after the other; parts that
/// say themselves where they belong (*a tank on cell 12*) are [added](Self::add) in any order,
/// which is faster, because the processor works on several at once.
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

/// A hash of 128 bits with the parts of a [`Key`]: for proofs, which must not rest on two states
/// that look alike by chance.
#[derive(Clone, Copy, Debug)]
pub struct WideKey {
    sums: [u64; 2],
    chains: [u64; 2],
}

impl WideKey {
    /// The key of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { sums: [0; 2], chains: [0x9E37_79B9_7F4A_7C15, 0x2545_F491_4F6C_DD1D] }
    }

    /// Adds a part whose place in the order matters.
    #[inline(always)]
    pub const fn put(&mut self, part: u64) {
        self.chains[0] = fold(self.chains[0] ^ part, 0x9FB2_1C65_1E98_DF25);
        self.chains[1] = fold(self.chains[1] ^ part, 0x8EBC_6AF0_9C88_C6E3);
    }

    /// Adds a part whose place in the order does not matter.
    #[inline(always)]
    pub const fn add(&mut self, part: u64) {
        let first = fold(part ^ 0xD6E8_FEB8_6659_FD93, 0xA076_1D64_78BD_642F);
        let second = fold(part ^ 0x5899_65CC_7537_4CC3, 0x1D8E_4E27_C47D_124F);
        self.sums = [self.sums[0].wrapping_add(first), self.sums[1].wrapping_add(second)];
    }

    /// The key of all that was added.
    #[must_use]
    #[inline(always)]
    pub const fn finish(self) -> u128 {
        let first = fold(self.chains[0] ^ self.sums[0], 0xE703_7ED1_A0B4_28DB);
        let second = fold(self.chains[1] ^ self.sums[1], 0xEB44_ACCA_B455_D165);
        (first as u128) << 64 | second as u128
    }
}

impl Default for WideKey {
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
    fn every_bit_counts_in_both_halves() {
        let key = |change: fn(&mut WideKey, u64), part| {
            let mut key = WideKey::new();
            change(&mut key, part);
            key.finish()
        };
        for change in [WideKey::put, WideKey::add] {
            for one in (0..64).map(|bit| 1 << bit) {
                let changed = key(change, one) ^ key(change, 0);
                assert!((changed as u64).count_ones() > 8, "{one:x}");
                assert!(((changed >> 64) as u64).count_ones() > 8, "{one:x}");
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
