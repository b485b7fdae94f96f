//! Orders as bytes: one each, the order's place in [`Order::ALL`].

use crate::order::Order;
use alloc::vec::Vec;
use game::OrderCodec;
use game::codec::take_byte;

impl Order {
    /// The place in [`Order::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Step(direction) => direction as usize,
            Self::Fireball(direction) => 4 + direction as usize,
            Self::Tornado => 8,
            Self::Done => 9,
        }
    }
}

impl OrderCodec for Order {
    fn encode(&self, into: &mut Vec<u8>) {
        into.push(self.index() as u8);
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        Self::ALL.get(usize::from(take_byte(from)?)).copied()
    }
}
