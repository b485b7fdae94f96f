//! A match as one web page that needs no server and no network.
//!
//! Everything a page shows is computed here, by the rules themselves: what stood where in every
//! frame, what each seat could see, what happened. The page's scripts draw and decide nothing.
//!
//! Reading order: [`film`] (a match as plain data, the same for all games; each game makes its
//! own), [`camera`] (a game being played becomes a film), [`replay`] (a replay becomes a film),
//! [`pack`] (a film as bytes), [`html`] (bytes and scripts as a page), [`gallery`] (a page that
//! leads to the pages of a series).
//!
//! Adding a game means one skin in `web/skins`.
//!
//! ```
//! use game::Seat;
//! use page::{Camera, Heading};
//!
//! let entry = games::ALL[0];
//! let (name, map) = entry.maps()[0];
//! let mut table = entry.start(map.as_bytes(), entry.profiles()[0], 0).unwrap();
//! let mut camera = Camera::new(&*table, Heading { map: name.into(), ..Heading::default() }).unwrap();
//! table.end_turn(Seat::ONLY).unwrap();
//! camera.take(&mut *table, &[]);
//! let html = page::render(&camera.finish(table.outcome().as_ref()));
//! assert!(html.starts_with("<!doctype html>"));
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod base64;
mod bundle;
pub mod camera;
pub mod gallery;
pub mod html;
pub mod pack;
pub mod replay;

pub use bundle::module;
pub use camera::{Camera, Heading, SeatActivity};
pub use face::film::{self, Film};
pub use gallery::Gallery;
pub use html::render;
pub use pack::Packer;
