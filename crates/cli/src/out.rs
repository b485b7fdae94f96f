//! Printing to standard output.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes to standard output.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    if !UNREAD.load(Ordering::Relaxed) {
        settle(io::stdout().write_fmt(text));
    }
}

/// Writes what is no text to standard output.
pub(crate) fn print_bytes(bytes: &[u8]) {
    settle(io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()));
}

/// Whether whoever read what is printed has gone away.
static UNREAD: AtomicBool = AtomicBool::new(false);

/// When whoever read it has gone away nothing more is printed, but what was asked about is still found out: the exit status tells it.
/// When it cannot be written for another reason, what was asked for failed.
fn settle(written: io::Result<()>) {
    if let Err(error) = written {
        if error.kind() == ErrorKind::BrokenPipe {
            UNREAD.store(true, Ordering::Relaxed);
            return;
        }
        let _ = writeln!(io::stderr(), "error: cannot write to standard output: {error}");
        std::process::exit(1);
    }
}

/// Like `print!`, but a closed pipe is no panic.
macro_rules! out {
    ($($text:tt)*) => { $crate::out::print(format_args!($($text)*)) };
}

/// Like `println!`, but a closed pipe is no panic.
macro_rules! outln {
    ($($text:tt)*) => { $crate::out::print(format_args!("{}\n", format_args!($($text)*))) };
}
