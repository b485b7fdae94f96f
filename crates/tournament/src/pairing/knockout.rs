//! Single and double elimination.

use serde::{Deserialize, Serialize};

/// How often one may lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Elimination {
    /// Never.
    #[default]
    Single,
    /// Once: losers go on among themselves, and their best meets the winner.
    Double,
}

/// Who is to play a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// This entrant, from the start.
    Entrant(usize),
    /// Whoever wins that match.
    WinnerOf(usize),
    /// Whoever loses that match.
    LoserOf(usize),
    /// Nobody: the other goes on without playing.
    Nobody,
}

/// A match of a bracket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Match {
    /// Who plays.
    pub slots: [Slot; 2],
    /// The round it belongs to, from 0.
    pub round: usize,
    /// Whether it is among those who lost once.
    pub among_losers: bool,
}

/// A bracket: matches in an order in which they can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bracket {
    /// The matches; the last one decides.
    pub matches: Vec<Match>,
}

impl Bracket {
    /// A bracket for so many entrants, numbered by their seeds: the first two can meet only at the
    /// end.
    #[must_use]
    pub fn new(entrants: usize, elimination: Elimination) -> Self {
        let size = entrants.max(2).next_power_of_two();
        let seeded = |seed: usize| if seed < entrants { Slot::Entrant(seed) } else { Slot::Nobody };
        let mut bracket = Self { matches: Vec::new() };
        let mut slots: Vec<Slot> = seed_order(size).into_iter().map(seeded).collect();
        let mut losers: Vec<Slot> = Vec::new();
        let mut round = 0;
        while slots.len() > 1 {
            let matches = bracket.play(&slots, round, false);
            if elimination == Elimination::Double {
                losers = bracket.play_losers(losers, &matches, round);
            }
            slots = matches.into_iter().map(Slot::WinnerOf).collect();
            round += 1;
        }
        if let (Elimination::Double, [winner], [loser]) = (elimination, &slots[..], &losers[..]) {
            bracket.play(&[*winner, *loser], round, false);
        }
        bracket
    }

    /// Adds a match for every two, and returns their numbers.
    fn play(&mut self, slots: &[Slot], round: usize, among_losers: bool) -> Vec<usize> {
        let first = self.matches.len();
        self.matches.extend(slots.chunks_exact(2).map(|pair| Match {
            slots: [pair[0], pair[1]],
            round,
            among_losers,
        }));
        (first..self.matches.len()).collect()
    }

    /// Lets the losers of these matches meet those who lost before, in reverse so that nobody meets
    /// again soon, and halves them.
    fn play_losers(&mut self, before: Vec<Slot>, matches: &[usize], round: usize) -> Vec<Slot> {
        let new: Vec<Slot> = matches.iter().rev().map(|number| Slot::LoserOf(*number)).collect();
        if before.is_empty() {
            let played = if new.len() > 1 { self.play(&new, round, true) } else { return new };
            return played.into_iter().map(Slot::WinnerOf).collect();
        }
        let mixed: Vec<Slot> = before.into_iter().zip(new).flat_map(|(old, new)| [old, new]).collect();
        let mut left: Vec<Slot> = self.play(&mixed, round, true).into_iter().map(Slot::WinnerOf).collect();
        if left.len() > 1 {
            left = self.play(&left, round, true).into_iter().map(Slot::WinnerOf).collect();
        }
        left
    }

    /// Who plays a match, given the winners so far (by match; none where it is still to be played).
    /// A place that nobody fills is none.
    #[must_use]
    pub fn players(&self, number: usize, winners: &[Option<usize>]) -> [Option<usize>; 2] {
        self.matches[number].slots.map(|slot| self.entrant(slot, winners))
    }

