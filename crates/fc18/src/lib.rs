//! The rules of fc18, the tower contest of 2021.
//!
//! Four players on one map produce corps, found, upgrade and conquer towers for 300 rounds. Players
//! take turns; orders act at once. Everybody sees everything, and nothing depends on chance.
//!
//! Reading order: [`kinds`] (terrain, towers and corps with their numbers), `profile` (the three
//! rule profiles as one record, [`Rules`]), `map`, `state` (with its parts `roster`, `towers` and
//! `land`), `order` and `refusal`, then what happens: `legal` (what may be ordered now:
//! `check_order` decides) with `order_counts` (counted, for picking many), `combat` (who is hit and
//! what follows) with [`losses`], `resolve` (what an order does), `settle` (what happens between
//! turns), `score`; `calculators` and `journey` answer what players ask before they decide,
//! `position` sets games up from plain data, `rules` is the contract.
//!
//! ```
//! use fc18::{Fc18, Order, Rules, Setup, Task, TowerId};
//! use game::{Game, Seat, Silent};
//!
//! let map = fc18::generate::fair(fc18::CONTEST_SIZE, 7).unwrap();
//! let mut game = Fc18::start(&Setup::new(map, Rules::MANUAL).unwrap(), 0);
//! let order = Order::Produce { tower: TowerId(0), task: Task::Builder };
//! assert!(game.submit(Seat(0), order, &mut Silent).is_ok());
//! let again = game.submit(Seat(0), order, &mut Silent).unwrap_err();
//! assert_eq!(again.to_string(), "tower 0 accepts no more orders this turn");
//! ```
//!
//! The feature `formats` adds JSON, the old contest's files and the entry in the registry.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod actions;
pub mod briefing;
mod calculators;
mod codec;
mod combat;
mod event;
#[cfg(feature = "face")]
pub mod face;
#[cfg(feature = "formats")]
pub mod formats;
pub mod generate;
mod grid;
mod journey;
pub mod kinds;
mod land;
mod legal;
#[cfg(feature = "formats")]
mod loads;
pub mod losses;
mod map;
mod order;
mod order_counts;
mod paint;
mod position;
mod profile;
mod refusal;
mod resolve;
mod roster;
mod rules;
mod save;
mod score;
mod settle;
mod shown;
mod state;
mod towers;
mod view;

pub use briefing::Briefing;
pub use calculators::Reach;
pub use combat::{Fate, Forecast, Taken, Target};
pub use event::{Event, Gone, Loss};
#[cfg(feature = "formats")]
pub use formats::ENTRY;
pub use journey::Journey;
pub use kinds::{CONTEST_SIZE, CorpsKind, Owner, Task, Terrain};
pub use map::{BadMap, MAX_SIDE, Map, Setup, TooLarge};
pub use order::{Order, Parameters, Unreadable};
pub use order_counts::OrderCounts;
pub use position::{CellPart, CorpsPart, PlayerPart, Position, PositionError, TowerPart};
pub use profile::{JointFall, RankOfTheOut, Rules, Score, Start};
pub use refusal::Refusal;
pub use roster::{Corps, CorpsId};
pub use score::ScoreSource;
pub use shown::Shown;
pub use state::{Out, PlayerRecord, State};
pub use towers::{Tower, TowerId};
pub use view::{CorpsRow, PlayerRow, TowerRow, View};

/// A game on a board of at most 16 × 16, the contest's 15 × 15 among them.
pub type Fc18 = State<16>;

/// A game on a board of at most 32 × 32.
pub type LargeFc18 = State<32>;
