//! Playing in the terminal: the screens, what they show, and what keys and mouse do.
//!
//! Reading order: [`App`] (`app`) goes between the choice of maps (`menu`) and a game (`screen`, opened by `open`). A game on the screen is a
//! `Interaction`, which needs no terminal: `interaction` is what the player does, `interaction_draw` what is seen. What a game must provide are the traits
//! `face::Face` and `face::Controls`. Below them `shown` (what is shown before it is known which game it is), `history` (undo and redo), `standing` (what goes on by itself), `opponents` (bots), `settings`, `save`, `store` and `page_file` (files), `grid`, `panel` and `key_hints` (drawing), `look` and
//! `lang` (colours, signs, words). `shell` is the only module that touches a terminal; `picture`
//! makes pictures of screens without one.
//!
//! No rule stands here: what is possible, what follows and what it costs is asked of the rules crates, on states or copies of them. Nothing is shown to a seat that
//! its view does not hold.
#![forbid(unsafe_code)]

mod app;
mod coach;
mod grid;
mod history;
mod input;
mod interaction;
mod interaction_draw;
mod key_hints;
mod lang;
mod look;
mod menu;
mod old_save;
mod open;
mod opponents;
mod page_file;
mod panel;
mod picture;
mod save;
mod screen;
mod settings;
mod shell;
mod shown;
mod standing;
mod store;
mod words;

pub use app::{App, Next, Options};
pub use face::Look;
pub use game::{Lang, Words};
pub use input::{Arrow, Input};
pub use open::OpenError;
pub use picture::{Picture, Scene};
pub use shell::{End, Program, run};
pub use store::Store;
