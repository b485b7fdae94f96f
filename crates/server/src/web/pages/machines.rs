//! The machines of the arena: who is here, how fast, and whether one is out of line.

use super::{Frame, Shown, shown};
use crate::database::machines::Machine;
use crate::database::users::Role;
use crate::web::Shared;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::extract::State;

/// Machines on the page.
const MOST: i64 = 100;

/// Seats that a machine must have played before anything is said of its times.
const FEWEST_SEATS: i64 = 50;

/// Times that differ more than this from those of the others, either way, are out of line.
const OUT_OF_LINE: f64 = 1.25;

#[derive(Debug, Template)]
#[template(path = "machines.html")]
struct MachinesPage {
    p: Frame,
    machines: Vec<ShownMachine>,
}

/// A machine, with its CPU times beside those of the others.
#[derive(Debug)]
struct ShownMachine {
    machine: Machine,
    /// How much CPU time the same versions use there beside everywhere, in per cent.
    times: Option<i64>,
    is_out_of_line: bool,
}

impl ShownMachine {
    fn new(machine: Machine, times: Option<(f64, i64)>) -> Self {
        let times = times.filter(|(_, seats)| *seats >= FEWEST_SEATS).map(|(ratio, _)| ratio);
        let is_out_of_line = times.is_some_and(|ratio| !(1.0 / OUT_OF_LINE..=OUT_OF_LINE).contains(&ratio));
        Self { machine, times: times.map(|ratio| (100.0 * ratio).round() as i64), is_out_of_line }
    }
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    viewer.at_least(Role::Administrator)?;
    let machines = arena.database.machines(MOST).await?;
    let times = arena.database.cpu_beside_others().await?;
    let machines = machines.into_iter().map(|one| {
        let times = times.get(&one.id).copied();
        ShownMachine::new(one, times)
    });
    let p = Frame::new(&viewer, "");
    let p = Frame { title: p.say("Machines", "机器").to_owned(), ..p };
    shown(&MachinesPage { p, machines: machines.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_out_of_line_when_many_seats_say_so() {
        let machine = || Machine {
            id: 1,
            name: String::new(),
            kind: String::new(),
            jobs: 1,
            contains_strangers: true,
            speed: 1.0,
            seen: 0,
            is_here: true,
            stopped: None,
        };
        let is_out = |times| ShownMachine::new(machine(), times).is_out_of_line;
        assert!(is_out(Some((1.5, 100))) && is_out(Some((0.5, 100))));
        assert!(!is_out(Some((1.5, 10))) && !is_out(Some((1.1, 100))) && !is_out(None));
    }
}
