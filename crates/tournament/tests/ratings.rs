//! Many entrants: ratings agree with others', and intervals cover what they say.

use serde::Deserialize;
use tournament::rating::{BlockTally, ELO_PER_UNIT, GamePlaces, fit, fit_tallies};

#[derive(Deserialize)]
struct Case {
    name: String,
    entrants: usize,
    /// Entrants, the best first.
    rankings: Vec<Vec<usize>>,
    ratings: Vec<f64>,
}

fn game(block: usize, order: &[usize]) -> GamePlaces {
    GamePlaces { block: block as u32, places: order.iter().copied().zip(1..).collect() }
}

#[test]
fn ratings_agree_with_choix() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("choix/rankings.json")).unwrap();
    for case in cases {
        let games: Vec<GamePlaces> =
            case.rankings.iter().enumerate().map(|(block, order)| game(block, order)).collect();
        let ours = fit(case.entrants, &games);
        assert!(!ours.has_prior, "{}", case.name);
        for (rating, theirs) in ours.ratings.iter().zip(&case.ratings) {
            let difference = (rating.elo / ELO_PER_UNIT - theirs).abs();
            assert!(difference < 1e-6, "{}: {} and {theirs}", case.name, rating.elo / ELO_PER_UNIT);
        }
    }
}

#[test]
fn always_second_is_better_than_always_last() {
    let games: Vec<GamePlaces> =
        (0..40).map(|block| game(block, &[block % 3, 3, (block + 1) % 3, (block + 2) % 3])).collect();
    let mut games = games;
    games.extend((40..80).map(|block| game(block, &[block % 3, (block + 1) % 3, (block + 2) % 3, 4])));
    let fit = fit(5, &games);
    assert!(fit.ratings[3].elo > fit.ratings[4].elo + 100.0, "{:?}", fit.ratings);
    assert!(fit.difference(3, 4).0 > fit.difference(3, 4).1, "{:?}", fit.difference(3, 4));
}

#[test]
fn what_the_games_do_not_determine_is_said_and_bounded() {
    let mut games: Vec<GamePlaces> =
        (0..30).map(|block| game(block, if block % 2 == 0 { &[0, 1] } else { &[1, 0] })).collect();
    games.extend((30..40).map(|block| game(block, &[2, block % 2])));
    let fit = fit(4, &games);
    let determined: Vec<bool> = fit.ratings.iter().map(|rating| rating.determined).collect();
    assert_eq!(determined, [true, true, false, false], "never lost, and never played");
    assert!(fit.has_prior);
    assert!(fit.ratings.iter().all(|rating| rating.elo.abs() < 1000.0 && rating.error.is_finite()));
    assert!(fit.ratings[3].error > fit.ratings[0].error);
    assert!(tournament::rating::fit(0, &[]).ratings.is_empty());
    assert_eq!(tournament::rating::fit(2, &[]).ratings.len(), 2);
}

/// Davidson's model has a closed form for two entrants: with ties half of the time, nobody is
/// better.
#[test]
fn ties_are_half_a_win_each() {
    let tie = |block: u32| GamePlaces { block, places: vec![(0, 1), (1, 1)] };
    let mut games: Vec<GamePlaces> = (0..50).map(tie).collect();
    games.extend((50..80).map(|block| game(block, if block % 2 == 0 { &[0, 1] } else { &[1, 0] })));
    let even = fit(2, &games);
    assert!(even.ratings[0].elo.abs() < 1e-6);
    games.extend((80..120).map(|block| game(block, &[0, 1])));
    let better = fit(2, &games);
    // Wins to losses is the ratio of strengths.
    let expected = 400.0 * (55.0_f64 / 15.0).log10();
    assert!((better.difference(0, 1).0 - expected).abs() < 1e-6, "{:?}", better.difference(0, 1));
    assert_eq!(better.ties.len(), 1);
}

#[test]
fn nothing_but_ties_can_be_rated() {
    let games: Vec<GamePlaces> =
        (0..10).map(|block| GamePlaces { block, places: vec![(0, 1), (1, 1), (2, 1), (3, 1)] }).collect();
    assert!(fit(4, &games).ratings.iter().all(|rating| rating.elo.abs() < 1e-6));
}

