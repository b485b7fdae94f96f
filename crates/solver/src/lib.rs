//! Exact answers for the games for one: both are deterministic and fully known, so the shortest win can be found, and proven to be the
//! shortest.
//!
//! [`solve`] is the entry. It looks for a win with beams of growing width, and proves turn by turn that there is no shorter one: all
//! distinct states within a turn are visited once ([`Puzzle::options`]), all distinct states after the foes' answer once more, and a
//! turn that has to be the last is searched apart. What makes proofs short is [`Puzzle::may_win`]: a bound that says *certainly not* early.
//!
//! Reading order: [`Puzzle`] (what a game provides), `search`, `beam`, then the modules of the games, each with its bounds.
//!
//! Nothing here reads a clock, starts a thread or does input or output: the caller gives [`Limits`] and a [`Watch`] that can stop the search.
//!
//! ```
//! use std::ops::ControlFlow;
//! use solver::{Limits, Question, Verdict, solve};
//!
//! // A tank at (5, 3) and a hydralisk at (2, 3).
//! let setup = breach::Setup::parse(b"0 2  5 3 T  2 3 H", breach::Stage::Four).unwrap();
//! let state = breach::State::new(&setup);
//! let question = Question { most_turns: 3, fewest_losses: false };
//! let answer = solve(&state, question, Limits::memory(1 << 20), &mut |_| ControlFlow::Continue(()));
//! assert_eq!(answer.verdict(), Verdict::Solved(1));
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod beam;
mod breach;
mod goblins;
mod meter;
mod puzzle;
mod search;
mod table;

pub use answer::{Answer, Verdict, Win};
pub use meter::{Halt, Limits, Progress, Watch};
pub use puzzle::{Puzzle, Steps};
pub use search::{MOST_TURNS, Question, solve};
