//! Named loads for benchmarks: whole games of random bots, what the thinking ones simulate, and
//! what the solver looks at.

use crate::playout::Playout;
use board::Digest;
use game::{BenchLoad, BenchWork, GameEntry};
use solver::{Limits, Progress, Question, solve_table};
use std::ops::ControlFlow;

/// Games between built-in bots, nobody listening, nothing written down. The map is read once a
/// pass.
pub const LOADS: &[BenchLoad] = &[
    BenchLoad {
        name: "bots-fc18-random",
        about: "whole games of fc18 (campus, manual, 300 rounds) between four random bots",
        unit: "games",
        answer: 0x6f3b_22df_b46f_68a8,
        pass: || play(fc18::ENTRY, "campus", 20),
    },
    BenchLoad {
        name: "bots-deepblue-random",
        about: "whole games of deepblue (lagoon, 30 x 30, document, 200 rounds) between two random bots",
        unit: "games",
        answer: 0x48a7_c2fe_7b51_2534,
        pass: || play(deepblue::ENTRY, "lagoon", 5),
    },
    BenchLoad {
        name: "bots-fc18-greedy",
        about: "turns of a game of fc18 (campus, manual, 300 rounds) between four greedy bots",
        unit: "turns",
        answer: 0xd581_b97d_cba1_2f0c,
        pass: || think(fc18::ENTRY, "campus", &["greedy"; 4], 1_200, 1_200),
    },
    BenchLoad {
        name: "bots-fc18-strong",
        about: "turns that strong simulates in the first rounds of fc18 (campus, manual) against three greedy",
        unit: "turns",
        answer: 0x810a_cfef_7f65_96a8,
        pass: || think(fc18::ENTRY, "campus", &["strong:500", "greedy", "greedy", "greedy"], 32, 8 * 500),
    },
    BenchLoad {
        name: "bots-deepblue-strong",
        about: "turns that strong simulates in the first rounds of deepblue (lagoon, document) against greedy",
        unit: "turns",
        answer: 0xbaac_b4ee_3586_deba,
        pass: || think(deepblue::ENTRY, "lagoon", &["strong:500", "greedy"], 7, 8 * 500),
    },
    BenchLoad {
        name: "bots-breach-solver",
        about: "positions of old-forest (breach) that the solver looks at, before it is stopped",
        unit: "positions",
        answer: 0x32ae_7dd8_2712_7326,
        pass: || prove(breach::ENTRY, "old-forest"),
    },
    BenchLoad {
        name: "bots-goblins-solver",
        about: "positions of citadel (goblins) that the solver looks at, before it is stopped",
        unit: "positions",
        answer: 0x0c7d_6788_edaa_ca5b,
        pass: || prove(goblins::ENTRY, "citadel"),
    },
];

/// A proof that is given up after so many positions.
const POSITIONS: u64 = 30_000;

fn prove(entry: &dyn GameEntry, map: &str) -> BenchWork {
    let text = entry.bundled(map).unwrap_or("");
    let question = Question { most_turns: 20, fewest_losses: false };
    let limits = Limits { nodes: POSITIONS, memory: 64 << 20 };
    let table = entry.start(text.as_bytes(), entry.profiles()[0], 0).ok();
    let mut digest = Digest::new();
    // What it remembers shows which positions they were.
    let watch = &mut |progress: &Progress| {
        digest.u64(progress.memory as u64);
        ControlFlow::Continue(())
    };
    let found = table.and_then(|table| solve_table(&*table, question, limits, watch));
    let units = found.map_or(0, |found| {
        digest.u32(found.answer.no_win_within);
        digest.u64(found.answer.nodes);
        found.answer.nodes
    });
    BenchWork { units, answer: digest.finish() }
}

/// The beginning of one game, of which so many units are counted.
fn think(entry: &dyn GameEntry, map: &str, bots: &[&str], most_turns: u32, units: u64) -> BenchWork {
    let text = entry.maps().iter().find(|(name, _)| *name == map).map_or("", |(_, text)| *text);
    let played = entry.open(text.as_bytes(), entry.profiles()[0]).ok().and_then(|setup| {
        Playout { setup: &*setup, bots, seed: 1, most_turns }.run().ok().map(|table| table.digest())
    });
    BenchWork { units, answer: played.unwrap_or(0) }
}

fn play(entry: &dyn GameEntry, map: &str, games: u64) -> BenchWork {
    let text = entry.maps().iter().find(|(name, _)| *name == map).map_or("", |(_, text)| *text);
    let mut digest = Digest::new();
    // A map that cannot be read would show as a wrong answer, as would a game that cannot be
    // played.
    if let Ok(setup) = entry.open(text.as_bytes(), entry.profiles()[0]) {
        let bots = vec!["random"; setup.start(0).seats().into()];
        for seed in 0..games {
            let playout = Playout { setup: &*setup, bots: &bots, seed, most_turns: u32::MAX };
            digest.u64(playout.run().map_or(0, |table| table.digest()));
        }
    }
    BenchWork { units: games, answer: digest.finish() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_know_their_answers() {
        let answers = |answer: fn(&BenchLoad) -> u64| {
            LOADS.iter().map(|load| format!("{} {:#018x}", load.name, answer(load))).collect::<Vec<_>>()
        };
        assert_eq!(answers(|load| (load.pass)().answer), answers(|load| load.answer));
    }
}
