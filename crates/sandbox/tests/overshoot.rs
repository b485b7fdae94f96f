//! How far beyond its limit a program's memory gets where only the watch bounds it, at a load of
//! four per processor. Run with
//! `cargo test -p sandtable-sandbox --release --test overshoot -- --ignored --nocapture`.

mod common;

use common::{Folder, contained};
use sandbox::{Cache, Caps, Ending, Exceeded, Limits, Program, Recipe, Snapshot, Tool, ToolKind};
use std::ffi::OsString;
use std::fs;
use std::process::{Child, Command, Stdio};

/// Sixty children that touch thirty megabytes each as fast as they can.
const GREEDY: &str = r#"
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    for (int i = 0; i < 60; i++)
        if (fork() == 0) {
            for (int j = 0; j < 30; j++) {
                volatile char *part = malloc(1 << 20);
                for (int k = 0; part && k < 1 << 20; k += 4096) part[k] = 1;
            }
            for (;;) pause();
        }
    for (;;) pause();
}
"#;

struct Load(Vec<Child>);

impl Load {
    fn new() -> Self {
        let cores = std::thread::available_parallelism().unwrap().get();
        let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).stdin(Stdio::null()).spawn();
        Self((0..cores * 4).map(|_| busy().unwrap()).collect())
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

/// Bytes of anonymous memory of all processes of this name.
fn in_use(name: &str) -> u64 {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let texts = entries.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok());
    let own = texts.filter(|text| text.lines().next().is_some_and(|line| line.ends_with(name)));
    let kilobytes = own.filter_map(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"))?.to_owned();
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    kilobytes.sum::<u64>() * 1024
}

#[test]
#[ignore = "takes all processors"]
fn at_most_the_limit_once_more() {
    let folder = Folder::new(&[("greedy.c", GREEDY)]);
    let keep = Folder::new(&[]);
    let cache = Cache::open(keep.0.join("cache"), 1 << 20).unwrap();
    let limits = Limits::default();
    let name = format!("greedy-{}", std::process::id());
    for (walls, sandbox) in contained().into_iter().filter(|(_, it)| it.enforced().clock.counts_descendants())
    {
        let compiler = Tool::find(ToolKind::C).expect("a C compiler");
        let copy = Snapshot::of_folder(&folder.0, &Caps::default(), &mut |_| true).unwrap();
        let source = copy.folder().join("greedy.c").into_os_string();
        let arguments = vec![OsString::from("-O2"), source, "-o".into(), name.clone().into()];
        let compiled =
            sandbox.compile(&Recipe::new(compiler, &copy.sources(), arguments, &name), &cache).unwrap();
        let load = Load::new();
        let mut peaks = Vec::new();
        for _ in 0..10 {
            let program = Program::new(&compiled.entry.folder, [format!("./{name}")]);
            let mut process = sandbox.start(&program, &limits).unwrap();
            let mut peak = 0;
            let ended = loop {
                peak = in_use(&name).max(peak);
                if let Some(ended) = process.try_ended() {
                    break ended;
                }
            };
            assert_eq!(ended.ending, Ending::Exceeded(Exceeded::Memory), "{walls}");
            peaks.push(peak >> 20);
        }
        drop(load);
        peaks.sort_unstable();
        println!("{walls}: of {} MB: median {} MB, most {} MB", limits.memory >> 20, peaks[5], peaks[9]);
        assert!(peaks[9] < (2 * limits.memory) >> 20, "{walls}");
    }
}
