//! Films and pages of matches in all games.

mod browser;
mod films;
mod matches;
mod old_files;
mod sizes;
