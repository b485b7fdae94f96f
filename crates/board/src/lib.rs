//! Words every game uses.
//!
//! - [`Cell`], [`Size`]: a place on a board, and the board's extent.
//! - [`Direction`], [`Compass`]: four and eight ways to go.
//! - [`Mask8`], [`MaskRows`]: sets of cells as bits, with floods; [`bits`]: the bits of a word.
//! - [`SplitMix64`]: the only source of chance in any game.
//! - [`Digest`]: the hash that makes replays verifiable; [`Key`]: a quicker one, for search.
//!
//! This crate knows no game. It is published: every public item is documented.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "schemars")]
extern crate alloc;

mod bits;
mod cell;
mod digest;
mod direction;
mod key;
mod mask8;
mod mask_rows;
mod random;

pub use bits::bits;
pub use cell::{Cell, Size};
pub use digest::Digest;
pub use direction::{Compass, Direction};
pub use key::{Key, WideKey};
pub use mask_rows::MaskRows;
pub use mask8::Mask8;
pub use random::SplitMix64;
