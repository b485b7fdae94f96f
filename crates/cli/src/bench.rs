//! `sandtable bench`.

use crate::args::Bench;
use crate::failure::Failure;
use crate::registry;
use game::{Load, Title};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::process::ExitCode;

/// How long a load is measured if nobody says otherwise.
const SECONDS: f64 = 1.0;

pub(crate) fn run(options: &Bench) -> Result<ExitCode, Failure> {
    let mut found = false;
    for title in registry::titles()
        .iter()
        .filter(|title| options.game.as_ref().is_none_or(|name| name == title.name()))
    {
        let wanted = |load: &&Load| options.load.as_ref().is_none_or(|name| name == load.name);
        for load in title.loads().iter().filter(wanted) {
            found = true;
            print(options, *title, load, measure(load, options.passes)?);
        }
    }
    if !found {
        let all = registry::titles().iter().flat_map(|title| title.loads());
        let names: Vec<&str> = all.map(|load| load.name).collect();
        return Err(Failure::usage(format!("there is no such load; there are {}", names.join(", "))));
    }
    Ok(ExitCode::SUCCESS)
}

struct Measured {
    units: u64,
    seconds: f64,
}

fn measure(load: &Load, passes: Option<u64>) -> Result<Measured, Failure> {
    let mut total = Measured { units: 0, seconds: 0.0 };
    if passes.is_none() {
        checked(load)?; // to warm up
    }
    let begin = cpu_seconds();
    for done in 1.. {
        total.units += checked(load)?;
        total.seconds = cpu_seconds() - begin;
        if passes.map_or(total.seconds >= SECONDS, |passes| done >= passes) {
            break;
        }
    }
    Ok(total)
}

/// Does the work once, and refuses a wrong answer.
fn checked(load: &Load) -> Result<u64, Failure> {
    let work = (load.pass)();
    if work.answer == load.answer {
        Ok(work.units)
    } else {
        let (name, answer, expected) = (load.name, work.answer, load.answer);
        Err(Failure::failed(format!("the load {name} answered {answer:#018x}, expected {expected:#018x}")))
    }
}

fn print(options: &Bench, title: &dyn Title, load: &Load, measured: Measured) {
    let Measured { units, seconds } = measured;
    let rate = units as f64 / seconds.max(1e-9);
    if options.json {
        println!(
            "{}",
            json!({"game": title.name(), "load": load.name, "about": load.about, "unit": load.unit,
                   "units": units, "cpu_seconds": seconds, "per_second": rate})
        );
    } else {
        let each = 1e9 / rate;
        println!("{:10} {:22} {rate:>14.0} {}/s {each:>10.1} ns each", title.name(), load.name, load.unit);
        println!("{:10} {}", "", load.about);
    }
}

/// CPU time of this process: what other programs do to the machine does not count.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
