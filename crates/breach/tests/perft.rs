//! Counts of lines of play from data files.

use breach::{Setup, Stage, State};
use game::{Game, perft};

/// Each block of `perft.txt`: a name, a map as one line, then lines `depth lines digest`.
#[test]
fn counts_and_digests() {
    let mut state = None;
    let mut checked = 0;
    for line in include_str!("perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(map) = line.strip_prefix("map ") {
            state = Some(State::start(&Setup::parse(map.as_bytes(), Stage::Four).unwrap(), 0));
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let found = perft(state.as_ref().expect("a map comes first"), fields[0].parse().unwrap());
        let found = [found.lines.to_string(), format!("{:016x}", found.digest)];
        assert_eq!(found, fields[1..], "{line}");
        checked += 1;
    }
    assert!(checked > 10);
}
