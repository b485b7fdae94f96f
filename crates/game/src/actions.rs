//! Orders as numbers from a fixed range, for learners and menus.

use crate::{Game, Seat};
use board::{Mask8, SplitMix64};
use core::ops::ControlFlow;

/// The numbers that a seat's actions have on one map.
///
/// `actor * each + inner` is what an actor does; behind the numbers of all actors are `others` that
/// belong to no actor, and the last number is the end of the turn. A mask without its last
/// `others + 1` bits is a table of `actors` rows and `each` columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numbering {
    /// The most actors that a seat can have.
    pub actors: u32,
    /// How many things an actor can do.
    pub each: u32,
    /// How many actions belong to no actor, beside the end of the turn.
    pub others: u32,
}

impl Numbering {
    /// How many numbers there are.
    #[must_use]
    #[inline]
    pub const fn count(self) -> u32 {
        self.end_of_turn() + 1
    }

    /// The number that ends the turn: the last.
    #[must_use]
    #[inline]
    pub const fn end_of_turn(self) -> u32 {
        self.actors * self.each + self.others
    }

    /// How many words a mask has.
    #[must_use]
    #[inline]
    pub const fn words(self) -> usize {
        (self.count() as usize).div_ceil(64)
    }

    /// The actor whose number this is, and what it does; none for actions that belong to no actor.
    #[must_use]
    #[inline]
    pub const fn split(self, number: u32) -> Option<(usize, u32)> {
        if number < self.actors * self.each {
            Some(((number / self.each) as usize, number % self.each))
        } else {
            None
        }
    }
}

/// A game whose orders have numbers, which learners and menus choose from.
///
/// Numbers are small and dense and mean the same in every state as far as that is possible: *the
/// second unit goes to this cell*. They are not for keeping; [`OrderCodec`](crate::OrderCodec) is.
///
/// What an implementation guarantees:
///
/// - `number(numbered(n)) == n` for every number that stands for an order.
/// - Every order of the menu has a number, and an order plays to the same state as the order of its
///   number. The [`menu`](Self::menu) is [`legal`](Game::legal), or in games with very many orders
///   a part of what [`check`](Game::check) accepts.
/// - [`mask`](Self::mask) holds the numbers of the menu's orders and, for a seat that is awaited,
///   the end of the turn; for any other seat it is empty.
/// - All of it is a function of what the seat may see, and allocates nothing.
pub trait Actions: Game {
    /// The numbers of a game on this map.
    #[must_use]
    fn numbering(setup: &Self::Setup) -> Numbering;

    /// The number of an order; none if it has none in this state.
    fn number(&self, numbering: Numbering, seat: Seat, order: Self::Order) -> Option<u32>;

    /// The order that a number stands for in this state, allowed or not; none if it stands for
    /// none, and for the end of the turn.
    fn numbered(&self, numbering: Numbering, seat: Seat, number: u32) -> Option<Self::Order>;

    /// Hands every order of the menu to `each`, each once, until told to stop. For comparison:
    /// [`mask`](Self::mask) is how a menu is read.
    fn menu(&self, seat: Seat, each: impl FnMut(Self::Order) -> ControlFlow<()>) -> ControlFlow<()> {
        self.legal(seat, each)
    }

    /// Writes which numbers may be chosen now: bit `number % 64` of word `number / 64`. Words
    /// behind the last are left alone.
    ///
    /// As provided, the menu is listed; games that keep sets write them instead.
    ///
    /// # Panics
    /// If there are fewer than [`Numbering::words`] words.
    fn mask(&self, numbering: Numbering, seat: Seat, into: &mut [u64]) {
        let into = &mut into[..numbering.words()];
        into.fill(0);
        if !self.to_move().has(seat) {
            return;
        }
        let _ = self.menu(seat, |order| {
            self.number(numbering, seat, order).into_iter().for_each(|number| put_bits(into, number, 1));
            ControlFlow::Continue(())
        });
        put_bits(into, numbering.end_of_turn(), 1);
    }
}

/// Puts up to 64 bits into a mask, from this bit on. Bits behind the last word are dropped.
#[inline]
pub fn put_bits(mask: &mut [u64], first: u32, bits: u64) {
    let (word, shift) = ((first / 64) as usize, first % 64);
    if let Some(low) = mask.get_mut(word) {
        *low |= bits << shift;
    }
    if shift > 0
        && let Some(high) = mask.get_mut(word + 1)
    {
        *high |= bits >> (64 - shift);
    }
}

/// One of the numbers in a range that may be chosen, each as likely as the others; none if there is
/// none.
///
/// # Panics
/// If the mask ends before the range does.
#[inline]
pub fn choose(mask: &[u64], from: u32, to: u32, random: &mut SplitMix64) -> Option<u32> {
    if from >= to {
        return None;
    }
    let (first, last) = ((from / 64) as usize, ((to - 1) / 64) as usize);
    let words = &mask[first..=last];
    // Most actors of a game with many can do nothing, because there are none.
    if words.iter().all(|bits| *bits == 0) {
        return None;
    }
    let (outside_first, outside_last) =
        (outside_below(words[0], from), outside_above(words[last - first], to));
    // All words are counted alike, so that several are counted at once; what lies outside of the
    // range is taken off.
    let outside = outside_first.count_ones() + outside_last.count_ones();
    let count = words.iter().map(|bits| bits.count_ones()).sum::<u32>() - outside;
    if count == 0 {
        return None;
    }
    let mut left = random.below(count.into()) as u32 + outside_first.count_ones();
    for (word, bits) in (from / 64..).zip(words) {
        let here = bits.count_ones();
        if left < here {
            let found = Mask8(*bits).nth(left)?;
            return Some(word * 64 + Mask8::bit(found) as u32);
        }
        left -= here;
    }
    None
}

/// The bits of a word below the first of a range that begins in it.
#[inline]
const fn outside_below(bits: u64, from: u32) -> u64 {
    bits & ((1 << (from % 64)) - 1)
}

/// The bits of a word from the end of a range on that ends in it.
#[inline]
const fn outside_above(bits: u64, to: u32) -> u64 {
    if to.is_multiple_of(64) { 0 } else { bits & u64::MAX << (to % 64) }
}
