//! The hash of states.

use crate::random::mix;

/// A 64-bit digest of a sequence of bytes: FNV-1a, then the finishing step of SplitMix64.
///
/// Numbers go in as little-endian bytes. The definition is short on purpose: somebody who
/// verifies replays in another language writes it in five lines, and it will never change.
///
/// ```
/// let mut digest = board::Digest::new();
/// digest.u8(1);
/// digest.i32(-2);
/// let mut same = board::Digest::new();
/// same.bytes(&[1, 0xfe, 0xff, 0xff, 0xff]);
/// assert_eq!(digest.finish(), same.finish());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The digest of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds one byte.
    pub fn u8(&mut self, value: u8) {
        self.bytes(&[value]);
    }

    /// Adds two bytes, the low one first.
    pub fn u16(&mut self, value: u16) {
        self.bytes(&value.to_le_bytes());
    }

    /// Adds four bytes, the lowest first.
    pub fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Adds four bytes in two's complement, the lowest first.
    pub fn i32(&mut self, value: i32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Adds eight bytes, the lowest first.
    pub fn u64(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// The digest of all that was added.
    #[must_use]
    pub const fn finish(self) -> u64 {
        mix(self.0)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}
