//! Exact answers for the games for one: both are deterministic and fully known, so the shortest win
//! can be found, and proven to be the shortest.
//!
//! [`solve`] is the entry. It looks for a win with beams of growing width, and proves turn by turn
//! that there is no shorter one: all distinct states within a turn are visited once
//! ([`Puzzle::options`]), all distinct states after the foes' answer once more, and a turn that has
//! to be the last is searched apart. What makes proofs short is [`Puzzle::may_win`]: a bound that
//! says *certainly not* early.
//!
//! [`look_ahead`] is for positions beyond its reach. [`first_turns`] counts the first turns that
//! win, and [`compose_map`] makes maps on which exactly one does.
//!
//! Reading order: [`Puzzle`] (what a game provides), `search`, `beam`, then the modules of the
//! games, each with its bounds; `first_turns` and `compose` for puzzles.
//!
//! Nothing here reads a clock, starts a thread or does input or output: the caller gives [`Limits`]
//! and a [`Watch`] that can stop the search.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod beam;
mod compose;
mod first_turns;
mod games;
mod meter;
mod puzzle;
mod search;
mod table;
mod words;

pub use answer::{Answer, Verdict, Win};
pub use compose::{Composed, Grade, MOST_PUZZLE_TURNS};
pub use first_turns::{FirstTurns, first_turns};
pub use games::{AnyAnswer, AnyOrder, compose_map, first_turns_of, is_solvable, solve_table};
pub use meter::{Halt, Limits, Progress, Watch};
pub use puzzle::{Puzzle, Steps};
pub use search::{MOST_TURNS, Question, look_ahead, solve};
pub use words::turns;
