//! States as bytes.

use crate::Game;
use alloc::vec::Vec;

/// A game whose states can be kept as bytes, to go on from later: in a search, in a batch of games,
/// in another process.
///
/// The bytes belong to a setup and to this version of the program; what is to be kept for longer is
/// a replay. Loading refuses bytes that are no state of this setup, whoever made them.
pub trait Save: Game {
    /// Appends the state, without what the setup says.
    fn save(&self, into: &mut Vec<u8>);

    /// The state that these bytes are; none if they are none.
    #[must_use]
    fn load(setup: &Self::Setup, bytes: &[u8]) -> Option<Self>;
}

/// A walk through bytes that were saved.
#[derive(Clone, Copy, Debug)]
pub struct SavedBytes<'a>(pub &'a [u8]);

impl SavedBytes<'_> {
    /// The next bytes.
    pub fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.bytes().map(|[byte]: [u8; 1]| byte)
    }

    /// The next two bytes, the low one first.
    pub fn u16(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    /// The next two bytes in two's complement, the low one first.
    pub fn i16(&mut self) -> Option<i16> {
        self.bytes().map(i16::from_le_bytes)
    }

    /// The next four bytes, the lowest first.
    pub fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    /// The next four bytes in two's complement, the lowest first.
    pub fn i32(&mut self) -> Option<i32> {
        self.bytes().map(i32::from_le_bytes)
    }

    /// The next eight bytes, the lowest first.
    pub fn u64(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }
}
