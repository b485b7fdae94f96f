//! Playing in the browser: a person's game as messages, and a server for one's own machine.
//!
//! What the player has in hand and may do is `crates/interaction`, as in the terminal. Here it
//! becomes messages: `protocol` says what they are, `deeds` what they mean, `seat_film` and
//! `forecast` what is drawn of the board, `screen` what is written beside it, `changes` when.
//! `table` is one person's: it goes between the choice of maps (`choice`), a game, and a map that is
//! being drawn (`editor`). [`shared`] is a table
//! with several people. `host` runs either in a thread of its own and tells all tabs; `socket` is a
//! tab's way to it, `server` a server for one's own machine: one page, one WebSocket. The page's
//! scripts are in `assets`; they draw with those of the replay page.
//!
//! No rule and nothing of what clicks mean stands in a script. What is sent is a function of what
//! the player's seat may know.
#![forbid(unsafe_code)]

pub mod assets;
mod changes;
mod choice;
mod deeds;
mod editor;
mod forecast;
mod host;
mod own_tables;
mod protocol;
mod screen;
mod seat_film;
mod server;
pub mod shared;
mod socket;
mod table;

pub use host::Host;
pub use protocol::Role;
pub use server::{Address, End, REPLAY_POLICY, Settings, TableRequest, serve, serve_table};
pub use socket::connect;

#[cfg(test)]
mod tests;
