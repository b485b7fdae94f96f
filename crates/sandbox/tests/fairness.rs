//! The clock under full load: run with
//! `cargo test -p sandtable-sandbox --release --test fairness -- --ignored --nocapture`.

mod common;

use common::{Folder, contained};
use rustix::event::{PollFd, PollFlags, poll};
use sandbox::{Cache, Caps, Limits, Process, Program, Recipe, Sandbox, Snapshot, Tool, ToolKind};
use std::ffi::OsString;
use std::fmt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Thinks for as many rounds as the line says, then answers.
const BOT: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        unsigned long long x = 88172645463325252ull;
        for (long i = atol(line); i > 0; i--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
        printf("%llu\n", x);
        fflush(stdout);
    }
}
"#;

const TURNS: usize = 1000;
/// A turn and a bank in the proportion of the usual clock, `100ms+10s`, at a fifth of its length.
const BUDGET: Duration = Duration::from_millis(20);
const BANK: Duration = Duration::from_secs(2);

/// Gives a turn and waits for the answer; returns CPU time and time on the wall.
fn turn(process: &mut Process, rounds: u64) -> (Duration, Duration) {
    let (cpu, wall) = (process.cpu_time(), Instant::now());
    rustix::io::write(process.stdin().unwrap(), format!("{rounds}\n").as_bytes()).unwrap();
    poll(&mut [PollFd::from_borrowed_fd(process.stdout(), PollFlags::IN)], None).unwrap();
    rustix::io::read(process.stdout(), &mut [0; 100]).unwrap();
    (process.cpu_time() - cpu, wall.elapsed())
}

/// Rounds that take 60 % of the budget on this machine when it has nothing else to do: from the
/// fastest of many turns.
fn calibrate(process: &mut Process) -> u64 {
    let rounds = 1_000_000;
    let fastest = (0..200).map(|_| turn(process, rounds).0).min().unwrap();
    let wanted = BUDGET.mul_f64(0.6);
    (rounds as f64 * wanted.as_secs_f64() / fastest.as_secs_f64()) as u64
}

/// Twice as many busy programs as there are cores.
struct Load(Vec<Child>);

impl Load {
    fn new() -> Self {
        let cores = std::thread::available_parallelism().unwrap().get();
        let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).stdin(Stdio::null()).spawn();
        Self((0..cores * 2).map(|_| busy().unwrap()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn start(sandbox: &Sandbox, cache: &Cache, folder: &Folder) -> Process {
    let compiler = Tool::find(ToolKind::C).expect("a C compiler");
    let copy = Snapshot::of_folder(&folder.0, &Caps::default(), &mut |_| true).unwrap();
    let source = copy.folder().join("bot.c").into_os_string();
    let arguments = vec![OsString::from("-O2"), source, "-o".into(), "bot".into()];
    let compiled = sandbox.compile(&Recipe::new(compiler, &copy.sources(), arguments, "bot"), cache).unwrap();
    sandbox.start(&Program::new(&compiled.entry.folder, ["./bot"]), &Limits::default()).unwrap()
}

#[test]
#[ignore = "takes a minute for each clock, and all cores"]
fn a_bot_that_needs_60_percent_of_its_budget_is_never_timed_out() {
    let folder = Folder::new(&[("bot.c", BOT)]);
    let keep = Folder::new(&[]);
    let cache = Cache::open(keep.0.join("cache"), 1 << 20).unwrap();
    let mut sources = Vec::new();
    for (name, sandbox) in contained() {
        if sources.contains(&sandbox.enforced().clock) {
            continue;
        }
        sources.push(sandbox.enforced().clock);
        let mut process = start(&sandbox, &cache, &folder);
        let rounds = calibrate(&mut process);
        let load = Load::new();
        let mut turns: Vec<_> = (0..TURNS).map(|_| turn(&mut process, rounds)).collect();
        drop(load);
        let [by_cpu, by_wall] =
            [Bank::after(turns.iter().map(|turn| turn.0)), Bank::after(turns.iter().map(|turn| turn.1))];
        turns.sort();
        println!(
            "{name}: CPU time of a turn: median {:?}, most {:?}; {by_cpu}; on the wall it would be {by_wall}",
            turns[TURNS / 2].0,
            turns[TURNS - 1].0
        );
        assert!(by_cpu.used <= BANK, "{name}: timed out");
    }
}

/// What the turns took of the bank: whatever was beyond each turn's own time.
struct Bank {
    turns: usize,
    used: Duration,
}

impl Bank {
    fn after(turns: impl Iterator<Item = Duration>) -> Self {
        let over: Vec<Duration> = turns.filter_map(|time| time.checked_sub(BUDGET)).collect();
        Self { turns: over.len(), used: over.iter().sum() }
    }
}

impl fmt::Display for Bank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.used > BANK { "timed out" } else { "never timed out" };
        write!(f, "{} of {TURNS} turns drew {:?} of {BANK:?} from the bank: {verdict}", self.turns, self.used)
    }
}
