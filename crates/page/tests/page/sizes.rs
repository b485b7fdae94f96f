//! How large pages are.

use crate::matches::{Match, film, large_deepblue};

#[test]
fn a_whole_game_of_fc18_is_below_a_megabyte() {
    let bots = &["greedy", "random", "greedy", "random"];
    let film =
        film(&Match { entry: fc18::ENTRY, map: "campus", rules: "manual", bots, most_turns: 1200, seed: 1 });
    let page = page::render(&film);
    println!("fc18: {} frames, {} bytes", film.frames.len(), page.len());
    assert!(page.len() < 1_000_000);
}

#[test]
fn two_hundred_rounds_of_deepblue_on_60_by_60_are_below_two_megabytes() {
    let film = large_deepblue();
    let page = page::render(&film);
    println!("deepblue: {} frames, {} bytes", film.frames.len(), page.len());
    assert!(page.len() < 2_000_000);
}
