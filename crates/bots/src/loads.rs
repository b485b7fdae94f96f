//! Named loads for benchmarks: whole games of random bots.

use crate::playout::Playout;
use board::Digest;
use game::{GameEntry, Load, Work};

/// Whole games between built-in bots, nobody listening, nothing written down. Each starts from the text of its map.
pub const LOADS: &[Load] = &[
    Load {
        name: "bots-fc18-random",
        about: "whole games of fc18 (campus, manual, 300 rounds) between four random bots",
        unit: "games",
        answer: 0x6f3b_22df_b46f_68a8,
        pass: || play(fc18::ENTRY, "campus", 20),
    },
    Load {
        name: "bots-deepblue-random",
        about: "whole games of deepblue (lagoon, 30 x 30, document, 200 rounds) between two random bots",
        unit: "games",
        answer: 0x48a7_c2fe_7b51_2534,
        pass: || play(deepblue::ENTRY, "lagoon", 5),
    },
];

fn play(entry: &dyn GameEntry, map: &str, games: u64) -> Work {
    let text = entry.maps().iter().find(|(name, _)| *name == map).map_or("", |(_, text)| *text);
    let rules = entry.profiles()[0];
    let bots: &[&str] = if entry.name() == "fc18" { &["random"; 4] } else { &["random"; 2] };
    let mut digest = Digest::new();
    for seed in 0..games {
        let playout = Playout { entry, map: text, rules, bots, seed, most_turns: u32::MAX };
        // A game that cannot be played would show as a wrong answer.
        digest.u64(playout.run().map_or(0, |table| table.digest()));
    }
    Work { units: games, answer: digest.finish() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_know_their_answers() {
        for load in LOADS {
            let work = (load.pass)();
            assert_eq!(format!("{:#018x}", work.answer), format!("{:#018x}", load.answer), "{}", load.name);
        }
    }
}
