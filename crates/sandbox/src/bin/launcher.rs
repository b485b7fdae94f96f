//! The launcher by itself: what tests start where the real program would start itself again.

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::launched().unwrap_or(ExitCode::from(2))
}
