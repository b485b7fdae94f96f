//! How long a program had to wait for a processor.
//!
//! The kernel counts for every thread how long it was ready to run and did not (`schedstat`). On a
//! machine with much to do that is most of the time on the wall, and no fault of the program's.

use crate::launcher;
use crate::process::Process;
use std::fs;
use std::time::Duration;

impl Process {
    /// How long the program's living threads have waited for a processor, all together; nothing
    /// where the kernel does not count it.
    ///
    /// It is the sum over the threads that live now, so it may go back when one ends.
    #[must_use]
    pub fn run_delay(&self) -> Duration {
        let mut found = vec![self.launcher.id()];
        let mut next = 0;
        let mut waited = Duration::ZERO;
        while let Some(&process) = found.get(next) {
            // The launcher looks after the program all the time; what it waits for is nothing that
            // the program wants.
            let counts = !is_launcher(process);
            for thread in threads(process) {
                if counts {
                    waited += thread_delay(&thread);
                }
                found.extend(children(&thread));
            }
            next += 1;
        }
        waited
    }
}

/// Whether a process is the sandbox's own: the launcher, its part within the namespaces, or
/// bubblewrap before it.
///
/// A program that calls itself so is not counted; only its own patience suffers.
fn is_launcher(process: u32) -> bool {
    let command = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let mut words = command.split(|byte| *byte == 0);
    let program = words.next().unwrap_or_default();
    program.ends_with(b"bwrap") || words.next() == Some(launcher::ARGUMENT.as_bytes())
}

/// The folders of a process's threads.
fn threads(process: u32) -> Vec<String> {
    let folder = format!("/proc/{process}/task");
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    entries.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy())).collect()
}

fn children(thread: &str) -> Vec<u32> {
    let text = fs::read_to_string(format!("{thread}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

/// The second figure: nanoseconds that the thread was ready to run and did not.
fn thread_delay(thread: &str) -> Duration {
    let text = fs::read_to_string(format!("{thread}/schedstat")).unwrap_or_default();
    let waited = text.split_whitespace().nth(1).and_then(|figure| figure.parse().ok());
    Duration::from_nanos(waited.unwrap_or_default())
}
