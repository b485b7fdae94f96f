//! Swiss rounds: equals against equals, nobody twice.

use integer_blossom::min_weight_perfect_matching;
use serde::{Deserialize, Serialize};

/// What a Swiss pairing needs to know of an entrant.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// Points so far, in any unit that is the same for all; at most a million.
    pub points: u32,
    /// Whom it has met.
    pub met: Vec<usize>,
    /// How many times more it had the first seat than another.
    pub first_seats: i32,
    /// Whether it had a round without an opponent.
    pub had_bye: bool,
}

/// Who plays whom; the first of a pair takes the first seat where that matters.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Round {
    /// The pairs.
    pub pairs: Vec<(usize, usize)>,
    /// Who has no opponent and gets the point all the same.
    pub bye: Option<usize>,
}

/// The next round: of all pairings the one with the smallest weight.
///
/// A rematch weighs more than anything else, so there is none while another pairing exists; then a
/// second bye; then the squares of the differences in points; then both having had the first seat
/// more often.
#[must_use]
pub fn swiss_round(players: &[Player]) -> Round {
    let mut round = Round::default();
    if players.is_empty() {
        return round;
    }
    let count = players.len();
    let size = count + count % 2;
    let mut weights = vec![0_i128; size * size];
    for one in 0..size {
        for two in one + 1..size {
            weights[one * size + two] =
                if two < count { pair_weight(players, one, two) } else { bye_weight(players, one) };
        }
    }
    let mates = min_weight_perfect_matching(&weights, size);
    for (one, two) in mates.into_iter().enumerate().filter(|(one, two)| one < two) {
        if two >= count {
            round.bye = Some(one);
        } else if players[one].first_seats <= players[two].first_seats {
            round.pairs.push((one, two));
        } else {
            round.pairs.push((two, one));
        }
    }
    round
}

/// More than all differences in points of a round together.
const REMATCH: i128 = 1 << 80;
const SECOND_BYE: i128 = 1 << 70;

/// How much is to be said against a pair.
pub(crate) fn pair_weight(players: &[Player], one: usize, two: usize) -> i128 {
    let (first, second) = (&players[one], &players[two]);
    let meetings = first.met.iter().filter(|other| **other == two).count() as i128;
    let gap = i128::from(first.points) - i128::from(second.points);
    let seats = i128::from(first.first_seats.signum() * second.first_seats.signum()).max(0);
    meetings * REMATCH + gap * gap * 4 + seats
}

/// How much is to be said against a round without an opponent: it goes to the last who had none.
pub(crate) fn bye_weight(players: &[Player], one: usize) -> i128 {
    let fewest = players.iter().map(|player| player.points).min().unwrap_or(0);
    let gap = i128::from(players[one].points) - i128::from(fewest);
    i128::from(players[one].had_bye) * SECOND_BYE + gap * gap * 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The smallest weight of all pairings, by trying them all.
    fn best(players: &[Player], free: &[usize]) -> i128 {
        let Some((one, rest)) = free.split_first() else { return 0 };
        let with = |two: usize| -> i128 {
            let left: Vec<usize> = rest.iter().copied().filter(|other| *other != two).collect();
            pair_weight(players, *one, two) + best(players, &left)
        };
        let paired = rest.iter().map(|two| with(*two)).min();
        let alone = (free.len() % 2 == 1).then(|| bye_weight(players, *one) + best(players, rest));
        paired.into_iter().chain(alone).min().unwrap_or(0)
    }

    fn weight(players: &[Player], round: &Round) -> i128 {
        let pairs: i128 =
            round.pairs.iter().map(|(one, two)| pair_weight(players, *one.min(two), *one.max(two))).sum();
        pairs + round.bye.map_or(0, |one| bye_weight(players, one))
    }

    fn field() -> impl Strategy<Value = Vec<Player>> {
        (4_usize..=10).prop_flat_map(|count| {
            let player = (0_u32..8, proptest::collection::vec(0..count, 0..5), -2_i32..3, any::<bool>())
                .prop_map(|(points, met, first_seats, had_bye)| Player { points, met, first_seats, had_bye });
            proptest::collection::vec(player, count)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn no_pairing_is_lighter(mut players in field()) {
            // Who met whom is known to both.
            for one in 0..players.len() {
                for two in players[one].met.clone() {
                    if !players[two].met.contains(&one) {
                        players[two].met.push(one);
                    }
                }
            }
            let round = swiss_round(&players);
            let all: Vec<usize> = (0..players.len()).collect();
            prop_assert_eq!(weight(&players, &round), best(&players, &all));
            prop_assert_eq!(2 * round.pairs.len() + usize::from(round.bye.is_some()), players.len());
        }
    }

    #[test]
    fn sixty_four_play_nine_rounds_without_a_rematch() {
        let mut players = vec![Player::default(); 64];
        for round in 0..9_u32 {
            for (one, two) in swiss_round(&players).pairs {
                assert!(!players[one].met.contains(&two), "round {round}: {one} and {two} met before");
                players[one].met.push(two);
                players[two].met.push(one);
                players[one].first_seats += 1;
                players[two].first_seats -= 1;
                let winner = if (one * 7 + two * 13 + round as usize) % 5 < 3 { one } else { two };
                players[winner].points += 2;
            }
        }
        assert!(players.iter().all(|player| player.met.len() == 9 && player.first_seats.abs() <= 3));
    }

    #[test]
    fn an_odd_field_rests_one_after_the_other() {
        let mut players = vec![Player::default(); 5];
        for _ in 0..5 {
            let round = swiss_round(&players);
            let bye = round.bye.unwrap();
            assert!(!players[bye].had_bye);
            players[bye].had_bye = true;
            for (one, two) in round.pairs {
                players[one].met.push(two);
                players[two].met.push(one);
            }
        }
        assert!(swiss_round(&[]).pairs.is_empty());
        assert_eq!(swiss_round(&[Player::default()]).bye, Some(0));
    }
}
