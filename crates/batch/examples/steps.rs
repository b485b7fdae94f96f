//! Steps a batch of random games, for profilers:
//! `steps GAME MAP GAMES WARM-UP STEPS full|changes [seats]`.
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
        return Err("usage: steps GAME MAP GAMES WARM-UP STEPS full|changes [seats]".into());
    };
    let entry = games::find(game).ok_or("there is no such game")?;
    let (name, text) = entry.maps().iter().find(|(name, _)| name == map).ok_or("there is no such map")?;
    let games: usize = games.parse()?;
    let options = Options {
        maps: vec![MapText { name: (*name).into(), text: (*text).into() }],
        games,
        seed: 21,
        painting: if painting == "full" { Painting::Full } else { Painting::Changes },
        rows: if rows.is_empty() { Rows::Acting } else { Rows::Seats },
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
    let mut arrays = Arrays { pictures: Some(pictures), mask: Some(&mut mask), ..Arrays::default() };
    batch.show(&mut arrays)?;
    for _ in 0..warm_up.parse()? {
        batch.step_random(&mut arrays)?;
    }
    let (begun, steps): (_, usize) = (Instant::now(), steps.parse()?);
    for _ in 0..steps {
        batch.step_random(&mut arrays)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let digest = (0..games).try_fold(0_u64, |sum, game| {
        batch.facts(game).map(|facts| sum.wrapping_mul(31).wrapping_add(facts.digest))
    })?;
    println!("{:.0} steps a second; answer {digest:016x}", (steps * games) as f64 / seconds);
    Ok(())
}
