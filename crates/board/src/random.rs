//! The seeded generator.

/// SplitMix64: the one source of chance in games, maps and playouts.
///
/// ```
/// let mut random = board::SplitMix64::new(2015);
/// let drawn: [u64; 6] = core::array::from_fn(|_| random.below(10_000));
/// assert_eq!(drawn, [8918, 4984, 7956, 4795, 3629, 80]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator that starts from this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// What a new generator would have to be given to go on from here.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }

    /// A number below `n` (0 if `n` is 0): the upper half of the 128-bit product.
    #[inline]
    pub const fn below(&mut self, n: u64) -> u64 {
        ((self.next_u64() as u128 * n as u128) >> 64) as u64
    }

    /// Puts the items in random order. Fewer than two items draw nothing.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let with = self.below(last as u64 + 1) as usize;
            items.swap(last, with);
        }
    }
}

/// The finishing step of SplitMix64: spreads every input bit over the whole word.
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values() {
        let mut random = SplitMix64::new(0);
        let words: [u64; 3] = core::array::from_fn(|_| random.next_u64());
        assert_eq!(words, [0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f]);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        SplitMix64::new(2015).shuffle(&mut order);
        assert_eq!(order, [1, 9, 7, 5, 0, 2, 3, 6, 4, 8]);
    }
}
