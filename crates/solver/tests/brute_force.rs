//! Random small maps: the solver against a search that knows no bound and leaves nothing out.

use board::SplitMix64;
use game::{Game, Seat, Silent};
use solver::{Limits, Puzzle, Question, Verdict, solve};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::ControlFlow;

/// Whether the game is won within so many turns: every legal order is tried, and every state within
/// a turn visited once.
fn won_within<G: Game>(start: &G, turns: u32, lost: &mut BTreeSet<(u64, u32)>) -> bool {
    let mut seen = BTreeSet::from([start.digest()]);
    let mut open = vec![start.clone()];
    while let Some(state) = open.pop() {
        let mut after = state.clone();
        after.end_turn(Seat::ONLY, &mut Silent);
        let won = match after.outcome() {
            Some(outcome) => outcome.of(Seat::ONLY).score > 0,
            None => turns > 1 && lost.insert((after.digest(), turns)) && won_within(&after, turns - 1, lost),
        };
        if won {
            return true;
        }
        let _ = state.legal(Seat::ONLY, |order| {
            let mut next = state.clone();
            next.play(Seat::ONLY, order, &mut Silent);
            if seen.insert(next.digest()) {
                open.push(next);
            }
            ControlFlow::Continue(())
        });
    }
    false
}

/// What brute force says of so many turns.
fn by_force<G: Game>(start: &G, most_turns: u32) -> Verdict {
    let found = (1..=most_turns).find(|turns| won_within(start, *turns, &mut BTreeSet::new()));
    found.map_or(Verdict::NotWithin(most_turns), Verdict::Solved)
}

fn check<P: Puzzle>(start: &P, most_turns: u32, about: &str) -> Verdict {
    let question = Question { most_turns, fewest_losses: false };
    let answer = solve(start, question, Limits::memory(64 << 20), &mut |_| ControlFlow::Continue(()));
    assert_eq!(answer.verdict(), by_force(start, most_turns), "{about}");
    if let Some(win) = &answer.win {
        let mut state = start.clone();
        for turn in &win.turns {
            turn.iter().for_each(|order| {
                assert!(state.submit(Seat::ONLY, *order, &mut Silent).is_ok(), "{about}: {order:?}");
            });
            state.end_turn(Seat::ONLY, &mut Silent);
        }
        assert_eq!(state.outcome().map(|outcome| outcome.of(Seat::ONLY).score), Some(1), "{about}");
        assert_eq!(start.own() - state.own(), win.losses, "{about}");
    }
    answer.verdict()
}

/// Counts what the maps were like: a comparison in which all maps are alike shows little.
#[derive(Default, Debug)]
struct Tally {
    solved: [u32; 4],
    not: u32,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Solved(turns) => self.solved[turns as usize] += 1,
            _ => self.not += 1,
        }
    }

    /// Maps that are won in two turns or more.
    fn longer(&self) -> u32 {
        self.solved[2..].iter().sum()
    }
}

/// A number below this one.
fn draw(random: &mut SplitMix64, below: u32) -> u32 {
    random.below(u64::from(below)) as u32
}

fn pick<'a, T>(random: &mut SplitMix64, from: &'a [T]) -> &'a T {
    &from[draw(random, from.len() as u32) as usize]
}

/// A map with so many units in a small field, around which few cells can be entered.
fn breach_map(random: &mut SplitMix64, own: u32, foes: u32) -> breach::State {
    // The more there is to try, the smaller the field: brute force has to get through.
    let side = match own {
        1 => 4 + draw(random, 2),
        2 => 3,
        _ => 4,
    };
    let (top, left) = (draw(random, 9 - side), draw(random, 9 - side));
    let is_field = |at: u32| (top..top + side).contains(&(at / 8)) && (left..left + side).contains(&(at % 8));
    let (mut lands, mut units, mut rough) = (String::new(), String::new(), 0);
    for at in 0..64 {
        if if is_field(at) { draw(random, 6) == 0 } else { draw(random, 4) > 0 } {
            let _ = write!(lands, "{} {} {} ", at / 8, at % 8, pick(random, &['M', 'M', 'O', 'W']));
            rough += 1;
        }
    }
    let mut cells: Vec<u32> = (0..64).filter(|at| is_field(*at)).collect();
    for number in 0..own + foes {
        let at = cells.swap_remove(draw(random, cells.len() as u32) as usize);
        let letters: &[char] = match (number < own, own) {
            // One against several: who dies of the first blow wins at once or never.
            (true, 1) => &['T', 'T', 'F'],
            (false, 1) => &['B', 'H', 'H', 'H'],
            (true, _) => &['S', 'T', 'T', 'F', 'F'],
            (false, _) => &['B', 'H'],
        };
        let _ = write!(units, "{} {} {} ", at / 8, at % 8, pick(random, letters));
    }
    let text = format!("{rough} {} {lands}{units}", own + foes);
    breach::State::new(&breach::Setup::parse(text.as_bytes(), breach::Stage::Four).unwrap())
}

