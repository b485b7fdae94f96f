//! What a series of games says about the bots.

use game::Standing;
use schemars::JsonSchema;
use serde::Serialize;

/// How one bot did over a series.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct StandingsRow {
    /// What the bot is called.
    pub name: String,
    /// Games played.
    pub games: u32,
    /// Games in which it alone was first. In a game for one: games won.
    pub wins: u32,
    /// Games in which it shared the first place. In a game for one: games drawn.
    pub draws: u32,
    /// How often it came in at each place, the first first.
    pub places: Vec<u32>,
    /// Its mean score.
    pub mean_score: f64,
    /// Its mean share of the first place: 1 for a win, 1/n where n bots shared it.
    pub points: f64,
    /// Where the true mean share lies with 95 % confidence.
    pub interval: (f64, f64),
    /// Games in which it was put out for its faults.
    pub out: u32,
    #[serde(skip)]
    sum_of_scores: i64,
    #[serde(skip)]
    sum_of_points: f64,
}

impl StandingsRow {
    /// A bot that has not played yet, in a game of so many seats.
    #[must_use]
    pub fn new(name: &str, seats: usize) -> Self {
        Self {
            name: name.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            // Against fixed rules there are two places, won and lost.
            places: vec![0; seats.max(2)],
            mean_score: 0.0,
            points: 0.0,
            interval: (0.0, 1.0),
            out: 0,
            sum_of_scores: 0,
            sum_of_points: 0.0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, outcome: &[Standing], seat: usize, out: bool) {
        let Some(own) = outcome.get(seat) else { return };
        let firsts = outcome.iter().filter(|standing| standing.place == 1).count();
        // In a game for one a draw is a first place without a win.
        let drawn = if outcome.len() == 1 { own.score == 0 } else { firsts > 1 };
        self.games += 1;
        self.out += u32::from(out);
        if let Some(count) = self.places.get_mut(usize::from(own.place).wrapping_sub(1)) {
            *count += 1;
        }
        if own.place == 1 {
            self.wins += u32::from(!drawn);
            self.draws += u32::from(drawn);
            self.sum_of_points += if drawn { 1.0 / firsts.max(2) as f64 } else { 1.0 };
        }
        self.sum_of_scores += own.score;
        let games = f64::from(self.games);
        self.mean_score = self.sum_of_scores as f64 / games;
        self.points = self.sum_of_points / games;
        self.interval = wilson(self.points, games);
    }
}

/// Wilson's interval at 95 % for the mean of values between 0 and 1.
///
/// Exact in spirit for wins and losses; where draws share a point the true interval is narrower,
/// because no values between 0 and 1 vary more than wins and losses with the same mean.
fn wilson(mean: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (z2, spread) = (Z * Z, mean * (1.0 - mean));
    let centre = (mean + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let reach = Z / (1.0 + z2 / games) * (spread / games + z2 / (4.0 * games * games)).sqrt();
    // At either end of the range the interval reaches it exactly, which floating-point numbers
    // would miss by a hair.
    let low = if mean <= 0.0 { 0.0 } else { (centre - reach).max(0.0) };
    let high = if mean >= 1.0 { 1.0 } else { (centre + reach).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(outcomes: &[&[(u8, i64)]], seat: usize) -> StandingsRow {
        let mut tally = StandingsRow::new("x", outcomes[0].len());
        for outcome in outcomes {
            let standings: Vec<Standing> =
                outcome.iter().map(|(place, score)| Standing { place: *place, score: *score }).collect();
            tally.add(&standings, seat, false);
        }
        tally
    }

    #[test]
    fn wins_draws_and_places_are_counted() {
        let tally = played(&[&[(1, 9), (2, 3)], &[(1, 5), (1, 5)], &[(2, 1), (1, 4)]], 0);
        assert_eq!((tally.wins, tally.draws, &tally.places[..]), (1, 1, &[2, 1][..]));
        assert!((tally.points - 0.5).abs() < 1e-9 && (tally.mean_score - 5.0).abs() < 1e-9);
        let shared = played(&[&[(1, 0), (1, 0), (1, 0), (4, 0)]], 2);
        assert!((shared.points - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_game_for_one_is_won_drawn_or_lost() {
        let tally = played(&[&[(1, 1)], &[(1, 0)], &[(2, -1)], &[(2, -1)]], 0);
        assert_eq!((tally.wins, tally.draws, &tally.places[..]), (1, 1, &[2, 2][..]));
    }

    #[test]
    fn the_interval_is_wilsons() {
        // 8 of 10, worked out with the textbook formula.
        let (low, high) = wilson(0.8, 10.0);
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4, "{low} {high}");
        for games in 1..200 {
            assert_eq!((wilson(0.0, games.into()).0, wilson(1.0, games.into()).1), (0.0, 1.0), "{games}");
        }
    }

    #[test]
    fn programs_are_told_results_and_no_sums() {
        let json = serde_json::to_value(played(&[&[(1, 9), (2, 3)]], 0)).unwrap();
        let mut names: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        let told = ["draws", "games", "interval", "mean_score", "name", "out", "places", "points", "wins"];
        assert_eq!(names, told);
    }
}
