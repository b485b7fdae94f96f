//! Any text as a `bot.toml`: it is read, or one message says what is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use matches::manifest::Manifest;

fuzz_target!(|text: &str| match Manifest::parse(text) {
    Ok(manifest) => assert!(manifest.run.is_some() != manifest.classic.is_some()),
    Err(what) => assert!(!what.is_empty()),
});