/// Counted blocks say what the blocks say.
#[test]
fn counted_blocks_are_rated_like_blocks() {
    let orders: [&[usize]; 4] = [&[0, 1, 2], &[1, 0, 2], &[2, 0, 1], &[0, 2, 1]];
    let blocks: Vec<[usize; 2]> = (0..60).map(|at| [at * at % 4, at / 7 % 4]).collect();
    let places = |which: usize| -> Vec<(usize, u8)> { orders[which].iter().copied().zip(1..).collect() };
    let games: Vec<GamePlaces> = (0..)
        .zip(&blocks)
        .flat_map(|(block, both)| both.map(|which| GamePlaces { block, places: places(which) }))
        .collect();
    let mut counts = std::collections::BTreeMap::new();
    blocks.iter().for_each(|both| *counts.entry(*both).or_insert(0) += 1);
    let tally = |(both, blocks): ([usize; 2], u64)| BlockTally { games: both.map(places).to_vec(), blocks };
    let tallies: Vec<BlockTally> = counts.into_iter().map(tally).collect();
    assert!(tallies.len() < 20);
    let (one, two) = (fit(3, &games), fit_tallies(3, &tallies));
    for (block, tally) in one.ratings.iter().zip(&two.ratings) {
        assert!((block.elo - tally.elo).abs() < 1e-9 && (block.error - tally.error).abs() < 1e-9);
        assert!(block.determined == tally.determined && tally.error.is_finite());
    }
}

struct Dice(u64);

impl Dice {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let (one, two) = (1.0 - self.uniform(), self.uniform());
        (-2.0 * one.ln()).sqrt() * (core::f64::consts::TAU * two).cos()
    }
}

/// Places drawn from the model: exponential waiting times in proportion to strength.
fn draw(dice: &mut Dice, group: &[usize], strengths: &[f64]) -> Vec<usize> {
    let mut times: Vec<(f64, usize)> =
        group.iter().map(|one| (-(1.0 - dice.uniform()).ln() / strengths[*one].exp(), *one)).collect();
    times.sort_by(|one, two| one.0.total_cmp(&two.0));
    times.into_iter().map(|(_, one)| one).collect()
}

/// How often the 95 % intervals hold the truth, in simulated tournaments with known strengths.
fn coverage(tournaments: u32, entrants: usize, seats: usize, blocks: usize) -> f64 {
    let mut dice = Dice(7);
    let mut covered = 0_u32;
    for _ in 0..tournaments {
        let mut truth: Vec<f64> = (0..entrants).map(|_| 0.7 * dice.normal()).collect();
        let mean = truth.iter().sum::<f64>() / entrants as f64;
        truth.iter_mut().for_each(|strength| *strength -= mean);
        let groups = tournament::pairing::groups(entrants, seats, blocks);
        let mut games = Vec::new();
        for (block, group) in groups.iter().enumerate() {
            for _ in 0..seats {
                games.push(game(block, &draw(&mut dice, group, &truth)));
            }
        }
        let fit = fit(entrants, &games);
        let holds = |(rating, truth): (&tournament::rating::Rating, &f64)| {
            (rating.elo - truth * ELO_PER_UNIT).abs() <= rating.error
        };
        covered += fit.ratings.iter().zip(&truth).filter(|pair| holds(*pair)).count() as u32;
    }
    f64::from(covered) / f64::from(tournaments) / entrants as f64
}

#[test]
fn intervals_cover_the_truth() {
    for (entrants, seats, blocks) in [(4, 2, 60), (6, 4, 60)] {
        let part = coverage(100, entrants, seats, blocks);
        assert!((0.91..=0.985).contains(&part), "{seats} seats: {part}");
    }
}

#[test]
#[ignore = "takes minutes; part of `cargo xtask long`"]
fn intervals_cover_the_truth_in_two_thousand_tournaments() {
    for (entrants, seats, blocks) in
        [(2, 2, 40), (4, 2, 60), (8, 2, 140), (4, 4, 30), (6, 4, 60), (12, 4, 120)]
    {
        let part = coverage(2000, entrants, seats, blocks);
        println!("{entrants} entrants, {seats} seats, {blocks} blocks: {:.1} % covered", 100.0 * part);
        assert!((0.93..=0.97).contains(&part), "{entrants} entrants, {seats} seats: {part}");
    }
}
