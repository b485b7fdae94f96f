//! How games are shown: the words that game crates and faces share.
//!
//! A game crate says once, in its module `face`, how it is shown, by implementing three things:
//! [`Face`] (its words), [`Controls`] (what keys and clicks mean) and [`film::Recorder`] (what a
//! film of it shows). Terminal, replay page and whatever comes next are written against these and
//! know no game.
//!
//! No terminal and no HTML here: a [`Tile`] is characters with a meaning, a [`film::Film`] is plain
//! data.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod arrows;
mod controls;
mod draft;
mod face;
pub mod film;
mod lesson;
mod look;
mod maps;
mod marks;
mod standing;
mod text;
mod viewpoint;

pub use arrows::{ArrowKind, OrderArrow};
pub use controls::{Choice, Controls, Offer, StandingFacts};
pub use draft::{Brush, DraftNumber, DraftPiece, DraftText, MapDraft, MapDrawing};
pub use face::{Face, ForeignFiles, GameResult};
pub use lesson::{END_TURN, Lesson, LessonStep, Until};
pub use look::{CellSize, Ground, Ink, Look, Tile};
pub use maps::{MapInfo, Puzzle};
pub use marks::{Mark, MarkSet, Marks};
pub use standing::{NoStanding, Progress};
pub use text::{cut, pad, width};
pub use viewpoint::Viewpoint;