fn goblins_map(random: &mut SplitMix64, mages: u32, foes: u32) -> goblins::State {
    let (rows, cols) = (4 + draw(random, 3), 4 + draw(random, 3));
    let mut cells: Vec<u32> = (0..rows * cols).collect();
    let mut cell = |random: &mut SplitMix64| {
        let at = cells.swap_remove(draw(random, cells.len() as u32) as usize);
        (at / cols, at % cols)
    };
    let rough = 2 + draw(random, rows * cols / 3);
    let mut text = format!("{rows} {cols} {rough} {mages} {foes}\n");
    for _ in 0..rough {
        let ((row, col), letter) = (cell(random), pick(random, &['M', 'W', 'W']));
        let _ = writeln!(text, "{row} {col} {letter}");
    }
    for _ in 0..mages {
        let (row, col) = cell(random);
        let _ = writeln!(text, "{row} {col}");
    }
    for _ in 0..foes {
        let (row, col) = cell(random);
        let _ = match draw(random, 3) {
            0 => writeln!(text, "{row} {col} TG {}", draw(random, 6)),
            _ => writeln!(text, "{row} {col} PG {} {}", pick(random, &['W', 'A', 'S', 'D']), draw(random, 4)),
        };
    }
    goblins::State::new(&goblins::Setup::parse(text.as_bytes(), goblins::Stage::Four).unwrap())
}

/// A few random turns, so that positions are as they are in games: hurt, healed, close to each
/// other.
fn play_on<G: Game>(mut state: G, turns: u32, random: &mut SplitMix64) -> G {
    for _ in 0..turns {
        for _ in 0..draw(random, 5) {
            let order = state.pick(Seat::ONLY, &mut |below| draw(random, below));
            order.into_iter().for_each(|order| state.play(Seat::ONLY, order, &mut Silent));
        }
        let mut after = state.clone();
        after.end_turn(Seat::ONLY, &mut Silent);
        if after.outcome().is_some() {
            break;
        }
        state = after;
    }
    state
}

fn breach_rounds(first: u64, rounds: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in first..first + rounds {
        let mut random = SplitMix64::new(seed);
        // Many units for one turn, few for several.
        let (own, foes, turns) = match seed % 4 {
            0 => (1, 2 + draw(&mut random, 2), 3),
            1 | 2 => (2, 2 + draw(&mut random, 2), 2),
            _ => (3, 2 + draw(&mut random, 3), 1),
        };
        let state = breach_map(&mut random, own, foes);
        let before = draw(&mut random, 3);
        let state = play_on(state, before, &mut random);
        if state.outcome().is_none() {
            tally.add(check(&state, turns, &format!("seed {seed}: {state:?}")));
        }
    }
    tally
}

fn goblins_rounds(first: u64, rounds: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in first..first + rounds {
        let mut random = SplitMix64::new(seed);
        let (mages, foes, turns) = match seed % 4 {
            0 => (1, 1 + draw(&mut random, 3), 3),
            1 => (2, 1 + draw(&mut random, 3), 2),
            2 => (2, 2 + draw(&mut random, 3), 2),
            _ => (3, 2 + draw(&mut random, 4), 1),
        };
        let state = goblins_map(&mut random, mages, foes);
        let before = draw(&mut random, 3);
        let state = play_on(state, before, &mut random);
        if state.outcome().is_none() {
            tally.add(check(&state, turns, &format!("seed {seed}: {}", state.setup().to_text())));
        }
    }
    tally
}

#[test]
fn random_maps_of_breach_have_the_answer_of_brute_force() {
    let tally = breach_rounds(0, 80);
    assert!(tally.solved[1] > 10 && tally.longer() > 5 && tally.not > 10, "{tally:?}");
}

#[test]
fn random_maps_of_goblins_have_the_answer_of_brute_force() {
    let tally = goblins_rounds(0, 120);
    assert!(tally.solved[1] > 10 && tally.solved[2] > 2 && tally.not > 10, "{tally:?}");
}

#[test]
#[ignore = "long: some minutes"]
fn thousands_of_maps_of_breach_have_the_answer_of_brute_force() {
    // Few of them are won at all, and not at once.
    let tally = breach_rounds(10_000, 4_000);
    println!("{tally:?}");
    assert!(tally.longer() >= 300, "{tally:?}");
}

#[test]
#[ignore = "long: some minutes"]
fn thousands_of_maps_of_goblins_have_the_answer_of_brute_force() {
    let tally = goblins_rounds(10_000, 2_000);
    println!("{tally:?}");
    assert!(tally.longer() >= 300, "{tally:?}");
}
