//! The red team: hostile programs, each run once uncontained, where its attack must succeed, and
//! once in every combination of layers this machine offers, where it must not; as root and as an
//! ordinary user.
//!
//! `attacks.tsv` is the table of what is tried and what stops it; the chapter of the book is made
//! from it ([`chapter`]). The suite starts itself again in each identity ([`identity`]); there, a
//! [`campaign`] runs every attack of the [`table`] against a [`scene`], [`uncontained`] and
//! [`contained`], and compares what happened with what the table says. Nothing is left out
//! silently: the last lines count everything.
//!
//! `cargo test -p sandtable-sandbox --test redteam [-- PART OF A NAME]` runs it; with
//! `REDTEAM_WRITE=1` it writes the chapter anew first.
#![allow(clippy::print_stdout, reason = "the suite reports to the developer who runs it")]
#![allow(clippy::print_stderr, reason = "the suite reports to the developer who runs it")]

mod campaign;
mod chapter;
mod compiling;
mod contained;
mod identity;
mod marks;
mod scene;
mod summary;
mod table;
mod uncontained;
mod verdict;
mod victim;
mod workshop;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--list") {
        list(&words);
        return ExitCode::SUCCESS;
    }
    if let Some(order) = identity::Order::from_words(&words) {
        return identity::serve(&order);
    }
    // Test runners name the one test we list; anything else is part of the names of attacks.
    let wanted = words.into_iter().find(|word| !word.starts_with('-') && word != "redteam");
    if let Err(difference) = chapter::check_or_write() {
        eprintln!("{difference}");
        return ExitCode::FAILURE;
    }
    identity::run_all(wanted.as_deref().unwrap_or(""))
}

/// Answers test runners that ask what is here: one test.
fn list(words: &[String]) {
    if !words.iter().any(|word| word == "--ignored") {
        println!("redteam: test");
    }
}
