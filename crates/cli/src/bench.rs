//! `sandtable bench`.

use crate::args::Bench;
use crate::failure::Failure;
use game::{BenchLoad, GameEntry};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::process::ExitCode;

/// How long a load is measured if nobody says otherwise.
const SECONDS: f64 = 1.0;

pub(crate) fn run(options: &Bench) -> Result<ExitCode, Failure> {
    let mut found = false;
    for entry in
        games::ALL.iter().filter(|entry| options.game.as_ref().is_none_or(|name| name == entry.name()))
    {
        let wanted = |load: &&BenchLoad| options.load.as_ref().is_none_or(|name| name == load.name);
        for load in loads(*entry).filter(wanted) {
            found = true;
            print(options, *entry, load, &measure(load, options.passes)?);
        }
    }
    if !found {
        let all = games::ALL.iter().flat_map(|entry| loads(*entry));
        let names: Vec<&str> = all.map(|load| load.name).collect();
        return Err(Failure::usage(format!("there is no such load; there are {}", names.join(", "))));
    }
    Ok(ExitCode::SUCCESS)
}

/// The loads of a game: those of its rules, then those of the bots that play it.
fn loads(entry: &'static dyn GameEntry) -> impl Iterator<Item = &'static BenchLoad> {
    let of_bots = bots::LOADS.iter().filter(|load| load.name.contains(entry.name()));
    entry.loads().iter().chain(of_bots)
}

/// CPU time of each pass, in nanoseconds a unit of work, sorted.
struct Measured {
    units: u64,
    passes: Vec<f64>,
    /// The most memory that the whole program had meanwhile, in bytes, where the system tells.
    memory: Option<u64>,
}

impl Measured {
    fn fastest(&self) -> f64 {
        self.passes[0]
    }

    /// What other programs do to the caches and the clock rate shows in the difference to the
    /// fastest.
    fn median(&self) -> f64 {
        self.passes[self.passes.len() / 2]
    }
}

fn measure(load: &BenchLoad, passes: Option<u64>) -> Result<Measured, Failure> {
    if passes.is_none() {
        checked(load)?; // to warm up
    }
    let mut measured = Measured { units: 0, passes: Vec::new(), memory: None };
    forget_peak();
    let begin = cpu_seconds();
    let mut before = begin;
    loop {
        let units = checked(load)?;
        let now = cpu_seconds();
        measured.units += units;
        measured.passes.push((now - before) * 1e9 / units as f64);
        before = now;
        let enough = passes.map_or(now - begin >= SECONDS, |passes| measured.passes.len() as u64 >= passes);
        if enough {
            measured.passes.sort_by(f64::total_cmp);
            measured.memory = peak_memory();
            return Ok(measured);
        }
    }
}

/// Does the work once, and refuses a wrong answer.
fn checked(load: &BenchLoad) -> Result<u64, Failure> {
    let work = (load.pass)();
    if work.answer == load.answer {
        Ok(work.units)
    } else {
        let (name, answer, expected) = (load.name, work.answer, load.answer);
        Err(Failure::failed(format!("the load {name} answered {answer:#018x}, expected {expected:#018x}")))
    }
}

fn print(options: &Bench, entry: &dyn GameEntry, load: &BenchLoad, measured: &Measured) {
    let (fastest, median) = (measured.fastest(), measured.median());
    if options.json {
        let row = json!({
            "game": entry.name(), "load": load.name, "about": load.about, "unit": load.unit,
            "units": measured.units, "passes": measured.passes.len(),
            "fastest_ns": fastest, "median_ns": median, "peak_memory_bytes": measured.memory,
        });
        outln!("{row}");
    } else {
        outln!("{}: {}", load.name, load.about);
        let (unit, passes) = (load.unit, measured.passes.len());
        let rate = |nanoseconds: f64| 1e9 / nanoseconds;
        outln!("  fastest {:>12.0} {unit}/s {fastest:>10.1} ns each", rate(fastest));
        outln!("  median  {:>12.0} {unit}/s {median:>10.1} ns each, of {passes} passes", rate(median));
        if let Some(memory) = measured.memory {
            outln!("  memory  {:>12.1} MB at most, for the whole program", memory as f64 / 1e6);
        }
    }
}

/// CPU time of this process: what other programs do to the machine does not count.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// From now on the peak is that of what follows, if the system allows it.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory this process has had, in bytes; none where the system does not tell.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
