//! How long a program had to wait for a processor.
//!
//! The kernel counts for every thread how long it was ready to run and did not (`schedstat`). On a machine with much to do that is
//! most of the time on the wall, and no fault of the program's.

use crate::process::Process;
use std::fs;
use std::time::Duration;

impl Process {
    /// How long the program's living threads have waited for a processor, all together; nothing where the kernel does not count it.
    ///
    /// It is the sum over the threads that live now, so it may go back when one ends.
    #[must_use]
    pub fn run_delay(&self) -> Duration {
        let mut found = vec![self.launcher.id()];
        let mut next = 0;
        let mut waited = Duration::ZERO;
        while let Some(&process) = found.get(next) {
            for thread in threads(process) {
                // The launcher waits for us, not for a processor; it is where the program's processes are found.
                if next > 0 {
                    waited += thread_delay(&thread);
                }
                found.extend(children(&thread));
            }
            next += 1;
        }
        waited
    }
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
