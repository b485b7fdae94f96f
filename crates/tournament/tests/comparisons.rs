//! Two entrants: the figures are those of the formulas that fastchess uses, computed once more by
//! other means.

use tournament::comparison::{BlockScores, Decision, Hypotheses, Scale, Sprt};

struct Known {
    counts: [u64; 5],
    elo: (f64, f64),
    normalized: (f64, f64),
    superiority: f64,
    /// Log-likelihood ratios of 5 against 0, normalised and logistic.
    ratios: (f64, f64),
}

/// Made with Python and scipy's root finder; see `reference.py`.
const KNOWN: [Known; 3] = [
    Known {
        counts: [2, 21, 60, 35, 7],
        elo: (33.456849469, 25.748702281),
        normalized: (56.413065033, 43.067769991),
        superiority: 0.994875199,
        ratios: (0.546028129, 0.880059851),
    },
    Known {
        counts: [174, 5044, 11022, 5384, 168],
        elo: (2.614744482, 1.696679593),
        normalized: (5.026991102, 3.261811401),
        superiority: 0.998738748,
        ratios: (4.559773349, 0.763282021),
    },
    Known {
        counts: [0, 3, 10, 4, 0],
        elo: (10.221641789, 53.225994868),
        normalized: (22.616130258, 116.783888266),
        superiority: 0.647864951,
        ratios: (0.028188149, 0.052863896),
    },
];

fn near(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-6 * two.abs().max(1.0)
}

#[test]
fn estimates_and_ratios_are_the_known_ones() {
    for known in KNOWN {
        let scores = BlockScores::pentanomial(known.counts);
        let estimate = scores.estimate().unwrap();
        assert!(near(estimate.elo, known.elo.0) && near(estimate.elo_error, known.elo.1), "{estimate:?}");
        assert!(near(estimate.normalized_elo, known.normalized.0), "{estimate:?}");
        assert!(near(estimate.normalized_elo_error, known.normalized.1), "{estimate:?}");
        assert!(near(estimate.superiority, known.superiority), "{estimate:?}");
        let ratio = |scale| Hypotheses { elo0: 0.0, elo1: 5.0, scale }.log_likelihood_ratio(&scores);
        assert!(near(ratio(Scale::Normalized), known.ratios.0), "{}", ratio(Scale::Normalized));
        assert!(near(ratio(Scale::Logistic), known.ratios.1), "{}", ratio(Scale::Logistic));
    }
}

#[test]
fn nothing_and_one_sided_results_are_told() {
    assert_eq!(BlockScores::new(2, 2).estimate(), None);
    let won = BlockScores::pentanomial([0, 0, 0, 0, 3]).estimate().unwrap();
    assert_eq!((won.elo, won.superiority), (f64::INFINITY, 1.0));
    let drawn = BlockScores::pentanomial([0, 0, 3, 0, 0]).estimate().unwrap();
    assert_eq!((drawn.elo, drawn.superiority), (0.0, 0.5));
    let sprt = Sprt::new(Hypotheses { elo0: 0.0, elo1: 10.0, scale: Scale::Normalized });
    assert_eq!(sprt.decide(&BlockScores::new(2, 2)), Decision::Undecided);
    assert_eq!(sprt.decide(&BlockScores::pentanomial([0, 0, 0, 0, 3])), Decision::Undecided);
}

/// A test of ours plays itself out on coin tosses of a known bias.
struct Simulation {
    accepted: u32,
    rejected: u32,
    blocks: u64,
}

/// SplitMix64, as numbers from 0 to 1.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Blocks of two games won with this chance, until the test decides.
fn simulate(sprt: &Sprt, chance: f64, runs: u32) -> Simulation {
    let mut total = Simulation { accepted: 0, rejected: 0, blocks: 0 };
    let mut seed = 20_180_101;
    for _ in 0..runs {
        let mut scores = BlockScores::new(2, 2);
        // Early on the distribution is hardly known; fastchess, too, waits for some games.
        loop {
            let won = u32::from(uniform(&mut seed) < chance) + u32::from(uniform(&mut seed) < chance);
            scores.add(2 * won);
            if scores.blocks() < 20 {
                continue;
            }
            match sprt.decide(&scores) {
                Decision::Undecided => {}
                Decision::Accepted => break total.accepted += 1,
                Decision::Rejected => break total.rejected += 1,
            }
        }
        total.blocks += scores.blocks();
    }
    total
}

/// `slack` is for chance: a simulation of a rate of 5 % has a standard error, too.
fn check_errors(elo1: f64, runs: u32, slack: f64) {
    let sprt = Sprt::new(Hypotheses { elo0: 0.0, elo1, scale: Scale::Logistic });
    let chance = |elo: f64| tournament::comparison::score_of_elo(elo);
    let share = |part: u32| f64::from(part) / f64::from(runs);
    let at0 = simulate(&sprt, chance(0.0), runs);
    assert!(share(at0.accepted) <= 0.05 + slack, "{}", share(at0.accepted));
    let at1 = simulate(&sprt, chance(elo1), runs);
    assert!(share(at1.rejected) <= 0.05 + slack, "{}", share(at1.rejected));
    // Wald: the expected ratio at the end, divided by that of one block.
    let (p0, p1) = (chance(0.0), chance(elo1));
    let drift = |p: f64| 2.0 * (p * (p1 / p0).ln() + (1.0 - p) * ((1.0 - p1) / (1.0 - p0)).ln());
    let bounds = sprt.bounds();
    for (run, p, wrong) in [(&at0, p0, share(at0.accepted)), (&at1, p1, share(at1.rejected))] {
        let end = if p == p0 {
            wrong * bounds.upper + (1.0 - wrong) * bounds.lower
        } else {
            wrong * bounds.lower + (1.0 - wrong) * bounds.upper
        };
        let (length, theory) = (run.blocks as f64 / f64::from(runs), end / drift(p));
        let ratio = length / theory;
        assert!(
            (ratio - 1.0).abs() < 0.05_f64.max(slack),
            "{length:.1} blocks against {theory:.1} by Wald, errors {wrong:.3}"
        );
    }
}

#[test]
fn a_test_errs_as_seldom_as_it_says() {
    check_errors(60.0, 150, 0.12);
}

#[test]
#[ignore = "takes minutes; part of `cargo xtask long`"]
fn a_test_errs_as_seldom_as_it_says_and_takes_as_long_as_theory() {
    check_errors(30.0, 2000, 2.0 * (0.05_f64 * 0.95 / 2000.0).sqrt());
}
