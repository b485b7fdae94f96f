//! Processors for bots that race each other by the wall clock.
//!
//! Where rounds go by wall time, a bot that starts sixty busy processes would take the others'
//! time. There each program gets a processor of its own, which it cannot leave.

use rustix::thread::{CpuSet, sched_getaffinity};
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Processors of a game's own, one for each of its programs. Dropping it gives them back.
#[derive(Debug)]
pub(crate) struct Reserved(Vec<usize>);

static IN_USE: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());
static GIVEN_BACK: Condvar = Condvar::new();

impl Reserved {
    /// Waits until so many processors are free, and takes them.
    ///
    /// # Errors
    /// If this process may not use so many.
    pub(crate) fn take(count: usize) -> Result<Self, String> {
        let all = usable();
        if all.len() < count {
            return Err(format!(
                "rounds by wall time need a processor for each program, or one could starve the others: there are {} for {count}; \
                 a clock of CPU time (such as --clock 100ms+10s) needs no more than one",
                all.len()
            ));
        }
        let mut in_use = lock();
        loop {
            let free: Vec<usize> = all.iter().copied().filter(|core| !in_use.contains(core)).collect();
            // The first processor serves the machine's own work on many systems.
            if let Some(last) = free.len().checked_sub(count) {
                let taken = free[last..].to_vec();
                in_use.extend(&taken);
                return Ok(Self(taken));
            }
            in_use = GIVEN_BACK.wait(in_use).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The processor of a program, by its place among the programs.
    pub(crate) fn of(&self, program: usize) -> Vec<usize> {
        self.0.get(program).copied().into_iter().collect()
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let mut in_use = lock();
        in_use.retain(|core| !self.0.contains(core));
        GIVEN_BACK.notify_all();
    }
}

fn lock() -> MutexGuard<'static, BTreeSet<usize>> {
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processors that this process may use, by their numbers.
fn usable() -> Vec<usize> {
    let set = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_shares_a_processor() {
        let all = usable().len();
        let first = Reserved::take(all).unwrap();
        let mut taken: Vec<usize> = (0..all).flat_map(|program| first.of(program)).collect();
        taken.sort_unstable();
        assert_eq!(taken, usable());
        assert!(first.of(all).is_empty());
        let waiting = std::thread::spawn(move || Reserved::take(1).unwrap().of(0));
        drop(first);
        assert_eq!(waiting.join().unwrap().len(), 1);
        let why = Reserved::take(all + 1).unwrap_err();
        assert!(why.contains(&format!("there are {all} for {}", all + 1)), "{why}");
    }
}
