//! Named loads for benchmarks: whole games of random bots.

use crate::playout::Playout;
use board::Digest;
use game::{GameEntry, Load, Work};

/// Whole games between built-in bots, nobody listening, nothing written down. The map is read once a pass.
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
    let mut digest = Digest::new();
    // A map that cannot be read would show as a wrong answer, as would a game that cannot be played.
    if let Ok(setup) = entry.open(text.as_bytes(), entry.profiles()[0]) {
        let bots = vec!["random"; setup.start(0).seats().into()];
        for seed in 0..games {
            let playout = Playout { setup: &*setup, bots: &bots, seed, most_turns: u32::MAX };
            digest.u64(playout.run().map_or(0, |table| table.digest()));
        }
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
