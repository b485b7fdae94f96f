//! Numbers as places on a page.

use crate::table::StandingsTable;
use tournament::rating::Rating;

/// Width and height of a drawing, in its own units.
pub(super) const WIDTH: f64 = 640.0;
pub(super) const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 34.0;

/// An interval as a bar with a dot, in hundredths of the width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) width: f64,
    pub(super) middle: f64,
}

/// A line of a chart.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) entrant: usize,
    pub(super) colour: String,
    pub(super) points: String,
    /// Where its last point is.
    pub(super) end: (f64, f64),
}

/// A line across a chart with its figure.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) y: f64,
    pub(super) text: String,
}

/// The range of Elo that a table covers, with its intervals; never empty.
fn range<'a>(ratings: impl Iterator<Item = &'a Rating>) -> (f64, f64) {
    let ends = ratings.flat_map(|rating| {
        let error = if rating.error.is_finite() { rating.error.min(1000.0) } else { 0.0 };
        [rating.elo - error, rating.elo + error]
    });
    let (low, high) = ends.fold((-10.0_f64, 10.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    (low, high)
}

/// Where the interval of each row of the table lies.
pub(super) fn intervals(table: &StandingsTable) -> Vec<Interval> {
    let (low, high) = range(table.rows.iter().map(|row| &row.rating));
    let place = |elo: f64| 100.0 * (elo.clamp(low, high) - low) / (high - low);
    let interval = |rating: &Rating| {
        let error = if rating.error.is_finite() { rating.error } else { high - low };
        let (from, to) = (place(rating.elo - error), place(rating.elo + error));
        Interval { low: from, width: to - from, middle: place(rating.elo) }
    };
    table.rows.iter().map(|row| interval(&row.rating)).collect()
}

/// Ratings over time: a line an entrant, and lines across at round figures.
pub(super) fn history(history: &[(usize, Vec<Rating>)], entrants: usize) -> (Vec<Line>, Vec<Grid>) {
    let all = history.iter().flat_map(|(_, ratings)| ratings).map(|rating| rating.elo);
    let (low, high) = all.fold((-50.0_f64, 50.0_f64), |(low, high), elo| (low.min(elo), high.max(elo)));
    let most = history.last().map_or(1, |(blocks, _)| *blocks).max(1) as f64;
    let x = |blocks: usize| MARGIN + (WIDTH - MARGIN - 8.0) * blocks as f64 / most;
    let y = |elo: f64| 8.0 + (HEIGHT - MARGIN) * (high - elo) / (high - low);
    let line = |entrant: usize| {
        let places: Vec<(f64, f64)> =
            history.iter().map(|(blocks, ratings)| (x(*blocks), y(ratings[entrant].elo))).collect();
        let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let end = places.last().copied().unwrap_or_default();
        Line { entrant, colour: colour(entrant), points: points.join(" "), end }
    };
    let step = [25.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0]
        .into_iter()
        .find(|step| (high - low) / step <= 8.0)
        .unwrap_or(5000.0);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let grid =
        (first..=last).map(|at| at as f64 * step).map(|elo| Grid { y: y(elo), text: format!("{elo:+.0}") });
    ((0..entrants).map(line).collect(), grid.collect())
}

/// A colour that differs from those before it, by the golden angle; readable on light and dark
/// paper.
pub(super) fn colour(entrant: usize) -> String {
    let hue = (211.0 + 137.5 * entrant as f64) % 360.0;
    format!("hsl({hue:.0} 62% 48%)")
}

/// The colour of a cell of the cross table: blue for who wins, red for who loses, the stronger the
/// farther from a half.
pub(super) fn heat(share: f64) -> String {
    let strength = (share - 0.5).abs() * 2.0;
    let hue = if share >= 0.5 { 214 } else { 12 };
    format!("hsl({hue} 70% 50% / {:.2})", 0.08 + 0.62 * strength)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_on_the_page() {
        let rating = |elo: f64, error: f64| Rating { elo, error, determined: true };
        let history = vec![
            (1, vec![rating(0.0, 1.0), rating(-700.0, 1.0)]),
            (9, vec![rating(250.0, 1.0), rating(-80.0, 1.0)]),
        ];
        let (lines, grid) = super::history(&history, 2);
        for line in &lines {
            for point in line.points.split(' ') {
                let (x, y) = point.split_once(',').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{point}");
            }
        }
        assert!(grid.len() > 2 && grid.len() < 10);
        let endless = range([rating(3.0, f64::INFINITY)].iter());
        assert!(endless.0.is_finite() && endless.1.is_finite());
    }
}
