//! Files of the old contests become films.

pub mod battle;
pub mod fc18_logs;
