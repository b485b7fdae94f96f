//! Finding the processes of an attack by the mark on their command lines.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;

/// A process of an attack.
#[derive(Clone, Debug)]
pub(crate) struct Marked {
    pid: Pid,
    /// `R` running, `S` sleeping, `T` stopped, `Z` dead and not waited for.
    state: char,
    pub(crate) user: u32,
}

impl Marked {
    /// Whether it runs or would if it were woken; who waits for the system alone (`D`) does
    /// neither.
    pub(crate) fn is_awake(&self) -> bool {
        matches!(self.state, 'R' | 'S')
    }
}

/// The living processes of the attack with this mark.
pub(crate) fn living(mark: &str) -> Vec<Marked> {
    find(|found| found == mark)
}

/// The living processes of all attacks whose marks begin like this.
pub(crate) fn living_with(beginning: &str) -> Vec<Marked> {
    find(|found| found.starts_with(beginning))
}

fn find(wanted: impl Fn(&str) -> bool) -> Vec<Marked> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    processes
        .flatten()
        .filter_map(|process| marked(process.file_name().to_str()?, &wanted))
        .filter(|process| process.state != 'Z')
        .collect()
}

/// Ends them.
pub(crate) fn end(marked: &[Marked]) {
    for process in marked {
        // It may have ended meanwhile.
        let _ = kill_process(process.pid, Signal::KILL);
    }
}

fn marked(number: &str, wanted: impl Fn(&str) -> bool) -> Option<Marked> {
    let pid = Pid::from_raw(number.parse().ok()?)?;
    let words = fs::read(format!("/proc/{number}/cmdline")).ok()?;
    let mark = words.split(|byte| *byte == 0).find_map(|word| word.strip_prefix(b"run="))?;
    wanted(std::str::from_utf8(mark).ok()?).then_some(())?;
    let status = fs::read_to_string(format!("/proc/{number}/status")).ok()?;
    let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    Some(Marked {
        pid,
        state: field("State:")?.chars().next()?,
        user: field("Uid:")?.split_whitespace().nth(1)?.parse().ok()?,
    })
}
