//! What is counted of a running arena.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Counters since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: [AtomicU64; 5],
    /// Matches that count, in all: rows are not counted again and again.
    matches_done: AtomicI64,
}

impl Metrics {
    /// Counts an answered request by the class of its status.
    pub(crate) fn request(&self, status: u16) {
        let class = usize::from((status / 100).clamp(1, 5)) - 1;
        self.requests[class].fetch_add(1, Ordering::Relaxed);
    }

    /// Notes how many matches counted before the start.
    pub(crate) fn matches_were_done(&self, count: i64) {
        self.matches_done.store(count, Ordering::Relaxed);
    }

    /// Counts a match that counts now.
    pub(crate) fn match_done(&self) {
        self.matches_done.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn matches_done(&self) -> i64 {
        self.matches_done.load(Ordering::Relaxed)
    }

    /// The counters in Prometheus' text format.
    pub(crate) fn text(&self, gauges: &[(&str, &str, i64)]) -> String {
        let mut text = String::from(
            "# HELP sandtable_requests_total Requests by class of status.\n# TYPE sandtable_requests_total counter\n",
        );
        for (class, count) in (1..).zip(&self.requests) {
            let count = count.load(Ordering::Relaxed);
            text.push_str(&format!("sandtable_requests_total{{status=\"{class}xx\"}} {count}\n"));
        }
        for (name, help, value) in gauges {
            text.push_str(&format!(
                "# HELP sandtable_{name} {help}\n# TYPE sandtable_{name} gauge\nsandtable_{name} {value}\n"
            ));
        }
        text
    }
}
