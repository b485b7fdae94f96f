//! The mathematics of tournaments: who meets whom, who is better, and how sure that is.
//!
//! Everything is computed over **blocks**: one map and one seed, played with the seats exchanged
//! ([`seating`]), so that the luck of a map does not count as skill. Two entrants are compared by
//! [`comparison`] (Elo, likelihood of superiority, SPRT), many by [`rating`] (Plackett-Luce with
//! ties). [`pairing`] says who plays next in each format, [`spsa`] looks for better values of a
//! bot's parameters.
//!
//! Pure functions: no I/O, no clock, no threads. The same input gives the same output on every
//! machine that computes `f64` as IEEE 754 says.

pub mod comparison;
pub mod normal;
pub mod pairing;
pub mod rating;
pub mod seating;
pub mod spsa;
