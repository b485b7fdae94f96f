//! Playing in the terminal: the screens, and what is drawn where.
//!
//! Reading order: [`App`] (`app`) goes between the choice of maps (`menu`) and a game (`screen`).
//! What the player has in hand and may do is `crates/interaction`; `interaction_draw` draws it, and
//! leaves in `screen::Places` what was drawn where, for the mouse. Below them `grid`, `panel` and
//! `key_hints` (drawing), `look` and `lang` (colours, signs, lines), `words`. `shell` is the only
//! module that touches a terminal; `picture` makes pictures of screens without one.
//!
//! No rule stands here, and nothing of what keys mean: only how it looks.
#![forbid(unsafe_code)]

mod app;
mod grid;
mod input;
mod interaction_draw;
mod key_hints;
mod lang;
mod look;
mod map_drawing;
mod menu;
mod panel;
mod picture;
mod screen;
mod shell;
mod words;

pub use app::{App, Next};
pub use face::Look;
pub use game::{Lang, Words};
pub use input::Input;
pub use interaction::{Arrow, OpenError, Options, Store};
pub use picture::{Picture, Scene};
pub use shell::{End, Program, run};
