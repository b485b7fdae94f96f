//! A person plays a game: what they have in hand, may do, are shown and are asked. No screen is
//! needed to use it.
//!
//! Reading order: [`Options`] say what is to be played, [`open`] sits down at it. A [`Sitting`] is
//! a game with where it is kept; the game itself is an [`Interaction`], which takes an [`Input`]
//! after the other: `interaction` leads to `cursor` (where the player looks), `orders` (what they
//! order, and what is marked for it), `turns` (ending and taking back) and `overlay` (what covers
//! the board); `texts` is what is said beside it. Below them `history` (undo and redo), `standing`
//! (what goes on by itself), `opponents` (bots), `shared` (a table with several people), `coach`
//! and `adviser` (hints), `lessons` (guided games), `review` (a game that is over), `settings`, `save`, `store` and `page_file` (files), `maps` and `shown` (what is known
//! of a game before it is played), `words`.
//!
//! No rule stands here: what is possible, what follows and what it costs is asked of the rules
//! crates, on states or copies of them. Nothing is shown to a seat that its view does not hold.
#![forbid(unsafe_code)]

mod adviser;
mod coach;
mod cursor;
mod history;
mod input;
mod interaction;
mod lessons;
mod maps;
mod old_save;
mod open;
mod opponents;
mod options;
mod orders;
mod overlay;
mod page_file;
mod review;
mod save;
mod settings;
mod shared;
mod shown;
mod sitting;
mod standing;
mod store;
mod texts;
mod turns;
pub mod words;

pub use history::{Act, Beat, History};
pub use input::{Arrow, Input, Pointed};
pub use interaction::{Flow, Foresight, Interaction, Notice};
pub use lessons::Guidance;
pub use maps::MapEntry;
pub use open::{OpenError, OpenRequest, Seated, open};
pub use options::{Opening, Options};
pub use overlay::{Entry, Overlay};
pub use review::{Curve, curve};
pub use save::SavedSetup;
pub use shared::SeatAct;
pub use shown::{Shown, map_title, of_game};
pub use sitting::{SaveFile, Sitting};
pub use store::Store;
pub use texts::{Ending, Section};
pub use words::KeyHint;
