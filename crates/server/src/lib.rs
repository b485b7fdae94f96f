//! The arena: `sandtable serve`. Ladders, uploads, live matches and challenges in the browser, and
//! the same over an API.
//!
//! An internal crate, and the only one that knows HTTP. Reading order: `arena` (what everything
//! shares), `database` (every query), `files` (files by hash), `accounts` (names, passwords,
//! secrets), `work` (threads that build, play, verify and rate), `rooms` (tables at which people play), `web` (routes, pages, the API).
//! [`serve()`] runs it all; [`run_jobs`] runs a process that only takes jobs; [`admin`] is what
//! operators do to an arena that is not running.
//!
//! Rows are the truth. What is in memory (bells, live matches, versions made ready) can be lost at
//! any moment.
#![forbid(unsafe_code)]

mod accounts;
pub mod admin;
mod arena;
mod bell;
mod case_files;
mod catalogue;
mod class_result;
mod database;
pub mod demo;
mod files;
mod folder;
mod limits;
mod map_picture;
mod metrics;
pub mod moving;
mod rooms;
mod serve;
mod settings;
mod speed;
mod web;
mod why;
mod work;
mod zipped;

pub use arena::host_name;
pub use database::users::Role;
pub use files::FilesPlace;
pub use serve::{Joined, Started, run_jobs, serve};
pub use settings::{Settings, WebSettings, WorkSettings};
