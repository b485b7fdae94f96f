//! Steps a batch of random games, for profilers:
//! `steps GAME MAP GAMES WARM-UP STEPS full|changes [seats|rounds]`. The map is one of the game's, or
//! a file; rounds are whole turns of all seats, with masks of bits, in games of twenty rounds.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it takes the time and prints a figure for the developer who runs it"
)]

use batch::{Arrays, MapText, Options, Painting, Pictures, Rows};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, map, games, warm_up, steps, painting, rows @ ..] = &words[..] else {
        return Err("usage: steps GAME MAP GAMES WARM-UP STEPS full|changes [seats|rounds]".into());
    };
    let entry = games::find(game).ok_or("there is no such game")?;
    let text = match entry.maps().iter().find(|(name, _)| name == map) {
        Some((_, text)) => (*text).into(),
        None => std::fs::read_to_string(map)?,
    };
    let (games, in_rounds): (usize, bool) = (games.parse()?, rows.iter().any(|word| word == "rounds"));
    let options = Options {
        maps: vec![MapText { name: map.into(), text }],
        games,
        seed: 21,
        painting: if painting == "full" { Painting::Full } else { Painting::Changes },
        rows: if rows.is_empty() { Rows::Acting } else { Rows::Seats },
        max_steps: if in_rounds { 20 } else { 0 },
        ..Options::new(game)
    };
    let mut batch = batch::open(&options)?;
    let shape = *batch.shape();
    let rows = shape.rows_of(games);
    let mut planes = vec![0; rows * shape.layout.planes_len()];
    let mut table = vec![0; rows * shape.layout.table_len()];
    let mut scalars = vec![0; rows * shape.layout.scalars.len()];
    let mut mask = vec![0; rows * shape.numbering.count() as usize];
    let pictures = Pictures { planes: &mut planes, table: &mut table, scalars: &mut scalars };
    let mut bits = vec![0; rows * shape.numbering.words()];
    let mut arrays = Arrays { pictures: Some(pictures), ..Arrays::default() };
    match in_rounds {
        true => arrays.bits = Some(&mut bits),
        false => arrays.mask = Some(&mut mask),
    }
    batch.show(&mut arrays)?;
    let mut play = |times| {
        (0..times).try_for_each(|_| match in_rounds {
            true => batch.round_random(&mut arrays),
            false => batch.step_random(&mut arrays),
        })
    };
    play(warm_up.parse::<usize>()?)?;
    let (begun, steps): (_, usize) = (Instant::now(), steps.parse()?);
    play(steps)?;
    let seconds = begun.elapsed().as_secs_f64();
    let digest = (0..games).try_fold(0_u64, |sum, game| {
        batch.facts(game).map(|facts| sum.wrapping_mul(31).wrapping_add(facts.digest))
    })?;
    println!("{:.0} steps a second; answer {digest:016x}", (steps * games) as f64 / seconds);
    Ok(())
}
