//! A match as one web page that needs no server and no network.
//!
//! Everything a page shows is computed here, by the rules themselves: what stood where in every frame, what each seat could
//! see, what happened. The page's scripts draw and decide nothing.
//!
//! Reading order: [`film`] (a match as plain data, the same for all games), [`camera`] (a game being played becomes a film),
//! [`games`] (what a camera has to know of each game), [`replay`] (a replay becomes a film), [`old`] (files of the old contests become films), [`pack`] (a film as bytes), [`html`] (bytes and
//! scripts as a page).
//!
//! Adding a game means one module in [`games`] and one skin in `web/skins`.
//!
//! ```
//! use game::{Seat, GameEntry};
//! use page::{Camera, Heading};
//!
//! let (name, map) = breach::ENTRY.maps()[0];
//! let mut table = breach::ENTRY.start(map.as_bytes(), "stage4", 0).unwrap();
//! let mut camera = Camera::new(&*table, Heading { map: name.into(), ..Heading::default() }).unwrap();
//! table.end_turn(Seat::ONLY).unwrap();
//! camera.take(&mut *table, &[]);
//! let html = page::render(&camera.finish(table.outcome(), table.outcome()));
//! assert!(html.starts_with("<!doctype html>"));
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod base64;
mod bundle;
pub mod camera;
pub mod film;
pub mod games;
pub mod html;
pub mod old;
pub mod pack;
pub mod replay;

pub use camera::{Camera, Heading, SeatActivity};
pub use film::Film;
pub use html::render;
