//! What each process of a program uses, as `/proc` tells it.

use super::proc::{Proc, field};
use crate::sys;
use rustix::process::Pid;
use std::time::Duration;

/// What all processes of a program use at one moment.
#[derive(Debug)]
pub(super) struct Accounts(Vec<Account>);

/// What one process uses.
#[derive(Debug)]
pub(super) struct Account {
    process: Pid,
    /// Whose its files in `/proc` are: not its user's where that user may not look at it.
    owner: u32,
    /// Whether it has memory at all: who is about to end has none, and belongs to nobody.
    has_memory: bool,
    /// CPU time, its own and that of the children it waited for, in ticks.
    ticks: u64,
    threads: u64,
    in_use: u64,
    page_tables: u64,
}

impl Accounts {
    pub(super) fn read(proc: &Proc, processes: &[Pid]) -> Self {
        Self(processes.iter().filter_map(|process| Account::read(proc, *process)).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Account> {
        self.0.iter()
    }

    pub(super) fn processes(&self) -> impl Iterator<Item = Pid> {
        self.0.iter().map(|account| account.process)
    }

    pub(super) fn threads(&self) -> u64 {
        self.0.iter().map(|account| account.threads).sum()
    }

    /// Memory in use, counted in every process that shares it, with the tables that lead to it.
    pub(super) fn in_use(&self) -> u64 {
        self.0.iter().map(|account| account.in_use + account.page_tables).sum()
    }

    /// The same with shared parts divided among those who share them.
    pub(super) fn shares(&self, proc: &Proc) -> u64 {
        let share = |account: &Account| match proc.read_of(account.process, "smaps_rollup") {
            Ok(text) => kilobytes(&text, &SHARES) * 1024 + account.page_tables,
            Err(_) => account.in_use + account.page_tables,
        };
        self.0.iter().map(share).sum()
    }

    /// CPU time of the living, and of the dead that they waited for.
    pub(super) fn cpu(&self) -> Duration {
        let ticks: u64 = self.0.iter().map(|account| account.ticks).sum();
        Duration::from_millis(ticks * 1000 / sys::ticks_per_second())
    }
}

/// Of `status`: memory that a process has touched. It counts wherever it is: a program may ask that
/// its pages be swapped out, and huge pages are kept in an account of their own.
const IN_USE: [&str; 4] = ["RssAnon", "RssShmem", "VmSwap", "HugetlbPages"];

/// Of `smaps_rollup`: the same, less what others have of it. Huge pages are not divided.
const SHARES: [&str; 5] = ["Pss_Anon", "Pss_Shmem", "SwapPss", "Private_Hugetlb", "Shared_Hugetlb"];

/// The sum of some figures of a text.
fn kilobytes(text: &str, names: &[&str]) -> u64 {
    names.iter().filter_map(|name| field(text, name)).sum()
}

impl Account {
    fn read(proc: &Proc, process: Pid) -> Option<Self> {
        let (owner, stat) = proc.owned_of(process, "stat").ok()?;
        // The name, in parentheses, may hold anything.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        let number =
            |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
        let status = proc.read_of(process, "status").ok()?;
        Some(Self {
            process,
            owner,
            // Counted from the state, which is the third field of the line: see proc_pid_stat(5).
            has_memory: number(20) > 0,
            ticks: (11..=14).map(number).sum(),
            threads: field(&status, "Threads").unwrap_or(0),
            in_use: kilobytes(&status, &IN_USE) * 1024,
            page_tables: kilobytes(&status, &["VmPTE"]) * 1024,
        })
    }

    /// Whether this process has executed a file that its user cannot read.
    pub(super) fn hides_from(&self, user: u32) -> bool {
        self.has_memory && self.owner != user
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_counts_wherever_it_is() {
        let status = "VmHWM:\t 90 kB\nVmRSS:\t 70 kB\nRssAnon:\t 10 kB\nRssFile:\t 50 kB\nRssShmem:\t 10 kB\n\
                      VmPTE:\t 4 kB\nVmSwap:\t 600 kB\nHugetlbPages:\t 2048 kB\n";
        assert_eq!(kilobytes(status, &IN_USE), 10 + 10 + 600 + 2048);
        let rollup = "Rss: 70 kB\nPss: 40 kB\nPss_Dirty: 9 kB\nPss_Anon: 5 kB\nPss_File: 30 kB\nPss_Shmem: 5 kB\n\
                      Shared_Hugetlb: 0 kB\nPrivate_Hugetlb: 2048 kB\nSwap: 600 kB\nSwapPss: 300 kB\n";
        assert_eq!(kilobytes(rollup, &SHARES), 5 + 5 + 300 + 2048);
    }
}
