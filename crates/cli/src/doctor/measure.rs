//! What containment costs on this machine.

use crate::failure::Failure;
use sandbox::{Limits, Process, Program, Sandbox};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Enough starts for a median that repeats.
const STARTS: usize = 101;
/// Enough looks and stops for one, too.
const TURNS: usize = 1001;

/// Times of several goes, sorted.
pub(crate) struct Times(Vec<Duration>);

impl Times {
    fn of(mut goes: Vec<Duration>) -> Self {
        goes.sort();
        Self(goes)
    }

    fn part(&self, of_ten: usize) -> Duration {
        self.0[self.0.len() * of_ten / 10]
    }
}

/// What was measured.
pub(crate) struct Measured {
    start: Times,
    end: Times,
    clock: Times,
    freeze: Times,
}

/// Measures, with a program that only waits.
pub(crate) fn measure(sandbox: &Sandbox) -> Result<Measured, Failure> {
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let begin = Instant::now();
        let process = start(sandbox)?;
        starts.push(begin.elapsed());
        let begin = Instant::now();
        drop(process);
        ends.push(begin.elapsed());
    }
    let mut process = start(sandbox)?;
    let clock = (0..TURNS).map(|_| timed(|| process.cpu_time())).collect();
    let mut freeze = Vec::new();
    for _ in 0..TURNS {
        let begin = Instant::now();
        process.freeze().and_then(|()| process.thaw()).map_err(Failure::failed)?;
        freeze.push(begin.elapsed());
    }
    Ok(Measured {
        start: Times::of(starts),
        end: Times::of(ends),
        clock: Times::of(clock),
        freeze: Times::of(freeze),
    })
}

fn start(sandbox: &Sandbox) -> Result<Process, Failure> {
    sandbox.start(&Program::new("/usr", ["/bin/cat"]), &Limits::default()).map_err(Failure::failed)
}

fn timed<T>(deed: impl FnOnce() -> T) -> Duration {
    let begin = Instant::now();
    let _ = std::hint::black_box(deed());
    begin.elapsed()
}

impl Measured {
    fn rows(&self) -> [(&'static str, &'static str, &Times); 4] {
        [
            ("start", "until the program runs", &self.start),
            ("end", "until everything is gone", &self.end),
            ("clock", "one look at its CPU time, each turn", &self.clock),
            ("freeze", "stop and go on, for programs that burn while they wait", &self.freeze),
        ]
    }

    pub(crate) fn print(&self) {
        outln!("\ncosts, in microseconds of time on the wall");
        for (name, what, times) in self.rows() {
            let [median, most] = [5, 9].map(|part| times.part(part).as_nanos() as f64 / 1000.0);
            outln!("  {name:<10}  median {median:>8.1}   nine of ten below {most:>8.1}   {what}");
        }
    }

    pub(crate) fn json(&self) -> Value {
        let row = |times: &Times| {
            json!({
                "median_us": times.part(5).as_nanos() as f64 / 1000.0,
                "nine_of_ten_us": times.part(9).as_nanos() as f64 / 1000.0,
                "goes": times.0.len(),
            })
        };
        self.rows().into_iter().map(|(name, _, times)| (name.to_string(), row(times))).collect()
    }
}
