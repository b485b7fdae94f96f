//! Waiting for the arena, with a line that says what for.

use crate::failure::Failure;
use crate::screen;
use std::time::Duration;

/// How long between two questions: an arena has others to answer, too.
const PAUSE: Duration = Duration::from_millis(700);

/// Asks until there is an answer. `ask` gives it, or what is being waited for.
pub(super) fn until<T>(mut ask: impl FnMut() -> Result<Result<T, String>, Failure>) -> Result<T, Failure> {
    let line = screen::spinner();
    loop {
        match ask()? {
            Ok(found) => {
                line.finish_and_clear();
                return Ok(found);
            }
            Err(waiting) => line.set_message(waiting),
        }
        std::thread::park_timeout(PAUSE);
    }
}
