//! Films and pages of matches in all games.
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod browser;
mod films;
mod matches;
mod old_files;
mod sizes;
