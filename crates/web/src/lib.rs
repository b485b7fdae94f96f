//! Playing in the browser: a person's game as messages, and a server for one's own machine.
//!
//! What the player has in hand and may do is `crates/interaction`, as in the terminal. Here it becomes messages: `protocol` says what
//! they are, `seat_film` and `forecast` what is drawn of the board, `screen` what is written beside it, `changes` when. `table` goes between the
//! choice of maps and a game, and answers what the player does; `host` runs it in a thread of its own and tells all tabs.
//! `server` is the way to it: one page, one WebSocket, on this machine only. The page's scripts are in `assets`; they draw with those
//! of the replay page.
//!
//! No rule and nothing of what clicks mean stands in a script. What is sent is a function of what the player's seat may know.
#![forbid(unsafe_code)]

mod changes;
mod forecast;
mod host;
mod protocol;
mod screen;
mod seat_film;
mod server;
mod table;

pub use server::{End, Settings, serve};

#[cfg(test)]
mod tests;
