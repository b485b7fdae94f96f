//! Many games at once for learners, and single states for searches, whichever game it is.
//!
//! A [`Batch`] steps games by numbers ([`Actions`](game::Actions)) and writes what the seats see
//! ([`Paint`](game::Paint)) into arrays that belong to the caller. Every game has chance of its
//! own: the same options and the same numbers give the same bytes, with any number of threads. A
//! [`Position`] is one state as a value.
//!
//! Both hide which game it is; [`open()`] and [`position()`] find the type by a visit to all games.
//!
//! ```
//! use batch::{Arrays, Options, open};
//!
//! let mut batch = open(&Options { games: 4, ..Options::new(games::ALL[0].name()) }).unwrap();
//! let mut rewards = vec![0.0; 4];
//! let mut arrays = Arrays { rewards: Some(&mut rewards), ..Arrays::default() };
//! batch.show(&mut arrays).unwrap();
//! let end = i64::from(batch.shape().numbering.end_of_turn());
//! batch.step(&[end; 4], &mut arrays).unwrap();
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod arrays;
mod bits;
mod canvas;
mod games_batch;
mod open;
mod options;
mod position;
mod record;
mod slot;

pub use arrays::{ArrayError, Arrays, Legal, Pictures, Shape};
pub use games_batch::{Batch, Facts, StepError};
pub use open::{open, position};
pub use options::{AutoReset, MapText, OnIllegal, OpenError, Options, Painting, Rewards, Rows};
pub use position::{Position, Unplayed};
