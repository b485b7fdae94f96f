//! A rating over time, as a drawing in a page.

/// The size of the drawing, in its own units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 180.0;
const MARGIN: f64 = 40.0;

/// A line with a band around it.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// Points of the line, as SVG writes them.
    pub(crate) line: String,
    /// Points around the band.
    pub(crate) band: String,
    /// Elo and height of the lines behind it.
    pub(crate) grid: Vec<(i64, f64)>,
    /// The first and the last number of blocks.
    pub(crate) from: i64,
    pub(crate) to: i64,
}

impl Chart {
    /// The chart of a history: blocks, rating, error. None of less than two points. Of many points
    /// some are drawn.
    pub(crate) fn of(history: &[(i64, f64, f64)]) -> Option<Self> {
        const MOST_POINTS: usize = 200;
        let step = history.len().div_ceil(MOST_POINTS).max(1);
        let thinned: Vec<(i64, f64, f64)> = history.iter().rev().step_by(step).rev().copied().collect();
        let history = thinned.as_slice();
        let (first, last) = (history.first()?, history.last()?);
        if history.len() < 2 || last.0 <= first.0 {
            return None;
        }
        // Newcomers' bands would press everything else flat.
        let error = |error: f64| error.min(200.0);
        let lowest = history.iter().map(|(_, elo, e)| elo - error(*e)).fold(f64::INFINITY, f64::min);
        let highest = history.iter().map(|(_, elo, e)| elo + error(*e)).fold(f64::NEG_INFINITY, f64::max);
        let across = |blocks: i64| {
            MARGIN + (blocks - first.0) as f64 / (last.0 - first.0) as f64 * (WIDTH - MARGIN - 8.0)
        };
        let up = |elo: f64| HEIGHT - 8.0 - (elo - lowest) / (highest - lowest).max(1.0) * (HEIGHT - 16.0);
        let point = |x: f64, y: f64| format!("{x:.1},{y:.1}");
        let line: Vec<String> = history.iter().map(|(at, elo, _)| point(across(*at), up(*elo))).collect();
        let over = history.iter().map(|(at, elo, e)| point(across(*at), up(elo + error(*e))));
        let under = history.iter().rev().map(|(at, elo, e)| point(across(*at), up(elo - error(*e))));
        let band: Vec<String> = over.chain(under).collect();
        let step = [10, 20, 50, 100, 200, 500, 1000].into_iter();
        let step = step.clone().find(|step| (highest - lowest) / *step as f64 <= 6.0).unwrap_or(1000);
        let begin = (lowest / step as f64).ceil() as i64;
        let end = (highest / step as f64).floor() as i64;
        let grid = (begin..=end).map(|at| (at * step, up((at * step) as f64))).collect();
        Some(Self { line: line.join(" "), band: band.join(" "), grid, from: first.0, to: last.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::Chart;

    #[test]
    fn a_chart_needs_two_points() {
        assert!(Chart::of(&[]).is_none() && Chart::of(&[(4, 0.0, 100.0)]).is_none());
        let chart = Chart::of(&[(4, 0.0, 100.0), (8, 50.0, 60.0)]).unwrap();
        assert_eq!(chart.line.split(' ').count(), 2);
        assert_eq!(chart.band.split(' ').count(), 4);
        assert!(chart.grid.len() >= 2 && !chart.band.contains("NaN"));
    }
}