    /// Who wins without playing: a match in which only one place is ever filled, or none.
    fn entrant(&self, slot: Slot, winners: &[Option<usize>]) -> Option<usize> {
        match slot {
            Slot::Entrant(entrant) => Some(entrant),
            Slot::Nobody => None,
            Slot::WinnerOf(number) => match winners.get(number).copied().flatten() {
                Some(winner) => Some(winner),
                None if self.is_walkover(number) => {
                    self.players(number, winners).into_iter().flatten().next()
                }
                None => None,
            },
            Slot::LoserOf(number) => {
                let winner = winners.get(number).copied().flatten()?;
                self.players(number, winners).into_iter().flatten().find(|player| *player != winner)
            }
        }
    }

    /// Whether a match is never played because somebody is missing.
    #[must_use]
    pub fn is_walkover(&self, number: usize) -> bool {
        self.matches[number].slots.iter().any(|slot| self.is_empty(*slot))
    }

    /// Whether nobody will ever fill a place.
    fn is_empty(&self, slot: Slot) -> bool {
        match slot {
            Slot::Entrant(_) => false,
            Slot::Nobody => true,
            Slot::WinnerOf(number) => self.matches[number].slots.iter().all(|slot| self.is_empty(*slot)),
            Slot::LoserOf(number) => self.is_walkover(number),
        }
    }

    /// The matches that can be played now: both players are known, and there is no winner yet.
    #[must_use]
    pub fn playable(&self, winners: &[Option<usize>]) -> Vec<(usize, usize, usize)> {
        let open =
            |number: &usize| winners.get(*number).copied().flatten().is_none() && !self.is_walkover(*number);
        (0..self.matches.len())
            .filter(open)
            .filter_map(|number| match self.players(number, winners) {
                [Some(one), Some(two)] => Some((number, one, two)),
                _ => None,
            })
            .collect()
    }

    /// Who has won it all.
    #[must_use]
    pub fn champion(&self, winners: &[Option<usize>]) -> Option<usize> {
        let last = self.matches.len().checked_sub(1)?;
        self.entrant(Slot::WinnerOf(last), winners)
    }
}

/// Seeds in the order of the bracket's lines: 0, 3, 1, 2 would let 0 and 1 meet too early, so each
/// line's opponent is its mirror.
fn seed_order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let next = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, next - 1 - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a bracket; `wins(one, two)` says whether the first wins.
    fn play(bracket: &Bracket, wins: impl Fn(usize, usize) -> bool) -> (Option<usize>, Vec<u32>, usize) {
        let mut winners = vec![None; bracket.matches.len()];
        let mut losses = vec![0; 64];
        let mut played = 0;
        while let Some((number, one, two)) = bracket.playable(&winners).first().copied() {
            assert_ne!(one, two);
            let (winner, loser) = if wins(one, two) { (one, two) } else { (two, one) };
            winners[number] = Some(winner);
            losses[loser] += 1;
            played += 1;
        }
        (bracket.champion(&winners), losses, played)
    }

    #[test]
    fn seeds_meet_late() {
        assert_eq!(seed_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn the_best_wins_and_everybody_else_is_out() {
        for entrants in 2..33 {
            let better_seed = |one: usize, two: usize| one < two;
            let (champion, losses, played) = play(&Bracket::new(entrants, Elimination::Single), better_seed);
            assert_eq!((champion, played), (Some(0), entrants - 1));
            assert!((1..entrants).all(|entrant| losses[entrant] == 1));
            let (champion, losses, _) = play(&Bracket::new(entrants, Elimination::Double), better_seed);
            assert_eq!(champion, Some(0), "{entrants}");
            assert!((1..entrants).all(|entrant| losses[entrant] == 2), "{entrants}: {losses:?}");
        }
    }

    #[test]
    fn one_loss_is_forgiven_in_double_elimination() {
        for entrants in 3..20 {
            let bracket = Bracket::new(entrants, Elimination::Double);
            let lost = std::cell::Cell::new(false);
            let wins = |one: usize, two: usize| {
                // The best loses its first match.
                let upset = !lost.get() && (one == 0 || two == 0);
                lost.set(lost.get() || upset);
                (one < two) != upset
            };
            assert_eq!(play(&bracket, wins).0, Some(0), "{entrants}");
        }
    }
}
