//! Counts of lines of play from a data file.
#![cfg(feature = "formats")]

/// Each block of `perft.txt`: `map NAME PROFILE`, then lines `depth lines digest`.
#[test]
fn counts_and_digests() {
    let mut map = None;
    let mut checked = 0;
    for line in include_str!("perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields[0] == "map" {
            let (_, text) = fc18::ENTRY.maps().iter().find(|(name, _)| *name == fields[1]).unwrap();
            map = Some((text.as_bytes(), fields[2]));
            continue;
        }
        let (text, rules) = map.expect("a map comes first");
        let found = fc18::ENTRY.open(text, rules).unwrap().perft(fields[0].parse().unwrap());
        assert_eq!([found.lines.to_string(), format!("{:016x}", found.digest)], fields[1..], "{line}");
        checked += 1;
    }
    assert!(checked > 10);
}
