//! How often something may be tried.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// More keys than this are not remembered: the oldest go.
const MOST_KEYS: usize = 100_000;

/// Tries by key: so many within a time.
#[derive(Debug)]
pub(crate) struct RateLimit {
    most: u32,
    within: Duration,
    tries: Mutex<HashMap<String, (Instant, u32)>>,
}

impl RateLimit {
    pub(crate) fn new(most: u32, within: Duration) -> Self {
        Self { most, within, tries: Mutex::default() }
    }

    /// Counts a try; the seconds to wait if there were too many.
    pub(crate) fn try_once(&self, key: &str, now: Instant) -> Result<(), u64> {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.len() >= MOST_KEYS {
            tries.retain(|_, (since, _)| now.duration_since(*since) < self.within);
            if tries.len() >= MOST_KEYS {
                tries.clear();
            }
        }
        let (since, count) = tries.entry(key.to_owned()).or_insert((now, 0));
        if now.duration_since(*since) >= self.within {
            (*since, *count) = (now, 0);
        }
        if *count >= self.most {
            let left = self.within.saturating_sub(now.duration_since(*since));
            return Err(left.as_secs() + 1);
        }
        *count += 1;
        Ok(())
    }

    /// Forgets the tries of a key: the last one was right.
    pub(crate) fn forget(&self, key: &str) {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_tries_have_to_wait() {
        let limit = RateLimit::new(2, Duration::from_secs(10));
        let start = Instant::now();
        assert_eq!(limit.try_once("a", start), Ok(()));
        assert_eq!(limit.try_once("a", start), Ok(()));
        assert_eq!(limit.try_once("a", start), Err(11));
        assert_eq!(limit.try_once("b", start), Ok(()), "another key");
        assert_eq!(limit.try_once("a", start + Duration::from_secs(10)), Ok(()), "later");
        limit.forget("a");
        assert_eq!(limit.try_once("a", start), Ok(()));
    }
}
